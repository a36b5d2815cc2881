//! Parts of studies: they make what the whole makes, and names that a study does not have are refused.

use std::path::Path;
use study::error::StudyError;
use study::file::order::StageOrder;
use study::file::selection::Selection;
use study::file::study::{QUICKSTART, Study};
use study::study_run::StudyRun;
use tables::file::sibling::write_text_atomically;

use super::{all_known, begun_folder, known};

fn only(settings: &[&str], trainings: &[&str]) -> Selection {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Selection { settings: names(settings), trainings: names(trainings) }
}

/// Every file that a part makes has the name and the recipe of the whole study's, and so has every stage.
fn check_part(part: &Study, whole: &Study) {
    let (order, all) = (part.order(), whole.order());
    for (name, _) in order.stages.iter() {
        assert!(all.stages.iter().any(|(other, _)| other == name), "{}: {name}", whole.name);
    }
    for file in order.made_buckets().map(|number| &order.bucket_files[number]) {
        let same = all.bucket_files.iter().find(|it| it.name == file.name).unwrap();
        assert_eq!(part.recipe(file, 6).unwrap(), whole.recipe(same, 6).unwrap());
        let choice = |order: &StageOrder, number: Option<usize>| number.map(|it| order.clusters[it].file_name());
        assert_eq!(choice(order, file.clusters), choice(all, same.clusters), "{}: {}", whole.name, file.name);
    }
    let names = |order: &StageOrder, files: &[usize]| -> Vec<String> {
        files.iter().map(|&file| order.bucket_files[file].name.clone()).collect()
    };
    for variant in &order.variants {
        let same = all.variants.iter().find(|it| it.name == variant.name).unwrap();
        assert_eq!(order.settings[variant.setting], all.settings[same.setting]);
        let files = |it: [Option<usize>; 3]| it.into_iter().flatten().collect::<Vec<usize>>();
        assert_eq!(names(order, &files(variant.bucket_files)), names(all, &files(same.bucket_files)));
    }
    for (number, player) in order.players.iter().enumerate() {
        let (same, other) = all.players.iter().enumerate().find(|(_, it)| it.file == player.file).unwrap();
        assert_eq!(order.variants[player.variant].name, all.variants[other.variant].name);
        assert_eq!((player.plan, player.training), (other.plan, other.training));
        assert_eq!(names(order, &order.opponents_files_of(number)), names(all, &all.opponents_files_of(same)));
    }
}

#[test]
fn each_setting_of_each_study_is_made_as_in_the_whole() {
    for whole in all_known() {
        for setting in &whole.order().settings {
            let part = whole.clone().with_only(only(&[setting], &[])).unwrap();
            assert_eq!(part.order().settings, [setting.as_str()]);
            check_part(&part, &whole);
        }
        for training in whole.training.iter().filter_map(|it| it.name.as_deref()) {
            let part = whole.clone().with_only(only(&[], &[training])).unwrap();
            assert_eq!(part.trainings().filter_map(|it| it.name.as_deref()).collect::<Vec<_>>(), [training]);
            assert_eq!(part.order().players.len() * whole.training.len(), whole.order().players.len());
            check_part(&part, &whole);
        }
    }
}

#[test]
fn trainings_of_a_part_go_on_from_the_nearest_shorter_one_that_is_made() {
    let goes_on_from = |settings: &[&str], trainings: &[&str]| {
        let part = known("ochs-budgets-9000").with_only(only(settings, trainings)).unwrap();
        part.order().goes_on_from.clone()
    };
    let names: Vec<String> = known("ochs-budgets-9000").training.iter().filter_map(|it| it.name.clone()).collect();
    assert_eq!(names, ["boards-6000", "boards-15000", "boards-30000", "equal-updates", "boards-60000"]);
    // Of C12 alone the last two are as long as each other: still none is trained twice.
    assert_eq!(goes_on_from(&["C12"], &[]), [None, Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!(goes_on_from(&[], &["boards-60000", "boards-6000"]), [None, None, None, None, Some(0)]);
    assert_eq!(goes_on_from(&[], &["boards-30000"]), [None; 5]);
}

#[test]
fn a_part_stands_in_the_text_of_its_study() {
    let part = Study::quickstart().unwrap().with_only(only(&["C8", "C12"], &[])).unwrap();
    let read_again = Study::parse(&part.text, Path::new("study.toml")).unwrap();
    assert_eq!(read_again.order(), part.order());
    assert_eq!(read_again.only, only(&["C8", "C12"], &[]));
    // Another seed leaves the part as it is.
    assert_eq!(part.clone().with_seed(5).unwrap().order().settings, ["C8", "C12"]);
    // All of it is the study itself.
    assert_eq!(Study::quickstart().unwrap().with_only(only(&[], &[])).unwrap().text, QUICKSTART);
    let line = part.with_only(only(&["C8"], &[])).unwrap_err().to_string();
    assert!(line.contains("an [only] table; leave it out, or the names beside it"), "{line}");
}

#[test]
fn names_that_a_study_does_not_have_are_refused() {
    for (study, selection, said) in [
        ("quickstart", only(&["C6", "C7"], &[]), "only.settings: expected some of C6, C8, C10, C12, found 'C7'"),
        ("quickstart", only(&["C6", "C6"], &[]), "only.settings: expected each name once"),
        ("paper", only(&[], &["long"]), "expected none, as none has a name in this study, found 'long'"),
        ("quickstart", only(&[], &["long"]), "only.trainings: expected some of half, found 'long'"),
        ("better-buckets", only(&[], &["long"]), "only.trainings: expected some of "),
    ] {
        let line = known(study).with_only(selection).unwrap_err().to_string();
        assert!(line.contains(said), "{line}");
    }
}

#[test]
fn a_study_goes_on_with_longer_trainings() {
    let (_root, folder) = begun_folder();
    let study = |iterations: u64| {
        let text = known("least-exploitable").text.clone();
        let line = text.lines().find(|line| line.starts_with("iterations = ")).unwrap();
        Study::parse(&text.replace(line, &format!("iterations = {iterations}")), "a.toml".as_ref()).unwrap()
    };
    write_text_atomically(&folder.study(), &study(100).text).unwrap();
    StudyRun::begin(&study(200), &folder).unwrap();
    // Less is another study, and so is more of another one.
    assert!(StudyRun::begin(&study(99), &folder).is_err());
    let other = study(200).text.replace("buckets = 9000", "buckets = 8000");
    assert!(StudyRun::begin(&Study::parse(&other, "a.toml".as_ref()).unwrap(), &folder).is_err());
}

#[test]
fn a_folder_holds_one_part_of_a_study() {
    let (_root, folder) = begun_folder();
    let part = |settings: &[&str]| known("ochs-counts-9000").with_only(only(settings, &[])).unwrap();
    write_text_atomically(&folder.study(), &part(&["C6"]).text).unwrap();
    StudyRun::begin(&part(&["C6"]), &folder).unwrap();
    for other in [part(&["C6", "C8"]), part(&["C8"]), known("ochs-counts-9000")] {
        match StudyRun::begin(&other, &folder) {
            Err(StudyError::Folder { problem, .. }) => {
                assert!(problem.contains("another part of this one"), "{problem}")
            }
            found => panic!("expected a refusal, found {:?}", found.map(drop)),
        }
    }
}
