//! Bucket files and strategies of one's own in a study: as good as made ones, and refused where they do not fit.

use matches::statistics::crossed::Drawn;
use matches::strategy_file::StrategyFile;
use serde_json::json;
use solver::measure::exploitability::FlopReference;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use study::file::study::Study;
use study::plan::needs::{PlannedStatus, stage_needs};
use study::plan::plan;
use study::report::exploitability::known_verdict;
use study::results::exploitability::ExploitabilityFile;
use study::run::{RunSummary, run, write_report};
use study::study_run::StudyRun;
use tables::error::{Failure, Kind};
use tables::file::array::ArrayFile;
use tables::run::folder::RunFolder;
use tables::strategy::bundle::BundleContents;
use tables::together::progress::Silent;
use tempfile::TempDir;

use super::check_contains;

const STREET: &str = "feature = \"strength\"\nmethod = \"percentiles\"\nbuckets = ";
const TRAINING: &str = "[training]\nsampler = \"public\"\nalgorithm = \"dcfr\"\niterations = 4\n";
const LEAGUE: &str = "[league]\nmethod = \"boards\"\nboards = 3\n";

fn street(name: &str, buckets: u32) -> String {
    format!("[{name}]\n{STREET}{buckets}\n")
}

fn made_study() -> Study {
    let streets = ["flop", "turn", "river"].map(|name| street(name, 6)).concat();
    let text = format!("deck = 20\nname = \"made\"\n[repeats]\ntrainings = 3\n{streets}{TRAINING}");
    Study::parse(&text, Path::new("made.toml")).unwrap()
}

/// What the studies here are given as files: `flop.buckets` to `river.buckets`, and three strategies on them.
fn made() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let root = MADE.get_or_init(|| {
        let root = tempfile::tempdir().unwrap();
        run(&made_study(), &RunFolder::new(root.path().join("made")), &Silent).unwrap();
        root
    });
    root.path()
}

/// A folder with copies of those files, in which a study may be written and run.
struct Desk {
    root: TempDir,
}

impl Desk {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let made = made().join("made");
        for name in ["flop", "turn", "river"] {
            fs::copy(made.join(format!("buckets/{name}.buckets")), root.path().join(format!("{name}.buckets")))
                .unwrap();
        }
        for number in 1..=3 {
            let name = format!("base-t{number}.strategy");
            fs::copy(made.join("strategies").join(&name), root.path().join(name)).unwrap();
        }
        Self { root }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn folder(&self) -> RunFolder {
        RunFolder::new(self.path("run"))
    }

    /// The study of a text next to the files.
    fn study(&self, text: &str) -> Study {
        Study::parse(&format!("deck = 20\nname = \"own\"\n{text}"), &self.path("own.toml")).unwrap()
    }

    fn run(&self, text: &str) -> RunSummary {
        run(&self.study(text), &self.folder(), &Silent).unwrap()
    }

    /// The one line with which a study is refused before anything of it is there.
    fn refused(&self, text: &str) -> String {
        let error = plan(&self.study(text), &self.folder(), None, &Silent).unwrap_err();
        assert_eq!(error.kind(), Kind::Input);
        assert_eq!(run(&self.study(text), &self.folder(), &Silent).unwrap_err().to_string(), error.to_string());
        assert!(!self.folder().root().exists(), "refused before anything starts");
        assert!(!error.to_string().contains('\n'), "{error}");
        error.to_string()
    }
}

/// A study's streets as files of one's own.
fn own_streets() -> String {
    ["flop", "turn", "river"].map(|name| format!("[{name}]\nfile = \"{name}.buckets\"\n")).concat()
}

#[test]
fn strategies_on_files_of_ones_own_are_those_on_the_same_buckets_made_by_the_study() {
    let desk = Desk::new();
    let outcome = desk.run(&format!("[repeats]\ntrainings = 3\n{}{TRAINING}", own_streets()));
    let names: Vec<&str> = outcome.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names[..4], ["buckets-flop", "buckets-turn", "buckets-river", "training-base-t1"]);
    for number in 1..=3 {
        let name = format!("base-t{number}.strategy");
        assert_eq!(fs::read(desk.path("run/strategies").join(&name)).unwrap(), fs::read(desk.path(&name)).unwrap());
    }
    // Nothing is copied: the run has links, which take no room.
    #[cfg(unix)]
    {
        assert!(desk.path("run/buckets/river.buckets").is_symlink());
        assert!(outcome.stages[2].cost.disk_bytes.unwrap() < 4096);
    }
}

