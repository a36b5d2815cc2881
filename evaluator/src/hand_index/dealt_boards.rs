//! Boards up to suit permutation, the rounds kept apart: a tree of what each dealt card does to the suits.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use super::hole_cells::Suits;
use super::rank_sets::{free_position, free_rank};
use super::unordered_boards::UnorderedBoards;
use crate::card::{CARDS, Card, SUITS};
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::round::Round;
use crate::suit_permutation::SuitPermutation;

/// Number of flops, C(52, 3).
const FLOPS: usize = 22_100;

/// Numbers boards in dealing order; the caller decides how much each board weighs (one, or its number of hands).
///
/// A canonical flop is one of [`UnorderedBoards`]. A later card in one of several interchangeable suits goes to the
/// first of them, which is then interchangeable with none. So all that the next cards can do depends only on the shape
/// of the suits: a tree of fewer than a hundred nodes holds every base and step of the numbering.
#[derive(Debug)]
pub(super) struct DealtBoards {
    board_cards: usize,
    deck: Deck,
    flop_table: &'static [Flop],
    /// One for each shape of the flop, in the order of the shapes; empty without a board.
    flops: Vec<FlopRange>,
    nodes: Vec<Node>,
    /// How the suits look on the boards of a leaf.
    leaves: Vec<Suits>,
    /// The sum of the weights of all canonical boards.
    pub total: u64,
}

#[derive(Debug)]
struct FlopRange {
    first: u64,
    weight: u64,
    boards: u64,
    node: usize,
}

#[derive(Debug)]
enum Node {
    /// What the next card does, by its canonical suit.
    Card([Branch; SUITS]),
    /// No further card: the number of a leaf.
    Leaf(usize),
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Sum of the weights of the boards before those where the next card is the lowest free one of this suit.
    first: u64,
    /// Sum of the weights of the boards that begin with any one next card of this suit.
    weight: u64,
    node: usize,
    /// Exchanges the suit with the first one interchangeable with it.
    to_leader: SuitPermutation,
}

/// A board's place in the numbering.
pub(super) struct DealtPlace {
    /// Sum of the weights of the boards before it.
    pub first: u64,
    pub leaf: usize,
    /// Makes the board canonical.
    pub permutation: SuitPermutation,
}

impl DealtBoards {
    /// The numbering of a round's boards, each weighted by what `weigh` returns for its suits.
    pub fn new(deck: Deck, round: Round, weigh: impl Fn(&Suits) -> u64) -> Self {
        let board_cards = round.board_cards();
        let flop_table = if round == Round::Preflop { &[] } else { flop_table(deck) };
        let (flops, nodes, leaves) = (Vec::new(), Vec::new(), Vec::new());
        let mut boards = Self { board_cards, deck, flop_table, flops, nodes, leaves, total: 0 };
        if round == Round::Preflop {
            (_, boards.total) = boards.grow(Suits::untouched(deck), 0, &weigh);
            return boards;
        }
        for shape in &unordered_flops(deck).shapes {
            let (node, weight) = boards.grow(shape.suits, board_cards - 3, &weigh);
            let flops = u64::from(shape.boards);
            boards.flops.push(FlopRange { first: boards.total, weight, boards: flops, node });
            boards.total += flops * weight;
        }
        boards
    }

    /// Adds the node for these suits and everything below it; returns its number and weight.
    fn grow(&mut self, suits: Suits, cards_to_come: usize, weigh: &impl Fn(&Suits) -> u64) -> (usize, u64) {
        if cards_to_come == 0 {
            let weight = weigh(&suits);
            self.leaves.push(suits);
            self.nodes.push(Node::Leaf(self.leaves.len() - 1));
            return (self.nodes.len() - 1, weight);
        }
        let none = Branch { first: 0, weight: 0, node: 0, to_leader: SuitPermutation::IDENTITY };
        let (mut branches, mut total) = ([none; SUITS], 0);
        for suit in 0..SUITS {
            let leader = suits.leader(suit);
            if leader < suit {
                branches[suit] = Branch { to_leader: exchange(suit, leader), ..branches[leader] };
                continue;
            }
            let mut next = suits;
            next.free[suit] -= 1;
            if suit < SUITS - 1 {
                next.alike[suit] = false;
            }
            let (node, weight) = self.grow(next, cards_to_come - 1, weigh);
            branches[suit] = Branch { first: total, weight, node, ..none };
            total += u64::from(suits.free[suit]) * weight;
        }
        self.nodes.push(Node::Card(branches));
        (self.nodes.len() - 1, total)
    }

    /// How the suits look on each leaf's boards.
    pub fn leaves(&self) -> &[Suits] {
        &self.leaves
    }

    /// A board's place: `board` in dealing order (any order within the flop), all cards different.
    ///
    /// # Panics
    /// If the board has a wrong number of cards.
    #[inline]
    pub fn place(&self, board: &[Card]) -> DealtPlace {
        assert_eq!(board.len(), self.board_cards, "cards on the board");
        let [a, b, c, later @ ..] = board else {
            return DealtPlace { first: 0, leaf: 0, permutation: SuitPermutation::IDENTITY };
        };
        let flop = &self.flop_table[flop_combination([*a, *b, *c])];
        let range = &self.flops[usize::from(flop.shape)];
        let mut permutation = flop.permutation;
        let mut first = range.first + u64::from(flop.number) * range.weight;
        let mut node = &self.nodes[range.node];
        let mut taken = self.deck.missing().with(*a).with(*b).with(*c);
        for &card in later {
            let Node::Card(branches) = node else { break };
            let branch = &branches[usize::from(permutation.suit(card.suit()))];
            let position = free_position(taken.suit(usize::from(card.suit())), card.rank());
            first += branch.first + u64::from(position) * branch.weight;
            permutation = permutation.then(branch.to_leader);
            node = &self.nodes[branch.node];
            taken = taken.with(card);
        }
        let Node::Leaf(leaf) = *node else { unreachable!("a leaf after the last card") };
        DealtPlace { first, leaf, permutation }
    }

