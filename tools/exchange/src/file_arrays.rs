//! The arrays of any of our files, each as a `.npy` file of its own.

use npyz::AutoSerialize;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tables::error::TableError;
use tables::file::array::{ArrayFile, Element, ElementType};
use tables::together::progress::Progress;

use crate::error::ExchangeError;
use crate::npy::NpyWriter;

/// One array that was written.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenArray {
    /// The section's name.
    pub name: String,
    /// The `.npy` file.
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    /// Its type in our header: `u8`, `u16`, `u32`, `u64`, `f32`, `f64`.
    pub element: &'static str,
    /// Its dimensions.
    pub shape: Vec<u64>,
}

/// Writes every section of a file that is an array as `<file's name>-<section>.npy` into a folder; sections of bytes
/// with a structure of their own, such as compressed blocks, are left out. The file is verified first.
pub fn export_arrays(file: &Path, folder: &Path, progress: &dyn Progress) -> Result<Vec<WrittenArray>, ExchangeError> {
    let file = ArrayFile::open(file)?;
    file.verify_with(progress)?;
    let stem = file.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut written = Vec::new();
    for section in &file.header().sections {
        progress.check()?;
        let path = folder.join(format!("{stem}-{}.npy", section.name));
        let array = (&file, section.name.as_str(), section.shape.as_slice(), path.as_path());
        match section.element {
            ElementType::U8 => write::<u8>(array)?,
            ElementType::U16 => write::<u16>(array)?,
            ElementType::U32 => write::<u32>(array)?,
            ElementType::U64 => write::<u64>(array)?,
            ElementType::F32 => write::<f32>(array)?,
            ElementType::F64 => write::<f64>(array)?,
            ElementType::Bytes => continue,
        }
        let (name, shape) = (section.name.clone(), section.shape.clone());
        written.push(WrittenArray { name, file: path, element: section.element.name(), shape });
    }
    Ok(written)
}

fn write<T: Element + AutoSerialize>(
    (file, name, shape, path): (&ArrayFile, &str, &[u64], &Path),
) -> Result<(), TableError> {
    let mut writer = NpyWriter::<T>::create(path, shape)?;
    writer.push(file.section::<T>(name)?.iter().copied())?;
    writer.finish().map(drop)
}
