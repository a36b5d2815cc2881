//! Choices that are typed and written by their names.

/// A choice among a few, each with the name that it has on the command line and in JSON.
pub trait Named: Copy + PartialEq + 'static {
    /// All of them.
    const NAMES: &'static [(Self, &'static str)];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    /// All names, separated by commas.
    fn names() -> String {
        Self::NAMES.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
    }

    fn of_name(text: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, name)| *name == text).map(|(it, _)| *it)
    }
}
