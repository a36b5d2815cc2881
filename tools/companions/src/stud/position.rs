//! Any position of seven-card stud as a player sees it: the opponent's exact distribution, the estimate, and how strong
//! the hand looks.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use serde::Serialize;

use super::estimate::{Situation, Tendencies, estimate};
use super::knowledge::{Distribution, Outlook, potential};
use super::model::Choices;
use super::points::{NAMES, POINTS, Worth};
use crate::error::{CompanionError, Result};

#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    pub hole: Vec<Card>,
    pub open: Vec<Card>,
    /// The opponent's open cards, the same number.
    pub against: Vec<Card>,
    pub turn: u8,
    /// The opponent's bet and all chips on the table before it.
    pub bet: (u64, u64),
}

/// What a player can read from a position, under the keys that scripts rely on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reading {
    /// The probability of each of the opponent's hands, by points.
    pub distribution: [f64; POINTS],
    pub combinations: u32,
    pub expectation: f64,
    pub points: f64,
    pub hand: &'static str,
    pub f_own: f64,
    pub expect: f64,
    /// The estimate with all tendencies at 50.
    pub result: f64,
    pub superior: bool,
    /// Were the estimate inferior on turns 1 to 4.
    pub drop_intention: f64,
    pub potentials: Vec<Potential>,
    pub open_potential: f64,
    /// Whether the hand can look so much stronger than it is that the system would bluff from turn 5 on.
    pub may_bluff: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Potential {
    pub card: String,
    pub points: f64,
}

impl Position {
    /// Reads `As Ad | Kc`, hole cards before the bar, and the opponent's open cards; a bet of 0 means no bet.
    ///
    /// The turn follows from the cards: one to four open cards beside two hole cards are turns 1 to 4, seven cards with
    /// four, five and six open ones are turns 5 to 7.
    pub fn read(own: &str, against: &str, bet: u64, pot: u64) -> Result<Self> {
        let wrong = |what: &str, found: String, expected: &str| {
            CompanionError::input(what, found, expected, "write hole cards, a bar and up cards, such as \"As Ad | Kc\"")
        };
        let quoted = format!("'{own}'");
        let Some((hole, open)) = own.split_once('|') else {
            return Err(wrong("the hand", quoted, "a bar between hole cards and up cards"));
        };
        if open.contains('|') {
            return Err(wrong("the hand", quoted, "a single bar"));
        }
        let cards = |what: &str, text: &str| {
            parse_cards(text).map_err(|error| wrong(what, error.to_string(), "different cards such as As or Td"))
        };
        let (hole, open) = (cards("the hole cards", hole)?, cards("the up cards", open)?);
        let against = cards("--against", against)?;
        let all: Vec<Card> = hole.iter().chain(&open).chain(&against).copied().collect();
        if let Some(place) = (1..all.len()).find(|&place| all[..place].contains(&all[place])) {
            let found = format!("{} twice in {quoted} against '{}'", all[place], written(&against));
            return Err(wrong("the cards", found, "every card once"));
        }
        let turn = match (hole.len(), open.len()) {
            (2, 1..=4) => open.len(),
            (3, 4) => 5,
            (2, 5) => 6,
            (1, 6) => 7,
            (hole, open) => {
                let found = format!("{hole} hole cards and {open} up cards");
                return Err(wrong("the hand", found, "2 and 1 to 4 on turns 1 to 4, then 3 and 4, 2 and 5, 1 and 6"));
            }
        };
        if against.len() != open.len() {
            let found = format!("{} up cards", against.len());
            return Err(wrong("--against", found, &format!("{}, as many as your own", open.len())));
        }
        if bet > pot {
            let expected = format!("at most the pot before it, {pot}");
            return Err(CompanionError::input("--bet", bet.to_string(), expected, "give the pot with --pot"));
        }
        Ok(Self { hole, open, against, turn: turn as u8, bet: (bet, pot) })
    }

    /// The opponent's bet by the pot, in [0, 1]; 0 without a bet.
    pub fn bet_share(&self) -> f64 {
        match self.bet {
            (0, _) => 0.0,
            (bet, pot) => bet as f64 / pot as f64,
        }
    }

    pub fn reading(&self, choices: &Choices) -> Result<Reading> {
        let choices = choices.checked()?;
        let scale = choices.scale;
        let [own_open, theirs] = [&self.open, &self.against].map(|cards| CardSet::of(cards));
        let own = own_open | CardSet::of(&self.hole);
        let opponent = Distribution::of(theirs, CardSet::FULL_DECK - own - theirs, self.hole.len());
        let outlook = Outlook::new(own, &opponent, scale);
        let (turn, bet_share) = (self.turn, self.bet_share());
        let situation = Situation { outlook, bet_share, turn };
        let face_down = CardSet::FULL_DECK - own_open - theirs;
        // Before turn 5 the onlooker knows as little about the seventh card as the player does: the present hand
        // counts.
        let looks = |open: CardSet| potential(open, face_down, own.len() - open.len(), scale);
        let potential = |card: &Card| Potential { card: card.to_string(), points: looks(own_open.with(*card)) };
        let potentials: Vec<Potential> = self.hole.iter().map(potential).collect();
        let (points, open_potential) = (scale.of(own), looks(own_open));
        // On the last turns what lies open counts as well; before, another card is opened in any case.
        let best = match turn {
            7 => open_potential,
            _ => potentials.iter().map(|it| it.points).fold(if turn < 6 { 0.0 } else { open_potential }, f64::max),
        };
        let result = estimate(&situation, &Tendencies::default(), choices.adjustment).result;
        Ok(Reading {
            distribution: opponent.probabilities(),
            combinations: opponent.combinations,
            expectation: opponent.mean(scale),
            points,
            hand: NAMES[Worth::of(own).points()],
            f_own: outlook.p,
            expect: outlook.expect,
            result,
            superior: result >= 0.0,
            drop_intention: choices.intentions.intention(bet_share, turn),
            potentials,
            open_potential,
            may_bluff: best >= points + choices.threshold,
        })
    }
}

fn written(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
