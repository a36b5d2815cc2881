//! Positions as they are typed: what they say, and what is refused.

use companions::stud::model::Choices;
use companions::stud::position::{Position, Reading};
use tables::error::Failure;

fn reading(own: &str, against: &str) -> Reading {
    Position::read(own, against, 0, 0).unwrap().reading(&Choices::default()).unwrap()
}

#[test]
fn a_pair_of_aces_on_the_first_turn() {
    let position = Position::read("As Ad | Kc", "7h", 5, 20).unwrap();
    assert_eq!((position.turn, position.bet_share()), (1, 0.25));
    let reading = position.reading(&Choices::default()).unwrap();
    // 48 unseen cards, three of them sevens: a triple in C(3, 2) ways; a pair with a seven in 3·45, or by the other
    // ranks: ten ranks of four cards, kings of three, aces of two.
    let triples = 3.0;
    let pairs = 3.0 * 45.0 + 10.0 * 6.0 + 3.0 + 1.0;
    assert_eq!(reading.combinations, 1_128);
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    close(reading.distribution[3], triples / 1_128.0);
    close(reading.distribution[1], pairs / 1_128.0);
    close(reading.distribution[0], 1.0 - (triples + pairs) / 1_128.0);
    close(reading.expectation, (pairs + 3.0 * triples) / 1_128.0);
    close(reading.f_own, 1.0 - triples / 1_128.0);
    close(reading.expect, pairs / 1_128.0);
    assert_eq!(reading.result, reading.expect);
    assert_eq!((reading.points, reading.potentials.len()), (1.0, 2));
}

#[test]
fn the_last_turns_by_their_cards() {
    let turn = |own: &str, against: &str| Position::read(own, against, 0, 0).map(|it| it.turn).unwrap();
    assert_eq!(turn("As Ad | Kc 2d 3h 4s", "7h 8h 9h Th"), 4);
    assert_eq!(turn("As Ad 5c | Kc 2d 3h 4s", "7h 8h 9h Th"), 5);
    assert_eq!(turn("Ad 5c | As Kc 2d 3h 4s", "7h 8h 9h Th 7c"), 6);
    assert_eq!(turn("5c | Ad As Kc 2d 3h 4s", "7h 8h 9h Th 7c 7d"), 7);
    assert_eq!(reading("5c | Ad As Kc 2d 3h 4s", "7h 8h 9h Th 7c 7d").combinations, 39);
    // Four hearts in sight look stronger than nothing: a bluff may work.
    let bluff = reading("5c | Ah 4h 6h Kh 9c Td", "2s 2d 8c 9s Jd 3c");
    assert!(bluff.may_bluff && !bluff.superior, "{bluff:?}");
    assert!(!reading("5c | 2h 4d 6h Kh 9c Td", "2s 2d 8c 9s Jd 3c").may_bluff);
}

#[test]
fn wrong_positions_are_refused_in_one_line() {
    let eight_open = "As Ad | Kc 2d 3h 4s 5s 6s 7s 8s";
    let hands = [("As Ad Kc", "7h"), ("As | Ad | Kc", "7h"), ("As As | Kc", "7h"), ("As Ad | Kc", "Kc"), ("", "7h")];
    let more = [("As Ad | As", "7h"), ("As Ad | Kx", "7h"), ("As Ad | Kc", ""), ("As Ad | Kc", "7h 8h"), ("|", "")];
    let counts = [("As Ad 2c | Kc", "7h"), (eight_open, "7h 8h 9h Th Jh Qh 7c 7d")];
    let hands = hands.into_iter().chain(more).chain(counts).map(|(own, against)| (own, against, 0, 0));
    let refused = hands.chain([("As Ad | Kc", "7h", 21, 20), ("As Ad | Kc", "7h", 1, 0)]);
    for (own, against, bet, pot) in refused {
        let error = Position::read(own, against, bet, pot).unwrap_err();
        assert!(error.is_input_error() && !error.to_string().contains('\n'), "{own} {against}: {error}");
    }
    let threshold = Choices { threshold: f64::NAN, ..Choices::default() };
    let position = Position::read("As Ad | Kc", "7h", 0, 0).unwrap();
    assert!(position.reading(&threshold).unwrap_err().is_input_error());
}
