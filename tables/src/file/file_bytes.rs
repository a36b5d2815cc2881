//! Where the bytes of an opened file lie: mapped from the disk, or unpacked into memory from a file that holds others.

use std::path::{Path, PathBuf};

use super::mapped::{MappedFile, PrivateMemory};

/// All bytes of a file, the first one at the start of a page.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Mapped(MappedFile),
    /// A packed file, under the path of what it was packed into and its own name.
    Unpacked {
        path: PathBuf,
        memory: PrivateMemory,
    },
}

impl FileBytes {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Mapped(map) => map.path(),
            Self::Unpacked { path, .. } => path,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map.bytes(),
            Self::Unpacked { memory, .. } => memory.bytes(),
        }
    }

    /// The map of a file on disk, for hints to the kernel and private views.
    pub(crate) fn map(&self) -> Option<&MappedFile> {
        match self {
            Self::Mapped(map) => Some(map),
            Self::Unpacked { .. } => None,
        }
    }
}
