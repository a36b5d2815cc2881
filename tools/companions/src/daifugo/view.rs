//! What one player knows of a game.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::streams::below;

use super::cards::{Cards, DECK};
use super::table::{SEATS, Table};

/// What one player knows: its own hand, how many cards the others hold, and all that happened on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The hand of the seat on turn.
    pub hand: Cards,
    /// How many cards each seat holds.
    pub sizes: [u8; SEATS],
    /// The game without anybody's hand.
    public: Table,
}

impl View {
    /// A view of a game whose hands are empty.
    pub(super) fn new(hand: Cards, sizes: [u8; SEATS], public: Table) -> Self {
        Self { hand, sizes, public }
    }

    /// The seat on turn, which this view is of.
    pub fn seat(&self) -> usize {
        self.public.turn
    }

    /// The game as everybody sees it; its hands are empty.
    pub fn public(&self) -> &Table {
        &self.public
    }

    /// The cards that others hold.
    pub fn unseen(&self) -> Cards {
        Cards::DECK - self.public.played - self.hand
    }

    /// A game that looks like this one from here: the unseen cards are dealt to the others at random.
    pub fn possible_game(&self, dice: &mut Xoshiro256PlusPlus) -> Table {
        let mut table = self.public.clone();
        let mut unseen = self.unseen();
        let mut numbers = [0_u8; DECK];
        let mut count = 0;
        while !unseen.is_empty() {
            numbers[count] = unseen.take_lowest() as u8;
            count += 1;
        }
        let mut place = 0;
        for seat in 0..SEATS {
            if seat == self.seat() {
                table.hands[seat] = self.hand;
                continue;
            }
            for _ in 0..self.sizes[seat] {
                let other = place + below(dice, (count - place) as u64) as usize;
                numbers.swap(place, other);
                table.hands[seat] = table.hands[seat] | Cards::card(usize::from(numbers[place]));
                place += 1;
            }
        }
        table
    }
}
