//! What the actions of a decision are worth on one complete board.
//!
//! The decision's own round has a single entry. Its exits are entries of the next round that lie side by side there:
//! so the round is walked twice, once to collect how the opponent comes to each exit, once with what the exits are
//! worth.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use evaluator::showdown::ShowdownSums;
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::game::Next;

use super::lane_walk::{ENTRIES, Entries, Folds, LaneWalk, Seated, value_of_round};
use crate::game::Game;
use crate::spot::Spot;

/// A smaller share of the opponent's range than this comes from rounding.
const ROUNDING: f64 = 1e-12;

/// By holding number; 0 for holdings that share a card with the board.
pub struct BoardWorth {
    /// The weight of the opponents met.
    pub weight: Vec<f64>,
    /// `[action]`: chips won, times that weight.
    pub chips: Vec<Vec<f64>>,
}

/// A decision whose actions are valued, board by board.
#[derive(Clone, Copy)]
pub struct Valued<'a> {
    pub game: &'a Game,
    /// The strategy of both seats.
    pub agent: &'a Agent,
    /// The decision.
    pub spot: &'a Spot,
    /// The opponent's reach there, by holding number.
    pub opposing: &'a [f64],
}

impl Valued<'_> {
    /// The actions' worth on one board; `dealt` is memory that is kept from board to board.
    pub fn on_board(&self, board: &[Card], dealt: &mut DealtBoard) -> BoardWorth {
        let Self { game, agent, spot, opposing } = *self;
        dealt.deal(&game.rules, agent.player::<f64>().buckets, board);
        let seated = Seated { game, agent, board: dealt, position: game.tree[spot.decision].player };
        let place = game.layout.place(spot.decision);
        let round = LaneWalk { seated, round: place.round, entries: &[place.entry] };
        let reach: Vec<Entries<1>> = dealt.by_place(opposing).into_iter().map(|reach| Entries::from([reach])).collect();
        let children = &game.layout.rounds[place.round].template[place.node].children;
        let exits = self.exits(&round, children, &reach);
        let value = |&child: &Next<usize, usize>| -> Vec<f64> {
            let values = round.value(child, &reach, &mut |exit, _| exits.of(exit));
            by_holding(dealt, &values)
        };
        let chips = children.iter().map(value).collect();
        let met = Folds {
            order: &dealt.order,
            sums: &mut ShowdownSums::default(),
            reach: &reach,
            stakes: Entries::splat(1.0),
        };
        let weight = by_holding(dealt, &game.processor.run(met));
        BoardWorth { weight: without_rounding(weight, opposing), chips }
    }

    /// What the exits of the decision's round are worth, each as it is entered from there.
    fn exits(&self, round: &LaneWalk<'_, 1>, children: &[Next<usize, usize>], reach: &[Entries<1>]) -> Exits {
        let mut exits = Exits { numbers: Vec::new(), values: Vec::new() };
        let layout = &self.game.layout.rounds[round.round];
        let mut entered = vec![Entries::<ENTRIES>::default(); reach.len()];
        for &child in children {
            round.value(child, reach, &mut |exit, reach| {
                let lane = exits.numbers.len();
                exits.numbers.push(exit);
                entered.iter_mut().zip(reach).for_each(|(row, reach)| row.0[lane] = reach.0[0]);
                vec![Entries::default(); reach.len()]
            });
        }
        if !exits.numbers.is_empty() {
            let entries: Vec<usize> =
                exits.numbers.iter().map(|&exit| layout.next_entry(round.entries[0], exit)).collect();
            exits.values = value_of_round(round.seated, round.round + 1, &entries, &entered);
        }
        exits
    }
}

/// The exits of a round that are reached, in lanes.
struct Exits {
    numbers: Vec<usize>,
    values: Vec<Entries<ENTRIES>>,
}

impl Exits {
    fn of(&self, exit: usize) -> Vec<Entries<1>> {
        let lane = self.numbers.iter().position(|&number| number == exit);
        let value = |row: &Entries<ENTRIES>| Entries::from([lane.map_or(0.0, |lane| row.0[lane])]);
        self.values.iter().map(value).collect()
    }
}

/// Differences of sums that should be zero are made zero.
fn without_rounding(mut weight: Vec<f64>, opposing: &[f64]) -> Vec<f64> {
    let least = ROUNDING * opposing.iter().sum::<f64>();
    weight.iter_mut().filter(|weight| **weight < least).for_each(|weight| *weight = 0.0);
    weight
}

fn by_holding(dealt: &DealtBoard, values: &[Entries<1>]) -> Vec<f64> {
    let numbers: Vec<f64> = values.iter().map(|value| value.0[0]).collect();
    let values = dealt.by_holding(&numbers);
    debug_assert_eq!(values.len(), HOLDINGS);
    values
}
