//! Game definitions: ACPC texts read, written and refused with advice; the unit of money.

use solver::game::{GameDefinition, GameError, GameOptions};
use solver::units::{Chips, mbb_per_game};

const HOLDEM: &str = include_str!("../../games/holdem.game");

/// The hold'em text with the line of a key replaced; an empty replacement removes the line.
fn holdem_with(key: &str, replacement: &str) -> String {
    let lines = HOLDEM.lines().map(|line| if line.starts_with(key) { replacement } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn refusal(text: &str) -> GameError {
    GameDefinition::parse(text).expect_err("the definition is wrong")
}

#[test]
fn built_in_games_have_the_rules_of_their_texts() {
    let game = GameDefinition::named("holdem").unwrap();
    assert_eq!(game, GameDefinition::holdem_limit());
    assert_eq!((game.rounds(), game.blinds(), game.big_blind()), (4, [Chips(10), Chips(5)], Chips(10)));
    let rounds = [0, 1, 2, 3];
    assert_eq!(rounds.map(|round| game.raise_size(round).0), [10, 10, 20, 20]);
    assert_eq!(rounds.map(|round| game.max_raises(round)), [3, 4, 4, 4]);
    assert_eq!(rounds.map(|round| game.first_player(round)), [1, 0, 0, 0]);
    assert_eq!(rounds.map(|round| game.board_cards(round)), [0, 3, 4, 5]);
    assert_eq!((game.hole_cards(), game.deck().len()), (2, 52));
    assert_eq!(GameDefinition::named("kuhn").unwrap().deck().to_string(), "AsKsQs");
    assert_eq!(GameDefinition::named("leduc").unwrap().deck().to_string(), "AsAhKsKhQsQh");
    assert!(matches!(GameDefinition::named("omaha"), Err(GameError::UnknownName { .. })));
}

#[test]
fn comments_empty_lines_case_and_line_ends_do_not_matter() {
    let text = HOLDEM.to_ascii_uppercase().replace('\n', "\r\n").replace(" = ", "=");
    let text = format!("\r\n# a comment\r\n{text}\r\nanything after the end\r\n");
    assert_eq!(GameDefinition::parse(&text).unwrap(), GameDefinition::holdem_limit());
    // The competition's reader takes limit betting as given.
    assert_eq!(GameDefinition::parse(&holdem_with("limit", "")).unwrap(), GameDefinition::holdem_limit());
}

#[test]
fn every_key_without_a_default_is_required() {
    for key in "numPlayers numRounds blind raiseSize numSuits numRanks numHoleCards numBoardCards".split(' ') {
        match refusal(&holdem_with(key, "")) {
            GameError::MissingKey { line: 14, key: missing, .. } => assert_eq!(missing, key),
            other => panic!("{key}: {other}"),
        }
    }
}

#[test]
fn texts_that_are_no_definition_are_refused_with_their_line() {
    let syntax = |text: &str, line: usize| match refusal(text) {
        GameError::Syntax { line: found, .. } => assert_eq!(found, line, "{text}"),
        other => panic!("{text}: {other}"),
    };
    syntax("", 1);
    syntax("limit\n", 1);
    syntax("GAMEDEF\nlimit\n", 3);
    syntax(&holdem_with("numSuits", "suits = 4"), 10);
    syntax(&holdem_with("numSuits", "numSuits = four"), 10);
    syntax(&holdem_with("numSuits", "numSuits = 99999999999999999999"), 10);
    let GameError::Syntax { found, .. } = refusal(&"\u{7}".repeat(1000)) else { panic!("no game") };
    assert!(found.chars().count() < 70 && !found.contains('\u{7}'));
}

#[test]
fn repeated_keys_are_refused_with_both_lines() {
    let again = |line, first_line, key| GameError::DuplicateKey { line, first_line, key };
    assert_eq!(refusal(&holdem_with("numSuits", "BLIND = 10 5")), again(10, 6, "blind"));
    assert_eq!(refusal(&holdem_with("numSuits", "limit")), again(10, 3, "limit"));
}

#[test]
fn values_without_a_default_must_be_given_for_each_round_or_player() {
    let cases = [
        ("blind", "blind = 10", 6, 2, 1, "player"),
        ("raiseSize", "raiseSize = 10 10 20", 7, 4, 3, "round"),
        ("numBoardCards", "numBoardCards = 0 3 1", 13, 4, 3, "round"),
        ("numPlayers", "numPlayers =", 4, 1, 0, "game"),
        ("limit", "stack = 1000", 3, 2, 1, "player"),
    ];
    for (key, text, line, expected, found, per) in cases {
        let error = refusal(&holdem_with(key, text));
        let key = text.split(' ').next().unwrap();
        assert_eq!(error, GameError::WrongLength { line, key, expected, found, per }, "{text}");
    }
}

/// The definition that results from the hold'em text with a line replaced, and its one remark.
fn remarked(key: &str, replacement: &str) -> (GameDefinition, String) {
    let (game, remarks) = GameDefinition::parse_with(&holdem_with(key, replacement), &GameOptions::default()).unwrap();
    let [remark] = &remarks[..] else { panic!("{replacement}: {remarks:?}") };
    (game, remark.clone())
}

#[test]
fn surplus_values_are_left_aside_with_a_remark() {
    for (key, text, line, left) in [
        ("numRounds", "numRounds = 4 5", 5, "'numRounds', one per game; left aside: 5"),
        ("blind", "blind = 10 5 0", 6, "'blind', one per player; left aside: 0"),
        ("raiseSize", "raiseSize = 10 10 20 20 40 40", 7, "'raiseSize', one per round; left aside: 40 40"),
        ("firstPlayer", "firstPlayer = 2 1 1 1 9", 8, "'firstPlayer', one per round; left aside: 9"),
        ("maxRaises", "maxRaises = 3 4 4 4 -1 # big bets", 9, "'maxRaises', one per round; left aside: -1 # big bets"),
        ("numSuits", "numSuits = 4 suits", 10, "'numSuits', one per game; left aside: suits"),
        ("numBoardCards", "numBoardCards = 0 3 1 1 0", 13, "'numBoardCards', one per round; left aside: 0"),
        ("limit", "stack = 1000 1000 1", 3, "'stack', one per player; left aside: 1"),
    ] {
        let (game, remark) = remarked(key, text);
        assert_eq!(game, GameDefinition::holdem_limit(), "{text}");
        assert!(remark.starts_with(&format!("line {line}: ")) && remark.ends_with(left), "{text}: {remark}");
    }
    assert_eq!(GameDefinition::parse_with(HOLDEM, &GameOptions::default()).unwrap().1, [""; 0]);
}

#[test]
fn rounds_without_a_value_get_the_defaults_of_the_competitions_reader() {
    let (game, remark) = remarked("firstPlayer", "firstPlayer = 2");
    assert_eq!(game, GameDefinition::holdem_limit());
    assert!(remark.starts_with("line 8: 1 of 4 values for 'firstPlayer': 1 in the other rounds"), "{remark}");
    let (game, remark) = remarked("firstPlayer", "");
    assert_eq!([0, 1, 2, 3].map(|round| game.first_player(round)), [0; 4]);
    assert!(remark.starts_with("no line 'firstPlayer': 1 in each round"), "{remark}");
    let text = "GAMEDEF\nnumPlayers = 2\nnumRounds = 2\nblind = 1 1\nraiseSize = 2 4\nfirstPlayer = 1 1\nnumSuits = 2\n\
                numRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 1\n";
    for (line, raises, said) in [
        ("", [255, 255], "no line 'maxRaises': 255 in each round"),
        ("maxRaises =\n", [255, 255], "line 11: 0 of 2 values for 'maxRaises': 255 in the other rounds"),
        ("maxRaises = 2\n", [2, 255], "line 11: 1 of 2 values for 'maxRaises': 255 in the other rounds"),
    ] {
        let parse_with = |text: &str| GameDefinition::parse_with(text, &GameOptions::default());
        let (game, remarks) = parse_with(&format!("{text}{line}END GAMEDEF\n")).unwrap();
        assert_eq!([0, 1].map(|round| game.max_raises(round)), raises, "{line}");
        assert!(remarks.len() == 1 && remarks[0].starts_with(said), "{remarks:?}");
    }
    // Without a limit on four rounds of raises the tree is larger than any machine.
    assert!(matches!(refusal(&holdem_with("maxRaises", "")), GameError::Unsupported { line: 14, .. }));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let lines = "numRounds = 0,numRounds = 5,blind = 0 0,blind = -1 5,raiseSize = 0 10 20 20,firstPlayer = 0 1 1 1,\
                 firstPlayer = 3 1 1 1,maxRaises = 3 4 4 256,numSuits = 5,numSuits = 0,numRanks = 14,numHoleCards = 3,\
                 numHoleCards = 0,numBoardCards = 0 6 0 0,raiseSize = 10 10 20 1000001";
    for text in lines.split(',') {
        let text = text.trim();
        let key = text.split(' ').next().unwrap();
        match refusal(&holdem_with(key, text)) {
            GameError::OutOfRange { key: found, .. } => assert_eq!(found, key),
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn games_beyond_the_solver_are_refused_with_advice() {
    let cases = [
        ("limit", "nolimit", 7),
        ("numPlayers", "numPlayers = 3", 4),
        ("numBoardCards", "numBoardCards = 0 3 2 1", 13),
        ("numRanks", "numRanks = 2", 13),
        ("maxRaises", "maxRaises = 30 30 30 30", 9),
    ];
    for (key, text, expected_line) in cases {
        match refusal(&holdem_with(key, text)) {
            GameError::Unsupported { line, advice, .. } => {
                assert_eq!((line, advice.is_empty()), (expected_line, false))
            }
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn stacks_are_accepted_only_where_they_cannot_bind() {
    // 10 + 3 x 10 + 4 x 10 + 4 x 20 + 4 x 20 chips are the most one player can pay.
    let enough = holdem_with("limit", "stack = 240 240");
    assert_eq!(GameDefinition::parse(&enough).unwrap(), GameDefinition::holdem_limit());
    let short = refusal(&holdem_with("limit", "stack = 240 239"));
    assert!(matches!(&short, GameError::Unsupported { line: 3, found, .. } if found == "239"), "{short}");
}

#[test]
fn no_limit_definitions_need_equal_stacks_and_no_raise_sizes() {
    let text = include_str!("../../games/holdem-nolimit.game");
    let with = |old: &str, new: &str| GameDefinition::parse(&text.replace(old, new));
    let stack = "stack = 20000 20000";
    let refusal = |new: &str| with(stack, new).unwrap_err().to_string();
    assert_eq!(refusal("stack = 1000 900"), "line 6: stacks of 1000 and 900: only equal stacks are supported");
    assert!(refusal("stack = 99 99").contains("at least the big blind, 100"));
    assert!(refusal("stack = 0 0").contains("from 1 to 1000000000"));
    assert!(refusal("stack = 2000000000 2000000000").contains("from 1 to 1000000000"));
    assert!(matches!(with(stack, ""), Err(GameError::MissingKey { key: "stack", .. })));
    for line in ["raiseSize = 100 100 200 200", "maxRaises = 3 4 4 4"] {
        let error = with("\nblind", &format!("\n{line}\nblind")).unwrap_err();
        assert!(matches!(error, GameError::Unsupported { line: 7, .. }), "{error}");
    }
    let both = with("nolimit", "nolimit\nlimit").unwrap_err().to_string();
    assert!(both.contains("line 4: expected limit or nolimit, found both"), "{both}");
    assert!(matches!(with("nolimit", "nolimit\nNOLIMIT"), Err(GameError::DuplicateKey { line: 4, .. })));
    assert_eq!(with(stack, "stack = 100 100").unwrap().stack(), Some(Chips(100)));
    let tenfold = text.replace("100 50", "1000 500").replace("20000", "200000");
    let (game, tenfold) = (GameDefinition::parse(text).unwrap(), GameDefinition::parse(&tenfold).unwrap());
    assert!(tenfold.is_scaled_from(&game));
    assert!(!with("20000 20000", "10000 10000").unwrap().is_scaled_from(&game));
    assert!(!GameDefinition::holdem_limit().is_scaled_from(&game));
}

#[test]
fn a_game_for_other_stakes_is_the_same_game() {
    // The text with two of its lines replaced.
    for (lines, expected) in [
        (["blind = 10 5", "raiseSize = 10 10 20 20"], true),
        (["blind = 100 50", "raiseSize = 100 100 200 200"], true),
        (["blind = 2 1", "raiseSize = 2 2 4 4"], true),
        (["blind = 100 25", "raiseSize = 100 100 200 200"], false),
        (["blind = 5 10", "raiseSize = 10 10 20 20"], false),
        (["blind = 100 50", "raiseSize = 100 100 200 100"], false),
        (["blind = 3 1", "raiseSize = 3 3 6 6"], false),
        (["blind = 100 50", "raiseSize = 10 10 20 20"], false),
        (["blind = 10 5", "firstPlayer = 1 1 1 1"], false),
        (["blind = 10 5", "maxRaises = 4 4 4 4"], false),
        (["blind = 10 5", "numRanks = 12"], false),
        (["blind = 10 5", "numBoardCards = 0 3 1 0"], false),
    ] {
        let key = lines[1].split(' ').next().unwrap();
        let text = holdem_with(key, lines[1]).replace("blind = 10 5", lines[0]);
        let other = GameDefinition::parse(&text).unwrap();
        assert_eq!(other.is_scaled_from(&GameDefinition::holdem_limit()), expected, "{lines:?}");
    }
}

#[test]
fn errors_in_a_file_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.game");
    assert!(matches!(GameDefinition::read(&path), Err(GameError::Unreadable { .. })));
    std::fs::write(&path, "limit").unwrap();
    let message = GameDefinition::read(&path).unwrap_err().to_string();
    assert!(message.contains("some.game: line 1: expected GAMEDEF, found 'limit'"), "{message}");
    std::fs::write(&path, HOLDEM).unwrap();
    assert_eq!(GameDefinition::read(&path).unwrap(), GameDefinition::holdem_limit());
    std::fs::write(&path, "#".repeat(70_000)).unwrap();
    assert!(matches!(GameDefinition::read(&path), Err(GameError::Unreadable { .. })));
}

#[test]
fn canonical_text_of_holdem_is_its_file_without_the_comment() {
    let file = HOLDEM.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(GameDefinition::holdem_limit().to_acpc_text(), file);
}

#[test]
fn a_milli_big_blind_is_a_thousandth_of_the_larger_blind() {
    let folding_always: Chips = [Chips(-5), Chips(-10)].into_iter().sum();
    let per_game = folding_always.as_f64() / 2.0;
    assert_eq!(mbb_per_game(per_game, GameDefinition::holdem_limit().big_blind()), -750.0);
    assert_eq!(mbb_per_game(1.0, GameDefinition::kuhn().big_blind()), 1000.0);
}
