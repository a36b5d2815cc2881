//! Parts of studies: the same bytes as in the whole, names that do not exist, and which part may follow which.

use std::path::Path;
use study::error::StudyError;
use study::file::selection::Selection;
use study::file::shipped::QUICKSTART;
use study::file::study::Study;
use study::study_run::StudyRun;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

fn shipped(name: &str) -> Study {
    Study::named(Path::new(name)).unwrap()
}

fn only(settings: &[&str], trainings: &[&str]) -> Selection {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Selection { settings: names(settings), trainings: names(trainings) }
}

fn names(study: &Study) -> Vec<&str> {
    study.order().players.iter().map(|player| player.file.as_str()).collect()
}

#[test]
fn a_part_makes_what_the_whole_study_makes_of_it() {
    let whole = shipped("ochs-counts-9000");
    let part = whole.clone().with_only(only(&["C12-emd", "C6"], &["boards-6000", "boards-60000"])).unwrap();
    assert_eq!(part.order().settings, ["C6", "C12-emd"]);
    assert_eq!(names(&part).len(), 2 * 3 * 2);
    assert!(names(&part).iter().all(|name| names(&whole).contains(name)));
    for (name, _) in part.order().stages.iter() {
        assert!(whole.order().stages.iter().any(|(other, _)| other == name), "{name}");
    }
    // The same recipes, and therefore the same seeds and opponents.
    for file in &part.order().bucket_files {
        let same = whole.order().bucket_files.iter().find(|it| it.name == file.name).unwrap();
        assert_eq!(part.recipe(file, 6).unwrap(), whole.recipe(same, 6).unwrap());
        let choice = |study: &Study, number: Option<usize>| number.map(|it| study.order().clusters[it].choice.clone());
        assert_eq!(choice(&part, file.clusters), choice(&whole, same.clusters));
    }
    // The longer training still goes on from the shorter one.
    assert_eq!(part.order().goes_on_from, [None, Some(0)]);
}

#[test]
fn a_part_stands_in_the_text_of_its_study() {
    let part = Study::quickstart().unwrap().with_only(only(&["C8", "C12"], &[])).unwrap();
    let read_again = Study::parse(&part.text, Path::new("study.toml")).unwrap();
    assert_eq!(read_again.order(), part.order());
    assert_eq!(read_again.only, Some(only(&["C8", "C12"], &[])));
    // Another seed leaves the part as it is.
    assert_eq!(part.clone().with_seed(5).unwrap().order().settings, ["C8", "C12"]);
    // All of it is the study itself.
    assert_eq!(Study::quickstart().unwrap().with_only(only(&[], &[])).unwrap().text, QUICKSTART);
    let line = part.with_only(only(&["C8"], &[])).unwrap_err().to_string();
    assert!(line.contains("only: expected a whole study"), "{line}");
}

#[test]
fn what_belongs_to_other_settings_or_trainings_is_left_out() {
    // The row of equal updates has iterations of its own for C6.
    let budgets = shipped("ochs-budgets-9000");
    assert!(budgets.training.iter().any(|training| training.iterations_of.contains_key("C6")));
    let part = budgets.with_only(only(&["C12"], &[])).unwrap();
    assert!(part.training.iter().all(|training| training.iterations_of.is_empty()));
    // The published table compares four settings.
    let published = shipped("taniguchi-ito-9000");
    assert!(published.published.is_some());
    assert!(published.with_only(only(&["C6", "C12"], &[])).unwrap().published.is_none());
}

#[test]
fn names_that_a_study_does_not_have_are_refused() {
    for (selection, said) in [
        (only(&["C6", "C7"], &[]), "only.settings: expected some of C6, C8, C10, C12, found 'C7'"),
        (only(&[], &["long"]), "only.trainings: expected some of"),
    ] {
        let line = Study::quickstart().unwrap().with_only(selection).unwrap_err().to_string();
        assert!(line.contains(said), "{line}");
    }
}

#[test]
fn more_of_a_study_may_follow_a_part_of_it_and_less_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = RunFolder::new(folder.path());
    let whole = shipped("ochs-counts-9000");
    let small = whole.clone().with_only(only(&["C6"], &["boards-6000"])).unwrap();
    let larger = whole.clone().with_only(only(&["C8", "C6"], &["boards-6000"])).unwrap();
    let other = whole.clone().with_only(only(&["C6"], &["boards-15000"])).unwrap();
    let begin = |study: &Study| StudyRun::begin(study, &folder).map(drop);
    write_text_atomically(&folder.study(), &small.text).unwrap();
    for study in [&small, &larger, &whole] {
        begin(study).unwrap();
    }
    let refused = |study: &Study, what: &str| match begin(study) {
        Err(StudyError::Folder { problem, .. }) => assert!(problem.contains(what), "{problem}"),
        found => panic!("expected {what}, found {found:?}"),
    };
    refused(&other, "more of this study");
    refused(&larger.with_seed(2).unwrap(), "another study");
    write_text_atomically(&folder.study(), &whole.text).unwrap();
    refused(&small, "more of this study");
}
