//! How much of the pot each hand gets if there is no more betting, against the hands with which the other seat comes.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::equity::{AllInTable, meetings};
use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS, StartingHand};
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights as _};
use matches::luck::all_in_equity::balance;
use rayon::prelude::*;
use solver::boards::card_rules::extend;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::explorer::Game;
use crate::spot::ByPlace;

/// Cards of a complete board.
const COMPLETE: usize = 5;

/// Shares of the pot, over all boards that may follow.
pub struct Equities {
    /// `[position][holding number]`: 0 to 1; `None` where the other seat can hold nothing beside the holding.
    pub shares: [Vec<Option<f64>>; 2],
    /// `[position][holding number]`: how much of all encounters of the two ranges the holding has a part in.
    pub weights: [Vec<f64>; 2],
    /// The share of the position's whole range; `None` where the ranges never meet.
    pub means: Option<[f64; 2]>,
}

impl Equities {
    /// The equities of two ranges, `[position][holding number]`, on a board of any street.
    pub fn of(game: &Game, board: &[Card], reach: &[Vec<f64>; 2], progress: &dyn Progress) -> Result<Self, Cancelled> {
        if board.is_empty() {
            let is_even = reach.iter().all(|reach| is_even(game, reach));
            let sums =
                if is_even { Sums::before_the_flop(game, reach) } else { Sums::by_pairs(game, reach, progress)? };
            return Ok(sums.equities(reach));
        }
        let mut boards = Vec::new();
        extend(&game.prepared.rules, board, COMPLETE - board.len(), &mut boards);
        let (mut sums, mut order, mut walked) = (Sums::new(), ShowdownOrder::new(), ShowdownSums::default());
        for board in boards {
            progress.check()?;
            game.prepared.rules.rank(CardSet::of(&board), &mut order);
            let ranges = ByPlace { ids: order.ids(), reach: [&reach[0], &reach[1]] };
            order.sweep(&mut walked, &ranges);
            for (place, (&cards, &id)) in order.cards().iter().zip(order.ids()).enumerate() {
                let balance = walked.balance(place, cards).0;
                let met = walked.opposition(cards, ranges.at(place)).0;
                for position in 0..2 {
                    let opponent = 1 - position;
                    sums.met[position][usize::from(id)] += met[opponent];
                    sums.won[position][usize::from(id)] += (met[opponent] + balance[opponent]) / 2.0;
                }
            }
        }
        Ok(sums.equities(reach))
    }
}

/// `[position][holding number]`
struct Sums {
    /// The weight of the opponents met.
    met: [Vec<f64>; 2],
    /// The pots won from them, a tie counting as half of one.
    won: [Vec<f64>; 2],
}

impl Sums {
    fn new() -> Self {
        let zeros = || [vec![0.0; HOLDINGS], vec![0.0; HOLDINGS]];
        Self { met: zeros(), won: zeros() }
    }

    /// From the table of all pairs of starting hands, where all holdings of one are alike.
    fn before_the_flop(game: &Game, reach: &[Vec<f64>; 2]) -> Self {
        let (table, hands) = (game.all_in(), game.deck.starting_hands().collect::<Vec<_>>());
        let mut sums = Self::new();
        for position in 0..2 {
            let opposing = mean_reach(&reach[1 - position]);
            for &hand in &hands {
                let (met, won) = against(table, hand, &hands, &opposing);
                for holding in hand.holdings() {
                    sums.met[position][holding.number()] = met;
                    sums.won[position][holding.number()] = won;
                }
            }
        }
        sums
    }

    /// Of ranges that tell suits apart: every pair of holdings over all of its boards, some hundred pairs a second.
    fn by_pairs(game: &Game, reach: &[Vec<f64>; 2], progress: &dyn Progress) -> Result<Self, Cancelled> {
        let [first, second] = reach
            .each_ref()
            .map(|reach| Holding::all().filter(|holding| reach[holding.number()] > 0.0).collect::<Vec<_>>());
        let pairs = first.iter().flat_map(|&one| second.iter().map(move |&other| [one, other]));
        let pairs: Vec<[Holding; 2]> =
            pairs.filter(|[one, other]| !one.card_set().intersects(other.card_set())).collect();
        let counter = Counter::new(progress, "equities", "pairs of hands", pairs.len() as u64);
        let balance_of = |pair: &[Holding; 2]| {
            counter.add(1)?;
            Ok(balance(&game.prepared.rules, pair.map(Holding::card_set), CardSet::EMPTY))
        };
        let balances = pairs.par_iter().map(balance_of).collect::<Result<Vec<f64>, Cancelled>>()?;
        let mut sums = Self::new();
        for (pair, balance) in pairs.iter().zip(balances) {
            for (position, sign) in [(0, 1.0), (1, -1.0)] {
                let [own, other] = [pair[position], pair[1 - position]].map(Holding::number);
                sums.met[position][own] += reach[1 - position][other];
                sums.won[position][own] += reach[1 - position][other] * (1.0 + sign * balance) / 2.0;
            }
        }
        Ok(sums)
    }

    fn equities(&self, reach: &[Vec<f64>; 2]) -> Equities {
        let all: f64 = self.met[0].iter().zip(&reach[0]).map(|(met, reach)| met * reach).sum();
        // Sums of which all but nothing cancels come from rounding.
        let least = 1e-12 * all;
        let share = |position: usize| -> Vec<Option<f64>> {
            let of = self.won[position].iter().zip(&self.met[position]);
            of.map(|(won, &met)| (met > least).then(|| (won / met).clamp(0.0, 1.0))).collect()
        };
        let weight = |position: usize| -> Vec<f64> {
            let of = self.met[position].iter().zip(&reach[position]);
            of.map(|(met, reach)| if all > 0.0 { met * reach / all } else { 0.0 }).collect()
        };
        let won: f64 = self.won[0].iter().zip(&reach[0]).map(|(won, reach)| won * reach).sum();
        let means = (all > 0.0).then(|| [won / all, 1.0 - won / all]);
        Equities { shares: [share(0), share(1)], weights: [weight(0), weight(1)], means }
    }
}

/// Whether all holdings of each starting hand are alike.
fn is_even(game: &Game, reach: &[f64]) -> bool {
    let first = |hand: StartingHand| reach[hand.first_holding().number()];
    game.deck.starting_hands().all(|hand| hand.holdings().all(|holding| reach[holding.number()] == first(hand)))
}

fn mean_reach(reach: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; STARTING_HANDS];
    Holding::all().for_each(|holding| sums[holding.starting_hand().number()] += reach[holding.number()]);
    StartingHand::all().map(|hand| sums[hand.number()] / hand.combos() as f64).collect()
}

/// The weight of the opponents that one holding of a starting hand meets, and the pots it wins from them.
fn against(table: &AllInTable, hand: StartingHand, hands: &[StartingHand], opposing: &[f64]) -> (f64, f64) {
    let one = |&other: &StartingHand| {
        let met = f64::from(meetings(hand, other)) / hand.combos() as f64 * opposing[other.number()];
        (met, if met > 0.0 { met * table.outcomes(hand, other).equity() } else { 0.0 })
    };
    hands.iter().map(one).fold((0.0, 0.0), |(met, won), (more_met, more_won)| (met + more_met, won + more_won))
}
