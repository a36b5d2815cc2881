//! What others put in our way: links, pipes, devices, files without an end, and text that is none.
#![cfg(unix)]

use crate::small_files::place;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use tables::error::{Failure, TableError};
use tables::file::fixed_name::{make_folder_inside, open_to_append, open_to_change};
use tables::file::header::{FileDescription, FileKind};
use tables::file::place::{ResultPlace, require_kind, require_results};
use tables::file::reading::{open_ordinary, read_bytes, read_text, read_text_if_there};
use tables::file::sibling::write_text_atomically;
use tables::file::writer::ArrayWriter;
use tables::run::folder::RunFolder;

fn pipe(folder: &Path) -> PathBuf {
    let path = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn what_is_read_is_an_ordinary_file_and_nothing_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let link = folder.path().join("link");
    symlink("/dev/zero", &link).unwrap();
    for (path, word) in [
        (pipe(folder.path()), "a pipe"),
        (folder.path().to_owned(), "a folder"),
        (socket, "a socket"),
        ("/dev/zero".into(), "a device"),
        (link, "a device"),
    ] {
        let errors = [open_ordinary(&path).map(drop).unwrap_err(), read_text(&path, 1 << 20).map(drop).unwrap_err()];
        for error in errors {
            assert!(matches!(error, TableError::NotOrdinary { .. }) && error.is_input_error(), "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
    }
}

#[test]
fn a_file_is_read_up_to_a_length_whatever_length_it_claims() {
    let (_folder, path) = place("file");
    fs::write(&path, "12345678").unwrap();
    assert_eq!(read_bytes(&path, 8).unwrap(), b"12345678");
    assert!(matches!(read_bytes(&path, 7), Err(TableError::TooLong { most: 7, found: 8, .. })));
    // A hole of a terabyte takes no disk, and must take no memory.
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(matches!(read_bytes(&path, 1 << 20), Err(TableError::TooLong { .. })));
    // Files of the kernel claim to be empty.
    #[cfg(target_os = "linux")]
    assert!(matches!(read_bytes(Path::new("/proc/self/limits"), 10), Err(TableError::TooLong { found: 11, .. })));
}

#[test]
fn a_byte_order_mark_is_skipped_and_what_is_no_text_is_refused_with_its_place() {
    let (folder, path) = place("file");
    fs::write(&path, "\u{feff}seed = 1\n").unwrap();
    assert_eq!(read_text(&path, 100).unwrap(), "seed = 1\n");
    fs::write(&path, b"ab\xffcd").unwrap();
    assert!(matches!(read_text(&path, 100), Err(TableError::NotText { offset: 2, .. })));
    assert_eq!(read_text_if_there(&folder.path().join("absent"), 100).unwrap(), None);
    // A link to nowhere is there.
    let link = folder.path().join("link");
    symlink("nowhere", &link).unwrap();
    assert!(read_text_if_there(&link, 100).unwrap_err().to_string().contains("nowhere"));
}

#[test]
fn nothing_is_opened_for_writing_through_a_link_or_a_second_name() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    let (link, second) = (folder.path().join("link"), folder.path().join("second"));
    let nowhere = folder.path().join("to nowhere");
    symlink(&victim, &link).unwrap();
    symlink(folder.path().join("created"), &nowhere).unwrap();
    fs::hard_link(&victim, &second).unwrap();
    let pipe = pipe(folder.path());
    for path in [&link, &second, &nowhere, &pipe] {
        for opened in [open_to_append(path), open_to_change(path)] {
            let error = opened.unwrap_err();
            assert!(matches!(error, TableError::Foreign { .. }) && error.is_input_error(), "{error}");
        }
    }
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert!(!folder.path().join("created").exists());
    // What is ours is opened, made and appended to.
    let own = folder.path().join("own");
    open_to_append(&own).unwrap().write_all(b"a").unwrap();
    open_to_append(&own).unwrap().write_all(b"b").unwrap();
    assert_eq!(fs::read_to_string(&own).unwrap(), "ab");
}

#[test]
fn a_lock_that_is_a_link_or_holds_something_else_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (victim, root) = (folder.path().join("victim"), folder.path().join("run"));
    fs::create_dir(&root).unwrap();
    let lock = root.join("lock");
    let run = RunFolder::new(&root);
    let refused = |what: &str| {
        let error = run.lock().map(drop).unwrap_err();
        assert!(matches!(error, TableError::Foreign { .. }), "{what}: {error}");
        fs::remove_file(&lock).unwrap();
    };
    fs::write(&victim, "precious").unwrap();
    symlink(&victim, &lock).unwrap();
    refused("a link");
    fs::hard_link(&victim, &lock).unwrap();
    refused("a second name");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    for contents in ["no number", "12 and more", &"9".repeat(1000)] {
        fs::write(&lock, contents).unwrap();
        let error = run.lock().map(drop).unwrap_err();
        assert!(error.to_string().contains("not a lock of this program"), "{error}");
        assert_eq!(fs::read_to_string(&lock).unwrap(), contents);
    }
}

