//! The luck of the cards where no strategy is known: both hands are shown, and what they are worth is thought to be the
//! stake times the share of the pot that they would win if everybody stopped betting.
//!
//! The expectation of that share over the cards to come is the share before them, so the correction is unbiased
//! whatever the factors; they are fixed here, once for all logs. Before the flop the share is that of starting hands:
//! it is the expectation as long as no two players both play one suit unlike another.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::equity::AllInTable;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::Holding;
use evaluator::strength_tables::StrengthTables;
use solver::boards::CardRules;
use solver::game::{GameDefinition, PlayedAction};
use std::sync::OnceLock;

use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_state::AcpcGame;

/// What a hand is played for, as a multiple of what each side has put in by then, by the round that the cards begin;
/// before the first one, as a multiple of the big blind. The values lie between what `examples/card_stakes.rs` finds
/// for trained strategies against each other (3.3, 2.3, 2.1, 1.3) and against somebody who always calls (4.2, 2.7, 2.1,
/// 1.3) or folds a third of the time (2.1, 1.8, 1.3, 0.9).
pub const STAKES: [f64; 4] = [3.3, 2.4, 1.9, 1.25];

/// The correction for hands whose cards are all known.
pub struct AllInEquity<'a> {
    game: &'a AcpcGame,
    rules: CardRules,
    stakes: [f64; 4],
    /// What two hands of hold'em are worth before the flop: 1,712,304 boards, counted beforehand.
    before_flop: OnceLock<Option<AllInTable>>,
}

/// The luck of position 0 in the cards of a hand, in chips.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct CardLuck {
    /// While something was still to be bet, by round, for factors of 1.
    pub by_round: [f64; 4],
    /// After a called all-in, whose stake is known.
    pub all_in: f64,
}

impl<'a> AllInEquity<'a> {
    pub fn new(game: &'a AcpcGame) -> Self {
        Self::with_stakes(game, STAKES)
    }

    /// The same with other factors, which change the variance only.
    pub fn with_stakes(game: &'a AcpcGame, stakes: [f64; 4]) -> Self {
        Self { game, rules: CardRules::new(game.definition()), stakes, before_flop: OnceLock::new() }
    }

    pub fn corrected(&self, record: &HandRecord) -> f64 {
        let CardLuck { by_round, all_in } = self.luck(record);
        record.chips[0] as f64
            - all_in
            - by_round.iter().zip(self.stakes).map(|(luck, stake)| luck * stake).sum::<f64>()
    }

    /// The luck of position 0 in each round's cards.
    pub fn luck(&self, record: &HandRecord) -> CardLuck {
        let holes = record.cards.hole.each_ref().map(|hole| CardSet::of(hole));
        let mut board = CardSet::EMPTY;
        let mut before = self.balance_before_boards(holes);
        let mut luck = CardLuck::default();
        luck.by_round[0] = self.game.definition().big_blind().as_f64() * before;
        let (mut betting, mut dealt) = (self.game.start(), 0);
        for (_, action) in PlayedAction::all_of(&record.betting) {
            betting.act(action);
            while dealt < betting.round() {
                dealt += 1;
                board = record.cards.board[dealt].iter().fold(board, |board, &card| board.with(card));
                let after = balance(&self.rules, holes, board);
                let change = betting.contributions()[0].as_f64() * (after - before);
                match betting.end() {
                    None => luck.by_round[dealt] = change,
                    Some(_) => luck.all_in += change,
                }
                before = after;
            }
        }
        luck
    }

    /// Of hold'em's starting hands, whichever of their suits they share: that is luck like the boards', and is taken
    /// out with the flop's.
    fn balance_before_boards(&self, holes: [CardSet; 2]) -> f64 {
        let table = self.before_flop.get_or_init(|| all_ins(self.game.definition()));
        let hands = holes.map(|hole| match hole.iter().collect::<Vec<_>>()[..] {
            [first, second] => Holding::new(first, second).map(Holding::starting_hand),
            _ => None,
        });
        match (table, hands) {
            (Some(table), [Some(hand), Some(other)]) => table.outcomes(hand, other).balance(),
            _ => balance(&self.rules, holes, CardSet::EMPTY),
        }
    }
}

/// The all-ins before the flop, where a game is hold'em on one of the decks.
fn all_ins(game: &GameDefinition) -> Option<AllInTable> {
    let deck = Deck::of_cards(game.deck()).filter(|_| {
        let boards = (0..game.rounds()).map(|round| game.new_board_cards(round)).sum::<usize>();
        game.hole_cards() == 2 && boards == 5 && game.new_board_cards(0) == 0
    })?;
    Some(AllInTable::of(deck))
}

/// How much more often the first hand wins than the second, over all boards that may follow this one.
pub fn balance(rules: &CardRules, holes: [CardSet; 2], board: CardSet) -> f64 {
    fn add_up(free: &[Card], hands: [PreparedHand; 2], more: usize, tables: &StrengthTables) -> (i64, i64) {
        if more == 0 {
            let [first, second] = hands.map(|hand| hand.strength(tables));
            return (first.cmp(&second) as i64, 1);
        }
        let mut sum = (0, 0);
        for (place, &card) in free.iter().enumerate() {
            let (ahead, boards) = add_up(&free[place + 1..], hands.map(|hand| hand.with(card)), more - 1, tables);
            sum = (sum.0 + ahead, sum.1 + boards);
        }
        sum
    }
    let free: Vec<Card> = (rules.deck() - board - holes[0] - holes[1]).iter().collect();
    let hands = holes.map(|hole| PreparedHand::from(hole) + PreparedHand::from(board));
    let (ahead, boards) = add_up(&free, hands, rules.complete_board() - board.len(), StrengthTables::get());
    ahead as f64 / boards as f64
}

/// Weights of hands, prepared for summing those without certain cards.
pub(crate) struct HandWeights<'a> {
    by_hand: &'a [f64],
    has_two_cards: bool,
    total: f64,
    of_card: [f64; CARDS],
}

impl<'a> HandWeights<'a> {
    /// Adds up weights by number of the hand.
    pub fn new(rules: &CardRules, by_hand: &'a [f64]) -> Self {
        let mut of_card = [0.0; CARDS];
        for (id, &weight) in by_hand.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            rules.hole(id as u16).iter().for_each(|card| of_card[card.number()] += weight);
        }
        Self { by_hand, has_two_cards: rules.hole_cards() == 2, total: by_hand.iter().sum(), of_card }
    }

    /// The weight of all hands without any of these cards.
    pub fn without(&self, cards: &[Card]) -> f64 {
        let mut weight = self.total - cards.iter().map(|card| self.of_card[card.number()]).sum::<f64>();
        if self.has_two_cards {
            // Hands of two of the cards were taken out twice.
            for (place, &first) in cards.iter().enumerate() {
                for &second in &cards[place + 1..] {
                    weight += Holding::new(first, second).map_or(0.0, |hand| self.by_hand[hand.number()]);
                }
            }
        }
        weight
    }
}

/// Calls `call` for every set of `count` cards from a deck.
pub(crate) fn for_each_deal(deck: CardSet, count: usize, mut call: impl FnMut(&[Card])) {
    fn lay(free: &[Card], dealt: &mut Vec<Card>, more: usize, call: &mut impl FnMut(&[Card])) {
        if more == 0 {
            return call(dealt);
        }
        for (place, &card) in free.iter().enumerate() {
            dealt.push(card);
            lay(&free[place + 1..], dealt, more - 1, call);
            dealt.pop();
        }
    }
    let free: Vec<Card> = deck.iter().collect();
    lay(&free, &mut Vec::with_capacity(count), count, &mut call);
}
