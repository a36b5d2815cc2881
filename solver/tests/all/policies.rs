//! Policies: the built-in ones, and strategy files unpacked.

use crate::support::{BuiltIn, Tables, assert_unfit, mix, scratch, tree_layout, write_built_in, write_strategy};
use evaluator::card::parse_cards;
use solver::boards::OneBucket;
use solver::error::SolverError;
use solver::game::{Action, BetSizes, BettingTree, GameDefinition, GameOptions};
use solver::policy::{FixedPolicy, StoredPolicy};
use solver::walk::{BoardMemory, Player, PreparedGame, Row, Strategies};
use std::path::Path;
use tables::error::TableError;
use tables::strategy::block::{MAX_ACTIONS, ProbabilityBits};
use tables::strategy::reader::StrategyReader;

use Action::{Call, Fold};

const RAISE: Action = Action::Raise(0);

#[test]
fn fixed_policies_call_at_the_cap_and_check_instead_of_folding() {
    let third = 1.0 / 3.0;
    let all = [&[Call][..], &[Call, RAISE], &[Fold, Call], &[Fold, Call, RAISE]];
    let table: [(FixedPolicy, [&[f64]; 4]); 6] = [
        (FixedPolicy::AlwaysFold, [&[1.0], &[1.0, 0.0], &[1.0, 0.0], &[1.0, 0.0, 0.0]]),
        (FixedPolicy::AlwaysCall, [&[1.0], &[1.0, 0.0], &[0.0, 1.0], &[0.0, 1.0, 0.0]]),
        (FixedPolicy::AlwaysRaise, [&[1.0], &[0.0, 1.0], &[0.0, 1.0], &[0.0, 0.0, 1.0]]),
        (FixedPolicy::AlwaysAllIn, [&[1.0], &[0.0, 1.0], &[0.0, 1.0], &[0.0, 0.0, 1.0]]),
        (FixedPolicy::CallRaise, [&[1.0], &[0.5, 0.5], &[0.0, 1.0], &[0.0, 0.5, 0.5]]),
        (FixedPolicy::Uniform, [&[1.0], &[0.5, 0.5], &[0.5, 0.5], &[third, third, third]]),
    ];
    for (policy, expected) in table {
        for (actions, expected) in all.iter().zip(expected) {
            assert_eq!(policy.probabilities(actions), expected, "{policy} {actions:?}");
        }
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    // Of three sizes, the smallest or the largest; where limps are excluded, a fold.
    let sizes = [Fold, Call, RAISE, Action::Raise(1), Action::Raise(2)];
    let of = |policy: FixedPolicy, actions: &[Action]| policy.probabilities(actions);
    assert_eq!(of(FixedPolicy::AlwaysRaise, &sizes), [0.0, 0.0, 1.0, 0.0, 0.0]);
    assert_eq!(of(FixedPolicy::AlwaysAllIn, &sizes), [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(of(FixedPolicy::CallRaise, &sizes), [0.0, 0.5, 0.5, 0.0, 0.0]);
    assert_eq!(of(FixedPolicy::Uniform, &sizes), [0.2; 5]);
    assert_eq!(of(FixedPolicy::AlwaysCall, &[Fold, RAISE]), [1.0, 0.0]);
    let error = "always-win".parse::<FixedPolicy>().unwrap_err();
    assert!(error.contains("'always-win'") && error.contains("call-raise"), "{error}");
}

/// Whole parts for a decision's actions.
fn hashed_parts(node: usize, bucket: usize, actions: usize, bits: ProbabilityBits) -> Vec<u16> {
    let mut left = u64::from(bits.parts());
    let mut parts: Vec<u16> = (1..actions as u64)
        .map(|action| {
            let part = mix(node as u64 ^ action << 40 ^ (bucket as u64) << 50) % (left + 1);
            left -= part;
            part as u16
        })
        .collect();
    parts.push(left as u16);
    parts
}

/// A no-limit game with up to six actions a decision and decisions without a raise.
fn short_stacks() -> GameDefinition {
    let sizes = "cap = [2, 2, 1, 1]\n[all]\nbet = ['33%', '75%', '150%', 'a']\nraise = ['50%', '100%', 'a']\n";
    let options = GameOptions { stack: Some(8.0), sizes: Some(BetSizes::parse(sizes).unwrap()) };
    GameDefinition::named_with("holdem-nolimit", &options).unwrap()
}

#[test]
fn a_strategy_file_written_by_hand_is_read_part_by_part() {
    for game in [GameDefinition::holdem_limit(), short_stacks()] {
        assert_reads_parts(&game);
    }
}

fn assert_reads_parts(game: &GameDefinition) {
    let tree = BettingTree::new(game);
    let layout = tree_layout(game);
    let (_folder, [path]) = scratch(["by-hand.strategy"]);
    let Tables { lanes, sets, .. } = Tables::<f32>::with_counts(game, &[2; 4]);
    for bits in ProbabilityBits::ALL {
        let parts = |node: usize, bucket: usize| hashed_parts(node, bucket, tree.nodes()[node].actions.len(), bits);
        // Files of four bits are kept in parts of 255 in memory.
        let times = if bits == ProbabilityBits::Four { 17 } else { 1 };
        let whole = f64::from(bits.parts());
        write_strategy(&path, game, &[2; 4], bits, |(node, _), bucket| {
            parts(node, bucket).iter().map(|&it| f32::from(it)).collect()
        });
        let stored = StoredPolicy::read(game, &path).unwrap();
        assert!((0..4).all(|round| stored.buckets(round) == 2));
        for (&(node, bucket), place) in &sets {
            // The other bucket is loaded before it.
            let slots = lanes.shape(place.at).slots;
            let mut rows = vec![Row::<f64>::default(); 2 * slots];
            stored.load(place.at, tree[node].player, &[1 - bucket, bucket], &mut rows);
            let expected = parts(node.number(), bucket as usize);
            let found = stored.parts::<MAX_ACTIONS>(layout.place(node), bucket as usize);
            let scaled: Vec<u16> = expected.iter().map(|&part| times * part).collect();
            assert_eq!(found[..expected.len()], scaled[..], "{bits} bits, decision {node:?}");
            assert!(found[expected.len()..].iter().all(|&part| part == 0));
            for (row, part) in rows[slots + place.first_slot..].iter().zip(expected) {
                assert!((row.0[place.lane] - f64::from(part) / whole).abs() < 1e-12, "{bits} bits");
            }
        }
    }
}

#[test]
fn a_stored_built_in_policy_wins_what_the_built_in_one_wins() {
    let game = GameDefinition::holdem_limit();
    let prepared = PreparedGame::<f64>::new(&game);
    let (_folder, [path]) = scratch(["always-raise.strategy"]);
    write_built_in(&path, &game, &[1; 4], FixedPolicy::AlwaysRaise);
    let stored = StoredPolicy::read(&game, &path).unwrap();
    let [fixed, other] = [FixedPolicy::AlwaysRaise, FixedPolicy::Uniform].map(|policy| BuiltIn::new(&game, policy));
    let board = parse_cards("Qs7h2cAdTd").unwrap();
    let value = |player| prepared.value_on_board([player, other.player()], &board, &mut BoardMemory::default());
    let stored = value(Player { buckets: &OneBucket, strategies: &stored });
    assert!((stored - value(fixed.player())).abs() < 1e-12);
    assert!(stored.abs() > 0.01);
}

#[test]
fn a_strategy_of_another_game_is_refused() {
    let (_folder, [path, damaged, none]) = scratch(["leduc.strategy", "damaged.strategy", "none"]);
    let leduc = GameDefinition::leduc();
    write_built_in(&path, &leduc, &[3, 6], FixedPolicy::Uniform);
    assert!(StoredPolicy::read(&leduc, &path).is_ok());
    let refused = |path: &Path| StoredPolicy::read(&leduc, path).err().expect("a refusal");
    // One bit among the blocks of probabilities, wherever it is.
    let bytes = std::fs::read(&path).unwrap();
    let reader = StrategyReader::open(&path).unwrap();
    let blocks = reader.file().header().sections.iter().max_by_key(|section| section.bytes).unwrap();
    for place in blocks.offset..blocks.offset + blocks.bytes {
        let mut bytes = bytes.clone();
        bytes[place as usize] ^= 1;
        std::fs::write(&damaged, bytes).unwrap();
        let error = refused(&damaged);
        assert!(matches!(error, SolverError::Table(TableError::Damaged { .. })), "{error}");
    }
    let told = assert_unfit(StoredPolicy::read(&GameDefinition::holdem_limit(), &path), "strategy file");
    assert!(told.contains("6378 decisions in 4 rounds"), "{told}");
    // As many decisions, but one action too many in each.
    write_strategy(&path, &leduc, &[3, 6], ProbabilityBits::Eight, |_, _| vec![1.0; 3]);
    assert_unfit(StoredPolicy::read(&leduc, &path), "strategy file");
    std::fs::write(&path, b"no strategy").unwrap();
    for path in [path, none] {
        assert!(matches!(refused(&path), SolverError::Table(_)));
    }
}
