//! What identifies a file: a hash over its kind, recipe and parents' fingerprints, so that matching files are
//! recognised.
//!
//! Checksums of sections: xxh3-64 of every 1 MiB chunk, computed while a section streams by or from a whole slice.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The first 16 bytes of a BLAKE3 hash, printed as 32 lowercase hexadecimal digits.
///
/// Equal recipes with equal parents have equal fingerprints on every machine; what the file contains does not enter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

/// A file that another one was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// Its role, such as `river`.
    pub name: String,
    pub fingerprint: Fingerprint,
}

impl Parent {
    /// A parent in that role.
    pub fn new(name: impl Into<String>, fingerprint: Fingerprint) -> Self {
        Self { name: name.into(), fingerprint }
    }
}

impl Fingerprint {
    /// The fingerprint of a file of this kind, made by this recipe from these parents in this order.
    pub fn of(kind: &str, recipe: &Value, parents: &[Parent]) -> Self {
        let mut hasher = blake3::Hasher::new();
        // Lengths go in front of each text, so that no two descriptions can give the same bytes.
        let mut text = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        text(kind);
        text(&canonical_text(recipe));
        for parent in parents {
            text(&parent.name);
            text(&parent.fingerprint.to_string());
        }
        Self::from_hash(&hasher.finalize())
    }

    /// The fingerprint of numbers that came without a recipe, by their bytes in little-endian order: two bytes for each
    /// number, or four if one of them needs more.
    pub fn of_numbers(numbers: &[u32]) -> Self {
        let width = if numbers.iter().all(|&number| number <= u32::from(u16::MAX)) { 2 } else { 4 };
        let mut hasher = blake3::Hasher::new();
        for some in numbers.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect();
            hasher.update(&bytes);
        }
        Self::from_hash(&hasher.finalize())
    }

    fn from_hash(hash: &blake3::Hash) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Self(bytes)
    }
}

/// A JSON value as its one canonical text: no spaces, the keys of every object sorted by their bytes.
///
/// Written out here because a map's order in `serde_json` depends on features that other crates may switch on.
pub fn canonical_text(value: &Value) -> String {
    let mut text = String::new();
    append(value, &mut text);
    text
}

fn append(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                append(item, text);
            }
            text.push(']');
        }
        Value::Object(entries) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by(|a, b| a.0.cmp(b.0));
            text.push('{');
            for (i, (key, item)) in sorted.into_iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                append(&Value::String(key.clone()), text);
                text.push(':');
                append(item, text);
            }
            text.push('}');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digit = |letter: u8| match letter {
            b'0'..=b'9' => Some(letter - b'0'),
            b'a'..=b'f' => Some(letter - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 16];
        let letters = text.as_bytes();
        let parsed = letters.len() == 32
            && letters.chunks_exact(2).zip(&mut bytes).all(|(pair, byte)| match (digit(pair[0]), digit(pair[1])) {
                (Some(high), Some(low)) => {
                    *byte = high << 4 | low;
                    true
                }
                _ => false,
            });
        if parsed { Ok(Self(bytes)) } else { Err(format!("'{text}' is not a fingerprint of 32 hexadecimal digits")) }
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Bytes covered by one checksum; the last chunk of a section may be shorter.
pub const CHUNK_BYTES: usize = 1 << 20;

/// The xxh3-64 checksum (seed 0) of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The number of chunks in a section of the given number of bytes.
pub(crate) fn chunk_count(bytes: u64) -> u64 {
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
