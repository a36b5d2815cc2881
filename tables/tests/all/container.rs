//! The container of all files: what is written is read, and everything foreign or contradictory is refused.

use crate::small_files::{self, place};
use proptest::prelude::*;
use serde_json::json;
use std::fs;
use std::path::Path;
use tables::error::{Failure, TableError};
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::{CHUNK_BYTES, Fingerprint, Parent, canonical_text, checksum};
use tables::file::header::{FORMAT_VERSION, FileDescription, FileKind, Header, Section, prefix};
use tables::file::writer::ArrayWriter;
use tempfile::TempDir;

fn description(sections: Vec<Section>) -> FileDescription {
    FileDescription { kind: FileKind::Features, recipe: json!({"n": 1}), parents: vec![], meta: json!({}), sections }
}

fn names_in(folder: &TempDir) -> Vec<String> {
    fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A file with a header of our choice and a right checksum over it, followed by zeros.
fn forge(path: &Path, header: &str, length: usize) {
    let mut bytes = prefix(FORMAT_VERSION, header.len() as u32).to_vec();
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
    bytes.resize(length.max(bytes.len()), 0);
    fs::write(path, bytes).unwrap();
}

#[test]
fn every_element_type_comes_back_as_it_was_written() {
    let (_folder, path) = place("file");
    let section = Section::new;
    let description = description(vec![
        section("a", ElementType::U8, &[3]),
        section("b", ElementType::U16, &[1, 2]),
        section("empty", ElementType::F64, &[0, 7]),
        section("c", ElementType::U32, &[2]),
        section("d", ElementType::U64, &[1]),
        section("e", ElementType::F32, &[2]),
        section("f", ElementType::F64, &[]),
        section("g", ElementType::Bytes, &[4]),
    ]);
    let mut writer = ArrayWriter::create(&path, &description).unwrap();
    writer.write_section("a", &[1u8, 2, 255]).unwrap();
    writer.write_section("b", &[1u16, 65535]).unwrap();
    writer.write_section::<f64>("empty", &[]).unwrap();
    writer.write_section("c", &[1u32, u32::MAX]).unwrap();
    writer.write_section("d", &[u64::MAX]).unwrap();
    writer.write_section("e", &[0.5f32, f32::NEG_INFINITY]).unwrap();
    writer.write_section("f", &[0.1f64]).unwrap();
    writer.write_section("g", b"text").unwrap();
    assert_eq!(writer.finish().unwrap(), description.fingerprint());

    let file = ArrayFile::open(&path).unwrap();
    file.verify().unwrap();
    assert_eq!(file.section::<u8>("a").unwrap(), [1, 2, 255]);
    assert_eq!(file.section_of_shape::<u16>("b", &[1, 2]).unwrap(), [1, 65535]);
    assert_eq!(file.section::<f64>("empty").unwrap(), [0.0; 0]);
    assert_eq!(file.section::<u32>("c").unwrap(), [1, u32::MAX]);
    assert_eq!(file.section::<u64>("d").unwrap(), [u64::MAX]);
    assert_eq!(file.section::<f32>("e").unwrap(), [0.5, f32::NEG_INFINITY]);
    assert_eq!(file.section::<f64>("f").unwrap(), [0.1]);
    assert_eq!(file.section::<u8>("g").unwrap(), b"text");
    assert!(matches!(file.section::<u16>("a"), Err(TableError::Shape { .. })));
    assert!(matches!(file.section::<u16>("z"), Err(TableError::Shape { .. })));
    assert!(matches!(file.section_of_shape::<u16>("b", &[2, 1]), Err(TableError::Shape { .. })));
    for section in &file.header().sections {
        assert_eq!(section.offset % 4096, 0);
    }
}

#[test]
fn a_file_without_sections_is_whole() {
    let (_folder, path) = place("file");
    ArrayWriter::create(&path, &description(vec![])).unwrap().finish().unwrap();
    ArrayFile::open(&path).unwrap().verify().unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), 4096 + 8);
}

