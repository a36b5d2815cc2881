//! Corrected results: without bias, exactly and on real hands, and with less spread.

use crate::made_agents::{made_agent, on_threads};
use crate::observer::StopAfter;
use crate::small_worlds::{SEVEN_CARDS, Senseless, THREE_ROUNDS, every_hand};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::showdown::ShowdownOrder;
use matches::acpc::log_reader::LoggedHands;
use matches::acpc::match_state::AcpcGame;
use matches::agent::Agent;
use matches::logged_hands::{LogPlaces, log_hands};
use matches::luck::aivat::{Aivat, Baseline};
use matches::luck::all_in_equity::{AllInEquity, balance};
use matches::luck::judge::KnownPlayer;
use matches::luck::judge::{PlayerResult, Plays, judge_logs};
use matches::luck::own_play::SelfPlayValues;
use solver::boards::{Buckets, CardRules, HandBuckets};
use solver::game::{Action, GameDefinition};
use solver::policy::FixedPolicy;
use std::path::Path;
use std::sync::Arc;
use tables::together::progress::Silent;

fn small_games() -> [GameDefinition; 4] {
    let [seven, three] = [SEVEN_CARDS, THREE_ROUNDS].map(|text| GameDefinition::parse(text).unwrap());
    [GameDefinition::kuhn(), GameDefinition::leduc(), seven, three]
}

fn moments(hands: &[(f64, f64)]) -> (f64, f64) {
    let mean = hands.iter().map(|(probability, chips)| probability * chips).sum::<f64>();
    (mean, hands.iter().map(|(probability, chips)| probability * (chips - mean).powi(2)).sum())
}

#[test]
fn over_all_hands_of_small_games_nothing_is_won_or_lost_by_the_correction() {
    for definition in small_games() {
        let game = AcpcGame::new(definition.clone());
        let players = [3, 4].map(|salt| Senseless::new(salt, 40, &definition));
        let baseline = Senseless::new(5, 1, &definition);
        for known in 0..2 {
            let aivat = Aivat::new(&game, &players[known], &baseline).unwrap();
            let (mut raw, mut corrected) = (Vec::new(), Vec::new());
            every_hand(&game, players.each_ref(), |probability, record| {
                raw.push((probability, record.chips[0] as f64));
                corrected.push((probability, aivat.corrected(record, known).unwrap()));
                // What the known player held is not asked for: it may be hidden.
                let mut hidden = record.clone();
                hidden.cards.hole[known].clear();
                assert_eq!(aivat.corrected(&hidden, known).unwrap(), corrected.last().unwrap().1);
            });
            let total: f64 = raw.iter().map(|it| it.0).sum();
            assert!((total - 1.0).abs() < 1e-9, "{total}");
            let difference = moments(&raw).0 - moments(&corrected).0;
            assert!(difference.abs() < 1e-9, "seat {known}: {difference}");
            assert!((moments(&raw).1 - moments(&corrected).1).abs() > 1e-3, "nothing was corrected");
        }
    }
}

#[test]
fn a_shown_hand_that_the_strategy_never_plays_so_is_refused_though_others_would_be() {
    for definition in small_games() {
        let game = AcpcGame::new(definition.clone());
        let players = [3, 4].map(|salt| Senseless::new(salt, 40, &definition));
        let (other, baseline) = (Senseless::new(8, 40, &definition), Senseless::new(5, 1, &definition));
        let aivat = Aivat::new(&game, &other, &baseline).unwrap();
        let mut only_shown = 0;
        every_hand(&game, players.each_ref(), |_, record| {
            let refused = aivat.corrected(record, 0).err();
            let never = other.first_never(&game, record, 0);
            assert_eq!(refused.as_ref().map(|it| it.betting.as_str()), never.as_deref(), "{record}");
            let mut hidden = record.clone();
            hidden.cards.hole[0].clear();
            let is_range_empty = aivat.corrected(&hidden, 0).is_err();
            if let Some(refused) = refused.filter(|_| !is_range_empty) {
                assert_eq!(refused.held, record.cards.hole[0]);
                only_shown += 1;
            }
        });
        assert!(only_shown > 0);
    }
}

#[test]
fn card_luck_is_nothing_over_all_hands_whatever_the_stakes() {
    for definition in small_games() {
        let game = AcpcGame::new(definition.clone());
        let players = [6, 7].map(|salt| Senseless::new(salt, 40, &definition));
        let cards = AllInEquity::with_stakes(&game, [1.3, -2.1, 0.4, 5.0]);
        let (mut raw, mut corrected) = (Vec::new(), Vec::new());
        every_hand(&game, players.each_ref(), |probability, record| {
            raw.push((probability, record.chips[0] as f64));
            corrected.push((probability, cards.corrected(record)));
        });
        let difference = moments(&raw).0 - moments(&corrected).0;
        assert!(difference.abs() < 1e-9, "{difference}");
    }
}

#[test]
fn a_pair_of_aces_is_as_far_ahead_as_is_known() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let cards = |text: &str| CardSet::of(&evaluator::card::parse_cards(text).unwrap());
    let flop = |first, second, board| balance(&rules, [cards(first), cards(second)], cards(board));
    // 990 boards, counted by hand: two outs on the turn, or two on the river.
    let kings_hit = (990.0 - 2.0 * (2.0 * 43.0 + 1.0)) / 990.0;
    assert!((flop("AhAd", "KsKc", "2h7d9c") - kings_hit).abs() < 0.02);
    assert_eq!(flop("AhAd", "KsKc", "2h7d9cAsAc"), 1.0);
    assert_eq!(flop("AhKd", "AsKc", "2h7d9cJsTc"), 0.0);
    assert_eq!(flop("KsKc", "AhAd", "2h7d9c"), -flop("AhAd", "KsKc", "2h7d9c"));
}

