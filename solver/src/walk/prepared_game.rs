//! What every walk of a game needs, made once: rules, lanes, stakes and the instruction set.
//!
//! What the ends of each round are worth, history by history.

use evaluator::lanes::Lanes;
use evaluator::processor::Processor;

use super::down::ChunkId;
use super::lanes::HistoryLanes;
use super::reach_products::{LANES, Real, Row};
use crate::boards::CardRules;
use crate::game::{BettingTree, GameDefinition, GameError, TreeLayout};

/// A game made ready for walks.
pub struct PreparedGame<T> {
    /// How the cards are dealt.
    pub rules: CardRules,
    /// The betting histories in lanes.
    pub lanes: HistoryLanes,
    /// What ends are worth.
    pub stakes: Stakes<T>,
    /// Instruction set.
    pub processor: Processor,
}

impl<T: Real> PreparedGame<T> {
    pub fn new(game: &GameDefinition) -> Result<Self, GameError> {
        let layout = TreeLayout::new(&BettingTree::new(game))?;
        let lanes = HistoryLanes::new(&layout);
        let stakes = Stakes::new(&layout, &lanes);
        Ok(Self { rules: CardRules::new(game), lanes, stakes, processor: Processor::detect() })
    }
}

/// What each end is worth, history by history, in chips.
#[derive(Clone, Debug)]
pub struct Stakes<T> {
    /// `[round][chunk][end]`; for an exit what either player has put in, for a fold what the folder has.
    rounds: Vec<Vec<Vec<Row<T>>>>,
    /// `[round][fold]`: who folds.
    folders: Vec<Vec<usize>>,
}

impl<T: Real> Stakes<T> {
    /// The stakes of a game.
    pub fn new(layout: &TreeLayout, lanes: &HistoryLanes) -> Self {
        let rounds = layout.rounds.iter().zip(&lanes.rounds).map(|(round, lanes)| {
            let stakes = |entries: &[Option<usize>; LANES]| {
                let added = round.exits.iter().map(|exit| exit.added);
                let added = added.chain(round.folds.iter().map(|fold| fold.added[fold.folder]));
                added
                    .map(|added| {
                        let chips = |entry: usize| (round.entry_contribution[entry] + added).as_f64();
                        Lanes(entries.map(|entry| T::of(entry.map_or(0.0, chips))))
                    })
                    .collect()
            };
            lanes.entries.iter().map(stakes).collect()
        });
        let folders = layout.rounds.iter().map(|round| round.folds.iter().map(|fold| fold.folder).collect());
        Self { rounds: rounds.collect(), folders: folders.collect() }
    }

    /// What either player has put in at an exit.
    #[inline(always)]
    pub(crate) fn exit(&self, at: ChunkId, exit: usize) -> Row<T> {
        self.rounds[at.round][at.chunk][exit]
    }

    /// What a player wins by a fold: minus the player's own stake where the player folds.
    #[inline(always)]
    pub fn fold(&self, at: ChunkId, exits: usize, end: usize, player: usize) -> Row<T> {
        let stake = self.rounds[at.round][at.chunk][end];
        if self.folders[at.round][end - exits] == player { Row::default() - stake } else { stake }
    }
}
