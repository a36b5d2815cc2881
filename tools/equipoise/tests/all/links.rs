//! Every relative link in a document leads to a file, and to a heading where it names one; every page is in the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Folders without documents of ours.
const WITHOUT_DOCUMENTS: [&str; 5] = ["target", "runs", ".git", "corpus", "artifacts"];

/// Folders of the book whose pages must all be in its summary.
const CHAPTERS: [&str; 7] = ["start", "ideas", "guides", "reference", "companions", "ja", "."];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !WITHOUT_DOCUMENTS.contains(&name.as_str()) {
            documents_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md" || ending == "ipynb") {
            found.push(path);
        }
    }
}

/// The lines of a document outside its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// The targets of all links, also of those that go on in the next line; what stands between backquotes is code.
fn links(text: &str) -> Vec<String> {
    let joined = prose(text).collect::<Vec<_>>().join("\n");
    let words: String = joined.split('`').step_by(2).collect::<Vec<_>>().join("``");
    let targets = words.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|target| target.split_whitespace().next().unwrap_or_default().to_owned()).collect()
}

/// The anchors of a document's headings, as forges and mdbook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
        let anchor: String = kept.map(|it| if it == ' ' { '-' } else { it }).collect();
        let times = seen.entry(anchor.clone()).or_default();
        found.insert(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
        *times += 1;
    }
    found
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with the links of a document.
fn broken(path: &Path, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for link in links(text) {
        if link.is_empty() || link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
        let target = if file.is_empty() { path.to_owned() } else { plain(&path.parent().unwrap().join(file)) };
        if !target.exists() {
            wrong.push(format!("{link}: there is no such file"));
        } else if let Some(anchor) = anchor
            && !anchors(&fs::read_to_string(&target).unwrap()).contains(anchor)
        {
            wrong.push(format!("{link}: there is no such heading"));
        }
    }
    wrong
}

#[test]
fn every_link_in_a_document_leads_somewhere() {
    let root = root().canonicalize().unwrap();
    let mut documents = Vec::new();
    documents_below(&root, &mut documents);
    assert!(documents.len() > 30, "only {} documents found", documents.len());
    let mut wrong = Vec::new();
    for path in documents {
        let place = path.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        wrong.extend(broken(&path, &text).into_iter().map(|problem| format!("{place}: {problem}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_book() {
    let docs = root().join("docs").canonicalize().unwrap();
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let listed: BTreeSet<PathBuf> = links(&summary).iter().map(|link| plain(&docs.join(link))).collect();
    let mut missing = Vec::new();
    for chapter in CHAPTERS {
        for entry in fs::read_dir(docs.join(chapter)).unwrap() {
            let path = plain(&entry.unwrap().path());
            let is_page = path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("SUMMARY.md");
            if is_page && !listed.contains(&path) {
                missing.push(path.display().to_string());
            }
        }
    }
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {}", missing.join(", "));
}

#[test]
fn links_and_anchors_are_found_where_they_are() {
    let text = "# A `code`, B & C\n\n## Two\n## Two\n[a\nb](c.md#d) `[no](no.md)` ![p](q.svg)\n```\n# [x](y)\n```\n";
    assert_eq!(links(text), ["c.md#d", "q.svg"]);
    assert_eq!(anchors(text).into_iter().collect::<Vec<_>>(), ["a-code-b--c", "two", "two-1"]);
    assert_eq!(anchors("## 用語\n").into_iter().collect::<Vec<_>>(), ["用語"]);
    assert_eq!(plain(Path::new("/a/b/../c/./d.md")), Path::new("/a/c/d.md"));
}
