//! Players that see more than sets.
//!
//! *Search*: all options are played out in the same possible games, and the best on average is taken. It neither infers
//! anything from what others played nor looks ahead.
//!
//! *State learner*: a weighted sum, learned from whole games, values what each play leaves behind. Every-visit Monte
//! Carlo values of after-states with linear approximation (Sutton and Barto, "Reinforcement Learning", chapters 5 and
//! 9): after a game every play it made is moved towards the points the game brought.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::cards::{Cards, EIGHT, JOKER, LARGEST_SET, Ranks};
use super::fixed_players::{FixedPlayer, answer, any_play, lead};
use super::learner::Exploration;
use super::rules::{Answers, Rule, Spot, Trick, legal_plays};
use super::table::{POINTS, SEATS, Table, View};
use crate::streams::unit;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    AllPlays,
    /// Only what a pair keeper of any kind could do: to lead the lowest rank in any number, to answer with the lowest
    /// rank, and to go on to the next one or to pass only over ranks of which it holds a larger set.
    PairKeeping,
}

#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub playouts: usize,
    pub scope: Scope,
}

const PLAYOUT: FixedPlayer = FixedPlayer::PsUnder12No8;

impl Search {
    /// The option that brought the most points, the first of equals.
    pub fn decide(self, view: &View, dice: &mut Xoshiro256PlusPlus) -> Cards {
        let options = self.options(view.spot(), dice);
        if let [only] = options[..] {
            return only;
        }
        let mut points = vec![0; options.len()];
        for _ in 0..self.playouts {
            let game = view.possible_game(dice);
            // The same dice for all options, so that they differ by themselves alone.
            let luck = dice.clone();
            for (option, points) in options.iter().zip(&mut points) {
                *points += played_out(game.clone(), *option, &mut luck.clone());
            }
            dice.jump();
        }
        let best = (0..options.len()).rev().max_by_key(|&option| points[option]);
        best.map_or(Cards::NONE, |best| options[best])
    }

    fn options(self, spot: Spot, dice: &mut Xoshiro256PlusPlus) -> Vec<Cards> {
        let hand = spot.hand;
        match self.scope {
            Scope::AllPlays => plays_or_pass(spot),
            Scope::PairKeeping if spot.leads() => {
                let rank = hand.lowest_rank();
                let sizes = if rank == JOKER { 1 } else { hand.held(rank).min(LARGEST_SET) };
                (1..=sizes).map(|size| lead(hand, size, dice)).collect()
            }
            Scope::PairKeeping => {
                let (answers, mut options) = (Answers::of(spot), Vec::new());
                for rank in answers.ranks {
                    options.push(answer(hand, &answers, rank, dice));
                    if answers.size == LARGEST_SET || hand.held(rank) <= answers.size {
                        return options;
                    }
                }
                options.push(if answers.joker { Cards::JOKER } else { Cards::NONE });
                options
            }
        }
    }
}

fn plays_or_pass(spot: Spot) -> Vec<Cards> {
    let mut plays = legal_plays(spot);
    if !spot.leads() {
        plays.push(Cards::NONE);
    }
    plays
}

/// The points of the seat on turn if it plays this and everybody goes on by a fixed rule.
fn played_out(mut table: Table, play: Cards, dice: &mut Xoshiro256PlusPlus) -> i32 {
    let seat = table.turn;
    table.act(play);
    loop {
        if let Some(place) = table.place(seat) {
            return POINTS[place];
        }
        table.act(PLAYOUT.decide(table.spot(), dice));
    }
}

/// How far one game moves the weights: at first, and half of it after [`HALVED_AFTER`] games.
const STEP: f32 = 0.02;
const HALVED_AFTER: f32 = 20_000.0;

#[derive(Clone, Debug)]
pub struct StateLearner {
    weights: Features,
    exploration: Exploration,
    games: u64,
    made: Vec<Features>,
    learns: bool,
}

impl StateLearner {
    pub fn new(exploration: Exploration) -> Self {
        let weights = [0.0; FEATURES];
        Self { weights, exploration, games: 0, made: Vec::new(), learns: true }
    }

    #[must_use]
    pub fn frozen(&self) -> Self {
        Self { exploration: Exploration::Constant(0.0), learns: false, made: Vec::new(), ..self.clone() }
    }

    /// The play whose after-state is worth the most; passing is one of them unless it leads.
    pub fn decide(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) -> Cards {
        let rate = self.exploration.rate(self.games);
        let explores = rate > 0.0 && unit(dice) < rate;
        let play = if explores { any_play(view.spot(), dice) } else { self.best_play(view) };
        if self.learns && play != view.hand {
            self.made.push(features_of(view, play));
        }
        play
    }

    fn best_play(&self, view: &View) -> Cards {
        let options = plays_or_pass(view.spot());
        if let [only] = options[..] {
            return only;
        }
        let mut best = (f32::NEG_INFINITY, Cards::NONE);
        for play in options {
            let value = self.value(view, play);
            if value > best.0 {
                best = (value, play);
            }
        }
        best.1
    }

