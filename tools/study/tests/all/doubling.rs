//! The rule of doubling: which lead survives twice the training, and which studies can say so.

use matches::league::League;
use report::page::Page;
use study::file::study::{QUICKSTART, Study};
use study::report::answer::{Verdict, answer_section};
use study::report::doubling::Doubling;
use study::report::standings::Standings;
use study::results::league::LeagueFile;

use super::{begun_folder, study};

/// What C6 wins from each of three others, and half the 95 % interval.
fn league(training: Option<&str>, won: f64, half_width: f64) -> Standings {
    let player = |row: usize, column: usize| match (row, column) {
        (0, 1..) => won,
        (1.., 0) => -won,
        _ => 0.0,
    };
    let rows = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..4).map(|row| (0..4).map(|column| of(row, column)).collect()).collect()
    };
    let league: League = serde_json::from_value(serde_json::json!({
        "players": ["C6", "C8", "C10", "C12"],
        "mbb_per_game": rows(&player),
        "ci95": rows(&|_, _| half_width),
        "mean": [won, -won / 3.0, -won / 3.0, -won / 3.0],
        "mean_ci95": vec![half_width; 4],
        "method": "boards",
        "observations": 500,
    }))
    .unwrap();
    Standings::of_players(training, &league)
}

fn after(study: &Study, half: (f64, f64), whole: (f64, f64)) -> Option<Doubling> {
    Doubling::of(study, &[league(None, whole.0, whole.1), league(Some("half"), half.0, half.1)])
}

#[test]
fn a_lead_is_said_to_shrink_stay_or_grow_only_beyond_chance() {
    let quickstart = Study::quickstart().unwrap();
    for (half, whole, words) in [
        ((14.0, 1.7), (0.6, 0.3), "shrinks its lead"),
        ((3.7, 0.7), (2.0, 0.5), "shrinks its lead"),
        ((2.0, 0.7), (3.7, 0.5), "takes it further"),
        ((2.3, 0.7), (2.0, 0.5), "by no more than chance"),
        ((2.0, 0.7), (2.3, 0.5), "by no more than chance"),
        ((-5.0, 0.7), (2.0, 0.5), "takes it further"),
        ((14.0, 1.7), (0.1, 0.3), "nothing is left of the lead of C6"),
        ((0.9, 0.7), (0.4, 0.5), "nobody is ahead"),
        ((-5.0, 0.3), (0.1, 0.3), "nobody is ahead"),
    ] {
        let doubling = after(&quickstart, half, whole).unwrap();
        assert_eq!((doubling.leader.as_str(), doubling.lengths, doubling.unit), ("C6", [3500, 7000], "boards"));
        assert_eq!(doubling.mbb_per_game, [half.0, whole.0]);
        let verdict = doubling.verdict();
        assert!(verdict.claim.contains(words), "{half:?} {whole:?}: {}", verdict.claim);
        assert!(verdict.claim.contains("twice the training"), "{}", verdict.claim);
        assert!(verdict.meaning.contains("after 3,500 and after 7,000 boards"), "{}", verdict.meaning);
    }
    let shown = after(&quickstart, (3.7, 0.7), (2.0, 0.5)).unwrap().verdict().number;
    assert_eq!(shown.replace('\u{a0}', " "), "+3.7 ± 0.7 → +2.0 ± 0.5");
    // An old league without intervals of its means claims nothing.
    let mut unsure = after(&quickstart, (3.7, 0.7), (2.0, 0.5)).unwrap();
    unsure.half_widths[0] = None;
    assert!(unsure.verdict().claim.contains("is not known"));
}

#[test]
fn only_a_training_that_goes_on_from_half_its_length_or_less_is_a_doubling() {
    let both = |study: &Study| after(study, (3.7, 0.7), (2.0, 0.5));
    for (from, to) in [
        // Too close, another rule, and by the clock.
        ("iterations = 3500", "iterations = 3501"),
        ("algorithm = \"dcfr\"\niterations = 3500", "algorithm = \"linear\"\niterations = 3500"),
        ("iterations = 3500", "time = \"1s\""),
    ] {
        assert!(QUICKSTART.contains(from), "{from}");
        assert_eq!(both(&study(&QUICKSTART.replace(from, to))), None, "{to}");
    }
    // Without the league of one of them, nothing is said.
    let quickstart = Study::quickstart().unwrap();
    assert_eq!(Doubling::of(&quickstart, &[league(None, 2.0, 0.5)]), None);
    // One on the way that is too close is passed over.
    let between = format!(
        "{QUICKSTART}\n[[training]]\nname = \"between\"\nsampler = \"public\"\n\
        algorithm = \"dcfr\"\niterations = 5000\n"
    );
    assert_eq!(both(&study(&between)).unwrap().lengths, [3500, 7000]);
    let tenth = both(&study(&QUICKSTART.replace("iterations = 3500", "iterations = 700"))).unwrap();
    assert!(tenth.verdict().claim.contains("but the longer training shrinks its lead"), "{tenth:?}");
    // The longest pair speaks.
    let longer = format!(
        "{QUICKSTART}\n[[training]]\nname = \"twice\"\nsampler = \"public\"\nalgorithm = \"dcfr\"\n\
        iterations = 14000\n"
    );
    let leagues = [("half", 3.7), ("", 2.0), ("twice", 0.5)]
        .map(|(name, won)| league(Some(name).filter(|it| !it.is_empty()), won, 0.1));
    assert_eq!(Doubling::of(&study(&longer), &leagues).unwrap().lengths, [7000, 14000]);
}

#[test]
fn the_report_begins_with_it() {
    let (_root, folder) = begun_folder();
    let standings = [league(None, 2.0, 0.5), league(Some("half"), 3.7, 0.7)];
    let doubling = Doubling::of(&Study::quickstart().unwrap(), &standings);
    let played = serde_json::from_str(
        r#"{"players": ["C6", "C8"], "mbb_per_game": [[0.0, 2.0], [-2.0, 0.0]], "ci95": [[0.0, 0.5], [0.5, 0.0]],
        "mean": [2.0, -2.0], "method": "boards", "observations": 500}"#,
    );
    let file = LeagueFile { league: Some(played.unwrap()), against_built_in: Vec::new(), settings: None };
    let level = Verdict { claim: "How far it is.".to_owned(), number: String::new(), meaning: String::new() };
    let page = answer_section(Page::new("A run"), &folder, &[(None, file)], doubling.as_ref(), Some(&level));
    let page = page.unwrap().to_html();
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no '{words}'"));
    assert!(at("twice the training shrinks its lead") < at("C6 beats") && at("C6 beats") < at("How far it is."));
}
