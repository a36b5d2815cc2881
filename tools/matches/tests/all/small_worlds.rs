//! Small games with players whose every probability is drawn by a hash, and all hands that there can be.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use matches::acpc::hand_log::HandRecord;
use matches::acpc::match_state::AcpcGame;
use matches::acpc::table_cards::TableCards;
use matches::luck::aivat::Baseline;
use matches::luck::judge::KnownStrategy;
use solver::boards::card_rules::extend;
use solver::boards::{Buckets, CardRules};
use solver::game::{BettingTree, GameDefinition, Place, PlayedAction, PlayedBetting, TreeLayout};
use tables::strategy::block::MAX_ACTIONS;

/// Seven cards of one suit, two for each player and two on the board.
pub const SEVEN_CARDS: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 2 1\nraiseSize = 2 4\n\
     firstPlayer = 2 1\nmaxRaises = 2 1\nnumSuits = 1\nnumRanks = 7\nnumHoleCards = 2\nnumBoardCards = 0 2\n\
     END GAMEDEF\n";

/// Five cards, one for each player and one on the board before each of two further rounds.
pub const THREE_ROUNDS: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 3\nblind = 2 1\nraiseSize = 2 2 4\n\
     firstPlayer = 2 1 1\nmaxRaises = 1 1 1\nnumSuits = 1\nnumRanks = 5\nnumHoleCards = 1\nnumBoardCards = 0 1 1\n\
     END GAMEDEF\n";

/// A number that nobody has chosen.
pub fn hash(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, &number| {
        let mixed = (hash ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 29
    })
}

/// A strategy, an abstraction and a baseline without sense; every third action is never taken.
pub struct Senseless {
    pub salt: u64,
    pub buckets: usize,
    pub tree: BettingTree,
    pub layout: TreeLayout,
}

impl Senseless {
    pub fn new(salt: u64, buckets: usize, game: &GameDefinition) -> Self {
        let tree = BettingTree::new(game);
        let layout = TreeLayout::of_one_shape(&tree).unwrap();
        Self { salt, buckets, tree, layout }
    }

    pub fn bucket(&self, round: usize, id: u16, board: CardSet) -> u32 {
        (hash(&[self.salt, round as u64, id.into(), board.bits()]) % self.buckets as u64) as u32
    }

    /// The betting before the first action that this strategy never takes with the hand that a position shows.
    pub fn first_never(&self, game: &AcpcGame, record: &HandRecord, position: usize) -> Option<String> {
        let rules = CardRules::new(game.definition());
        let hole = CardSet::of(&record.cards.hole[position]);
        let id = (0..1326).find(|&id| (rules.hole_cards() == 2 || id < 52) && rules.hole(id) == hole).unwrap();
        let mut betting = game.start();
        for (before, action) in PlayedAction::all_of(&record.betting) {
            let node = betting.decision().unwrap();
            if node.player == position {
                let board = CardSet::of(&record.cards.board[..=node.round].concat());
                let place = self.layout.place(self.tree.node_at(before).unwrap());
                let weights = self.weights(place, self.bucket(node.round, id, board));
                if weights[node.actions().iter().position(|&legal| legal == action).unwrap()] == 0 {
                    return Some(betting.text().to_owned());
                }
            }
            betting.act(action);
        }
        None
    }

    fn thought(&self, numbers: [usize; 3], hole: CardSet, board: CardSet) -> f64 {
        let [position, round, entry] = numbers.map(|number| number as u64);
        let hash = hash(&[self.salt, 77, position, round, entry, hole.bits(), board.bits()]);
        20.0 * (hash % 1_000) as f64 / 1_000.0 - 10.0
    }
}

impl Buckets for Senseless {
    fn count(&self, _round: usize) -> usize {
        self.buckets
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| self.bucket(round, id, CardSet::of(board))));
    }
}

impl KnownStrategy for Senseless {
    fn buckets(&self) -> &dyn Buckets {
        self
    }

    fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS] {
        let id = self.layout.node_id(place);
        let actions = self.tree[id].actions.len();
        let mut weights = [0; MAX_ACTIONS];
        for (action, weight) in weights.iter_mut().enumerate().take(actions) {
            let hash = hash(&[self.salt, id.number() as u64, bucket.into(), action as u64]);
            *weight = if hash.is_multiple_of(3) { 0 } else { (hash >> 8) as u16 % 100 + 1 };
        }
        if weights == [0; MAX_ACTIONS] {
            weights[0] = 1;
        }
        weights
    }
}

impl Baseline for Senseless {
    fn at_start(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.thought([position, round, entry], hole, board)
    }

    fn before_cards(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.thought([position, round + 100, entry], hole, board)
    }
}

/// Calls for every hand that two players can play, with its probability.
pub fn every_hand(game: &AcpcGame, players: [&Senseless; 2], mut observe: impl FnMut(f64, &HandRecord)) {
    let rules = CardRules::new(game.definition());
    let ids: Vec<(u16, CardSet)> = (0..if rules.hole_cards() == 1 { 52 } else { 1326 })
        .map(|id| (id, rules.hole(id)))
        .filter(|(_, hole)| (*hole - rules.deck()).is_empty())
        .collect();
    let mut deals = Vec::new();
    for &first in &ids {
        for &second in ids.iter().filter(|second| !second.1.intersects(first.1)) {
            let mut boards = vec![Vec::new()];
            for round in 0..rules.rounds() {
                let mut longer = Vec::new();
                for board in &boards {
                    extend(&rules, board, rules.board_cards(round) - board.len(), &mut longer);
                }
                longer.retain(|board| {
                    !CardSet::of(board).intersects(first.1) && !CardSet::of(board).intersects(second.1)
                });
                boards = longer;
            }
            deals.extend(boards.into_iter().map(|board| ([first, second], board)));
        }
    }
    for (hands, board) in &deals {
        let dealt = |round: usize| {
            let before = round.checked_sub(1).map_or(0, |before| rules.board_cards(before));
            board[before..rules.board_cards(round)].to_vec()
        };
        let cards = TableCards {
            hole: hands.map(|(_, hole)| hole.iter().collect()),
            board: (0..rules.rounds()).map(dealt).collect(),
        };
        let play = Play { rules: &rules, players, ids: hands.map(|(id, _)| id), board, cards: &cards };
        play.go_on(&game.start(), 1.0 / deals.len() as f64, &mut observe);
    }
}

struct Play<'a> {
    rules: &'a CardRules,
    players: [&'a Senseless; 2],
    ids: [u16; 2],
    board: &'a [Card],
    cards: &'a TableCards,
}

impl Play<'_> {
    fn go_on(&self, betting: &PlayedBetting<'_>, probability: f64, observe: &mut impl FnMut(f64, &HandRecord)) {
        let Some(node) = betting.decision() else {
            return observe(probability, &HandRecord::of(0, betting, self.cards, ["a", "b"]).unwrap());
        };
        let player = self.players[node.player];
        let board = CardSet::of(&self.board[..self.rules.board_cards(node.round)]);
        let bucket = player.bucket(node.round, self.ids[node.player], board);
        let place = player.layout.place(player.tree.node_at(betting.text()).unwrap());
        let weights = player.weights(place, bucket);
        let sum: u16 = weights.iter().sum();
        for (&action, &weight) in node.actions().iter().zip(&weights).filter(|(_, weight)| **weight > 0) {
            let mut next = betting.clone();
            assert!(next.act(action));
            self.go_on(&next, probability * f64::from(weight) / f64::from(sum), observe);
        }
    }
}
