//! Sections of the report from values made by hand: what is claimed, what is drawn, and what is left out.

use matches::league::League;
use matches::settings::league::{SettingPlayer, SettingsLeague, compare_settings};
use report::page::Page;
use study::file::order::Work;
use study::file::study::{QUICKSTART, Study};
use study::report::answer::{Verdict, answer, answer_section, verdict};
use study::report::exploitability::{exploitability_section, exploitability_verdict};
use study::report::league::curve_figure;
use study::report::published::published_section;
use study::report::settings::settings_section;
use study::report::standings::{Observed, Pair, Standings, mean_curve};
use study::results::exploitability::{
    ExploitabilityDifference, ExploitabilityFile, KnownLevel, PlayerExploitability, SettingExploitability,
};
use study::results::league::{BuiltInMatch, LeagueFile};
use study::study_run::StudyRun;
use tables::file::fingerprint::Fingerprint;
use tables::run::record::{StageCost, StageEnd, StageRecord, StageStatus};

use super::{begun_folder, check_contains, known, run_folder, streets, study};

/// A league as files had it before they recorded what is significant: the first of three wins from both others, the
/// interval of the first pair excludes zero, that of the second by far.
fn old_league() -> League {
    let text = r#"{
        "players": ["C12", "C8", "C1"],
        "mbb_per_game": [[0.0, 2.0, 9.0], [-2.0, 0.0, 0.5], [-9.0, -0.5, 0.0]],
        "ci95": [[0.0, 1.9, 1.0], [1.9, 0.0, 1.0], [1.0, 1.0, 0.0]],
        "mean": [5.5, -0.75, -4.75],
        "method": "boards",
        "observations": 500
    }"#;
    serde_json::from_str(text).unwrap()
}

/// Three settings in as many clusterings as there are numbers in `luck`, which the first setting's winnings differ by.
fn settings(luck: &[f64]) -> SettingsLeague {
    let names = ["C1", "C24", "C8"].map(str::to_owned);
    let mut players = Vec::new();
    for setting in 0..3 {
        for clustering in 0..luck.len() {
            players.push(SettingPlayer { setting, clustering, training: 0 });
        }
    }
    let worth =
        |it: &SettingPlayer| [-6.0, 1.0, 5.0][it.setting] + if it.setting == 0 { luck[it.clustering] } else { 0.0 };
    let mbb: Vec<Vec<f64>> =
        players.iter().map(|row| players.iter().map(|column| worth(row) - worth(column)).collect()).collect();
    // Two boards that agree.
    compare_settings(&names, &players, &mbb, [mbb.clone(), mbb.clone()]).unwrap()
}

fn file(league: Option<League>, settings: Option<SettingsLeague>) -> LeagueFile {
    LeagueFile { league, against_built_in: Vec::new(), settings }
}

/// With spaces that may break, as they are typed here.
fn plain(words: &str) -> String {
    words.replace('\u{a0}', " ")
}

#[test]
fn the_answer_counts_the_pairs_and_says_what_the_intervals_are_over() {
    let standings = Standings::of(None, &file(Some(old_league()), None)).unwrap();
    let words = plain(&answer(&standings));
    let parts = [
        // 2.0 ± 1.9 alone would be significant; of three pairs it is not.
        "Of the 3 pairs 1 differ significantly",
        "The largest difference head to head is 9.0 ± 1.0 mbb/g, C12 over C1.",
        "the 500 boards on which these very strategies met",
    ];
    check_contains(&words, &parts);
    let unsure = League { ci95: vec![vec![20.0; 3]; 3], ..old_league() };
    // A damaged file is no reason to panic, or to claim anything.
    let ragged = League { ci95: vec![vec![0.0]], ..old_league() };
    for league in [unsure, ragged] {
        let standings = Standings::of_players(Some("short"), &league);
        assert!(answer(&standings).contains("None of the 3 pairs differs significantly"));
        assert!(!verdict(&standings).claim.contains("beats"));
    }
}

