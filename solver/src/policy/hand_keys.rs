//! What an information set of a small game is called: `As:cr` before there is a board, `Ks|Qh:crc/r` on one, so
//! `HOLE|BOARD:BETTING`. The board's rounds and the betting's are separated by slashes, as the competition writes them.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use std::fmt::Write;
use tables::text::visible;

use crate::boards::CardRules;
use crate::game::{BettingTree, GameDefinition, NodeId};

/// An information set: what the player to act has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InformationSet {
    /// The player's cards.
    pub hole: CardSet,
    /// The board in that round; each round's cards ascend.
    pub board: Vec<Card>,
    pub decision: NodeId,
}

/// Reads and writes the names of a game's information sets.
#[derive(Clone, Debug)]
pub struct HandKeys {
    /// How the cards are dealt.
    pub rules: CardRules,
    pub tree: BettingTree,
}

impl HandKeys {
    pub fn new(game: &GameDefinition) -> Self {
        Self { rules: CardRules::new(game), tree: BettingTree::new(game) }
    }

    /// The name of an information set; every one has a single name of this form.
    pub(crate) fn written(&self, InformationSet { hole, board, decision }: &InformationSet) -> String {
        let mut text: String = hole.iter().map(|card| card.to_string()).collect();
        let round = self.tree[*decision].round;
        if !board.is_empty() {
            text.push('|');
            let rounds: Vec<String> = self.rounds_of(board, round).map(cards).collect();
            text.push_str(&rounds.join("/"));
        }
        let _ = write!(text, ":{}", self.tree.history(*decision));
        text
    }

    /// Reads a name. The cards of a round may be in any order, and slashes may be left out.
    pub fn parse(&self, text: &str) -> Result<InformationSet, String> {
        let example = "expected HOLE|BOARD:BETTING, such as 'As:cr' or 'Ks|Qh:crc/r'";
        let (seen, betting) = text.split_once(':').ok_or(example)?;
        let (hole, on_board) = seen.split_once('|').unwrap_or((seen, ""));
        let decision = self.tree.node_at(betting).map_err(|error| visible(&error.to_string()).into_owned())?;
        let round = self.tree[decision].round;
        let hole = parse_cards(hole).map_err(|error| visible(&error.to_string()).into_owned())?;
        expect(["hole card", "hole cards"], self.rules.hole_cards(), hole.len())?;
        let mut board =
            parse_cards(&on_board.replace('/', "")).map_err(|error| visible(&error.to_string()).into_owned())?;
        expect(["card on the board", "cards on the board"], self.rules.board_cards(round), board.len())?;
        self.check_slashes(on_board, &board, round)?;
        let all = CardSet::of(&hole) | CardSet::of(&board);
        if all.len() < hole.len() + board.len() {
            return Err("a card both in the hand and on the board".to_owned());
        }
        if let Some(card) = (all - self.rules.deck()).iter().next() {
            return Err(format!("{card} is not in the game's deck"));
        }
        let mut from = 0;
        for earlier in 0..=round {
            let to = self.rules.board_cards(earlier);
            board[from..to].sort_unstable();
            from = to;
        }
        Ok(InformationSet { hole: CardSet::of(&hole), board, decision })
    }

    /// Slashes may be left out, but not be anywhere else.
    fn check_slashes(&self, on_board: &str, board: &[Card], round: usize) -> Result<(), String> {
        let written: Vec<usize> = on_board.split('/').map(|part| parse_cards(part).map_or(0, |it| it.len())).collect();
        let expected: Vec<usize> = self.rounds_of(board, round).map(<[Card]>::len).collect();
        if written.len() == 1 || written == expected {
            return Ok(());
        }
        let rounds: Vec<String> = self.rounds_of(board, round).map(cards).collect();
        Err(format!("expected a slash where a round of the board ends: {}", rounds.join("/")))
    }

    fn rounds_of<'b>(&self, board: &'b [Card], round: usize) -> impl Iterator<Item = &'b [Card]> {
        let ends: Vec<usize> = (0..=round).map(|earlier| self.rules.board_cards(earlier)).collect();
        let starts = std::iter::once(0).chain(ends.clone());
        starts.zip(ends).map(|(from, to)| &board[from..to]).filter(|cards| !cards.is_empty())
    }
}

fn cards(some: &[Card]) -> String {
    some.iter().map(Card::to_string).collect()
}

fn expect([one, several]: [&str; 2], expected: usize, found: usize) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let what = if expected == 1 { one } else { several };
    Err(format!("expected {expected} {what}, found {found}"))
}
