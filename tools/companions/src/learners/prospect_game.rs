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
use solver::boards::card_rules::draw;
use solver::game::Action;
use tables::together::progress::Progress;

use super::clustering::PlayerLogs;
use super::limit_game::{self, Cap, Seen, target};
use crate::error::Result;
use crate::hand_ranks::strength_number;
use crate::mlp::Example;
use crate::named::named;
use crate::streams::{Purpose, in_order};

/// A bet or raise of rounds three and four, in chips.
const BET: i32 = 4;
/// Rounds before this one (of 0 to 3) are called and checked down.
const FIRST_ROUND: usize = 2;

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
    /// The position of a player who began the game with these chips.
    pub fn of(seen: &Seen<'_>, chips: i32) -> Self {
        let [pot, paid, bet, to_pay] = [seen.pot, seen.paid, seen.bet, seen.to_pay].map(|it| it as i32);
        Self { chips: chips - paid, pot, own_bet: bet - to_pay, other_bet: bet, may_raise: seen.may_raise }
    }
}

pub fn play(cards: &[Card], choose: impl FnMut(usize, &Seen<'_>) -> Action) -> Vec<f64> {
    limit_game::play(cards, FIRST_ROUND, Cap::Total, choose)
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
        let facing = other_bet > own_bet;
        let mixed = |won: i32, lost: i32| win_rate * self.value(won) + (1.0 - win_rate) * self.value(lost);
        Expectations {
            fold: facing.then(|| self.value(chips)),
            call: mixed(chips + all, if facing { chips - BET } else { chips }),
            raise: may_raise.then(|| mixed(chips + all + BET, chips - 2 * BET)),
        }
    }

    /// The action that it expects most from; among equals a check or call, then a fold (a choice).
    pub fn choose(&self, position: &Position, win_rate: f64) -> Action {
        let Expectations { fold, call, raise } = self.expectations(position, win_rate);
        let others = [(fold, Action::Fold), (raise, Action::Raise(0))].into_iter();
        let others = others.filter_map(|(worth, action)| Some((worth?, action)));
        others.fold((call, Action::Call), |best, it| if it.0 > best.0 { it } else { best }).1
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

/// What a player may do, where checks and calls, bets and raises are told apart.
pub(super) const ACTIONS: [&str; 5] = ["fold", "check", "call", "bet", "raise"];

#[derive(Clone, PartialEq, Debug)]
pub struct ProspectLogs {
    pub logs: PlayerLogs,
    /// How often each of the `ACTIONS` was taken.
    pub actions: [u64; 5],
}

impl ProspectLogs {
    pub(super) fn total(&self) -> u64 {
        self.actions.iter().sum()
    }

    pub fn shares(&self) -> [f64; 5] {
        self.actions.map(|count| count as f64 / self.total().max(1) as f64)
    }
}

struct Decision {
    game: u64,
    action: usize,
    example: Example,
}

pub(super) fn example(seen: &Position, cards: &[Card], chips: Chips, action: Action) -> Example {
    let numbers = [seen.chips, seen.pot, seen.own_bet, seen.other_bet].map(|it| it as f32 * chips.scale());
    let cards = cards.iter().map(|card| (4 + card.number(), 1.0));
    Example::new(numbers.into_iter().enumerate().chain(cards), target(action))
}

/// Plays all pairings until each of the two has its share of [`DECISIONS`].
pub fn play_pairings(chips: Chips, seed: u64, progress: &dyn Progress) -> Result<ProspectLogs> {
    let pairs: Vec<[usize; 2]> = (0..PLAYERS).flat_map(|one| (one..PLAYERS).map(move |other| [one, other])).collect();
    let pairing = |number: u64| Ok(play_pairing(pairs[number as usize], chips, (seed, number)));
    let played = in_order(("prospect pairings", "pairings"), pairs.len() as u64, progress, pairing)?;
    let mut all = ProspectLogs { logs: PlayerLogs::new(PLAYERS), actions: [0; 5] };
    let mut taken = [0; PLAYERS];
    for (pair, sequences) in pairs.iter().zip(played) {
        for (&player, decisions) in pair.iter().zip(sequences) {
            for it in decisions.into_iter().take(DECISIONS - taken[player]) {
                taken[player] += 1;
                all.actions[it.action] += 1;
                all.logs.push(player, it.game, it.example);
            }
        }
    }
    Ok(all)
}

fn play_pairing(pair: [usize; 2], chips: Chips, (seed, pairing): (u64, u64)) -> [Vec<Decision>; 2] {
    let quota = DECISIONS.div_ceil(SEQUENCES);
    let players = pair.map(ProspectPlayer::of);
    let mut dice = CARDS.generator(seed, pairing);
    let mut decisions = [Vec::new(), Vec::new()];
    let mut won = [0; 2];
    let mut game = 0;
    while decisions.iter().any(|it| it.len() < quota) {
        let mut cards = draw(&mut dice, CardSet::FULL_DECK, 9);
        // Seats change with every game, and each player keeps its cards.
        let first = (game % 2) as usize;
        cards[..4].rotate_left(2 * first);
        let rates = [0, 1].map(|seat: usize| {
            let known = CardSet::of(&cards[2 * seat..2 * seat + 2]) | CardSet::of(&cards[4..8]);
            [mean_strength(known), strength_number(known.with(cards[8]))].map(win_rate)
        });
        let gains = play(&cards, |seat, seen| {
            let player = (seat + first) % 2;
            let position = Position::of(seen, won[player]);
            let action = players[player].choose(&position, rates[seat][seen.board.len() - 4]);
            let example = example(&position, &[&seen.hole, seen.board].concat(), chips, action);
            let kind = match action {
                Action::Fold => 0,
                Action::Call | Action::Raise(_) => 2 * action.column() - usize::from(seen.to_pay == 0),
            };
            decisions[player].push(Decision { game, action: kind, example });
            action
        });
        if chips == Chips::Carried {
            (0..2).for_each(|seat| won[(seat + first) % 2] += gains[seat] as i32);
        }
        game += 1;
    }
    decisions.map(|mut decisions| {
        decisions.truncate(quota);
        decisions
    })
}

/// The mean strength over the 46 cards that may come last, from the six that are known.
fn mean_strength(known: CardSet) -> f64 {
    let left = CardSet::FULL_DECK - known;
    left.iter().map(|card| strength_number(known.with(card))).sum::<f64>() / left.len() as f64
}
