//! The third experiment's game: limit hold'em of two whose first two rounds are called and checked down.
//!
//! Small blind 1, big blind 2; so the pot is 4 when the third round begins. Bets are 4, at most four bets and raises
//! a round. Fold only to a bet. The big blind acts first; seats change with every game. The pot that a player sees
//! leaves out the bets of the current round.
//!
//! Its players weigh gains and losses as prospect theory has it, and choose what they expect most of. Value function
//! (3.1): `v(x) = x^α` for gains, `-λ(-x)^β` for losses, from the chips a player began with. α and β are each 0.5, 0.6,
//! …, 1: 36 players; λ is 2.25, the estimate of Tversky and Kahneman (1992), a choice. Probability weights are not
//! used.
//!
//! All pairs of the 36 players, each with itself too, make the log that learners read.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use serde::Serialize;
use solver::boards::card_rules::draw;
use tables::together::progress::{Cancelled, Progress};

use super::clustering::PlayerLogs;
use super::style::Move;
use crate::hand_ranks::strength_number;
use crate::mlp::Example;
use crate::named::named;
use crate::streams::{Purpose, in_order};

/// A bet or raise, in chips.
pub(crate) const BET: i32 = 4;
/// What each player has paid when decisions begin.
pub(crate) const PAID_BEFORE: i32 = 2;
const MOST_RAISES: usize = 4;

/// What a player sees besides its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its chips, as the difference from what it began with.
    pub chips: i32,
    /// The pot without the bets of this round.
    pub pot: i32,
    pub own_bet: i32,
    pub other_bet: i32,
    /// Whether one more bet or raise is allowed.
    pub may_raise: bool,
}

impl Position {
    pub fn to_pay(&self) -> i32 {
        self.other_bet - self.own_bet
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub paid: [i32; 2],
    pub folded: Option<usize>,
}

/// Plays one game; seat 0 acts first in both rounds. `chips` are those before the game; `choose` is asked with the
/// seat, the round (0: one board card is missing; 1: none is) and the position, and must answer with a legal action.
pub fn play(chips: [i32; 2], mut choose: impl FnMut(usize, usize, &Position) -> Move) -> Ending {
    let mut paid = [PAID_BEFORE; 2];
    for round in 0..2 {
        let pot = paid[0] + paid[1];
        let mut bets = [0; 2];
        let (mut raises, mut seat, mut to_act) = (0, 0, 2);
        while to_act > 0 {
            let position = Position {
                chips: chips[seat] - paid[seat],
                pot,
                own_bet: bets[seat],
                other_bet: bets[1 - seat],
                may_raise: raises < MOST_RAISES,
            };
            let bet = match choose(seat, round, &position) {
                Move::Fold => return Ending { paid, folded: Some(seat) },
                Move::Call => {
                    to_act -= 1;
                    bets[1 - seat]
                }
                Move::Raise => {
                    raises += 1;
                    to_act = 1;
                    bets[1 - seat] + BET
                }
            };
            paid[seat] += bet - bets[seat];
            bets[seat] = bet;
            seat = 1 - seat;
        }
    }
    Ending { paid, folded: None }
}

pub const GRID: usize = 6;
/// All players, α slower than β: `GRID * α + β`.
pub const PLAYERS: usize = GRID * GRID;
/// How much more losses weigh than gains.
pub(crate) const LOSS_AVERSION: f64 = 2.25;

/// A win rate from a hand's strength (table 5.7).
pub fn win_rate(strength: f64) -> f64 {
    match strength {
        it if it < 1.0 => 0.1,
        it if it < 1.5 => 0.3,
        it if it < 2.0 => 0.5,
        it if it < 3.0 => 0.7,
        it if it < 5.0 => 0.9,
        _ => 1.0,
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProspectPlayer {
    pub alpha: f64,
    pub beta: f64,
}

/// What a player expects of its actions; `None` for one that is not legal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectations {
    pub fold: Option<f64>,
    pub call: f64,
    pub raise: Option<f64>,
}

impl ProspectPlayer {
    pub fn of(number: usize) -> Self {
        let exponent = |place: usize| 0.5 + place as f64 / 10.0;
        Self { alpha: exponent(number / GRID), beta: exponent(number % GRID) }
    }

    /// (3.1).
    pub fn value(&self, chips: i32) -> f64 {
        let size = f64::from(chips.abs());
        if chips >= 0 { size.powf(self.alpha) } else { -LOSS_AVERSION * size.powf(self.beta) }
    }

    /// (5.4) to (5.9), as printed: a bet that loses costs 8 although it is one of 4, a call that loses costs 4
    /// whatever was raised before.
    pub fn expectations(&self, position: &Position, win_rate: f64) -> Expectations {
        let Position { chips, pot, own_bet, other_bet, may_raise } = *position;
        let all = pot + own_bet + other_bet;
        let facing = position.to_pay() > 0;
        let mixed = |won: i32, lost: i32| win_rate * self.value(won) + (1.0 - win_rate) * self.value(lost);
        Expectations {
            fold: facing.then(|| self.value(chips)),
            call: mixed(chips + all, if facing { chips - BET } else { chips }),
            raise: may_raise.then(|| mixed(chips + all + BET, chips - 2 * BET)),
        }
    }

    /// The action that it expects most from; among equals a check or call, then a fold (a choice).
    pub fn choose(&self, position: &Position, win_rate: f64) -> Move {
        let Expectations { fold, call, raise } = self.expectations(position, win_rate);
        let others = [(fold, Move::Fold), (raise, Move::Raise)].into_iter();
        let others = others.filter_map(|(worth, action)| Some((worth?, action)));
        others.fold((call, Move::Call), |best, it| if it.0 > best.0 { it } else { best }).1
    }
}

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

    pub(super) fn total(&self) -> u64 {
        self.fold + self.check + self.call + self.bet + self.raise
    }

    /// Fold, check, call, bet and raise as shares of all.
    pub fn shares(&self) -> [f64; 5] {
        let Self { fold, check, call, bet, raise } = *self;
        [fold, check, call, bet, raise].map(|count| count as f64 / self.total().max(1) as f64)
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
