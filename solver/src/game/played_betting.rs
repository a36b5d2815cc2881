//! The betting of a hand as it is played: the rules alone say what is legal. In no-limit games every amount between the
//! least raise and all-in is, whatever sizes the game's tree lists.
//!
//! ```
//! use solver::game::{GameDefinition, PlayedAction, PlayedBetting};
//! use solver::units::Chips;
//!
//! let game = GameDefinition::named("holdem-nolimit").unwrap();
//! let mut betting = PlayedBetting::new(&game);
//! assert!(betting.act(PlayedAction::RaiseTo(Chips(250)))); // in all, the blind included
//! assert!(!betting.act(PlayedAction::RaiseTo(Chips(399)))); // the last raise was one of 150
//! assert!(betting.act(PlayedAction::Call));
//! assert_eq!(betting.text(), "r250c/");
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use super::action::Action;
use super::betting_state::BettingState;
use super::betting_tree::{GameEnd, Next};
use super::game_definition::GameDefinition;
use crate::units::Chips;

/// What a player does, as it is written: `f`, `c`, `r` in limit games and `r300` in others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayedAction {
    /// Give up the pot.
    Fold,
    /// Match the other player's chips, or check.
    Call,
    /// Bet or raise by the limit.
    Raise,
    /// Bet or raise so that this is what the player has put in over the whole hand.
    RaiseTo(Chips),
}

impl PlayedAction {
    /// The action at the beginning of a text, and the rest of it; `None` where there is none, or an amount that no
    /// player has.
    pub fn first_of(text: &str) -> Option<(Self, &str)> {
        let (letter, rest) = text.split_at_checked(1)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match (letter, digits) {
            ("f", _) => Some((Self::Fold, rest)),
            ("c", _) => Some((Self::Call, rest)),
            ("r", 0) => Some((Self::Raise, rest)),
            ("r", _) => Some((Self::RaiseTo(Chips(rest[..digits].parse().ok()?)), &rest[digits..])),
            _ => None,
        }
    }

    /// All actions of a hand's betting, in order, each with the betting before it; ends where none can be read.
    pub fn all_of(betting: &str) -> impl Iterator<Item = (&str, Self)> {
        let mut rest = betting;
        std::iter::from_fn(move || {
            rest = rest.trim_start_matches('/');
            let before = &betting[..betting.len() - rest.len()];
            let (action, left) = Self::first_of(rest)?;
            rest = left;
            Some((before, action))
        })
    }

    /// Whether it is a bet or a raise.
    pub fn is_raise(self) -> bool {
        matches!(self, Self::Raise | Self::RaiseTo(_))
    }
}

impl fmt::Display for PlayedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fold => f.write_str("f"),
            Self::Call => f.write_str("c"),
            Self::Raise => f.write_str("r"),
            Self::RaiseTo(total) => write!(f, "r{total}"),
        }
    }
}

/// A decision of a hand that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedDecision {
    /// Betting round, from 0.
    pub round: usize,
    /// Position (0 or 1) to act.
    pub player: usize,
    /// What each position has put in so far, blinds included.
    pub contributions: [Chips; 2],
    /// What each had put in when the round began; nothing in the first round.
    pub round_began: Chips,
    /// What a bet or raise may make the player's total over the whole hand, if one is legal; a single amount in limit
    /// games.
    pub raise: Option<RangeInclusive<Chips>>,
    is_limit: bool,
}

impl PlayedDecision {
    /// Whether bets and raises have one size, which is not said.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// Whether there is something to pay, so that folding is an action.
    pub fn may_fold(&self) -> bool {
        self.contributions[self.player] < self.contributions[1 - self.player]
    }

    /// The legal actions, folding and calling first; of all totals that a raise may have, the least.
    pub fn actions(&self) -> Vec<PlayedAction> {
        let fold = self.may_fold().then_some(PlayedAction::Fold);
        let raise = self.raise.as_ref().map(|raise| self.raise_to(*raise.start()));
        fold.into_iter().chain([PlayedAction::Call]).chain(raise).collect()
    }

    /// Whether an action is legal.
    pub fn allows(&self, action: PlayedAction) -> bool {
        match action {
            PlayedAction::Fold => self.may_fold(),
            PlayedAction::Call => true,
            PlayedAction::Raise => self.is_limit && self.raise.is_some(),
            PlayedAction::RaiseTo(total) => !self.is_limit && self.raise.as_ref().is_some_and(|it| it.contains(&total)),
        }
    }

    /// What players call an action: `check`, `raise`; with amounts of the round where there are several, `raise to
    /// 300`.
    pub fn name(&self, action: PlayedAction) -> String {
        // The blinds are the first bet before the flop.
        let is_bet = !self.may_fold() && self.round > 0;
        let in_round = self.total(action) - self.round_began;
        let is_all_in = self.raise.as_ref().is_some_and(|raise| self.total(action) == *raise.end());
        match action {
            PlayedAction::Fold => "fold".to_owned(),
            PlayedAction::Call if self.may_fold() => "call".to_owned(),
            PlayedAction::Call => "check".to_owned(),
            PlayedAction::Raise if is_bet => "bet".to_owned(),
            PlayedAction::Raise => "raise".to_owned(),
            PlayedAction::RaiseTo(_) if is_all_in => format!("all-in {in_round}"),
            PlayedAction::RaiseTo(_) if is_bet => format!("bet {in_round}"),
            PlayedAction::RaiseTo(_) => format!("raise to {in_round}"),
        }
    }

