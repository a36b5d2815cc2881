//! The simulation of chapter 4: the system against twelve models in both seats, all on the same deals, and what is
//! counted over the games of one row.

use tables::together::progress::Progress;

use super::estimate::{RULES, Tendencies, rule_number};
use super::game::{GameRecord, KnownDeal, play};
use super::knowledge::Knowledge;
use super::model::{Choices, Model, OpeningRule, Player, Style};
use super::points::{Deal, balanced_deals};
use super::rules::{Seat, Status};
use crate::error::Result;
use crate::streams::{Purpose, in_order};

const DEALS: Purpose = Purpose(0x41d3_6f02_9b7c_e85a);
const DICE: Purpose = Purpose(0x5ac8_10e7_d2f3_964b);

/// How models open, in the order of tables 4.2 to 4.4.
pub(crate) const OPENINGS: [(OpeningRule, &str); 3] = [
    (OpeningRule::Random, "random"),
    (OpeningRule::StrongestFirst, "strongest first"),
    (OpeningRule::WeakestFirst, "weakest first"),
];

/// Tables 4.2 to 4.4 have so many rows together.
pub const ROWS: usize = 24;

/// One row of a published table: an opponent, and where the system sits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RowKind {
    /// Number in `OPENINGS`.
    pub opening: usize,
    pub style: Style,
    pub seat: Seat,
}

impl RowKind {
    /// The 24 rows: table by table, style by style, the system first and then second.
    pub fn all() -> Vec<Self> {
        let styles = |opening| {
            Style::ALL
                .into_iter()
                .flat_map(move |style| Seat::BOTH.into_iter().map(move |seat| Self { opening, style, seat }))
        };
        (0..OPENINGS.len()).flat_map(styles).collect()
    }

    /// As the published tables name it: `TA`, `TA_2`.
    pub fn name(&self) -> String {
        let second = if self.seat == Seat::Second { "_2" } else { "" };
        format!("{}{second}", self.style.letters())
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    pub seed: u64,
    pub sets: u64,
    pub first_set: u64,
    pub games: usize,
    pub choices: Choices,
}

/// Plays the first rows of all sets: `[set][row]`, the same for any number of threads.
pub fn simulate(plan: &Plan, system: Model, rows: usize, progress: &dyn Progress) -> Result<Vec<Vec<Tally>>> {
    let set = |number: u64| {
        let set = plan.first_set + number;
        let deals = known_deals(plan, set);
        let kinds = RowKind::all().into_iter().take(rows).enumerate();
        Ok(kinds.map(|(row, kind)| play_row(plan, system, (set, row), kind, &deals)).collect())
    };
    in_order(("stud", "sets"), plan.sets, progress, set)
}

pub(crate) fn deals_of_set(plan: &Plan, set: u64) -> Vec<Deal> {
    balanced_deals(&mut DEALS.generator(plan.seed, set), plan.games)
}

/// The rows of a set with what they are.
pub(super) fn kinds_of(set: &[Tally]) -> impl Iterator<Item = (RowKind, &Tally)> {
    RowKind::all().into_iter().zip(set)
}

pub fn known_deals(plan: &Plan, set: u64) -> Vec<KnownDeal> {
    let known = deals_of_set(plan, set).into_iter().map(|deal| KnownDeal {
        knowledge: Seat::BOTH.map(|seat| Knowledge::of(&deal, seat, plan.choices.scale)),
        showdown: deal.showdown(),
    });
    known.collect()
}

/// Most rows a set may have: the dice of one set's rows must not be those of the next set's.
const MAX_ROWS: u64 = 64;

fn play_row(plan: &Plan, system: Model, (set, row): (u64, usize), kind: RowKind, deals: &[KnownDeal]) -> Tally {
    let opponent = kind.style.model(OPENINGS[kind.opening].0);
    let mut players = [Player::new(system), Player::new(opponent)];
    if kind.seat == Seat::Second {
        players.reverse();
    }
    let mut tally = Tally::default();
    let stream = (set * MAX_ROWS + row as u64) * deals.len() as u64;
    for (game, deal) in deals.iter().enumerate() {
        let mut dice = DICE.generator(plan.seed, stream + game as u64);
        let record = play(deal, [&players[0], &players[1]], &plan.choices, &mut dice);
        tally.add(&record, kind.seat);
        for (player, seat) in players.iter_mut().zip(&record.seats) {
            player.learn(&seat.lessons);
        }
        tally.follow(&players[kind.seat.index()].learner.tendencies);
    }
    tally
}

/// Places of the table of turns and bets: `3 * turn + bet`.
pub(crate) const PLACES: usize = 9;
pub(crate) const LARGE: [i64; 2] = [10_000, 20_000];

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    pub gain: i64,
    pub won: u32,
    /// Games in which it stayed although inferior, from turn 5 on.
    pub bluffs: u32,
    /// Of these, games in which it did so on turn 6 or 7, after a card was opened.
    pub bluffs_from_turn6: u32,
    /// Games in which the opponent dropped after such a bluff, from turn 5 on.
    pub bluff_success_from_turn5: u32,
    /// The same from turn 6 on.
    pub bluff_success: u32,
    /// Showdowns won with a last estimate that was superior.
    pub superior_showdowns: u32,
    /// Games in which at least 10,000 and 20,000 chips moved; the former contain the latter.
    pub moves: [u32; 2],
    /// How often the rule that fired most strongly was one of a turn and a bet.
    pub firings: [u32; PLACES],
    pub tendencies: Tendencies,
    /// Mean tendency of the rules for strong hands at the end of a game, after each game.
    pub end_strong: Vec<f64>,
}