#[test]
fn two_abstractions_of_ones_own_get_a_league_over_trainings_with_intervals() {
    let desk = Desk::new();
    let coarse =
        "[[variant]]\nname = \"mine\"\n[[variant]]\nname = \"other\"\n[variant.river]\nfile = \"turned.buckets\"\n";
    let text = format!("[repeats]\ntrainings = 2\n{}{coarse}{TRAINING}{LEAGUE}", own_streets());
    // Another river: the study that makes it is a part of the work of whoever has files.
    let river = Study::parse(&format!("deck = 20\nname = \"r\"\n{}", street("river", 2)), Path::new("r.toml")).unwrap();
    let elsewhere = RunFolder::new(desk.path("elsewhere"));
    run(&river, &elsewhere, &Silent).unwrap();
    fs::rename(elsewhere.buckets("river").unwrap(), desk.path("turned.buckets")).unwrap();

    let study = desk.study(&text);
    let folder = desk.folder();
    let needs = stage_needs(&StudyRun::begin(&study, &folder).unwrap()).unwrap();
    let planned: Vec<&str> = needs.iter().map(|need| need.planned.name.as_str()).collect();
    let of_files = needs.iter().filter(|need| need.planned.name.starts_with("buckets-"));
    assert!(of_files.clone().count() == 4 && of_files.clone().all(|need| need.planned.disk_bytes < 1 << 20));
    let training = needs.iter().find(|need| need.planned.name == "training-other-t1").unwrap();
    assert!(training.planned.memory_bytes > 0 && training.planned.disk_bytes > 0);
    let outcome = desk.run(&text);
    assert_eq!(outcome.stages.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), planned);
    // The river's two files are links under the names of the settings.
    assert!(desk.path("run/buckets/river.buckets").exists() && desk.path("run/buckets/river-other.buckets").exists());

    let league = outcome.leagues[0].file.settings.as_ref().unwrap();
    assert_eq!((league.drawn, league.clusterings, league.trainings), (Drawn::Trainings, 1, 2));
    let pair = &league.pairs[0].winnings;
    assert!(pair.estimate.interval95.is_some() && pair.p_corrected.is_some() && pair.estimate.clusterings95.is_none());
    let page = fs::read_to_string(&outcome.report).unwrap();
    check_contains(&page, &["turned.buckets, fingerprint", "2 trainings of every setting"]);
    assert!(!page.contains("single clustering"), "nothing is clustered");

    let again = desk.run(&text);
    assert!(again.stages.iter().all(|stage| stage.status == "skipped"));
    let planned = plan(&desk.study(&text), &desk.folder(), None, &Silent).unwrap();
    assert!(planned.stages.iter().all(|stage| stage.status == PlannedStatus::Done));
    // The run folder's own study finds them by its links.
    write_report(&desk.folder()).unwrap();
    check_contains(&fs::read_to_string(&outcome.report).unwrap(), &["turned.buckets, fingerprint"]);
    // Even where they are gone: what was found is still there.
    fs::remove_file(desk.path("turned.buckets")).unwrap();
    write_report(&desk.folder()).unwrap();
    check_contains(
        &fs::read_to_string(&outcome.report).unwrap(),
        &["turned.buckets, fingerprint –", "trainings of every"],
    );
    let gone = run(&desk.study(&text), &desk.folder(), &Silent).unwrap_err().to_string();
    check_contains(&gone, &["study: river of other", "turned.buckets"]);
}

