//! The boards of a spot: which holdings each player may have on one, and which cards may come.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use evaluator::suit_permutation::SuitPermutation;
use rayon::prelude::*;
use std::ops::Add;

use super::definition::SpotDefinition;
use super::plan::{LANES, RoundPlan, Row, TablePlace};

/// A board of some round. Boards that a renaming of suits takes into each other, and that leaves all before them and
/// both ranges as they are, are played once.
#[derive(Clone, Debug)]
pub struct Board {
    /// The round of the spot, from 0.
    pub round: usize,
    pub cards: CardSet,
    /// What each player may hold.
    pub hands: [Hands; 2],
    /// Per player: the decisions whose probabilities are given.
    pub locks: [Vec<LockedRows>; 2],
    /// The cards that may come, one of each kind; none on the river.
    pub runouts: Vec<Runout>,
    /// Per player: what its decisions take in a table.
    pub own: [Extent; 2],
    /// Likewise, with the boards that follow.
    pub all: [Extent; 2],
}

/// A length in a player's table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    pub cells: usize,
    pub decisions: usize,
}

/// A decision whose probabilities are given.
#[derive(Clone, Debug)]
pub struct LockedRows {
    pub place: TablePlace,
    /// `[action][block of places]`; negative for holdings that learn.
    pub rows: Vec<Row>,
}

/// The holdings of one player on a board, a row's places.
#[derive(Clone, Default, Debug)]
pub struct Hands {
    /// On the river by strength, the weakest first, before it by number.
    pub holdings: Vec<Holding>,
    /// The numbers of their cards.
    pub cards: Vec<[u8; 2]>,
    /// The place of the same holding among the other player's; one past the last where that player cannot have it.
    pub same: Vec<u16>,
    /// On the river: where each strength that either player may have ends, in places.
    pub strength_ends: Vec<u16>,
}

/// A next card, with those that are the same but for the names of suits.
#[derive(Clone, Debug)]
pub struct Runout {
    pub card: Card,
    pub board: Board,
    /// Per player and place on the new board: the place on the old one.
    pub before: [Vec<u16>; 2],
    /// The same for each further card of the kind: how suits are renamed to come from `card` to it, and the place on
    /// the old board of each holding renamed.
    pub alike: Vec<(SuitPermutation, [Vec<u16>; 2])>,
}

impl Add for Extent {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self { cells: self.cells + more.cells, decisions: self.decisions + more.decisions }
    }
}

impl Hands {
    pub fn len(&self) -> usize {
        self.holdings.len()
    }

    /// The places in the order of the holdings' numbers.
    pub fn by_number(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.len()).collect();
        places.sort_unstable_by_key(|&place| self.holdings[place]);
        places
    }

    /// How many vectors hold a number for each place.
    pub fn blocks(&self) -> usize {
        self.len().div_ceil(LANES)
    }
}

/// What is the same for all boards of a spot.
struct Maker<'a> {
    spot: &'a SpotDefinition,
    plans: &'a [RoundPlan],
    locks: &'a [PlacedLock],
    tables: &'static StrengthTables,
}

/// Places by holding number; holdings without a place have `u16::MAX`.
type Places = Vec<u16>;

impl Board {
    /// The board that a spot begins with, and all that may follow.
    pub fn first(spot: &SpotDefinition, plans: &[RoundPlan], locks: &[PlacedLock]) -> Self {
        let maker = Maker { spot, plans, locks, tables: StrengthTables::get() };
        let cards = CardSet::of(&spot.board);
        let alike: Vec<SuitPermutation> = SuitPermutation::all().filter(|&it| maker.leaves_alike(cards, it)).collect();
        maker.board(0, cards, &alike)
    }

    /// How many boards there are, this one and those that follow.
    pub fn count(&self) -> usize {
        1 + self.runouts.iter().map(|runout| runout.board.count()).sum::<usize>()
    }
}

/// A decision whose probabilities are given, and where it stands.
#[derive(Clone, Debug)]
pub struct PlacedLock {
    /// The round of the spot, from 0.
    pub round: usize,
    pub player: usize,
    pub place: TablePlace,
    pub actions: usize,
    /// By holding number; none for holdings that learn.
    pub probabilities: Vec<Vec<f32>>,
}

impl PlacedLock {
    /// Locks of one decision as one; of two that give a holding the later one counts.
    pub fn merged(locks: Vec<Self>) -> Vec<Self> {
        let mut merged: Vec<Self> = Vec::new();
        for lock in locks {
            let is_same = |it: &&mut Self| (it.round, it.player, it.place) == (lock.round, lock.player, lock.place);
            let Some(earlier) = merged.iter_mut().find(is_same) else {
                merged.push(lock);
                continue;
            };
            for (earlier, later) in earlier.probabilities.iter_mut().zip(lock.probabilities) {
                if !later.is_empty() {
                    *earlier = later;
                }
            }
        }
        merged
    }

    fn rows(&self, hands: &Hands) -> LockedRows {
        let blocks = hands.blocks();
        let mut rows = vec![Row::splat(-1.0); self.actions * blocks];
        for (place, holding) in hands.holdings.iter().enumerate() {
            for (action, &probability) in self.probabilities[holding.number()].iter().enumerate() {
                rows[action * blocks + place / LANES].0[place % LANES] = probability;
            }
        }
        LockedRows { place: self.place, rows }
    }
}

