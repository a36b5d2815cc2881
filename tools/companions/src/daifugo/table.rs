//! A game under way (five hands, the trick, who is still in it, who has gone out), and what one player knows of it.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::cards::{Cards, DECK};
use super::rules::{Rule, Rules, Spot, Trick};
use crate::streams::below;

pub const SEATS: usize = 5;
/// Points of the first to go out, of the second, and so on.
pub const POINTS: [i32; SEATS] = [2, 1, 0, -1, -2];

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub rules: Rules,
    pub hands: [Cards; SEATS],
    pub played: Cards,
    pub trick: Trick,
    pub turn: usize,
    pub last_to_play: usize,
    /// A bit per seat that may still play on this trick.
    in_trick: u8,
    with_cards: u8,
    /// The seats that have gone out, the first one first; the one left over comes last.
    order: [u8; SEATS],
    finished: usize,
}

impl Table {
    /// Hands chosen by the caller, no card twice; `turn` leads. Seats without cards take no part and get no place, so
    /// that a later stage of a game can be set up.
    pub fn with_hands(rules: Rules, hands: [Cards; SEATS], turn: usize) -> Self {
        let with_cards = (0..SEATS).filter(|&seat| !hands[seat].is_empty()).fold(0, |mask, seat| mask | 1 << seat);
        Self {
            rules,
            hands,
            played: hands.iter().fold(Cards::DECK, |rest, &hand| rest - hand),
            trick: Trick::LEAD,
            turn,
            last_to_play: turn,
            in_trick: with_cards,
            with_cards,
            order: [u8::MAX; SEATS],
            finished: SEATS - with_cards.count_ones() as usize,
        }
    }

    /// Deals all 53 cards: eleven to three seats and ten to two that are drawn; the holder of the three of diamonds
    /// leads.
    pub fn deal(rules: Rules, dice: &mut Xoshiro256PlusPlus) -> Self {
        let mut deck: [u8; DECK] = std::array::from_fn(|number| number as u8);
        for place in 0..DECK - 1 {
            deck.swap(place, place + below(dice, (DECK - place) as u64) as usize);
        }
        let first_short = below(dice, SEATS as u64) as usize;
        let other_short = (first_short + 1 + below(dice, SEATS as u64 - 1) as usize) % SEATS;
        let mut from = 0;
        let hands: [Cards; SEATS] = std::array::from_fn(|seat| {
            let to = from + if seat == first_short || seat == other_short { 10 } else { 11 };
            let hand = deck[from..to].iter().fold(Cards::NONE, |hand, &card| hand | Cards::card(usize::from(card)));
            from = to;
            hand
        });
        let leader = (0..SEATS).find(|&seat| hands[seat].holds(Cards::DIAMOND_THREE)).unwrap_or(0);
        Self::with_hands(rules, hands, leader)
    }

    #[inline]
    pub fn spot(&self) -> Spot {
        Spot { hand: self.hands[self.turn], trick: self.trick, rules: self.rules }
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.finished == SEATS
    }

    #[inline]
    pub(crate) fn in_trick_count(&self) -> usize {
        self.in_trick.count_ones() as usize
    }

    #[inline]
    pub(crate) fn with_cards_count(&self) -> usize {
        self.with_cards.count_ones() as usize
    }

    /// The seat on turn plays these cards of its hand, legally, or passes with none; only a leader must play.
    #[inline]
    pub fn act(&mut self, play: Cards) {
        let seat = self.turn;
        if play.is_empty() {
            self.in_trick &= !(1 << seat);
            return self.go_on();
        }
        self.hands[seat] = self.hands[seat] - play;
        self.played = self.played | play;
        self.last_to_play = seat;
        if self.hands[seat].is_empty() {
            self.go_out(seat);
        }
        self.trick = self.trick.after(play, self.rules);
        if self.trick.last.is_empty() { self.end_trick() } else { self.go_on() }
    }

    /// The points of each seat once the game is over; 0 for seats that never had cards.
    pub fn points(&self) -> [i32; SEATS] {
        let mut points = [0; SEATS];
        for (place, &seat) in self.order.iter().enumerate() {
            if let Some(points) = points.get_mut(usize::from(seat)) {
                *points = POINTS[place];
            }
        }
        points
    }

    /// The place of a seat that has gone out, 0 the first.
    #[inline]
    pub fn place(&self, seat: usize) -> Option<usize> {
        self.order[..self.finished].iter().position(|&it| usize::from(it) == seat)
    }

    pub fn view(&self) -> View {
        let sizes = self.hands.map(|hand| hand.len() as u8);
        View { hand: self.hands[self.turn], sizes, public: Self { hands: [Cards::NONE; SEATS], ..self.clone() } }
    }

    fn go_out(&mut self, seat: usize) {
        self.with_cards &= !(1 << seat);
        self.in_trick &= !(1 << seat);
        self.order[self.finished] = seat as u8;
        self.finished += 1;
        if self.finished == SEATS - 1 {
            self.order[SEATS - 1] = self.with_cards.trailing_zeros() as u8;
            self.finished = SEATS;
        }
    }

    #[inline]
    fn go_on(&mut self) {
        let only_last = self.in_trick & !(1 << self.last_to_play) == 0;
        if self.in_trick == 0 || (only_last && !self.rules.has(Rule::AllPass)) {
            self.trick = Trick::LEAD;
            self.end_trick();
        } else {
            self.turn = next_of(self.in_trick, self.turn);
        }
    }

    fn end_trick(&mut self) {
        self.in_trick = self.with_cards;
        if self.with_cards >> self.last_to_play & 1 == 1 {
            self.turn = self.last_to_play;
        } else if self.with_cards != 0 {
            self.turn = next_of(self.with_cards, self.last_to_play);
        }
    }
}

/// The first seat of a mask that is not empty, after the given seat, in turn.
#[inline]
fn next_of(mask: u8, seat: usize) -> usize {
    let twice = u32::from(mask) | u32::from(mask) << SEATS;
    let next = seat + 1 + (twice >> (seat + 1)).trailing_zeros() as usize;
    if next >= SEATS { next - SEATS } else { next }
}

/// What one player knows: its own hand, how many cards the others hold, and all that happened on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub hand: Cards,
    pub sizes: [u8; SEATS],
    /// The game as everybody sees it; its hands are empty.
    pub(super) public: Table,
}

impl View {
    pub(super) fn spot(&self) -> Spot {
        Spot { hand: self.hand, ..self.public.spot() }
    }

    pub fn unseen(&self) -> Cards {
        Cards::DECK - self.public.played - self.hand
    }

    /// A game that looks like this one from here: the unseen cards are dealt to the others at random.
    pub fn possible_game(&self, dice: &mut Xoshiro256PlusPlus) -> Table {
        let mut table = self.public.clone();
        let mut unseen: Vec<Cards> = self.unseen().iter().collect();
        let mut place = 0;
        for seat in (0..SEATS).filter(|&seat| seat != self.public.turn) {
            for _ in 0..self.sizes[seat] {
                let other = place + below(dice, (unseen.len() - place) as u64) as usize;
                unseen.swap(place, other);
                table.hands[seat] = table.hands[seat] | unseen[place];
                place += 1;
            }
        }
        table.hands[table.turn] = self.hand;
        table
    }
}
