//! Limit hold'em at a table of any size, the one game of more than two players here: of eight for the second
//! experiment, of two for the third. Also how a player plays in two numbers: how seldom it folds, and how often it bets
//! rather than calls.
//!
//! Small blind 1, big blind 2, bets of 2, 2, 4 and 4. Nobody runs out of chips, ties split, folding is not possible
//! where nothing is to be paid. Seat 0 is the small blind and seat 1 the big blind; the last seat has the button.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use solver::game::Action;

use crate::mlp::Target;
use crate::named::named;

const MOST_RAISES: usize = 4;
const BETS: [u32; 4] = [2, 2, 4, 4];
const BLINDS: [u32; 2] = [1, 2];
const BOARD: [usize; 4] = [0, 3, 4, 5];

/// What "at most four bets and raises a round" counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cap {
    /// Those of all players together, as the thesis says.
    Total,
    /// Those of each player, which is nearer to its figures for the most aggressive players.
    PerPlayer,
}

named!(Cap { Total => "total", PerPlayer => "per-player" });

/// What a player sees when it is to act. Chips are small blinds.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub hole: [Card; 2],
    pub board: &'a [Card],
    /// What all had paid when the round began.
    pub pot: u32,
    /// What the player itself has paid in this game.
    pub paid: u32,
    pub bet: u32,
    pub to_pay: u32,
    pub alive: usize,
    /// Players who had not folded when the round began.
    pub alive_at_start: usize,
    pub may_raise: bool,
}

impl Seen<'_> {
    /// The nearest legal action: a fold where nothing is to be paid checks, a raise beyond the cap calls.
    pub fn legal(&self, wanted: Action) -> Action {
        match wanted {
            Action::Fold if self.to_pay == 0 => Action::Call,
            Action::Raise(_) if !self.may_raise => Action::Call,
            legal => legal,
        }
    }
}

/// Plays one game; `cards` are two for each seat (in their order), then five for the board. Rounds before the `first`
/// are called and checked down. `choose` says what a seat wants to do, and [`Seen::legal`] what becomes of it. Returns
/// each seat's winnings.
pub fn play(cards: &[Card], first: usize, cap: Cap, mut choose: impl FnMut(usize, &Seen<'_>) -> Action) -> Vec<f64> {
    let (holes, board) = cards.split_at(cards.len().saturating_sub(5));
    let seats = holes.len() / 2;
    let paid = if first == 0 { 0 } else { BLINDS[1] };
    let mut table = Table { holes, paid: vec![paid; seats], folded: vec![false; seats], cap };
    for round in first..BOARD.len() {
        table.play_round(round, &board[..BOARD[round]], &mut choose);
        if table.alive() == 1 {
            break;
        }
    }
    table.winnings(board)
}

struct Table<'a> {
    holes: &'a [Card],
    paid: Vec<u32>,
    folded: Vec<bool>,
    cap: Cap,
}

impl Table<'_> {
    fn alive(&self) -> usize {
        self.folded.iter().filter(|&&folded| !folded).count()
    }

    fn play_round(&mut self, round: usize, board: &[Card], choose: &mut impl FnMut(usize, &Seen<'_>) -> Action) {
        let seats = self.paid.len();
        let (pot, alive_at_start) = (self.paid.iter().sum(), self.alive());
        let (mut in_round, mut raises) = (vec![0; seats], vec![0; seats]);
        let (mut seat, mut bet) = (0, 0);
        if round == 0 {
            in_round[..2].copy_from_slice(&BLINDS);
            self.paid[..2].copy_from_slice(&BLINDS);
            (seat, bet) = (2 % seats, BLINDS[1]);
        }
        let mut to_act = alive_at_start;
        while to_act > 0 && self.alive() > 1 {
            if !self.folded[seat] {
                let counted = match self.cap {
                    Cap::Total => raises.iter().sum(),
                    Cap::PerPlayer => raises[seat],
                };
                let seen = Seen {
                    hole: [self.holes[2 * seat], self.holes[2 * seat + 1]],
                    board,
                    pot,
                    paid: self.paid[seat],
                    bet,
                    to_pay: bet - in_round[seat],
                    alive: self.alive(),
                    alive_at_start,
                    may_raise: counted < MOST_RAISES,
                };
                let action = seen.legal(choose(seat, &seen));
                to_act -= 1;
                if action == Action::Raise(0) {
                    bet += BETS[round];
                    raises[seat] += 1;
                    to_act = self.alive() - 1;
                }
                self.folded[seat] = action == Action::Fold;
                if !self.folded[seat] {
                    self.paid[seat] += bet - in_round[seat];
                    in_round[seat] = bet;
                }
            }
            seat = (seat + 1) % seats;
        }
    }

    fn winnings(&self, board: &[Card]) -> Vec<f64> {
        let hands = self.holes.chunks_exact(2).zip(&self.folded);
        let strength = |(hole, &folded): (&[Card], &bool)| {
            (!folded).then(|| HandStrength::of(CardSet::of(hole) | CardSet::of(board)))
        };
        let strengths: Vec<_> = hands.map(strength).collect();
        let best = strengths.iter().max().copied().flatten();
        let winners = strengths.iter().filter(|&&it| it == best).count();
        let pot = f64::from(self.paid.iter().sum::<u32>());
        let share = |strength| if strength == best { pot / winners as f64 } else { 0.0 };
        strengths.into_iter().zip(&self.paid).map(|(strength, &paid)| share(strength) - f64::from(paid)).collect()
    }
}

/// An action as the thesis has learners see it: which actions are legal they do not know.
pub(super) fn target(action: Action) -> Target {
    Target::Action { chosen: action.column() as u8, legal: 0b111 }
}

/// How often each [`Action`] was taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style(pub [u64; 3]);

impl Style {
    pub fn count(&mut self, action: Action) {
        self.0[action.column()] += 1;
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, others)| *own += others);
    }

    pub fn actions(&self) -> u64 {
        self.0.iter().sum()
    }

    pub(super) fn stays(&self) -> u64 {
        self.0[1] + self.0[2]
    }

    /// The share of actions that are not folds (5.2), 0 to 1; 0 without actions.
    pub fn looseness(&self) -> f64 {
        self.stays() as f64 / self.actions().max(1) as f64
    }

    /// The share of bets and raises among them (5.3), 0 to 1; 0 where there are none.
    pub fn aggression(&self) -> f64 {
        self.0[2] as f64 / self.stays().max(1) as f64
    }
}
