//! The rules written down plainly, card by card: what is held to the engine's bit tricks.

use companions::daifugo::cards::{Cards, DECK};
use companions::daifugo::rules::{Rule, Rules, Trick};
use companions::named::Named;
use companions::streams::below;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A card as rank (0 the three to 12 the two, 13 the joker) and suit (0..4; the joker has none).
pub type PlainCard = (usize, Option<usize>);

pub fn plain(cards: Cards) -> Vec<PlainCard> {
    let plain = |number: usize| if number == 52 { (13, None) } else { (number / 4, Some(number % 4)) };
    (0..DECK).filter(|&number| cards.holds(Cards::card(number))).map(plain).collect()
}

/// Cards such as `3s 8c Td Jk`, where `Jk` is the joker.
pub fn cards(text: &str) -> Cards {
    let card = |word: &str| {
        let (rank, suit) = word.split_at(1);
        let place = |letters: &str, letter: &str| letters.find(letter).unwrap_or_else(|| panic!("no card: {word}"));
        if word == "Jk" { Cards::JOKER } else { Cards::card(4 * place("3456789TJQKA2", rank) + place("cdhs", suit)) }
    };
    text.split_whitespace().map(card).fold(Cards::NONE, |all, card| all | card)
}

/// Whether the cards are a set of one, two or three of a rank.
pub fn is_set(play: &[PlainCard]) -> bool {
    (1..=3).contains(&play.len()) && play.iter().all(|card| card.0 == play[0].0)
}

/// Whether a set may be played on a trick.
pub fn may_follow(play: Cards, trick: Trick, rules: Rules) -> bool {
    let (play, last) = (plain(play), plain(trick.last));
    if !is_set(&play) {
        return false;
    }
    if last.is_empty() {
        return true;
    }
    if last == [(13, None)] {
        return rules.has(Rule::SpadeThree) && play == [(0, Some(3))];
    }
    let suits = |set: &[PlainCard]| set.iter().map(|card| card.1).collect::<Vec<_>>();
    let is_joker = play[0].0 == 13;
    play.len() == last.len() && play[0].0 > last[0].0 && (!trick.is_locked || is_joker || suits(&play) == suits(&last))
}

/// All legal plays by trying every subset of the hand.
pub fn all_plays(hand: Cards, trick: Trick, rules: Rules) -> Vec<Cards> {
    let cards: Vec<Cards> = hand.iter().collect();
    let subset = |mask: u32| {
        let chosen = cards.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
        chosen.fold(Cards::NONE, |set, (_, &card)| set | card)
    };
    (1..1_u32 << cards.len()).map(subset).filter(|&play| may_follow(play, trick, rules)).collect()
}

/// So many cards drawn from a deck, and the rest of it.
pub fn draw(deck: Cards, count: usize, dice: &mut Xoshiro256PlusPlus) -> (Cards, Cards) {
    let mut cards: Vec<Cards> = deck.iter().collect();
    let drawn = (0..count).fold(Cards::NONE, |drawn, _| drawn | cards.remove(below(dice, cards.len() as u64) as usize));
    (drawn, deck - drawn)
}

/// A hand and a trick that could lie before it: two sets drawn from the other cards, the second with or without a lock.
pub fn draw_position(dice: &mut Xoshiro256PlusPlus) -> (Cards, Trick) {
    // Few ranks make large hands of sets: half of the decks leave the middle out.
    let deck = if below(dice, 2) == 0 { Cards::DECK } else { Cards::DECK - (4..9).fold(Cards::NONE, with_rank) };
    let count = 1 + below(dice, 11) as usize;
    let (hand, rest) = draw(deck, count, dice);
    let sets: Vec<Cards> = all_sets(rest);
    let last = match below(dice, 8) {
        0 => Cards::NONE,
        1 if rest.holds(Cards::JOKER) => Cards::JOKER,
        _ => sets[below(dice, sets.len() as u64) as usize],
    };
    let is_locked = !last.is_empty() && last != Cards::JOKER && below(dice, 3) == 0;
    (hand, Trick { last, is_locked })
}

fn with_rank(cards: Cards, rank: usize) -> Cards {
    cards | Cards::set(rank, 0b1111)
}

fn all_sets(cards: Cards) -> Vec<Cards> {
    let of_rank = |rank: usize| (1..15_u8).map(move |suits| Cards::set(rank, suits));
    let sets = (0..13).flat_map(of_rank).filter(|set| cards.holds(*set) && set.len() <= 3);
    sets.collect()
}

/// Rules by a four-bit number, so that properties run over all of them.
pub fn rules_of(switches: u64) -> Rules {
    let named = Rule::NAMES.iter().enumerate().filter(|(place, _)| switches >> place & 1 == 1);
    named.fold(Rules::PLAIN, |rules, (_, (rule, _))| rules.with(*rule))
}
