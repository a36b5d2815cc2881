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
use super::rules::{Answers, Rule, Trick, legal_plays};
use super::table::{POINTS, SEATS, Table, View};
use crate::streams::unit;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All legal plays, and passing.
    AllPlays,
    /// Only what a pair keeper of any kind could do: to lead the lowest rank in any number, to answer with the lowest
    /// rank, and to go on to the next one or to pass only over ranks of which it holds a larger set.
    PairKeeping,
}

/// A player that plays possible games to their ends.
#[derive(Clone, Debug)]
pub struct Search {
    /// How many possible games a decision is tried in.
    pub playouts: usize,
    pub scope: Scope,
    options: Vec<Cards>,
    points: Vec<i32>,
    scratch: Vec<Cards>,
}

/// Who plays the possible games to their ends.
const PLAYOUT: FixedPlayer = FixedPlayer::PsUnder12No8;

impl Search {
    /// A search with `playouts` possible games a decision.
    pub fn new(playouts: usize, scope: Scope) -> Self {
        Self { playouts, scope, options: Vec::new(), points: Vec::new(), scratch: Vec::new() }
    }

    /// The option that brought the most points, the first of equals.
    pub fn decide(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) -> Cards {
        self.find_options(view, dice);
        if let [only] = self.options[..] {
            return only;
        }
        self.points.clear();
        self.points.resize(self.options.len(), 0);
        for _ in 0..self.playouts {
            let game = view.possible_game(dice);
            // The same dice for all options, so that they differ by themselves alone.
            let luck = dice.clone();
            for (option, points) in self.options.iter().zip(&mut self.points) {
                *points += played_out(game.clone(), *option, &mut luck.clone(), &mut self.scratch);
            }
            dice.jump();
        }
        let best = self.points.iter().max().copied();
        let first = self.points.iter().position(|&points| Some(points) == best);
        first.map_or(Cards::NONE, |first| self.options[first])
    }

    fn find_options(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) {
        let (hand, public) = (view.hand, &view.public);
        let is_lead = public.trick.last.is_empty();
        match self.scope {
            Scope::AllPlays => {
                legal_plays(hand, public.trick, public.rules, &mut self.options);
                if !is_lead {
                    self.options.push(Cards::NONE);
                }
            }
            Scope::PairKeeping if is_lead => {
                self.options.clear();
                let rank = hand.lowest_rank();
                let sizes = if rank == JOKER { 1 } else { hand.held(rank).min(LARGEST_SET) };
                self.options.extend((1..=sizes).map(|size| lead(hand, size, dice)));
            }
            Scope::PairKeeping => {
                self.options.clear();
                let answers = Answers::of(hand, public.trick, public.rules);
                for rank in answers.ranks {
                    self.options.push(answer(hand, &answers, rank, dice));
                    if answers.size == LARGEST_SET || hand.held(rank) <= answers.size {
                        return;
                    }
                }
                self.options.push(if answers.joker { Cards::JOKER } else { Cards::NONE });
            }
        }
    }
}

