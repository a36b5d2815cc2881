//! The paper's game for points: 20 games from 250 points each, bets in multiples of an ante of 2, against stand-ins
//! for people; and how far the final points spread, the only thing that table 14 says about variant C.
//!
//! The paper states no largest bet. Chosen here: at most four raises a street, and nobody bets more than the poorer
//! player has.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use matches::statistics::score::Score;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::draw;
use tables::together::progress::Progress;

use super::Settings;
use super::judgement::SeenBoard;
use super::player::{Estimate, SuperiorityPlayer};
use crate::claims::{Claim, Measured, Reproduction, Row, Table, Verdict};
use crate::error::Result;
use crate::published::Published;
use crate::streams::{Purpose, below, in_order, unit};
use crate::sums::{f_at_least, score, variance, welch};

const MATCHES: Purpose = Purpose(0x2c6d_f8a1_5590_7be3);

pub const START: i64 = 250;
pub const GAMES: u64 = 20;
/// The larger ante, which the first bettor pays; the other pays 1.
const ANTE: i64 = 2;
const MOST_RAISES: u32 = 4;

#[derive(Clone, Debug)]
pub enum Seat<'p> {
    Superiority(&'p SuperiorityPlayer),
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
    let bets = if first == 0 { [ANTE, ANTE / 2] } else { [ANTE / 2, ANTE] };
    let mut table = Game { holes: [one, other], points, bets, before: [0; 2] };
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

struct Game {
    holes: [Holding; 2],
    points: [i64; 2],
    /// What each has put in during this game, and before this street.
    bets: [i64; 2],
    before: [i64; 2],
}

impl Game {
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
                        _ => player.of_judgement(round, SeenBoard::new(CardSet::of(board)).judge(hole), bet),
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

/// Plays each of A, B and C against stand-ins for the paper's seven persons; the tables beside table 14 and the claims.
pub(super) fn against_stand_ins(
    players: &[SuperiorityPlayer; 3],
    &Settings { seed, matches, .. }: &Settings,
    published: &Published,
    found: &mut Reproduction,
    progress: &dyn Progress,
) -> Result<()> {
    let stand_ins = [
        ("always-call", Seat::AlwaysCall),
        ("call-raise", Seat::CallRaise),
        ("A", Seat::Superiority(&players[0])),
        ("B", Seat::Superiority(&players[1])),
    ];
    // Final points, `[stand-in][variant]`.
    let mut played: Vec<Vec<Score>> = Vec::new();
    for (opponent, (name, stand_in)) in stand_ins.iter().enumerate() {
        let mut of_variants = Vec::new();
        for (number, player) in players.iter().enumerate() {
            // Every pairing has matches of its own: their spreads are compared as independent.
            let first = (opponent * players.len() + number) as u64 * matches;
            let own = Seat::Superiority(player);
            let stage = format!("{} against {name}", player.variant);
            let piece = |number: u64| Ok(play_match([&own, stand_in], seed, first + number) as f64);
            of_variants.push(score(&in_order((&stage, "matches"), matches, progress, piece)?));
        }
        played.push(of_variants);
    }
    let persons = persons(published)?;
    let columns = &published.table("14")?.columns;
    let table = |id: &str, title: &str, cell: fn(&Score) -> Measured| {
        let cells = |scores: &[Score]| scores.iter().map(cell).collect::<Vec<_>>();
        let of_persons: Vec<Option<f64>> = persons.iter().map(|score| cell(score).ours).collect();
        let rows = stand_ins.iter().zip(&played).map(|((name, _), scores)| Row::ours(*name, &cells(scores)));
        let rows = rows.chain([Row::new("seven persons", &of_persons, &[])]);
        Table::ours(id, title, columns, rows.collect())
    };
    found.tables.extend([
        published.beside("14", |_| Vec::new())?,
        table("means", "final points against stand-ins, mean", Measured::of),
        table("deviations", "final points against stand-ins, standard deviation", deviation),
    ]);
    found.claims.extend([spread_claim(&played, published)?, persons_claim(&persons, published)?]);
    Ok(())
}

/// A standard deviation, its standard error by the normal approximation.
fn deviation(score: &Score) -> Measured {
    let deviation = variance(score).sqrt();
    Measured::new(deviation, deviation / (2.0 * (score.observations as f64 - 1.0)).sqrt())
}

/// Whether C's final points spread less than A's and B's, all stand-ins together.
fn spread_claim(played: &[Vec<Score>], published: &Published) -> Result<Claim> {
    let pooled = |variant: usize| played.iter().map(|row| variance(&row[variant])).sum::<f64>();
    let freedom: f64 = played.iter().map(|row| row[0].observations as f64 - 1.0).sum();
    let p = |variant: usize| f_at_least(pooled(variant) / pooled(2), freedom, freedom);
    published.claim_at_most("S10", p(0).max(p(1)))
}

fn persons(published: &Published) -> Result<Vec<Score>> {
    let table = published.table("14")?;
    let points = |variant: usize| -> Vec<f64> { table.rows.iter().map(|row| row.values[variant]).collect() };
    Ok((0..table.columns.len()).map(|variant| score(&points(variant))).collect())
}

/// Whether the paper's own numbers tell any two variants apart.
fn persons_claim(persons: &[Score], published: &Published) -> Result<Claim> {
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| welch(&persons[one], &persons[other]));
    let smallest = pairs.into_iter().fold(1.0, f64::min);
    let verdict = if smallest > published.limit("P4")? { Verdict::Noise } else { Verdict::NotReproduced };
    published.claim("P4", Some(smallest), verdict)
}
