//! No line is longer than 120 columns, but for rows of tables in documents.

use std::fs;
use std::path::{Path, PathBuf};

const COLUMNS: usize = 120;

/// Folders without texts of ours, and inputs of fuzzing, which are as they were found.
const WITHOUT_TEXTS: [&str; 6] = ["target", "runs", ".git", "corpus", "artifacts", "shipped"];

/// How the names of texts end.
const KINDS: [&str; 7] = [DOCUMENT, "rs", "js", "css", "py", "toml", "yml"];
const DOCUMENT: &str = "md";

fn texts_below(folder: &Path, found: &mut Vec<(PathBuf, &'static str)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !WITHOUT_TEXTS.contains(&name.as_str()) {
            texts_below(&path, found);
        } else if let Some(kind) = KINDS.into_iter().find(|kind| path.extension().is_some_and(|it| it == *kind)) {
            found.push((path, kind));
        }
    }
}

/// The numbers of the lines that are too long, from 1.
fn long_lines(text: &str, kind: &str) -> Vec<usize> {
    let is_row = |line: &str| kind == DOCUMENT && line.starts_with('|');
    let is_long = |line: &str| line.chars().count() > COLUMNS && !is_row(line);
    text.lines().enumerate().filter(|(_, line)| is_long(line)).map(|(number, _)| number + 1).collect()
}

#[test]
fn lines_end_before_the_hundred_and_twenty_first_column() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    texts_below(&root, &mut texts);
    assert!(texts.len() > 300, "only {} texts found", texts.len());
    let mut long = Vec::new();
    for (path, kind) in texts {
        let place = path.strip_prefix(&root).unwrap().display().to_string();
        let lines = long_lines(&fs::read_to_string(&path).unwrap(), kind);
        long.extend(lines.into_iter().map(|line| format!("{place}:{line}")));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn columns_are_counted_and_not_bytes() {
    let wide = "–".repeat(COLUMNS);
    assert!(long_lines(&wide, DOCUMENT).is_empty());
    assert_eq!(long_lines(&format!("short\n{wide}–"), DOCUMENT), [2]);
    assert_eq!(long_lines(&format!("let code = 1;\n    // {wide}\n{wide}\n{wide}–"), "rs"), [2, 4]);
    let row = format!("| {wide} |");
    assert!(long_lines(&row, DOCUMENT).is_empty());
    assert_eq!(long_lines(&row, "rs"), [1]);
}