/// The points of the seat on turn if it plays this and everybody goes on by a fixed rule.
fn played_out(mut table: Table, play: Cards, dice: &mut Xoshiro256PlusPlus, scratch: &mut Vec<Cards>) -> i32 {
    let seat = table.turn;
    table.act(play);
    loop {
        if let Some(place) = table.place(seat) {
            return POINTS[place];
        }
        let play = PLAYOUT.decide(table.hands[table.turn], table.trick, table.rules, dice, scratch);
        table.act(play);
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
    options: Vec<Cards>,
    learns: bool,
}

impl StateLearner {
    pub fn new(exploration: Exploration) -> Self {
        let weights = [0.0; FEATURES];
        Self { weights, exploration, games: 0, made: Vec::new(), options: Vec::new(), learns: true }
    }

    /// The same player, who explores and learns no more.
    #[must_use]
    pub fn frozen(&self) -> Self {
        Self { exploration: Exploration::Constant(0.0), learns: false, made: Vec::new(), ..self.clone() }
    }

    /// The play whose after-state is worth the most; passing is one of them unless it leads.
    pub fn decide(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) -> Cards {
        let public = &view.public;
        let rate = self.exploration.rate(self.games);
        let play = if rate > 0.0 && unit(dice) < rate {
            any_play(view.hand, public.trick, public.rules, dice, &mut self.options)
        } else {
            self.best_play(view)
        };
        if self.learns && play != view.hand {
            self.made.push(features_of(view, play));
        }
        play
    }

    fn best_play(&mut self, view: &View) -> Cards {
        let public = &view.public;
        let mut options = std::mem::take(&mut self.options);
        legal_plays(view.hand, public.trick, public.rules, &mut options);
        if !public.trick.last.is_empty() {
            options.push(Cards::NONE);
        }
        let mut best = (f32::NEG_INFINITY, Cards::NONE);
        for &play in &options {
            let value = if options.len() == 1 { 0.0 } else { self.value(view, play) };
            if value > best.0 {
                best = (value, play);
            }
        }
        self.options = options;
        best.1
    }

    /// Points expected once a play is made; certain if it is the last card.
    fn value(&self, view: &View, play: Cards) -> f32 {
        if play == view.hand {
            return POINTS[SEATS - view.public.with_cards_count()] as f32;
        }
        product(&self.weights, &features_of(view, play))
    }

    /// Ends a game: every play made in it is moved towards what it brought.
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

/// How many numbers describe a play and what it leaves behind.
pub const FEATURES: usize = 43;

/// The numbers of one play, most of them in 0 to 1.
pub type Features = [f32; FEATURES];

/// Ranks above 3 to 7, 9 to J, Q and K, A, 2: the bands in which single cards, pairs and triples are counted.
const BANDS: [Ranks; 5] =
    [Ranks::between(0, EIGHT), Ranks::between(6, 9), Ranks::between(9, 11), Ranks::single(11), Ranks::single(12)];

/// The numbers of a play (no card is a pass) by the seat on turn.
pub fn features_of(view: &View, play: Cards) -> Features {
    let public = &view.public;
    let (left, unseen) = (view.hand - play, view.unseen());
    let mut numbers = Numbers { all: [0.0; FEATURES], next: 0 };
    numbers.push(1.0);
    of_hand(&mut numbers, left);
    of_others(&mut numbers, view, unseen);
    // The trick: who may still answer, and with what.
    let is_pass = play.is_empty();
    let rank = play.lowest_rank().min(JOKER);
    let after = if is_pass { public.trick } else { public.trick.after(play, public.rules) };
    let leads_again = !is_pass && after == Trick::LEAD;
    numbers.flag(is_pass);
    numbers.flag(public.trick.last.is_empty());
    numbers.flag(leads_again);
    for size in 1..=3 {
        numbers.flag(play.len() == size);
    }
    numbers.push(if is_pass { 0.0 } else { rank as f32 / JOKER as f32 });
    numbers.flag(!is_pass && after.is_locked);
    let beats = if is_pass || leads_again { 0 } else { beating_ranks(unseen, play, view) };
    numbers.push(beats as f32 / JOKER as f32);
    numbers.flag(!is_pass && beats == 0);
    numbers.push(public.in_trick_count() as f32 / SEATS as f32);
    numbers.flag(is_pass && left.len() <= 2);
    numbers.all
}

struct Numbers {
    all: Features,
    next: usize,
}

impl Numbers {
    fn push(&mut self, number: f32) {
        self.all[self.next] = number;
        self.next += 1;
    }

    fn flag(&mut self, holds: bool) {
        self.push(f32::from(u8::from(holds)));
    }
}

fn of_hand(numbers: &mut Numbers, hand: Cards) {
    let groups = hand.ranks_with(1);
    let (pairs, triples) = (hand.ranks_with(2), hand.ranks_with(3));
    numbers.push(hand.len() as f32 / 11.0);
    numbers.push(groups.len() as f32 / 8.0);
    for size in 1..=3 {
        numbers.flag(hand.len() == size);
    }
    for band in BANDS {
        numbers.push(((groups - pairs) & band).len() as f32 / 3.0);
        numbers.push(((pairs - triples) & band).len() as f32 / 2.0);
    }
    numbers.push(triples.len() as f32 / 2.0);
    numbers.flag(groups.contains(EIGHT));
    numbers.flag(pairs.contains(EIGHT));
    numbers.flag(hand.holds(Cards::JOKER));
    numbers.flag(hand.holds(Cards::SPADE_THREE));
}

fn of_others(numbers: &mut Numbers, view: &View, unseen: Cards) {
    let public = &view.public;
    let others = (0..SEATS).filter(|&seat| seat != view.seat()).map(|seat| view.sizes[seat]).filter(|&size| size > 0);
    let (fewest, sum, count) =
        others.fold((11, 0, 0_u8), |(fewest, sum, count), size| (size.min(fewest), sum + size, count + 1));
    for bound in 1..=3 {
        numbers.flag(fewest <= bound);
    }
    numbers.push(f32::from(sum) / f32::from(count.max(1)) / 11.0);
    for left in 2..=4 {
        numbers.flag(public.with_cards_count() == left);
    }
    numbers.flag(unseen.holds(Cards::JOKER));
    numbers.push(unseen.held(12) as f32 / 4.0);
    numbers.push(unseen.held(11) as f32 / 4.0);
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
