//! `train`: counterfactual regret minimisation on a bucket set.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use evaluator::round::Round;
use matches::statistics::score::half_interval95;
use serde_json::json;
use solver::boards::FineBuckets;
use solver::game::GameDefinition;
use solver::run::TrainingBuckets;
use solver::run::state::Watch;
use solver::train::{Budget, Opponent, Sampler, UpdateRule};
use std::path::{Path, PathBuf};
use study::file::study::Study;
use study::file::training::{Span, Training, TrainingGoal};
use study::runs::export::StudyVariant;
use study::runs::train::{Beginning, SingleTraining, TablePlace, TrainedVariant, exact_opponent};
use tables::run::folder::{DEFAULT_VARIANT, RunFolder};
use tables::text::written;

use crate::bucket_choice::{BucketChoice, OfStudy, file_called};
use crate::failure::wrong;
use crate::game_choice::GameChoice;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};

/// The flags of `train`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A study whose folder, buckets and training settings are taken where flags do not say otherwise
    study: Option<PathBuf>,
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    buckets: BucketChoice,
    /// How cards are chosen: public (a board, all holdings), chance or external (one deal) [default: public]
    #[arg(long, value_name = "S")]
    sampler: Option<Sampler>,
    /// Against whom: itself, or exact, an opponent with exact cards who answers while the strategy learns
    /// [default: itself]
    #[arg(long, value_name = "O")]
    opponent: Option<Opponent>,
    /// The turn bucket file for an opponent with exact cards, who plays better with many more buckets than the strategy
    /// has [default: those of the study, or the strategy's own files of flop and turn]
    #[arg(long, value_name = "FILE")]
    opponent_turn: Option<PathBuf>,
    /// The flop's bucket file of such an opponent, who learns faster with some 20,000 buckets than with all hands
    /// [default: all hands where --opponent-turn is given]
    #[arg(long, value_name = "FILE", requires = "opponent_turn")]
    opponent_flop: Option<PathBuf>,
    /// cfr, cfr+, linear, dcfr, dcfr:α,β,γ, or hs-dcfr, whose schedule needs --iterations [default: dcfr, that is
    /// dcfr:1.5,0,2]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    algorithm: Option<UpdateRule>,
    /// Train until this many iterations are done, earlier sessions included
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Train for this long, earlier sessions included: 90s, 30m, 2h30m
    #[arg(long, value_name = "D")]
    time: Option<Span>,
    /// Where regrets live: in memory, in a nameless working file on the disk of --out, or wherever they fit
    #[arg(long, default_value = "auto",
        value_parser = PossibleValuesParser::new(TablePlace::WORDS).try_map(|word| word.parse::<TablePlace>()))]
    table: TablePlace,
    /// Measure the exploitability in the real game each time this much more training is done: 10m, 1h
    #[arg(long, value_name = "D")]
    watch: Option<Span>,
    /// Flops drawn for each such measurement, the same ones every time [default: 24]
    #[arg(long, value_name = "N",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(2..=10_000), requires = "watch")]
    watch_flops: Option<usize>,
    /// Start from what a run on fewer buckets (RUN, or RUN/NAME of several trainings) has learned by the same rule, and
    /// go on at its iteration: what all hands of a kind have in common is learned sooner together; streets with the
    /// same bucket files go on as they were
    #[arg(long, value_name = "RUN")]
    from: Option<PathBuf>,
    /// That run's bucket files and its opponent's, or folders that hold them, where it does not itself: several files,
    /// or the option again
    #[arg(long, value_name = "FILE|DIR", requires = "from")]
    from_buckets: Vec<PathBuf>,
    /// What to call the result within the run; a variant of the study brings its own buckets and settings, and its
    /// training goes on if its regrets were kept
    #[arg(long, value_name = "NAME", default_value = DEFAULT_VARIANT)]
    variant: String,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let given = settings.study.as_deref().map(Study::named).transpose()?;
    let root = match (&session.out, &given) {
        (Some(out), _) => out.clone(),
        (None, Some(study)) => Path::new("runs").join(&study.name),
        (None, None) => return Err(wrong("train: no folder to keep the training in; give one with --out RUN")),
    };
    // The study that was run in the folder knows its variants as well as one that is named.
    let own = RunFolder::new(&root).study();
    let found = if given.is_none() && own.exists() { Some(Study::read(&own)?) } else { None };
    let source = SettingsSource::of(given.as_ref(), found.as_ref(), &settings.variant);
    let training = settings.training(source.training()?)?;
    let (training, goal) = (training.settings(source.seed(session))?, training.goal()?);
    // The buckets before the folder: whatever is wrong with them leaves nothing behind.
    let named = settings.opponents_buckets(training.opponent, &source, &root)?;
    let typed = settings.study.as_deref().unwrap_or(&own);
    let learner = settings.buckets.open(&root, &source.buckets(typed, &root))?;
    session.require_deck(learner.deck())?;
    let game = match (settings.game.given(Some(learner.deck()))?, source.study) {
        (Some(game), _) => game,
        (None, Some(study)) if source.is_named || source.variant.is_some() => study.definition()?,
        (None, _) => GameDefinition::holdem_limit_on(learner.deck()),
    };
    let buckets = TrainingBuckets::against(learner, training.opponent, named)?;
    let (variant, table) = (&settings.variant, settings.table);
    let beginning = settings.from.as_deref().map(|word| settings.beginning(word));
    let beginning = beginning.transpose()?;
    let begins_with = beginning.as_ref().map(|(run, variant)| Beginning {
        run: run.root(),
        variant,
        folders: &settings.from_buckets,
    });
    let single =
        SingleTraining { variant, game, buckets, settings: training, goal, table, begins_with, ranks: &*session.ranks };
    let folder = RunFolder::new(root);
    let checkpoint = folder.checkpoint(variant)?;
    session.goes_on_if(move || checkpoint.exists());
    let trained = single.train(&folder, &session.progress)?;
    Ok(document(variant, &goal, &trained))
}

