//! The stages that train a player, from the start or from where a shorter training of the study ended, and write its
//! strategy file.

use abstraction::estimate::Prepared;
use evaluator::round::Round;
use serde_json::json;
use solver::boards::FineBuckets;
use solver::policy::export::ExportForm;
use solver::run::estimate::{TrainingSize, batch_bytes, opponent_bytes};
use solver::run::{Trainer, TrainingBuckets};
use solver::train::{Budget, Opponent, Sampler};
use std::path::{Path, PathBuf};
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::set::BucketSet;
use tables::buckets::table::hands_of_round;
use tables::error::{Action, TableError};
use tables::file::fingerprint::Parent;
use tables::file::sibling::remove_if_there;
use tables::run::table_home::TableHome;

use super::size::{PROGRAM_BYTES, SMALL_FILE, bucket_bytes, share_of_hands, training_size};
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::{StudyError, refuse};
use crate::file::settings::training_seed;
use crate::results::training::Regrets;
use crate::runs::train::{TablePlace, exact_opponent, train_and_record};
use crate::study_run::{StudyRun, parent_of};

/// The names by which a variant's bucket files are known to what is made with them.
const STREET_NAMES: [&str; 3] = ["flop", "turn", "river"];
/// Core seconds to open the buckets of the full deck: measured.
const OPENING: f64 = 0.5;
/// Core seconds of one deal of training with the whole tree, and with the other player's actions drawn, at 9,000
/// buckets; and the power of the number of buckets with which they grow, as larger tables leave the caches. Measured at
/// 40, 1,000 and 9,000.
const CHANCE_DEAL: f64 = 3.6e-5;
const EXTERNAL_DEAL: f64 = 2.7e-5;
const DEAL_POWER: f64 = 0.08;

/// What the allocator may keep of the clusterings before it: up to a block of addresses for each thread, 0 to 100 MiB
/// measured on two.
const KEPT_BACK: u64 = 40 << 20;

/// How many times as long a board of training against an opponent with exact cards takes as one against itself:
/// measured.
const EXACT_BOARD: f64 = 2.2;

/// How to make a player's training take less time.
pub(super) const SHORTER_TRAINING: &str = "give a shorter training.time or fewer training.iterations";

pub(super) struct Train {
    pub player: usize,
}

