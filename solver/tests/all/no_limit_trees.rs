//! No-limit games: their trees against counts by another program and against a naive twin, and as text.

use crate::game::hold_layout_to_tree;
use crate::support::without_limit;
use proptest::prelude::*;
use serde_json::{Value, json};
use solver::game::sizes::{Fate, Size, SizeUse};
use solver::game::{
    Action, BetSizes, BettingTree, Child, GameDefinition, GameEnd, GameError, GameOptions, NodeId, TreeLayout,
};
use solver::run::solve;
use solver::train::UpdateRule;
use solver::units::Chips;
use tables::together::progress::Silent;

fn no_limit(stack: f64, sizes: &str) -> Result<GameDefinition, GameError> {
    let sizes = BetSizes::parse(sizes)?;
    GameDefinition::named_with("holdem-nolimit", &GameOptions { stack: Some(stack), sizes: Some(sizes) })
}

const STANDARD: &str = "cap = [4, 3, 3, 3]\n[all]\nbet = ['50%', '100%', 'a']\nraise = ['50%', '100%', 'a']\n";
const THREE_BETS: &str = "cap = [4, 3, 3, 3]\n[all]\nbet = ['33%', '75%', '150%', 'a']\nraise = ['100%', 'a']\n\
                          [preflop]\nraise = ['50%', '100%', 'a']\n";
const POT: &str = "cap = [3, 2, 2, 2]\n[all]\nbet = ['100%', 'a']\nraise = ['100%', 'a']\n";

