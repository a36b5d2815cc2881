//! Checksums of sections: xxh3-64 of every 1 MiB chunk, computed while a section streams by or from a whole slice.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Bytes covered by one checksum; the last chunk of a section may be shorter.
pub const CHUNK_BYTES: usize = 1 << 20;

/// The xxh3-64 checksum (seed 0) of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The number of chunks in a section of the given number of bytes.
pub fn chunk_count(bytes: u64) -> u64 {
    bytes.div_ceil(CHUNK_BYTES as u64)
}

/// The checksums of a section's chunks, computed while its bytes come in pieces of any size.
pub struct ChunkChecksums {
    hasher: Box<Xxh3>,
    in_chunk: usize,
    finished: Vec<u64>,
}

impl Default for ChunkChecksums {
    fn default() -> Self {
        Self { hasher: Box::new(Xxh3::new()), in_chunk: 0, finished: Vec::new() }
    }
}

impl ChunkChecksums {
    /// Takes the next bytes of the current section.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK_BYTES - self.in_chunk));
            if self.in_chunk == 0 && now.len() == CHUNK_BYTES {
                // A whole chunk at once takes the short cut: the one-shot function is faster than the streaming one.
                self.finished.push(checksum(now));
            } else {
                self.hasher.update(now);
                self.in_chunk += now.len();
                if self.in_chunk == CHUNK_BYTES {
                    self.end_chunk();
                }
            }
            bytes = later;
        }
    }

    /// Ends the current section: its last chunk may be short.
    pub fn end_section(&mut self) {
        if self.in_chunk > 0 {
            self.end_chunk();
        }
    }

    /// The checksums of all chunks so far, in the order of the file.
    pub fn finished(&self) -> &[u64] {
        &self.finished
    }

    fn end_chunk(&mut self) {
        self.finished.push(self.hasher.digest());
        self.hasher.reset();
        self.in_chunk = 0;
    }
}