impl Tally {
    pub fn add(&mut self, game: &GameRecord, system: Seat) {
        let sign = if system == Seat::First { 1 } else { -1 };
        let gain = sign * game.gain;
        let own = &game.seats[system.index()];
        self.gain += gain;
        self.won += u32::from(gain > 0);
        self.bluffs += u32::from(!own.bluffs.is_empty());
        self.bluffs_from_turn6 += u32::from(own.bluffs.iter().any(|&turn| turn >= 6));
        let success = own.last_was_bluff && game.end == Status::Dropped(system.other());
        self.bluff_success_from_turn5 += u32::from(success);
        self.bluff_success += u32::from(success && game.turn >= 6);
        let superior = own.lessons.last().is_some_and(|lesson| lesson.result >= 0.0);
        self.superior_showdowns += u32::from(game.end == Status::Showdown && gain > 0 && superior);
        for (count, limit) in self.moves.iter_mut().zip(LARGE) {
            *count += u32::from(gain.abs() >= limit);
        }
        own.lessons.iter().for_each(|lesson| self.firings[lesson.rule * PLACES / RULES] += 1);
    }

    pub fn follow(&mut self, tendencies: &Tendencies) {
        self.tendencies = *tendencies;
        let strong_at_the_end = (0..3).map(|bet| tendencies.0[rule_number(2, bet, 1)]);
        self.end_strong.push(strong_at_the_end.sum::<f64>() / 3.0);
    }

    pub fn end_firings(&self) -> u32 {
        self.firings[6..].iter().sum()
    }

    pub fn much_firings(&self) -> u32 {
        self.firings[2..].iter().step_by(3).sum()
    }

    /// The eighteen tendencies and nine shares of firings by which a style is identified.
    pub fn features(&self) -> [f64; RULES + PLACES] {
        let all: u32 = self.firings.iter().sum();
        let share = |place: usize| f64::from(self.firings[place]) / f64::from(all.max(1));
        std::array::from_fn(|number| match self.tendencies.0.get(number) {
            Some(&tendency) => tendency / 100.0,
            None => share(number - RULES),
        })
    }
}
