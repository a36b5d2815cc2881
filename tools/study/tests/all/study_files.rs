//! Study files: what they ask for, and what is refused with a line to help.

use crate::observer::StopAfter;
use abstraction::cluster_file::ClusterWeights;
use abstraction::clustering::Centre;
use abstraction::distance::Distance;
use abstraction::recipe::{BucketRecipe, Feature, Method, PublicRecipe, Sample};
use abstraction::street::Street;
use evaluator::round::Round;
use solver::run::state::Watch;
use solver::train::Budget;
use std::path::Path;
use study::file::order::StageOrder;
use study::file::study::{QUICKSTART, Study};
use study::file::training::{DEFAULT_WATCH_FLOPS, parse_duration};
use study::runs::export::StudyVariant;
use tables::error::Failure;

use super::{begun_folder, streets};

fn parse(text: &str) -> Result<Study, String> {
    Study::parse(text, Path::new("test.toml")).map_err(|error| error.to_string())
}

/// The recipe of the first bucket file that the study of a text makes for a street, with six opponent clusters.
fn recipe_of(text: &str, round: Round) -> BucketRecipe {
    let study = parse(text).unwrap();
    let files = StageOrder::of(&study).unwrap().bucket_files;
    study.recipe(files.iter().find(|it| it.round == round).unwrap(), 6).unwrap()
}

#[test]
fn a_street_has_every_setting_of_a_recipe() {
    let text = "name = \"x\"\n[turn]\nfeature = \"hsd\"\nbins = 20\nbuckets = 300\ndistance = \"emd\"\n\
        centre = \"mean\"\nrestarts = 3\nsample_fraction = 0.25\nmax_iterations = 9\ntolerance = 0.001\nseed = 77\n\
        method = \"kmeans\"\n";
    let expected = BucketRecipe {
        centre: Centre::Mean,
        restarts: 3,
        sample: Sample::Fraction(0.25),
        max_iterations: 9,
        tolerance: 0.001,
        ..BucketRecipe::new(Street::full(Round::Turn), Feature::Hsd { bins: 20 }, 300, 77)
    };
    assert_eq!(recipe_of(text, Round::Turn), expected);
    let other = text.replace("sample_fraction = 0.25", "sample_rows = 6000").replace("\"emd\"", "\"l2\"");
    let recipe = recipe_of(&other, Round::Turn);
    assert_eq!((recipe.sample, recipe.distance), (Sample::Rows(6_000), Distance::Euclidean));
    let text = "name = \"x\"\n[river]\nfeature = \"strength-squared\"\nbuckets = 9\nmethod = \"percentiles\"\n";
    let recipe = recipe_of(text, Round::River);
    assert_eq!((recipe.feature, recipe.method), (Feature::StrengthSquared, Method::Percentiles));
    let weighted = QUICKSTART.replace("distance = \"l2\"", "weights = \"equal\"");
    assert_eq!(recipe_of(&weighted, Round::River).weights, ClusterWeights::Equal);
    for (further, strength_percent) in [("", 100), ("\nstrength_percent = 25", 25)] {
        let with_strength = format!("feature = \"ochs-strength\"{further}");
        let text = QUICKSTART.replace("feature = \"ochs\"", &with_strength);
        let expected = Feature::OchsStrength { clusters: 6, strength_percent };
        assert_eq!(recipe_of(&text, Round::River).feature, expected);
        let order = parse(&text).unwrap().order().clone();
        assert_eq!(order.bucket_files.iter().find(|it| it.round == Round::River).unwrap().clusters, Some(0));
    }
}

