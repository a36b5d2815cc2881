//! Agents behind a connection: they answer from their buckets, the same every time, and leave when the match is over.

use crate::acpc_table::terms;
use crate::made_agents::{HashedBuckets, erratic_agent, made_agent};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use evaluator::round::Round;
use matches::acpc::match_state::MatchState;
use matches::acpc::player::AcpcPlayer;
use matches::acpc::table_cards::CardDealing;
use solver::boards::HandBuckets;
use solver::game::{BettingTree, GameDefinition, PlayedBetting};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::spawn;
use tables::error::Failure;
use tables::together::progress::Silent;

const BUCKETS: usize = 7;

#[test]
fn a_stored_strategy_answers_from_the_bucket_of_its_hand() {
    // One action for sure, whichever node and bucket name.
    let chosen = |node: usize, bucket: usize, actions: usize| (node + 3 * bucket) % actions;
    let agent = made_agent("sure", Arc::new(HashedBuckets::new(BUCKETS)), |node, bucket, actions| {
        (0..actions.len()).map(|number| f32::from(u8::from(number == chosen(node, bucket, actions.len())))).collect()
    });
    let player = AcpcPlayer::new(GameDefinition::holdem_limit(), agent, 1).unwrap();
    let game = terms("holdem", 1, 1).game;
    let tree = BettingTree::new(game.definition());
    let mut dealing = CardDealing::new(game.definition(), 5);
    let mut asked = [0; 4];
    for hand in 0..40 {
        let cards = dealing.deal();
        for betting in ["", "r", "cc/", "crc/c", "cc/cc/", "rrc/rc/r", "cc/cc/cc/", "crrc/rc/cc/rr"] {
            let betting = PlayedBetting::read(game.definition(), betting).unwrap();
            let (decision, node) = (betting.decision().unwrap(), tree.node_at(betting.text()).unwrap().number());
            let hole = &cards.hole[decision.player];
            let board: CardSet = cards.board[..=decision.round].iter().flatten().copied().collect();
            let round = Round::ALL[decision.round];
            let index = BoardFirst::of(Deck::FULL, round).index(Holding::new(hole[0], hole[1]).unwrap(), board);
            let bucket = HashedBuckets::new(BUCKETS).bucket_at(round, index) as usize;
            let actions = decision.actions();
            let expected = actions[chosen(node, bucket, actions.len())];
            let state = MatchState::seen_by(decision.player, hand, &betting, &cards);
            assert_eq!(player.answer(&state), Some(expected), "{state}");
            let waiting = MatchState::seen_by(1 - decision.player, hand, &betting, &cards);
            assert_eq!(player.answer(&waiting), None, "{waiting}");
            asked[decision.round] += 1;
        }
    }
    assert_eq!(asked, [80; 4]);
}

#[test]
fn dice_depend_on_seed_and_hand_and_follow_the_policy() {
    let policy = |seed| AcpcPlayer::open(GameDefinition::kuhn(), "call-raise", &[], seed).unwrap();
    let game = terms("kuhn", 1, 1).game;
    let cards = CardDealing::new(game.definition(), 1).deal();
    let answers = |seed| -> Vec<_> {
        let player = policy(seed);
        (0..4000).map(|hand| player.answer(&MatchState::seen_by(0, hand, &game.start(), &cards)).unwrap()).collect()
    };
    let (first, again, other) = (answers(1), answers(1), answers(2));
    assert_eq!(first, again);
    let alike = first.iter().zip(&other).filter(|(one, other)| one == other).count();
    let raises = first.iter().filter(|action| action.is_raise()).count();
    // Both near one half: four standard deviations of 4,000 throws are 126.
    assert!(alike.abs_diff(2000) < 127 && raises.abs_diff(2000) < 127, "{alike} {raises}");
}

#[test]
fn a_stored_strategy_is_for_its_own_game_only() {
    let error = AcpcPlayer::new(GameDefinition::kuhn(), erratic_agent("odd", 3, 1), 1).err().unwrap();
    assert!(
        error.is_input_error() && error.to_string().contains("--game: expected the strategy's own game"),
        "{error}"
    );
    let unknown = AcpcPlayer::open(GameDefinition::kuhn(), "nobody", &[], 1).err().unwrap();
    assert!(unknown.is_input_error() && unknown.to_string().contains("always-fold"), "{unknown}");
}

/// A dealer that says these lines whatever it hears; what the player makes of it, and all that it said.
fn told(lines: &'static str) -> (Result<(u64, i64), String>, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let dealer = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(lines.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        BufReader::new(stream).lines().map_while(Result::ok).collect()
    });
    let player = AcpcPlayer::open(GameDefinition::holdem_limit(), "always-call", &[], 1).unwrap();
    let played = player.play("127.0.0.1", port, &Silent);
    (played.map(|played| (played.hands, played.tally.sum())).map_err(|error| error.to_string()), dealer.join().unwrap())
}

#[test]
fn a_player_passes_over_comments_and_leaves_after_the_last_hand() {
    let (played, said) = told(
        "# welcome\r\n; to the table\r\nMATCHSTATE:1:0::|Td4d\r\nMATCHSTATE:1:0:c:|Td4d\r\nMATCHSTATE:1:0:cr:|Td4d\r\n\
         MATCHSTATE:1:0:crf:|Td4d\r\nMATCHSTATE:0:1::Jc6c|\r\nMATCHSTATE:0:1:cc/cc/cc/cc:8dJd|Td4c/As9d6s/3d/6c\r\n",
    );
    // The fold costs the 10 chips of the call before it, the showdown wins as many.
    assert_eq!(said, ["VERSION:2.0.0", "MATCHSTATE:1:0::|Td4d:c", "MATCHSTATE:1:0:cr:|Td4d:c"]);
    assert_eq!(played, Ok((2, -10 + 10)));
}

#[test]
fn an_end_within_a_hand_and_nonsense_are_failures() {
    for (lines, expected) in [
        ("", "closed the connection before the first hand"),
        ("MATCHSTATE:1:7::|Td4d\r\n", "closed the connection in hand 7"),
        ("hello\r\n", "sent 'hello', which is not a state of holdem"),
        ("MATCHSTATE:1:0::|Td4d:c\r\n", "is not a state of holdem"),
        ("MATCHSTATE:1:0:x:|Td4d\r\n", "is not a state of holdem"),
    ] {
        let error = told(lines).0.unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}
