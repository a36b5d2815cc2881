//! What kind of flop three cards are: the highest rank, pairs, suits, and how near the ranks are to a straight.

use super::card::{Card, RANKS, rank_letter};
use super::hand_category::straight;

/// The kind of a flop; flops that differ by the names of suits alone have the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FlopTexture {
    /// The highest rank, 0 (the deuce) to 12 (the ace).
    pub high: u8,
    pub pairing: Pairing,
    pub suits: FlopSuits,
    pub connection: Connection,
}

/// How many cards of a flop share a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pairing {
    Unpaired,
    Paired,
    Trips,
}

/// How many suits a flop has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FlopSuits {
    Rainbow,
    TwoTone,
    Monotone,
}

/// How near a flop's ranks are to a straight; the ace is next to the king and to the deuce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Connection {
    /// Two hole cards can make a straight: three ranks of five in a row.
    Connected,
    /// No straight is possible yet, but two of the ranks are neighbours or have one rank between them.
    SemiConnected,
    /// Neither of both.
    Disconnected,
}

impl FlopTexture {
    /// The kind of three different cards.
    pub fn of(flop: [Card; 3]) -> Self {
        let ranks = flop.map(Card::rank);
        let mask = ranks.iter().fold(0u16, |mask, rank| mask | 1 << rank);
        let suits = flop.iter().fold(0u8, |suits, card| suits | 1 << card.suit());
        Self {
            high: ranks.into_iter().max().unwrap_or(0),
            pairing: match mask.count_ones() {
                3 => Pairing::Unpaired,
                2 => Pairing::Paired,
                _ => Pairing::Trips,
            },
            suits: match suits.count_ones() {
                3 => FlopSuits::Rainbow,
                2 => FlopSuits::TwoTone,
                _ => FlopSuits::Monotone,
            },
            connection: connection(mask),
        }
    }

    /// What the highest rank is called, such as `Q high`.
    pub fn high_name(self) -> String {
        format!("{} high", rank_letter(self.high))
    }
}

impl Pairing {
    pub const ALL: [Self; 3] = [Self::Unpaired, Self::Paired, Self::Trips];

    pub const fn name(self) -> &'static str {
        ["unpaired", "paired", "trips"][self as usize]
    }
}

impl FlopSuits {
    pub const ALL: [Self; 3] = [Self::Rainbow, Self::TwoTone, Self::Monotone];

    pub const fn name(self) -> &'static str {
        ["rainbow", "two-tone", "monotone"][self as usize]
    }
}

impl Connection {
    pub const ALL: [Self; 3] = [Self::Connected, Self::SemiConnected, Self::Disconnected];

    pub const fn name(self) -> &'static str {
        ["connected", "semi-connected", "disconnected"][self as usize]
    }
}

/// The connection of up to three ranks.
fn connection(mask: u16) -> Connection {
    let others = || (0..RANKS).filter(|rank| mask & 1 << rank == 0);
    let makes_straight = |low: usize| others().any(|high| straight(mask | 1 << low | 1 << high).is_some());
    if mask.count_ones() == 3 && others().any(makes_straight) {
        return Connection::Connected;
    }
    // Bit 0 is the low ace here, and bit r + 1 stands for rank r.
    let with_low_ace = mask << 1 | mask >> (RANKS - 1);
    if with_low_ace & (with_low_ace << 1 | with_low_ace << 2) != 0 {
        return Connection::SemiConnected;
    }
    Connection::Disconnected
}