/// Fifty buckets a round by what a hand makes with the board.
struct MadeHands;

const COUNT: u32 = 50;

impl HandBuckets for MadeHands {
    fn bucket(&self, _round: usize, hole: CardSet, board: CardSet) -> u32 {
        let all = hole.iter().chain(board.iter()).collect();
        let rank: usize = hole.iter().map(|card| usize::from(card.rank())).sum();
        let strength = HandStrength::of(all).number() * 40 / HandStrength::COUNT;
        (strength as u32 + rank as u32 / 3).min(COUNT - 1)
    }
}

impl Buckets for MadeHands {
    fn count(&self, _round: usize) -> usize {
        COUNT as usize
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.holdings().map(|hole| self.bucket(round, hole.card_set(), CardSet::of(board))));
    }
}

/// Folds weak hands and raises strong ones, most of the time.
fn sensible() -> Agent {
    made_agent("sensible", Arc::new(MadeHands), |_, bucket, actions| {
        let strength = bucket as f32 / COUNT as f32;
        let weight = |action: &Action| match action {
            Action::Fold => (0.4 - strength).max(0.02),
            Action::Call => 0.5,
            Action::Raise(_) => 0.1 + strength,
        };
        actions.iter().map(weight).collect()
    })
}

fn logged(folder: &Path, agents: [&Agent; 2], games: u32) -> LoggedHands {
    let path = folder.join(format!("{}.log", agents[1].name()));
    log_hands(agents, games, 21, LogPlaces { log: Some(&path), phh: None }, &Silent).unwrap();
    LoggedHands::read(&[path]).unwrap()
}

fn judged(logs: &LoggedHands, known: Option<&KnownPlayer>) -> Vec<PlayerResult> {
    judge_logs(logs, known.map(|known| Plays { known, name: "sensible" }), &Silent).unwrap().players
}

#[test]
fn results_of_real_hands_stay_within_their_errors_and_vary_less() {
    let folder = tempfile::tempdir().unwrap();
    let (sensible, caller) = (Arc::new(sensible()), Agent::of_fixed(FixedPolicy::CallRaise));
    let known = KnownPlayer::of_boards(sensible.clone(), 24, &Silent).unwrap();
    let logs = logged(folder.path(), [&sensible, &caller], 120);
    for (known, least) in [(None, 1.2), (Some(&known), 4.0)] {
        let players = judged(&logs, known);
        let [first, second] = &players[..] else { panic!("{players:?}") };
        assert_eq!((first.name.as_str(), first.hands, first.corrected_hands), ("sensible", 120, 120));
        assert!((first.mbb_per_game + second.mbb_per_game).abs() < 1e-9);
        assert!((first.corrected_mbb_per_game + second.corrected_mbb_per_game).abs() < 1e-9);
        // Both are estimates of one number.
        let apart = (first.mbb_per_game - first.corrected_mbb_per_game).abs();
        assert!(apart < 1.5 * (first.ci95 + first.corrected_ci95), "{first:?}");
        assert!(first.variance_factor.unwrap() > least, "{first:?}");
    }
}

#[test]
fn own_values_are_the_blinds_where_all_fold_and_the_equity_where_all_call() {
    let hole = |text: &str| CardSet::of(&evaluator::card::parse_cards(text).unwrap());
    let values =
        |policy, boards| SelfPlayValues::of_boards(Arc::new(Agent::of_fixed(policy)), boards, &Silent).unwrap();
    let at_start =
        |values: &SelfPlayValues, position, text| values.at_start(position, 0, 0, hole(text), CardSet::EMPTY);
    let folds = values(FixedPolicy::AlwaysFold, 8);
    for text in ["AhAd", "7h2d", "Tc9c"] {
        // The small blind is first to act.
        assert_eq!([0, 1].map(|position| at_start(&folds, position, text)), [5.0, -5.0], "{text}");
    }
    let calls = values(FixedPolicy::AlwaysCall, 100);
    // A big blind is won or lost; against any hand on any board aces win 85.2 %, seven-deuce 34.6 %.
    for (text, share) in [("AhAd", 0.852), ("7h2d", 0.346)] {
        for position in 0..2 {
            let value = at_start(&calls, position, text);
            assert!((value - 10.0 * (2.0 * share - 1.0)).abs() < 1.0, "{text}: {value}");
        }
    }
}

#[test]
fn own_values_do_not_depend_on_the_number_of_threads() {
    let agent = Arc::new(sensible());
    let values = |threads| on_threads(threads, || SelfPlayValues::of_boards(agent.clone(), 10, &Silent)).unwrap();
    let (one, three) = (values(1), values(3));
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let board = CardSet::of(&evaluator::card::parse_cards("2h7d9c").unwrap());
    for hole in rules.holes(board) {
        for entry in 0..7 {
            for position in 0..2 {
                let value = |values: &SelfPlayValues| values.at_start(position, 1, entry, hole, board);
                assert_eq!(value(&one).to_bits(), value(&three).to_bits(), "{entry}");
            }
        }
    }
}

#[test]
fn the_last_report_of_judging_counts_every_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (raiser, caller) = (Agent::of_fixed(FixedPolicy::CallRaise), Agent::of_fixed(FixedPolicy::AlwaysFold));
    for hands in [4, 600] {
        let logs = logged(folder.path(), [&raiser, &caller], hands);
        let all = u64::from(hands);
        // It would stop if it were told of another number of hands.
        let observer = StopAfter::when(|_, update| update.of != all);
        judge_logs(&logs, None, &observer).unwrap();
        let reports = observer.heard.into_inner().unwrap();
        assert_eq!([reports.first(), reports.last()].map(|it| it.unwrap().0), [0, all], "{reports:?}");
    }
}