#[test]
fn streets_whose_buckets_remember_the_flop_have_the_same_clusters_of_flops() {
    let text = QUICKSTART.replace("buckets = 500", "buckets = 500\npublic_clusters = 9");
    let study = parse(&text).unwrap();
    let files = StageOrder::of(&study).unwrap().bucket_files;
    let recipes: Vec<BucketRecipe> = files.iter().map(|file| study.recipe(file, 6).unwrap()).collect();
    assert!(recipes.len() > 3 && recipes.iter().all(|recipe| recipe.seed == recipes[0].seed));
    assert!(recipes.iter().all(|recipe| recipe.public == Some(PublicRecipe { clusters: 9, fine: 20_000 })));
    // A street with a seed of its own is another file than one without.
    let variant = "[[variant]]\nname = \"own\"\nopponents = 6\n[variant.river]\nfeature = \"ochs\"\nbuckets = 500\n\
        sample_rows = 500000\nmax_iterations = 40\npublic_clusters = 9\nseed = 7\n";
    let own = parse(&format!("{text}{variant}")).unwrap();
    assert_eq!(study.seed, 1);
    assert_eq!(StageOrder::of(&own).unwrap().bucket_files.len(), files.len() + 1);
    let fine = parse(&text.replace("public_clusters = 9", "public_clusters = 9\nfine_classes = 700")).unwrap();
    let first = &StageOrder::of(&fine).unwrap().bucket_files[0];
    assert_eq!(fine.recipe(first, 6).unwrap().public, Some(PublicRecipe { clusters: 9, fine: 700 }));
    for (text, said) in [
        (text.replace("public_clusters", "fine_classes"), "public_clusters beside it"),
        (text.replace("\"public\"", "\"chance\""), "where buckets remember the flop"),
        (text.replace("method = \"boards\"\nboards", "method = \"hands\"\nhands"), "where buckets remember the flop"),
        (text.replace("public_clusters = 9", "public_clusters = 501"), "public clusters"),
        (format!("{text}[stability]\nseeds = 1\n"), "stability"),
    ] {
        let line = parse(&text).unwrap_err();
        assert!(line.contains(said), "{said}: {line}");
    }
}

#[test]
fn streets_cluster_from_seeds_of_their_own() {
    let study = Study::quickstart().unwrap();
    let seeds = [Round::Flop, Round::Turn, Round::River].map(|round| study.street_seed(round, 1));
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
}

#[test]
fn another_seed_stands_in_the_text_too() {
    let study = Study::quickstart().unwrap().with_seed(77).unwrap();
    assert_eq!(study.seed, 77);
    let read_again = parse(&study.text).unwrap();
    assert_eq!(read_again.seed, 77);
    assert_eq!(read_again.opponents.clusters, study.opponents.clusters);
    // Clusters are searched for with the new seed, not with that of the file.
    assert_eq!(study.order(), read_again.order());
    assert_ne!(study.order(), Study::quickstart().unwrap().order());
    assert_eq!(read_again.with_seed(78).unwrap().text.matches("seed = ").count(), 1);
}

#[test]
fn a_training_is_watched_as_the_study_says() {
    let training = |setting: &str| {
        let text = QUICKSTART.replace("iterations = 7000", &format!("iterations = 7000\n{setting}"));
        parse(&text).unwrap().training[0].goal().unwrap().watch
    };
    assert_eq!(training(""), None);
    assert_eq!(training("watch = \"10m\""), Some(Watch { every_seconds: 600.0, flops: DEFAULT_WATCH_FLOPS }));
    assert_eq!(training("watch = \"10m\"\nwatch_flops = 5"), Some(Watch { every_seconds: 600.0, flops: 5 }));
}

/// The quickstart up to a table.
fn before(table: &str) -> &'static str {
    &QUICKSTART[..QUICKSTART.find(table).unwrap()]
}

/// A study whose league is played by hands.
fn by_hands(more: &str) -> String {
    let training = "[training]\nsampler = \"chance\"\nalgorithm = \"cfr\"\niterations = 9\n";
    format!("name = \"x\"\n{}{training}[league]\nmethod = \"hands\"\nhands = 100\n{more}", streets(9))
}

const TWO: &str = "[[training]]\nname = \"short\"\nsampler = \"chance\"\nalgorithm = \"cfr\"\niterations = 9\n\
    [[training]]\nname = \"long\"\nsampler = \"public\"\nalgorithm = \"dcfr\"\ntime = \"5m\"\n\
    keep_checkpoints = false\n";

