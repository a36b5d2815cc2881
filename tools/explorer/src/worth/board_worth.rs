//! What the actions of a decision are worth on one complete board: the ends of its round as the solver's walk values
//! them, taken back to the decision.
//!
//! Holdings that a board does not tell apart: each is another one's with its suits renamed.
//!
//! A strategy plays all of them alike, so a sample of boards tells as much about each as about all together.
//!
//! The complete boards that may follow a spot.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use evaluator::suit_permutation::SuitPermutation;
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::boards::card_rules::{below, board_of, generator_of};
use solver::game::Next;
use solver::walk::down::Descent;
use solver::walk::{BoardWalk, ChunkId, Player};
use tables::strategy::block::MAX_ACTIONS;

use crate::explorer::Game;
use crate::spot::{Spot, opponents_met};

/// What the holdings of a seat win, by holding number; 0 for those that share a card with the board.
pub struct SeatWorth {
    /// The weight of the opponents met.
    pub weight: Vec<f64>,
    /// Chips won, times that weight.
    pub chips: Vec<f64>,
}

pub struct BoardWorth {
    /// `[action]`: chips won by the seat to act, times the weight of the opponents met.
    pub chips: Vec<Vec<f64>>,
    /// The decision itself as the strategy plays it: of the seat to act, then of the other one, where it is wanted.
    pub here: Vec<SeatWorth>,
}

/// A decision whose actions are valued, board by board.
pub struct Valued<'a> {
    pub game: &'a Game,
    /// The strategy of both seats.
    pub agent: &'a Agent,
    /// The decision.
    pub spot: &'a Spot,
    /// The hands with which either seat comes there, `[position][holding number]`.
    pub reach: &'a [Vec<f64>; 2],
    /// How the seat to act plays them.
    pub shares: &'a [Option<[f64; MAX_ACTIONS]>],
    /// Whether the other seat's hands are valued, too, which takes as long again.
    pub both_seats: bool,
    /// The chunks that lead there or follow, see [`HistoryLanes::chunks_around`](solver::walk::HistoryLanes).
    pub around: Vec<Vec<bool>>,
}

/// Memory that is kept from board to board.
#[derive(Default)]
pub struct ValuedMemory {
    board: DealtBoard,
    descents: [Descent<f64>; 2],
}

impl Valued<'_> {
    /// The actions' worth on one board.
    pub fn on_board(&self, cards: &[Card], ValuedMemory { board, descents }: &mut ValuedMemory) -> BoardWorth {
        let Game { tree, layout, prepared, .. } = self.game;
        let Player { buckets, strategies } = self.agent.player();
        let is_played = |at: ChunkId| self.around[at.round][at.chunk];
        board.deal(&prepared.rules, buckets, cards);
        for (position, descent) in descents.iter_mut().enumerate() {
            descent.play_some(prepared, prepared.rules.rounds(), position, strategies, board, is_played);
        }
        let (seat, place) = (tree[self.spot.decision].player, layout.place(self.spot.decision));
        let (chunk, lane) = prepared.lanes.lane_of_entries(place.round)[place.entry];
        let at = ChunkId { round: place.round, chunk };
        let walk = BoardWalk { game: prepared, boards: [board; 2], descents: descents.each_ref() };
        let shape = prepared.lanes.shape(at);
        let worth = |seat: usize, from: &[Next<usize, usize>]| -> Vec<Vec<f64>> {
            let next = walk.values_from(place.round + 1, seat, None, is_played);
            let ends = walk.ends(at, seat, next.first().map_or(&[], Vec::as_slice));
            let own = (board.row(place.round), walk.descents[seat].chunk(at).strategies.as_slice());
            let values = from.iter().map(|&from| ends.under_own_play(shape, seat, own, from));
            values.map(|rows| board.by_holding(&rows.iter().map(|row| row.0[lane]).collect::<Vec<_>>())).collect()
        };
        let met = |seat: usize| opponents_met(self.game, board, &self.reach[1 - seat]);
        let chips = worth(seat, &shape.nodes[place.node].children);
        let played = |number: usize| {
            let shares = self.shares[number].as_ref();
            shares.map_or(0.0, |shares| chips.iter().zip(shares).map(|(chips, share)| chips[number] * share).sum())
        };
        let own = SeatWorth { weight: met(seat), chips: (0..HOLDINGS).map(played).collect() };
        let of_other =
            |seat: usize| SeatWorth { weight: met(seat), chips: worth(seat, &[Next::Decision(place.node)]).remove(0) };
        let other = self.both_seats.then(|| of_other(1 - seat));
        BoardWorth { chips, here: [own].into_iter().chain(other).collect() }
    }
}

/// The orbits of holdings under the suit permutations that leave the deck and each street's cards as they are.
pub struct HoldingOrbits {
    /// By holding number.
    of_holding: Vec<u16>,
    /// By orbit: how many holdings it has.
    sizes: Vec<f64>,
}

impl HoldingOrbits {
    /// The orbits on a spot's board.
    pub fn of(game: &Game, spot: &Spot) -> Self {
        let dealt = |street: &Round| {
            let before = street.number().checked_sub(1).map_or(0, |earlier| Round::ALL[earlier].board_cards());
            CardSet::of(&spot.board[before..street.board_cards()])
        };
        let streets = &Round::ALL[..=spot.street.number()];
        let kept: Vec<CardSet> = streets.iter().map(dealt).chain([game.prepared.rules.deck()]).collect();
        let symmetries: Vec<SuitPermutation> =
            SuitPermutation::all().filter(|it| kept.iter().all(|&cards| it.card_set(cards) == cards)).collect();
        let mut of_holding = vec![0; HOLDINGS];
        let mut sizes: Vec<f64> = Vec::new();
        for number in 0..HOLDINGS {
            // The identity is among them.
            let images = symmetries.iter().map(|it| usize::from(it.holding_numbers()[number]));
            let least = images.min().unwrap_or(number);
            if least == number {
                of_holding[number] = sizes.len() as u16;
                sizes.push(0.0);
            }
            of_holding[number] = of_holding[least];
            sizes[usize::from(of_holding[number])] += 1.0;
        }
        Self { of_holding, sizes }
    }

    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// By orbit: the mean over its holdings.
    pub fn means(&self, by_holding: &[f64]) -> Vec<f64> {
        let mut means = vec![0.0; self.count()];
        for (&orbit, value) in self.of_holding.iter().zip(by_holding) {
            means[usize::from(orbit)] += value;
        }
        means.iter_mut().zip(&self.sizes).for_each(|(mean, size)| *mean /= size);
        means
    }

    /// By holding: the value of its orbit.
    pub fn spread<T: Copy>(&self, by_orbit: &[T]) -> Vec<T> {
        self.of_holding.iter().map(|&orbit| by_orbit[usize::from(orbit)]).collect()
    }
}

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
        let deck: Vec<Card> = (game.prepared.rules.deck() - spot.board_set()).iter().collect();
        let followed_by = |cards: &[Card]| [&spot.board, cards].concat();
        let boards: Vec<Vec<Card>> = match spot.street {
            Round::River => vec![followed_by(&[])],
            Round::Turn => deck.iter().map(|&river| followed_by(&[river])).collect(),
            Round::Flop => drawn_pairs(&deck, wanted).iter().map(|pair| followed_by(pair)).collect(),
            Round::Preflop => (0..wanted as u64).map(|number| board_of(&game.prepared.rules, SEED, number)).collect(),
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
