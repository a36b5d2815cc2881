//! What a policy is worth: against a best response, against another policy, and after rounding.

pub mod exploitability;
pub mod rounding_price;
pub mod value;
