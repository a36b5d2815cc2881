//! What several tests need.

use companions::daifugo::rules::Rules;
use companions::daifugo::training::Games;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use tables::together::progress::{Progress, Update};

pub fn cards(text: &str) -> CardSet {
    CardSet::of(&parse_cards(text).unwrap())
}

pub fn dice(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// What some work gives: the same on one, two and seven threads.
pub fn on_any_threads<R: PartialEq + Send>(work: impl Fn() -> R + Sync) -> R {
    let on = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(&work);
    let one = on(1);
    assert!(on(2) == one && on(7) == one, "threads change the result");
    one
}

/// Asks to stop from the start.
pub struct Stopped;

impl Progress for Stopped {
    fn report(&self, _: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        true
    }
}

/// Games of Daifugo by the paper's rules.
pub fn games(seed: u64, count: u64) -> Games {
    Games { rules: Rules::UEC2007_PAPER, seed, first: 0, count }
}
