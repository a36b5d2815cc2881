//! NumPy's array files: written whole or not at all, read without trusting what they say.

use npyz::{AutoSerialize, DType, DTypeError, NpyFile, Order, TypeChar, TypeStr, WriterBuilder};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tables::buckets::table::MAX_BUCKETS;
use tables::error::{Action, TableError};
use tables::file::reading::open_ordinary;
use tables::file::sibling::SiblingFile;

use super::error::ExchangeError;

/// Numbers written between two looks at the disk.
const BUFFER_BYTES: usize = 1 << 20;

/// An array under way: its numbers come in order, in parts.
pub struct NpyWriter<T: AutoSerialize> {
    sibling: SiblingFile,
    numbers: npyz::NpyWriter<T, BufWriter<File>>,
}

impl<T: AutoSerialize> NpyWriter<T> {
    /// Starts an array of that shape, its last dimension in neighbouring places.
    pub fn create(path: &Path, shape: &[u64]) -> Result<Self, TableError> {
        let sibling = SiblingFile::create(path)?;
        let refuse = |error| TableError::io(path, Action::Write, error);
        let file = BufWriter::with_capacity(BUFFER_BYTES, sibling.file().try_clone().map_err(refuse)?);
        let options = npyz::WriteOptions::new().default_dtype().shape(shape);
        Ok(Self { numbers: options.writer(file).begin_nd().map_err(refuse)?, sibling })
    }

    /// The next numbers.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = T>) -> Result<(), TableError> {
        self.numbers.extend(numbers).map_err(|error| TableError::io(self.sibling.path(), Action::Write, error))
    }

    /// Gives the finished file its name.
    pub fn finish(self) -> Result<PathBuf, TableError> {
        let path = self.sibling.path().to_owned();
        let finished = self.numbers.finish().and_then(|()| self.sibling.file().flush());
        finished.map_err(|error| TableError::io(&path, Action::Write, error))?;
        self.sibling.commit()?;
        Ok(path)
    }
}

/// Reads a one-dimensional array of exactly `count` whole numbers of any integer type, each of which must fit a `u32`;
/// how many buckets there may be is checked where they are made.
pub fn read_numbers(path: &Path, count: u64) -> Result<Vec<u32>, ExchangeError> {
    let array = |found: String| ExchangeError::Array {
        path: path.into(),
        expected: format!("a .npy array of {count} whole numbers from 0 to {}", MAX_BUCKETS - 1),
        found,
        advice: "save it with numpy.save, one number for each canonical hand in index order",
    };
    let file = open_ordinary(path)?;
    let bytes = file.metadata().map_err(|error| TableError::io(path, Action::Open, error))?;
    // A header may claim any length.
    if bytes.len() < SHORTEST_HEADER + count || bytes.len() > WIDEST_BYTES * count + (1 << 16) {
        return Err(array(format!("{} bytes in the whole file", bytes.len())));
    }
    let end = header_end(&file, bytes.len()).map_err(array)?;
    let found = NpyFile::new(BufReader::with_capacity(BUFFER_BYTES, file)).map_err(|error| array(error.to_string()))?;
    let DType::Plain(element) = found.dtype() else { return Err(array("a structured array".to_owned())) };
    let described = format!("{} of shape {:?}", named(&element), found.shape());
    if found.shape() != [count] || found.order() != Order::C && count > 1 {
        return Err(array(described));
    }
    if end + element.size_field().saturating_mul(count) > bytes.len() {
        return Err(array(format!("{described} in a file of {} bytes", bytes.len())));
    }
    let outcome = match (element.type_char(), element.size_field()) {
        (TypeChar::Uint, 1) => fitting(found.data::<u8>(), &described),
        (TypeChar::Uint, 2) => fitting(found.data::<u16>(), &described),
        (TypeChar::Uint, 4) => fitting(found.data::<u32>(), &described),
        (TypeChar::Uint, 8) => fitting(found.data::<u64>(), &described),
        (TypeChar::Int, 1) => fitting(found.data::<i8>(), &described),
        (TypeChar::Int, 2) => fitting(found.data::<i16>(), &described),
        (TypeChar::Int, 4) => fitting(found.data::<i32>(), &described),
        (TypeChar::Int, 8) => fitting(found.data::<i64>(), &described),
        _ => Err(described),
    };
    outcome.map_err(array)
}

