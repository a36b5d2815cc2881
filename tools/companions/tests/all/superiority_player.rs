//! Made hands and hand states, example by example; the player: its decisions, its files and its matches for points.

use companions::streams::{Purpose, below};
use companions::superiority::agent_files::{JudgementBuckets, write_strategy};
use companions::superiority::ceiling::simulate;
use companions::superiority::estimate::{
    Comparison, DrawThresholds, MOST_OUTS, MadeThresholds, completion, outs_of_threshold,
};
use companions::superiority::judgement::{Draw, Judgement, MadeHand, SeenBoard};
use companions::superiority::player::{Amendment, Decision, Estimate, SuperiorityPlayer, Variant, probabilities};
use companions::superiority::points_game::{GAMES, START, Seat, play_match};
use companions::superiority::tally::{RateSource, Rates, Tally};
use companions::superiority::{players, published};
use evaluator::card::{parse_cards, rank_of_letter};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::holding::Holding;
use evaluator::round::Round;
use solver::boards::card_rules::draw;
use solver::game::{BettingTree, GameDefinition, NodeId};
use std::sync::OnceLock;
use tables::run::folder::RunFolder;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

use crate::support::cards;

fn tally() -> &'static Tally {
    static DEALT: OnceLock<Tally> = OnceLock::new();
    DEALT.get_or_init(|| simulate(3, 300_000, &Silent).unwrap())
}

fn all_players() -> [SuperiorityPlayer; 3] {
    let published = published().unwrap();
    players(&Rates::new(RateSource::Paper, tally(), &published).unwrap(), &published).unwrap()
}

/// The paper's own words, drawn: how often it folds, calls and raises of many throws.
fn thrown(estimate: Estimate, decision: Decision) -> [f64; 3] {
    const THROWS: u64 = 20_000;
    let mut dice = Purpose(5).generator(1, 1);
    let mut unit = || below(&mut dice, 1 << 20) as f64 / f64::from(1 << 20);
    let mut counts = [0.0; 3];
    for _ in 0..THROWS {
        let antes = if estimate.superior {
            estimate.rate / 10.0 * (0.5 + unit())
        } else {
            if decision.facing_bet && 100.0 * unit() > estimate.rate {
                counts[0] += 1.0;
                continue;
            }
            2.0 * unit()
        };
        counts[if antes >= 1.0 && decision.may_raise { 2 } else { 1 }] += 1.0;
    }
    counts.map(|count| count / THROWS as f64)
}

#[test]
fn a_decision_s_probabilities_are_those_of_the_paper_s_draws() {
    for superior in [false, true] {
        for rate in [0.0, 9.5, 14.0, 28.1, 55.0, 85.3] {
            for (facing_bet, may_raise) in [(false, true), (true, true), (true, false)] {
                let (estimate, decision) =
                    (Estimate { superior, rate }, Decision { facing_bet, may_raise, bet: 0.0, bet_was_raised: false });
                let (exact, drawn) = (probabilities(estimate, decision, Amendment::None), thrown(estimate, decision));
                assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                for (exact, drawn) in exact.into_iter().zip(drawn) {
                    assert!((exact - drawn).abs() < 0.02, "{estimate:?} {decision:?}: {exact} and {drawn}");
                }
            }
        }
    }
}

#[test]
fn amendments_change_one_rule_each() {
    let facing = Decision { facing_bet: true, may_raise: true, bet: 1.0, bet_was_raised: false };
    let strong = Estimate { superior: true, rate: 40.0 };
    let weak = Estimate { superior: false, rate: 40.0 };
    assert_eq!(probabilities(strong, facing, Amendment::None), [0.0, 0.0, 1.0]);
    assert_eq!(probabilities(strong, facing, Amendment::SuperiorMayFold)[0], 0.6);
    assert_eq!(probabilities(weak, facing, Amendment::NoBluffs), [0.6, 0.4, 0.0]);
    assert_eq!(probabilities(strong, facing, Amendment::NoReraises), [0.0, 1.0, 0.0]);
    let raised = Decision { bet_was_raised: true, ..facing };
    assert_eq!(probabilities(strong, raised, Amendment::FoldsToRaises), [1.0, 0.0, 0.0]);
    assert_eq!(probabilities(Estimate { rate: 55.0, ..strong }, raised, Amendment::FoldsToRaises), [0.0, 0.0, 1.0]);
    assert_eq!(probabilities(strong, facing, Amendment::FoldsToRaises), [0.0, 0.0, 1.0]);
    let first = Decision { facing_bet: false, ..facing };
    assert_eq!(probabilities(strong, first, Amendment::NoReraises), [0.0, 0.0, 1.0]);
}

