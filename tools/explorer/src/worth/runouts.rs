//! The complete boards that may follow a spot.

use evaluator::card::{CARDS, Card};
use evaluator::round::Round;
use solver::boards::card_rules::{below, board_of, generator_of};

use crate::game::Game;
use crate::spot::Spot;

/// Decides which boards are drawn: always the same, so that two strategies meet the same luck.
const SEED: u64 = 0x5eed_0f0e_a57b_0a4d;

/// Complete boards that follow a spot, each equally likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runouts {
    /// The boards, in the order of the deal.
    pub boards: Vec<Vec<Card>>,
    /// How many there are in all, the last cards in their order; `None` before the flop, where they are drawn with
    /// replacement.
    pub of: Option<usize>,
}

impl Runouts {
    /// About `wanted` of the boards, or all of them where there are few: one on the river, 48 on the turn.
    pub fn of(game: &Game, spot: &Spot, wanted: usize) -> Self {
        let deck: Vec<Card> = (game.rules.deck() - spot.board_set()).iter().collect();
        let followed_by = |cards: &[Card]| [&spot.board, cards].concat();
        let boards: Vec<Vec<Card>> = match spot.street {
            Round::River => vec![followed_by(&[])],
            Round::Turn => deck.iter().map(|&river| followed_by(&[river])).collect(),
            Round::Flop => drawn_pairs(&deck, wanted).iter().map(|pair| followed_by(pair)).collect(),
            Round::Preflop => (0..wanted as u64).map(|number| board_of(&game.rules, SEED, number)).collect(),
        };
        let of = match spot.street {
            Round::Preflop => None,
            Round::Flop => Some(deck.len() * (deck.len() - 1)),
            Round::Turn | Round::River => Some(boards.len()),
        };
        Self { boards, of }
    }

    /// Whether nothing is left out.
    pub fn is_all(&self) -> bool {
        self.of == Some(self.boards.len())
    }
}

/// Some of all ordered pairs of turn and river, none twice.
fn drawn_pairs(deck: &[Card], wanted: usize) -> Vec<[Card; 2]> {
    debug_assert_eq!(deck.len(), CARDS - Round::Flop.board_cards());
    let one = |(place, &turn): (usize, &Card)| {
        let rivers = deck.iter().enumerate().filter(move |(other, _)| *other != place);
        rivers.map(move |(_, &river)| [turn, river]).collect::<Vec<_>>()
    };
    let mut pairs: Vec<[Card; 2]> = deck.iter().enumerate().flat_map(one).collect();
    let mut generator = generator_of(SEED, 0);
    let wanted = wanted.min(pairs.len());
    for place in 0..wanted {
        let other = place + below(&mut generator, (pairs.len() - place) as u64) as usize;
        pairs.swap(place, other);
    }
    pairs.truncate(wanted);
    pairs
}