#[test]
fn a_study_may_have_several_trainings_with_names() {
    let study = parse(&format!("{}{TWO}", before("[[training]]"))).unwrap();
    let names: Vec<_> = study.training.iter().map(|training| training.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["short", "long"]);
    assert_eq!(study.training[1].budget().unwrap(), Budget::Seconds(300.0));
    assert_eq!(study.training.iter().map(|it| it.keeps_checkpoints()).collect::<Vec<_>>(), [true, false]);
    // Wrong keys in one of several are found by their lines, too.
    let wrong = parse(&format!("{}{}", before("[[training]]"), TWO.replace("time =", "hours ="))).unwrap_err();
    assert!(wrong.contains("line 4") && wrong.contains("hours"), "{wrong}");
}

#[test]
fn several_iterations_are_the_trainings_that_as_many_tables_would_be() {
    let table = |name: &str, iterations: &str| {
        format!("[[training]]\nname = \"{name}\"\nkeep_checkpoints = false\niterations = {iterations}\n")
    };
    let listed = parse(&format!("{}{}", before("[[training]]"), table("boards", "[6000, 15000]"))).unwrap();
    let tables = table("boards-6000", "6000") + &table("boards-15000", "15000");
    let apart = parse(&format!("{}{tables}", before("[[training]]"))).unwrap();
    assert_eq!((&listed.training, listed.order()), (&apart.training, apart.order()));
    assert_eq!(listed.order().goes_on_from, [None, Some(0)]);
}

/// The turn of an opponent with exact cards.
const EXACT_TURN: &str = "[exact_opponent.turn]\nfeature = \"hsd\"\nbuckets = 20000\n";

/// The quickstart's study, trained against an opponent.
fn against(opponent: &str, further: &str) -> String {
    let training = format!("sampler = \"public\"\nopponent = \"{opponent}\"");
    format!("{}\n{further}", QUICKSTART.replace("sampler = \"public\"", &training))
}

#[test]
fn an_opponent_with_exact_cards_has_bucket_stages_of_its_own() {
    let study = Study::parse(&against("exact", EXACT_TURN), Path::new("exact.toml")).unwrap();
    let order = study.order();
    let names: Vec<&str> = order.stages.iter().map(|(name, _)| name.as_str()).collect();
    let place =
        |name: &str| names.iter().position(|it| *it == name).unwrap_or_else(|| panic!("no {name} in {names:?}"));
    assert!(place("buckets-opponent-turn") < place("training-C6"));
    let [turn] = order.opponents_files[..] else { panic!("{:?}", order.opponents_files) };
    assert_eq!(
        (order.bucket_files[turn].street.request().unwrap().count, &order.exact_plans[..]),
        (20_000, &[0, 1][..])
    );
    let with_flop = EXACT_TURN.to_owned() + &EXACT_TURN.replace("turn", "flop");
    let study = Study::parse(&against("exact", &with_flop), Path::new("exact.toml")).unwrap();
    let rounds: Vec<_> = study.order().opponents_files.iter().map(|&it| study.order().bucket_files[it].round).collect();
    assert_eq!(rounds, [Round::Flop, Round::Turn]);
}

#[test]
fn an_opponent_with_exact_cards_of_whom_nothing_is_said_has_the_players_own_buckets() {
    let study = Study::parse(&against("exact", ""), Path::new("exact.toml")).unwrap();
    let order = study.order();
    assert!(order.opponents_files.is_empty() && !order.stages.iter().any(|(name, _)| name.contains("opponent-")));
    for (number, player) in order.players.iter().enumerate() {
        let [flop, turn, _] = order.variants[player.variant].bucket_files.map(Option::unwrap);
        assert_eq!(order.opponents_files_of(number), [flop, turn]);
        let variant = StudyVariant::named(&study, &player.file).unwrap();
        let names = [Round::Flop, Round::Turn].map(|round| variant.opponents_bucket_name(round));
        assert_eq!(names, [None; 2]);
    }
    let itself = Study::parse(&against("itself", ""), Path::new("itself.toml")).unwrap();
    assert!(itself.order().opponents_files_of(0).is_empty());
}

