//! The paper's game for points: 20 games from 250 points each, bets in multiples of an ante of 2, against stand-ins
//! for people.
//!
//! The paper states no largest bet. Chosen here: at most four raises a street, and nobody bets more than the poorer
//! player has.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::draw;

use super::judgement::SeenBoard;
use super::player::{Estimate, SuperiorityPlayer};
use crate::streams::{Purpose, below, unit};

const MATCHES: Purpose = Purpose(0x2c6d_f8a1_5590_7be3);

/// Points at the start.
pub const START: i64 = 250;
/// Games of a match.
pub const GAMES: u64 = 20;
/// The larger ante, which the first bettor pays; the other pays 1.
const ANTE: i64 = 2;
/// Raises on a street.
const MOST_RAISES: u32 = 4;

/// Who sits at the table.
#[derive(Clone, Debug)]
pub enum Seat<'p> {
    /// A superiority player.
    Superiority(&'p SuperiorityPlayer),
    /// Checks and calls.
    AlwaysCall,
    /// Calls or raises by one ante, one half each.
    CallRaise,
}

/// The first seat's points after a match of [`GAMES`] games; the first seat bets first in the first game.
pub fn play_match(seats: [&Seat<'_>; 2], seed: u64, number: u64) -> i64 {
    let mut dice = MATCHES.generator(seed, number);
    let mut points = [START; 2];
    for game in 0..GAMES {
        // A player who cannot pay the ante has lost.
        if points.iter().any(|&points| points < ANTE) {
            break;
        }
        let won = play_game(seats, points, (game % 2) as usize, &mut dice);
        points = [points[0] + won, points[1] - won];
    }
    points[0]
}

/// What the first seat wins in one game; `first` bets first on every street.
fn play_game(seats: [&Seat<'_>; 2], points: [i64; 2], first: usize, dice: &mut Xoshiro256PlusPlus) -> i64 {
    let cards = draw(dice, CardSet::FULL_DECK, 9);
    let (Some(one), Some(other)) = (Holding::new(cards[0], cards[1]), Holding::new(cards[2], cards[3])) else {
        return 0;
    };
    let mut table = Table { holes: [one, other], points, bets: [0; 2], before: [0; 2] };
    table.bets[first] = ANTE;
    table.bets[1 - first] = ANTE / 2;
    for round in Round::ALL {
        let board = &cards[4..4 + round.board_cards()];
        if let Some(folder) = table.street(seats, round, board, first, dice) {
            return if folder == 0 { -table.bets[0] } else { table.bets[1] };
        }
        table.before = table.bets;
    }
    let board = CardSet::of(&cards[4..]);
    let [ours, theirs] = table.holes.map(|hole| HandStrength::of(hole.card_set() | board));
    match ours.cmp(&theirs) {
        std::cmp::Ordering::Greater => table.bets[1],
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -table.bets[0],
    }
}

struct Table {
    holes: [Holding; 2],
    points: [i64; 2],
    /// What each has put in during this game, and before this street.
    bets: [i64; 2],
    before: [i64; 2],
}

impl Table {
    /// Plays a street; returns the seat that folded, if any.
    fn street(
        &mut self,
        seats: [&Seat<'_>; 2],
        round: Round,
        board: &[Card],
        first: usize,
        dice: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let (mut seat, mut acted, mut raises) = (first, 0, 0);
        while acted < 2 || self.bets[0] != self.bets[1] {
            let to_call = (self.bets[1 - seat] - self.bets[seat]).max(0);
            let most = self.points[0].min(self.points[1]) - self.bets[1 - seat].max(self.bets[seat]);
            let most = if raises < MOST_RAISES { most / ANTE } else { 0 };
            let bet = (self.bets[1 - seat] - self.before[1 - seat]) as f64 / ANTE as f64;
            let wanted = match seats[seat] {
                Seat::AlwaysCall => Some(0),
                Seat::CallRaise => Some(below(dice, 2) as i64),
                Seat::Superiority(player) => {
                    let hole = self.holes[seat];
                    let estimate = match round {
                        Round::Preflop => player.of_starting_hand(hole.starting_hand().number(), bet),
                        _ => {
                            let seen = SeenBoard::new(CardSet::of(board), StrengthTables::get());
                            player.of_judgement(round, seen.judge(hole), bet)
                        }
                    };
                    antes_above_call(estimate, to_call > 0, dice)
                }
            };
            let Some(wanted) = wanted else { return Some(seat) };
            let raise = wanted.min(most);
            raises += u32::from(raise > 0);
            self.bets[seat] += to_call + raise * ANTE;
            acted += 1;
            seat = 1 - seat;
        }
        None
    }
}

/// The paper's fold and bet: whole antes above the call; `None` folds.
fn antes_above_call(estimate: Estimate, facing_bet: bool, dice: &mut Xoshiro256PlusPlus) -> Option<i64> {
    let Estimate { superior, rate } = estimate;
    if !superior && facing_bet && 100.0 * unit(dice) > rate {
        return None;
    }
    let antes = if superior { rate / 10.0 * (0.5 + unit(dice)) } else { 2.0 * unit(dice) };
    Some(antes as i64)
}
