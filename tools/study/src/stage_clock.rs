//! How long the stages of a run will take: tries what it needs to know when it is first asked.

use abstraction::cluster_origin::ClusterOrigin;
use abstraction::estimate::{Prepared, TimeProbe};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::{BucketRecipe, Feature};
use solver::train::{Budget, Sampler};
use solver::run::estimate::seconds_a_board;
use tables::bucket_table::hands_of_round;
use tables::progress::Progress;

use crate::error::StudyError;
use crate::opponents::ClusterChoice;
use crate::play_settings::LeaguePlan;
use crate::stability::other_clusterings;
use crate::stage_definition::StudyRun;
use crate::stage_needs::{StageNeed, bucket_counts, made_again, training_size};
use crate::stage_order::Work;

/// How long training is tried.
const SECONDS_TRIED: f64 = 0.7;
/// Core seconds of a board of a match: of each player in both seats, and of each pair; measured at 500 and 9,000 buckets.
const PLAYER_ON_A_BOARD: f64 = 3.5e-3;
const PAIR_ON_A_BOARD: f64 = 8e-4;
/// Core seconds of a game played out by hands.
const PLAYED_GAME: f64 = 3e-7;
/// Core seconds of one deal of training with the whole tree, and with the other's actions drawn: measured at 9,000 buckets.
const CHANCE_DEAL: f64 = 1.57e-4;
const EXTERNAL_DEAL: f64 = 4.9e-5;
/// Core seconds of a best response on one flop, both seats.
const RESPONSE_ON_A_FLOP: f64 = 5.4;
/// Core seconds to compare the buckets of one hand.
const COMPARED_HAND: f64 = 1.2e-7;

/// Estimates times.
pub(crate) struct StageClock<'a> {
    run: &'a StudyRun<'a>,
    progress: &'a dyn Progress,
    probe: Option<TimeProbe<'a>>,
    /// Seconds a board of training by training plan and bucket counts.
    boards: Vec<((usize, [usize; 4]), f64)>,
    /// Seconds of bucket files by recipe without its seed, and what was there before.
    buckets: Vec<((BucketRecipe, Prepared), f64)>,
}

impl<'a> StageClock<'a> {
    /// For the stages of a run; nothing is tried yet.
    pub fn new(run: &'a StudyRun<'a>, progress: &'a dyn Progress) -> Self {
        Self { run, progress, probe: None, boards: Vec::new(), buckets: Vec::new() }
    }

