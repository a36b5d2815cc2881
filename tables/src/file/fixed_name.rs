//! The one way to open for writing under a name that others can foresee: locks, logs, files under way.
//!
//! A folder may come from elsewhere (an unpacked archive, a shared disk) and hold a link under such a name, which would
//! lead the writing to a file that has nothing to do with the run. So no link is followed, a file with a second name is
//! left alone, and nothing is emptied before it has been looked at.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use super::reading::{described, without_waiting};
use crate::error::{Action, TableError};

/// Opens an ordinary file with one name to read and append to, and makes it if there is none.
pub fn open_to_append(path: &Path) -> Result<File, TableError> {
    open(path, OpenOptions::new().read(true).append(true).create(true))
}

/// Opens an ordinary file with one name to read and change, and makes it if there is none; nothing is emptied.
pub fn open_to_change(path: &Path) -> Result<File, TableError> {
    open(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

/// Makes a file that must not be there yet, under whatever kind of name.
pub(crate) fn make_new(path: &Path) -> Result<File, TableError> {
    let made = OpenOptions::new().read(true).write(true).create_new(true).open(path);
    made.map_err(|error| TableError::io(path, Action::Create, error))
}

/// Refuses a name that anything but an ordinary file has: what is written beside it and renamed would take the place
/// of a link, a device or a pipe.
pub(super) fn require_replaceable(path: &Path) -> Result<(), TableError> {
    refuse_links(path)?;
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => Err(TableError::io(path, Action::Create, ErrorKind::IsADirectory.into())),
        Ok(metadata) if !metadata.is_file() => Err(foreign(path, described(metadata.file_type()).to_owned())),
        _ => Ok(()),
    }
}

/// Makes a folder and those above it; one that is there already must not be a link to elsewhere.
pub fn make_folder_inside(path: &Path) -> Result<(), TableError> {
    refuse_links(path)?;
    make_folder(path)
}

/// Makes a folder and those above it. It may be a link: a folder that is named stands for its target.
pub fn make_folder(path: &Path) -> Result<(), TableError> {
    // A file in the way is the caller's mistake; a folder that cannot be made is the system's refusal.
    if let Some(file) = path.ancestors().find(|above| above.exists() && !above.is_dir()) {
        return Err(TableError::NoFolder { path: file.to_owned() });
    }
    fs::create_dir_all(path).map_err(|error| TableError::io(path, Action::Create, error))
}

fn open(path: &Path, options: &mut OpenOptions) -> Result<File, TableError> {
    // Checked before opening, for systems that cannot be asked not to follow links, and again once it is open.
    refuse_links(path)?;
    let file = match following_no_link(without_waiting(options)).open(path) {
        Ok(file) => file,
        Err(error) => {
            refuse_links(path)?;
            // A pipe without a reader or a socket.
            return Err(match path.metadata() {
                Ok(other) if !other.is_file() => foreign(path, described(other.file_type()).to_owned()),
                _ => TableError::io(path, Action::Create, error),
            });
        }
    };
    let metadata = file.metadata().map_err(|error| TableError::io(path, Action::Open, error))?;
    match names(&metadata) {
        _ if !metadata.is_file() => Err(foreign(path, described(metadata.file_type()).to_owned())),
        ..=1 => Ok(file),
        count => Err(foreign(path, format!("a file with {count} names (hard links)"))),
    }
}

fn refuse_links(path: &Path) -> Result<(), TableError> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_symlink() => Err(foreign(path, link_to(path))),
        _ => Ok(()),
    }
}

fn link_to(path: &Path) -> String {
    path.read_link().map_or("a link".to_owned(), |target| format!("a link to {}", target.display()))
}

/// Something else that has the name.
pub(super) fn foreign(path: &Path, found: String) -> TableError {
    TableError::Foreign { path: path.into(), found }
}

/// How many names an open file has.
#[cfg(unix)]
fn names(metadata: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    metadata.nlink()
}

/// This system does not tell by stable means how many names a file has.
#[cfg(not(unix))]
fn names(_metadata: &fs::Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn following_no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW)
}

/// Opens the link itself, which is then no ordinary file.
#[cfg(windows)]
fn following_no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
}

#[cfg(not(any(unix, windows)))]
fn following_no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
