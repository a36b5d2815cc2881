//! A learner that sees more than sets: a weighted sum, learned from whole games, values what each play leaves behind.
//!
//! Every-visit Monte Carlo values of after-states with linear approximation (Sutton and Barto, "Reinforcement
//! Learning", chapters 5 and 9): after a game every play it made is moved towards the points the game brought.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::streams::unit;

use super::cards::Cards;
use super::fixed_players::any_play;
use super::learner::Exploration;
use super::legal_plays::legal_plays;
use super::state_features::{FEATURES, Features, features_of};
use super::table::{POINTS, SEATS};
use super::view::View;

/// How far one game moves the weights: at first, and half of it after [`HALVED_AFTER`] games.
const STEP: f32 = 0.02;
const HALVED_AFTER: f32 = 20_000.0;

/// A player by weights.
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
    /// A learner before its first game.
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
        let public = view.public();
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
        let public = view.public();
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
            return POINTS[SEATS - view.public().with_cards_count()] as f32;
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
