//! What identifies a file: a hash over its kind, recipe and parents' fingerprints, so that matching files are
//! recognised.
//!
//! Checksums of sections: xxh3-64 of every 1 MiB chunk, computed while a section streams by or from a whole slice.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
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
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(canonical_text).collect::<Vec<_>>().join(",")),
        Value::Object(entries) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by_key(|&(key, _)| key);
            let text = |(key, item): (&String, &Value)| format!("{}:{}", json!(key), canonical_text(item));
            format!("{{{}}}", sorted.into_iter().map(text).collect::<Vec<_>>().join(","))
        }
        plain => plain.to_string(),
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
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
        let is_lowercase = text.len() == 32 && text.bytes().all(|letter| b"0123456789abcdef".contains(&letter));
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_lowercase);
        let wrong = || format!("'{text}' is not a fingerprint of 32 hexadecimal digits");
        number.map(|number| Self(number.to_be_bytes())).ok_or_else(wrong)
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
#[derive(Default)]
pub(crate) struct ChunkChecksums {
    hasher: Box<Xxh3>,
    in_chunk: usize,
    finished: Vec<u64>,
}

impl ChunkChecksums {
    /// Takes the next bytes of the current section.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
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
    pub(crate) fn end_section(&mut self) {
        if self.in_chunk > 0 {
            self.end_chunk();
        }
    }

    /// The checksums of all chunks so far, in the order of the file.
    pub(crate) fn finished(&self) -> &[u64] {
        &self.finished
    }

    fn end_chunk(&mut self) {
        self.finished.push(self.hasher.digest());
        self.hasher.reset();
        self.in_chunk = 0;
    }
}