impl Stage for Train {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let (player, training) = run.player(self.player);
        let files = STREET_NAMES.into_iter().zip(run.bucket_paths(player.variant)?);
        let opponents = run.opponents_paths(self.player)?;
        let mut products = vec![run.folder.training_curve(&player.file)?];
        // Regrets that are not kept are gone once the strategy is there.
        if training.keeps_checkpoints() || !run.folder.strategy(&player.file)?.exists() {
            products.insert(0, run.folder.checkpoint(&player.file)?);
        }
        let mut recipe = json!({
            "sampler": training.sampler(), "algorithm": training.rule(),
            "seed": training_seed(run.study.seed, player.training),
            "time": training.time, "iterations": training.iterations(),
        });
        if training.opponent() != Opponent::Itself {
            recipe["opponent"] = json!(training.opponent());
        }
        Ok(StageDefinition {
            recipe,
            parents: files.chain(opponents).map(|(name, path)| parent_of(name, &path)).collect::<Result<_, _>>()?,
            products,
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        let (_, training) = run.player(self.player);
        let table = training_size(run, self.player)?.table_bytes + opponents_bytes(run, self.player)?;
        let (kept, own) = if training.keeps_checkpoints() { (table, 0) } else { (0, table) };
        // Those taken over are there until this one is over.
        let begun = run.order().begun_by(self.player).filter(|&begun| !run.player(begun).1.keeps_checkpoints());
        let passing = own + begun.map_or(0, |_| table);
        let counts = run.bucket_counts(self.player)?;
        let (sampler, opponent) = (training.sampler(), training.opponent());
        let batch = batch_bytes(&run.study.definition()?, counts, sampler, opponent, training.budget()?);
        let files = bucket_bytes(run.study.deck, counts) + opponents_file_bytes(run, self.player)?;
        Ok(Sizes { memory: table + files + batch + KEPT_BACK, disk: kept + SMALL_FILE, passing })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        let (_, training) = clock.run.player(self.player);
        let opening = clock.scaled(OPENING * share_of_hands(clock.run.study.deck))?;
        let whole = match (training.budget()?, training.sampler()) {
            (Budget::Seconds(seconds), _) => seconds,
            (Budget::Iterations(boards), Sampler::Public | Sampler::Full) => {
                let times = if training.opponent() == Opponent::Exact { EXACT_BOARD } else { 1.0 };
                let boards = boards - iterations_before(clock.run, self.player)?;
                boards as f64 * clock.board_seconds(self.player)? * times
            }
            (Budget::Iterations(deals), sampler) => {
                let deals = deals - iterations_before(clock.run, self.player)?;
                let deal = if sampler == Sampler::Chance { CHANCE_DEAL } else { EXTERNAL_DEAL };
                let buckets = clock.run.bucket_counts(self.player)?[3] as f64;
                clock.scaled(deals as f64 * deal * (buckets / 9_000.0).powf(DEAL_POWER))?
            }
        };
        Ok((opening + whole - need.spent.seconds).max(0.0))
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        SHORTER_TRAINING.to_owned()
    }

    fn smaller(&self, run: &StudyRun<'_>, _need: &StageNeed, available: u64) -> Result<String, StudyError> {
        let (_, training) = run.player(self.player);
        let (sampler, opponent, budget) = (training.sampler(), training.opponent(), training.budget()?);
        fewer_buckets(run, self.player, available, |count| {
            let batch = batch_bytes(&run.study.definition()?, counts_of(run, count), sampler, opponent, budget);
            let opponents = opponents_file_bytes(run, self.player)? + opponents_bytes_with(run, self.player, count)?;
            Ok(batch + opponents + KEPT_BACK)
        })
    }

    fn forgets_features(&self) -> bool {
        true
    }

    fn work(&self, StageContext { run, ranks, progress, .. }: StageContext<'_>) -> Result<(), StudyError> {
        let (player, training) = run.player(self.player);
        let buckets = open_buckets(run, player.variant)?;
        let buckets = TrainingBuckets { learner: buckets, opponent: open_opponent(run, self.player)? };
        let home = TablePlace::Auto.home(&run.study.definition()?, &buckets, run.folder.root());
        let mut trainer = open_with(run, self.player, &begun_checkpoint(run, self.player)?, buckets, home)?;
        train_and_record(&mut trainer, training.goal()?, run.folder, &player.file, home, ranks, progress)?;
        match run.order().begun_by(self.player).map(|begun| run.player(begun)) {
            Some((begun, training)) if !training.keeps_checkpoints() => {
                Ok(remove_if_there(&run.folder.checkpoint(&begun.file)?)?)
            }
            _ => Ok(()),
        }
    }
}

/// The checkpoint from which a player's training continues: its own or, before there is one, that of the shorter
/// training that it goes on from, if that is there. Without either it begins from the start, with the same result.
fn begun_checkpoint(run: &StudyRun<'_>, player: usize) -> Result<PathBuf, StudyError> {
    let own = run.folder.checkpoint(&run.order().players[player].file)?;
    // A disk that does not answer must not pass for a training that has not begun.
    if own.try_exists().map_err(|error| TableError::io(&own, Action::Open, error))? {
        return Ok(own);
    }
    let begun = run.order().begun_by(player).map(|begun| run.folder.checkpoint(&run.order().players[begun].file));
    Ok(begun.transpose()?.filter(|begun| begun.exists()).unwrap_or(own))
}

/// The boards or deals that a player need not be trained on, since it goes on from a shorter training.
fn iterations_before(run: &StudyRun<'_>, player: usize) -> Result<u64, StudyError> {
    let Some(begun) = run.order().begun_by(player) else { return Ok(0) };
    let (begun, training) = run.player(begun);
    let is_lost = Regrets::of(run.folder, &begun.file)? == Regrets::GivenUp;
    Ok(training.iterations().filter(|_| !is_lost).unwrap_or(0))
}

fn opponents_bytes(run: &StudyRun<'_>, player: usize) -> Result<u64, StudyError> {
    let files = run.order().opponents_files_of(player);
    if files.is_empty() {
        return Ok(0);
    }
    let buckets = |round: Round| -> Result<Option<usize>, StudyError> {
        let number = files.iter().find(|&&number| run.order().bucket_files[number].round == round);
        number.map(|&number| run.bucket_count(number)).transpose()
    };
    Ok(opponent_bytes(&run.study.definition()?, buckets(Round::Flop)?, buckets(Round::Turn)?.unwrap_or(0)))
}

/// The bucket files of an opponent with exact cards, where it has its own.
fn opponents_file_bytes(run: &StudyRun<'_>, player: usize) -> Result<u64, StudyError> {
    let bytes = |&number: &usize| -> Result<u64, StudyError> {
        let count = run.bucket_count(number)?;
        Ok(HandNumbers::entry_bytes(count) * hands_of_round(run.study.deck, run.order().bucket_files[number].round))
    };
    run.order().opponents_files_of(player).iter().map(bytes).sum()
}

/// The same with another number of buckets a street: an opponent who is as fine as the strategy shrinks with it.
fn opponents_bytes_with(run: &StudyRun<'_>, player: usize, count: usize) -> Result<u64, StudyError> {
    let order = run.order();
    if order.opponents_files.is_empty() && !order.opponents_files_of(player).is_empty() {
        return Ok(opponent_bytes(&run.study.definition()?, Some(count), count));
    }
    opponents_bytes(run, player)
}

/// As many buckets on every street, and the starting hands.
fn counts_of(run: &StudyRun<'_>, count: usize) -> [usize; 4] {
    [run.study.deck.starting_hand_count(), count, count, count]
}

/// How many buckets would fit, for a player's training or export; `besides` is what else that many need.
pub(super) fn fewer_buckets(
    run: &StudyRun<'_>,
    player: usize,
    available: u64,
    besides: impl Fn(usize) -> Result<u64, StudyError>,
) -> Result<String, StudyError> {
    let fits = |count: usize| -> Result<bool, StudyError> {
        let counts = counts_of(run, count);
        let size = TrainingSize::of(&run.study.definition()?, counts);
        Ok(size.table_bytes + besides(count)? + bucket_bytes(run.study.deck, counts) + PROGRAM_BYTES <= available)
    };
    // The largest that fits lies from the first on and before the second.
    let (mut fitting, mut beyond) = (0, run.bucket_counts(player)?.into_iter().max().unwrap_or(1));
    while beyond - fitting > 1 {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle)? { fitting = middle } else { beyond = middle }
    }
    Ok(match fitting {
        0 => "leave [training] out".to_owned(),
        count => format!("give at most {count} buckets a street, or leave [training] out"),
    })
}

