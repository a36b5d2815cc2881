//! Numbers as documents carry them: rounded, since a page shows few digits and hands are many.

use evaluator::card::Card;
use serde_json::Value;

/// A number with at most `decimals` decimals; `None` becomes null.
pub fn rounded(value: Option<f64>, decimals: i32) -> Value {
    let scale = 10f64.powi(decimals);
    value.map_or(Value::Null, |value| {
        let rounded = (value * scale).round() / scale;
        // No minus zero, and no point where there is nothing after it.
        if rounded.fract() == 0.0 && rounded.abs() < 1e15 { Value::from(rounded as i64) } else { Value::from(rounded) }
    })
}

/// Shares and reaches.
pub fn share(value: f64) -> Value {
    rounded(Some(value), 6)
}

/// Cards one after the other.
pub fn written(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
