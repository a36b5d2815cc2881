//! What players are called where several are shown.

/// Names that distinguish players: files of one name in several folders are called as they were typed. Only who was
/// typed twice has one name twice.
pub fn told_apart<'n>(names: &[&'n str], typed: &[&'n str]) -> Vec<&'n str> {
    let is_twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    names.iter().zip(typed).map(|(&name, &typed)| if is_twice(name) { typed } else { name }).collect()
}