#[test]
fn files_that_do_not_fit_are_refused_by_name_before_anything_starts() {
    let desk = Desk::new();
    let flop = |file: &str| format!("[flop]\nfile = \"{file}\"\n");
    let refused = |text: &str, parts: &[&str]| check_contains(&desk.refused(text), parts);
    refused(&flop("none.buckets"), &["study: flop of base", "none.buckets", "check the path"]);
    refused(&flop("river.buckets"), &["study: flop of base", "river.buckets: street: expected flop, found river"]);
    fs::write(desk.path("words.buckets"), "no buckets").unwrap();
    refused(&flop("words.buckets"), &["words.buckets", "not an Equipoise file"]);
    refused(&flop("base-t1.strategy"), &["base-t1.strategy", "kind 'strategy' where 'buckets' is needed"]);
    let mut bytes = fs::read(desk.path("flop.buckets")).unwrap();
    fs::write(desk.path("short.buckets"), &bytes[..bytes.len() - 100]).unwrap();
    refused(&flop("short.buckets"), &["short.buckets", "cut off"]);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(desk.path("damaged.buckets"), bytes).unwrap();
    refused(&flop("damaged.buckets"), &["damaged.buckets: damaged in", "restore a copy"]);
    let error = plan(
        &Study::parse(&format!("deck = 24\nname = \"own\"\n{}", flop("flop.buckets")), &desk.path("own.toml")).unwrap(),
        &desk.folder(),
        None,
        &Silent,
    );
    check_contains(&error.unwrap_err().to_string(), &["study: flop of base", "deck", "24", "20"]);
}

#[test]
fn another_file_in_the_place_of_one_that_a_run_began_with_is_refused_by_name() {
    let desk = Desk::new();
    let text = format!("{}{TRAINING}", own_streets());
    desk.run(&text);
    let mine = fs::read(desk.path("river.buckets")).unwrap();
    let other = Study::parse(&format!("deck = 20\nname = \"r\"\n{}", street("river", 3)), Path::new("r.toml")).unwrap();
    let elsewhere = RunFolder::new(desk.path("elsewhere"));
    run(&other, &elsewhere, &Silent).unwrap();
    fs::copy(elsewhere.buckets("river").unwrap(), desk.path("river.buckets")).unwrap();
    let error = run(&desk.study(&text), &desk.folder(), &Silent).unwrap_err().to_string();
    check_contains(
        &error,
        &["river of base", "river.buckets", "another file than the one this run began with", "--out"],
    );
    fs::write(desk.path("river.buckets"), mine).unwrap();
    assert!(desk.run(&text).stages.iter().all(|stage| stage.status == "skipped"));
}

#[test]
fn strategies_of_ones_own_join_league_and_exploitability_without_being_trained() {
    let desk = Desk::new();
    let variant = |strategies: &str| format!("[[variant]]\nname = \"mine\"\nstrategy = {strategies}\n");
    let made = format!("[[variant]]\nname = \"fine\"\n[variant.river]\n{STREET}9\n");
    let streets = own_streets();
    let files = r#"["base-t1.strategy", "base-t2.strategy"]"#;
    let text = format!("[repeats]\ntrainings = 2\n{streets}{made}{}{TRAINING}{LEAGUE}", variant(files));
    let outcome = desk.run(&text);
    let names: Vec<&str> = outcome.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert!(names.contains(&"strategy-mine-t2") && !names.contains(&"training-mine-t1"), "{names:?}");
    let league = outcome.league.unwrap();
    assert_eq!(league.players, ["fine-t1", "fine-t2", "mine-t1", "mine-t2"]);
    let page = fs::read_to_string(&outcome.report).unwrap();
    check_contains(&page, &["not trained here, given as base-t1.strategy, base-t2.strategy", "mine-t1"]);

    // Strategies alone need no training; their buckets lie next to them.
    let alone = Desk::new();
    let both = "[[variant]]\nname = \"one\"\nstrategy = \"base-t1.strategy\"\n[[variant]]\nname = \"two\"\nstrategy = \
                \"base-t2.strategy\"\n";
    let outcome = alone.run(&format!("{both}{LEAGUE}[exploitability]\nflops = 2\n"));
    let names: Vec<&str> = outcome.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["strategy-one", "strategy-two", "league", "exploitability", "report"]);
    assert_eq!(outcome.league.unwrap().players, ["one", "two"]);
    assert_eq!(ExploitabilityFile::read(&alone.folder(), None).unwrap().unwrap().players.len(), 2);
    assert!(
        alone
            .run(&format!("{both}{LEAGUE}[exploitability]\nflops = 2\n"))
            .stages
            .iter()
            .all(|it| it.status == "skipped")
    );
}

