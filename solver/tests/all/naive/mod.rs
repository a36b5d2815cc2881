//! What the naive twins of the walk share: hashed abstractions, hashed policies, and the betting tree played out by
//! plain recursion, decision by decision.

pub mod cfr;
pub mod exact_opponent;
pub mod programme;

use cfr::InformationSet;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::showdown::ShowdownOrder;
use solver::boards::{Buckets, CardRules};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, Place, TreeLayout};
use solver::train::{Cells, TableLayout};
use solver::walk::{BoardMemory, ChunkId, HistoryLanes, Player, PreparedGame, Real, Row, Strategies};
use std::collections::HashMap;

/// Well-mixed bits of a number (the finaliser of splitmix64).
pub fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The sum of squared deviations in units of the expected count: about the degrees of freedom, one less than the cells.
pub fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// A limit game in ACPC text; blinds of 10 and 5 with the button first before the flop, as in hold'em.
pub fn limit_game(suits: usize, ranks: usize, hole_cards: usize, raises: &str, board_cards: &str) -> GameDefinition {
    let rounds = raises.split(' ').count();
    let per_round = |first: &str, later: &str| {
        vec![first; 1].into_iter().chain(vec![later; rounds - 1]).collect::<Vec<_>>().join(" ")
    };
    let text = format!(
        "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = {rounds}\nblind = 10 5\nraiseSize = {}\nfirstPlayer = {}\n\
         maxRaises = {raises}\nnumSuits = {suits}\nnumRanks = {ranks}\nnumHoleCards = {hole_cards}\n\
         numBoardCards = {board_cards}\nEND GAMEDEF\n",
        per_round("10", "20"),
        per_round("2", "1"),
    );
    GameDefinition::parse(&text).expect("a valid game")
}

/// Buckets that have nothing to do with strength: a hash of round, hole cards and board.
pub struct HashedBuckets {
    pub rules: CardRules,
    pub counts: Vec<usize>,
    pub salt: u64,
}

impl HashedBuckets {
    pub fn new(game: &GameDefinition, counts: &[usize], salt: u64) -> Self {
        Self { rules: CardRules::new(game), counts: counts.to_vec(), salt }
    }

    /// The bucket of a hand on a round's board; it depends on which cards were dealt in the round before.
    pub fn bucket(&self, round: usize, hole: CardSet, board: &[Card]) -> u32 {
        let before = &board[..self.rules.board_cards(round.saturating_sub(1))];
        let cards = mix(mix(mix(self.salt ^ hole.bits()) ^ CardSet::of(board).bits()) ^ CardSet::of(before).bits());
        (mix(cards ^ round as u64) % self.counts[round] as u64) as u32
    }

    /// The buckets of all rounds of a complete board.
    pub fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32> {
        (0..self.rules.rounds()).map(|it| self.bucket(it, hole, &board[..self.rules.board_cards(it)])).collect()
    }
}

impl Buckets for HashedBuckets {
    fn count(&self, round: usize) -> usize {
        self.counts[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| self.bucket(round, self.rules.hole(id), board)));
    }
}

/// Every information set of a table, with the first row of its cells and their lane.
pub fn information_sets(
    game: &GameDefinition,
    lanes: &HistoryLanes,
    layout: &TableLayout,
) -> Vec<(InformationSet, usize, usize)> {
    let tree = BettingTree::new(game);
    let tree_layout = TreeLayout::new(&tree).unwrap();
    let mut sets = Vec::new();
    for number in 0..tree.nodes().len() as u32 {
        let place = tree_layout.place(NodeId(number));
        let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
        let first_slot = lanes.rounds[place.round].nodes[place.node].first_slot;
        for bucket in 0..layout.buckets(place.round) {
            let first = layout.bucket(ChunkId { round: place.round, chunk }, bucket).start + first_slot;
            sets.push(((NodeId(number), bucket as u32), first, lane));
        }
    }
    sets
}

/// Holds a table to the twin's, information set by information set; returns how many cells both have.
pub fn compare_cells(
    sets: Vec<(InformationSet, usize, usize)>,
    table: &[Cells<f64>],
    twin: &HashMap<InformationSet, Vec<f64>>,
    what: &str,
) -> usize {
    let mut compared = 0;
    for (set, first, lane) in sets {
        let Some(expected) = twin.get(&set) else { continue };
        let scale = expected.iter().fold(1.0f64, |most, it| most.max(it.abs()));
        for (row, expected) in table[first..].iter().zip(expected) {
            let found = row[lane];
            assert!((found - expected).abs() < 1e-9 * scale, "{what} {set:?}: {found} {expected}");
            compared += 1;
        }
    }
    compared
}