/// Where the settings come from that no flag gives.
struct SettingsSource<'a> {
    /// The study that was named, or that of the folder.
    study: Option<&'a Study>,
    /// Whether it was named.
    is_named: bool,
    /// The study's variant that is to be trained, if it is one.
    variant: Option<StudyVariant<'a>>,
    /// What was asked for.
    typed: &'a str,
}

impl<'a> SettingsSource<'a> {
    fn of(given: Option<&'a Study>, found: Option<&'a Study>, typed: &'a str) -> Self {
        let study = given.or(found);
        Self { study, is_named: given.is_some(), variant: study.and_then(|it| StudyVariant::named(it, typed)), typed }
    }

    /// The training of the study's variant, or the only one of a study that was named.
    fn training(&self) -> anyhow::Result<Option<Training>> {
        match (self.variant.and_then(|it| it.training()), self.study) {
            (Some(training), _) => Ok(Some(training)),
            (None, Some(study)) if self.is_named => only_training(study),
            _ => Ok(None),
        }
    }

    fn seed(&self, session: &Session) -> u64 {
        let study = self.study.filter(|_| self.is_named || self.variant.is_some()).map(|study| study.seed);
        let seed = session.given_seed.or(study).unwrap_or_else(|| session.seed());
        self.variant.map_or(seed, |variant| variant.seed(seed))
    }

    /// What the study, as typed, says about the bucket files in a folder.
    fn buckets(&self, typed: &Path, root: &Path) -> OfStudy<'a> {
        let Some(study) = self.study else { return OfStudy::default() };
        let names = self.variant.map_or([None; 3], |variant| variant.bucket_names());
        let command = format!("equipoise run {} --out {}", typed.display(), root.display());
        OfStudy { names, command: Some(command), variant: self.typed, variants: StudyVariant::names(study) }
    }
}

impl Settings {
    /// The run to begin with, and its training: the one that is named, that of the same name, or the only one.
    fn beginning(&self, word: &Path) -> anyhow::Result<(RunFolder, String)> {
        let refuse = |problem: String| Err(wrong(format!("--from {}: {problem}", word.display())));
        if word.is_file() {
            return refuse("no run; it takes the regrets of a training, which only its run has".to_owned());
        }
        let (run, named) = RunFolder::of_training(word)?;
        if let Some(name) = named {
            return Ok((run, name));
        }
        let mut known: Vec<String> = run.variants()?.into_iter().map(|(variant, _)| variant).collect();
        match known.iter().position(|name| *name == self.variant && name != DEFAULT_VARIANT) {
            Some(place) => Ok((run, known.swap_remove(place))),
            None if known.len() == 1 => Ok((run, known.swap_remove(0))),
            None if known.is_empty() => refuse("nothing has been trained there".to_owned()),
            None => {
                let named: Vec<String> = known.iter().map(|name| word.join(name).display().to_string()).collect();
                refuse(format!("has {} trainings; name one of them: {}", known.len(), named.join(", ")))
            }
        }
    }