#[test]
fn a_strategy_of_ones_own_may_be_a_bundle_a_run_or_one_of_its_names() {
    let desk = Desk::new();
    let runs = made().join("made");
    let strategy = StrategyFile::open(runs.join("base-t3")).unwrap();
    let set = strategy.bucket_set(&[]).unwrap();
    let contents = BundleContents { strategy: strategy.reader(), buckets: set.tables().each_ref() };
    contents.write(&desk.path("mine.bundle"), &Silent).unwrap();
    fs::create_dir_all(desk.path("only/strategies")).unwrap();
    fs::copy(runs.join("strategies/base-t1.strategy"), desk.path("only/strategies/one.strategy")).unwrap();
    let variant = |name: &str, word: &str| format!("[[variant]]\nname = \"{name}\"\nstrategy = '{word}'\n");
    let in_run = runs.join("base-t2").display().to_string();
    let words = [("a", "mine.bundle"), ("b", "only"), ("c", in_run.as_str())];
    let measures = format!("{LEAGUE}[exploitability]\nflops = 2\n");
    let text = words.map(|(name, word)| variant(name, word)).concat() + &measures;
    let found = desk.run(&text).league.unwrap();
    // As the files themselves would do.
    let files = Desk::new();
    let words = [("a", "base-t3.strategy"), ("b", "base-t1.strategy"), ("c", "base-t2.strategy")];
    let expected = files.run(&(words.map(|(name, word)| variant(name, word)).concat() + &measures)).league.unwrap();
    assert_eq!((&found.players, &found.mbb_per_game), (&expected.players, &expected.mbb_per_game));
    assert!(desk.run(&text).stages.iter().all(|stage| stage.status == "skipped"));
    let refused = |word: &str| Desk::new().refused(&format!("{}{LEAGUE}", variant("a", word)));
    check_contains(&refused(&runs.display().to_string()), &["strategy of a", "has 3 strategies; name one of them"]);
    check_contains(&refused(&runs.join("none").display().to_string()), &["has no strategy 'none'"]);
}

#[test]
fn strategies_that_do_not_fit_are_refused_by_name_before_anything_starts() {
    let desk = Desk::new();
    let variant = |more: &str| format!("[[variant]]\nname = \"mine\"\n{more}\n{LEAGUE}");
    let strategy = |file: &str| variant(&format!("strategy = \"{file}\""));
    let refused = |text: &str, parts: &[&str]| check_contains(&desk.refused(text), parts);
    refused(&strategy("none.strategy"), &["study: strategy of mine", "none.strategy", "check the path"]);
    refused(&strategy("flop.buckets"), &["flop.buckets", "kind 'buckets' where 'strategy' is needed"]);
    let no_limit = format!("game = \"holdem-nolimit\"\nstack = 5\n{}", strategy("base-t1.strategy"));
    refused(&no_limit, &["study: strategy of mine: base-t1: plays", "expected"]);
    fs::remove_file(desk.path("river.buckets")).unwrap();
    refused(&strategy("base-t1.strategy"), &["study: strategy of mine", "river buckets (fingerprint"]);
    let error =
        |text: &str| Study::parse(&format!("name = \"own\"\n{text}"), &desk.path("own.toml")).unwrap_err().to_string();
    let two = variant("strategy = [\"a.strategy\", \"b.strategy\"]");
    check_contains(
        &error(&two),
        &["variant.strategy: expected one file, or more trainings", "found 2 in the variant mine"],
    );
    let few = format!("[repeats]\ntrainings = 3\n{two}");
    check_contains(&error(&few), &["a list of 3 files, one for each clustering and training"]);
    let both = variant("strategy = \"a.strategy\"\n[variant.flop]\nfile = \"flop.buckets\"");
    check_contains(&error(&both), &["variant.strategy: expected a variant that is nothing else"]);
    let trained = format!("{}{TRAINING}", strategy("a.strategy"));
    check_contains(&error(&trained), &["training: expected variants to train", "strategy files alone"]);
    let longer = format!("{}{}{TRAINING}iterations_of = {{ mine = 5 }}\n", own_streets(), strategy("a.strategy"));
    let longer = format!("{longer}[[variant]]\nname = \"made\"\n");
    check_contains(&error(&longer), &["training.iterations_of: expected variants that are trained, found mine"]);
    let many = "[repeats]\nclusterings = 2\n[flop]\nfile = \"flop.buckets\"\n";
    check_contains(
        &error(many),
        &["repeats.clusterings: expected 1 where nothing is clustered, with several trainings"],
    );
}

