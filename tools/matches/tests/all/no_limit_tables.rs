//! Hands without a limit: what the competition's dealer writes is read, bounds are kept, and no answer is illegal.

use crate::acpc_table::{Client, LOG, Table, match_of, play, terms};
use evaluator::equity::AllInTable;
use evaluator::holding::Holding;
use matches::acpc::hand_log::HandRecord;
use matches::acpc::log_reader::LoggedHands;
use matches::acpc::match_files::MatchTerms;
use matches::acpc::match_state::{AcpcGame, Answer, MatchState, Warning, read_answer};
use matches::acpc::phh::hand_history;
use matches::acpc::phh_reader::read_histories;
use matches::acpc::player::AcpcPlayer;
use matches::acpc::table_cards::CardDealing;
use matches::agent::Agent;
use matches::live::{LiveTable, RunningResult};
use matches::logged_hands::{LogPlaces, log_hands};
use matches::luck::all_in_equity::AllInEquity;
use matches::method::{Method, play_deals};
use proptest::prelude::*;
use solver::game::{BetSizes, GameDefinition, GameOptions, PlayedAction, PlayedBetting};
use solver::policy::FixedPolicy;
use solver::units::Chips;
use tables::together::progress::Silent;

/// As the competition's own dealer logged them.
const LOGGED: [&str; 4] = [
    "STATE:0:cc/cr5122c/r14670r20000f:8dJd|Td4d/As9d6s/3d:-14670|14670:Alice|Bob",
    "STATE:5:r10473r20000c///:2d3c|Js2s/9s3s8d/6d/8s:-20000|20000:Bob|Alice",
    "STATE:9:cc/cr13593c/r13844r16530r19798r20000c/:6d6s|7cTs/9hQc4s/5d/Kc:20000|-20000:Bob|Alice",
    "STATE:2:r15111f:8d9h|9s6d:-100|100:Alice|Bob",
];

fn game(name: &str) -> AcpcGame {
    AcpcGame::new(GameDefinition::named(name).unwrap())
}

pub fn sized(stack: f64, sizes: &str) -> GameDefinition {
    let sizes = format!("cap = [4, 3, 3, 3]\n[all]\nbet = [{sizes}]\nraise = [{sizes}]\n");
    let options = GameOptions { stack: Some(stack), sizes: Some(BetSizes::parse(&sizes).unwrap()) };
    GameDefinition::named_with("holdem-nolimit", &options).unwrap()
}

