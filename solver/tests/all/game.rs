//! Games: betting trees against a naive twin, layouts against trees, card counts against listing all deals.

use crate::support::{game_of, tree_layout};
use proptest::prelude::*;
use solver::game::{
    Action, BettingTree, Child, GameCounts, GameDefinition, GameEnd, GameError, Next, NodeId, Place, TreeLayout,
};
use solver::units::Chips;
use std::collections::HashSet;

// ---- betting trees ----

/// Raise size, most raises, first player and new board cards.
type RandomRound = (i32, usize, usize, usize);

/// Small games with any blinds, first players, raises and caps.
fn small_games() -> impl Strategy<Value = GameDefinition> {
    let round = (1..5_i32, 0..4_usize, 1..3_usize, 0..2_usize);
    let cards = (2..5_usize, 4..8_usize, 1..3_usize);
    ((0..4_i32, 1..4_i32, any::<bool>()), proptest::collection::vec(round, 1..4), cards).prop_map(
        |((a, b, swap), rounds, (suits, ranks, hole))| {
            let (first, second) = if swap { (a, b) } else { (b, a) };
            let list = |value: fn(&RandomRound) -> String| rounds.iter().map(value).collect::<Vec<_>>().join(" ");
            let [sizes, raises, players, boards] = [
                list(|r| r.0.to_string()),
                list(|r| r.1.to_string()),
                list(|r| r.2.to_string()),
                list(|r| r.3.to_string()),
            ];
            game_of(&format!("{first} {second}"), [&sizes, &players, &raises, &boards], [suits, ranks, hole])
        },
    )
}

/// The naive twin: replays a whole history from the blinds, with the chips as a running list.
#[derive(Debug, PartialEq)]
enum Replayed {
    Decision { round: usize, player: usize, chips: [i32; 2], legal: String },
    End(GameEnd),
}

fn replay(game: &GameDefinition, history: &str) -> Replayed {
    let mut chips = game.blinds().map(|blind| blind.0);
    let mut round = 0;
    let mut here = String::new(); // what has happened in this round
    for letter in history.chars() {
        let player = (game.first_player(round) + here.len()) % 2;
        here.push(letter);
        match letter {
            'f' => return Replayed::End(GameEnd::Fold { folder: player, contributions: chips.map(Chips) }),
            'r' => chips[player] = chips[1 - player].max(chips[player]) + game.raise_size(round).0,
            _ => chips[player] = chips[1 - player].max(chips[player]),
        }
        if here.len() >= 2 && here.ends_with('c') {
            (round, here) = (round + 1, String::new());
        }
        if round == game.rounds() {
            return Replayed::End(GameEnd::Showdown { round: round - 1, contributions: chips.map(Chips) });
        }
    }
    let player = (game.first_player(round) + here.len()) % 2;
    let mut legal = String::new();
    if chips[player] < chips[1 - player] {
        legal.push('f');
    }
    legal.push('c');
    if here.matches('r').count() < game.max_raises(round) {
        legal.push('r');
    }
    Replayed::Decision { round, player, chips, legal }
}

/// Walks every history of a game in preorder, holds the tree to the twin and counts the decisions.
fn hold_to_twin(game: &GameDefinition, tree: &BettingTree, history: &str, next_number: &mut u32) {
    match (replay(game, history), tree.follow(history).unwrap()) {
        (Replayed::Decision { round, player, chips, legal }, Child::Decision(id)) => {
            assert_eq!(id, NodeId(*next_number), "{history}");
            *next_number += 1;
            let node = &tree[id];
            assert_eq!((node.round, node.player, node.contributions), (round, player, chips.map(Chips)), "{history}");
            assert_eq!(node.actions.iter().map(|action| action.letter()).collect::<String>(), legal, "{history}");
            for letter in legal.chars() {
                hold_to_twin(game, tree, &format!("{history}{letter}"), next_number);
            }
        }
        (Replayed::End(expected), Child::End(found)) => assert_eq!(found, expected, "{history}"),
        (expected, found) => panic!("{history}: expected {expected:?}, found {found:?}"),
    }
}