/// A policy whose probabilities are a hash of decision and bucket; a good part of them is zero.
pub struct HashedPolicy {
    layout: TreeLayout,
    lanes: HistoryLanes,
    /// `[node][bucket][action]`
    probabilities: Vec<Vec<Vec<f64>>>,
}

impl HashedPolicy {
    pub fn new(game: &GameDefinition, counts: &[usize], seed: u64) -> Self {
        let tree = BettingTree::new(game);
        let layout = TreeLayout::new(&tree).expect("limit betting");
        let distribution = |node: usize, bucket: usize, actions: usize| -> Vec<f64> {
            let hash = |action| mix(seed ^ mix((node as u64) << 32 | (bucket as u64) << 8 | action as u64));
            let weights: Vec<f64> = (0..actions).map(|action| (hash(action) % 5) as f64).collect();
            let total: f64 = weights.iter().sum();
            weights.iter().map(|it| if total > 0.0 { it / total } else { 1.0 / actions as f64 }).collect()
        };
        let probabilities = tree.nodes().iter().enumerate().map(|(number, node)| {
            (0..counts[node.round]).map(|bucket| distribution(number, bucket, node.actions.len())).collect()
        });
        Self { lanes: HistoryLanes::new(&layout), layout, probabilities: probabilities.collect() }
    }

    pub fn at(&self, node: NodeId, bucket: u32) -> &[f64] {
        &self.probabilities[node.number()][bucket as usize]
    }
}

impl<T: Real> Strategies<T> for HashedPolicy {
    fn load(&self, ChunkId { round, chunk }: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let lanes = &self.lanes.rounds[round];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            for (node, it) in lanes.nodes.iter().enumerate().filter(|(_, it)| it.player == player) {
                for (lane, entry) in lanes.entries[chunk].iter().enumerate() {
                    let Some(entry) = *entry else { continue };
                    let id = self.layout.node_id(Place { round, entry, node });
                    for (action, &probability) in self.at(id, bucket).iter().enumerate() {
                        strategy[it.first_slot + action].0[lane] = T::of(probability);
                    }
                }
            }
        }
    }
}

/// What two hands play for below a decision: the chips that position 0 wins by folds, and the chips at stake in
/// showdowns; `play` gives the probabilities of a decision, the other player's included.
pub fn outcome<'a>(tree: &BettingTree, node: NodeId, play: &dyn Fn(usize, NodeId) -> &'a [f64]) -> [f64; 2] {
    let mut total = [0.0; 2];
    for (child, &probability) in tree[node].children.iter().zip(play(tree[node].player, node)) {
        if probability == 0.0 {
            continue;
        }
        let [folds, stake] = match *child {
            Child::Decision(next) => outcome(tree, next, play),
            Child::End(GameEnd::Fold { folder: 0, contributions }) => [-contributions[0].as_f64(), 0.0],
            Child::End(GameEnd::Fold { contributions, .. }) => [contributions[1].as_f64(), 0.0],
            Child::End(GameEnd::Showdown { contributions }) => [0.0, contributions[0].as_f64()],
        };
        total = [total[0] + probability * folds, total[1] + probability * stake];
    }
    total
}

/// 1 where the first hand wins the showdown, -1 where it loses, 0 for a tie.
pub fn sign(board: CardSet, hole: CardSet, other: CardSet) -> f64 {
    let strength = |hole: CardSet| HandStrength::of(hole.iter().fold(board, |set, card| set.with(card))).number();
    match strength(hole).cmp(&strength(other)) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Less => -1.0,
    }
}

/// The walk's values of a position on a board with the contestants' numbers.
pub fn walk_values<T: Real>(
    game: &PreparedGame<T>,
    players: [Player<'_, T>; 2],
    board: &[Card],
    player: usize,
) -> Vec<(u16, T)> {
    let mut memory = BoardMemory::default();
    let walk = game.walk_board(players, board, &mut memory);
    walk.boards[player].order.ids().iter().copied().zip(walk.values(player, None)).collect()
}