#[test]
fn the_opponent_s_bet_counts_for_c_alone_and_from_five_antes_on() {
    let players = all_players();
    let mut changed = [0; 3];
    for (player, changed) in players.iter().zip(&mut changed) {
        for number in 0..1_000 {
            let cards = draw(&mut Purpose(9).generator(2, number), CardSet::FULL_DECK, 7);
            let hole = Holding::new(cards[0], cards[1]).unwrap();
            for round in [Round::Flop, Round::Turn, Round::River] {
                let seen = SeenBoard::new(CardSet::of(&cards[2..2 + round.board_cards()]));
                let judged = |bet| player.of_judgement(round, seen.judge(hole), bet);
                assert_eq!(judged(0.0), judged(4.9), "{}", player.variant);
                *changed += u32::from(judged(0.0) != judged(8.0));
                // Thresholds only rise: nobody becomes superior by a bet.
                assert!(!judged(8.0).superior || judged(0.0).superior);
            }
        }
    }
    assert_eq!((players[0].variant, changed[0], changed[1]), (Variant::A, 0, 0));
    assert!(changed[2] > 20, "{changed:?}");
}

/// Slow twin: each of 10,000 situations is judged from its cards and its betting, letter by letter.
#[test]
fn a_strategy_file_is_the_rule_decision_by_decision() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    let _lock = run.lock().unwrap();
    let buckets = JudgementBuckets::new(tally());
    let players = all_players();
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let mut unseen = 0;
    for player in &players {
        let file = write_strategy(&run, player, Amendment::None, &buckets, &[]).unwrap();
        let reader = StrategyReader::open(&file).unwrap();
        let mut blocks: Vec<Option<tables::strategy::block::NodeStrategy>> = vec![None; tree.nodes().len()];
        for number in 0..3_400 {
            let mut dice = Purpose(11).generator(4, number);
            let id = NodeId(below(&mut dice, tree.nodes().len() as u64) as u32);
            let round = Round::ALL[tree[id].round];
            let cards = draw(&mut dice, CardSet::FULL_DECK, 7);
            let hole = Holding::new(cards[0], cards[1]).unwrap();
            let (bet, facing_bet, may_raise) = seen_from_history(&tree.history(id));
            let decision = Decision { facing_bet, may_raise, bet, bet_was_raised: false };
            let (bucket, expected) = if round == Round::Preflop {
                let number = hole.starting_hand().number();
                (number, probabilities(player.of_starting_hand(number, bet), decision, Amendment::None))
            } else {
                let board = CardSet::of(&cards[2..2 + round.board_cards()]);
                let judgement = SeenBoard::new(board).judge(hole);
                if !buckets.judgements(round).contains(&judgement) {
                    unseen += 1;
                    continue;
                }
                let bucket = buckets.of_judgement(round, judgement) as usize;
                (bucket, probabilities(player.of_judgement(round, judgement, bet), decision, Amendment::None))
            };
            let block = blocks[id.number()].get_or_insert_with(|| reader.node_block(id.number()).unwrap());
            let stored = block.probabilities(bucket).unwrap();
            for (place, &action) in tree[id].actions.iter().enumerate() {
                let expected = expected[action.column()];
                assert!((f64::from(stored[place]) - expected).abs() < 2e-5, "{} {hole} {expected}", tree.history(id));
            }
        }
    }
    assert!(unseen < 100, "{unseen} of 10,200 situations too rare for this tally");
}

/// What the player to act sees of the betting so far, in antes of a big blind: read from the letters alone.
fn seen_from_history(history: &str) -> (f64, bool, bool) {
    let street = history.rsplit('/').next().unwrap();
    let round = history.matches('/').count();
    let size = if round < 2 { 1.0 } else { 2.0 };
    // The button posts half an ante and acts first before the flop, last afterwards.
    let mut bets = if round == 0 { [1.0, 0.5] } else { [0.0, 0.0] };
    let mut actor = usize::from(round == 0);
    let mut raises = u32::from(round == 0);
    for letter in street.chars() {
        let highest = f64::max(bets[0], bets[1]);
        bets[actor] = highest + if letter == 'r' { size } else { 0.0 };
        raises += u32::from(letter == 'r');
        actor = 1 - actor;
    }
    (bets[1 - actor], bets[actor] < bets[1 - actor], raises < 4)
}