    /// How an opponent with exact cards tells hands apart before the river, if a flag or the study says so.
    fn opponents_buckets(
        &self,
        opponent: Opponent,
        source: &SettingsSource<'_>,
        root: &Path,
    ) -> anyhow::Result<Option<FineBuckets>> {
        let open = |flop: Option<&Path>, turn: &Path| Ok(Some(exact_opponent(flop, turn)?));
        match (opponent, &self.opponent_turn) {
            (Opponent::Itself, None) => return Ok(None),
            (Opponent::Itself, Some(_)) => {
                return Err(wrong(
                    "train: turn buckets for an opponent that is the strategy itself; give --opponent exact",
                ));
            }
            (Opponent::Exact, Some(turn)) => return open(self.opponent_flop.as_deref(), turn),
            (Opponent::Exact, None) => {}
        }
        let study = source.study.filter(|_| source.is_named || source.variant.is_some());
        if study.is_none_or(|study| study.exact_opponent.is_none()) {
            return Ok(None);
        }
        let places = self.buckets.places(root);
        let of_study = |round: Round| {
            let Some(name) = source.variant.and_then(|variant| variant.opponents_bucket_name(round)) else {
                return Ok(None);
            };
            let lost = || {
                let folder = places[0].display();
                wrong(format!(
                    "{folder}: no {name}.buckets of the study's opponent; run it, or give --opponent-turn FILE"
                ))
            };
            file_called(&places, name).map(Some).ok_or_else(lost)
        };
        let turn = of_study(Round::Turn)?.ok_or_else(|| {
            wrong(format!(
                "train: the study's opponent has buckets of its own, but does not meet '{}'; give --variant or \
                 --opponent-turn FILE",
                self.variant
            ))
        })?;
        open(of_study(Round::Flop)?.as_deref(), &turn)
    }

    /// How to train and for how long: as the flags say, else as the study says.
    fn training(&self, of_study: Option<Training>) -> anyhow::Result<Training> {
        let given = Training {
            sampler: self.sampler,
            opponent: self.opponent,
            algorithm: self.algorithm,
            time: self.time.clone(),
            iterations: self.iterations.into_iter().collect(),
            watch: self.watch.clone(),
            watch_flops: self.watch_flops,
            ..Training::default()
        };
        let training = given.or(&of_study.unwrap_or_default());
        if training.time.is_none() && training.iterations.is_empty() {
            return Err(wrong("train: no budget; give --iterations N or --time D"));
        }
        Ok(training)
    }
}

/// The training of a study, if it has one: of several the one without a name, else none of them can be meant.
fn only_training(study: &Study) -> anyhow::Result<Option<Training>> {
    let trainings: Vec<&Training> = study.trainings().collect();
    match trainings[..] {
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        _ => trainings.into_iter().find(|it| it.name.is_none()).cloned().map(Some).ok_or_else(|| {
            wrong(
                "train: the study has several trainings; run it, give one of its strategies with --variant, or give \
                 --sampler and the others instead",
            )
        }),
    }
}

fn document(variant: &str, goal: &TrainingGoal, trained: &TrainedVariant) -> Document {
    let TrainedVariant { iterations_before, state, checkpoint, strategy, export_seconds } = trained;
    let regret = state.curve.last().map(|point| point.regret);
    let json = json!({
        "variant": variant,
        "iterations": state.iterations,
        "iterations_before": iterations_before,
        "seconds": state.seconds,
        "core_seconds": state.core_seconds,
        "regret_mbb_per_game": regret,
        "touched_information_sets": state.touched,
        "exploitability": state.exploitability.iter().map(|point| json!({
            "iterations": point.iterations,
            "seconds": point.seconds,
            "mbb_per_game": point.mbb_per_game,
            "standard_error": point.standard_error,
        })).collect::<Vec<_>>(),
        "checkpoint": written(checkpoint),
        "strategy": written(strategy),
    });
    let iterations = match (*iterations_before, state.iterations - iterations_before) {
        (0, all) => grouped(all),
        (before, 0) => format!("{}, all of them before: the budget was spent already", grouped(before)),
        (_, new) => format!("{}, {} of them now", grouped(state.iterations), grouped(new)),
    };
    let iterations = match goal.budget {
        Budget::Iterations(asked) if state.iterations > asked && state.iterations > *iterations_before => {
            format!("{iterations}: {} were asked for, and the last batch was finished", grouped(asked))
        }
        _ => iterations,
    };
    let seconds = match state.core_seconds {
        unknown if unknown.is_nan() => format!("{:.1}", state.seconds),
        core => format!("{:.1} ({core:.1} of processor time)", state.seconds),
    };
    let mut rows = vec![("iterations", iterations), ("seconds", seconds)];
    rows.extend(regret.map(|regret| ("average regret", format!("{regret:.1} mbb/g"))));
    rows.extend(state.exploitability.last().map(|point| {
        let level = match goal.watch {
            Some(Watch { flops, .. }) => {
                let ci95 = half_interval95(flops as u64) * point.standard_error;
                format!("{:.1} ± {ci95:.1} mbb/g (95 %)", point.mbb_per_game)
            }
            // On how many flops is not known any more.
            None => format!("{:.1} mbb/g, measured in a session before this,", point.mbb_per_game),
        };
        ("exploitability", format!("{level} after {}", grouped(point.iterations)))
    }));
    rows.push(("checkpoint", checkpoint.display().to_string()));
    rows.push(("strategy", format!("{} (written in {export_seconds:.1} s)", strategy.display())));
    Document::new(json, facts(&rows))
}
