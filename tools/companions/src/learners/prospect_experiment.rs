//! All pairs of the 36 players, each with itself too, and the log of what they did.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use serde::Serialize;
use solver::boards::card_rules::draw;
use tables::together::progress::{Cancelled, Progress};

use super::clustering::PlayerLogs;
use super::prospect_game::{Ending, PLAYERS, Position, ProspectPlayer, play, win_rate};
use super::style::Move;
use crate::hand_ranks::strength_number;
use crate::mlp::Example;
use crate::named::named;
use crate::streams::{Purpose, in_order};

const CARDS: Purpose = Purpose(0xa54f_f53a_5f1d_36f1);
/// Decisions of each player in the log.
pub const DECISIONS: usize = 8_192;
/// Inputs of a learner (table 5.8): chips, pot, own bet, opponent's bet, 52 cards.
pub(crate) const INPUTS: usize = 4 + 52;
/// Sequences of games that each player plays: one with every other player and two with itself.
const SEQUENCES: usize = PLAYERS + 1;

/// Whether winnings are kept from game to game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chips {
    /// Every game begins with nothing won or lost.
    Reset,
    /// Winnings of a pairing are carried through it, which the thesis's tables suggest.
    Carried,
}

named!(Chips { Reset => "reset", Carried => "carried" });

impl Chips {
    /// What inputs in chips are multiplied by, so that they are of the size of a card's bit.
    pub fn scale(self) -> f32 {
        match self {
            Self::Reset => 0.1,
            Self::Carried => 0.02,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ActionCounts {
    pub fold: u64,
    pub check: u64,
    pub call: u64,
    pub bet: u64,
    pub raise: u64,
}

impl ActionCounts {
    fn count(&mut self, action: Move, facing: bool) {
        *match (action, facing) {
            (Move::Fold, _) => &mut self.fold,
            (Move::Call, false) => &mut self.check,
            (Move::Call, true) => &mut self.call,
            (Move::Raise, false) => &mut self.bet,
            (Move::Raise, true) => &mut self.raise,
        } += 1;
    }

    fn counts(&self) -> [u64; 5] {
        [self.fold, self.check, self.call, self.bet, self.raise]
    }

    pub(super) fn total(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Fold, check, call, bet and raise as shares of all.
    pub fn shares(&self) -> [f64; 5] {
        self.counts().map(|count| count as f64 / self.total().max(1) as f64)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ProspectLogs {
    pub logs: PlayerLogs,
    pub actions: ActionCounts,
}

struct Decision {
    game: u64,
    faced: bool,
    action: Move,
    example: Example<f32>,
}

pub(super) fn example(seen: &Position, cards: &[Card], chips: Chips, action: Move) -> Example<f32> {
    let numbers = [seen.chips, seen.pot, seen.own_bet, seen.other_bet].map(|it| it as f32 * chips.scale());
    let cards = cards.iter().map(|card| (4 + card.number(), 1.0));
    Example::new(numbers.into_iter().enumerate().chain(cards), action.target())
}

/// Plays all pairings until each of the two has its share of [`DECISIONS`].
pub fn play_pairings(chips: Chips, seed: u64, progress: &dyn Progress) -> Result<ProspectLogs, Cancelled> {
    let pairs: Vec<[usize; 2]> = (0..PLAYERS).flat_map(|one| (one..PLAYERS).map(move |other| [one, other])).collect();
    let pairing = |number: u64| play_pairing(pairs[number as usize], chips, (seed, number));
    let played = in_order(("prospect pairings", "pairings"), pairs.len() as u64, progress, pairing)?;
    let mut logs = PlayerLogs::new(PLAYERS);
    let mut actions = ActionCounts::default();
    let mut taken = [0; PLAYERS];
    for (pair, sequences) in pairs.iter().zip(played) {
        for (&player, decisions) in pair.iter().zip(sequences) {
            for it in decisions.into_iter().take(DECISIONS - taken[player]) {
                taken[player] += 1;
                actions.count(it.action, it.faced);
                logs.push(player, it.game, it.example);
            }
        }
    }
    Ok(ProspectLogs { logs, actions })
}

fn play_pairing(pair: [usize; 2], chips: Chips, (seed, pairing): (u64, u64)) -> [Vec<Decision>; 2] {
    let quota = DECISIONS.div_ceil(SEQUENCES);
    let players = pair.map(ProspectPlayer::of);
    let mut dice = CARDS.generator(seed, pairing);
    let mut decisions = [Vec::new(), Vec::new()];
    let mut won = [0; 2];
    let mut game = 0;
    while decisions.iter().any(|it| it.len() < quota) {
        let cards = draw(&mut dice, CardSet::FULL_DECK, 9);
        // Seats change with every game.
        let first = (game % 2) as usize;
        let hands = [0, 1].map(|player: usize| hand(&cards, player));
        let strengths = hands.map(|hand| strength_number(CardSet::of(&hand)));
        let rates = [0, 1].map(|player| [mean_strength(&hands[player]), strengths[player]].map(win_rate));
        let before = [0, 1].map(|seat| won[(seat + first) % 2]);
        let ending = play(before, |seat, round, seen| {
            let player = (seat + first) % 2;
            let action = players[player].choose(seen, rates[player][round]);
            let example = example(seen, &hands[player][..6 + round], chips, action);
            decisions[player].push(Decision { game, faced: seen.to_pay() > 0, action, example });
            action
        });
        if chips == Chips::Carried {
            let gains = winnings(&ending, [0, 1].map(|seat| strengths[(seat + first) % 2]));
            for (seat, gain) in gains.into_iter().enumerate() {
                won[(seat + first) % 2] += gain;
            }
        }
        game += 1;
    }
    decisions.map(|mut decisions| {
        decisions.truncate(quota);
        decisions
    })
}

fn hand(cards: &[Card], player: usize) -> [Card; 7] {
    let [a, b, c, d, e] = [4, 5, 6, 7, 8].map(|place| cards[place]);
    [cards[2 * player], cards[2 * player + 1], a, b, c, d, e]
}

/// The mean strength over the 46 cards that may come last, from the six that are known.
fn mean_strength(hand: &[Card; 7]) -> f64 {
    let known = CardSet::of(&hand[..6]);
    let left = CardSet::FULL_DECK - known;
    left.iter().map(|card| strength_number(known.with(card))).sum::<f64>() / left.len() as f64
}

/// What each seat wins; a pot that is split is split evenly, for both have paid the same.
fn winnings(ending: &Ending, strengths: [f64; 2]) -> [i32; 2] {
    let first = match ending.folded {
        Some(0) => -ending.paid[0],
        Some(_) => ending.paid[1],
        None if strengths[0] > strengths[1] => ending.paid[1],
        None if strengths[0] < strengths[1] => -ending.paid[0],
        None => 0,
    };
    [first, -first]
}
