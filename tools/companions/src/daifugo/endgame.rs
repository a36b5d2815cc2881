//! Two players with few cards and nothing hidden: who goes out first with perfect play, found by trying everything.

use std::collections::HashMap;

use super::cards::Cards;
use super::fixed_players::FixedPlayer;
use super::legal_plays::legal_plays;
use super::rules::Rules;
use super::table::{SEATS, Table};

/// The most cards a player may hold: with more there is too much to try.
pub const MOST_CARDS: usize = 6;

/// How the leader plays; the other player always plays perfectly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The play that wins if there is one, passing included.
    Perfect,
    /// The best play, but never a pass while anything can be played.
    NeverPasses,
    /// A fixed player; where it draws among plays, it must win with each of them.
    Fixed(FixedPlayer),
}

/// Answers for all positions that came up so far, for one style of the leader.
#[derive(Debug)]
pub struct Endgame {
    rules: Rules,
    style: Style,
    leader_first: HashMap<Table, bool>,
}

impl Endgame {
    /// Endgames by these rules with a leader of this style.
    pub fn new(rules: Rules, style: Style) -> Self {
        Self { rules, style, leader_first: HashMap::new() }
    }

    /// Whether the leader goes out first, the players' hands open to both. `None` for an empty hand or one of more than
    /// [`MOST_CARDS`], and for a card in both.
    pub fn leader_wins(&mut self, leader: Cards, other: Cards) -> Option<bool> {
        let fits = |hand: Cards| (1..=MOST_CARDS).contains(&hand.len());
        if !fits(leader) || !fits(other) || (leader - other) != leader {
            return None;
        }
        let mut hands = [Cards::NONE; SEATS];
        (hands[0], hands[1]) = (leader, other);
        let wins = self.is_leader_first(Table::with_hands(self.rules, hands, 0));
        self.leader_first.clear();
        Some(wins)
    }

    fn is_leader_first(&mut self, table: Table) -> bool {
        if table.is_over() {
            return table.place(0) < table.place(1);
        }
        if let Some(&known) = self.leader_first.get(&table) {
            return known;
        }
        let (hand, is_leader) = (table.hands[table.turn], table.turn == 0);
        let mut plays = Vec::new();
        match self.style {
            Style::Fixed(player) if is_leader => player.candidates(hand, table.trick, table.rules, &mut plays),
            _ => legal_plays(hand, table.trick, table.rules, &mut plays),
        }
        let may_pass = !table.trick.last.is_empty() && (self.style == Style::Perfect || !is_leader);
        if may_pass || plays.is_empty() {
            plays.push(Cards::NONE);
        }
        // The leader looks for one play that wins, the other player for one that does not; of a fixed player's draws
        // all must win.
        let seeks = is_leader && !matches!(self.style, Style::Fixed(_));
        let mut after = plays.iter().map(|&play| {
            let mut next = table.clone();
            next.act(play);
            self.is_leader_first(next)
        });
        let known = if seeks { after.any(|wins| wins) } else { after.all(|wins| wins) };
        self.leader_first.insert(table, known);
        known
    }
}