fn won(pair: Pair) -> String {
    format!("{:.1} ± {:.1}", pair.value, pair.half_width.unwrap())
}

#[test]
fn clusterings_are_the_observation_where_settings_were_made_several_times() {
    let several = Standings::of(None, &file(Some(old_league()), Some(settings(&[0.0, 0.1, -0.1, 0.0])))).unwrap();
    assert_eq!(several.observed, Observed::Clusterings { count: 4, trainings: 1, boards: 2 });
    assert_eq!(verdict(&several).claim, "C8 beats C24 and C1.");
    assert_eq!([1, 0].map(|other| won(several.pair(2, other))), ["4.0 ± 0.1", "11.0 ± 0.1"]);
    let words = plain(&answer(&several));
    assert!(words.contains("The intervals are over 4 clusterings of every setting"), "{words}");
    assert!(words.contains("over the 2 boards all of them met on"), "{words}");
    let single = plain(&answer(&Standings::of_settings(None, &settings(&[0.0]))));
    assert!(single.contains("Every setting has a single clustering") && !single.contains('±'), "{single}");
}

/// What one training of each setting cannot decide.
const SCOPE: &str = " Decided for these three strategies, not for the number of clusters.";

#[test]
fn the_verdict_is_one_sentence_with_the_leaders_number_and_claims_what_is_decided() {
    let of = |league: &League| {
        let it = verdict(&Standings::of_players(None, league));
        [it.claim, it.number, it.meaning].map(|words| plain(&words))
    };
    let league = old_league();
    let [claim, number, meaning] = of(&league);
    assert_eq!(claim, format!("C12 beats C1; against C8 nothing is decided.{SCOPE}"));
    assert_eq!((number.as_str(), meaning.as_str()), ("+5.5", "mbb/g is what C12 wins on average from the 2 others"));
    let with_intervals = |half_width: f64| League { ci95: vec![vec![half_width; 3]; 3], ..league.clone() };
    let sure = with_intervals(0.1);
    let [mut beaten, mut others] = [sure.clone(), sure.clone()];
    (beaten.mbb_per_game[0][1], beaten.mbb_per_game[1][0]) = (-6.0, 6.0);
    // Two of the others differ, the leader from neither.
    for (row, column) in [(0, 1), (1, 0), (0, 2), (2, 0)] {
        others.ci95[row][column] = 50.0;
    }
    let nothing = "Nothing is decided: no two of the 3 strategies differ by more than chance explains.";
    for (league, claim, scope) in [
        (with_intervals(20.0), nothing, ""),
        (sure, "C12 beats C8 and C1.", SCOPE),
        (beaten, "C12 has the highest mean, but it loses to C8.", SCOPE),
        (others, "C12 is ahead, but whether it is the best is not decided.", SCOPE),
    ] {
        assert_eq!(of(&league)[0], format!("{claim}{scope}"));
    }
    let single = verdict(&Standings::of_settings(Some("long"), &settings(&[0.0])));
    let claim = "After “long”: C8 is ahead, but with a single clustering of each setting nothing is decided.";
    assert_eq!(single.claim, claim);
}

#[test]
fn with_one_rival_the_words_name_it() {
    let text = r#"{ "players": ["emd", "l2"], "mbb_per_game": [[0.0, 2.0], [-2.0, 0.0]], "method": "boards",
        "ci95": [[0.0, 3.0], [3.0, 0.0]], "mean": [2.0, -2.0], "mean_ci95": [3.0, 3.0], "observations": 100 }"#;
    let league: League = serde_json::from_str(text).unwrap();
    let standings = Standings::of_players(None, &league);
    let it = verdict(&standings);
    assert_eq!([it.number, it.meaning].map(|it| plain(&it)), ["+2.0 ± 3.0", "mbb/g is what emd wins from l2"]);
    assert_eq!(it.claim, "emd is ahead of l2, but not by more than chance explains.");
    assert!(answer(&standings).starts_with("There is one pair only."));
    let (_root, folder) = begun_folder();
    let html = curve_figure(Page::new("A run"), &folder, &[standings]).unwrap().to_html();
    assert!(html.contains("from the other;") && !html.contains("others") && !html.contains("trainings"), "{html}");
    // Two settings in no order: points, and no line from one to the other.
    assert!(html.contains("<circle") && !html.contains("stroke-width=\"1.8\""), "{html}");
}

