//! A made-up policy measured on the flops of a game.

use solver::boards::BoardOrbit;
use solver::game::GameDefinition;
use solver::measure::exploitability::opening_round::OpeningRound;
use solver::measure::exploitability::{FlopBatch, FlopPlayer, FlopValues, FlopWork, KeptFlops, RealGame, Responder};
use solver::walk::last_round::Precision;
use tables::together::progress::{Progress, Silent};

use super::players::Made;

pub struct Measured<T = f64> {
    pub made: Made,
    pub game: RealGame<T>,
}

impl<T: Precision> Measured<T> {
    pub fn new(definition: &GameDefinition, buckets: usize, seed: u64) -> Self {
        Self { made: Made::symmetric(definition, &[buckets], seed), game: RealGame::new(definition).unwrap() }
    }

    /// Who plays in both positions: best responses to the policy, or the policy itself.
    pub fn players(&self, work: FlopWork) -> [Responder<'_, T>; 2] {
        let policy = self.made.player();
        [0, 1].map(|position| match work {
            FlopWork::BestResponse => self.game.responder(position, policy),
            FlopWork::OwnPlay | FlopWork::Match | FlopWork::Survey => self.game.seated(position, policy, policy),
        })
    }

    pub fn openings(&self, work: FlopWork) -> [OpeningRound; 2] {
        self.players(work).map(|player| player.opening_round())
    }

    pub fn with_batch<R>(
        &self,
        work: FlopWork,
        kept: Option<&KeptFlops>,
        progress: &dyn Progress,
        run: impl Fn(FlopBatch<'_>) -> R,
    ) -> R {
        let (all, both) = (self.game.flops(), self.players(work));
        let players: [&dyn FlopPlayer; 2] = [&both[0], &both[1]];
        let flops: Vec<&BoardOrbit> = all.iter().collect();
        run(FlopBatch { rules: self.game.rules(), players, work, flops: &flops, kept, progress })
    }

    /// What both positions win on all flops.
    pub fn values(&self, work: FlopWork) -> Vec<[FlopValues; 2]> {
        self.with_batch(work, None, &Silent, |batch| batch.play().unwrap())
    }
}