/// The magic word, the version and the length of what follows.
const SHORTEST_HEADER: u64 = 10;

/// The widest numbers that are reported by their name rather than by the length of their file: those of `complex128`.
const WIDEST_BYTES: u64 = 16;

/// The numbers of an array as `u32`, or what is wrong with the first that does not fit.
fn fitting<T>(numbers: Result<impl Iterator<Item = io::Result<T>>, DTypeError>, array: &str) -> Result<Vec<u32>, String>
where
    T: Copy + Display + TryInto<u32>,
{
    let fit = |(place, number): (usize, io::Result<T>)| {
        let number = number.map_err(|error| error.to_string())?;
        number.try_into().map_err(|_| format!("{number} at place {place} of {array}"))
    };
    numbers.map_err(|error| error.to_string())?.enumerate().map(fit).collect()
}

/// An element's type as NumPy calls it and as the file does.
fn named(element: &TypeStr) -> String {
    let kind = match element.type_char() {
        TypeChar::Uint => "uint",
        TypeChar::Int => "int",
        TypeChar::Float => "float",
        TypeChar::Complex => "complex",
        TypeChar::Bool => return format!("bool ('{element}')"),
        _ => return format!("'{element}'"),
    };
    format!("{kind}{} ('{element}')", element.size_field().saturating_mul(8))
}

/// Where the numbers begin. Refuses, with a message, what npyz cannot cope with: a header longer than the file's
/// `bytes`, for which it allocates memory; nested brackets, each of which doubles the time that reading takes; a shape
/// whose product is beyond 64 bits, which it multiplies unchecked. All of it was found by fuzzing.
fn header_end(mut file: &File, bytes: u64) -> Result<u64, String> {
    // The magic word, two bytes of version, and the length: two bytes in version 1, four later.
    let mut start = [0; 12];
    file.read_exact(&mut start).map_err(|error| error.to_string())?;
    let [.., major, _, first, second, third, fourth] = start;
    let (start, length) = match major {
        0 | 1 => (10, u64::from(u16::from_le_bytes([first, second]))),
        _ => (12, u64::from(u32::from_le_bytes([first, second, third, fourth]))),
    };
    let end = start + length;
    if end > bytes {
        return Err(format!("a header of {end} bytes in a file of {bytes}"));
    }
    let mut header = Vec::new();
    file.seek(SeekFrom::Start(start)).map_err(|error| error.to_string())?;
    file.take(length).read_to_end(&mut header).map_err(|error| error.to_string())?;
    file.rewind().map_err(|error| error.to_string())?;
    if header.iter().filter(|byte| b"{[(".contains(byte)).count() > 2 {
        return Err("a header with more than a dictionary and a shape, such as a structured array has".to_owned());
    }
    // NumPy writes decimal numbers; the reader knows hexadecimal ones, underscores and sums, too.
    let is_odd = |pair: &[u8]| pair[0].is_ascii_digit() && (pair[1].is_ascii_alphabetic() || pair[1] == b'_');
    if header.windows(2).any(is_odd) || header.iter().any(|byte| b"+-".contains(byte)) {
        return Err("a header with numbers as NumPy does not write them".to_owned());
    }
    // The numbers in the type's name are among them, but they are small.
    let mut product = 1u64;
    for digits in header.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty()) {
        let next = |number: u64, digit: &u8| number.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
        let multiplied = digits.iter().try_fold(0, next).and_then(|number| product.checked_mul(number.max(1)));
        product = multiplied.ok_or("a shape beyond 64 bits")?;
    }
    Ok(end)
}