#[test]
fn the_answer_says_how_many_clusterings_or_boards_would_decide_it() {
    // The luck of one setting counts for all: how much clusterings differ is pooled.
    let unsure = Standings::of_settings(None, &settings(&[0.0, 14.0, -14.0, 5.0]));
    let words = plain(&answer(&unsure));
    assert!(words.contains("If C8 and C24 differ by the 4.0"), "{words}");
    let count = words.split_once("mbb/g found, about ").expect("a number").1.split(' ').next().unwrap();
    assert!((5..100).contains(&count.parse::<u32>().unwrap()), "{count}");
    assert!(words.contains("clusterings of every setting would decide it instead of 4"), "{words}");
    // What is decided needs no more.
    let sure = plain(&answer(&Standings::of_settings(None, &settings(&[0.0, 0.1, -0.1, 0.0]))));
    assert!(!sure.contains("would decide it"), "{sure}");
    // 2.0 ± 1.9 of 500 boards is nearly enough: of three pairs it is not.
    let boards = plain(&answer(&Standings::of_players(None, &old_league())));
    let about = "If C12 and C8 differ by the 2.0 mbb/g found, about 1,000 boards would decide which of these two";
    assert!(boards.contains(about), "{boards}");
    assert!(boards.contains("a run with two or more of each tells (clusterings under [repeats] of the study)"));
}

#[test]
fn a_published_table_stands_beside_ours_with_the_intervals_of_both() {
    let study = known("taniguchi-ito");
    let names: Vec<String> = ["C6", "C8", "C10", "C12"].map(str::to_owned).to_vec();
    // 100 mbb/g apart: no table agrees with that.
    let mbb: Vec<Vec<f64>> =
        (0..4).map(|row| (0..4).map(|column| 100.0 * (f64::from(column) - f64::from(row))).collect()).collect();
    let league = League {
        players: names,
        ci95: vec![vec![5.0; 4]; 4],
        mbb_per_game: mbb,
        mean: vec![200.0, 66.7, -66.7, -200.0],
        ..old_league()
    };
    let standings = Standings::of_players(None, &league);
    let page = published_section(Page::new("A run"), study.published.as_ref(), &[standings]);
    let html = plain(&page.to_html());
    assert_eq!(html.matches("<svg").count(), 2);
    let parts = [
        "2015-ICS-179",
        "<th scope=\"row\">C6 against C12</th><td class=\"number\">−29.8 ± 55.0</td>\
         <td class=\"number\">+300.0 ± 5.0</td><td class=\"number\">no</td>",
        "<th scope=\"row\">C8 against C10</th><td class=\"number\">−17.9 ± 55.0</td>\
         <td class=\"number\">+100.0 ± 5.0</td>",
        "None of the 6 published differences is larger than the interval of its own match, ± 55.0 mbb/g.",
        "C6 against C12: −29.8 ± 55.0 mbb/g",
    ];
    check_contains(&html, &parts);
    let near = League { mbb_per_game: study.published.as_ref().unwrap().mbb_per_game.clone(), ..league };
    let page = published_section(Page::new("A run"), study.published.as_ref(), &[Standings::of_players(None, &near)]);
    assert_eq!(page.to_html().matches("<td class=\"number\">yes</td>").count(), 6);
}

