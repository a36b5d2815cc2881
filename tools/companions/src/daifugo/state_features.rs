//! What a play leaves behind, as numbers: the player's own hand, the others, the trick.

use super::cards::{Cards, EIGHT, JOKER, Ranks};
use super::legal_plays::Trick;
use super::rules::Rule;
use super::table::SEATS;
use super::view::View;

/// How many numbers describe a play and what it leaves behind.
pub const FEATURES: usize = 43;

/// The numbers of one play, most of them in 0 to 1.
pub type Features = [f32; FEATURES];

/// Ranks above 3 to 7, 9 to J, Q and K, A, 2: the bands in which single cards, pairs and triples are counted.
const BANDS: [Ranks; 5] = [
    Ranks::below(EIGHT),
    Ranks::above(EIGHT).and(Ranks::below(9)),
    Ranks::above(8).and(Ranks::below(11)),
    Ranks::single(11),
    Ranks::single(12),
];

/// The numbers of a play (no card is a pass) by the seat on turn.
pub fn features_of(view: &View, play: Cards) -> Features {
    let public = view.public();
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
        numbers.push(groups.without(pairs).and(band).len() as f32 / 3.0);
        numbers.push(pairs.without(triples).and(band).len() as f32 / 2.0);
    }
    numbers.push(triples.len() as f32 / 2.0);
    numbers.flag(groups.contains(EIGHT));
    numbers.flag(pairs.contains(EIGHT));
    numbers.flag(hand.holds(Cards::JOKER));
    numbers.flag(hand.holds(Cards::SPADE_THREE));
}

fn of_others(numbers: &mut Numbers, view: &View, unseen: Cards) {
    let public = view.public();
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
    let rules = view.public().rules;
    if play == Cards::JOKER {
        return usize::from(rules.has(Rule::SpadeThree) && unseen.holds(Cards::SPADE_THREE));
    }
    let higher = unseen.ranks_with(play.len()).and(Ranks::above(play.lowest_rank()));
    higher.len() + usize::from(play.len() == 1 && unseen.holds(Cards::JOKER))
}
