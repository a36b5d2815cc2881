//! The betting before a decision: which actions are legal there, and what each of them leads to.

use std::ops::RangeInclusive;

use super::action::Action;
use super::betting_tree::{GameEnd, Next};
use super::game_definition::{Betting, GameDefinition};
use super::sizes::{BetKind, Offer, Seat, Situation, raises_among};
use crate::units::Chips;

/// The state of the betting before a decision. The tree grows from it, and counts of trees do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BettingState {
    pub round: usize,
    /// Position (0 or 1) to act.
    pub player: usize,
    /// What each position has put in so far, blinds included.
    pub contributions: [Chips; 2],
    /// What each had put in when the round began; nothing in the first round, to which the blinds belong.
    pub round_began: Chips,
    /// How much the last bet or raise of the round added to the highest total; at first the big blind.
    last_raise: Chips,
    /// Bets and raises of the round; in no-limit games the big blind is the first of them.
    bets: usize,
    /// A player has acted in this round, so that a call ends it.
    acted: bool,
    /// The player out of position called a bet at the end of the round before.
    called_before: bool,
}

impl BettingState {
    /// The first decision of a game.
    pub fn first(game: &GameDefinition) -> Self {
        let bets = match game.betting {
            Betting::Limit => 0,
            Betting::NoLimit { .. } => usize::from(game.has_opening_bet()),
        };
        let (player, contributions) = (game.first_player(0), game.blinds());
        let round_began = Chips::ZERO;
        let last_raise = game.big_blind();
        Self { round: 0, player, contributions, round_began, last_raise, bets, acted: false, called_before: false }
    }

    fn highest(&self) -> Chips {
        self.contributions[0].max(self.contributions[1])
    }

    fn must_pay(&self) -> bool {
        self.contributions[self.player] < self.contributions[1 - self.player]
    }

    /// What a bet or raise of each size makes the player's total over the whole hand, from the smallest.
    pub fn raises(&self, game: &GameDefinition) -> Vec<Chips> {
        match game.betting {
            Betting::Limit if self.bets < game.max_raises(self.round) => {
                vec![self.highest() + game.raise_size(self.round)]
            }
            Betting::Limit => Vec::new(),
            Betting::NoLimit { .. } => raises_among(&self.offers(game)),
        }
    }

    /// What a bet or raise may make the player's total over the whole hand, whatever sizes are listed; `None` where
    /// none is legal.
    pub fn raise_range(&self, game: &GameDefinition) -> Option<RangeInclusive<Chips>> {
        match game.betting {
            Betting::Limit => self.raises(game).first().map(|&total| total..=total),
            // Whoever cannot reach the least raise may still go all-in.
            Betting::NoLimit { stack, .. } => {
                let least = (self.highest() + self.last_raise).min(stack);
                (self.highest() < stack).then_some(least..=stack)
            }
        }
    }

    /// The list of sizes that applies.
    pub fn list_of_sizes(&self, game: &GameDefinition) -> (Seat, BetKind) {
        let is_out_of_position = self.player == game.out_of_position(self.round);
        let kind = match self.bets {
            0 if self.called_before && !self.acted && is_out_of_position => BetKind::Donk,
            0 => BetKind::Bet,
            _ => BetKind::Raise,
        };
        (if is_out_of_position { Seat::OutOfPosition } else { Seat::InPosition }, kind)
    }

    /// Every size that is listed for the decision; none in limit games.
    pub fn offers(&self, game: &GameDefinition) -> Vec<Offer> {
        let Betting::NoLimit { stack, sizes } = &game.betting else { return Vec::new() };
        let (seat, kind) = self.list_of_sizes(game);
        let highest = self.highest();
        sizes.offers(&Situation {
            round: game.beginning.rounds_over + self.round,
            seat,
            kind,
            bets: self.bets,
            rounds_left: game.rounds() - self.round,
            stack: *stack,
            highest,
            pot: game.beginning.pot + highest * 2,
            round_began: self.round_began,
            least_raise: self.last_raise,
        })
    }

    /// The legal actions, given how many sizes there are.
    pub fn actions(&self, game: &GameDefinition, sizes: usize) -> &'static [Action] {
        let is_limp = self.round == 0 && !self.acted && self.must_pay();
        let may_call = !is_limp || sizes == 0 || game.allows_limps();
        Action::legal(self.must_pay(), may_call, sizes)
    }

    /// What an action makes the player's total over the whole hand.
    pub fn total(&self, action: Action, raises: &[Chips]) -> Chips {
        match action {
            Action::Fold => self.contributions[self.player],
            Action::Call => self.highest(),
            Action::Raise(size) => raises[usize::from(size)],
        }
    }

    /// What follows an action that makes the player's total so much.
    pub fn after(self, game: &GameDefinition, action: Action, total: Chips) -> Next<Self, GameEnd> {
        let Self { round, player, mut contributions, .. } = self;
        contributions[player] = total;
        let next = Self { player: 1 - player, contributions, acted: true, ..self };
        match action {
            Action::Fold => Next::End(GameEnd::Fold { folder: player, contributions }),
            Action::Raise(_) => {
                let last_raise = (total - self.highest()).max(self.last_raise);
                Next::Decision(Self { last_raise, bets: self.bets + 1, ..next })
            }
            // Where both have put in all they have nothing is left to decide.
            Action::Call if contributions.map(Some) == [game.stack(); 2] => {
                Next::End(GameEnd::Showdown { round, contributions })
            }
            Action::Call if !self.acted => Next::Decision(next),
            Action::Call if round + 1 == game.rounds() => Next::End(GameEnd::Showdown { round, contributions }),
            Action::Call => Next::Decision(Self {
                round: round + 1,
                player: game.first_player(round + 1),
                contributions,
                round_began: total,
                last_raise: game.big_blind(),
                bets: 0,
                acted: false,
                called_before: self.must_pay() && player == game.out_of_position(round + 1),
            }),
        }
    }
}