#[test]
fn a_page_says_when_and_where_its_data_were_made_and_draws_regret_against_iterations() {
    let (_root, folder) = begun_folder();
    let training = "[training]\nsampler = \"public\"\nalgorithm = \"dcfr\"\niterations = 7000\n";
    let text = format!("name = \"x\"\nquestion = \"What comes of it?\"\n{}{training}", streets(9));
    std::fs::write(folder.study(), text).unwrap();
    let record = |name: &str, unix_seconds: u64, processor: &str| {
        let ended = Some(StageEnd { unix_seconds, processor: processor.to_owned() });
        let (fingerprint, status) = (Fingerprint::of("stage", &serde_json::Value::Null, &[]), StageStatus::Done);
        let record = StageRecord { name: name.to_owned(), fingerprint, status, cost: StageCost::default(), ended };
        record.write(&folder.stage(name).unwrap()).unwrap();
    };
    record("buckets-flop", 951_782_400, "One, 2 threads");
    record("training-base", 951_868_800, "Other, AVX2, 4 threads");
    folder.begin_training("base").unwrap();
    let curve = r#"{"iterations": 7000, "seconds": 60.5, "points": [[70, 0.5, 900.0], [7000, 60.5, 45.25]],
        "exploitability": []}"#;
    std::fs::write(folder.training_curve("base").unwrap(), curve).unwrap();
    let page = std::fs::read_to_string(study::run::write_report(&folder).unwrap()).unwrap();
    let parts = [
        "2000-03-01 · equipoise",
        "One, 2 threads · Other, AVX2, 4 threads",
        "What comes of it?",
        "iterations, a complete board each",
        "base: 7k, 45.25",
        "download=\"training.csv\"",
        "base,7000,60.5,45.25%0A",
        "An example hand",
    ];
    check_contains(&page, &parts);
    for part in ["seconds of training", "Opponent clusters", "opponent cluster", "What was compared"] {
        assert!(!page.contains(part), "'{part}' in a study of one setting without clusters");
    }
}

#[test]
fn means_are_drawn_by_rising_number_of_opponent_clusters_once_for_each_training() {
    let all = ["short", "long"].map(|name| Standings::of_settings(Some(name), &settings(&[0.0, 0.1, -0.1])));
    let (x, series) = mean_curve(&all).unwrap();
    assert_eq!((x.names(), x.text.as_str()), (&["1", "8", "24"].map(str::to_owned)[..], "opponent clusters"));
    assert_eq!([0, 1].map(|number: usize| series[number].name.as_str()), ["training short", "training long"]);
    for (point, expected) in series[0].points.iter().zip([-9.0, 7.5, 1.5]) {
        assert!((point.y - expected).abs() < 1e-9 && point.half_width.is_some(), "{point:?}");
    }
    // Names that are no numbers keep their order; a training in which one did not play leaves a gap.
    let named = Standings { names: ["C8", "emd", "C1"].map(str::to_owned).to_vec(), ..all[0].clone() };
    let (x, series) = mean_curve(&[named, all[1].clone()]).unwrap();
    assert_eq!(x.names(), ["C8", "emd", "C1"]);
    assert!(series[1].points[1].y.is_nan() && series[1].points[0].y > 7.0);
    assert!(mean_curve(&[]).is_none());
}

#[test]
fn stars_mark_what_is_significant_and_many_players_are_left_to_the_file() {
    let (_root, folder) = begun_folder();
    let told = |html: &str| {
        html.contains("C12 against C8: 2.0 ± 1.9 mbb/g") && html.contains(">9.0*<") && !html.contains(">2.0*<")
    };
    let page = |files: &[(Option<&str>, LeagueFile)]| {
        answer_section(Page::new("A run"), &folder, files, None, None).unwrap().to_html()
    };
    let html = page(&[(None, file(Some(old_league()), None))]);
    assert!(told(&html) && folder.picture("league").unwrap().exists());
    assert_eq!(html.matches("class=\"cross\"").count(), 1, "one matrix");
    assert!(html.contains("download=\"league.csv\"") && html.contains("download=\"league.json\""));
    // A second training's matrix is there to be chosen, with what it says.
    let html = page(&[(None, file(Some(old_league()), None)), (Some("half"), file(Some(old_league()), None))]);
    assert_eq!((html.matches("class=\"panel\"").count(), html.matches("class=\"verdict\"").count()), (2, 1));
    assert!(html.contains("After “half”: C12 beats C1"), "{html}");
    let many = League { players: (0..17).map(|number| format!("p{number}")).collect(), ..old_league() };
    let files = [(Some("long"), file(Some(many), Some(settings(&[0.0, 0.1]))))];
    assert!(page(&files).contains("The matches of all 17 single strategies stand in league-long.json."));
    assert!(folder.picture("settings-long").unwrap().exists() && !folder.picture("league-long").unwrap().exists());
}

