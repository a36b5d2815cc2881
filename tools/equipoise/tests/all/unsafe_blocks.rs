//! Every `unsafe` of the workspace stands in a file that ARCHITECTURE.md names, which says how many there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the workspace without sources of ours.
const WITHOUT_SOURCES: [&str; 4] = ["target", "runs", ".git", "docs"];

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !WITHOUT_SOURCES.contains(&name.as_str()) {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// How often a text is unsafe in earnest: blocks, functions and implementations, none of them in a comment.
fn unsafe_places(text: &str) -> usize {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let keyword = ["unsafe", " "].concat();
    let in_line = |line: &str| {
        ["{", "fn", "impl", "extern", "trait"].map(|next| line.matches(&format!("{keyword}{next}")).count())
    };
    code.flat_map(in_line).sum()
}

#[test]
fn the_table_of_unsafe_blocks_is_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    sources_below(&root, &mut files);
    assert!(files.len() > 100, "only {} source files found", files.len());
    let place = |path: &PathBuf| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
    let found: BTreeMap<String, usize> = files
        .iter()
        .map(|path| (place(path), unsafe_places(&fs::read_to_string(path).unwrap())))
        .filter(|(_, count)| *count > 0)
        .collect();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("## `unsafe`").expect("a section on unsafe");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        Some((cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned(), cells.get(2)?.parse().ok()?))
    };
    let listed: BTreeMap<String, usize> = table.lines().filter_map(row).collect();
    assert_eq!(found, listed, "found, and listed in ARCHITECTURE.md");
}
