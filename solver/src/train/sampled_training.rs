//! One batch of a sampled training, whatever the sampler.

use tables::run::table_home::TablePages;
use tables::together::ranks::Ranks;

use super::boards::BoardTraining;
use super::deals::DealTraining;
use super::exact_opponent::ExactOpponent;
use super::sampler::Sampler;
use super::settings::TrainingSettings;
use super::share::Share;
use super::table_layout::TableLayout;
use super::tables::{Cells, ChunkTables};
use super::update_rule::Step;
use crate::boards::{Buckets, HandBuckets, StoredBuckets};
use crate::error::SolverError;
use crate::walk::{ChunkId, PreparedGame};

/// Why single deals refuse buckets that depend on the flop.
pub const NO_FLOP: &str = "this sampler looks up single hands with the board as a set";

/// A sampled training with its tables and its working memory.
pub struct SampledTraining<'a> {
    game: &'a PreparedGame<f32>,
    layout: &'a TableLayout,
    pages: TablePages,
    /// Regrets and strategy sums.
    cells: [&'a mut [Cells<f32>]; 2],
    exact: Option<ExactSide<'a>>,
    buckets: &'a StoredBuckets,
    samples: Samples<'a>,
}

/// An opponent with exact cards, and its regrets.
pub struct ExactSide<'a> {
    pub opponent: &'a ExactOpponent,
    pub regrets: &'a mut [Cells<f32>],
}

enum Samples<'a> {
    Boards(Box<BoardTraining<'a, f32>>),
    Deals(DealTraining<'a>),
}

impl<'a> Samples<'a> {
    /// The share of the boards that is played here; single deals are not shared.
    fn share(&self) -> Option<&Share<'a>> {
        match self {
            Self::Boards(training) => Some(training.share()),
            Self::Deals(_) => None,
        }
    }
}

impl<'a> SampledTraining<'a> {
    /// Prepares the training of a run whose regrets and strategy sums lie in these pages.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game or a sampler that does not fit.
    pub fn new(
        game: &'a PreparedGame<f32>,
        buckets: &'a StoredBuckets,
        layout: &'a TableLayout,
        settings: &TrainingSettings,
        pages: TablePages,
        cells: [&'a mut [Cells<f32>]; 2],
        exact: Option<ExactSide<'a>>,
    ) -> Result<Self, SolverError> {
        let samples = match settings.sampler {
            Sampler::Public => {
                let training = BoardTraining::new(game, buckets, settings.seed).ok_or_else(|| SolverError::Unfit {
                    what: "game",
                    expected: "two hole cards and several rounds, the last one with one to four bets and no blinds"
                        .to_owned(),
                    found: "other cards or betting".to_owned(),
                    advice: "use solve for small games",
                })?;
                Samples::Boards(Box::new(match &exact {
                    Some(exact) => training.against(&exact.opponent.buckets),
                    None => training,
                }))
            }
            sampler => {
                buckets.refuse_flop_dependent(NO_FLOP)?;
                Samples::Deals(DealTraining::new(game, buckets, layout, sampler, settings.seed)?)
            }
        };
        Ok(Self { game, layout, pages, cells, exact, buckets, samples })
    }

    /// The same training as one rank's share of it; single deals are not shared.
    pub fn shared_with(self, ranks: &'a dyn Ranks) -> Self {
        let samples = match self.samples {
            Samples::Boards(training) => Samples::Boards(Box::new(training.shared_with(ranks))),
            deals @ Samples::Deals(_) => deals,
        };
        Self { samples, ..self }
    }

    /// The sum over all information sets of the largest positive regret.
    pub fn positive_regret(&mut self) -> f64 {
        let tables = tables_of(self.game, self.layout, &self.pages, &mut self.cells);
        let (share, buckets) = (self.samples.share(), self.buckets);
        let all = |at: ChunkId| 0..buckets.count(at.round);
        let sums = match share {
            Some(share) => share.add_up(|sums| {
                tables.add_positive_regrets(sums, |at| share.buckets_to_answer_for(share.ranks().rank(), at, buckets))
            }),
            None => tables.add_positive_regrets(vec![0.0; self.layout.chunks().count()], all),
        };
        sums.iter().sum()
    }

    /// Shrinks what all tables hold.
    pub fn discount(&mut self, step: &Step) {
        let Self { game, layout, pages, cells, exact, samples, buckets } = self;
        let tables = tables_of(game, layout, pages, cells);
        let Some(share) = samples.share() else { return tables.discount(step) };
        let here = share.ranks().rank();
        tables.discount_some(step, |at| share.buckets_up_to_date(here, at, *buckets));
        if let Some(ExactSide { opponent, regrets }) = exact {
            opponent
                .tables(game, regrets)
                .discount_some(step, |at| share.buckets_up_to_date(here, at, &opponent.buckets));
        }
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns the number of information
    /// sets at which a player learnt.
    pub fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let Self { game, layout, pages, cells, exact, samples, .. } = self;
        match samples {
            Samples::Boards(training) => {
                let tables = tables_of(game, layout, pages, cells);
                match exact {
                    Some(ExactSide { opponent, regrets }) => {
                        training.play_against(&tables, &opponent.tables(game, regrets), first, steps)
                    }
                    None => training.play(&tables, first, steps),
                }
            }
            Samples::Deals(training) => {
                let [regrets, strategy_sums] = cells;
                training.play(regrets, strategy_sums, first, steps).regrets
            }
        }
    }
}

fn tables_of<'t>(
    game: &'t PreparedGame<f32>,
    layout: &'t TableLayout,
    pages: &TablePages,
    [regrets, strategy_sums]: &'t mut [&mut [Cells<f32>]; 2],
) -> ChunkTables<'t, f32> {
    let tables = ChunkTables::new(&game.lanes, layout, regrets, strategy_sums, &mut []);
    tables.with(game.processor).on(pages.clone())
}