pub(super) fn open_trainer(run: &StudyRun<'_>, player: usize, home: TableHome<'_>) -> Result<Trainer, StudyError> {
    let (own, _) = run.player(player);
    open_with(run, player, &run.folder.checkpoint(&own.file)?, open_buckets(run, own.variant)?.into(), home)
}

fn open_with(
    run: &StudyRun<'_>,
    player: usize,
    checkpoint: &Path,
    buckets: TrainingBuckets,
    home: TableHome<'_>,
) -> Result<Trainer, StudyError> {
    let (player, training) = run.player(player);
    let seed = training_seed(run.study.seed, player.training);
    Ok(Trainer::open(run.study.definition()?, buckets, training.settings(seed)?, checkpoint, home)?)
}

fn open_opponent(run: &StudyRun<'_>, player: usize) -> Result<Option<FineBuckets>, StudyError> {
    let paths = run.opponents_paths(player)?;
    let Some(((_, turn), flop)) = paths.split_last() else { return Ok(None) };
    Ok(Some(exact_opponent(flop.first().map(|(_, flop)| flop.as_path()), turn)?))
}

fn open_buckets(run: &StudyRun<'_>, variant: usize) -> Result<BucketSet, StudyError> {
    let paths = run.bucket_paths(variant)?;
    let [flop, turn, river] = &paths[..] else {
        return refuse("training", "buckets of flop, turn and river", format!("{} streets", paths.len()));
    };
    Ok(BucketSet::open(flop, turn, river)?)
}

/// Core seconds to open the buckets of the full deck, and to read and write a gigabyte of table: measured.
const EXPORT_OPENING: f64 = 0.4;
const A_GIGABYTE: f64 = 6.0;

pub(super) struct Export {
    pub player: usize,
}

impl Stage for Export {
    fn definition(&self, run: &StudyRun<'_>, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let (player, _) = run.player(self.player);
        let name = format!("training-{}", player.file);
        Ok(StageDefinition {
            recipe: json!({ "bits": 8 }),
            parents: before.iter().filter(|parent| parent.name == name).cloned().collect(),
            products: vec![run.folder.strategy(&player.file)?],
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        let size = training_size(run, self.player)?;
        let memory =
            size.table_bytes + bucket_bytes(run.study.deck, run.bucket_counts(self.player)?) + 2 * size.strategy_bytes;
        Ok(Sizes { memory, disk: size.strategy_bytes, passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, _need: &StageNeed) -> Result<f64, StudyError> {
        let gigabytes = training_size(clock.run, self.player)?.table_bytes as f64 / 1e9;
        clock.scaled(EXPORT_OPENING * share_of_hands(clock.run.study.deck) + A_GIGABYTE * gigabytes)
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        SHORTER_TRAINING.to_owned()
    }

    fn smaller(&self, run: &StudyRun<'_>, _need: &StageNeed, available: u64) -> Result<String, StudyError> {
        fewer_buckets(run, self.player, available, |_| Ok(0))
    }

    fn work(&self, StageContext { run, progress, .. }: StageContext<'_>) -> Result<(), StudyError> {
        let (player, training) = run.player(self.player);
        let strategy = run.folder.strategy(&player.file)?;
        if strategy.exists() && Regrets::of(run.folder, &player.file)? == Regrets::GivenUp {
            // Written, and its regrets removed, but the process was killed before the stage was recorded: nothing can
            // be made anew.
            return Ok(());
        }
        // Only read: a map of the checkpoint, however large.
        let trainer = open_trainer(run, self.player, TableHome::CopyOnWrite)?;
        trainer.export_as(ExportForm::default(), progress, &strategy)?;
        drop(trainer);
        // A longer training that has not begun goes on with them, and gives them up then.
        let longer = run.order().continued_by(self.player).map(|longer| &run.order().players[longer].file);
        let is_awaited =
            longer.map_or(Ok(false), |file| Ok::<_, StudyError>(Regrets::of(run.folder, file)? == Regrets::NoneYet))?;
        if !training.keeps_checkpoints() && !is_awaited {
            remove_if_there(&run.folder.checkpoint(&player.file)?)?;
        }
        Ok(())
    }
}