    /// Points expected once a play is made; certain if it is the last card.
    fn value(&self, view: &View, play: Cards) -> f32 {
        if play == view.hand {
            return POINTS[SEATS - view.public.with_cards_count()] as f32;
        }
        product(&self.weights, &features_of(view, play))
    }

    pub fn game_over(&mut self, points: i32) {
        if !self.learns {
            return;
        }
        let step = STEP / (1.0 + self.games as f32 / HALVED_AFTER);
        for features in self.made.drain(..) {
            let error = points as f32 - product(&self.weights, &features);
            for (weight, feature) in self.weights.iter_mut().zip(&features) {
                *weight += step * error * feature / 8.0;
            }
        }
        self.games += 1;
    }
}

fn product(weights: &Features, features: &Features) -> f32 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

pub const FEATURES: usize = 43;

pub type Features = [f32; FEATURES];

/// Ranks above 3 to 7, 9 to J, Q and K, A, 2: the bands in which single cards, pairs and triples are counted.
const BANDS: [Ranks; 5] =
    [Ranks::between(0, EIGHT), Ranks::between(6, 9), Ranks::between(9, 11), Ranks::single(11), Ranks::single(12)];

/// The numbers of a play (no card is a pass) by the seat on turn: of what it leaves in the hand, of the others, and of
/// the trick (who may still answer, and with what).
pub fn features_of(view: &View, play: Cards) -> Features {
    let public = &view.public;
    let (left, unseen) = (view.hand - play, view.unseen());
    let is_pass = play.is_empty();
    let after = if is_pass { public.trick } else { public.trick.after(play, public.rules) };
    let leads_again = !is_pass && after == Trick::LEAD;
    let beats = if is_pass || leads_again { 0 } else { beating_ranks(unseen, play, view) };
    let mut numbers = Vec::with_capacity(FEATURES);
    numbers.push(1.0);
    of_hand(&mut numbers, left);
    of_others(&mut numbers, view, unseen);
    numbers.extend([is_pass, public.trick.last.is_empty(), leads_again].map(flag));
    numbers.extend([1, 2, 3].map(|size| flag(play.len() == size)));
    numbers.extend([
        if is_pass { 0.0 } else { play.lowest_rank() as f32 / JOKER as f32 },
        flag(!is_pass && after.is_locked),
        beats as f32 / JOKER as f32,
        flag(!is_pass && beats == 0),
        public.in_trick_count() as f32 / SEATS as f32,
        flag(is_pass && left.len() <= 2),
    ]);
    numbers.try_into().expect("as many numbers as weights")
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

fn of_hand(numbers: &mut Vec<f32>, hand: Cards) {
    let [groups, pairs, triples] = [1, 2, 3].map(|count| hand.ranks_with(count));
    numbers.extend([hand.len() as f32 / 11.0, groups.len() as f32 / 8.0]);
    numbers.extend([1, 2, 3].map(|size| flag(hand.len() == size)));
    for band in BANDS {
        numbers.push(((groups - pairs) & band).len() as f32 / 3.0);
        numbers.push(((pairs - triples) & band).len() as f32 / 2.0);
    }
    numbers.push(triples.len() as f32 / 2.0);
    numbers.extend([groups.contains(EIGHT), pairs.contains(EIGHT)].map(flag));
    numbers.extend([Cards::JOKER, Cards::SPADE_THREE].map(|card| flag(hand.holds(card))));
}

fn of_others(numbers: &mut Vec<f32>, view: &View, unseen: Cards) {
    let public = &view.public;
    let others = (0..SEATS).filter(|&seat| seat != public.turn).map(|seat| view.sizes[seat]).filter(|&size| size > 0);
    let (fewest, sum, count) =
        others.fold((11, 0, 0_u8), |(fewest, sum, count), size| (size.min(fewest), sum + size, count + 1));
    numbers.extend([1, 2, 3].map(|bound| flag(fewest <= bound)));
    numbers.push(f32::from(sum) / f32::from(count.max(1)) / 11.0);
    numbers.extend([2, 3, 4].map(|left| flag(public.with_cards_count() == left)));
    numbers.push(flag(unseen.holds(Cards::JOKER)));
    numbers.extend([12, 11].map(|rank| unseen.held(rank) as f32 / 4.0));
}

/// How many ranks among the unseen cards, the joker included, beat a play.
fn beating_ranks(unseen: Cards, play: Cards, view: &View) -> usize {
    let rules = view.public.rules;
    if play == Cards::JOKER {
        return usize::from(rules.has(Rule::SpadeThree) && unseen.holds(Cards::SPADE_THREE));
    }
    let higher = unseen.ranks_with(play.len()) & Ranks::above(play.lowest_rank());
    higher.len() + usize::from(play.len() == 1 && unseen.holds(Cards::JOKER))
}
