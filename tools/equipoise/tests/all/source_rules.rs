//! Rules for sources that no compiler enforces: every `unsafe` stands in a file that ARCHITECTURE.md names with their
//! number, and libraries neither exit nor read the environment.

use crate::links::documents_below;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the workspace without sources of ours.
const WITHOUT_SOURCES: [&str; 4] = ["target", "runs", ".git", "docs"];

/// Packages that are programs, or that a host program loads: only these may use what [`OF_PROGRAMS`] lists.
const PROGRAMS: [&str; 4] = ["tools/equipoise/", "tools/ranks/", "tools/python/", "benches/pages/"];

/// What libraries leave to their callers.
const OF_PROGRAMS: [&str; 6] =
    ["env::var", "env::args", "env::set_var", "env::temp_dir", "env::current_dir", "process::exit"];

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

/// All sources of the workspace: their places in it, and their texts.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    sources_below(&root, &mut files);
    let place = |path: &Path| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (place(path), fs::read_to_string(path).unwrap())).collect()
}

/// The lines of a text without their comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// How often a text is unsafe in earnest: blocks, functions and implementations, none of them in a comment.
fn unsafe_places(text: &str) -> usize {
    let keyword = ["unsafe", " "].concat();
    let in_line = |line: &str| {
        ["{", "fn", "impl", "extern", "trait"].map(|next| line.matches(&format!("{keyword}{next}")).count())
    };
    code(text).flat_map(in_line).sum()
}

#[test]
fn the_table_of_unsafe_blocks_is_right() {
    let files = sources();
    assert!(files.len() > 100, "only {} source files found", files.len());
    let counted = files.into_iter().map(|(place, text)| (place, unsafe_places(&text)));
    let found: BTreeMap<String, usize> = counted.filter(|(_, count)| *count > 0).collect();
    let text = include_str!("../../../../ARCHITECTURE.md");
    let (_, table) = text.split_once("## `unsafe`").expect("a section on unsafe");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        Some((cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned(), cells.get(2)?.parse().ok()?))
    };
    let listed: BTreeMap<String, usize> = table.lines().filter_map(row).collect();
    assert_eq!(found, listed, "found, and listed in ARCHITECTURE.md");
}

/// What a source uses that is for programs alone.
fn of_programs(text: &str) -> Vec<&'static str> {
    OF_PROGRAMS.into_iter().filter(|words| code(text).any(|line| line.contains(words))).collect()
}

#[test]
fn libraries_neither_exit_nor_read_the_environment() {
    let mut libraries = sources();
    libraries
        .retain(|(place, _)| place.contains("/src/") && !PROGRAMS.iter().any(|program| place.starts_with(program)));
    assert!(libraries.len() > 200, "only {} source files of libraries found", libraries.len());
    for (place, text) in libraries {
        assert_eq!(of_programs(&text), [""; 0], "{place}");
    }
    assert_eq!(of_programs("let a = std::env::var(NAME); // process::exit"), ["env::var"]);
}

/// Words that open, make, read or write a file.
const OPENING: [&str; 8] = [
    "File::open(",
    "File::create",
    "OpenOptions",
    "fs::read(",
    "fs::read_to_string(",
    "fs::write(",
    "fs::copy(",
    "fs::hard_link(",
];

/// Where they stand: the one opener, the one writer, files of the kernel, and files that a check makes for itself.
const MAY_OPEN: [&str; 10] = [
    "tables/src/file/fixed_name.rs",
    // Second names on systems without symbolic links.
    "tables/src/file/link.rs",
    "tables/src/file/reading.rs",
    // The folder whose new names are brought to the disk.
    "tables/src/file/sibling.rs",
    "tables/src/memory.rs",
    "tables/src/together/time.rs",
    "tools/equipoise/src/lost_pages.rs",
    "tools/equipoise/src/selftest/files.rs",
    "tools/study/src/machine/clock.rs",
    "tools/study/src/machine/usage.rs",
];

/// Whether words stand in a line that are not the end of a longer name, as in `ArrayFile::open(`.
fn stands_alone(words: &str, line: &str) -> bool {
    line.match_indices(words).any(|(place, _)| !line[..place].ends_with(|before: char| before.is_alphanumeric()))
}

#[test]
fn files_are_opened_in_one_place() {
    let opens = |(place, text): (String, String)| {
        let is_product = place.contains("/src/") && !place.starts_with("benches/") && !place.starts_with("fuzz/");
        let opens = code(&text).any(|line| OPENING.iter().any(|words| stands_alone(words, line)));
        (is_product && opens).then_some(place)
    };
    let mut found: Vec<String> = sources().into_iter().filter_map(opens).collect();
    found.sort();
    assert_eq!(found, MAY_OPEN, "use tables::file::reading or tables::file::fixed_name");
}

/// The places of sources that a document names, such as `solver/src/walk/up.rs`.
fn named_sources(text: &str) -> impl Iterator<Item = &str> {
    let between_quotes = text.split('`').skip(1).step_by(2);
    let begins = |name: &&str| {
        ["evaluator/", "tables/", "abstraction/", "solver/", "tools/", "benches/"].iter().any(|it| name.starts_with(it))
    };
    between_quotes.filter(begins).filter(|name| name.ends_with(".rs") && !name.contains([' ', '*', '\n']))
}

#[test]
fn sources_that_documents_name_are_there() {
    assert_eq!(
        named_sources("`solver/src/lib.rs` and `cargo test` in `tools/`").collect::<Vec<_>>(),
        ["solver/src/lib.rs"]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut documents = Vec::new();
    documents_below(root, &mut documents);
    // The lab book says what was there when something was tried.
    documents.retain(|path| !path.starts_with(root.join("benches/lab")));
    let mut read = 0;
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for name in named_sources(&text) {
            assert!(root.join(name).exists(), "{}: {name}", document.display());
            read += 1;
        }
    }
    assert!(read > 10, "{read} names of sources in all documents");
}