#[test]
fn decision_nodes_are_the_published_counts() {
    let count = |game: GameDefinition| BettingTree::new(&game).decision_nodes();
    assert_eq!(count(GameDefinition::holdem_limit()), [8, 70, 630, 5_670]);
    // Kuhn: nothing yet, after a check, after check and bet, after a bet.
    assert_eq!(count(GameDefinition::kuhn()), [4]);
    // Leduc, first round: nothing yet, c, cr, crr, r, rr. It is left by cc, crc, crrc, rc and rrc, each followed by
    // the same six decisions.
    assert_eq!(count(GameDefinition::leduc()), [6, 5 * 6]);
}

#[test]
fn histories_lead_to_decisions_with_or_without_slashes_and_back() {
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    assert_eq!(tree.node_at("").unwrap(), NodeId::ROOT);
    assert_eq!(tree.node_at("crc").unwrap(), tree.node_at("crc/").unwrap());
    assert_eq!(tree.node_at("crc/cr").unwrap(), tree.node_at("crccr").unwrap());
    let node = &tree[tree.node_at("crc/cr").unwrap()];
    assert_eq!((node.round, node.player, node.contributions), (1, 0, [Chips(20), Chips(30)]));
    assert_eq!(tree.history(tree.node_at("rrcrc").unwrap()), "rrc/rc/");
    let showdown = Child::End(GameEnd::Showdown { round: 3, contributions: [Chips(40), Chips(40)] });
    assert_eq!(tree.follow("rc/rrc/cc/cc").unwrap(), showdown);
    let fold = Child::End(GameEnd::Fold { folder: 1, contributions: [Chips(30), Chips(20)] });
    assert_eq!(tree.follow("rc/rf").unwrap(), fold);
    for id in (0..tree.nodes().len() as u32).map(NodeId) {
        let history = tree.history(id);
        assert_eq!(tree.node_at(&history).unwrap(), id, "{history}");
        assert_eq!(history.matches('/').count(), tree[id].round);
    }
}

#[test]
fn impossible_histories_are_refused_at_the_character_that_is_wrong() {
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let cases = [
        ("x", 1),             // no action
        ("cf", 2),            // nothing to be paid
        ("rrrr", 4),          // the cap before the flop is three raises
        ("cc/rrrrr", 8),      // and four bets after it
        ("c/c", 2),           // the round goes on
        ("/cc", 1),           // nothing has ended yet
        ("cc//", 4),          // one slash is enough
        ("fc", 2),            // the game is over
        ("cc/cc/cc/cc/", 12), // a showdown opens no round
        ("r20c", 2),          // limit raises have no size
        ("f", 2),             // no decision is left
        ("cccccccc", 9),      // nor after a showdown
    ];
    for (history, expected) in cases {
        match tree.node_at(history) {
            Err(GameError::History { position, .. }) => assert_eq!(position, expected, "{history}"),
            other => panic!("{history}: {other:?}"),
        }
    }
    assert_eq!(
        [Action::Fold, Action::Call, Action::Raise(0)].map(|a| Action::from_letter(a.letter())),
        [Some(Action::Fold), Some(Action::Call), Some(Action::Raise(0)),]
    );
}

// ---- layouts ----

