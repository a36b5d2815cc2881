//! The zstd frames of blocks. A strategy has thousands of small ones: making a context for each would take longer than
//! the packing itself, so each thread keeps its own.

use std::cell::RefCell;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// The zstd compression level; fixed, so that equal strategies give equal files with the same zstd. From 15 on zstd
/// weighs what a match costs: below, it takes matches in these streams that cost more than the bytes themselves.
const COMPRESSION_LEVEL: i32 = 15;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// One frame that records its content's length.
pub(super) fn pack(content: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|kept| {
        let compressor = match kept {
            Some(compressor) => compressor,
            None => kept.insert(Compressor::new(COMPRESSION_LEVEL)?),
        };
        compressor.compress(content)
    })
}

/// The content of frames one after the other, `most` bytes or less.
pub(super) fn unpack(frames: &[u8], most: usize) -> io::Result<Vec<u8>> {
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::new()?),
        };
        decompressor.decompress(frames, most)
    })
}