#[test]
fn points_are_won_from_each_other_and_never_more_than_there_are() {
    let players = all_players();
    let seats = [Seat::AlwaysCall, Seat::CallRaise, Seat::Superiority(&players[0]), Seat::Superiority(&players[2])];
    let mut moved = 0;
    for one in &seats {
        for other in &seats {
            for number in 0..20 {
                let points = play_match([one, other], 1, number);
                assert!((0..=2 * START).contains(&points));
                assert_eq!(points, play_match([one, other], 1, number), "the same match twice");
                moved += u32::from(points != START);
            }
        }
    }
    assert!(moved > 250, "{moved} of 320 matches of {GAMES} games moved any points");
    // Two players who only call play for the antes: at most 2 points a game.
    for number in 0..50 {
        let points = play_match([&Seat::AlwaysCall, &Seat::AlwaysCall], 1, number);
        assert!((points - START).abs() <= 2 * GAMES as i64);
    }
}

fn hole(text: &str) -> Holding {
    let hole = parse_cards(text).unwrap();
    Holding::new(hole[0], hole[1]).unwrap()
}

fn judged(own: &str, board: &str) -> Judgement {
    SeenBoard::new(cards(board)).judge(hole(own))
}

fn rank(letter: char) -> u8 {
    rank_of_letter(letter).unwrap()
}

#[test]
fn a_hand_is_made_only_above_the_boards_category() {
    let made = |hole, board| judged(hole, board).made;
    assert_eq!(made("AhKd", "Qs7h2c"), MadeHand::high_card(rank('A')));
    assert_eq!(made("AhKd", "As7h2c"), MadeHand::pair(rank('A')));
    // The board's own pair is everybody's: the hand counts as an ace high.
    assert_eq!(made("AhKd", "7s7h2c"), MadeHand::high_card(rank('A')));
    assert_eq!(made("2h2d", "7s7hKc"), MadeHand { category: HandCategory::TwoPair, rank: rank('7') });
    assert_eq!(made("AhKd", "QsJhTc"), MadeHand { category: HandCategory::Straight, rank: 0 });
    assert_eq!(made("3h2d", "AsKsQsJsTs"), MadeHand::high_card(rank('3')));
}

/// Table 2 counts what is shown, wherever its cards lie; by the board's high card it would know nothing below a seven.
#[test]
fn a_high_card_is_the_higher_private_card_and_a_pair_on_the_board_is_shown_but_not_made() {
    let shown = |own, board, category| MadeHand::shown(hole(own), cards(board), category);
    assert_eq!(shown("9h4d", "AsKcQd7h2s", HandCategory::HighCard), MadeHand::high_card(rank('9')));
    assert_eq!(shown("9h4d", "7s7c2sKhQd", HandCategory::Pair), MadeHand::pair(rank('7')));
    assert_eq!(judged("9h4d", "7s7c2sKhQd").made, MadeHand::high_card(rank('9')));
}

#[test]
fn every_state_has_an_example_and_one_that_just_misses() {
    for (draw, example, counter_example) in [
        (Draw::OpenStraightFlush, ("9h8h", "7h6h2c"), ("9h8h", "7h6c2c")),
        (Draw::InsideStraightFlush, ("9h8h", "6h5hKc"), ("9h8h", "6h4hKc")),
        (Draw::Flush, ("AhTh", "7h2hKc"), ("AhTh", "7h2cKc")),
        (Draw::OpenStraight, ("9h8d", "7c6s2h"), ("AhKd", "QcJs2h")),
        (Draw::GutShot, ("9h8d", "6c5s2h"), ("9h8d", "5c4s2h")),
        (Draw::TwoPair, ("9h8d", "9c8s2h"), ("9h7d", "9c8s2h")),
        (Draw::OnePair, ("9h4d", "9cJs2h"), ("9h4d", "JcJs2h")),
        (Draw::ThreeOfAKind, ("9h9d", "9cJs2h"), ("9h5d", "JcJsJh")),
    ] {
        assert_eq!(judged(example.0, example.1).draw, draw, "{example:?}");
        assert_ne!(judged(counter_example.0, counter_example.1).draw, draw, "{counter_example:?}");
    }
}