/// Every node, child and end of the tree is that of its entry's template; the maps are inverse.
pub fn hold_layout_to_tree(tree: &BettingTree) {
    let layout = TreeLayout::new(tree);
    let (mut nodes, last) = (0, layout.rounds.len() - 1);
    for (round, here) in layout.rounds.iter().enumerate() {
        assert_eq!((here.entry_contribution.len(), here.template_of_entry.len()), (here.entries, here.entries));
        for entry in 0..here.entries {
            let all = here.template(entry);
            assert_eq!(all.slots, all.nodes.iter().map(|node| node.actions.len()).sum::<usize>());
            if round > 0 {
                let (before, exit) = here.parent[entry];
                assert_eq!(layout.rounds[round - 1].next_entry(before, exit), entry);
                assert_eq!(layout.rounds[round - 1].exit_chips(before, exit), here.entry_contribution[entry]);
            }
            if all.nodes.is_empty() {
                assert_eq!((all.exits, here.exit_chips(entry, 0)), (1, here.entry_contribution[entry]));
            }
            let mut next_slot = 0;
            for (node, template) in all.nodes.iter().enumerate() {
                nodes += 1;
                let place = Place { round, entry, node };
                let id = layout.node_id(place);
                assert_eq!(layout.place(id), place);
                let decision = &tree[id];
                assert_eq!((decision.round, decision.player), (round, template.player));
                assert_eq!((decision.actions, template.first_slot), (&template.actions[..], next_slot));
                next_slot += template.actions.len();
                if let Some((parent, action)) = template.parent {
                    assert_eq!(all.nodes[parent].children[action], Next::Decision(node));
                } else {
                    assert_eq!(node, 0);
                }
                for (child, in_template) in decision.children.iter().zip(&template.children) {
                    let expected = match *in_template {
                        Next::Decision(node) => Child::Decision(layout.node_id(Place { round, entry, node })),
                        Next::End(end) => match all.folder(end) {
                            Some(folder) => {
                                let contributions = here.fold_chips(entry, end - all.exits);
                                Child::End(GameEnd::Fold { folder, contributions })
                            }
                            None => {
                                let next = (round < last).then(|| here.next_entry(entry, end));
                                let is_decided =
                                    next.is_none_or(|next| layout.rounds[round + 1].template(next).nodes.is_empty());
                                let contributions = [here.exit_chips(entry, end); 2];
                                match next.filter(|_| !is_decided) {
                                    None => Child::End(GameEnd::Showdown { round, contributions }),
                                    Some(entry) => {
                                        let first = layout.node_id(Place { round: round + 1, entry, node: 0 });
                                        assert_eq!(tree[first].contributions, contributions);
                                        Child::Decision(first)
                                    }
                                }
                            }
                        },
                    };
                    assert_eq!(*child, expected);
                }
            }
        }
    }
    assert_eq!(nodes, tree.nodes().len());
}

fn hold_tree(game: &GameDefinition) {
    let tree = BettingTree::new(game);
    let mut decisions = 0;
    hold_to_twin(game, &tree, "", &mut decisions);
    assert_eq!(decisions as usize, tree.nodes().len());
    hold_layout_to_tree(&tree);
}

#[test]
fn holdem_rounds_have_seven_and_nine_exits() {
    let layout = tree_layout(&GameDefinition::holdem_limit());
    let count = |value: fn(&solver::game::RoundLayout) -> usize| layout.rounds.iter().map(value).collect::<Vec<_>>();
    assert_eq!(count(|round| round.entries), [1, 7, 63, 567]);
    assert_eq!(count(|round| round.only_template().nodes.len()), [8, 10, 10, 10]);
    assert_eq!(count(|round| round.only_template().exits), [7, 9, 9, 9]);
    // Somebody can fold wherever a bet is to be paid: everywhere but after the big blind's or anyone's option.
    assert_eq!(count(|round| round.only_template().folders.len()), [7, 8, 8, 8]);
    assert_eq!(count(|round| round.only_template().slots), [21, 26, 26, 26]);
    let added: Vec<i32> = (0..7).map(|exit| layout.rounds[0].exit_chips(0, exit).0).collect();
    assert_eq!(added, [10, 20, 30, 40, 20, 30, 40]); // cc crc crrc crrrc rc rrc rrrc
    assert_eq!(layout.rounds[0].fold_chips(0, 0), [Chips(10), Chips(5)]);
    // Sixteen of the 567 river entries at a time fill 35 vectors and seven lanes of another.
    assert_eq!(layout.rounds[3].lanes_used(16), 567.0 / (36.0 * 16.0));
}

