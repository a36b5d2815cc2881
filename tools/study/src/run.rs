//! The order of a study: clusters, buckets, training, export, league, report.

use abstraction::build_buckets::{ClusterSource, build_buckets};
use abstraction::cluster_file::{read_clusters, write_clusters};
use abstraction::clustering::starting_hands::StartingHandHistograms;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::round::Round;
use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::league::{League, play_league, play_match};
use matches::method::Method;
use serde::{Deserialize, Serialize};
use serde_json::json;
use solver::cfr::training_loop::{Trainer, TrainingSettings};
use solver::game::GameDefinition;
use solver::policy::FixedPolicy;
use std::path::{Path, PathBuf};
use tables::array_file::ArrayFile;
use tables::bucket_set::BucketSet;
use tables::fingerprint::Parent;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;
use crate::report_page;
use crate::stage::{StageOutcome, Stages};
use crate::study_file::Study;

/// What a run leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    /// The run folder.
    pub run: PathBuf,
    /// The report.
    pub report: PathBuf,
    /// The cross table.
    pub league: Option<League>,
    /// All stages in order.
    pub stages: Vec<StageOutcome>,
}

/// The file of the league stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeagueFile {
    /// Everyone against everyone; none for a study of a single variant.
    pub league: Option<League>,
    /// Each strategy against each built-in policy.
    pub against_built_in: Vec<BuiltInMatch>,
}

/// A strategy against a built-in policy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuiltInMatch {
    /// The strategy's variant.
    pub player: String,
    /// The policy.
    pub opponent: String,
    /// What the strategy wins.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval.
    pub ci95: f64,
}

/// Runs all stages of a study in a folder, skipping what is done.
///
/// # Errors
/// The first stage that fails; what was done before stays.
pub fn run(study: &Study, folder: &RunFolder, progress: &dyn Progress) -> Result<RunSummary, StudyError> {
    let _lock = folder.lock()?;
    refuse_another_study(study, folder)?;
    write_text_atomically(&folder.study(), &study.text)?;
    let mut stages = Stages { folder, progress, outcomes: Vec::new() };
    let strategies = {
        let mut source = FeatureSource::default();
        let clusters = opponent_clusters(study, &mut stages, &mut source)?;
        let buckets = bucket_files(study, &mut stages, &mut source, &clusters)?;
        drop(source);
        train_all(study, &mut stages, &buckets)?
    };
    let league_parent = league(study, &mut stages, &strategies)?;
    let report = folder.report();
    let recipe = json!({ "study": study.text, "version": env!("CARGO_PKG_VERSION") });
    let so_far = stages.outcomes.clone();
    stages.run("report", &recipe, &[league_parent], &[&report], |_| report_page::write(folder, &so_far).map(drop))?;
    let league = read_league(folder)?.league;
    Ok(RunSummary { run: folder.root().to_owned(), report, league, stages: stages.outcomes })
}

/// A run folder belongs to one study: another one would overwrite the files that its checkpoints and strategies name.
fn refuse_another_study(study: &Study, folder: &RunFolder) -> Result<(), StudyError> {
    let path = folder.study();
    let Ok(before) = std::fs::read_to_string(&path) else { return Ok(()) };
    // Comments and layout may change.
    let values = |text: &str| toml::from_str::<toml::Table>(text).ok();
    if values(&before) == values(&study.text) {
        return Ok(());
    }
    let problem = "this folder holds the run of another study; give another --out, or remove the folder".to_owned();
    Err(StudyError::Folder { path, problem })
}

/// Writes the report of a finished run again.
///
/// # Errors
/// A folder without a finished league.
pub fn write_report(folder: &RunFolder, _progress: &dyn Progress) -> Result<PathBuf, StudyError> {
    report_page::write(folder, &[])
}

/// The league of a finished run.
///
/// # Errors
/// A file that is missing or none.
pub fn read_league(folder: &RunFolder) -> Result<LeagueFile, StudyError> {
    let path = folder.league();
    let file = |problem: String| StudyError::File { path: path.clone(), problem };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| file(format!("no league can be read ({error}); run the study first")))?;
    serde_json::from_str(&text).map_err(|error| file(format!("not a league ({error})")))
}

/// A file's fingerprint under a name.
fn parent_of(name: &str, path: &Path) -> Result<Parent, StudyError> {
    Ok(Parent::new(name, ArrayFile::open(path)?.fingerprint()))
}

/// One cluster file for each number of clusters.
fn opponent_clusters(
    study: &Study,
    stages: &mut Stages<'_>,
    source: &mut FeatureSource,
) -> Result<Vec<PathBuf>, StudyError> {
    let mut distributions = None;
    let mut files = Vec::new();
    for &count in &study.opponents.clusters {
        let name = format!("ochs{count}");
        let path = stages.folder.opponent_clusters(&name)?;
        let recipe = json!({
            "clusters": count, "bins": DEFAULT_BINS, "distance": "emd", "weights": "combos",
            "seed": study.seed, "restarts": study.opponents.restarts,
        });
        stages.run(&format!("clusters-{count}"), &recipe, &[], &[&path], |progress| {
            if distributions.is_none() {
                distributions = Some(source.preflop(DEFAULT_BINS, progress)?);
            }
            let distributions = distributions.as_ref().expect("just made");
            let clusters = OpponentClusters::compute(distributions, count, study.seed, study.opponents.restarts)?;
            let rows: Vec<Vec<u64>> = distributions.counts.chunks(distributions.bins).map(<[u64]>::to_vec).collect();
            let histograms = StartingHandHistograms::new(&rows).map_err(abstraction::error::AbstractionError::from)?;
            write_clusters(&path, &clusters, recipe.clone(), histograms.cost(clusters.table()))?;
            Ok(())
        })?;
        files.push(path);
    }
    Ok(files)
}

