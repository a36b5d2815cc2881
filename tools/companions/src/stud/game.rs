//! One game between two players, from the antes to the end.

use rand_xoshiro::rand_core::RngCore;
use std::cmp::Ordering;

use super::estimate::{Lesson, Situation, estimate};
use super::knowledge::{Judged, Knowledge};
use super::model::{Choice, Choices, LAST_CARD, Player, Staying, amount, noise, share_of_bluff, share_of_estimate};
use super::rules::{Action, Betting, Seat, Status, TURNS};
use crate::streams::unit;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatRecord {
    pub lessons: Vec<Lesson>,
    /// Turns on which it stayed although inferior, because a bluff might work.
    pub bluffs: Vec<u8>,
    /// Whether its last action was such a bluff.
    pub last_was_bluff: bool,
    pub opened: Vec<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    pub end: Status,
    /// The turn on which it ended, 7 for a showdown.
    pub turn: u8,
    /// What the first player won; the second won the opposite.
    pub gain: i64,
    pub seats: [SeatRecord; 2],
}

#[derive(Clone, Debug)]
pub struct KnownDeal {
    pub knowledge: [Knowledge; 2],
    pub showdown: Ordering,
}

/// Plays a game; players do not learn from it yet.
pub fn play(deal: &KnownDeal, players: [&Player; 2], choices: &Choices, dice: &mut impl RngCore) -> GameRecord {
    let mut betting = Betting::default();
    let mut seats: [SeatRecord; 2] = Default::default();
    let chairs = Seat::BOTH.map(|seat| {
        let (knowledge, player) = (&deal.knowledge[seat.index()], players[seat.index()]);
        Chair { seat, knowledge, player, choices }
    });
    while let Status::ToAct(seat) = betting.status() {
        if seats[0].opened.len() < usize::from(betting.turn.saturating_sub(LAST_CARD)) {
            // Both choose before either sees the other's card.
            let cards = Seat::BOTH.map(|seat| chairs[seat.index()].open(&seats, dice));
            seats.iter_mut().zip(cards).for_each(|(seat, card)| seat.opened.push(card));
        }
        let action = chairs[seat.index()].act(&betting, &mut seats, dice);
        betting.act(action);
    }
    let end = betting.status();
    let paid = |seat: Seat| betting.paid(seat) as i64;
    let first_against_second = match end {
        Status::Dropped(Seat::First) => Ordering::Less,
        Status::Dropped(Seat::Second) => Ordering::Greater,
        _ => deal.showdown,
    };
    let gain = match first_against_second {
        Ordering::Less => -paid(Seat::First),
        Ordering::Equal => 0,
        Ordering::Greater => paid(Seat::Second),
    };
    GameRecord { end, turn: betting.turn.min(TURNS), gain, seats }
}

struct Chair<'a> {
    seat: Seat,
    knowledge: &'a Knowledge,
    player: &'a Player,
    choices: &'a Choices,
}

impl Chair<'_> {
    fn open(&self, seats: &[SeatRecord; 2], dice: &mut impl RngCore) -> usize {
        let own = &seats[self.seat.index()];
        let (potentials, open_points) = match (own.opened.first(), seats[self.seat.other().index()].opened.first()) {
            (Some(&mine), Some(&theirs)) => {
                let others = (0..3).filter(|&card| card != mine);
                let potentials = others.map(|card| (card, self.knowledge.if_another[mine][card][theirs]));
                (potentials.collect::<Vec<_>>(), self.knowledge.open_points_with[mine])
            }
            _ => (self.knowledge.if_opened.into_iter().enumerate().collect(), self.knowledge.open_points),
        };
        let choice = Choice {
            potentials: &potentials,
            result: own.lessons.last().map_or(0.0, |lesson| lesson.result),
            complete: open_points >= self.knowledge.points,
            bluff_from: self.bluff_from(),
        };
        self.player.model.opening.choose(&choice, dice)
    }

    fn act(&self, betting: &Betting, seats: &mut [SeatRecord; 2], dice: &mut impl RngCore) -> Action {
        let (turn, bet_share) = (betting.turn, betting.faced_share());
        let Judged { outlook, real } = self.judged(turn, seats);
        let situation = Situation { outlook, bet_share, turn };
        let estimate = estimate(&situation, &self.player.learner.tendencies, self.choices.adjustment);
        let inferior = estimate.result < 0.0;
        let potential = if inferior && turn >= LAST_CARD { self.potential(turn, seats) } else { 0.0 };
        let own = &mut seats[self.seat.index()];
        own.lessons.push(Lesson { rule: estimate.best_rule, result: estimate.result, real });
        own.last_was_bluff = false;
        if inferior {
            match self.player.model.staying {
                Staying::Bluffing if turn >= LAST_CARD && potential >= self.bluff_from() => {
                    own.bluffs.push(turn);
                    own.last_was_bluff = true;
                }
                Staying::Bluffing | Staying::Tight if turn >= LAST_CARD => return Action::Drop,
                _ if unit(dice) <= self.choices.intentions.intention(bet_share, turn) => return Action::Drop,
                _ => {}
            }
        }
        let share = if own.last_was_bluff {
            share_of_bluff(potential)
        } else {
            share_of_estimate(estimate.result, noise(dice))
        };
        Action::Bet(amount(self.player.model.stakes.limits(betting.limits()), share))
    }

    fn judged(&self, turn: u8, seats: &[SeatRecord; 2]) -> Judged {
        match seats[self.seat.other().index()].opened.as_slice() {
            [] => self.knowledge.early[usize::from(turn - 1).min(4)],
            &[card] => self.knowledge.one_opened[card],
            cards => self.knowledge.two_opened[hidden(cards)],
        }
    }

    /// The best potential there is on a turn from 5 on.
    fn potential(&self, turn: u8, seats: &[SeatRecord; 2]) -> f64 {
        let [own, other] = [self.seat, self.seat.other()].map(|seat| seats[seat.index()].opened.as_slice());
        match (turn, own, other) {
            (6, &[mine], &[theirs]) => {
                let next =
                    (0..3).filter(|&card| card != mine).map(|card| self.knowledge.if_another[mine][card][theirs]);
                next.fold(self.knowledge.with_one[mine][theirs], f64::max)
            }
            (7, mine, theirs) => self.knowledge.with_two[hidden(mine)][hidden(theirs)],
            _ => self.knowledge.if_opened.into_iter().fold(0.0, f64::max),
        }
    }

    fn bluff_from(&self) -> f64 {
        match self.player.model.staying {
            Staying::Bluffing => self.knowledge.points + self.choices.threshold,
            Staying::Tight | Staying::Loose => f64::INFINITY,
        }
    }
}

/// The hole card that is not among the two opened ones.
fn hidden(opened: &[usize]) -> usize {
    3 - opened.iter().sum::<usize>().min(3)
}
