//! Choices of the companions as flags, by the names that they have in the library.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use companions::named::Named;

/// Reads one of a choice's names.
pub fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES.iter().map(|(_, name)| *name)).try_map(|name| T::of_name(&name).ok_or("unknown"))
}