#[test]
fn states_are_ones_own_the_best_of_several_and_on_the_river_the_opponents() {
    for (own, board, draw) in [
        // Two gaps are as good as two ends, the ace counts below the deuce, and one end is no open straight.
        ("JhTd", "8c7s5h", Draw::GutShot),
        ("Jh9d", "8c7s5h", Draw::OpenStraight),
        ("Ah2d", "3c4sJh", Draw::GutShot),
        ("AhKd", "QcJs2h", Draw::GutShot),
        // What the board already is.
        ("AcKd", "9h7h4h2h", Draw::None),
        ("AhKd", "9h7h4h2c", Draw::Flush),
        ("AcKd", "9h8d7s6c", Draw::None),
        // A gap on the board that the own card turns into two ends: the same single rank as on the board.
        ("Tc2d", "9h8d6s5c", Draw::None),
        ("AcKd", "9h9d7s7c", Draw::None),
        // A flush draw with a gutshot, a pair with an open straight, a pair with a gutshot.
        ("AhKh", "QhTh2c", Draw::InsideStraightFlush),
        ("AhKd", "QhTh2h", Draw::Flush),
        ("9h8d", "9c7s6h", Draw::OpenStraight),
        ("9h8d", "9c6s5h", Draw::GutShot),
        // On the river what the opponent may have completed beyond one's own hand. Four hearts lie there: a flush
        // beats an ace high and a set, but not a full house.
        ("AcKd", "9h7h4h2hJs", Draw::Flush),
        ("JcJd", "9h7h4h2hJs", Draw::Flush),
        ("JcJd", "9h9d4h2hJs", Draw::None),
        ("AcKd", "9h8d7s6c2h", Draw::OpenStraight),
        ("AcKd", "9h8d6s5c2h", Draw::GutShot),
        ("AcKd", "9h9d7s4c2h", Draw::OnePair),
        ("AcKd", "9h9d7s7c2h", Draw::TwoPair),
        ("AcKd", "9h9d9s7c2h", Draw::ThreeOfAKind),
        ("AcKd", "Qh9d7s4c2h", Draw::None),
    ] {
        assert_eq!(judged(own, board).draw, draw, "{own} on {board}");
    }
    for (lower, higher) in Draw::all().zip(Draw::all().skip(1)) {
        assert!(lower.outs() <= higher.outs() && lower < higher);
    }
}

#[test]
fn the_paper_s_completion_probabilities_follow_from_counting_cards() {
    let table = published().unwrap().table("4").unwrap().clone();
    let rounds = [Round::Flop, Round::Turn, Round::River];
    for (row, outs) in table.rows.iter().zip((1..=MOST_OUTS).rev()) {
        for (round, &printed) in rounds.into_iter().zip(&row.values) {
            assert_eq!((1000.0 * completion(round, outs)).round(), (10.0 * printed).round(), "{round}, {outs} outs");
        }
    }
    // All pairs of unseen cards, counted: nine outs among 47 cards.
    let hit =
        (0..47).flat_map(|one| (0..one).map(move |other| (one, other))).filter(|&(one, other)| one < 9 || other < 9);
    assert!((hit.count() as f64 / 1081.0 - completion(Round::Flop, 9)).abs() < 1e-12);
}

#[test]
fn thresholds_are_compared_in_outs() {
    for (round, threshold, outs) in [
        (Round::Flop, 35.0, 9),
        (Round::Flop, 38.4, 10),
        (Round::Flop, 51.4, 15),
        (Round::Turn, 8.7, 4),
        (Round::Turn, 10.9, 5),
        (Round::River, 17.2, 4),
        (Round::River, 39.4, 10),
        (Round::River, 99.0, MOST_OUTS + 1),
    ] {
        assert_eq!(outs_of_threshold(round, threshold), outs, "{round} {threshold}");
    }
    let draws = DrawThresholds::read("GSS:20.4, FD:35").unwrap();
    assert!(draws.reached(Round::Flop, Draw::Flush, 0.0) && !draws.reached(Round::Flop, Draw::GutShot, 0.0));
    assert!(!draws.reached(Round::Flop, Draw::Flush, 1.5), "a raised threshold asks for another out");
    assert!(!draws.reached(Round::Flop, Draw::OpenStraight, 0.0), "not named, so it never counts");
    let river = DrawThresholds::read("FD:36.4, OSD:36.4").unwrap();
    assert!(river.safe(Draw::Flush, Comparison::AtMost) && !river.safe(Draw::Flush, Comparison::Below));
    assert!(river.safe(Draw::OpenStraight, Comparison::Below));
}

#[test]
fn thresholds_read_as_the_paper_prints_them() {
    let made = MadeThresholds::read("HK:28, OP:26, other:45").unwrap();
    assert_eq!(made.0, [28.0, 26.0, 45.0]);
    let made = MadeThresholds::read("OP:26, other:45").unwrap();
    assert_eq!(made.of(MadeHand::high_card(rank('A'))), 45.0, "the high card falls under other");
    let all = MadeThresholds::read("50").unwrap();
    assert_eq!(all.0, [50.0; 3]);
    for wrong in ["", "HK", "HK:28, OP:26", "XX:3, other:4", "other:x"] {
        let line = MadeThresholds::read(wrong).unwrap_err().to_string();
        assert!(line.contains("HK:28, OP:26, other:45") && !line.contains('\n'), "{line}");
    }
    assert!(DrawThresholds::read("ZZ:4").is_err());
}