    fn probe(&mut self) -> Result<&mut TimeProbe<'a>, StudyError> {
        if self.probe.is_none() {
            self.probe = Some(TimeProbe::new(self.progress)?);
        }
        Ok(self.probe.as_mut().expect("just made"))
    }

    /// Wall seconds that a stage will still take.
    ///
    /// # Errors
    /// Settings that cannot be followed, an interruption.
    pub fn seconds(&mut self, need: &StageNeed) -> Result<f64, StudyError> {
        let run = self.run;
        let prepared = need.prepared;
        Ok(match (need.work, &run.study.league) {
            (Work::Clusters(number), _) => match &run.order.clusters[number].choice {
                ClusterChoice::Made(ClusterOrigin::Search(search)) => {
                    self.probe()?.clusters_seconds(Some(*search), prepared)
                }
                ClusterChoice::Made(_) => self.probe()?.clusters_seconds(None, prepared),
                ClusterChoice::File(_) => 0.1,
            },
            (Work::Buckets(number), _) => self.bucket_seconds(&run.bucket_recipe(number)?, need)?,
            (Work::Stability, _) => self.stability_seconds(need)?,
            (Work::Training(player), _) => (self.training_seconds(player)? - need.spent.seconds).max(0.0),
            (Work::Export(player), _) => {
                let gigabytes = training_size(run, player)?.table_bytes as f64 / 1e9;
                self.probe()?.scaled(0.4 + 6.0 * gigabytes)
            }
            (Work::Exploitability(plan), _) => {
                let flops = run.study.exploitability.map_or(0, |it| it.flops * run.measured(plan).len());
                let responses = self.probe()?.scaled(RESPONSE_ON_A_FLOP * flops as f64);
                (responses - need.spent.seconds).max(0.0)
            }
            (Work::League(plan), Some(league)) => (self.league_seconds(league, plan)? - need.spent.seconds).max(0.0),
            _ => self.probe()?.scaled(0.05 * (1 + run.order.bucket_files.len()) as f64),
        })
    }

    fn bucket_seconds(&mut self, recipe: &BucketRecipe, need: &StageNeed) -> Result<f64, StudyError> {
        // Clusterings differ in their seeds alone.
        let key = (BucketRecipe { seed: 0, ..recipe.clone() }, need.prepared);
        if let Some((_, seconds)) = self.buckets.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let probe = self.probe()?;
        let clusters: Option<OpponentClusters> = match recipe.feature {
            Feature::Ochs { clusters } => Some(probe.any_clusters(clusters)?),
            _ => None,
        };
        let seconds = probe.buckets_seconds(recipe, clusters.as_ref(), need.prepared)?;
        self.buckets.push((key, seconds));
        Ok(seconds)
    }

    fn stability_seconds(&mut self, need: &StageNeed) -> Result<f64, StudyError> {
        let run = self.run;
        let compare = |round| COMPARED_HAND * hands_of_round(round) as f64;
        let mut seconds = 0.0;
        for recipe in made_again(run)? {
            seconds += self.bucket_seconds(&recipe, need)? + self.probe()?.scaled(compare(recipe.round));
        }
        if run.study.repeats.clusterings > 1 {
            for (number, file) in run.order.bucket_files.iter().enumerate() {
                let others = other_clusterings(run, number).len() as f64;
                seconds += self.probe()?.scaled(others * compare(file.round));
            }
        }
        Ok(seconds)
    }

    /// Opening the buckets, and the whole training.
    fn training_seconds(&mut self, player: usize) -> Result<f64, StudyError> {
        let training = &self.run.study.training[self.run.order.players[player].plan];
        let opening = self.probe()?.scaled(0.5);
        let whole = match (training.budget()?, training.sampler()?) {
            (Budget::Seconds(seconds), _) => seconds,
            (Budget::Iterations(boards), Sampler::Public | Sampler::Full) => {
                boards as f64 * self.board_seconds(player)?
            }
            (Budget::Iterations(deals), Sampler::Chance) => self.probe()?.scaled(deals as f64 * CHANCE_DEAL),
            (Budget::Iterations(deals), Sampler::External) => self.probe()?.scaled(deals as f64 * EXTERNAL_DEAL),
        };
        Ok(opening + whole)
    }

    fn board_seconds(&mut self, player: usize) -> Result<f64, StudyError> {
        let plan = self.run.order.players[player].plan;
        let key = (plan, bucket_counts(self.run, player)?);
        if let Some((_, seconds)) = self.boards.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let seconds = seconds_a_board(key.1, self.run.study.training[plan].rule()?, SECONDS_TRIED, self.progress)?;
        self.boards.push((key, seconds));
        Ok(seconds)
    }

    fn league_seconds(&mut self, league: &LeaguePlan, plan: usize) -> Result<f64, StudyError> {
        let count = self.run.order.players_of(plan).count();
        let pairs = (count * count.saturating_sub(1) / 2) as f64;
        let opening = 0.5 * count as f64;
        let boards = |boards: u64, players: usize, pairs: f64| {
            boards as f64 * (players as f64 * PLAYER_ON_A_BOARD + pairs * PAIR_ON_A_BOARD)
        };
        // Each of five built-in policies meets each strategy by itself.
        let against_built_in = (5 * count) as f64 * boards(league.built_in_boards, 2, 1.0);
        let among_themselves = match league.hands.filter(|_| league.method == "hands") {
            Some(hands) => pairs * hands as f64 * PLAYED_GAME,
            None => boards(league.boards.unwrap_or(0), count, pairs),
        };
        Ok(self.probe()?.scaled(opening + against_built_in + among_themselves))
    }
}
