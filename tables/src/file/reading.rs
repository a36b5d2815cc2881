//! The one way to open what already exists: an ordinary file of at most so many bytes, whatever its name leads to.
//!
//! A path may lead to a folder, a pipe without a writer, a device without an end, or a file larger than memory. Nothing
//! here waits for any of them, and nothing is read before the open file itself (not its name, which may change
//! meanwhile) has been asked what it is and how long it is. Links are followed: a link means its target.

use std::fs::{File, FileType, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::error::{Action, TableError};

/// The longest document (study, game, policy, league, curve, record) that is read, in bytes.
pub const MOST_DOCUMENT_BYTES: u64 = 64 << 20;

/// The longest record of a stage that is read, in bytes.
pub(crate) const MOST_RECORD_BYTES: u64 = 1 << 20;

/// The longest log of hands that is read, in bytes: some ten million hands.
pub const MOST_LOG_BYTES: u64 = 1 << 30;

/// How a text that begins with a byte order mark begins.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Opens an ordinary file of any length.
pub fn open_ordinary(path: &Path) -> Result<File, TableError> {
    let refuse = |error| TableError::io(path, Action::Open, error);
    let file = match without_waiting(OpenOptions::new().read(true)).open(path) {
        Ok(file) => file,
        // Sockets cannot be opened, and some systems do not open folders.
        Err(error) => match path.metadata() {
            Ok(metadata) if !metadata.is_file() => return Err(not_ordinary(path, metadata.file_type())),
            _ => return Err(refuse(error)),
        },
    };
    let metadata = file.metadata().map_err(refuse)?;
    if metadata.is_file() { Ok(file) } else { Err(not_ordinary(path, metadata.file_type())) }
}

/// All bytes of an ordinary file of at most `most` bytes.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, TableError> {
    let file = open_ordinary(path)?;
    let length = file.metadata().map_err(|error| TableError::io(path, Action::Read, error))?.len();
    let too_long = |found| TableError::TooLong { path: path.into(), most, found };
    if length > most {
        return Err(too_long(length));
    }
    let mut bytes = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| TableError::io(path, Action::Read, error))?;
    if bytes.len() as u64 > most { Err(too_long(bytes.len() as u64)) } else { Ok(bytes) }
}

/// The text of an ordinary file of at most `most` bytes, without a byte order mark.
pub fn read_text(path: &Path, most: u64) -> Result<String, TableError> {
    let text = String::from_utf8(read_bytes(path, most)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to() as u64;
        TableError::NotText { path: path.into(), offset }
    })?;
    Ok(without_byte_order_mark(&text).map(str::to_owned).unwrap_or(text))
}

/// As [`read_text`]; `None` where nothing has that name.
pub fn read_text_if_there(path: &Path, most: u64) -> Result<Option<String>, TableError> {
    match read_text(path, most) {
        Err(TableError::Io { action: Action::Open, source, .. })
            if source.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() =>
        {
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// The text behind a byte order mark, if it begins with one.
pub fn without_byte_order_mark(text: &str) -> Option<&str> {
    text.strip_prefix(BYTE_ORDER_MARK)
}

fn not_ordinary(path: &Path, file_type: FileType) -> TableError {
    TableError::NotOrdinary { path: path.into(), found: described(file_type) }
}

/// What it is that is not an ordinary file.
#[cfg(unix)]
pub(crate) fn described(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match file_type {
        it if it.is_dir() => "a folder",
        it if it.is_fifo() => "a pipe",
        it if it.is_socket() => "a socket",
        _ => "a device",
    }
}

/// What it is that is not an ordinary file.
#[cfg(not(unix))]
pub(crate) fn described(file_type: FileType) -> &'static str {
    if file_type.is_dir() { "a folder" } else { "a device" }
}

/// Options under which opening a pipe does not wait for its other end.
#[cfg(unix)]
pub(crate) fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK)
}

/// Pipes have no names in this system's folders, so opening one cannot block.
#[cfg(not(unix))]
pub(crate) fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