#[test]
fn what_the_competition_logged_is_read_and_written_alike() {
    let game = game("holdem-nolimit");
    for line in LOGGED {
        let record = HandRecord::parse(&game, line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(record.to_string(), line);
        let history = hand_history(&game, &record);
        let again = read_histories(&game, &history).unwrap_or_else(|error| panic!("{history}\n{error:?}"));
        assert_eq!(again.hands, [record], "{history}");
    }
    // At other blinds the same hands are of another game.
    assert!(LOGGED.iter().all(|line| HandRecord::parse(&self::game("holdem-nolimit-100bb"), line).is_none()));
}

#[test]
fn totals_outside_the_bounds_are_lifted_or_cut_and_what_is_no_action_is_a_call() {
    let game = game("holdem-nolimit");
    let answered = |betting: &str, action: &str| {
        let cards = CardDealing::new(game.definition(), 7).deal();
        let betting = PlayedBetting::read(game.definition(), betting).unwrap();
        let decision = betting.decision().unwrap();
        let state = MatchState::seen_by(decision.player, 3, &betting, &cards).to_string();
        match read_answer(&game, &decision, &state, format!("{state}:{action}").as_bytes()) {
            Answer::Action(action, warning) => (action.to_string(), warning.is_some()),
            ignored => panic!("{ignored:?}"),
        }
    };
    for (betting, said, taken, warned) in [
        ("", "r200", "r200", false),
        ("", "r199", "r200", true),
        ("", "r20000", "r20000", false),
        ("", "r20001", "r20000", true),
        ("", "r99999999999999999999", "r20000", true),
        ("", "r", "c", true),
        ("", "rx", "c", true),
        ("", "f", "f", false),
        ("c", "f", "c", true),
        ("r300", "r500", "r500", false),
        ("r300", "r499", "r500", true),
        ("r300c/", "r399", "r400", true),
        ("r300c/r1000", "r1699", "r1700", true),
        // The least raise would be to 29,000: all-in is left.
        ("r15000", "r16000", "r20000", true),
        ("r20000", "r20000", "c", true),
        ("r20000", "c", "c", false),
    ] {
        assert_eq!(answered(betting, said), (taken.to_owned(), warned), "{betting}:{said}");
    }
    let warning = Warning::UnfitTotal { asked: Some(Chips(150)), taken: Chips(200) };
    assert!(warning.to_string().contains("taken as r200"));
    for (betting, problem) in [
        ("r", "without its total"),
        ("r199", "200 to 20000"),
        ("r20001", "200 to 20000"),
        ("r20000r20000", "cannot have 'r20000'"),
        ("r20000c/c", "would be written 'r20000c///"),
        ("r99999999999999999999", "cannot have"),
        ("r20000c", "would be written 'r20000c///'"),
    ] {
        let error = PlayedBetting::read(game.definition(), betting).unwrap_err();
        assert!(error.contains(problem) || betting == "r20000c/c", "{betting}: {error}");
    }
}

/// Chips that each position has put in and the least total of a raise, by the competition's words: twice the big blind,
/// what both have put in and a big blind, or the last raise again.
fn bounds_by_hand(text: &str) -> ([i32; 2], i32) {
    let (mut paid, mut player, mut last_raise) = ([100, 50], 1, 100);
    let mut words = Vec::new();
    for letter in text.chars() {
        match letter {
            '0'..='9' => words.last_mut().map(|word: &mut String| word.push(letter)).unwrap(),
            letter => words.push(letter.to_string()),
        }
    }
    for word in words {
        match word.split_at(1) {
            ("/", _) => (player, last_raise) = (0, 100),
            ("r", total) => {
                let total: i32 = total.parse().unwrap();
                last_raise = total - paid[0].max(paid[1]);
                paid[player] = total;
                player = 1 - player;
            }
            (_, _) => {
                paid[player] = paid[0].max(paid[1]);
                player = 1 - player;
            }
        }
    }
    (paid, paid[0].max(paid[1]) + last_raise.max(100))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hands_of_any_amounts_are_written_read_and_kept_within_the_bounds(
        seed: u32,
        choices in prop::collection::vec((0..4_usize, 0.0..1.0_f64), 1..40)
    ) {
        let game = game("holdem-nolimit-50bb");
        let cards = CardDealing::new(game.definition(), seed).deal();
        let mut betting = game.start();
        for (kind, share) in choices {
            let Some(decision) = betting.decision() else { break };
            let (paid, least) = bounds_by_hand(betting.text());
            prop_assert_eq!(decision.contributions.map(|chips| chips.0), paid);
            let highest = paid[0].max(paid[1]);
            let range = (highest < 5000).then(|| Chips(least.min(5000))..=Chips(5000));
            prop_assert_eq!(&decision.raise, &range);
            let action = match (kind, range) {
                (0, _) if decision.may_fold() && share < 0.3 => PlayedAction::Fold,
                (2 | 3, Some(range)) => {
                    let (least, most) = (range.start().0, range.end().0);
                    PlayedAction::RaiseTo(Chips(least + (share.powi(3) * f64::from(most - least)) as i32))
                }
                _ => PlayedAction::Call,
            };
            prop_assert!(betting.act(action));
            prop_assert_eq!(PlayedBetting::read(game.definition(), betting.text()), Ok(betting.clone()));
        }
        if let Some(record) = HandRecord::of(3, &betting, &cards, ["A", "B b"]) {
            prop_assert_eq!(HandRecord::parse(&game, &record.to_string()), Some(record.clone()));
            let again = read_histories(&game, &hand_history(&game, &record));
            prop_assert_eq!(again.map(|read| read.hands), Ok(vec![record]));
        }
    }

    #[test]
    fn whatever_is_bet_a_strategy_of_other_sizes_answers_what_is_legal(
        seed: u64,
        sizes in prop_oneof![Just("'a'"), Just("'50%', '100%', 'a'"), Just("'33%', '300%'"), Just("'75%'")],
        choices in prop::collection::vec((0..3_usize, 0.0..1.0_f64), 1..30),
        position in 0..2_usize
    ) {
        let table = game("holdem-nolimit-30bb");
        let agent = Agent::of_fixed_in(FixedPolicy::Uniform, &sized(30.0, sizes));
        let player = AcpcPlayer::new(table.definition().clone(), agent, seed).unwrap();
        let cards = CardDealing::new(table.definition(), seed as u32).deal();
        let mut betting = table.start();
        let mut choices = choices.into_iter().cycle();
        while let Some(decision) = betting.decision() {
            let state = MatchState::seen_by(decision.player, 1, &betting, &cards);
            let action = if decision.player == position {
                let view = player.view(&state).unwrap();
                for (action, probability) in view.probabilities() {
                    prop_assert!(decision.allows(action), "{action} at {}", betting.text());
                    prop_assert!((0.0..=1.0).contains(&probability));
                }
                player.answer(&state).unwrap()
            } else {
                let (kind, share) = choices.next().unwrap();
                match (kind, &decision.raise) {
                    (0, _) | (_, None) => PlayedAction::Call,
                    (_, Some(raise)) => {
                        let (least, most) = (raise.start().0, raise.end().0);
                        PlayedAction::RaiseTo(Chips(least + (share.powi(4) * f64::from(most - least)) as i32))
                    }
                }
            };
            prop_assert!(betting.act(action));
        }
    }
}

#[test]
fn the_last_raise_is_what_it_added_wherever_the_blinds_lie() {
    let text = "GAMEDEF\nnolimit\nstack = 2000 2000\nnumPlayers = 2\nnumRounds = 4\nblind = 100 50\n\
                firstPlayer = 1 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n\
                numBoardCards = 0 3 1 1\nEND GAMEDEF";
    let game = GameDefinition::parse(text).unwrap();
    // From 100 to 232 the raise was 132, though the other player faces 182.
    let betting = PlayedBetting::read(&game, "r232").unwrap();
    assert_eq!(betting.decision().unwrap().raise, Some(Chips(364)..=Chips(2000)));
}

#[test]
fn a_strict_dealer_ends_the_match_at_an_action_that_is_not_legal() {
    for (sent, said) in [
        ("r150", "r150, which is not a legal total here, which --strict"),
        ("r99999999999999999999", "more chips than anybody has, which --strict"),
        ("x", "no action that can be read (f, c or r), which --strict"),
        ("cr300", "beside its action, which --strict"),
    ] {
        let terms = MatchTerms { is_strict: true, ..terms("holdem-nolimit-20bb", 1, 9) };
        let table = Table::open(&terms, LOG);
        let other = play("holdem-nolimit-20bb", "always-call", table.ports[0]);
        // Seat 2 is on the button of the first hand.
        let mut client = Client::join(table.ports[1]);
        let state = client.hear();
        client.say(format!("{}:{sent}\r\n", state.trim_end()));
        let error = table.end().error();
        assert!(error.contains(said) && error.contains("position 1 in hand 0"), "{error}");
        let _ = other.join().unwrap();
    }
}

#[test]
fn histories_of_others_are_read_in_cents_and_refused_where_stacks_or_antes_are_not_equal() {
    let written = |changes: &[(&str, &str)]| {
        let mut text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [0.5, 1]\nmin_bet = 1\n\
                        starting_stacks = [100, 100]\nactions = ['d dh p1 7d3d', 'd dh p2 2hAc', 'p2 cbr 2.25', \
                        'p1 cbr 7.5', 'p2 cbr 100', 'p1 cc', 'p1 sm 7d3d', 'p2 sm 2hAc', 'd db 5sKs7s', 'd db 9s', \
                        'd db 6h']\n"
            .to_owned();
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.phh");
        std::fs::write(&path, text).unwrap();
        LoggedHands::read(&[path]).map_err(|error| error.to_string())
    };
    let read = written(&[]).unwrap();
    let record = &read.hands[0].record;
    assert_eq!((record.betting.as_str(), record.chips), ("r225r750r10000c///", [10_000, -10_000]));
    for (from, to, said) in [
        ("[100, 100]", "[100, 90]", "stacks of 100 and 90"),
        ("antes = [0, 0]", "antes = [1, 1]", "with antes"),
        ("min_bet = 1", "min_bet = nan", "least bet of NaN"),
        ("min_bet = 1\n", "", "without 'min_bet'"),
        ("'p2 cbr 2.25'", "'p2 cbr 1.5'", "a bet or raise here is to 2 to 100"),
        ("'p2 cbr 2.25'", "'p2 cbr 101'", "a bet or raise here is to 2 to 100"),
        ("'NT'", "'PO'", "variant PO, where FT and NT can be read"),
    ] {
        let error = written(&[(from, to)]).unwrap_err();
        assert!(error.contains(said) && !error.contains("limit hold'em"), "{to}: {error}");
    }
}

#[test]
fn logs_of_one_game_at_other_stakes_are_read_together() {
    let folder = tempfile::tempdir().unwrap();
    let log = |name: &str, stakes: &str, hand: &str| {
        let game = format!(
            "GAMEDEF\nnolimit\n{stakes}\nnumPlayers = 2\nnumRounds = 4\nfirstPlayer = 2 1 1 1\nnumSuits = 4\n\
             numRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
        );
        std::fs::write(folder.path().join(format!("{name}.game")), game).unwrap();
        let path = folder.path().join(format!("{name}.log"));
        let text = format!("# name/game/hands/seed m {name}.game 1 1\n{hand}\n");
        std::fs::write(&path, text).unwrap();
        path
    };
    let small = log("small", "stack = 20 20\nblind = 2 1", "STATE:0:r5f:8d9h|9s6d:-2|2:A|B");
    let big = log("big", "stack = 1000 1000\nblind = 100 50", "STATE:0:r205f:8d9h|9s6d:-100|100:A|B");
    for files in [[small.clone(), big.clone()], [big, small]] {
        let read = LoggedHands::read(&files).unwrap();
        assert_eq!(read.hands.len(), 2);
    }
}

#[test]
fn a_match_at_the_dealers_table_keeps_its_bounds_and_its_books() {
    let terms = terms("holdem-nolimit-20bb", 300, 9);
    let (end, players) = match_of(&terms, ["uniform", "always-all-in"]);
    assert!(end.warnings.is_empty(), "{:?}", end.warnings);
    let hands = end.hands(&terms);
    assert_eq!(hands.len(), 300);
    let all_in = hands.iter().filter(|hand| hand.betting.ends_with("///")).count();
    assert!(all_in > 30, "{all_in}");
    assert_eq!(players[0].tally.sum(), -players[1].tally.sum());
}

#[test]
fn matches_by_hands_are_duplicates_and_their_logs_say_the_same() {
    let [half, whole] = ["'50%', 'a'", "'100%', 'a'"].map(|sizes| sized(10.0, sizes));
    let uniform = Agent::of_fixed_in(FixedPolicy::Uniform, &half).named("half");
    let other = Agent::of_fixed_in(FixedPolicy::Uniform, &whole).named("whole");
    let folds = Agent::of_fixed_in(FixedPolicy::AlwaysFold, &half);
    let jams = Agent::of_fixed_in(FixedPolicy::AlwaysAllIn, &whole);
    let play = |one: &Agent, two: &Agent| play_deals(&[one, two], &[(0, 1)], 500, 3, &Silent).unwrap()[0];
    // 50 on the button and 100 in the big blind, whatever the cards.
    assert_eq!(play(&folds, &jams).sum(), -500 * 150);
    // The same dice on the same cards from both seats.
    assert_eq!(play(&uniform, &uniform).sum(), 0);
    assert_eq!(play(&uniform, &other).sum(), -play(&other, &uniform).sum());
    let folder = tempfile::tempdir().unwrap();
    let (log, phh) = (folder.path().join("m.log"), folder.path().join("m.phhs"));
    let places = LogPlaces { log: Some(&log), phh: Some(&phh) };
    let logged = log_hands([&uniform, &other], 1000, 3, places, &Silent).unwrap();
    assert_eq!(logged.score.chips[0], play(&uniform, &other).sum());
    assert_eq!(logged.result.method, Method::Hands);
    let rules = AcpcGame::new(half.clone());
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("# name/game/hands/seed half-whole holdem-nolimit-10bb 1000 3\n"), "{text:.80}");
    let of_log: Vec<HandRecord> = text
        .lines()
        .filter(|line| line.starts_with("STATE"))
        .map(|it| HandRecord::parse(&rules, it).unwrap())
        .collect();
    let of_phh = read_histories(&rules, &std::fs::read_to_string(&phh).unwrap()).unwrap();
    assert_eq!((of_log.len(), &of_log), (1000, &of_phh.hands));
    // A called all-in is worth its equity: only cards dealt while something could be bet are weighted.
    let cards = AllInEquity::with_stakes(&rules, [0.0; 4]);
    let preflop = of_log.iter().find(|hand| hand.betting.starts_with('r') && hand.betting.ends_with("c///")).unwrap();
    let luck = cards.luck(preflop);
    assert_eq!(luck.by_round[1..], [0.0; 3]);
    let [button, big_blind] = preflop.cards.hole.each_ref().map(|hole| match hole[..] {
        [first, second] => Holding::new(first, second).unwrap().starting_hand(),
        _ => panic!("{hole:?}"),
    });
    let equity = 1000.0 * AllInTable::full_deck().outcomes(button, big_blind).balance();
    let found = cards.corrected(preflop);
    assert!((found - equity).abs() < 1e-6 && luck.all_in != 0.0, "{button} {big_blind}: {found}, expected {equity}");
}

