//! What players are called where several are shown.

/// Names that distinguish players: files of the same name in different folders are shown as they were typed. Only a
/// player that was typed twice has the same name twice.
pub fn distinct_names<'n>(names: &[&'n str], typed: &[&'n str]) -> Vec<&'n str> {
    let is_twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    names.iter().zip(typed).map(|(&name, &typed)| if is_twice(name) { typed } else { name }).collect()
}
