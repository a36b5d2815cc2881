//! The simulation of chapter 4: the system against twelve models in both seats, all on the same deals.

use tables::together::progress::Progress;

use super::deal::{Deal, balanced_deals};
use super::game::{KnownDeal, play};
use super::knowledge::Knowledge;
use super::model::{Choices, Model, Player, Style};
use super::opening::OpeningRule;
use super::rules::Seat;
use super::tally::Tally;
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::streams::Purpose;

/// The deals of a set.
const DEALS: Purpose = Purpose(0x41d3_6f02_9b7c_e85a);
/// The players' dice in a row.
const DICE: Purpose = Purpose(0x5ac8_10e7_d2f3_964b);

/// How models open, in the order of tables 4.2 to 4.4.
pub const OPENINGS: [(OpeningRule, &str); 3] = [
    (OpeningRule::Random, "random"),
    (OpeningRule::StrongestFirst, "strongest first"),
    (OpeningRule::WeakestFirst, "weakest first"),
];

/// One row of a published table: an opponent, and where the system sits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RowKind {
    /// Number in [`OPENINGS`].
    pub opening: usize,
    /// The opponent's style.
    pub style: Style,
    /// Where the system sits.
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

/// How much is simulated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Decides all cards and dice.
    pub seed: u64,
    /// Sets of deals.
    pub sets: u64,
    /// The number of the first set.
    pub first_set: u64,
    /// Games in a set.
    pub games: usize,
    /// What the thesis leaves open.
    pub choices: Choices,
}

/// Plays all rows of all sets: `[set][row]`, the same for any number of threads.
pub fn simulate(
    plan: &Plan,
    system: Model,
    rows: &[RowKind],
    progress: &dyn Progress,
) -> Result<Vec<Vec<Tally>>, CompanionError> {
    let set = |number: u64| {
        let set = plan.first_set + number;
        let deals = known_deals(plan, set);
        let tallies = rows.iter().enumerate().map(|(row, kind)| play_row(plan, system, (set, row), kind, &deals));
        tallies.collect()
    };
    Ok(in_order(("stud", "sets"), plan.sets, progress, set)?)
}

/// The deals of a set.
pub fn deals_of_set(plan: &Plan, set: u64) -> Vec<Deal> {
    balanced_deals(&mut DEALS.generator(plan.seed, set), plan.games)
}

/// The deals of a set, with all that both players can work out from them.
pub fn known_deals(plan: &Plan, set: u64) -> Vec<KnownDeal> {
    let known = deals_of_set(plan, set).into_iter().map(|deal| KnownDeal {
        knowledge: Seat::BOTH.map(|seat| Knowledge::of(&deal, seat, plan.choices.scale)),
        showdown: deal.showdown(),
    });
    known.collect()
}

/// Most rows a set may have: the dice of one set's rows must not be those of the next set's.
const MAX_ROWS: u64 = 64;

fn play_row(plan: &Plan, system: Model, (set, row): (u64, usize), kind: &RowKind, deals: &[KnownDeal]) -> Tally {
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
        tally.follow(players[kind.seat.index()].tendencies());
    }
    tally
}
