//! The strategy files of a run's trainings, without a study, and what the rounding of their probabilities costs.

use evaluator::round::Round;
use evaluator::words::did_you_mean;
use matches::statistics::score::Score;
use serde::Serialize;
use solver::measure::rounding_price::{THIRD_PLAYER, rounding_price};
use solver::policy::{ExportForm, StoredPolicy};
use solver::run::Trainer;
use solver::run::checkpoint::CheckpointOrigin;
use std::path::{Path, PathBuf};
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::run::folder::{RunFolder, Subfolder};
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Progress;

use super::train::NamedBuckets;
use crate::error::StudyError;
use crate::file::order::StageOrder;
use crate::file::settings::training_seed;
use crate::file::study::Study;
use crate::file::training::Training;
use crate::results::training::Regrets;

pub struct RunExport<'a> {
    pub variant: Option<&'a str>,
    /// Folders with the bucket files, where the run does not hold them itself.
    pub buckets: &'a [PathBuf],
    /// Which strategy, and the bits of its probabilities.
    pub form: ExportForm,
    /// The folder of the strategy files, if it is not the run's.
    pub out: Option<&'a Path>,
    /// On which boards the price of rounding is measured, if at all.
    pub price: Option<PriceBoards>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PriceBoards {
    /// How many, at least 2.
    pub boards: u64,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exported {
    pub variant: String,
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    pub bytes: u64,
    /// Decisions times buckets.
    pub information_sets: u64,
    /// What its rounding costs, if that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// What rounding loses, in mbb/g with half the 95 % confidence interval over boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Price {
    /// What the strategy in memory wins from the file.
    pub mbb_per_game: f64,
    pub ci95: f64,
    pub boards: u64,
    /// The same against a third player.
    pub against_third: AgainstThird,
}

/// How much less the rounded strategy wins from a third player, on the same boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgainstThird {
    pub player: String,
    pub mbb_per_game: f64,
    pub ci95: f64,
}

impl RunExport<'_> {
    /// Writes the strategy file of every variant chosen.
    pub fn write(&self, folder: &RunFolder, progress: &dyn Progress) -> Result<Vec<Exported>, StudyError> {
        let chosen = self.chosen(folder)?;
        let _lock = folder.lock_for(&[Subfolder::Strategies])?;
        let kept = self.with_regrets(folder, chosen)?;
        let mut exported = Vec::new();
        for variant in kept {
            progress.check()?;
            exported.push(self.write_variant(folder, variant, progress)?);
        }
        Ok(exported)
    }

    fn chosen(&self, folder: &RunFolder) -> Result<Vec<String>, StudyError> {
        let run = folder.root().display();
        let known: Vec<String> = folder.variants()?.into_iter().map(|(variant, _)| variant).collect();
        match self.variant {
            _ if folder.root().is_file() => {
                refuse(&run, "a file; give the run whose regrets are to be exported".to_owned())
            }
            None if known.is_empty() => {
                refuse(&run, format!("nothing has been trained there; run 'equipoise train --out {run}' first"))
            }
            None => Ok(known),
            Some(name) if known.iter().any(|it| it == name) => Ok(vec![name.to_owned()]),
            Some(name) => {
                let meant = did_you_mean(name, known.iter().map(String::as_str));
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                refuse(&run, format!("no variant '{name}'; there is {known}{meant}"))
            }
        }
    }

    /// A study may keep no regrets; then the strategy it wrote is all there is.
    fn with_regrets(&self, folder: &RunFolder, chosen: Vec<String>) -> Result<Vec<String>, StudyError> {
        let mut kept = Vec::new();
        for variant in chosen {
            if Regrets::of(folder, &variant)? != Regrets::GivenUp {
                kept.push(variant);
            } else if self.variant.is_some() {
                let strategy = folder.strategy(&variant)?;
                let why = "its regrets were not kept (keep_checkpoints = false)";
                return refuse(variant, format!("{why}; its strategy is {}", strategy.display()));
            }
        }
        if kept.is_empty() {
            let problem = "no training kept its regrets; its strategy files are final".to_owned();
            return refuse(folder.root().display(), problem);
        }
        Ok(kept)
    }

    fn write_variant(
        &self,
        folder: &RunFolder,
        variant: String,
        progress: &dyn Progress,
    ) -> Result<Exported, StudyError> {
        let checkpoint = folder.checkpoint(&variant)?;
        let origin = CheckpointOrigin::read(&checkpoint)?;
        let named = NamedBuckets { checkpoint: &checkpoint, origin: &origin, run: folder, folders: self.buckets };
        let buckets = named.learner()?;
        let file = self.place(folder.strategy_form(&variant, &self.form.words())?)?;
        require_kind(&file, FileKind::Strategy)?;
        let trainer = Trainer::open(origin.game, buckets, origin.settings, &checkpoint, TableHome::CopyOnWrite)?;
        trainer.export_as(self.form, progress, &file)?;
        let price = self.price.map(|boards| self.price(&trainer, &file, boards, progress)).transpose()?;
        let reader = StrategyReader::open(&file)?;
        let mut information_sets = 0;
        for node in 0..reader.node_count() {
            information_sets += u64::from(reader.buckets_per_round()[usize::from(reader.node(node)?.round)]);
        }
        Ok(Exported { variant, bytes: reader.file().file_bytes(), file, information_sets, price })
    }

    /// Where a file goes whose place in the run would be `in_run`.
    fn place(&self, in_run: PathBuf) -> Result<PathBuf, StudyError> {
        let (Some(out), Some(name)) = (self.out, in_run.file_name()) else { return Ok(in_run) };
        if let Err(error) = std::fs::create_dir_all(out) {
            return refuse(out.display(), format!("cannot be made ({error}); give another --out"));
        }
        Ok(out.join(name))
    }

    /// Plays the strategy in memory against the file just written.
    fn price(
        &self,
        trainer: &Trainer,
        file: &Path,
        PriceBoards { boards, seed }: PriceBoards,
        progress: &dyn Progress,
    ) -> Result<Price, StudyError> {
        let tables = trainer.trained();
        let rounded = StoredPolicy::read(tables.game, file)?;
        let price = rounding_price(&tables, self.form.strategy, &rounded, boards, seed, progress)?;
        let score = |boards: &[f64]| Score::of(boards.iter().copied());
        let (head_to_head, third) = (score(&price.head_to_head), score(&price.against_third));
        Ok(Price {
            mbb_per_game: head_to_head.mean,
            ci95: head_to_head.ci95(),
            boards,
            against_third: AgainstThird {
                player: THIRD_PLAYER.to_string(),
                mbb_per_game: third.mean,
                ci95: third.ci95(),
            },
        })
    }
}

