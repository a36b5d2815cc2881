//! The deck: 5 to 13 ranks in four suits, the highest ones, so that hold'em can be played on fewer cards.

use std::fmt;
use std::str::FromStr;

use super::card::{Card, RANKS, SUITS, parse_cards};
use super::card_set::CardSet;
use super::error::CardError;
use super::holding::{Holding, StartingHand};

/// A deck of 20 to 52 cards, written as its number of cards.
///
/// The highest ranks are kept: 20 cards are the tens to the aces. Hands rank as always, among the cards there are: a
/// straight needs five neighbouring ranks, and the ace is also low only where the two is in the deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Deck {
    ranks: u8,
}

impl Deck {
    /// The 52 cards.
    pub const FULL: Self = Self { ranks: RANKS as u8 };
    /// Fewer ranks make no straight.
    const LEAST_RANKS: usize = 5;
    /// How many decks there are.
    pub const COUNT: usize = RANKS - Self::LEAST_RANKS + 1;

    /// All decks, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LEAST_RANKS..=RANKS).map(|ranks| Self { ranks: ranks as u8 })
    }

    /// Its place among all decks.
    #[inline]
    pub const fn number(self) -> usize {
        self.ranks as usize - Self::LEAST_RANKS
    }

    /// How many ranks it has, 5 to 13.
    #[inline]
    pub const fn ranks(self) -> usize {
        self.ranks as usize
    }

    /// How many cards it has, 20 to 52.
    #[inline]
    pub const fn cards(self) -> usize {
        SUITS * self.ranks()
    }

    #[inline]
    pub const fn is_full(self) -> bool {
        self.ranks() == RANKS
    }

    /// The lowest rank in it: 0, the deuce, in the full deck.
    #[inline]
    pub const fn lowest_rank(self) -> u8 {
        RANKS as u8 - self.ranks
    }

    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        card.rank() >= self.lowest_rank()
    }

    /// Its cards.
    pub const fn card_set(self) -> CardSet {
        let missing = self.missing().suit(0);
        CardSet::from_suits([CardSet::FULL_DECK.suit(0) & !missing; SUITS])
    }

    /// The cards of the full deck that are not in it.
    #[inline]
    pub const fn missing(self) -> CardSet {
        CardSet::from_suits([(1 << self.lowest_rank()) - 1; SUITS])
    }

    /// The deck that consists of these cards, if there is one.
    pub fn of_cards(cards: CardSet) -> Option<Self> {
        Self::all().find(|deck| deck.card_set() == cards)
    }

    /// Reads a list of distinct cards of the deck, as [`parse_cards`] does.
    pub fn parse_cards(self, text: &str) -> Result<Vec<Card>, CardError> {
        let cards = parse_cards(text)?;
        match cards.iter().find(|&&card| !self.contains(card)) {
            Some(&card) => Err(CardError::NotInDeck { text: text.to_owned(), card, deck: self }),
            None => Ok(cards),
        }
    }

    /// How many pairs of hole cards there are: 1,326 in the full deck.
    pub const fn holdings(self) -> usize {
        self.cards() * (self.cards() - 1) / 2
    }

    /// Its holdings, in the order of their numbers.
    pub fn all_holdings(self) -> impl Iterator<Item = Holding> + Clone {
        Holding::all().filter(move |holding| self.contains(holding.cards().0))
    }

    /// Its starting hands, in the order of their numbers: 169 in the full deck, 25 in that of 20 cards.
    pub fn starting_hands(self) -> impl Iterator<Item = StartingHand> + Clone {
        StartingHand::all().filter(move |&hand| self.has(hand))
    }

    /// Whether holdings of a starting hand are in the deck.
    #[inline]
    pub const fn has(self, hand: StartingHand) -> bool {
        hand.ranks().1 >= self.lowest_rank()
    }

    /// The deck with this many starting hands, if there is one.
    pub fn of_starting_hands(count: usize) -> Option<Self> {
        Self::all().find(|deck| deck.starting_hand_count() == count)
    }

    /// How many starting hands there are: 169 in the full deck.
    pub const fn starting_hand_count(self) -> usize {
        self.ranks() * self.ranks()
    }

    /// A starting hand's place among those of the deck, which is its index before the flop.
    #[inline]
    pub const fn number_of(self, hand: StartingHand) -> usize {
        let (row, column) = hand.grid_cell();
        let lowest = self.lowest_rank() as usize;
        self.ranks() * (row as usize - lowest) + column as usize - lowest
    }

    /// How many holdings an opponent may have who sees these many cards on the board and in another hand.
    pub const fn holdings_beside(self, cards: usize) -> usize {
        let left = self.cards() - cards;
        left * (left - 1) / 2
    }
}

impl Default for Deck {
    fn default() -> Self {
        Self::FULL
    }
}

impl TryFrom<usize> for Deck {
    type Error = String;

    fn try_from(cards: usize) -> Result<Self, String> {
        Self::all()
            .find(|deck| deck.cards() == cards)
            .ok_or_else(|| format!("expected a deck of 20, 24, 28, .. or 52 cards, found {cards}"))
    }
}

impl From<Deck> for usize {
    fn from(deck: Deck) -> Self {
        deck.cards()
    }
}

impl FromStr for Deck {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cards: usize =
            text.parse().map_err(|_| format!("expected a deck of 20, 24, 28, .. or 52 cards, found '{text}'"))?;
        Self::try_from(cards)
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(f)
    }
}
