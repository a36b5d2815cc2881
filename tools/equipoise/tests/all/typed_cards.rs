//! Cards as people type and paste them.

use crate::program::Program;

const PUBLISHED: [&str; 2] = ["--opponent-clusters", "johanson2013"];

#[test]
fn a_hand_is_read_in_one_word_in_several_and_as_it_is_printed() {
    let program = Program::new();
    let hand = |words: &[&str]| program.json(&[&["hand"], words, &PUBLISHED].concat());
    let expected = hand(&["Jc9h", "4d5d9d"]);
    for words in [
        &["Jc9h 4d5d9d"][..],
        &["Jc9h4d5d9d"],
        &["Jc", "9h", "4d", "5d", "9d"],
        &["Jc 9h 4d 5d 9d"],
        &["jC,9H", "4D,5D,9D"],
        &["J♣9♥", "4♦ 5♦ 9♦"],
        &[" Jc9h ", " 4d 5d, 9d "],
    ] {
        assert_eq!(hand(words), expected, "{words:?}");
    }
    assert_eq!(hand(&["10♥9h", "Q♠7h2c"]), hand(&["Th9h", "Qs7h2c"]));
    assert_eq!(hand(&["A10s"]), hand(&["ATs"]));
    let explained = program.json(&[&["explain", "Jc9h 4d5d9d"][..], &PUBLISHED].concat());
    assert_eq!(explained, expected);
}

#[test]
fn what_is_wrong_with_such_a_hand_is_said() {
    let program = Program::new();
    program.refuses_lines(&[
        ("hand 'AhKd Qs7h'", "0, 3, 4 or 5"),
        ("hand AhKdQs7h", "2 hole cards"),
        ("hand 'Ah Ah Qs7h2c'", "twice"),
        ("hand Ah Xx", "'Xx' is not a card"),
        ("hand 'AKs Qs7h2c'", "give two cards, such as AcKc"),
        ("hand ''", "2 hole cards"),
    ]);
}

#[test]
fn other_commands_read_cards_in_the_same_way() {
    let program = Program::new();
    let stud = |words: &[&str]| program.json(&[&["stud", "hand"], words].concat());
    assert_eq!(stud(&["A♠A♦|10♣", "--against", "7♥"]), stud(&["AsAd|Tc", "--against", "7h"]));
    let spot = |board: &str, range: &str| {
        let text = format!(
            "board = '{board}'\npot = 100\nstack = 100\noop = '{range}'\nip = 'QQ+'\n\
             [sizes.all]\nbet = ['a']\nraise = []\n"
        );
        program.write("spot.toml", text);
        let solved = program.json(&["solve-spot", "spot.toml", "--iterations", "3"]);
        ["values", "equity", "root"].map(|key| solved[key].clone())
    };
    assert_eq!(spot("Q♠ 10♥ 2c 3d 4d", "A♥K♥, 1010+"), spot("QsTh2c3d4d", "AhKh, TT+"));
}
