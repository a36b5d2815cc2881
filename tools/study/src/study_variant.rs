//! A variant of a study by its name: what a training outside the study needs to know of it.

use evaluator::round::Round;
use std::borrow::Cow;

use crate::file::order::StageOrder;
use crate::file::repeats::training_seed;
use crate::file::study::Study;
use crate::file::training::Training;

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
            return Some(Self { study, variant: players[player].variant, player: Some(player) });
        }
        let variant = variants.iter().position(|variant| variant.name == name)?;
        Some(Self { study, variant, player: None })
    }

    /// All names there are.
    pub fn names(study: &Study) -> Vec<&str> {
        let StageOrder { players, variants, .. } = study.order();
        match players.as_slice() {
            [] => variants.iter().map(|variant| variant.name.as_str()).collect(),
            players => players.iter().map(|player| player.file.as_str()).collect(),
        }
    }

    /// How the study trains it, if it does.
    pub fn training(&self) -> Option<Cow<'a, Training>> {
        let order = self.study.order();
        let training = &self.study.training[order.players[self.player?].plan];
        Some(training.of_setting(&order.settings[order.variants[self.variant].setting]))
    }

    /// The seed of its training, where the study's own seed is this one.
    pub fn seed(&self, study_seed: u64) -> u64 {
        self.player.map_or(study_seed, |player| training_seed(study_seed, self.study.order().players[player].training))
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
