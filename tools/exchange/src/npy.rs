//! NumPy's array files: written whole or not at all, read without trusting what they say.

use npyz::{AutoSerialize, DType, NpyFile, Order, WriterBuilder};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use tables::error::{Action, TableError};
use tables::sibling_file::SiblingFile;

use crate::error::ExchangeError;

/// Numbers written between two looks at the disk.
const BUFFER_BYTES: usize = 1 << 20;

/// An array under way: its numbers come in order, in parts.
pub struct NpyWriter<T: AutoSerialize> {
    sibling: SiblingFile,
    numbers: npyz::NpyWriter<T, BufWriter<File>>,
}

impl<T: AutoSerialize> NpyWriter<T> {
    /// Starts an array of that shape, its last dimension in neighbouring places.
    ///
    /// # Errors
    /// A folder that is missing or cannot be written.
    pub fn create(path: &Path, shape: &[u64]) -> Result<Self, TableError> {
        let sibling = SiblingFile::create(path)?;
        let refuse = |error| TableError::io(path, Action::Write, error);
        let file = BufWriter::with_capacity(BUFFER_BYTES, sibling.file().try_clone().map_err(refuse)?);
        let options = npyz::WriteOptions::new().default_dtype().shape(shape);
        Ok(Self { numbers: options.writer(file).begin_nd().map_err(refuse)?, sibling })
    }

    /// The next numbers.
    ///
    /// # Errors
    /// A disk that is full.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = T>) -> Result<(), TableError> {
        self.numbers.extend(numbers).map_err(|error| TableError::io(self.sibling.path(), Action::Write, error))
    }

    /// Gives the finished file its name.
    ///
    /// # Errors
    /// Fewer or more numbers than the shape has, a disk that is full.
    pub fn finish(self) -> Result<PathBuf, TableError> {
        let path = self.sibling.path().to_owned();
        self.numbers.finish().map_err(|error| TableError::io(&path, Action::Write, error))?;
        self.sibling.file().flush().map_err(|error| TableError::io(&path, Action::Write, error))?;
        self.sibling.commit()?;
        Ok(path)
    }
}

/// Reads a one-dimensional array of `u16` with exactly `count` numbers.
///
/// # Errors
/// A file that cannot be read or holds anything else.
pub fn read_u16(path: &Path, count: u64) -> Result<Vec<u16>, ExchangeError> {
    let expected = format!("a .npy array of {count} numbers of the type u2 (numpy.uint16)");
    let array = |found: String| ExchangeError::Array {
        path: path.into(),
        expected: expected.clone(),
        found,
        advice: "save it with numpy.save, one number for each canonical hand in index order",
    };
    let file = File::open(path).map_err(|error| array(error.to_string()))?;
    let bytes = file.metadata().map_err(|error| array(error.to_string()))?;
    // Devices and pipes may never end, and a header may claim any length.
    if !bytes.is_file() || bytes.len() < 2 * count || bytes.len() > 2 * count + (1 << 16) {
        return Err(array(if bytes.is_file() { format!("{} bytes", bytes.len()) } else { "no file".to_owned() }));
    }
    let found = NpyFile::new(BufReader::with_capacity(BUFFER_BYTES, file)).map_err(|error| array(error.to_string()))?;
    let described = match found.dtype() {
        DType::Plain(plain) => format!("{plain} of shape {:?}", found.shape()),
        _ => "a structured array".to_owned(),
    };
    if found.shape() != [count] || found.order() != Order::C && count > 1 {
        return Err(array(described));
    }
    let numbers = found.data::<u16>().map_err(|_| array(described))?;
    numbers.collect::<Result<Vec<u16>, _>>().map_err(|error| array(error.to_string()))
}