/// Bucket files of flop, turn and, for each variant, the river.
struct BucketFiles {
    flop: PathBuf,
    turn: PathBuf,
    rivers: Vec<PathBuf>,
}

fn bucket_files(
    study: &Study,
    stages: &mut Stages<'_>,
    source: &mut FeatureSource,
    clusters: &[PathBuf],
) -> Result<BucketFiles, StudyError> {
    let mut build = |round: Round, count: usize, name: String, cluster_file: &Path| -> Result<PathBuf, StudyError> {
        let recipe = study.recipe(round, count)?;
        let path = stages.folder.buckets(&name)?;
        let (opponents, parent) = read_clusters(cluster_file)?;
        let uses_clusters = recipe.to_json()["feature"] == "ochs";
        let parents = if uses_clusters { vec![parent.clone()] } else { Vec::new() };
        stages.run(&format!("buckets-{name}"), &recipe.to_json(), &parents, &[&path], |progress| {
            let opponents = uses_clusters.then_some(ClusterSource { clusters: &opponents, parent: &parent });
            build_buckets(&recipe, opponents, source, &path, progress)?;
            Ok(())
        })?;
        Ok(path)
    };
    let first = study.opponents.clusters[0];
    let flop = build(Round::Flop, first, "flop".to_owned(), &clusters[0])?;
    let turn = build(Round::Turn, first, "turn".to_owned(), &clusters[0])?;
    let mut rivers = Vec::new();
    for (&count, file) in study.opponents.clusters.iter().zip(clusters) {
        rivers.push(build(Round::River, count, format!("river-{}", Study::variant(count)), file)?);
    }
    Ok(BucketFiles { flop, turn, rivers })
}

/// Trains and exports every variant; gives back the strategy files by variant.
fn train_all(
    study: &Study,
    stages: &mut Stages<'_>,
    buckets: &BucketFiles,
) -> Result<Vec<(String, PathBuf)>, StudyError> {
    let mut strategies = Vec::new();
    for (&count, river) in study.opponents.clusters.iter().zip(&buckets.rivers) {
        let variant = Study::variant(count);
        let checkpoint = stages.folder.checkpoint(&variant)?;
        let curve = stages.folder.training_curve(&variant)?;
        let strategy = stages.folder.strategy(&variant)?;
        let parents =
            [parent_of("flop", &buckets.flop)?, parent_of("turn", &buckets.turn)?, parent_of("river", river)?];
        let settings = TrainingSettings { sampler: study.sampler()?, rule: study.rule()?, seed: study.seed };
        let open = || -> Result<Trainer, StudyError> {
            let set = BucketSet::open(&buckets.flop, &buckets.turn, river)?;
            Ok(Trainer::open(GameDefinition::holdem_limit(), set, settings.clone(), &checkpoint)?)
        };
        let budget = study.budget()?;
        let recipe = json!({
            "sampler": settings.sampler, "algorithm": settings.rule, "seed": settings.seed,
            "time": study.training.time, "iterations": study.training.iterations,
        });
        let trained =
            stages.run(&format!("training-{variant}"), &recipe, &parents, &[&checkpoint, &curve], |progress| {
                let mut trainer = open()?;
                trainer.run(budget, &checkpoint, progress)?;
                let points: Vec<_> =
                    trainer.state().curve.iter().map(|it| (it.iterations, it.seconds, it.regret)).collect();
                let text = json!({ "iterations": trainer.state().iterations, "seconds": trainer.state().seconds,
                "core_seconds": trainer.state().core_seconds, "points": points });
                write_text_atomically(&curve, &text.to_string())?;
                Ok(())
            })?;
        stages.run(&format!("export-{variant}"), &json!({ "bits": 8 }), &[trained], &[&strategy], |_| {
            Ok(open()?.export(&strategy)?)
        })?;
        strategies.push((variant, strategy));
    }
    Ok(strategies)
}

/// Plays the league and the matches against the built-in policies.
fn league(study: &Study, stages: &mut Stages<'_>, strategies: &[(String, PathBuf)]) -> Result<Parent, StudyError> {
    let parents: Vec<Parent> =
        strategies.iter().map(|(variant, path)| parent_of(variant, path)).collect::<Result<_, _>>()?;
    let (method, folder) = (study.method()?, stages.folder);
    let recipe = json!({
        "method": method.name(), "observations": method.observations(),
        "built_in_boards": study.league.built_in_boards, "seed": study.seed,
    });
    let path = folder.league();
    stages.run("league", &recipe, &parents, &[&path], |progress| {
        let mut loader = AgentLoader::new(&[folder.root().to_owned()]);
        let agents: Vec<Agent> = strategies
            .iter()
            .map(|(variant, path)| Ok(loader.open_strategy(path)?.named(variant.clone())))
            .collect::<Result<_, StudyError>>()?;
        let league = if agents.len() > 1 { Some(play_league(&agents, method, study.seed, progress)?) } else { None };
        let mut against_built_in = Vec::new();
        if study.league.built_in_boards > 0 {
            let method = Method::Boards { boards: study.league.built_in_boards };
            for agent in &agents {
                for policy in FixedPolicy::ALL {
                    let result = play_match(agent, &Agent::of_fixed(policy)?, method, study.seed, progress)?;
                    against_built_in.push(BuiltInMatch {
                        player: agent.name().to_owned(),
                        opponent: policy.name().to_owned(),
                        mbb_per_game: result.mbb_per_game,
                        ci95: result.ci95,
                    });
                }
            }
        }
        let file = LeagueFile { league, against_built_in };
        let text = serde_json::to_string_pretty(&file).expect("plain values have a JSON form");
        write_text_atomically(&path, &(text + "\n"))?;
        Ok(())
    })
}
