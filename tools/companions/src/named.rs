//! Choices that are typed, shown and serialised by their names.

/// A choice among a few, each with the name that it has on the command line and in JSON.
pub trait Named: Copy + PartialEq + 'static {
    const NAMES: &'static [(Self, &'static str)];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    fn names() -> Vec<&'static str> {
        Self::NAMES.iter().map(|(_, name)| *name).collect()
    }

    fn of_name(text: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, name)| *name == text).map(|(it, _)| *it)
    }
}

/// Names the values of an enumeration: `named!(Cap { Total => "total", PerPlayer => "per-player" });`.
macro_rules! named {
    ($kind:ty { $($value:ident => $name:literal),+ $(,)? }) => {
        impl $crate::named::Named for $kind {
            const NAMES: &'static [(Self, &'static str)] = &[$((Self::$value, $name)),+];
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::named::Named::name(*self))
            }
        }

        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}

pub(crate) use named;