#[test]
fn built_in_policies_stand_in_columns() {
    let (_root, folder) = begun_folder();
    let won = |player: &str, opponent: &str, mbb_per_game: f64| BuiltInMatch {
        player: player.to_owned(),
        opponent: opponent.to_owned(),
        mbb_per_game,
        ci95: 3.25,
    };
    let against_built_in =
        vec![won("C6", "always-fold", 750.0), won("C6", "uniform", 800.0), won("C8", "uniform", 810.0)];
    let files = [(None, LeagueFile { league: None, against_built_in, settings: None })];
    let html = answer_section(Page::new("A run"), &folder, &files, None, None).unwrap().to_html();
    let row = "<th scope=\"row\">C8</th><td class=\"number\"></td><td class=\"number\">810.0 ± 3.2</td>";
    check_contains(&plain(&html), &[row]);
}

#[test]
fn exploitability_is_drawn_by_setting_with_bars_for_single_strategies() {
    let (_root, folder) = begun_folder();
    let player = |setting: &str, mbb_per_game: f64| PlayerExploitability {
        player: format!("{setting}-k1"),
        setting: setting.to_owned(),
        clustering: 1,
        training: 1,
        strategy: Fingerprint::of("strategy", &serde_json::Value::Null, &[]),
        mbb_per_game,
        standard_error: 10.0,
        without_flops: Vec::new(),
    };
    let setting = |name: &str, players: usize, mbb_per_game: f64| SettingExploitability {
        setting: name.to_owned(),
        players,
        mbb_per_game,
        standard_deviation: (players > 1).then_some(7.5),
    };
    let file = ExploitabilityFile {
        flops: 24,
        seed: 1,
        players: vec![player("C12", 200.0), player("C8", 240.0), player("C8", 260.0)],
        settings: vec![setting("C12", 1, 200.0), setting("C8", 2, 250.0)],
        differences: vec![ExploitabilityDifference {
            first: 0,
            second: 1,
            mbb_per_game: -50.0,
            interval95: None,
            clusterings95: None,
            trainings95: None,
            flops95: Some(6.5),
            p_corrected: None,
            significant: false,
        }],
        reference: None,
    };
    let files = [(None, file)];
    let (x, series) = study::report::exploitability::curve(&files);
    assert_eq!(x.names(), ["8", "12"]);
    let points = &series[0].points;
    assert_eq!((points[0].y, points[0].half_width), (250.0, None));
    // Student's, 23 degrees of freedom: 2.0687 standard errors.
    assert!((points[1].half_width.unwrap() - 20.687).abs() < 1e-3);
    let html = plain(&exploitability_section(Page::new("A run"), &folder, &files).unwrap().to_html());
    let parts = ["24 flops", "200.0 ± 20.7", "7.5", "C8-k1", "50.0 ± 6.5", "over flops with these very strategies"];
    check_contains(&html, &parts);
    let Verdict { claim, number, meaning } = exploitability_verdict(None, &files[0].1).unwrap();
    assert_eq!(claim, "C12 is exploited least of these strategies, on these flops.");
    assert_eq!(plain(&number), "200.0 ± 20.7");
    check_contains(&meaning, &["wins from C12, estimated from 24 flops", "few flops give too low a number"]);
    let known = KnownLevel { policy: "C8".to_owned(), mbb_per_game: 245.31, drawn_mbb_per_game: 259.2 };
    let by_reference = ExploitabilityFile { reference: Some(known), ..files[0].1.clone() };
    let meaning = exploitability_verdict(None, &by_reference).unwrap().meaning;
    check_contains(
        &meaning,
        &["C8, known over all flops (245.3 mbb/g there, 259.2 on those drawn), makes a level of it"],
    );
    assert!(!meaning.contains("few flops"), "{meaning}");
    let mut unsure = files[0].1.clone();
    unsure.differences[0].flops95 = Some(60.0);
    let claim = exploitability_verdict(None, &unsure).unwrap().claim;
    assert_eq!(claim, "Which is exploited least is not decided: C12 has the lowest estimate.");
}