#[test]
fn layouts_of_the_built_in_games_are_their_trees() {
    ["holdem", "kuhn", "leduc"].iter().for_each(|name| hold_tree(&GameDefinition::named(name).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn trees_and_layouts_of_any_limit_game_agree_with_the_naive_twin(game in small_games()) {
        hold_tree(&game);
    }

    #[test]
    fn canonical_text_reads_back_to_the_same_game(game in small_games()) {
        prop_assert_eq!(GameDefinition::parse(&game.to_acpc_text()).unwrap(), game);
    }
}

// ---- counts ----

/// All deals of a round, and all of them up to the names of suits, by listing them; card `rank * suits + suit`.
fn count_by_listing(game: &GameDefinition, round: usize) -> (u64, u64) {
    let (suits, cards) = (game.suits(), game.suits() * game.ranks());
    let sizes = (0..=round).map(|earlier| game.new_board_cards(earlier));
    let mut deals: Vec<Vec<u64>> = vec![vec![]];
    for size in std::iter::once(game.hole_cards()).chain(sizes) {
        let sets: Vec<u64> = (0..1_u64 << cards).filter(|set| set.count_ones() as usize == size).collect();
        let free = |deal: &Vec<u64>, set: u64| deal.iter().all(|earlier| earlier & set == 0);
        let longer = |deal: &Vec<u64>| {
            sets.iter().filter(|&&set| free(deal, set)).map(|&set| [&deal[..], &[set]].concat()).collect::<Vec<_>>()
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    let digits = (0..suits.pow(suits as u32)).map(|n| (0..suits).map(|i| n / suits.pow(i as u32) % suits).collect());
    let permutations: Vec<Vec<usize>> =
        digits.filter(|p: &Vec<usize>| p.iter().collect::<HashSet<_>>().len() == suits).collect();
    let renamed = |set: u64, to: &[usize]| {
        (0..cards)
            .filter(|card| set >> card & 1 == 1)
            .map(|card| 1_u64 << (card / suits * suits + to[card % suits]))
            .sum()
    };
    let canonical = |deal: &Vec<u64>| {
        permutations.iter().map(|to| deal.iter().map(|&set| renamed(set, to)).collect::<Vec<u64>>()).min()
    };
    (deals.len() as u64, deals.iter().map(canonical).collect::<HashSet<_>>().len() as u64)
}

#[test]
fn holdem_counts_are_the_published_ones() {
    let counts = GameCounts::of(&GameDefinition::holdem_limit());
    assert_eq!(counts.deals, [1_326, 25_989_600, 1_221_511_200, 56_189_515_200]);
    assert_eq!(counts.canonical_deals, [169, 1_286_792, 55_190_538, 2_428_287_420]);
    assert_eq!(counts.information_sets, 13_803_249_787_132);
    assert_eq!(counts.raw_information_sets, 319_365_922_522_608);
}

#[test]
fn toy_counts_are_those_by_hand() {
    let kuhn = GameCounts::of(&GameDefinition::kuhn());
    assert_eq!((kuhn.deals, kuhn.canonical_deals, kuhn.information_sets), (vec![3], vec![3], 12));
    // Leduc: 6 cards, then 6 x 5 pairs of own card and board. Up to the two suits' names: 3 ranks; 3 pairs of equal
    // ranks, and 3 x 2 ordered different ranks in 2 ways each (same suit or not).
    let leduc = GameCounts::of(&GameDefinition::leduc());
    assert_eq!((leduc.deals, leduc.canonical_deals), (vec![6, 30], vec![3, 3 + 6 * 2]));
    assert_eq!((leduc.information_sets, leduc.raw_information_sets), (6 * 3 + 30 * 15, 936));
}

#[test]
fn burnside_agrees_with_listing_all_deals_of_small_decks() {
    // Suits, ranks, hole cards, board cards of each round.
    for (suits, ranks, hole, boards) in [
        (1, 3, 1, "0"),
        (2, 3, 1, "0 1"),
        (2, 6, 2, "0 3 1"),
        (3, 3, 2, "0 2 1 1"),
        (3, 4, 1, "1 2 1"),
        (4, 2, 1, "0 4"),
        (4, 2, 2, "0 3 1"),
        (4, 3, 2, "0 3"),
        (4, 3, 1, "2 0 1"),
    ] {
        let ones = boards.replace(|it: char| it.is_ascii_digit(), "1");
        let game = game_of("1 1", [&ones, &ones, &ones, boards], [suits, ranks, hole]);
        let counts = GameCounts::of(&game);
        for round in 0..game.rounds() {
            let found = (counts.deals[round], counts.canonical_deals[round]);
            let what = format!("{suits} suits, {ranks} ranks, {hole} + {boards}, {round}");
            assert_eq!(found, count_by_listing(&game, round), "{what}");
        }
    }
}
