//! The protocol and the files of the Annual Computer Poker Competition (ACPC): a dealer, a player, match states and
//! logs.
//!
//! A [`dealer`] deals the cards of a seed ([`table_cards`]), sends both players the [`match_state`] after every
//! action, takes the answer of the one to act and writes each finished hand into a [`hand_log`]. A
//! [`player`] is an agent behind a connection. Both work for every game of two players, with or
//! without a limit
//! ([`AcpcGame`](self::match_state::AcpcGame)).
//!
//! ```
//! use matches::acpc::table_cards::CardDealing;
//! use matches::acpc::match_state::AcpcGame;
//! use matches::acpc::match_state::MatchState;
//! use solver::game::{GameDefinition, PlayedAction};
//!
//! let game = AcpcGame::new(GameDefinition::holdem_limit());
//! let cards = CardDealing::new(game.definition(), 42).deal();
//! let mut betting = game.start();
//! betting.act(PlayedAction::Raise);
//! betting.act(PlayedAction::Call);
//! // Position 1, the button, does not see the cards of position 0 before the showdown.
//! let state = MatchState::seen_by(1, 0, &betting, &cards);
//! assert_eq!(state.to_string(), "MATCHSTATE:1:0:rc/:|2hAc/5sKs7s");
//! assert_eq!(MatchState::parse(&game, "MATCHSTATE:1:0:rc/:|2hAc/5sKs7s:r"), Some((state, Some("r"))));
//! ```

mod competition_log;
pub mod connection;
pub mod dealer;
pub mod error;
pub mod hand_log;
mod history_replay;
mod history_sections;
pub mod line_file;
pub mod log_game;
pub mod log_reader;
pub mod match_files;
pub mod match_state;
pub mod phh;
pub mod phh_reader;
pub mod player;
pub mod seats;
pub mod table_cards;

/// The first line of every player.
pub(crate) const VERSION_LINE: &str = "VERSION:2.0.0";
