//! What each player can work out from the cards alone, by full enumeration, for every way the hole cards may be opened.
//!
//! None of it depends on the betting, so that one table per deal serves all models and both seats of the simulation. A
//! player's own entry depends on nothing but its own cards and the opponent's open ones; `real` alone looks at hidden
//! cards, and only the learner, after the game, reads it.

use evaluator::card_set::CardSet;
use evaluator::hand_strength::PreparedHand;
use evaluator::strength_tables::StrengthTables;

use super::points::{CELLS, Cards, Deal, POINTS, PointScale, Worth};
use super::rules::Seat;

/// Every hand a player may hold, counted by points and first rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    counts: Box<[u32; CELLS]>,
    pub combinations: u32,
}

impl Distribution {
    /// All hands of `seen` cards and `hidden` more (at most three) out of the unseen ones; at most seven cards
    /// together.
    ///
    /// C(unseen, hidden) hands: 1,128 on turn 1, 10,660 on turn 5.
    pub fn of(seen: CardSet, unseen: CardSet, hidden: usize) -> Self {
        let tables = StrengthTables::get();
        let base = PreparedHand::from(seen);
        let cards: Vec<PreparedHand> = unseen.iter().map(|card| PreparedHand::EMPTY.with(card)).collect();
        let mut counts = Box::new([0u32; CELLS]);
        let mut count = |hand: PreparedHand| counts[Worth::of_strength(hand.strength(tables)).cell()] += 1;
        match hidden {
            0 => count(base),
            1 => cards.iter().for_each(|&card| count(base + card)),
            2 => each_pair(base, &cards, &mut count),
            _ => {
                for (place, &card) in cards.iter().enumerate() {
                    each_pair(base + card, &cards[place + 1..], &mut count);
                }
            }
        }
        let combinations = counts.iter().sum();
        Self { counts, combinations }
    }

    pub fn probabilities(&self) -> [f64; POINTS] {
        let mut probabilities = [0.0; POINTS];
        for (cell, &count) in self.counts.iter().enumerate() {
            probabilities[cell * POINTS / CELLS] += f64::from(count);
        }
        probabilities.map(|count| count / f64::from(self.combinations))
    }

    /// Expected points, equations 3.1 and 3.5.
    pub fn mean(&self, scale: PointScale) -> f64 {
        let sum: f64 = self.cells().map(|(cell, count)| scale.of_cell(cell) * count).sum();
        sum / f64::from(self.combinations)
    }

    /// F: the probability of at most `points`.
    pub fn at_most(&self, scale: PointScale, points: f64) -> f64 {
        let sum: f64 = self.cells().filter(|&(cell, _)| scale.of_cell(cell) <= points).map(|(_, count)| count).sum();
        sum / f64::from(self.combinations)
    }

    fn cells(&self) -> impl Iterator<Item = (usize, f64)> {
        self.counts.iter().enumerate().filter(|&(_, &count)| count > 0).map(|(cell, &count)| (cell, f64::from(count)))
    }
}

fn each_pair(base: PreparedHand, cards: &[PreparedHand], count: &mut impl FnMut(PreparedHand)) {
    for (place, &first) in cards.iter().enumerate() {
        let first = base + first;
        for &second in &cards[place + 1..] {
            count(first + second);
        }
    }
}

/// Expected points of a hand with `open` face up and `hidden` cards that may be any of those not face up.
///
/// The onlooker of the thesis is nobody's partner: his cards are all that are not face up, in any hand (a choice).
pub fn potential(open: CardSet, face_down: CardSet, hidden: usize, scale: PointScale) -> f64 {
    Distribution::of(open, face_down - open, hidden).mean(scale)
}

/// What a player knows of its strength against what the opponent may hold.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outlook {
    /// F(own points): the probability that the opponent has no more points.
    pub p: f64,
    /// F(own points) − F(the opponent's expected points), equation 3.2, in [p − 1, p].
    pub expect: f64,
}

