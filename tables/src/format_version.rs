//! The bytes every file starts with and the version of the format this crate reads and writes.

use crate::error::TableError;
use std::path::Path;

/// The first eight bytes of every file.
pub const MAGIC: [u8; 8] = *b"EQUIPOIS";

/// The one version this crate writes and reads; any change of a byte's meaning raises it.
pub const FORMAT_VERSION: u32 = 1;

/// Bytes before the header's text: magic, version, length of the text.
pub const PREFIX_BYTES: usize = 16;

/// The longest header text a reader accepts, in bytes, so that no file can make it allocate more.
pub const MAX_HEADER_BYTES: u32 = 16 << 20;

/// Checks magic and version of a file's first 16 bytes and returns the length of the header text in bytes.
///
/// # Errors
/// [`TableError::NotOurs`] for other magic, [`TableError::Version`] for an older or newer version,
/// [`TableError::Header`] for a header longer than [`MAX_HEADER_BYTES`].
pub fn read_prefix(path: &Path, prefix: &[u8; PREFIX_BYTES]) -> Result<usize, TableError> {
    let (magic, numbers) = prefix.split_at(8);
    if magic != MAGIC {
        let found = String::from_utf8_lossy(magic).escape_debug().to_string();
        return Err(TableError::NotOurs { path: path.into(), found: format!("it starts with '{found}'") });
    }
    let number = |at: usize| u32::from_le_bytes([numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]]);
    if number(0) != FORMAT_VERSION {
        return Err(TableError::Version { path: path.into(), expected: FORMAT_VERSION, found: number(0) });
    }
    if number(4) > MAX_HEADER_BYTES {
        let problem = format!("its header claims {} bytes, at most {MAX_HEADER_BYTES} are allowed", number(4));
        return Err(TableError::Header { path: path.into(), problem });
    }
    Ok(number(4) as usize)
}

/// The 16 bytes before a header text of the given length in bytes.
pub fn prefix(header_bytes: u32) -> [u8; PREFIX_BYTES] {
    let mut bytes = [0; PREFIX_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes[12..].copy_from_slice(&header_bytes.to_le_bytes());
    bytes
}