/// Sizes, stack in big blinds, decisions of the rounds, slots, river entries and shapes, hundredths of lanes used.
type Row = (&'static str, f64, [usize; 4], usize, usize, usize, u32);

#[test]
fn trees_have_the_counts_of_another_program() {
    let rows: [Row; 10] = [
        (STANDARD, 10.0, [32, 136, 352, 712], 2_929, 123, 5, 70),
        (STANDARD, 20.0, [56, 328, 1_096, 2_712], 10_273, 411, 7, 86),
        (STANDARD, 30.0, [60, 452, 1_772, 4_916], 17_937, 689, 8, 88),
        (STANDARD, 50.0, [60, 692, 3_596, 12_356], 42_801, 1_481, 9, 94),
        (STANDARD, 100.0, [60, 1_028, 6_924, 28_980], 97_009, 2_977, 10, 97),
        (STANDARD, 200.0, [60, 1_388, 12_252, 62_476], 203_905, 5_461, 10, 99),
        (THREE_BETS, 20.0, [56, 312, 1_176, 3_432], 12_465, 459, 7, 87),
        (THREE_BETS, 100.0, [60, 784, 5_360, 26_304], 86_685, 2_317, 10, 96),
        (THREE_BETS, 200.0, [60, 936, 8_144, 49_240], 158_733, 3_633, 10, 98),
        (POT, 100.0, [12, 60, 236, 700], 2_529, 93, 3, 83),
    ];
    for (sizes, stack, decisions, slots, entries, shapes, used) in rows {
        let game = no_limit(stack, sizes).unwrap();
        let tree = BettingTree::new(&game);
        let layout = TreeLayout::new(&tree);
        let river = &layout.rounds[3];
        let found = (
            tree.decision_nodes(),
            layout.rounds.iter().map(|round| round.slots()).sum::<usize>(),
            river.ways_in(),
            river.shapes(),
            (100.0 * river.lanes_used(16)).round() as u32,
        );
        assert_eq!(found, (decisions.to_vec(), slots, entries, shapes, used), "{stack} big blinds, {sizes}");
    }
}

#[test]
fn no_limit_holdem_is_built_in_with_two_hundred_big_blinds() {
    let game = GameDefinition::named("holdem-nolimit").unwrap();
    assert_eq!((game.stack(), game.big_blind(), game.blinds()[1]), (Some(Chips(20_000)), Chips(100), Chips(50)));
    assert_eq!(game, no_limit(200.0, STANDARD).unwrap());
    assert_eq!(game.sizes(), Some(&BetSizes::standard()));
    assert_eq!(GameDefinition::named("holdem-nolimit-20").unwrap().deck().len(), 20);
    let text = game.to_acpc_text();
    assert!(text.contains("\nnolimit\n") && text.contains("\nstack = 20000 20000\n"), "{text}");
    assert!(!text.contains("raiseSize") && !text.contains("maxRaises"), "{text}");
    assert_eq!(GameDefinition::parse(&text).unwrap(), game);
}

#[test]
fn push_fold_play_is_a_jam_or_a_fold_and_a_call_or_a_fold() {
    let options = GameOptions { stack: Some(7.5), sizes: None };
    let game = GameDefinition::named_with("push-fold", &options).unwrap();
    let tree = BettingTree::new(&game);
    assert_eq!(tree.decision_nodes(), [2, 0, 0, 0]);
    assert_eq!(tree.nodes()[0].actions, [Action::Fold, Action::Raise(0)]);
    assert_eq!(tree.nodes()[1].actions, [Action::Fold, Action::Call]);
    let showdown = Child::End(GameEnd::Showdown { round: 0, contributions: [Chips(750); 2] });
    assert_eq!(tree.follow("r750c"), Ok(showdown));
    hold_layout_to_tree(&tree);
    // With a stack of one big blind a call is all-in.
    let tiny = GameDefinition::named_with("push-fold", &GameOptions { stack: Some(1.0), sizes: None }).unwrap();
    assert_eq!(BettingTree::new(&tiny).nodes()[0].actions, [Action::Fold, Action::Call]);
    let options = GameOptions { stack: None, sizes: Some(BetSizes::standard()) };
    assert!(matches!(GameDefinition::named_with("push-fold", &options), Err(GameError::UnfitSizes { .. })));
}

#[test]
fn kuhn_and_leduc_have_the_trees_of_the_limit_games_where_sizes_are_the_same() {
    let leduc = "cap = [2, 2, 1, 1]\n[preflop]\nbet = ['3c']\nraise = ['5c']\n[flop]\nbet = ['4c']\nraise = ['8c']\n";
    let kuhn = "cap = [1, 1, 1, 1]\n[all]\nbet = ['a']\nraise = ['a']\n";
    for (limit, stack, sizes) in [(GameDefinition::kuhn(), 2, kuhn), (GameDefinition::leduc(), 13, leduc)] {
        let own = without_limit(&limit, stack, sizes);
        let trees = [&own, &limit].map(BettingTree::new);
        assert_eq!(trees[0].nodes(), trees[1].nodes());
        assert_eq!(TreeLayout::of_one_shape(&trees[0]), TreeLayout::of_one_shape(&trees[1]));
        // Solved, they have the same value to the last bit.
        let [own, limit] = [&own, &limit].map(|game| solve(game, UpdateRule::DCFR, 50, &Silent).unwrap());
        assert_eq!((own.value, own.exploitability), (limit.value, limit.exploitability));
    }
    // In Kuhn with a stack of 2 a bet of any size is all-in.
    assert_eq!(BettingTree::new(&without_limit(&GameDefinition::kuhn(), 2, STANDARD)).nodes().len(), 4);
}

#[test]
fn a_recipe_brings_a_game_back_and_a_damaged_one_does_not() {
    let sizes = "cap = [4, 3, 3, 2]\n[all]\nbet = ['2e50%', 'a']\nraise = ['2.5x']\n[river.oop]\ndonk = ['50%']\n";
    for game in [GameDefinition::holdem_limit(), GameDefinition::leduc(), no_limit(33.5, sizes).unwrap()] {
        let mut recipe = json!({ "seed": 1 });
        game.enter(&mut recipe);
        assert_eq!(GameDefinition::of_recipe(&recipe), Some(game.clone()));
        // Without a limit the sizes are as much of the game as the stack; with one there are none.
        assert_eq!(recipe.get("sizes").is_some(), game.stack().is_some());
        assert_eq!(recipe.get("stack").and_then(Value::as_i64), game.stack().map(|stack| i64::from(stack.0)));
        recipe["sizes"] = json!("cap = 5");
        assert_eq!(GameDefinition::of_recipe(&recipe), None);
    }
    assert_eq!(GameDefinition::of_recipe(&json!({})), None);
}

// ---- betting as text ----

#[test]
fn raises_are_written_with_the_total_of_the_whole_hand() {
    let tree = BettingTree::new(&no_limit(100.0, STANDARD).unwrap());
    // A raise to 300 and a call; a pot of 600 bet, and raised by the pot of 1,800 after the call.
    let id = tree.node_at("r300c/cr900r2700").unwrap();
    assert_eq!(
        (tree[id].round, tree[id].player, tree[id].contributions),
        (1, 1, [Chips(2_700), Chips(900)]).to_owned()
    );
    assert_eq!(tree.history(id), "r300c/cr900r2700");
    for id in (0..tree.nodes().len() as u32).map(NodeId) {
        assert_eq!(tree.node_at(&tree.history(id)), Ok(id));
    }
    // The boards after a called all-in are dealt without betting.
    let showdown = Child::End(GameEnd::Showdown { round: 0, contributions: [Chips(10_000); 2] });
    for history in ["r10000c", "r10000c/", "r10000c///"] {
        assert_eq!(tree.follow(history), Ok(showdown), "{history}");
    }
    let cases = [
        ("r250", 1, "f or c or r200 or r300 or r10000"),
        ("r", 1, "r200"),
        ("r200r", 5, "r400"),
        ("r300c/cr900900", 8, "c or r600 or r900 or r10000"),
        ("r10000c////", 11, "nothing more"),
        ("r10000r", 7, "f or c"),
        ("r300cc/", 7, "c or r"),
        ("r99999999999999999999", 1, "r300"),
    ];
    for (history, position, expected) in cases {
        match tree.node_at(history) {
            Err(GameError::History { position: found, expected: legal, .. }) => {
                assert!(found == position && legal.contains(expected), "{history}: {found}, {legal}");
            }
            other => panic!("{history}: {other:?}"),
        }
    }
}

// ---- a naive twin ----

/// The sizes of the twin's games, as a text and as what it needs of them.
#[derive(Clone, Debug)]
struct TwinSizes {
    shares: Vec<u32>,
    multiple: u32,
    cap: usize,
    forced: u32,
}

impl TwinSizes {
    fn text(&self) -> String {
        let shares = self.shares.iter().map(|share| format!("'{share}%', ")).collect::<String>();
        let Self { multiple, cap, forced, .. } = self;
        format!(
            "cap = [{cap}, {cap}, {cap}, {cap}]\nall_in_forced = 0.{forced:02}\n[all]\nbet = [{shares}]\n\
             raise = [{shares}'{multiple}x', 'a']\n"
        )
    }
}

/// Everything in chips and words, from the beginning: what each has in, this round's betting, and the round.
#[derive(Clone, Debug)]
struct TwinState {
    chips: [i64; 2],
    before: i64,
    words: String,
    raises: usize,
    last_raise: i64,
    round: usize,
    player: usize,
}

struct Twin {
    stack: i64,
    big_blind: i64,
    first: [usize; 4],
    rounds: usize,
    sizes: TwinSizes,
    tree: BettingTree,
    decisions: usize,
}

impl Twin {
    /// The totals to which a player may raise.
    fn raises(&self, at: &TwinState) -> Vec<i64> {
        let level = at.chips[0].max(at.chips[1]);
        let pot = 2 * level;
        let mut wanted = Vec::new();
        if at.raises < self.sizes.cap {
            wanted.extend(self.sizes.shares.iter().map(|&share| level + (pot * i64::from(share) + 50) / 100));
            if at.raises > 0 {
                wanted.push(at.before + (level - at.before) * i64::from(self.sizes.multiple));
            }
        }
        if at.raises > 0 {
            wanted.push(self.stack);
        }
        let least = level + at.last_raise.max(self.big_blind);
        for total in &mut wanted {
            *total = (*total).max(least).min(self.stack);
            if (self.stack - *total) * 100 <= i64::from(self.sizes.forced) * 2 * *total {
                *total = self.stack;
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        if level == self.stack { Vec::new() } else { wanted }
    }

    fn hold(&mut self, at: TwinState, history: &str) {
        let id = self.tree.node_at(history).unwrap();
        assert_eq!(id.number(), self.decisions, "{history}: preorder");
        self.decisions += 1;
        let node = self.tree[id].clone();
        assert_eq!(
            (node.round, node.player, node.contributions.map(|it| i64::from(it.0))),
            (at.round, at.player, at.chips)
        );
        let (own, other) = (at.chips[at.player], at.chips[1 - at.player]);
        let raises = self.raises(&at);
        let mut words = Vec::new();
        if own < other {
            words.push("f".to_owned());
        }
        words.push("c".to_owned());
        words.extend(raises.iter().map(|total| format!("r{total}")));
        assert_eq!(self.tree.action_texts(&node), words, "{history}");
        for word in words {
            let history = format!("{history}{word}");
            let mut next = TwinState { player: 1 - at.player, words: at.words.clone() + &word, ..at.clone() };
            match &word[..1] {
                "f" => {
                    let contributions = at.chips.map(|chips| Chips(chips as i32));
                    let end = GameEnd::Fold { folder: at.player, contributions };
                    assert_eq!(self.tree.follow(&history), Ok(Child::End(end)));
                    continue;
                }
                "r" => {
                    let total: i64 = word[1..].parse().unwrap();
                    // A legal raise: at least as much as the last one, or all-in.
                    // What is raised is the higher of both totals: before the flop the other one may be the lower.
                    let raised = total - own.max(other);
                    assert!(raised >= at.last_raise.max(self.big_blind) || total == self.stack, "{history}");
                    next.chips[at.player] = total;
                    (next.raises, next.last_raise) = (at.raises + 1, raised);
                }
                _ => next.chips[at.player] = other.max(own),
            }
            let (is_level, opens) = (next.chips[0] == next.chips[1], at.words.is_empty());
            let all_in = is_level && next.chips[0] == self.stack;
            if word == "c" && (all_in || !opens && at.round + 1 == self.rounds) {
                let contributions = next.chips.map(|chips| Chips(chips as i32));
                let end = GameEnd::Showdown { round: at.round, contributions };
                assert_eq!(self.tree.follow(&history), Ok(Child::End(end)), "{history}");
                continue;
            }
            if word == "c" && !opens {
                let (round, chips) = (at.round + 1, next.chips);
                let player = self.first[round];
                let new = TwinState {
                    chips,
                    before: chips[0],
                    words: String::new(),
                    raises: 0,
                    last_raise: 0,
                    round,
                    player,
                };
                self.hold(new, &history);
            } else {
                self.hold(next, &history);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn trees_of_small_no_limit_games_agree_with_the_naive_twin(
        (rounds, stack) in (1..4_usize, prop_oneof![3..6_i64, 3..60_i64]),
        blinds in prop::sample::select(vec![(1, 1), (2, 1), (1, 2), (3, 1)]),
        first in prop::array::uniform4(0..2_usize),
        shares in prop::collection::btree_set(prop::sample::select(vec![17_u32, 25, 33, 50, 75, 100, 150, 220]), 0..4),
        (multiple, cap, forced) in (2..4_u32, 1..4_usize, prop::sample::select(vec![0_u32, 15, 67])),
    ) {
        let sizes = TwinSizes { shares: shares.into_iter().collect(), multiple, cap, forced };
        let list = |values: Vec<usize>| values.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let text = format!(
            "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = {rounds}\nstack = {stack} {stack}\nblind = {} {}\n\
             firstPlayer = {}\nnumSuits = 4\nnumRanks = 4\nnumHoleCards = 1\nnumBoardCards = {}\nEND GAMEDEF\n",
            blinds.0, blinds.1,
            list(first[..rounds].iter().map(|player| player + 1).collect()),
            list((0..rounds).map(|round| usize::from(round > 0)).collect()),
        );
        let options = GameOptions { stack: None, sizes: Some(BetSizes::parse(&sizes.text()).unwrap()) };
        let game = GameDefinition::parse_with(&text, &options).unwrap().0;
        let tree = BettingTree::new(&game);
        hold_layout_to_tree(&tree);
        let (one, other) = (i64::from(blinds.0), i64::from(blinds.1));
        let is_ante = one == other;
        let start = TwinState {
            chips: [one, other], before: 0, words: String::new(), raises: usize::from(!is_ante),
            last_raise: (one - other).abs(), round: 0, player: first[0],
        };
        let big_blind = one.max(other);
        let mut twin = Twin { stack, big_blind, first, rounds, sizes, tree, decisions: 0 };
        twin.hold(start, "");
        prop_assert_eq!(twin.decisions, twin.tree.nodes().len());
        let options = GameOptions { stack: None, sizes: game.sizes().cloned() };
        prop_assert_eq!(GameDefinition::parse_with(&game.to_acpc_text(), &options).unwrap().0, game);
    }
}

// ---- why a size is missing ----

#[test]
fn every_listed_size_of_a_game_is_an_action_or_missing_for_a_reason() {
    let game = no_limit(20.0, STANDARD).unwrap();
    let tree = BettingTree::new(&game);
    let uses = SizeUse::of(&game);
    // Three raises before the flop; three bets and three raises in each later round.
    assert_eq!(uses.len(), 3 + 3 * 6);
    let raises: u64 = uses.iter().filter_map(|it| it.decisions.get(&Fate::Offered)).sum();
    let in_tree = tree.nodes().iter().flat_map(|node| node.actions).filter(|it| matches!(it, Action::Raise(_))).count();
    assert_eq!(raises, in_tree as u64);
    let all_in = uses.iter().find(|it| it.round == 0 && it.size == Size::AllIn).unwrap();
    assert_eq!(all_in.chips, Some([Chips(2_000); 2]));
    // Decision by decision, the offers are the totals of the raises.
    for (number, node) in tree.nodes().iter().enumerate() {
        let offers = tree.offers(&game, NodeId(number as u32));
        let mut offered: Vec<Chips> = offers.iter().filter(|it| it.fate == Fate::Offered).map(|it| it.total).collect();
        offered.sort_unstable();
        let raises = node.actions.iter().filter(|it| matches!(it, Action::Raise(_))).count();
        assert_eq!(offered, node.totals[node.totals.len() - raises..]);
    }
    assert_eq!(SizeUse::of(&GameDefinition::holdem_limit()), []);
}
