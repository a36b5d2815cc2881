//! Cards as they are typed: hole cards, and a board in one or several words.

use clap::Args;
use evaluator::card::{Card, parse_cards, rank_letter};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;

use super::failure::wrong;

/// The cards of a hand on the command line.
#[derive(Args, Debug)]
pub struct TypedHand {
    /// Two hole cards, such as AhKd or A♥K♦; before the flop also a class of starting hands: AA, AKs, AKo
    #[arg(value_name = "HOLE")]
    pub hole: String,
    /// Zero, three, four or five board cards, with or without spaces, such as Qs7h2c
    #[arg(value_name = "BOARD")]
    pub board: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Hand {
    /// The hole cards; of a class the first of its holdings, which play alike.
    pub hole: Holding,
    pub is_class: bool,
    /// The board in the order typed.
    pub board: Vec<Card>,
    pub round: Round,
}

impl TypedHand {
    pub fn read(&self, deck: Deck) -> anyhow::Result<Hand> {
        let typed = self.split();
        let (hole, board) = (&typed.hole, typed.board.concat());
        match hole.parse::<StartingHand>() {
            Ok(class) if !deck.has(class) => Err(wrong(format!(
                "'{class}': not in the deck of {deck} cards, whose lowest rank is {}",
                rank_letter(deck.lowest_rank())
            ))),
            Ok(class) if board.is_empty() => {
                Ok(Hand { hole: class.first_holding(), is_class: true, board: Vec::new(), round: Round::Preflop })
            }
            Ok(class) => Err(wrong(format!(
                "'{hole}': hands of one class differ once there is a board; give two cards, such as {}",
                class.first_holding()
            ))),
            Err(_) => typed.read_cards(&board, deck).map_err(|error| match hole.chars().count() {
                // Two or three letters may have been meant for a class.
                2..=3 if board.is_empty() => wrong(format!("{error}; classes read AA, AKs or AKo")),
                _ => error.into(),
            }),
        }
    }

    /// The same with the hole cards alone in the first word: the hand may have been typed as one word or card by card.
    pub fn split(&self) -> Self {
        let all = std::iter::once(&self.hole).chain(&self.board).map(String::as_str).collect::<Vec<_>>().join(" ");
        let (first, rest) = all.trim().split_once(char::is_whitespace).unwrap_or((all.trim(), ""));
        let count = parse_cards(first).map_or(0, |cards| cards.len());
        let is_whole = rest.is_empty() && Round::ALL[1..].iter().any(|round| count == 2 + round.board_cards());
        let is_single = count == 1 && !rest.is_empty();
        match parse_cards(&all).as_deref() {
            Ok([first, second, board @ ..]) if is_whole || is_single => {
                Self { hole: written([*first, *second]), board: vec![written(board.iter().copied())] }
            }
            // The refusal names the word that is wrong.
            Err(_) if is_single => Self { hole: all, board: Vec::new() },
            _ => Self { hole: first.to_owned(), board: vec![rest.trim().to_owned()] },
        }
    }

    fn read_cards(&self, typed: &str, deck: Deck) -> Result<Hand, CardError> {
        let hole_cards = deck.parse_cards(&self.hole)?;
        let count = |text: &str, expected, found| CardError::Count { text: text.to_owned(), expected, found };
        let &[first, second] = hole_cards.as_slice() else {
            return Err(count(&self.hole, "2 hole cards", hole_cards.len()));
        };
        let hole =
            Holding::new(first, second).ok_or_else(|| CardError::Repeated { text: self.hole.clone(), card: first })?;
        let board = deck.parse_cards(typed)?;
        if let Some(&card) = board.iter().find(|&&card| hole.card_set().contains(card)) {
            return Err(CardError::Repeated { text: format!("{} {typed}", self.hole), card });
        }
        let round = Round::of_board_cards(board.len())
            .ok_or_else(|| count(typed, "a board of 0, 3, 4 or 5 cards", board.len()))?;
        Ok(Hand { hole, is_class: false, board, round })
    }
}

impl Hand {
    /// The cards for people: hole and board, or the class that was typed.
    pub fn shown(&self) -> String {
        if self.is_class {
            return format!("{} (such as {})", self.hole.starting_hand(), self.hole);
        }
        format!("{} {}", self.hole, written(self.board.iter().copied()))
    }

    /// The cards on the board in a round that has been reached, in no order.
    pub fn board_of(&self, round: Round) -> CardSet {
        CardSet::of(&self.board[..round.board_cards()])
    }
}

/// Cards one after the other: `Qs7h2c`.
pub fn written(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect()
}