/// The quickstart's study beside a published table.
fn published(settings: &str, table: &str) -> String {
    format!("{QUICKSTART}\n[published]\nsource = \"x\"\nsettings = {settings}\nmbb_per_game = {table}\n")
}

#[test]
fn a_published_table_wants_a_league_beside_it() {
    let text = published("[\"C6\", \"C8\"]", "[[0, 1.5], [-1.5, 0]]");
    let study = parse(&text).unwrap();
    assert_eq!(study.published.unwrap().mbb_per_game[0], [0.0, 1.5]);
    let (before, after) = text.split_once("[league]").unwrap();
    let without = format!("{before}[published]{}", after.split_once("[published]").unwrap().1);
    assert!(parse(&without).unwrap_err().contains("a [league] to be set beside it"));
}

#[test]
fn a_wrong_study_is_refused_in_one_line_that_names_the_file() {
    let changed = [
        ("clusters = [6, 8, 10, 12]", "clusters = []", "none for the variant base"),
        ("clusters = [6, 8, 10, 12]", "clusters = [6, 170]", "1 to 169"),
        ("clusters = [6, 8, 10, 12]", "clusters = [6, 6]", "each number once"),
        ("algorithm = \"dcfr\"", "algorithm = \"best\"", "cfr+"),
        ("sampler = \"public\"", "sampler = \"dice\"", "sampler"),
        ("iterations = 7000", "time = \"soon\"", "2h30m"),
        ("iterations = 7000", "", "either time or iterations"),
        ("iterations = 7000", "iterations = 7000\nwatch = \"often\"", "durations read"),
        ("iterations = 7000", "iterations = 7000\nwatch_flops = 9", "a time in training.watch"),
        ("iterations = 7000", "iterations = 7000\nwatch = \"10s\"\nwatch_flops = 1", "2 to 10000"),
        ("distance = \"l2\"", "distance = \"l3\"", "emd"),
        ("distance = \"l2\"", "weights = \"some\"", "shares or equal"),
        ("buckets = 500", "buckets = 500\nweights = \"equal\"", "ochs or ochs-strength with the distance l2"),
        ("distance = \"l2\"", "distance = \"emd\"\nweights = \"equal\"", "with the distance l2"),
        ("feature = \"ochs\"", "feature = \"hsd\"", "to use them"),
        ("distance = \"l2\"", "strength_percent = 9", "only with the feature ochs-strength"),
        ("\"ochs\"\ndistance = \"l2\"", "\"ochs-strength\"\ndistance = \"emd\"", "l2 for the feature"),
        ("feature = \"ochs\"", "feature = \"luck\"", "strength-squared"),
        ("distance = \"l2\"", "centre = \"edge\"", "median"),
        ("distance = \"l2\"", "method = \"guess\"", "percentiles"),
        ("distance = \"l2\"", "method = \"percentiles\"\ncentre = \"median\"", "no centre with percentiles"),
        ("distance = \"l2\"", "method = \"percentiles\"", "strength or strength-squared"),
        ("distance = \"l2\"", "bins = 20", "only with the feature hsd"),
        ("distance = \"l2\"", "sample_fraction = 0.5", "one of sample_rows and sample_fraction"),
        ("sample_rows = 500000", "sample_fraction = 1.5", "above 0"),
        ("sample_rows = 500000", "sample_rows = 40", "sample_rows"),
        ("sample_rows = 500000", "restarts = 0", "restarts"),
        ("clusters = [6", "files = [\"ochs6.clusters\"]\nclusters = [6", "opponents.files"),
        ("buckets = 500", "buckets = 0", "1 to 1048576"),
        ("boards = 500", "boards = 0", "boards"),
        ("boards = 500", "boards = 1", "at least 2"),
        ("built_in_boards = 40", "built_in_boards = 1", "built_in_boards"),
        ("built_in_boards = 40", "built_in_boards = 99999999999", "boards"),
        ("restarts = 1000", "restarts = 0", "opponents.restarts"),
        ("\"dcfr\"\niterations = 7000", "\"hs-dcfr\"\ntime = \"1h\"", "iterations"),
        ("\"public\"", "\"full\"", "full"),
        ("method = \"boards\"", "method = \"luck\"", "luck"),
        ("name = \"quickstart\"", "name = \"../elsewhere\"", "letters"),
        ("boards = 500", "boards = 100001", "100000"),
        ("iterations = 7000", "iterations = [7, 9]", "want a name"),
        ("iterations = 7000", "iterations = -7", "a number or a list of numbers"),
        (
            "iterations = 7000",
            "name = \"x\"\niterations = [7, 9]\niterations_of = { C6 = 8 }",
            "iterations_of beside several iterations",
        ),
    ];
    let with_more = [
        ("[stability]\nseeds = 0\n", "stability.seeds"),
        ("[[variant]]\nname = \"C8\"\nopponents = 9\n", "each name once"),
        ("[[variant]]\nname = \"a/b\"\nopponents = 9\n", "letters"),
        ("[[variant]]\nname = \"x\"\n", "none for the variant x"),
        ("[[variant]]\nname = \"x\"\nopponents = 0\n", "1 to 169"),
        ("[[variant]]\nname = \"x\"\nopponents = 1.5\n", "a number of clusters, johanson2013"),
        ("[[variant]]\nname = \"x\"\nsurprise = 1\n", "surprise"),
        ("[surprise]\n", "surprise"),
        ("[repeats]\nclusterings = 0\n", "1 to 1000"),
        ("[repeats]\ntrainings = 9999\n", "repeats.trainings"),
        ("[repeats]\nseeds = 2\n", "seeds"),
        ("[repeats]\nclusterings = 3\n[stability]\nseeds = 3\n", "1 to 2"),
        ("[exploitability]\nflops = 1\n", "2 to 10000"),
        ("[exploitability]\nflops = 9\nclusterings = 2\n", "repeats.clusterings"),
    ];
    let others = [
        ("name = 3", "line 1"),
        ("", "name"),
        (&against("nobody", ""), "itself or exact"),
        (&against("itself", EXACT_TURN), "opponent = \"exact\""),
        (&against("exact", &EXACT_TURN.replace("hsd", "ochs")), "without opponent clusters"),
        (&against("exact", &EXACT_TURN.replace("20000", "0")), "1 to 1048576"),
        (&against("exact", EXACT_TURN).replace("\"public\"", "\"chance\""), "public"),
        (&published("[\"C6\", \"C7\"]", "[[0, 1], [-1, 0]]"), "C6, C8, C10, C12"),
        (&published("[\"C6\"]", "[[0]]"), "at least 2"),
        (&published("[\"C6\", \"C6\"]", "[[0, 1], [-1, 0]]"), "each name once"),
        (&published("[\"C6\", \"C8\"]", "[[0, 1], [-1]]"), "2 rows of 2 numbers"),
        (&published("[\"C6\", \"C8\"]", "[[0, inf], [-1, 0]]"), "finite numbers"),
        (&published("[\"C6\", \"C8\"]", "[[0, 1], [-1, 0]]\nci95 = -1"), "published.ci95"),
        (&published("[\"C6\", \"C8\"]", "[[0, 1], [-1, 0]]").replace("[league]", "[leagues]"), "leagues"),
        (&format!("{}[league]\nmethod = \"boards\"\nboards = 9\n", before("[[training]]")), "[training]"),
        (
            &format!("{}[turn]{}", before("[flop]"), QUICKSTART.split_once("[turn]").unwrap().1),
            "a street missing in C6",
        ),
        ("name = \"x\"", "at least one of [flop], [turn] and [river]"),
        (&QUICKSTART.replace("[turn]", "[repeats]\nclusterings = 2\n[turn]\nseed = 9"), "turn.seed = 9"),
        (&by_hands("[repeats]\nclusterings = 2\n"), "on which all players"),
        (&format!("{}[exploitability]\nflops = 9\n", before("[[training]]")), "[training]"),
        (&format!("{}training = 5\n", before("[opponents]")), "[[training]] tables"),
        (&QUICKSTART.replace("name = \"half\"\n", ""), "a name for all of several trainings but one"),
        (
            &format!("{}{TWO}", before("[[training]]")).replace("\"long\"", "\"short\""),
            "training.name: expected each name once",
        ),
        (&format!("{}{TWO}", before("[[training]]")).replace("\"long\"", "\"../up\""), "lower-case"),
        (&format!("{}{TWO}", before("[[training]]")).replace("\"dcfr\"", "\"best\""), "cfr+"),
        (&format!("{}{TWO}", before("[[training]]")).replace("iterations = 9", "rounds = 9"), "rounds"),
        (
            &format!("{}{TWO}", before("[[training]]")).replace("iterations = 9", "iterations = [9, 9]"),
            "each name once",
        ),
    ];
    let refused = |text: &str, part: &str| {
        let error = parse(text).expect_err(part);
        assert!(error.contains(part), "'{error}' does not mention '{part}'");
        assert!(error.starts_with("test.toml") && !error.contains('\n'), "{error}");
    };
    for (from, to, part) in changed {
        assert!(QUICKSTART.contains(from), "{from}");
        refused(&QUICKSTART.replace(from, to), part);
    }
    with_more.into_iter().for_each(|(more, part)| refused(&format!("{QUICKSTART}\n{more}"), part));
    others.into_iter().for_each(|(text, part)| refused(text, part));
}