#[test]
fn a_person_bets_any_amount_and_is_shown_the_strategys_own() {
    let own = sized(20.0, "'50%', '100%', 'a'");
    let table = LiveTable::new(Agent::of_fixed_in(FixedPolicy::AlwaysCall, &own), "me", 4).unwrap();
    let mut result = RunningResult::new(table.own_game());
    let mut hand = table.deal(1);
    assert_eq!(table.usual_raises(&hand), [200, 300, 2000].map(|total| PlayedAction::RaiseTo(Chips(total))));
    let error = table.act(&mut hand, PlayedAction::RaiseTo(Chips(150))).unwrap_err();
    assert!(error.to_string().contains("r200 to r2000"), "{error}");
    table.act(&mut hand, PlayedAction::RaiseTo(Chips(777))).unwrap();
    assert_eq!(hand.betting, "r777c/c");
    table.act(&mut hand, PlayedAction::RaiseTo(Chips(2000))).unwrap();
    let record = table.record(&hand).unwrap();
    assert_eq!((record.betting.as_str(), record.chips[0].abs() % 2000), ("r777c/cr2000c//", 0));
    result.add(hand.person, &record);
    assert_eq!(result.mbb_per_game().mean.abs() % 20_000.0, 0.0);
    let dealt = table.events(&hand).iter().filter(|it| matches!(it, matches::live::Event::Dealt(_))).count();
    assert_eq!(dealt, 3);
    assert_eq!(table.reviewed(&hand).len(), 2);
}