fn refuse<T>(subject: impl ToString, problem: String) -> Result<T, StudyError> {
    Err(StudyError::NotExported { subject: subject.to_string(), problem })
}

/// One card abstraction of a study, and how the study trains on it.
#[derive(Clone, Copy)]
pub struct StudyVariant<'a> {
    study: &'a Study,
    /// Among [`StageOrder::variants`].
    variant: usize,
    /// Among [`StageOrder::players`], if the study trains it.
    player: Option<usize>,
}

impl<'a> StudyVariant<'a> {
    /// The study's strategy of that name or, where none is trained, its abstraction.
    pub fn named(study: &'a Study, name: &str) -> Option<Self> {
        let StageOrder { players, variants, .. } = study.order();
        if let Some(player) = players.iter().position(|player| player.file == name) {
            let is_trained = study.order().own_strategy(player).is_none();
            return is_trained.then_some(Self { study, variant: players[player].variant, player: Some(player) });
        }
        let variant = variants.iter().position(|variant| variant.name == name)?;
        Some(Self { study, variant, player: None })
    }

    pub fn names(study: &Study) -> Vec<&str> {
        let StageOrder { players, variants, .. } = study.order();
        match players.as_slice() {
            [] => variants.iter().map(|variant| variant.name.as_str()).collect(),
            players => {
                let trained = (0..players.len()).filter(|&player| study.order().own_strategy(player).is_none());
                trained.map(|player| players[player].file.as_str()).collect()
            }
        }
    }

    pub fn training(&self) -> Option<Training> {
        Some(self.study.player(self.player?).1)
    }

    /// The seed of its training, where the study's own seed is this one.
    pub fn seed(&self, study_seed: u64) -> u64 {
        self.player.map_or(study_seed, |player| training_seed(study_seed, self.study.player(player).0.training))
    }

    /// The names of its bucket files of flop, turn and river.
    pub fn bucket_names(&self) -> [Option<&'a str>; 3] {
        let order = self.study.order();
        order.variants[self.variant].bucket_files.map(|file| Some(order.bucket_files[file?].name.as_str()))
    }

    /// The name of the bucket file of a round for the opponent with exact cards that it is trained against, if the
    /// study has one.
    pub fn opponents_bucket_name(&self, round: Round) -> Option<&'a str> {
        let order = self.study.order();
        if !order.exact_plans.contains(&order.players[self.player?].plan) {
            return None;
        }
        let mut files = order.opponents_files.iter().map(|&file| &order.bucket_files[file]);
        files.find(|file| file.round == round).map(|file| file.name.as_str())
    }
}