#[test]
fn durations_read_as_people_write_them() {
    assert_eq!(parse_duration("90s"), Ok(90.0));
    assert_eq!(parse_duration("30m"), Ok(1800.0));
    assert_eq!(parse_duration("2h30m"), Ok(9000.0));
    assert_eq!(parse_duration("1h1m1s"), Ok(3661.0));
    for wrong in ["", "5", "s", "-5s", "1s1m", "1m1m", "1x", "infs", "0s", "é"] {
        assert!(parse_duration(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_folder_with_the_run_of_another_study_is_left_alone() {
    let (_root, run) = begun_folder();
    let other = QUICKSTART.replace("boards = 500", "boards = 700");
    std::fs::write(run.study(), &other).unwrap();
    let error = study::run::run(&Study::quickstart().unwrap(), &run, &StopAfter::reports(0)).unwrap_err();
    assert!(error.is_input_error() && error.to_string().contains("--out"), "{error}");
    assert_eq!(std::fs::read_to_string(run.study()).unwrap(), other);
}

#[test]
fn what_is_no_text_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for path in [Path::new("/dev/zero"), folder.path(), &folder.path().join("missing.toml")] {
        let error = Study::read(path).unwrap_err();
        assert!(error.is_input_error() && !error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn every_word_of_a_study_file_is_documented() {
    let document = include_str!("../../../../docs/reference/study-file.md");
    let file = document.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let study = parse(file).unwrap();
    let order = StageOrder::of(&study).unwrap();
    let settings: Vec<&str> = order.settings.iter().map(String::as_str).collect();
    assert_eq!(
        settings,
        ["C6", "C8", "johanson2013", "C8-emd", "C8-strength", "percentiles", "own-buckets", "own-strategy"]
    );
    assert_eq!(study.order().settings, ["C6", "C8", "percentiles"], "those of [only]");
    // A word that does not exist is refused with a list of those that do.
    let tables = "[opponents] [repeats] [flop] [[variant]] [[training]] [league] [exploitability] [stability] [only]";
    let mut words = 0;
    for table in tables.split(' ').chain([""]) {
        let refused = parse(&format!("{table}\nno_such_word = 1\n{}", if table.is_empty() { file } else { "" }));
        let refused = refused.unwrap_err();
        let (_, known) = refused.split_once("expected").unwrap_or_else(|| panic!("{table}: {refused}"));
        for word in known.split('`').skip(1).step_by(2) {
            let stands = |line: &str| {
                let line = line.trim_start_matches(['[', ' ']);
                line.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', ']', '.']))
                    || line.strip_prefix("variant.").is_some_and(|rest| rest.starts_with(word))
                    || line.contains(&format!("; {word} = "))
                    || line.contains(&format!("or {word} = "))
            };
            assert!(file.lines().any(stands), "{table}: '{word}' is not in docs/reference/study-file.md");
            words += 1;
        }
    }
    assert!(words > 40, "{words}");
}
