//! The lines of the protocol, the log and the hand histories, held to the published examples and to each other.

use crate::logs::holdem;
use matches::acpc::hand_log::{HandRecord, LogLine, Score};
use matches::acpc::match_files::Transaction;
use matches::acpc::match_state::{AcpcGame, Answer, MatchState, Warning, read_answer};
use matches::acpc::phh::hand_history;
use matches::acpc::table_cards::CardDealing;
use proptest::prelude::*;
use solver::game::{GameDefinition, PlayedAction, PlayedBetting};

/// The competition's own log of seed 42.
const LOG: [&str; 6] = [
    "# name/game/hands/seed m1 holdem.limit.2p.reverse_blinds.game 1000 42",
    "STATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:40|-40:Alice|Bob",
    "STATE:1:rc/rrc/crc/rc:9h6s|3d3h/5s3s8h/9d/5c:-80|80:Bob|Alice",
    "STATE:2:rc/rc/rf:4d6c|QsJh/3c9sJc/2d:30|-30:Alice|Bob",
    "STATE:999:f:4h7s|9s7d:5|-5:Bob|Alice",
    "SCORE:4600|-4600:Alice|Bob",
];

#[test]
fn the_cards_of_seed_42_are_those_of_the_competition() {
    let game = holdem();
    let mut dealing = CardDealing::new(game.definition(), 42);
    let hands: Vec<_> = (0..1000).map(|_| dealing.deal()).collect();
    assert_eq!(hands[0].to_string(), "7d3d|2hAc/5sKs7s/9s/6h");
    assert_eq!(hands[1].to_string(), "9h6s|3d3h/5s3s8h/9d/5c");
    assert_eq!(hands[2].up_to(2).to_string(), "4d6c|QsJh/3c9sJc/2d");
    assert_eq!(hands[999].up_to(0).to_string(), "4h7s|9s7d");
}

#[test]
fn small_decks_are_the_highest_ranks_of_the_last_suits_and_dealt_as_in_the_competition() {
    for (name, deck, first_hands) in [
        ("kuhn", "AsKsQs", ["Qs|Ks", "Ks|Qs", "Qs|Ks", "Ks|Qs"]),
        ("leduc", "AhAsKhKsQhQs", ["Qh|Ah/As", "Ks|Kh/Qs", "Ks|As/Ah", "As|Qs/Ah"]),
    ] {
        let mut dealing = CardDealing::new(&GameDefinition::named(name).unwrap(), 42);
        assert_eq!(first_hands.map(|_| dealing.deal().to_string()), first_hands, "{name}");
        let mut dealing = CardDealing::new(&GameDefinition::named(name).unwrap(), 1);
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..200 {
            let hand = dealing.deal();
            seen.extend(hand.hole.iter().chain(&hand.board).flatten().map(ToString::to_string));
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.concat(), deck, "{name}");
    }
}

#[test]
fn the_published_log_is_read_and_written_alike() {
    let game = holdem();
    for line in LOG {
        match LogLine::parse(&game, line).unwrap_or_else(|| panic!("{line}")) {
            LogLine::Comment => assert!(line.starts_with('#')),
            LogLine::Hand(record) => assert_eq!(record.to_string(), line),
            LogLine::Score(score) => assert_eq!(score.to_string(), line),
        }
    }
    assert_eq!(Score::parse(LOG[5]).unwrap().chips, [4600, -4600]);
}

#[test]
fn a_log_line_with_something_wrong_is_refused() {
    let game = holdem();
    for line in [
        "",
        "STATE",
        "STATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:-40|40:Alice|Bob",
        "STATE:0:rc/rrc/cc/cc:7d3d|/5sKs7s/9s/6h:40|-40:Alice|Bob",
        "STATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/7d:40|-40:Alice|Bob",
        "STATE:0:rrrr:7d3d|2hAc:40|-40:Alice|Bob",
        "STATE:0:f:7d3d|2hAc:5|-5:Alice",
        "STATE:4294967296:f:7d3d|2hAc:5|-5:Alice|Bob",
        "STATE:0:f:é|2hAc:5|-5:Alice|Bob",
    ] {
        assert_eq!(HandRecord::parse(&game, line), None, "{line}");
    }
    for line in ["SCORE:1:A|B", "SCORE:+1|-1:A|B", "SCORE:1|-1:A", "SCORE:99999999999999999999|1:A|B"] {
        assert_eq!(Score::parse(line), None, "{line}");
    }
}

