//! Decisions of a log, their strength, counts and baselines; groups of players who are known.

use companions::styles::features::{Features, before_flop, on_board};
use companions::styles::groups::{Baseline, Frequencies, Share, share_of};
use companions::styles::log_input::{Decision, Hands, counts, decisions, read_logs};
use companions::styles::{Settings, analyse};
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::holding::StartingHand;
use matches::acpc::log_reader::Reading;
use matches::agent::Agent;
use matches::logged_hands::{LogPlaces, log_hands};
use solver::policy::FixedPolicy;
use std::path::{Path, PathBuf};
use tables::together::progress::Silent;

/// The hand of the competition's own log, and another that ends before the flop.
const LOG: &str = "STATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:40|-40:Alice|Bob\nSTATE:1:f:4h7s|9s7d:5|-5:Bob|Alice\n";

fn read(folder: &Path, text: &str) -> Hands {
    let file = folder.join("a.log");
    std::fs::write(&file, text).unwrap();
    read_logs(&[file], &Reading::default()).unwrap()
}

#[test]
fn decisions_say_where_the_betting_stood() {
    let folder = tempfile::tempdir().unwrap();
    let hands = read(folder.path(), LOG);
    assert_eq!(hands.names, ["Alice", "Bob"]);
    let all = decisions(&hands);
    let of = |it: &Decision| (it.player, it.round, it.to_pay, it.own, it.other, it.pot, it.raises, it.chosen);
    let found: Vec<_> = all.iter().map(of).collect();
    let expected = [
        // Bob on the button raises to 20, Alice calls.
        (1, 0, 5, 5, 10, 15, 0, 2),
        (0, 0, 10, 10, 20, 30, 1, 1),
        // Alice bets 10, Bob raises, Alice calls.
        (0, 1, 0, 0, 0, 40, 0, 2),
        (1, 1, 10, 0, 10, 50, 1, 2),
        (0, 1, 10, 10, 20, 70, 2, 1),
        (0, 2, 0, 0, 0, 80, 0, 1),
        (1, 2, 0, 0, 0, 80, 0, 1),
        (0, 3, 0, 0, 0, 80, 0, 1),
        (1, 3, 0, 0, 0, 80, 0, 1),
        // Alice on the button folds.
        (0, 0, 5, 5, 10, 15, 0, 0),
    ];
    assert_eq!(found, expected);
    assert_eq!((all[0].legal, all[2].legal), (0b111, 0b110));
    let counted = counts(&hands, &all);
    let [alice, bob] = &counted[..] else { panic!() };
    assert_eq!((alice.hands, alice.decisions, bob.decisions), (2, 6, 4));
    assert_eq!((alice.share("looseness"), alice.share("aggression")), (Some(5.0 / 6.0), Some(0.2)));
    assert_eq!((alice.share("fold_to_bet"), bob.share("fold_to_bet")), (Some(1.0 / 3.0), Some(0.0)));
    assert_eq!((bob.share("preflop_raise"), alice.share("preflop_raise")), (Some(0.5), Some(0.0)));
    assert_eq!((alice.share("showdown"), alice.share("mbb_per_game")), (Some(1.0), Some(1_750.0)));
}

#[test]
fn strength_is_the_share_of_opposing_hands_beaten() {
    let strength = |hole: &str, board: &str| {
        let hole = parse_cards(hole).unwrap();
        on_board(CardSet::FULL_DECK, &hole, &parse_cards(board).unwrap())
    };
    assert_eq!(strength("AhKh", "QhJhTh2c3d"), 1.0);
    assert_eq!(strength("2c3d", "AhKhQhJhTh"), 0.5);
    // With three aces on the board and the fourth in hand nobody has more.
    assert_eq!(strength("AcKd", "AhAdAs"), 1.0);
    let table = before_flop();
    let class = |name: &str| table[name.parse::<StartingHand>().unwrap().number()];
    // Known winning rates with half of each tie; 4,000 samples have a standard error of 0.8 points.
    for (name, rate) in [("AA", 0.852), ("AKs", 0.670), ("22", 0.503), ("32o", 0.323)] {
        assert!((class(name) - rate).abs() < 0.03, "{name}: {}", class(name));
    }
}

#[test]
fn hands_of_one_deal_go_together_and_a_fifth_is_held_out() {
    let shares: Vec<Share> = (0..1_000).map(share_of).collect();
    assert!(shares.chunks_exact(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(shares.iter().filter(|&&it| it == Share::HeldOut).count(), 200);
    assert_eq!(shares.iter().filter(|&&it| it == Share::Choosing).count(), 200);
}

#[test]
fn baselines_are_probabilities_of_what_was_counted() {
    let folder = tempfile::tempdir().unwrap();
    let hands = read(folder.path(), &LOG.repeat(40));
    let all = decisions(&hands);
    let frequencies = Frequencies::of(all.iter().map(|it| (it, Some(0.5))));
    for baseline in [Baseline::Majority, Baseline::Node, Baseline::OwnNode, Baseline::NodeStrength] {
        for it in &all[..10] {
            let of = |chosen| frequencies.log_likelihood(baseline, &Decision { chosen, ..*it }, Some(0.5)).exp();
            let sum: f64 = (0..3).filter(|&chosen| it.allows(chosen)).map(of).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{baseline:?} {it:?}: {sum}");
        }
    }
    // On the button Bob always raised and Alice always folded: 40 each of 80, and 40 of 40 of one's own.
    let node = frequencies.log_likelihood(Baseline::Node, &all[0], Some(0.5)).exp();
    assert!((node - 0.5).abs() < 0.01, "{node}");
    assert!(frequencies.log_likelihood(Baseline::OwnNode, &all[0], Some(0.5)).exp() > 0.95);
}

#[test]
fn known_players_come_into_groups_of_their_own_and_none_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let policies = [FixedPolicy::AlwaysCall, FixedPolicy::AlwaysRaise, FixedPolicy::Uniform];
    let agents = policies.map(Agent::of_fixed);
    let files: Vec<PathBuf> = [(0, 1), (0, 2), (1, 2)]
        .map(|(one, other)| {
            let file = folder.path().join(format!("{one}-{other}.log"));
            let places = LogPlaces { log: Some(&file), phh: None };
            log_hands([&agents[one], &agents[other]], 300, 1, places, &Silent).unwrap();
            file
        })
        .to_vec();
    let settings = Settings { clusters: Some(3), features: Features::Strength, seed: 1 };
    let report = analyse(read_logs(&files, &Reading::default()).unwrap(), &settings, &Silent).unwrap();
    let mut sizes = report.groups.sizes.clone();
    sizes.sort_unstable();
    assert_eq!((sizes.as_slice(), report.groups.count, report.groups.halves_together), (&[1, 1, 1][..], 3, 1.0));
    assert!(report.gain_over_node.mean > 5.0 * report.gain_over_node.se);
}
