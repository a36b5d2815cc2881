//! No line of a document or a comment is longer than 120 columns, but for rows of tables.

use std::fs;
use std::path::{Path, PathBuf};

const COLUMNS: usize = 120;

/// Folders without texts of ours, and inputs of fuzzing, which are as they were found.
const WITHOUT_TEXTS: [&str; 6] = ["target", "runs", ".git", "corpus", "artifacts", "shipped"];

/// Comments begin with these where a file's name ends like that; in documents everything counts.
const KINDS: [(&str, &[&str]); 7] = [
    ("md", &[""]),
    ("rs", &["//"]),
    ("js", &["//"]),
    ("css", &["/*"]),
    ("py", &["#", "\"\"\""]),
    ("toml", &["#"]),
    ("yml", &["#"]),
];

fn texts_below(folder: &Path, found: &mut Vec<(PathBuf, &'static [&'static str])>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !WITHOUT_TEXTS.contains(&name.as_str()) {
            texts_below(&path, found);
        } else if let Some((_, marks)) =
            KINDS.iter().find(|(ending, _)| path.extension().is_some_and(|it| it == *ending))
        {
            found.push((path, marks));
        }
    }
}

/// The numbers of the lines that are too long, from 1.
fn long_lines(text: &str, marks: &[&str]) -> Vec<usize> {
    let counts = |line: &str| marks.iter().any(|mark| line.trim_start().starts_with(mark));
    let is_long = |line: &str| line.chars().count() > COLUMNS && counts(line) && !line.starts_with('|');
    text.lines().enumerate().filter(|(_, line)| is_long(line)).map(|(number, _)| number + 1).collect()
}

#[test]
fn lines_end_before_the_hundred_and_twenty_first_column() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    texts_below(&root, &mut texts);
    assert!(texts.len() > 300, "only {} texts found", texts.len());
    let mut long = Vec::new();
    for (path, marks) in texts {
        let place = path.strip_prefix(&root).unwrap().display().to_string();
        let lines = long_lines(&fs::read_to_string(&path).unwrap(), marks);
        long.extend(lines.into_iter().map(|line| format!("{place}:{line}")));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn columns_are_counted_and_not_bytes() {
    let wide = "–".repeat(COLUMNS);
    assert!(long_lines(&wide, &[""]).is_empty());
    assert_eq!(long_lines(&format!("short\n{wide}–"), &[""]), [2]);
    assert_eq!(long_lines(&format!("let code = 1;\n    // {wide}\n{wide}–"), &["//"]), [2]);
    assert!(long_lines(&format!("| {wide} |"), &[""]).is_empty());
}