#[test]
fn a_header_longer_than_a_page_moves_the_sections_back() {
    let (_folder, path) = place("file");
    for words in [500, 800, 1_300, 5_000, 300_000] {
        let mut description = description(vec![Section::new("x", ElementType::U16, &[1])]);
        description.recipe = json!({"text": "words ".repeat(words)});
        let mut writer = ArrayWriter::create(&path, &description).unwrap();
        writer.write_section("x", &[7u16]).unwrap();
        writer.finish().unwrap();
        let file = ArrayFile::open(&path).unwrap();
        file.verify().unwrap();
        assert_eq!(file.section::<u16>("x").unwrap(), [7]);
        assert_eq!(file.header().recipe, description.recipe);
    }
}

#[test]
fn the_start_of_a_file_tells_people_what_it_is() {
    let (_folder, path) = place("file");
    small_files::buckets(&path).unwrap();
    let start = String::from_utf8_lossy(&fs::read(&path).unwrap()[..1000]).into_owned();
    for words in ["\"kind\":\"buckets\"", "\"feature\":\"ochs\"", "\"round\":\"river\"", "\"opponent_clusters\""] {
        assert!(start.contains(words), "{words} is missing in {start}");
    }
}

#[test]
fn equal_contents_give_equal_bytes_however_they_are_cut_into_pieces() {
    let (folder, path) = place("file");
    let numbers: Vec<u32> = (0..700_000u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
    let description = description(vec![Section::new("x", ElementType::U32, &[numbers.len() as u64])]);
    let mut files = Vec::new();
    for piece in [numbers.len(), 1, 999, CHUNK_BYTES / 4, CHUNK_BYTES / 4 + 1, 3 * CHUNK_BYTES / 8] {
        let path = folder.path().join(format!("pieces-of-{piece}"));
        let mut writer = ArrayWriter::create(&path, &description).unwrap();
        for part in numbers.chunks(piece) {
            writer.write_section("x", part).unwrap();
        }
        writer.finish().unwrap();
        // Checksums of whole chunks are those that were taken of the pieces.
        ArrayFile::open(&path).unwrap().verify().unwrap();
        files.push(fs::read(&path).unwrap());
    }
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
    assert!(!path.exists());
}

#[test]
fn a_writer_dropped_half_way_leaves_nothing_and_keeps_what_was_there() {
    let (folder, path) = place("file");
    small_files::strategy(&path).unwrap();
    let before = fs::read(&path).unwrap();
    let mut writer = ArrayWriter::create(&path, &description(vec![Section::new("x", ElementType::U16, &[2])])).unwrap();
    writer.write_section("x", &[1u16]).unwrap();
    assert_eq!(names_in(&folder).len(), 2);
    drop(writer);
    assert_eq!(names_in(&folder), ["file"]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_writer_refuses_what_was_not_announced() {
    let (folder, path) = place("file");
    let section = Section::new;
    let two = description(vec![section("x", ElementType::U16, &[2]), section("y", ElementType::F32, &[1])]);
    let unfinished = |result: Result<(), TableError>| matches!(result, Err(TableError::Unfinished { .. }));
    let mut writer = ArrayWriter::create(&path, &two).unwrap();
    assert!(unfinished(writer.write_section("y", &[1.0f32])), "too early");
    assert!(unfinished(writer.write_section("z", &[1u16])), "unknown");
    assert!(unfinished(writer.write_section("x", &[1u8])), "another type");
    assert!(unfinished(writer.write_section("x", &[1u16, 2, 3])), "too long");
    writer.write_section("x", &[1u16, 2]).unwrap();
    assert!(unfinished(writer.write_section("x", &[3u16])), "full already");
    assert!(unfinished(writer.finish().map(|_| ())), "the second section is missing");
    let huge = description(vec![section("x", ElementType::U64, &[u64::MAX])]);
    let twice = description(vec![section("x", ElementType::U8, &[1]), section("x", ElementType::U8, &[1])]);
    let unnamed = description(vec![section("No Name", ElementType::U8, &[1])]);
    let nearly = description(vec![section("x", ElementType::U8, &[u64::MAX / 2])]);
    for wrong in [huge, twice, unnamed, nearly] {
        assert!(unfinished(ArrayWriter::create(&path, &wrong).map(|_| ())));
    }
    assert!(names_in(&folder).is_empty());
}

#[test]
fn files_under_way_of_killed_processes_are_cleared_away_and_those_of_living_ones_kept() {
    let (folder, path) = place("file");
    fs::write(folder.path().join(".file.equipoise-4000000.tmp"), "left by a killed process").unwrap();
    fs::write(folder.path().join(format!(".file.equipoise-{}.tmp", std::process::id())), "same number, earlier life")
        .unwrap();
    let foreign = [".file.4000000.tmp", ".file.equipoise-other.tmp", ".other.equipoise-4000000.tmp"];
    for name in foreign {
        fs::write(folder.path().join(name), "of another program, or of another file").unwrap();
    }
    let one = description(vec![Section::new("x", ElementType::U8, &[1])]);
    let mut writer = ArrayWriter::create(&path, &one).unwrap();
    assert!(matches!(ArrayWriter::create(&path, &one), Err(TableError::Busy { .. })));
    writer.write_section("x", &[1u8]).unwrap();
    writer.finish().unwrap();
    ArrayFile::open(&path).unwrap().verify().unwrap();
    let mut names = names_in(&folder);
    names.sort();
    assert_eq!(names, [&foreign[..], &["file"]].concat());
}

#[test]
fn foreign_older_newer_and_wrong_kinds_are_distinguished() {
    let (folder, path) = place("file");
    let message = |error: TableError| {
        assert!(error.is_input_error());
        let text = error.to_string();
        assert!(!text.contains('\n') && text.contains("file"), "{text}");
        text
    };
    fs::write(&path, "just a text that is long enough").unwrap();
    assert!(message(ArrayFile::open(&path).unwrap_err()).contains("not an Equipoise file"));
    fs::write(&path, "").unwrap();
    assert!(message(ArrayFile::open(&path).unwrap_err()).contains("only 0 bytes"));
    assert!(message(ArrayFile::open(folder.path()).unwrap_err()).contains("it is a folder, not an ordinary file"));
    assert!(message(ArrayFile::open(&folder.path().join("absent.file")).unwrap_err()).contains("check the path"));
    small_files::buckets(&path).unwrap();
    let wrong = message(ArrayFile::open_kind(&path, FileKind::Strategy).unwrap_err());
    assert!(wrong.contains("kind 'buckets' where 'strategy' is needed"), "{wrong}");
    let mut bytes = fs::read(&path).unwrap();
    for (version, advice) in [(0u8, "make the file again"), (3, "use a newer program")] {
        bytes[8] = version;
        fs::write(&path, &bytes).unwrap();
        let text = message(ArrayFile::open(&path).unwrap_err());
        assert!(text.contains(advice) && text.contains(&format!("version {version}")), "{text}");
    }
}

#[test]
fn parents_are_held_to_number_order_name_and_fingerprint() {
    let (_folder, path) = place("file");
    small_files::buckets(&path).unwrap();
    let file = ArrayFile::open(&path).unwrap();
    let right = small_files::parent();
    file.require_parents(std::slice::from_ref(&right)).unwrap();
    let other = Parent::new("opponent_clusters", Fingerprint::of("opponent-clusters", &json!({"clusters": 9}), &[]));
    let renamed = Parent::new("river", right.fingerprint);
    for wrong in [vec![], vec![other.clone()], vec![renamed], vec![right.clone(), other.clone()]] {
        assert!(matches!(file.require_parents(&wrong), Err(TableError::WrongPartner { .. })), "{wrong:?}");
    }
    let text = file.require_parents(std::slice::from_ref(&other)).unwrap_err().to_string();
    assert!(text.contains(&right.fingerprint.to_string()) && text.contains(&other.fingerprint.to_string()), "{text}");
}

#[test]
fn headers_that_contradict_themselves_are_refused_even_with_a_right_checksum() {
    let (_folder, path) = place("file");
    let good = description(vec![Section::new("x", ElementType::U16, &[3])]);
    let (_, text) = Header::lay_out(&path, &good).unwrap();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        text.replace(from, to)
    };
    forge(&path, &text, 8192 + 16);
    ArrayFile::open(&path).unwrap();
    let wrong = [
        with("\"offset\":4096", "\"offset\":0"),
        with("\"offset\":4096", "\"offset\":4098"),
        with("\"offset\":4096", "\"offset\":18446744073709551615"),
        with("\"bytes\":6", "\"bytes\":7"),
        with("\"bytes\":6", "\"bytes\":18446744073709551614"),
        with("\"shape\":[3]", "\"shape\":[4]"),
        with("\"shape\":[3]", "\"shape\":[9223372036854775808,2,3]"),
        with("\"bytes\":6", "\"bytes\":18446744073709551614").replace("[3]", "[9223372036854775807]"),
        with("\"name\":\"x\"", "\"name\":\"../x\""),
        with("\"name\":\"x\"", "\"name\":\"\""),
        with("\"n\":1", "\"n\":2"),
        with("features", "treasures"),
        with("\"u16\"", "\"u12\""),
        with("\"meta\":{},", ""),
        with("\"meta\":{}", "\"meta\":{},\"more\":1"),
        "[".repeat(100_000),
        String::new(),
    ];
    for header in wrong {
        forge(&path, &header, 8192 + 16);
        let error = ArrayFile::open(&path).unwrap_err();
        assert!(matches!(error, TableError::Header { .. }), "{error}");
        assert!(error.to_string().len() < 1000);
    }
    forge(&path, &with("\"bytes\":6", "\"bytes\":2000000000000").replace("[3]", "[1000000000000]"), 8192 + 16);
    assert!(matches!(ArrayFile::open(&path), Err(TableError::Length { .. })));
}

#[test]
fn a_header_length_beyond_the_limit_or_the_file_allocates_nothing() {
    let (_folder, path) = place("file");
    for length in [17, 4000, 16 << 20, (16 << 20) + 1, u32::MAX] {
        let mut bytes = prefix(FORMAT_VERSION, length).to_vec();
        bytes.extend_from_slice(b"{}");
        fs::write(&path, bytes).unwrap();
        let error = ArrayFile::open(&path).unwrap_err();
        assert!(matches!(error, TableError::Header { .. } | TableError::Length { .. }), "{error}");
    }
}

#[test]
fn a_recipe_prints_the_same_text_after_it_was_read() {
    let recipe = json!({
        "z": [1.0, 0.1, 1e-7, 0.30000000000000004, 123456789.12345679, -0.0, 5e-324],
        "a": {"c": null, "b": "ü\"\n"}
    });
    let text = canonical_text(&recipe);
    assert!(text.starts_with("{\"a\":{\"b\":"));
    assert_eq!(canonical_text(&serde_json::from_str(&text).unwrap()), text);
}

#[test]
fn a_fingerprint_depends_on_kind_recipe_and_parents_and_is_the_same_for_ever() {
    let recipe = json!({"count": 500, "feature": "hsd"});
    let parent = Parent::new("river", Fingerprint::of("buckets", &recipe, &[]));
    let other = Parent::new("turn", parent.fingerprint);
    let all = [
        Fingerprint::of("buckets", &recipe, &[]),
        Fingerprint::of("strategy", &recipe, &[]),
        Fingerprint::of("buckets", &json!({"count": 501, "feature": "hsd"}), &[]),
        Fingerprint::of("buckets", &recipe, std::slice::from_ref(&parent)),
        Fingerprint::of("buckets", &recipe, std::slice::from_ref(&other)),
        Fingerprint::of("buckets", &recipe, &[parent.clone(), other.clone()]),
        Fingerprint::of("buckets", &recipe, &[other, parent]),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|earlier| earlier != one));
        assert_eq!(one.to_string().parse::<Fingerprint>().unwrap(), *one);
        assert_eq!(one.to_string().len(), 32);
    }
    assert!("0123".parse::<Fingerprint>().is_err());
    assert!("é123456789012345678901234567890".parse::<Fingerprint>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn garbage_never_panics(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        ours in any::<bool>(),
        header in ".{0,200}",
    ) {
        let (_folder, path) = place("file");
        if ours {
            forge(&path, &header, bytes.len());
        } else {
            fs::write(&path, &bytes).unwrap();
        }
        prop_assert!(ArrayFile::open(&path).is_err());
        let _ = Header::parse(&path, &bytes);
    }

    #[test]
    fn headers_with_altered_letters_never_panic(at in 0usize..600, letter in any::<u8>()) {
        let (_folder, path) = place("file");
        let good = description(vec![Section::new("x", ElementType::U16, &[3])]);
        let (_, text) = Header::lay_out(&path, &good).unwrap();
        let mut bytes = text.into_bytes();
        let at = at % bytes.len();
        bytes[at] = letter;
        if let Ok(header) = Header::parse(&path, &bytes) {
            prop_assert!(header.file_bytes(bytes.len()) < 1 << 40);
        }
    }
}
