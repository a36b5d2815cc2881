//! The stud player's rules as probabilities of the reduced game's actions.
//!
//! Noise is integrated out: a bet falls to the nearest of the tree's sizes, so that each size has the normal
//! distribution's mass between the middles of its neighbours.

use evaluator::card_set::CardSet;
use statrs::distribution::{ContinuousCDF, Normal};
use std::cmp::Ordering;

use super::last_turn::{Decision, Policy, PublicSituation, SHARES, Tree};
use super::opening_game::{CARDS, OpeningGame, OpeningPolicy, PAIRS, table_number};
use crate::stud::estimate::{Situation, Tendencies, estimate};
use crate::stud::knowledge::{Distribution, Outlook, potential};
use crate::stud::model::{Choices, NOISE_VARIANCE, Staying, share_of_bluff};
use crate::stud::rules::{Seat, TURNS};

/// The stud player, as far as it matters in the last interval, before it has learned anything.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FuzzyPlayer {
    /// What it does when inferior: [`Staying::Bluffing`] is the system, [`Staying::Tight`] the same player without
    /// bluffs.
    pub staying: Staying,
    pub choices: Choices,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    own: CardSet,
    own_open: CardSet,
    their_open: CardSet,
    unseen: CardSet,
}

impl FuzzyPlayer {
    /// A seat's policies for the last turn, each hand hiding one of the situation's unseen cards.
    pub fn last_turn(&self, situation: &PublicSituation, seat: Seat, tree: &Tree) -> Vec<Policy> {
        let [own_open, their_open] = [seat, seat.other()].map(|seat| situation.open[seat.index()]);
        let seen = situation.unseen.iter().map(|&card| {
            let unseen = situation.unseen_set() - CardSet::single(card);
            Some(Seen { own: own_open.with(card), own_open, their_open, unseen })
        });
        self.betting(tree, seat, &seen.collect::<Vec<_>>())
    }

    pub fn opening(&self, situation: &PublicSituation, seat: Seat, game: &OpeningGame) -> OpeningPolicy {
        let [own, theirs] = [seat, seat.other()].map(|seat| situation.open[seat.index()]);
        let card = |number: usize| CardSet::single(situation.unseen[number]);
        let all = situation.unseen_set();
        let mut betting = vec![Vec::new(); CARDS * CARDS];
        for (mine, other) in (0..CARDS * CARDS).map(|table| (table / CARDS, table % CARDS)) {
            if mine == other {
                continue;
            }
            let (own_open, their_open) = (own | card(mine), theirs | card(other));
            let seen = |hidden: usize| {
                let free = hidden != mine && hidden != other;
                let unseen = all - card(mine) - card(other) - card(hidden);
                free.then(|| Seen { own: own_open | card(hidden), own_open, their_open, unseen })
            };
            let seen: Vec<_> = (0..CARDS).map(seen).collect();
            betting[table_number(seat, mine, other)] = self.betting(&game.tree, seat, &seen);
        }
        let mut choice = vec![vec![0.0; PAIRS]; 2];
        for (pair, &(one, other)) in game.pairs.iter().enumerate() {
            let pair_cards = card(one) | card(other);
            let seen = Seen { own: own | pair_cards, own_open: own, their_open: theirs, unseen: all - pair_cards };
            let looks = [one, other].map(|opened| potential(own | card(opened), all, 1, self.choices.scale));
            let first = self.opens_first(&seen, looks);
            (choice[0][pair], choice[1][pair]) = (first, 1.0 - first);
        }
        OpeningPolicy { choice, betting }
    }

    /// How likely the player opens the first of two hidden cards, given how strong it would look with each (section
    /// 3.4).
    fn opens_first(&self, seen: &Seen, looks: [f64; 2]) -> f64 {
        let points = self.choices.scale.of(seen.own);
        let complete = self.choices.scale.of(seen.own_open) >= points;
        let toward_stronger = match self.result(seen, 2, 0.0, TURNS - 1) {
            result if result >= 0.0 && complete => 0.5,
            result if result >= 0.0 => 0.2,
            _ if self.staying == Staying::Bluffing && looks[0].max(looks[1]) >= points + self.choices.threshold => 1.0,
            _ => 0.5,
        };
        match looks[0].total_cmp(&looks[1]) {
            Ordering::Greater => toward_stronger,
            // If both look equally strong, the sort keeps the first card in front: it counts as the weaker one.
            Ordering::Less | Ordering::Equal => 1.0 - toward_stronger,
        }
    }

    /// A seat's policies for the last interval; a hand that cannot be held gets zeros.
    fn betting(&self, tree: &Tree, seat: Seat, seen: &[Option<Seen>]) -> Vec<Policy> {
        let policy = |decision: &Decision| {
            let mut policy = vec![vec![0.0; seen.len()]; decision.children.len()];
            for (hidden, seen) in seen.iter().enumerate() {
                let chances = seen.as_ref().map(|seen| self.chances(seen, decision)).unwrap_or_default();
                policy.iter_mut().zip(chances).for_each(|(action, chance)| action[hidden] = chance);
            }
            policy
        };
        let decisions = tree.decisions.iter();
        decisions.map(|decision| if decision.seat == seat { policy(decision) } else { Vec::new() }).collect()
    }

    fn chances(&self, seen: &Seen, decision: &Decision) -> Vec<f64> {
        let mut chances = vec![0.0; decision.children.len()];
        let bets = chances.len() - 1;
        let result = self.result(seen, 1, decision.faced_share, TURNS);
        if result >= 0.0 {
            let middle = 0.5 * result + 0.5;
            // Standard deviations and means are finite: the distribution exists.
            let below = |share: f64| {
                Normal::new(middle, NOISE_VARIANCE.sqrt())
                    .map_or(f64::from(u8::from(middle < share)), |it| it.cdf(share))
            };
            let mut before = 0.0;
            for bet in 1..=bets {
                let end = if bet == bets { 1.0 } else { below((SHARES[bet - 1] + SHARES[bet]) / 2.0) };
                chances[bet] = end - before;
                before = end;
            }
            return chances;
        }
        let looks = potential(seen.own_open, seen.unseen | (seen.own - seen.own_open), 1, self.choices.scale);
        let bluffs = looks >= self.choices.scale.of(seen.own) + self.choices.threshold;
        let action = if self.staying == Staying::Bluffing && bluffs {
            let distance = |bet: &usize| (SHARES[*bet] - share_of_bluff(looks)).abs();
            (0..bets).min_by(|one, other| distance(one).total_cmp(&distance(other))).map_or(0, |bet| bet + 1)
        } else {
            0
        };
        chances[action] = 1.0;
        chances
    }

    fn result(&self, seen: &Seen, hidden: usize, bet_share: f64, turn: u8) -> f64 {
        let scale = self.choices.scale;
        let opponent = Distribution::of(seen.their_open, seen.unseen, hidden);
        let outlook = Outlook::new(seen.own, &opponent, scale);
        estimate(&Situation { outlook, bet_share, turn }, &Tendencies::default(), self.choices.adjustment).result
    }
}
