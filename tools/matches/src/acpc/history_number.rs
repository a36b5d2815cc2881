//! A hand's number in its history: text or any kind of number, and no reason to refuse a hand.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The number, if it is one that a hand record can have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct HistoryNumber(pub Option<u32>);

struct AnyValue;

impl<'de> Deserialize<'de> for HistoryNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = HistoryNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_i64<E>(self, number: i64) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(number.try_into().ok()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(number.try_into().ok()))
    }

    fn visit_i128<E>(self, _: i128) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(None))
    }

    fn visit_u128<E>(self, _: u128) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(None))
    }

    fn visit_f64<E>(self, _: f64) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(None))
    }

    fn visit_bool<E>(self, _: bool) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(None))
    }

    fn visit_str<E>(self, text: &str) -> Result<HistoryNumber, E> {
        Ok(HistoryNumber(text.trim().parse().ok()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<HistoryNumber, A::Error> {
        while values.next_element::<IgnoredAny>()?.is_some() {}
        Ok(HistoryNumber(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<HistoryNumber, A::Error> {
        while values.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(HistoryNumber(None))
    }
}