#[test]
fn a_folder_of_a_run_that_leads_elsewhere_is_refused_and_nothing_is_put_there() {
    let folder = tempfile::tempdir().unwrap();
    let (elsewhere, root) = (folder.path().join("elsewhere"), folder.path().join("run"));
    fs::create_dir(&elsewhere).unwrap();
    fs::create_dir(&root).unwrap();
    symlink(&elsewhere, root.join("strategies")).unwrap();
    assert!(matches!(make_folder_inside(&root.join("strategies")), Err(TableError::Foreign { .. })));
    assert!(matches!(RunFolder::new(&root).lock(), Err(TableError::Foreign { .. })));
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    // The run's own folder may be a link: whoever names it means its target.
    symlink(&elsewhere, folder.path().join("linked run")).unwrap();
    RunFolder::new(folder.path().join("linked run")).lock().unwrap();
    assert!(elsewhere.join("buckets").is_dir());
}

#[test]
fn a_file_under_way_is_new_or_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    let under_way = folder.path().join(format!(".notes.equipoise-{}.tmp", std::process::id()));
    symlink(&victim, &under_way).unwrap();
    let path = folder.path().join("notes");
    assert!(write_text_atomically(&path, "text").is_err());
    assert_eq!((fs::read_to_string(&victim).unwrap().as_str(), path.exists()), ("precious", false));
    fs::remove_file(&under_way).unwrap();
    fs::hard_link(&victim, &under_way).unwrap();
    assert!(write_text_atomically(&path, "text").is_err());
    assert_eq!((fs::read_to_string(&victim).unwrap().as_str(), path.exists()), ("precious", false));
    fs::remove_file(&under_way).unwrap();
    write_text_atomically(&path, "text").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "text");
}

#[test]
fn a_result_may_have_the_name_of_what_is_built_in_but_not_of_a_file_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let kuhn = folder.path().join("kuhn");
    let result = [ResultPlace { path: &kuhn, begins: "{" }];
    require_results(&result, &[&kuhn]).unwrap();
    std::fs::write(&kuhn, "{}").unwrap();
    require_results(&result, &[]).unwrap();
    let error = require_results(&result, &[&kuhn]).unwrap_err().to_string();
    assert!(error.contains("a file that is read here"), "{error}");
}

#[test]
fn only_files_of_their_kind_and_damaged_ones_of_ours_are_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result");
    let is_refused = |kind: FileKind| require_kind(&path, kind).err().map(|error| error.to_string());
    assert_eq!(is_refused(FileKind::Buckets), None);
    for (contents, free) in [(&b""[..], true), (b"EQUIPOIS\x01\0\0\0", true), (b"mine", false), (b"EQUI", false)] {
        std::fs::write(&path, contents).unwrap();
        assert_eq!(is_refused(FileKind::Buckets).is_none(), free, "{contents:?}");
    }
    let description = FileDescription {
        kind: FileKind::Features,
        recipe: json!({}),
        parents: Vec::new(),
        meta: json!({}),
        sections: Vec::new(),
    };
    std::fs::remove_file(&path).unwrap();
    ArrayWriter::create(&path, &description).unwrap().finish().unwrap();
    assert_eq!(is_refused(FileKind::Features), None);
    let line = is_refused(FileKind::Buckets).unwrap();
    assert!(line.contains("is there already, and no bucket file"), "{line}");
    // Of a program that is newer than this one.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 9;
    std::fs::write(&path, bytes).unwrap();
    assert!(is_refused(FileKind::Features).unwrap().contains("newer program"));
}