    /// What an action makes the player's total over the whole hand.
    pub fn total(&self, action: PlayedAction) -> Chips {
        let [own, other] = [self.player, 1 - self.player].map(|position| self.contributions[position]);
        match (action, &self.raise) {
            (PlayedAction::Fold, _) => own,
            (PlayedAction::RaiseTo(total), _) => total,
            (PlayedAction::Raise, Some(raise)) => *raise.start(),
            (PlayedAction::Call | PlayedAction::Raise, _) => own.max(other),
        }
    }

    /// A raise to a total, which is lifted or cut to what is legal; a call where no raise is.
    pub fn raise_to(&self, total: Chips) -> PlayedAction {
        match &self.raise {
            None => PlayedAction::Call,
            Some(_) if self.is_limit => PlayedAction::Raise,
            Some(raise) => PlayedAction::RaiseTo(total.clamp(*raise.start(), *raise.end())),
        }
    }
}

/// The betting of a hand so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedBetting<'g> {
    game: &'g GameDefinition,
    here: Next<BettingState, GameEnd>,
    round: usize,
    text: String,
}

impl<'g> PlayedBetting<'g> {
    /// Before the first action.
    pub fn new(game: &'g GameDefinition) -> Self {
        Self { game, here: Next::Decision(BettingState::first(game)), round: 0, text: String::new() }
    }

    /// Reads betting as the competition's protocol writes it: one slash where a round has ended, `crc/` at the start of
    /// the second; after a called all-in one for each round that is still dealt, `r20000c///`.
    ///
    /// # Errors
    /// One phrase that says what cannot happen, or how it would be written.
    pub fn read(game: &'g GameDefinition, text: &str) -> Result<Self, String> {
        let mut betting = Self::new(game);
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches('/');
            if rest.is_empty() {
                break;
            }
            let before = &betting.text;
            let Some((action, left)) = PlayedAction::first_of(rest) else {
                let digits = rest.chars().skip(1).take_while(char::is_ascii_digit).count();
                let word: String = rest.chars().take(1 + digits).collect();
                return Err(match word.bytes().all(|it| it.is_ascii_digit()) && game.stack().is_none() {
                    true => "its raises have sizes, which limit betting does not".to_owned(),
                    false => format!("its betting cannot have '{}' after '{before}'", word.escape_debug()),
                });
            };
            match (action, game.stack()) {
                (PlayedAction::RaiseTo(_), None) => {
                    return Err("its raises have sizes, which limit betting does not".to_owned());
                }
                (PlayedAction::Raise, Some(_)) => {
                    return Err(format!("its betting has a raise without its total after '{before}'"));
                }
                _ => {}
            }
            if !betting.act(action) {
                let range = betting.decision().and_then(|it| it.raise).filter(|_| action.is_raise());
                let range =
                    range.map_or(String::new(), |it| format!(" (a raise is to {} to {})", it.start(), it.end()));
                return Err(format!("its betting cannot have '{action}' after '{}'{range}", betting.text));
            }
            rest = left;
        }
        if betting.text == text { Ok(betting) } else { Err(format!("its betting would be written '{}'", betting.text)) }
    }

    /// Plays an action for the position to act; returns false and does nothing if it is illegal or the hand is over.
    pub fn act(&mut self, action: PlayedAction) -> bool {
        let (Next::Decision(state), Some(decision)) = (self.here, self.decision()) else { return false };
        if !decision.allows(action) {
            return false;
        }
        let kind = match action {
            PlayedAction::Fold => Action::Fold,
            PlayedAction::Call => Action::Call,
            PlayedAction::Raise | PlayedAction::RaiseTo(_) => Action::Raise(0),
        };
        self.here = state.after(self.game, kind, decision.total(action));
        self.text += &action.to_string();
        let round = match self.here {
            Next::Decision(next) => next.round,
            // The whole board is dealt.
            Next::End(GameEnd::Showdown { .. }) => self.game.rounds() - 1,
            Next::End(GameEnd::Fold { .. }) => self.round,
        };
        self.text.extend((self.round..round).map(|_| '/'));
        self.round = round;
        true
    }

    /// The decision to be made; `None` once the hand is over.
    pub fn decision(&self) -> Option<PlayedDecision> {
        let Next::Decision(state) = self.here else { return None };
        Some(PlayedDecision {
            round: state.round,
            player: state.player,
            contributions: state.contributions,
            round_began: state.round_began,
            raise: state.raise_range(self.game),
            is_limit: self.game.stack().is_none(),
        })
    }

    /// How the hand ended; `None` while it goes on.
    pub fn end(&self) -> Option<GameEnd> {
        match self.here {
            Next::Decision(_) => None,
            Next::End(end) => Some(end),
        }
    }

    /// The rules that it is played by.
    pub fn game(&self) -> &'g GameDefinition {
        self.game
    }

    /// The betting so far, as [`read`](Self::read) reads it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last round whose cards are on the table, from 0.
    pub fn round(&self) -> usize {
        self.round
    }

    /// What each position has put in so far, blinds included.
    pub fn contributions(&self) -> [Chips; 2] {
        match self.here {
            Next::Decision(state) => state.contributions,
            Next::End(GameEnd::Fold { contributions, .. } | GameEnd::Showdown { contributions, .. }) => contributions,
        }
    }

    /// Whether it ended without a fold.
    pub fn is_showdown(&self) -> bool {
        matches!(self.here, Next::End(GameEnd::Showdown { .. }))
    }
}