#[test]
fn a_street_is_a_recipe_or_a_file_and_mistakes_in_both_keep_their_line() {
    let error = |text: &str| {
        let text = format!("name = \"x\"\n{text}");
        Study::parse(&text, Path::new("x.toml")).unwrap_err().to_string()
    };
    let beside = "[flop]\nfile = \"mine.buckets\"\nbuckets = 20\n";
    check_contains(&error(beside), &["x.toml: line 2: a bucket file beside other words"]);
    check_contains(&error("[flop]\nfile = 7\n"), &["line 3", "invalid type"]);
    check_contains(&error("[flop]\nfeature = \"hsd\"\nbukets = 20\n"), &["line 4: unknown field `bukets`"]);
    check_contains(&error("[flop]\nbuckets = 20\n"), &["line 2: missing field `feature`"]);
    let text =
        "name = \"x\"\n[flop]\nfile = \"a/mine.buckets\"\n[[variant]]\nname = \"v\"\nstrategy = [\"b.strategy\"]\n";
    let study = Study::parse(text, Path::new("x.toml")).unwrap();
    // What is written back is the same study.
    let again = study.clone().checked(Path::new("x.toml")).unwrap();
    check_contains(&again.text, &["file = \"a/mine.buckets\"", "strategy = [\"b.strategy\"]"]);
    assert_eq!(Study::parse(&again.text, Path::new("x.toml")).unwrap().order(), study.order());
}

#[test]
fn buckets_that_remember_the_flop_are_trained_and_played_on_boards_made_or_as_files() {
    let desk = Desk::new();
    let local = "feature = \"strength\"\nbuckets = 8\npublic_clusters = 2\nfine_classes = 40\nsample_rows = 2000\n";
    let streets = ["flop", "turn", "river"].map(|name| format!("[{name}]\n{local}")).concat();
    let outcome = desk.run(&format!("[repeats]\ntrainings = 2\n{streets}{TRAINING}{LEAGUE}"));
    assert_eq!(outcome.league.unwrap().players, ["base-t1", "base-t2"]);
    let own = Desk::new();
    for name in ["flop", "turn", "river"] {
        fs::copy(desk.path(&format!("run/buckets/{name}.buckets")), own.path(&format!("{name}.buckets"))).unwrap();
    }
    let chance = TRAINING.replace("public", "chance");
    let refused = own.refused(&format!("{}{chance}", own_streets()));
    check_contains(
        &refused,
        &["study: flop of base", "training.sampler: expected public, where buckets remember the flop"],
    );
    let outcome = own.run(&format!("[repeats]\ntrainings = 2\n{}{TRAINING}{LEAGUE}", own_streets()));
    assert_eq!(outcome.league.unwrap().players, ["base-t1", "base-t2"]);
}

#[test]
fn a_strategy_that_is_known_on_all_flops_has_its_level_in_the_report_without_being_measured() {
    let (study, folder) = (made_study(), RunFolder::new(made().join("made")));
    let run = StudyRun { study: &study, folder: &folder };
    let reference = |fingerprint: String| FlopReference {
        policy: "known".to_owned(),
        identity: json!({ "fingerprint": fingerprint }),
        game: json!({}),
        mbb_per_game: 245.34,
        flops: Vec::new(),
    };
    let second = ArrayFile::open(&folder.strategy("base-t2").unwrap()).unwrap().fingerprint();
    let verdict = known_verdict(&run, &reference(second.to_string())).unwrap().unwrap();
    assert_eq!(verdict.number, "245.3");
    check_contains(
        &(verdict.claim + &verdict.meaning),
        &["How far base-t2 is from equilibrium is known; others were not measured", "exactly"],
    );
    assert!(known_verdict(&run, &reference("another".to_owned())).unwrap().is_none());
}
