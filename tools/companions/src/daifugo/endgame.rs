//! What can be known without playing: how often sets are dealt, and who wins an endgame of two players with few cards
//! and nothing hidden, found by trying everything.

use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::function::factorial::binomial;
use std::collections::HashMap;
use tables::together::progress::Progress;

use super::cards::{Cards, DECK};
use super::fixed_players::FixedPlayer;
use super::learner::HELD;
use super::rules::{Rules, legal_plays};
use super::table::{SEATS, Table};
use crate::claims::{self, Measured, Row};
use crate::error::Result;
use crate::streams::{Purpose, below, in_order};

/// The most cards a player may hold: with more there is too much to try.
pub(crate) const MOST_CARDS: usize = 6;

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

/// Whether the leader goes out first, the players' hands open to both. `None` for an empty hand or one of more than
/// `MOST_CARDS`, and for a card in both.
pub fn leader_wins(rules: Rules, style: Style, leader: Cards, other: Cards) -> Option<bool> {
    let fits = |hand: Cards| (1..=MOST_CARDS).contains(&hand.len());
    if !fits(leader) || !fits(other) || (leader - other) != leader {
        return None;
    }
    let mut hands = [Cards::NONE; SEATS];
    (hands[0], hands[1]) = (leader, other);
    let mut endgame = Endgame { style, leader_first: HashMap::new() };
    Some(endgame.is_leader_first(Table::with_hands(rules, hands, 0)))
}

struct Endgame {
    style: Style,
    leader_first: HashMap<Table, bool>,
}

impl Endgame {
    fn is_leader_first(&mut self, table: Table) -> bool {
        if table.is_over() {
            return table.place(0) < table.place(1);
        }
        if let Some(&known) = self.leader_first.get(&table) {
            return known;
        }
        let (spot, is_leader) = (table.spot(), table.turn == 0);
        let mut plays = match self.style {
            Style::Fixed(player) if is_leader => player.candidates(spot),
            _ => legal_plays(spot),
        };
        let may_pass = !spot.leads() && (self.style == Style::Perfect || !is_leader);
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

const ENDGAMES: Purpose = Purpose(0x5be0_cd19_137e_2179);

pub(crate) fn shares_table() -> claims::Table {
    let row = |cards: usize| {
        let cells = shares_of_rank(cards).map(|share| Measured::exact(100.0 * share));
        Row::ours(format!("{cards} cards"), &cells)
    };
    let columns = ["none", "one", "a pair", "a triple", "all four"];
    claims::Table::ours("shares", "number of cards of a given rank in a hand, %", &columns, [10, 11].map(row).to_vec())
}

/// How many endgames of open cards the leader wins, and how many of these it lets go by never passing or by playing
/// greedily.
pub fn endgame_table(seed: u64, endgames: u64, progress: &dyn Progress) -> Result<claims::Table> {
    let sizes = 2..=MOST_CARDS as u64;
    let solved = in_order(("endgames", "endgames"), sizes.clone().count() as u64 * endgames, progress, |number| {
        let cards = *sizes.start() + number / endgames.max(1);
        Ok(solve(cards as usize, &mut ENDGAMES.generator(seed, number)))
    })?;
    let row = |cards: u64| {
        let first = ((cards - sizes.start()) * endgames) as usize;
        let these = &solved[first..first + endgames as usize];
        let won: Vec<[bool; 2]> = these.iter().copied().flatten().collect();
        let lost = |style: usize| share_of(won.iter().filter(|wins| !wins[style]).count(), won.len());
        let cells = [share_of(won.len(), these.len()), lost(0), lost(1)];
        Row::ours(format!("{cards} cards each"), &cells)
    };
    let title = "two players, open cards: what the leader wins, and what it loses of that, %";
    let columns = ["won by perfect play", "lost by never passing", "lost by PSUnder12No8"];
    let rows = if endgames == 0 { Vec::new() } else { sizes.clone().map(row).collect() };
    Ok(claims::Table::ours("endgames", title, &columns, rows))
}

/// Whether a leader who wins by perfect play also wins by never passing, and by playing greedily; `None` for one who
/// does not: what cannot be won with all plays cannot be won with some.
fn solve(cards: usize, dice: &mut Xoshiro256PlusPlus) -> Option<[bool; 2]> {
    let hands = draw_hands(cards, dice);
    let wins = |style| leader_wins(Rules::UEC2007_PAPER, style, hands[0], hands[1]) == Some(true);
    wins(Style::Perfect).then(|| [Style::NeverPasses, Style::Fixed(FixedPlayer::PsUnder12No8)].map(wins))
}

fn draw_hands(cards: usize, dice: &mut Xoshiro256PlusPlus) -> [Cards; 2] {
    let mut hands = [Cards::NONE; 2];
    for hand in 0..2 {
        while hands[hand].len() < cards {
            let card = Cards::card(below(dice, DECK as u64) as usize);
            if !(hands[0] | hands[1]).holds(card) {
                hands[hand] = hands[hand] | card;
            }
        }
    }
    hands
}

fn share_of(count: usize, of: usize) -> Measured {
    if of == 0 { Measured::default() } else { Measured::percent(count as f64 / of as f64, of as f64) }
}

/// The probabilities that a hand of `cards` cards (at most 53) dealt from the whole deck holds 0, 1, 2, 3 and 4 cards
/// of a given rank.
///
/// Hypergeometric distribution: `C(4, k) C(49, n - k) / C(53, n)`.
pub fn shares_of_rank(cards: usize) -> [f64; HELD + 1] {
    let choose = |of: usize, count: usize| binomial(of as u64, count as u64);
    // Of the 53 places four go to the rank: `held` of them in the hand.
    std::array::from_fn(|held| choose(cards, held) * choose(DECK - cards, HELD - held) / choose(DECK, HELD))
}
