//! What can be known without playing: how often sets are dealt, and who wins small endgames.

use rand_xoshiro::Xoshiro256PlusPlus;
use tables::together::progress::{Cancelled, Progress};

use crate::claims::{Measured, Row, Table};
use crate::numbered_work::in_order;
use crate::streams::{Purpose, below};
use crate::sums::share_error;

use super::cards::{Cards, DECK};
use super::endgame::{Endgame, MOST_CARDS, Style};
use super::fixed_players::FixedPlayer;
use super::hypergeometric::shares_of_rank;
use super::rules::Rules;

const ENDGAMES: Purpose = Purpose(0x5be0_cd19_137e_2179);

/// How likely a hand holds none to four cards of a given rank.
pub fn shares_table() -> Table {
    let row = |cards: usize| {
        let cells = shares_of_rank(cards).map(|share| Measured::exact(100.0 * share));
        Row::new(format!("{cards} cards"), &[], &cells)
    };
    Table {
        id: "shares".to_owned(),
        title: "number of cards of a given rank in a hand, %".to_owned(),
        columns: ["none", "one", "a pair", "a triple", "all four"].map(str::to_owned).to_vec(),
        rows: [10, 11].map(row).to_vec(),
    }
}

/// What became of one endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Solved {
    perfect: bool,
    never_passes: bool,
    greedy: bool,
}

/// How many endgames of open cards the leader wins, and how many of these it lets go by never passing or by playing
/// greedily.
pub fn endgame_table(seed: u64, endgames: u64, progress: &dyn Progress) -> Result<Table, Cancelled> {
    let sizes = 2..=MOST_CARDS as u64;
    let solved = in_order(("endgames", "endgames"), sizes.clone().count() as u64 * endgames, progress, |number| {
        let cards = *sizes.start() + number / endgames.max(1);
        solve(cards as usize, &mut ENDGAMES.generator(seed, number))
    })?;
    let row = |cards: u64| {
        let first = ((cards - sizes.start()) * endgames) as usize;
        let these = &solved[first..first + endgames as usize];
        let won: Vec<Solved> = these.iter().copied().filter(|it| it.perfect).collect();
        let lost = |wins: fn(&Solved) -> bool| share_of(won.iter().filter(|it| !wins(it)).count(), won.len());
        let cells = [share_of(won.len(), these.len()), lost(|it| it.never_passes), lost(|it| it.greedy)];
        Row::new(format!("{cards} cards each"), &[], &cells)
    };
    Ok(Table {
        id: "endgames".to_owned(),
        title: "two players, open cards: what the leader wins, and what it loses of that, %".to_owned(),
        columns: ["won by perfect play", "lost by never passing", "lost by PSUnder12No8"].map(str::to_owned).to_vec(),
        rows: if endgames == 0 { Vec::new() } else { sizes.clone().map(row).collect() },
    })
}

fn solve(cards: usize, dice: &mut Xoshiro256PlusPlus) -> Solved {
    let hands = draw_hands(cards, dice);
    let wins = |style| Endgame::new(Rules::UEC2007_PAPER, style).leader_wins(hands[0], hands[1]) == Some(true);
    let perfect = wins(Style::Perfect);
    // A leader who cannot win with all plays cannot win with some.
    Solved {
        perfect,
        never_passes: perfect && wins(Style::NeverPasses),
        greedy: perfect && wins(Style::Fixed(FixedPlayer::PsUnder12No8)),
    }
}

/// Two hands of `cards` cards from the whole deck.
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
    if of == 0 {
        return Measured::default();
    }
    let share = count as f64 / of as f64;
    Measured::new(100.0 * share, 100.0 * share_error(share, of as f64))
}
