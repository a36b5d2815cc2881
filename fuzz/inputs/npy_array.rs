//! NumPy's array files.

use exchange::npy::read_numbers;
use std::io::Write;

/// An array is refused, or has as many numbers as were asked for.
pub fn try_input(data: &[u8]) {
    let folder = if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "." };
    let mut file = tempfile::NamedTempFile::new_in(folder).expect("a temporary file");
    file.write_all(data).expect("room for it");
    // One of them for each input: reading a header takes longer than all the rest.
    let count = [0, 100, 3][data.len() % 3];
    if let Ok(numbers) = read_numbers(file.path(), count) {
        assert_eq!(numbers.len() as u64, count);
    }
}
