//! What a strategy file does with one hand at one decision, and how likely its own play is to get there.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use evaluator::round::Round;
use solver::game::{Action, BettingTree, NodeId};
use std::path::PathBuf;
use tables::buckets::table::BucketTable;

use super::error::MatchError;
use super::strategy_file::StrategyFile;

#[derive(Clone, PartialEq, Debug)]
pub struct HandDecision {
    /// The betting that leads to it, written as the game writes it.
    pub betting: String,
    pub street: Round,
    /// The player to act, 0 or 1; 1 has the button.
    pub player: usize,
    pub bucket: u32,
    pub buckets: u32,
    /// The actions and their probabilities, as the file has them.
    pub actions: Vec<(Action, f32)>,
    /// The product of the probabilities of the player's own earlier actions with this hand, from 0 to 1; the cards and
    /// the opponent's actions are taken as given.
    pub reach: f64,
}

impl HandDecision {
    /// Reads a decision from an open file; `board` is in the order of the deal and has no hole card on it, `betting` is
    /// as in `crc/cr`, and bucket files are looked for in `folders`, too.
    pub fn read(
        file: &StrategyFile<'_>,
        hole: Holding,
        board: &[Card],
        betting: &str,
        folders: &[PathBuf],
    ) -> Result<Self, MatchError> {
        let tree = BettingTree::new(file.game());
        let id = tree.node_at(betting)?;
        let node = &tree[id];
        let street = Round::ALL[node.round];
        if street.board_cards() != board.len() {
            return Err(MatchError::WrongBoard { betting: betting.to_owned(), street, found: board.len() });
        }
        let streets = Round::ALL.into_iter().filter(|&earlier| earlier <= street);
        let buckets = streets.map(|street| bucket_of(file, street, hole, board, folders));
        let buckets = buckets.collect::<Result<Vec<u32>, MatchError>>()?;
        let reader = file.reader();
        let probabilities = |id: NodeId| {
            let node = &tree[id];
            if reader.node_count() != tree.nodes().len()
                || usize::from(reader.node(id.number())?.actions) != node.actions.len()
            {
                return Err(MatchError::WrongTree { path: file.path().to_owned() });
            }
            Ok(reader.probabilities(id.number(), buckets[node.round] as usize)?)
        };
        let taken = probabilities(id)?;
        let actions = node.actions.iter().copied().zip(taken.iter().copied()).collect();
        let mut reach = 1.0;
        for (earlier, action) in tree.own_actions_before(id) {
            reach *= exactly(probabilities(earlier)?[action]);
        }
        Ok(Self {
            betting: tree.history(id),
            street,
            player: node.player,
            bucket: buckets[node.round],
            buckets: reader.buckets_per_round()[node.round],
            actions,
            reach,
        })
    }
}

fn bucket_of(
    file: &StrategyFile<'_>,
    street: Round,
    hole: Holding,
    board: &[Card],
    folders: &[PathBuf],
) -> Result<u32, MatchError> {
    if street == Round::Preflop {
        return Ok(hole.starting_hand().number() as u32);
    }
    let table = BucketTable::open(&file.find_buckets(street, folders)?)?;
    let index = BoardFirst::of(street).index(hole, CardSet::of(&board[..street.board_cards()]));
    Ok(table.bucket_on(index.0, board)?.0)
}

/// A stored probability without the noise of its conversion: a multiple of 1/65,535, and so also of 1/255 and of 1/15.
pub fn exactly(probability: f32) -> f64 {
    let parts = f64::from(u16::MAX);
    (f64::from(probability) * parts).round() / parts
}
