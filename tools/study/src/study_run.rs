//! A study in the folder where it is run: where its files lie, and what earlier stages left there.

use abstraction::recipe::BucketRecipe;
use evaluator::round::Round;
use matches::strategy_file::StrategyFile;
use std::path::{Path, PathBuf};
use tables::buckets::table::BucketTable;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_text_if_there};
use tables::run::folder::RunFolder;

use super::error::{StudyError, refuse};
use super::file::measures::{ExploitabilityPlan, LeaguePlan};
use super::file::order::{Player, StageOrder};
use super::file::street::StreetBuckets;
use super::file::study::Study;
use super::file::training::Training;
use super::own_files::OwnFile;

/// What is expected of a study that is asked for a part it does not have.
const MISSING: &str = "its table in the study";

#[derive(Clone, Copy)]
pub struct StudyRun<'a> {
    pub study: &'a Study,
    pub folder: &'a RunFolder,
}

impl<'a> StudyRun<'a> {
    /// A study whose own files fit it and can be read, in a folder that holds no other study.
    pub fn begin(study: &'a Study, folder: &'a RunFolder) -> Result<Self, StudyError> {
        for clusters in study.order().made_clusters() {
            clusters.choice.count(folder)?;
        }
        let run = Self { study, folder };
        run.refuse_another_study()?;
        run.check_own_files()?;
        Ok(run)
    }

    /// A run folder belongs to one study: another one would overwrite the files that its checkpoints and strategies
    /// name.
    pub(crate) fn refuse_another_study(&self) -> Result<(), StudyError> {
        let path = self.folder.study();
        let Some(before) = read_text_if_there(&path, MOST_DOCUMENT_BYTES)? else { return Ok(()) };
        // Comments and layout may change, and trainings may go on for longer.
        if Study::parse(&before, &path).is_ok_and(|before| self.study.goes_on_from(&before)) {
            return Ok(());
        }
        let whose = "another study, or of another part of this one";
        let problem = format!("this folder holds the run of {whose}; give another --out, or remove the folder");
        Err(StudyError::Folder { path, problem })
    }

    pub fn order(&self) -> &'a StageOrder {
        self.study.order()
    }

    /// A player by its place in the order, and how it is trained.
    pub fn player(&self, number: usize) -> (&'a Player, Training) {
        self.study.player(number)
    }

    /// The name of one of the study's trainings, if it has one.
    pub(crate) fn training_name(&self, plan: usize) -> Option<&'a str> {
        self.study.training_name(plan)
    }

    pub fn league(&self) -> Result<&'a LeaguePlan, StudyError> {
        self.study.league.as_ref().map_or_else(|| refuse("league", MISSING, "none"), Ok)
    }

    pub fn exploitability(&self) -> Result<ExploitabilityPlan, StudyError> {
        self.study.exploitability.map_or_else(|| refuse("exploitability", MISSING, "none"), Ok)
    }

    /// The recipe of a bucket file that the study makes, its opponent clusters counted.
    pub fn bucket_recipe(&self, number: usize) -> Result<BucketRecipe, StudyError> {
        let file = &self.order().bucket_files[number];
        let clusters = file.clusters.map(|it| self.order().clusters[it].choice.count(self.folder)).transpose()?;
        self.study.recipe(file, clusters.unwrap_or(1))
    }

    /// How many buckets a file has: as many as are asked for, or as one's own has.
    pub fn bucket_count(&self, number: usize) -> Result<usize, StudyError> {
        match &self.order().bucket_files[number].street {
            StreetBuckets::Made(request) => Ok(request.count),
            StreetBuckets::File(_) => Ok(BucketTable::open(&self.own_path(OwnFile::Buckets(number))?)?.bucket_count()),
        }
    }

    /// The opponent clusters of a bucket file, if it has any.
    pub(crate) fn clusters_of(&self, number: usize) -> Result<Option<PathBuf>, StudyError> {
        let clusters = self.order().bucket_files[number].clusters.map(|it| self.order().clusters[it].file_name());
        Ok(clusters.map(|name| self.folder.opponent_clusters(&name)).transpose()?)
    }

    /// A variant's bucket files, flop first.
    pub(crate) fn bucket_paths(&self, variant: usize) -> Result<Vec<PathBuf>, StudyError> {
        let numbers = self.order().variants[variant].bucket_files.iter().flatten();
        numbers.map(|&number| Ok(self.folder.buckets(&self.order().bucket_files[number].name)?)).collect()
    }

    /// The bucket files of a player's opponent, if that is one with exact cards: names among the parents, and paths.
    pub(crate) fn opponents_paths(&self, player: usize) -> Result<Vec<(&'static str, PathBuf)>, StudyError> {
        let order = self.order();
        let path = |&number: &usize| {
            let file = &order.bucket_files[number];
            let name = if file.round == Round::Flop { "opponent_flop" } else { "opponent_turn" };
            Ok((name, self.folder.buckets(&file.name)?))
        };
        order.opponents_files_of(player).iter().map(path).collect()
    }

    /// The bucket counts of a player, before the flop first.
    pub fn bucket_counts(&self, player: usize) -> Result<[usize; 4], StudyError> {
        if self.order().own_strategy(player).is_some() {
            let strategy = StrategyFile::open(self.own_path(OwnFile::Strategy(player))?)?;
            let counts = strategy.reader().buckets_per_round();
            return Ok(std::array::from_fn(|round| counts.get(round).map_or(0, |&count| count as usize)));
        }
        let files = self.order().variants[self.order().players[player].variant].bucket_files;
        let mut counts = [self.study.deck.starting_hand_count(); 4];
        for (count, number) in counts[1..].iter_mut().zip(files.into_iter().flatten()) {
            *count = self.bucket_count(number)?;
        }
        Ok(counts)
    }

    /// Names and fingerprints of players' strategies.
    pub fn strategies(&self, players: impl Iterator<Item = usize>) -> Result<Vec<Parent>, StudyError> {
        let players = players.map(|number| &self.order().players[number]);
        players.map(|player| parent_of(&player.name, &self.folder.strategy(&player.file)?)).collect()
    }

    /// The players of a training whose exploitability is measured.
    pub fn measured(&self, plan: usize) -> Vec<usize> {
        let most = self.study.exploitability.and_then(|it| it.clusterings).unwrap_or(u32::MAX);
        let is_measured = |number: &usize| self.clustering_of(*number) <= most;
        self.order().players_of(plan).filter(is_measured).collect()
    }

    pub(crate) fn clustering_of(&self, player: usize) -> u32 {
        self.order().variants[self.order().players[player].variant].clustering
    }
}

/// A file's fingerprint under a name.
pub(crate) fn parent_of(name: &str, path: &Path) -> Result<Parent, StudyError> {
    Ok(Parent::new(name, ArrayFile::open(path)?.fingerprint()))
}