impl Outlook {
    pub fn new(own: CardSet, opponent: &Distribution, scale: PointScale) -> Self {
        let p = opponent.at_most(scale, scale.of(own));
        Self { p, expect: p - opponent.at_most(scale, opponent.mean(scale)) }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judged {
    pub outlook: Outlook,
    /// F(own points) − F(the opponent's true points); known after the game alone.
    pub real: f64,
}

impl Judged {
    /// A hand against a player with these open cards and `hidden` ones that are not known; `truth` is what it really
    /// holds.
    fn new(own: CardSet, open: CardSet, hidden: usize, truth: CardSet, scale: PointScale) -> Self {
        let opponent = Distribution::of(open, CardSet::FULL_DECK - own - open, hidden);
        let outlook = Outlook::new(own, &opponent, scale);
        Self { outlook, real: outlook.p - opponent.at_most(scale, scale.of(truth)) }
    }
}

/// The numbers of the hole cards that may be opened.
const HOLE: [usize; 3] = [0, 1, 2];
const PLAYER_CARDS: usize = 7;

/// All that one player knows in one deal. Hole cards are numbered; `[own][opponent's]` where both matter.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    /// Turns 1 to 5.
    pub early: [Judged; 5],
    /// Turn 6, by the card the opponent has opened.
    pub one_opened: [Judged; 3],
    /// Turn 7, by the card the opponent still hides.
    pub two_opened: [Judged; 3],
    pub points: f64,
    /// Points of the four up cards.
    pub open_points: f64,
    /// Points of the open cards after opening one.
    pub open_points_with: [f64; 3],
    /// Turn 5: the potential of each hole card if it were opened.
    pub if_opened: [f64; 3],
    /// Turn 6: the potential of what lies open, by the cards the players have opened.
    pub with_one: [[f64; 3]; 3],
    /// Turn 6: the potential if another card were opened, by the opened card, the other one and the opponent's opened
    /// card.
    pub if_another: [[[f64; 3]; 3]; 3],
    /// Turn 7: the potential of what lies open, by the cards the players still hide.
    pub with_two: [[f64; 3]; 3],
}

impl Knowledge {
    pub fn of(deal: &Deal, seat: Seat, scale: PointScale) -> Self {
        let (own, other) = (&deal.0[seat.index()], &deal.0[seat.other().index()]);
        let (held, truth, their_up) = (own.held_on(7), other.held_on(7), CardSet::of(&other.up));
        let opened = |cards: &Cards, number: usize| CardSet::of(&cards.up).with(cards.hole[number]);
        let hiding = |cards: &Cards, number: usize| cards.held_on(7) - CardSet::single(cards.hole[number]);
        let looks = |open: CardSet, theirs: CardSet| {
            potential(open, CardSet::FULL_DECK - theirs, PLAYER_CARDS - open.len(), scale)
        };
        let another = |mine: usize, next: usize, theirs: usize| {
            if next == mine { 0.0 } else { looks(opened(own, mine).with(own.hole[next]), opened(other, theirs)) }
        };
        Self {
            early: [1, 2, 3, 4, 5].map(|turn| {
                let open = CardSet::of(other.up_on(turn));
                Judged::new(own.held_on(turn), open, other.hole_on(turn).len(), other.held_on(turn), scale)
            }),
            one_opened: other.hole.map(|card| Judged::new(held, their_up.with(card), 2, truth, scale)),
            two_opened: other.hole.map(|card| Judged::new(held, truth - CardSet::single(card), 1, truth, scale)),
            points: scale.of(held),
            open_points: scale.of(CardSet::of(&own.up)),
            open_points_with: HOLE.map(|mine| scale.of(opened(own, mine))),
            if_opened: HOLE.map(|mine| looks(opened(own, mine), their_up)),
            with_one: HOLE.map(|mine| HOLE.map(|theirs| looks(opened(own, mine), opened(other, theirs)))),
            if_another: HOLE.map(|mine| HOLE.map(|next| HOLE.map(|theirs| another(mine, next, theirs)))),
            with_two: HOLE.map(|mine| HOLE.map(|theirs| looks(hiding(own, mine), hiding(other, theirs)))),
        }
    }
}
