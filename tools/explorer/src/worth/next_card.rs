//! How much of the pot a whole range gets on each card that may come next, if there is no more betting.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights as _};
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Progress};

use crate::explorer::Game;
use crate::spot::{ByPlace, Ranges};

/// A card with the hands that come to it, by holding number.
#[derive(Clone, Copy)]
pub struct NextCard<'a> {
    pub card: Card,
    /// Those whose share is asked for.
    pub own: &'a [f64],
    pub opposing: &'a [f64],
}

impl<'a> NextCard<'a> {
    /// The hands of a seat, by its position, against those of the other one.
    pub fn of(card: Card, ranges: &'a Ranges, position: usize) -> Self {
        Self { card, own: &ranges.reach[position], opposing: &ranges.reach[1 - position] }
    }
}

/// The share of the pot on each of the cards, over all boards that may follow; `None` where the ranges never meet.
///
/// `next` are all turns that may follow a flop, or rivers that may follow a turn.
pub fn shares_on_each(
    game: &Game,
    board: &[Card],
    next: &[NextCard<'_>],
    progress: &dyn Progress,
) -> Result<Vec<Option<f64>>, Cancelled> {
    let complete = |cards: &[Card]| CardSet::of(&[board, cards].concat());
    let mut encounters = vec![Encounters::default(); next.len()];
    if board.len() == 4 {
        let mut showdown = Showdown::default();
        for (encounters, it) in encounters.iter_mut().zip(next) {
            progress.check()?;
            let [found] = showdown.of(game, complete(&[it.card]), [it]);
            encounters.add(found);
        }
    } else {
        // Whichever of two cards comes first, the board is the same: it is ranked once for both.
        let with_later = |showdown: &mut Showdown<2>, place: usize| -> Result<Vec<[Encounters; 2]>, Cancelled> {
            let one = &next[place];
            let both = |other: &NextCard<'_>| {
                progress.check()?;
                Ok(showdown.of(game, complete(&[one.card, other.card]), [one, other]))
            };
            next[place + 1..].iter().map(both).collect()
        };
        let places = (0..next.len()).into_par_iter();
        let found = places.map_init(Showdown::default, with_later).collect::<Result<Vec<_>, Cancelled>>()?;
        // Added up in one order, whatever the number of threads.
        for (place, found) in found.iter().enumerate() {
            for (later, &[one, other]) in found.iter().enumerate() {
                encounters[place].add(one);
                encounters[place + 1 + later].add(other);
            }
        }
    }
    Ok(encounters.iter().map(Encounters::share).collect())
}

/// What a range met and won.
#[derive(Clone, Copy, Default)]
struct Encounters {
    /// The weight of all pairs of hands that can be held together.
    met: f64,
    /// The pots won of them, a tie counting as half of one.
    won: f64,
}

impl Encounters {
    fn add(&mut self, other: Self) {
        self.met += other.met;
        self.won += other.won;
    }

    fn share(&self) -> Option<f64> {
        (self.met > 0.0).then(|| self.won / self.met)
    }
}

/// A complete board as one or two cards bring it about, one lane for each; its memory is kept from board to board.
#[derive(Default)]
struct Showdown<const CARDS: usize> {
    order: ShowdownOrder,
    sums: ShowdownSums<f64, CARDS>,
}

impl<const CARDS: usize> Showdown<CARDS> {
    fn of(&mut self, game: &Game, board: CardSet, next: [&NextCard<'_>; CARDS]) -> [Encounters; CARDS] {
        let Self { order, sums } = self;
        game.prepared.rules.rank(board, order);
        let opposing = ByPlace { ids: order.ids(), reach: next.map(|it| it.opposing) };
        order.sweep(sums, &opposing);
        let mut found = [Encounters::default(); CARDS];
        for (place, (&cards, &id)) in order.cards().iter().zip(order.ids()).enumerate() {
            let balance = sums.balance(place, cards).0;
            let met = sums.opposition(cards, opposing.at(place)).0;
            for lane in 0..CARDS {
                let own = next[lane].own[usize::from(id)];
                found[lane].met += own * met[lane];
                found[lane].won += own * (met[lane] + balance[lane]) / 2.0;
            }
        }
        found
    }
}
