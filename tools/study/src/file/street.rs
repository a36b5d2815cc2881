//! Where the buckets of a street come from: a recipe by which the study makes them, or a bucket file of one's own.

use abstraction::recipe::BucketRequest;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// The word that names a file of one's own.
const FILE: &str = "file";

/// The buckets of a street.
#[derive(Clone, PartialEq, Debug)]
pub enum StreetBuckets {
    Made(BucketRequest),
    /// As it was given: relative to the study file.
    File(PathBuf),
}

impl StreetBuckets {
    /// How the study makes them, if it does.
    pub fn request(&self) -> Option<&BucketRequest> {
        match self {
            Self::Made(request) => Some(request),
            Self::File(_) => None,
        }
    }

    pub fn uses_clusters(&self) -> bool {
        self.request().is_some_and(BucketRequest::uses_clusters)
    }

    /// Whether another seed would give other buckets.
    pub fn is_drawn(&self) -> bool {
        self.request().is_some_and(BucketRequest::is_drawn)
    }

    /// Whether the study makes buckets here that remember the flop; of a file that is known once it is opened.
    pub(super) fn remembers_flop(&self) -> bool {
        self.request().is_some_and(|request| request.public_clusters.is_some())
    }
}

/// Reads the name of a file, or a list of names.
pub(super) fn one_or_several_files<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "strategies are a strategy file or a list of strategy files")]
    enum Files {
        One(PathBuf),
        Several(Vec<PathBuf>),
    }
    match Files::deserialize(deserializer)? {
        Files::One(file) => Ok(vec![file]),
        Files::Several(files) if files.is_empty() => Err(D::Error::custom("no strategy file in this list")),
        Files::Several(files) => Ok(files),
    }
}

impl Serialize for StreetBuckets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Made(request) => request.serialize(serializer),
            Self::File(path) => {
                let mut table = serializer.serialize_map(Some(1))?;
                table.serialize_entry(FILE, path)?;
                table.end()
            }
        }
    }
}

/// Not an untagged enum: errors keep their lines and name the wrong key.
impl<'de> Deserialize<'de> for StreetBuckets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Street;

        impl<'de> Visitor<'de> for Street {
            type Value = StreetBuckets;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table with a feature and a number of buckets, or with a bucket file")
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
                let mut street = StreetTable { table, file: None, has_others: false };
                let request = BucketRequest::deserialize(MapAccessDeserializer::new(&mut street));
                match street {
                    StreetTable { file: None, .. } => request.map(StreetBuckets::Made),
                    StreetTable { file: Some(file), has_others: false, .. } => Ok(StreetBuckets::File(file)),
                    StreetTable { .. } => {
                        Err(A::Error::custom("a bucket file beside other words; its buckets are made, leave them out"))
                    }
                }
            }
        }

        deserializer.deserialize_map(Street)
    }
}

/// A table without its file, which is kept here.
struct StreetTable<A> {
    table: A,
    file: Option<PathBuf>,
    has_others: bool,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for StreetTable<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.table.next_key_seed(WordSeed(seed))? {
            Some(Word::File(seed)) => {
                self.file = Some(self.table.next_value()?);
                self.next_key_seed(seed)
            }
            Some(Word::Other(key)) => {
                self.has_others = true;
                Ok(Some(key))
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.table.next_value_seed(seed)
    }
}

/// Reads a key within the table's own reader, which knows its line.
struct WordSeed<K>(K);

enum Word<K, V> {
    /// The file's, which the seed was not needed for.
    File(K),
    Other(V),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for WordSeed<K> {
    type Value = Word<K, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for WordSeed<K> {
    type Value = Word<K, K::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word of a street")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        if word == FILE {
            return Ok(Word::File(self.0));
        }
        self.0.deserialize(word.into_deserializer()).map(Word::Other)
    }
}