impl Maker<'_> {
    /// Whether renaming suits changes neither the board nor a range nor what is given.
    fn leaves_alike(&self, board: CardSet, suits: SuitPermutation) -> bool {
        let same = |holding: Holding| {
            let moved = suits.holding(holding);
            let [one, other] = [holding, moved].map(Holding::number);
            self.spot.ranges.iter().all(|range| range.weight(holding) == range.weight(moved))
                && self.locks.iter().all(|lock| lock.probabilities[one] == lock.probabilities[other])
        };
        suits.card_set(board) == board && Holding::all().all(same)
    }

    /// The board of some cards in a round of the spot, where `alike` renames suits without changing anything.
    fn board(&self, round: usize, cards: CardSet, alike: &[SuitPermutation]) -> Board {
        let plan = &self.plans[round];
        let hands = if plan.is_last { self.by_strength(cards) } else { self.by_number(cards) };
        let own = [0, 1].map(|player| Extent {
            cells: plan.slots[player] * hands[player].blocks(),
            decisions: plan.decisions[player],
        });
        let locks = [0, 1].map(|player| {
            let here = self.locks.iter().filter(|lock| lock.round == round && lock.player == player);
            here.map(|lock| lock.rows(&hands[player])).collect()
        });
        let mut board = Board { round, cards, hands, locks, runouts: Vec::new(), own, all: own };
        if !plan.is_last {
            let places = [0, 1].map(|player| places(&board.hands[player]));
            let kinds = kinds_of_cards(self.spot.deck.card_set() - cards, alike);
            board.runouts = kinds.par_iter().map(|kind| self.runout(round, cards, kind, alike, &places)).collect();
            for runout in &board.runouts {
                board.all = [0, 1].map(|player| board.all[player] + runout.board.all[player]);
            }
        }
        board
    }

    fn runout(
        &self,
        round: usize,
        cards: CardSet,
        &(card, ref others): &(Card, Vec<SuitPermutation>),
        alike: &[SuitPermutation],
        places: &[Places; 2],
    ) -> Runout {
        let left: Vec<SuitPermutation> = alike.iter().copied().filter(|it| it.card(card) == card).collect();
        let board = self.board(round + 1, cards.with(card), &left);
        let before = |suits: SuitPermutation| {
            [0, 1].map(|player| {
                let moved = |&holding: &Holding| places[player][suits.holding(holding).number()];
                board.hands[player].holdings.iter().map(moved).collect::<Vec<u16>>()
            })
        };
        let further = others.iter().map(|&suits| (suits, before(suits))).collect();
        Runout { card, before: before(SuitPermutation::IDENTITY), alike: further, board }
    }

    fn may_hold(&self, player: usize, cards: CardSet, holding: Holding) -> bool {
        self.spot.ranges[player].weight(holding) > 0.0 && !holding.card_set().intersects(cards)
    }

    fn by_number(&self, cards: CardSet) -> [Hands; 2] {
        let list = |player| Holding::all().filter(|&it| self.may_hold(player, cards, it)).collect();
        with_cards([0, 1].map(|player| Hands { holdings: list(player), ..Hands::default() }))
    }

    fn by_strength(&self, cards: CardSet) -> [Hands; 2] {
        let mut order = ShowdownOrder::new();
        order.rank_board(self.spot.deck, cards, self.tables);
        let mut hands = [Hands::default(), Hands::default()];
        let mut all = order.holdings();
        let mut start = 0;
        for &end in order.group_ends() {
            for holding in all.by_ref().take(usize::from(end - start)) {
                for (player, hands) in hands.iter_mut().enumerate() {
                    if self.may_hold(player, cards, holding) {
                        hands.holdings.push(holding);
                    }
                }
            }
            start = end;
            let last = |hands: &Hands| usize::from(hands.strength_ends.last().copied().unwrap_or(0));
            if hands.iter().any(|hands| last(hands) < hands.len()) {
                hands.iter_mut().for_each(|hands| hands.strength_ends.push(hands.len() as u16));
            }
        }
        with_cards(hands)
    }
}

/// The kinds of cards that may come: one card each, and the renamings that lead to the others.
fn kinds_of_cards(cards: CardSet, alike: &[SuitPermutation]) -> Vec<(Card, Vec<SuitPermutation>)> {
    let mut kinds = Vec::new();
    let mut seen = CardSet::EMPTY;
    for card in cards.iter() {
        if seen.contains(card) {
            continue;
        }
        seen = seen.with(card);
        let mut others = Vec::new();
        for &suits in alike {
            if !seen.contains(suits.card(card)) {
                seen = seen.with(suits.card(card));
                others.push(suits);
            }
        }
        kinds.push((card, others));
    }
    kinds
}

fn places(hands: &Hands) -> Places {
    let mut places = vec![u16::MAX; HOLDINGS];
    for (place, holding) in hands.holdings.iter().enumerate() {
        places[holding.number()] = place as u16;
    }
    places
}

/// Fills in what follows from the holdings.
fn with_cards(mut hands: [Hands; 2]) -> [Hands; 2] {
    let places = [places(&hands[0]), places(&hands[1])];
    let lengths = [hands[0].len(), hands[1].len()];
    for (player, hands) in hands.iter_mut().enumerate() {
        let numbers = |holding: &Holding| {
            let (low, high) = holding.cards();
            [low.number() as u8, high.number() as u8]
        };
        hands.cards = hands.holdings.iter().map(numbers).collect();
        let same = |holding: &Holding| places[1 - player][holding.number()].min(lengths[1 - player] as u16);
        hands.same = hands.holdings.iter().map(same).collect();
    }
    hands
}

/// The deck that a board is dealt from, less the board and both players' cards.
pub fn cards_to_come(deck: Deck, board: CardSet) -> usize {
    deck.cards() - board.len() - 4
}
