//! The types a section's elements can have, and the Rust types they are read and written as.

use serde::{Deserialize, Serialize};

/// The type of a section's elements, all little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// Whole numbers of 1 byte.
    U8,
    /// Whole numbers of 2 bytes.
    U16,
    /// Whole numbers of 4 bytes.
    U32,
    /// Whole numbers of 8 bytes.
    U64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// Bytes with a structure of their own.
    Bytes,
}

impl ElementType {
    /// Bytes of one element.
    pub const fn size(self) -> u64 {
        match self {
            Self::U8 | Self::Bytes => 1,
            Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
            Self::U64 | Self::F64 => 8,
        }
    }

    /// The name in the header, such as `u16`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Bytes => "bytes",
        }
    }
}

/// A Rust type whose bytes in memory, on a little-endian machine, are the bytes in the file.
pub trait Element: bytemuck::Pod + Send + Sync {
    /// Whether a section of that element type is read and written as this Rust type.
    fn matches(element: ElementType) -> bool;

    /// The type's name in error messages.
    const NAME: &'static str;
}

macro_rules! element {
    ($type:ty, $name:literal, $pattern:pat) => {
        impl Element for $type {
            fn matches(element: ElementType) -> bool {
                matches!(element, $pattern)
            }

            const NAME: &'static str = $name;
        }
    };
}

element!(u8, "u8 or bytes", ElementType::U8 | ElementType::Bytes);
element!(u16, "u16", ElementType::U16);
element!(u32, "u32", ElementType::U32);
element!(u64, "u64", ElementType::U64);
element!(f32, "f32", ElementType::F32);
element!(f64, "f64", ElementType::F64);
