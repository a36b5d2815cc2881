//! A strategy and its bucket files in one file: what goes in comes out, and nothing else is taken.

use crate::small_files::{alter, bundle, files_of_bundle, place};
use rayon::ThreadPoolBuilder;
use std::fs;
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::contents;
use tables::error::TableError;
use tables::file::array::ArrayFile;
use tables::file::header::{FileDescription, FileKind};
use tables::file::writer::ArrayWriter;
use tables::strategy::bundle::{Bundle, BundleContents, STREETS};
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

#[test]
fn every_file_comes_out_as_it_went_in() {
    let (folder, path) = place("one.bundle");
    let (strategy, tables) = files_of_bundle(folder.path()).unwrap();
    let [flop, turn, river] = &tables;
    BundleContents { strategy: &strategy, buckets: [flop, turn, river] }.write(&path, &Silent).unwrap();
    assert_eq!(contents::verify(&path, &Silent).unwrap(), FileKind::Bundle);
    let bundle = Bundle::open(&path).unwrap();
    assert_eq!(bundle.strategy().unwrap().file().bytes(), strategy.file().bytes());
    for (street, table) in STREETS.into_iter().zip(&tables) {
        assert_eq!(bundle.buckets(street).unwrap().file().bytes(), table.file().bytes());
    }
    assert_eq!(bundle.file().header().recipe, *strategy.recipe());
    assert_eq!(bundle.file().header().parents[1..], strategy.file().header().parents);
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let written = |threads: usize| {
        let path = folder.path().join(format!("{threads}.bundle"));
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bundle(&path)).unwrap();
        fs::read(path).unwrap()
    };
    assert!(written(1) == written(3));
}

#[test]
fn files_that_were_not_made_together_are_not_packed() {
    let (folder, path) = place("one.bundle");
    let (strategy, [flop, turn, river]) = files_of_bundle(folder.path()).unwrap();
    let contents = BundleContents { strategy: &strategy, buckets: [&flop, &river, &turn] };
    assert!(matches!(contents.write(&path, &Silent), Err(TableError::WrongPartner { .. })));
    assert!(!path.exists());
}

#[test]
fn damaged_files_are_not_packed() {
    let (folder, path) = place("one.bundle");
    files_of_bundle(folder.path()).unwrap();
    let turn = folder.path().join("turn");
    alter(&turn, "buckets", 3, &[1]);
    let open = |street: &str| BucketTable::open(&folder.path().join(street)).unwrap();
    let strategy = StrategyReader::open(&folder.path().join("strategy")).unwrap();
    let [flop, turn, river] = ["flop", "turn", "river"].map(open);
    let contents = BundleContents { strategy: &strategy, buckets: [&flop, &turn, &river] };
    assert!(matches!(contents.write(&path, &Silent), Err(TableError::Damaged { .. })));
    assert!(!path.exists());
}

#[test]
fn a_damaged_file_in_a_bundle_is_refused_before_it_is_used_and_the_others_are_not() {
    for street in STREETS {
        for name in [street.name().to_owned(), format!("{street}_frames")] {
            let (_folder, path) = place("one.bundle");
            bundle(&path).unwrap();
            let last = ArrayFile::open(&path).unwrap().header().section(&name).unwrap().bytes as usize - 1;
            alter(&path, &name, last, &[0x55]);
            let bundle = Bundle::open(&path).unwrap();
            assert!(matches!(bundle.buckets(street), Err(TableError::Damaged { .. })), "{name}");
            assert!(bundle.strategy().is_ok());
        }
    }
    let (_folder, path) = place("one.bundle");
    bundle(&path).unwrap();
    alter(&path, "strategy", 40, &[0x55, 0x56]);
    assert!(matches!(Bundle::open(&path).unwrap().strategy(), Err(TableError::Damaged { .. })));
}

/// The file with one of its sections replaced by that of another name, under checksums that are right.
fn with_section_of_another(path: &Path, section: &str, other: &str) {
    let file = ArrayFile::open(path).unwrap();
    let header = file.header().clone();
    let mut description = FileDescription {
        kind: header.kind,
        recipe: header.recipe.clone(),
        parents: header.parents.clone(),
        meta: header.meta.clone(),
        sections: header.sections.clone(),
    };
    let shape = header.section(other).unwrap().clone();
    let replaced = description.sections.iter_mut().find(|it| it.name == section).unwrap();
    (replaced.shape, replaced.bytes) = (shape.shape, shape.bytes);
    let mut writer = ArrayWriter::create(path, &description).unwrap();
    for it in &header.sections {
        let name = if it.name == section { other } else { &it.name };
        match it.name.ends_with("_frames") {
            true => writer.write_section(&it.name, file.section::<u64>(name).unwrap()).unwrap(),
            false => writer.write_section(&it.name, file.section::<u8>(name).unwrap()).unwrap(),
        }
    }
    writer.finish().unwrap();
}

#[test]
fn a_bundle_that_a_faulty_program_wrote_is_refused() {
    let (_folder, path) = place("one.bundle");
    bundle(&path).unwrap();
    with_section_of_another(&path, "turn", "river");
    with_section_of_another(&path, "turn_frames", "river_frames");
    // Every checksum is right, and still the turn's buckets are those of the river.
    ArrayFile::open(&path).unwrap().verify().unwrap();
    let bundle = Bundle::open(&path).unwrap();
    assert!(matches!(bundle.buckets(STREETS[1]), Err(TableError::Shape { .. } | TableError::Damaged { .. })));
    assert!(contents::verify(&path, &Silent).is_err());
}