    /// The canonical board that a number below [`Self::total`] falls on, its leaf, and what remains of the number.
    #[inline]
    pub(crate) fn unplace(&self, number: u64) -> (BoardCards, usize, u64) {
        let mut board = BoardCards::NONE;
        let mut rest = number;
        let mut node = self.nodes.len() - 1;
        let mut taken = self.deck.missing();
        if !self.flops.is_empty() {
            let shape = self.flops.partition_point(|range| range.first <= rest) - 1;
            let range = &self.flops[shape];
            rest -= range.first;
            debug_assert!(rest < range.weight * range.boards);
            let flop = unordered_flops(self.deck).board(shape, (rest / range.weight) as u32);
            rest %= range.weight;
            node = range.node;
            taken = taken | flop;
            let masks = [0, 1, 2, 3].map(|suit| flop.suit(suit));
            for (suit, mut mask) in masks.into_iter().enumerate() {
                while mask != 0 {
                    board.deal(Card::new(mask.trailing_zeros() as u8, suit as u8));
                    mask &= mask - 1;
                }
            }
        }
        loop {
            match &self.nodes[node] {
                Node::Leaf(leaf) => return (board, *leaf, rest),
                Node::Card(branches) => {
                    // Leaders' bases ascend; other suits repeat their leader's base, so they are left out of the
                    // search.
                    let leads = |&(_, branch): &(usize, &Branch)| branch.to_leader == SuitPermutation::IDENTITY;
                    let fits = |&(_, branch): &(usize, &Branch)| branch.first <= rest;
                    let mut fitting = branches.iter().enumerate().rev().filter(leads).filter(fits);
                    let (suit, branch) = fitting.next().unwrap_or((0, &branches[0]));
                    rest -= branch.first;
                    let position = (rest / branch.weight) as u8;
                    rest %= branch.weight;
                    let card = Card::new(free_rank(taken.suit(suit), position), suit as u8);
                    board.deal(card);
                    taken = taken.with(card);
                    node = branch.node;
                }
            }
        }
    }
}

fn exchange(a: usize, b: usize) -> SuitPermutation {
    let mut images = [0, 1, 2, 3];
    images.swap(a, b);
    SuitPermutation::from_images(images).unwrap_or(SuitPermutation::IDENTITY)
}

fn unordered_flops(deck: Deck) -> &'static UnorderedBoards {
    static FLOPS: [OnceLock<UnorderedBoards>; Deck::COUNT] = [const { OnceLock::new() }; Deck::COUNT];
    FLOPS[deck.number()].get_or_init(|| UnorderedBoards::new(deck, 3))
}

/// What the table stores for one of the 22,100 flops of the full deck; those that are not in the deck are not used.
#[derive(Clone, Copy, Debug)]
struct Flop {
    number: u16,
    shape: u8,
    permutation: SuitPermutation,
}

/// The flops by combination: three look-ups are quicker than sorting the suits.
fn flop_table(deck: Deck) -> &'static [Flop] {
    static TABLES: [OnceLock<Vec<Flop>>; Deck::COUNT] = [const { OnceLock::new() }; Deck::COUNT];
    TABLES[deck.number()].get_or_init(|| {
        let cards: Vec<Card> = Card::all().collect();
        let unused = Flop { number: 0, shape: 0, permutation: SuitPermutation::IDENTITY };
        let mut table = Vec::with_capacity(FLOPS);
        for c in 0..CARDS {
            for b in 0..c {
                for a in 0..b {
                    let flop = [cards[a], cards[b], cards[c]];
                    if !deck.contains(cards[a]) {
                        table.push(unused);
                        continue;
                    }
                    let place = unordered_flops(deck).place(CardSet::of(&flop));
                    let permutation = SuitPermutation::from_packed(place.packed_suits);
                    table.push(Flop { number: place.number as u16, shape: place.shape as u8, permutation });
                }
            }
        }
        table
    })
}

/// Number of a flop among the 22,100, in the order of the highest card, then the middle one, then the lowest.
#[inline]
fn flop_combination(cards: [Card; 3]) -> usize {
    let [a, b, c] = cards.map(Card::number);
    let (a, b) = (a.min(b), a.max(b));
    let (b, c) = (b.min(c), b.max(c));
    let (a, b) = (a.min(b), a.max(b));
    a + b * b.wrapping_sub(1) / 2 + c * c.wrapping_sub(1) * c.wrapping_sub(2) / 6
}

/// Up to five board cards in dealing order: the flop, the turn, the river. Reads like a slice of cards.
#[derive(Clone, Copy)]
pub struct BoardCards {
    cards: [Card; 5],
    len: u8,
}

impl BoardCards {
    /// No card yet.
    const NONE: Self = Self { cards: [Card::new(0, 0); 5], len: 0 };

    /// Deals one more card; there are never more than five.
    fn deal(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
}

impl Deref for BoardCards {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl PartialEq for BoardCards {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for BoardCards {}

impl fmt::Debug for BoardCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