#[test]
fn sections_without_anything_to_tell_are_left_out() {
    let (_root, folder) = begun_folder();
    let page = answer_section(Page::new("A run"), &folder, &[], None, None).unwrap();
    let page = published_section(page, None, &[]);
    let page = curve_figure(page, &folder, &[]).unwrap();
    let page = exploitability_section(page, &folder, &[]).unwrap();
    assert!(!page.to_html().contains("<section"));
}

#[test]
fn the_settings_can_be_read_without_the_study_file() {
    let (_root, folder) = run_folder();
    let settings = |study: &Study| {
        let run = StudyRun { study, folder: &folder };
        settings_section(Page::new("A run"), &run).unwrap().to_html()
    };
    let study = Study::quickstart().unwrap();
    let html = settings(&study);
    let parts = [
        "<th scope=\"row\">flop</th><td>all</td>",
        // Described alike, they share a row.
        "<th scope=\"row\">river</th><td>C6, C8, C10, C12</td>",
        "strength against each opponent cluster (OCHS)",
        "a sample of 500,000, then all assigned",
        "the best of 1,000 searches for each number",
        "7,000 iterations each, algorithm dcfr, sampler public (a board at a time, all hole cards)",
        "500 boards drawn for each pair",
        "C6 stands for 6 opponent clusters",
    ];
    check_contains(&html, &parts);
    let counts = known("ochs-counts");
    let html = settings(&counts);
    let parts = [
        "5 of each setting, clusters and buckets from seeds of their own",
        "training short",
        "300,000 iterations each, algorithm cfr, sampler chance",
        "measured on 24 flops for the first clustering of each setting",
    ];
    check_contains(&html, &parts);
    // Five clusterings of nine settings, all described alike, share one row.
    assert_eq!(html.matches("<th scope=\"row\">river</th>").count(), 1);
    assert_eq!(counts.order().settings.len(), 9);
    let text = "name = \"x\"\n[flop]\nfeature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 20\n";
    let html = settings(&super::study(text));
    assert!(html.contains("percentiles") && !html.contains("training") && !html.contains("matches"));
    assert!(!html.contains("stands for") && !html.contains("settings differ"));
}

#[test]
fn buckets_of_an_exact_opponent_are_named_as_its_own_and_not_clustered_again() {
    let text = QUICKSTART.replace("sampler = \"public\"", "sampler = \"public\"\nopponent = \"exact\"")
        + "[exact_opponent.turn]\nfeature = \"hsd\"\nbuckets = 20000\n[stability]\nseeds = 1\n";
    let study = study(&text);
    let order = study.order();
    let (_root, folder) = run_folder();
    let html = settings_section(Page::new("A run"), &StudyRun { study: &study, folder: &folder }).unwrap().to_html();
    assert!(html.contains("<th scope=\"row\">turn</th><td>the exact opponent</td>"), "{html}");
    assert!(!html.contains("<td></td>"), "{html}");
    let [turn] = order.opponents_files[..] else { panic!("one file") };
    let compared = order.needs(Work::Stability);
    assert!(!compared.contains(&Work::Buckets(turn)));
    assert_eq!(compared.len(), order.bucket_files.len() - 1);
}
