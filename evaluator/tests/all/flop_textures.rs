//! Kinds of flops, counted over all 22,100.

use evaluator::card::{Card, parse_cards};
use evaluator::flop_texture::{Connection, FlopSuits, FlopTexture, Pairing};

fn texture(text: &str) -> FlopTexture {
    FlopTexture::of(parse_cards(text).unwrap().try_into().unwrap())
}

#[test]
fn all_flops_are_counted_as_combinatorics_says() {
    let cards: Vec<Card> = Card::all().collect();
    let mut all = Vec::new();
    for (place, &low) in cards.iter().enumerate() {
        for (next, &middle) in cards.iter().enumerate().skip(place + 1) {
            all.extend(cards[next + 1..].iter().map(|&high| FlopTexture::of([low, middle, high])));
        }
    }
    let count = |is_one: &dyn Fn(&FlopTexture) -> bool| all.iter().filter(|it| is_one(it)).count();
    assert_eq!(all.len(), 22_100);
    // 286 sets of three ranks in 64 suits; 13 · 12 pairs with a third rank, in 6 · 4 suits; 13 ranks without a suit.
    assert_eq!(Pairing::ALL.map(|it| count(&|texture| texture.pairing == it)), [286 * 64, 13 * 12 * 24, 13 * 4]);
    // One suit: 4 times 3 of 13 cards. Three suits: 4 choices of 13³. The rest has two.
    assert_eq!(FlopSuits::ALL.map(|it| count(&|texture| texture.suits == it)), [4 * 2_197, 12_168, 4 * 286]);
    // From the low ace to the high one there are 14 ranks: 12 spans of three with one set of ranks, 11 of four with 2
    // and 10 of five with 3, each in 64 suits.
    assert_eq!(count(&|texture| texture.connection == Connection::Connected), (12 + 2 * 11 + 3 * 10) * 64);
    // Ace high: those that miss the other twelve ranks are left out.
    assert_eq!(count(&|texture| texture.high == 12), 22_100 - 48 * 47 * 46 / 6);
}

#[test]
fn well_known_flops_are_called_what_players_call_them() {
    let name = |text: &str| {
        let it = texture(text);
        [&it.high_name(), it.pairing.name(), it.suits.name(), it.connection.name()].join(" ")
    };
    assert_eq!(name("Qs7h2c"), "Q high unpaired rainbow disconnected");
    assert_eq!(name("Jc9cTc"), "J high unpaired monotone connected");
    assert_eq!(name("Ah2h5c"), "A high unpaired two-tone connected");
    assert_eq!(name("AhKh7c"), "A high unpaired two-tone semi-connected");
    assert_eq!(name("2h9cAd"), "A high unpaired rainbow semi-connected");
    assert_eq!(name("8h8c6d"), "8 high paired rainbow semi-connected");
    assert_eq!(name("8h8c4d"), "8 high paired rainbow disconnected");
    assert_eq!(name("8h8c8d"), "8 high trips rainbow disconnected");
}