#[test]
fn the_published_conversation_is_followed() {
    let game = holdem();
    for (line, to_act) in [
        ("MATCHSTATE:1:0::|Td4d", Some(1)),
        ("MATCHSTATE:1:0:c:|Td4d", Some(0)),
        ("MATCHSTATE:1:0:cr:|Td4d", Some(1)),
        ("MATCHSTATE:1:0:crc/:|Td4d/As9d6s", Some(0)),
        ("MATCHSTATE:1:0:crc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c", None),
        ("MATCHSTATE:0:1::Jc6c|", Some(1)),
    ] {
        let (state, rest) = MatchState::parse(&game, line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!((state.to_string().as_str(), rest), (line, None));
        let betting = PlayedBetting::read(game.definition(), &state.betting).unwrap();
        assert_eq!(betting.decision().map(|decision| decision.player), to_act, "{line}");
    }
}

#[test]
fn what_is_no_state_is_refused() {
    let game = holdem();
    for line in [
        "MATCHSTATE",
        "MATCHSTATE:2:0::|Td4d",
        "MATCHSTATE:1:-1::|Td4d",
        "MATCHSTATE:1:00::|Td4d",
        "MATCHSTATE:1:4294967296::|Td4d",
        "MATCHSTATE:0:0::|Td4d",
        "MATCHSTATE:1:0::|Td4",
        "MATCHSTATE:1:0::|Td",
        "MATCHSTATE:1:0::|td4d",
        "MATCHSTATE:1:0::|Td Td",
        "MATCHSTATE:1:0::|TdTd",
        "MATCHSTATE:1:0:f/:|Td4d",
        "MATCHSTATE:1:0:crc:|Td4d/As9d6s",
        "MATCHSTATE:1:0:crc/:|Td4d",
        "MATCHSTATE:1:0:crc/:|Td4d/As9d6s/3d",
        "MATCHSTATE:1:0:crc/:|Td4d/As9dTd",
        "MATCHSTATE:1:0:rrrr:|Td4d",
        "matchstate:1:0::|Td4d",
        " MATCHSTATE:1:0::|Td4d",
    ] {
        assert_eq!(MatchState::parse(&game, line), None, "{line}");
    }
    assert_eq!(MatchState::parse(&AcpcGame::new(GameDefinition::kuhn()), "MATCHSTATE:0:0::2c|"), None);
}

#[test]
fn a_fold_hides_the_other_hand_and_a_showdown_shows_it() {
    let game = holdem();
    let cards = CardDealing::new(game.definition(), 42).deal();
    let seen = |position, betting: &str| {
        let betting = PlayedBetting::read(game.definition(), betting).unwrap();
        MatchState::seen_by(position, 7, &betting, &cards).to_string()
    };
    assert_eq!(seen(0, ""), "MATCHSTATE:0:7::7d3d|");
    assert_eq!(seen(1, "rf"), "MATCHSTATE:1:7:rf:|2hAc");
    assert_eq!(seen(0, "rc/rf"), "MATCHSTATE:0:7:rc/rf:7d3d|/5sKs7s");
    let shown = "7d3d|2hAc/5sKs7s/9s/6h";
    assert_eq!(seen(1, "cc/cc/cc/cc"), format!("MATCHSTATE:1:7:cc/cc/cc/cc:{shown}"));
}

#[test]
fn an_answer_is_judged_as_the_competition_does() {
    let game = holdem();
    let state = "MATCHSTATE:0:0:c:7d3d|";
    let betting = PlayedBetting::read(game.definition(), "c").unwrap();
    let judge = |line: &[u8]| read_answer(&game, &betting.decision().unwrap(), state, line);
    let with = |action: &str| judge(format!("{state}:{action}").as_bytes());
    assert_eq!(with("c"), Answer::Action(PlayedAction::Call, None));
    assert_eq!(with("r"), Answer::Action(PlayedAction::Raise, None));
    assert_eq!(with("r200"), Answer::Action(PlayedAction::Raise, None));
    assert_eq!(with("f"), Answer::Action(PlayedAction::Call, Some(Warning::IllegalAction(PlayedAction::Fold))));
    assert_eq!(with("x"), Answer::Action(PlayedAction::Call, Some(Warning::UnreadableAction)));
    assert_eq!(with(""), Answer::Action(PlayedAction::Call, Some(Warning::UnreadableAction)));
    assert_eq!(judge(state.as_bytes()), Answer::Action(PlayedAction::Call, Some(Warning::UnreadableAction)));
    assert_eq!(judge(b"# thinking"), Answer::Ignored(None));
    assert_eq!(judge(b"; thinking"), Answer::Ignored(None));
    for other in ["MATCHSTATE:0:0::7d3d|:c", "MATCHSTATE:0:1:c:7d3d|:c", "MATCHSTATE:0:0:c:7d3h|:c"] {
        assert_eq!(judge(other.as_bytes()), Answer::Ignored(Some(Warning::OtherState)), "{other}");
    }
    for odd in [&b""[..], b"c", b"MATCHSTATE:0:0:c:7d3d|x", b"\xff\xfe\0", b"VERSION:2.0.0"] {
        assert_eq!(judge(odd), Answer::Ignored(Some(Warning::NotAState)), "{odd:?}");
    }
}

#[test]
fn transactions_are_read_and_written_alike() {
    let line = "r 17 1795284025.647554 1795284026.000001";
    let transaction = Transaction::parse(line).unwrap();
    assert_eq!(transaction.to_string(), line);
    assert_eq!(transaction.time().as_micros(), 352_447);
    let lines = ",r,x 1 1.000000 2.000000,rr 1 1.0 2.0,r 1 1 2,r -1 1.0 2.0,r 1 1.0 2.0 3.0,r 1 1.9999999 2.0";
    for odd in lines.split(',') {
        assert_eq!(Transaction::parse(odd), None, "{odd}");
    }
}

#[test]
fn a_hand_history_says_what_the_log_says() {
    let game = holdem();
    let written = |line: &str| hand_history(&game, &HandRecord::parse(&game, line).unwrap());
    assert_eq!(
        written(LOG[1]),
        "[1]\nvariant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nsmall_bet = 10\nbig_bet = 20\n\
         starting_stacks = [250, 250]\nactions = ['d dh p1 7d3d', 'd dh p2 2hAc', 'p2 cbr 20', 'p1 cc', 'd db 5sKs7s', \
         'p1 cbr 10', 'p2 cbr 20', 'p1 cc', 'd db 9s', 'p1 cc', 'p2 cc', 'd db 6h', 'p1 cc', 'p2 cc', 'p1 sm 7d3d', \
         'p2 sm 2hAc']\nhand = 0\nplayers = [\"Alice\", \"Bob\"]\nfinishing_stacks = [290, 210]\n"
    );
    // The last to bet on the river shows first.
    assert!(written(LOG[2]).contains("'p1 cbr 20', 'p2 cc', 'p1 sm 9h6s', 'p2 sm 3d3h']"));
    let raised_last = written("STATE:0:cc/cc/cc/crc:7d3d|2hAc/5sKs7s/9s/6h:30|-30:Alice|Bob");
    assert!(raised_last.contains("'p1 cc', 'p2 sm 2hAc', 'p1 sm 7d3d']"), "{raised_last}");
    assert!(written(LOG[4]).contains("actions = ['d dh p1 4h7s', 'd dh p2 9s7d', 'p2 f']\nhand = 999"));
}

fn games() -> impl Strategy<Value = AcpcGame> {
    let game = |name| AcpcGame::new(GameDefinition::named(name).unwrap());
    prop_oneof![Just("holdem"), Just("kuhn"), Just("leduc")].prop_map(game)
}

proptest! {
    #[test]
    fn every_state_and_every_finished_hand_is_read_as_it_was_written(
        game in games(),
        seed: u32,
        hand: u32,
        actions in prop::collection::vec(0..3_usize, 0..40),
        position in 0..2_usize
    ) {
        let cards = CardDealing::new(game.definition(), seed).deal();
        let mut betting = game.start();
        for number in actions {
            let Some(decision) = betting.decision() else { break };
            let actions = decision.actions();
            prop_assert!(betting.act(actions[number % actions.len()]));
        }
        let state = MatchState::seen_by(position, hand, &betting, &cards);
        prop_assert_eq!(state.cards.hole[1 - position].is_empty(), !betting.is_showdown());
        let line = state.to_string();
        prop_assert_eq!(MatchState::parse(&game, &line), Some((state.clone(), None)));
        let answer = format!("{line}:r");
        prop_assert_eq!(MatchState::parse(&game, &answer), Some((state, Some("r"))));
        let record = HandRecord::of(hand, &betting, &cards, ["A", "B b"]);
        prop_assert_eq!(record.is_none(), betting.decision().is_some());
        if let Some(record) = record {
            prop_assert_eq!(HandRecord::parse(&game, &record.to_string()), Some(record));
        }
    }

    #[test]
    fn no_line_brings_a_reader_down(line in ".{0,80}", tail in "[:|/a-zA-Z0-9]{0,60}", bytes: Vec<u8>) {
        for game in ["holdem", "kuhn", "leduc"].map(|name| AcpcGame::new(GameDefinition::named(name).unwrap())) {
            let decision = &game.start().decision().unwrap();
            let begun = ["MATCHSTATE:0:0:", "STATE:0:", "MATCHSTATE:"].map(|begin| format!("{begin}{tail}"));
            for line in begun.into_iter().chain([line.clone()]) {
                if let Some((state, _)) = MatchState::parse(&game, &line) {
                    prop_assert!(line.starts_with(&state.to_string()));
                }
                if let Some(LogLine::Hand(record)) = LogLine::parse(&game, &line) {
                    prop_assert_eq!(record.to_string(), line);
                }
            }
            read_answer(&game, decision, "MATCHSTATE:0:0::Qs|", &bytes);
        }
    }
}
