//! A player for an ACPC dealer: an agent behind a connection.
//!
//! The dice depend on the seed, the hand's number and how much was bet in it: a player that rejoins an interrupted
//! match answers as before. What the other player bets is [read](crate::translation) as a size that the agent knows.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use evaluator::round::Round;
use solver::game::{GameDefinition, PlayedAction, PlayedBetting};
use solver::policy::{Effort, ResolvedPlay};
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tables::strategy::block::{MAX_ACTIONS, quantise};
use tables::together::progress::Progress;

use super::VERSION_LINE;
use super::connection::{Ended, LineConnection};
use super::error::{AcpcError, shown};
use super::match_state::{AcpcGame, MatchState, winnings};
use crate::agent::Agent;
use crate::agent_loader::built_in;
use crate::dealt_game::{choose, dice_of_answer, dice_of_reading, unit_interval};
use crate::error::MatchError;
use crate::seated_agent::{OwnView, SeatedAgent};
use crate::statistics::score::ChipTally;
use crate::translation::OwnPlace;

/// How long one address of a dealer may take to be reached.
const REACH: Duration = Duration::from_secs(10);

pub struct AcpcPlayer {
    game: AcpcGame,
    seated: SeatedAgent<Arc<Agent>>,
    /// What plays the river in the agent's place.
    rivers: Option<ResolvedPlay<Arc<Agent>>>,
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayedMatch {
    pub hands: u64,
    pub answers: u64,
    /// Chips won, hand by hand.
    pub tally: ChipTally,
}

impl AcpcPlayer {
    /// Opens a built-in policy by name, in any game, or a strategy file by path, for its own game at any stakes; bucket
    /// files are looked for as [`Agent::open`] does.
    pub fn open(
        game: GameDefinition,
        name_or_path: impl AsRef<Path>,
        bucket_folders: &[PathBuf],
        seed: u64,
    ) -> Result<Self, AcpcError> {
        let agent = match built_in(name_or_path.as_ref()) {
            Some(policy) => Agent::of_fixed_in(policy, &game),
            None => Agent::open(name_or_path, bucket_folders)?,
        };
        Self::new(game, agent, seed)
    }

    /// Puts an agent into a game: any game for built-in policies, its own at any stakes and, without a limit, with any
    /// bet sizes for a stored strategy.
    pub fn new(game: GameDefinition, agent: impl Into<Arc<Agent>>, seed: u64) -> Result<Self, AcpcError> {
        let agent = agent.into();
        if agent.looks_at_cards() && game.holdem_deck().is_none() && !agent.plays(&game) {
            return Err(AcpcError::setting(
                "--game",
                "the strategy's own game at any blinds",
                format!("another game for {}", agent.name()),
                "leave out --game, or let a built-in policy play",
            ));
        }
        let seated = SeatedAgent::new(agent, &game)?;
        Ok(Self { game: AcpcGame::new(game), seated, rivers: None, seed })
    }

    /// The same player, that solves each river again with exact cards as it is reached: what it does there is no longer
    /// the agent's. Amounts are read as sizes of its tree there, too.
    ///
    /// # Errors
    /// [`solver::error::SolverError::Unfit`] for a game without a river.
    pub fn with_rivers_solved_again(self, effort: Effort) -> Result<Self, AcpcError> {
        let rivers = ResolvedPlay::new(self.own_game(), self.seated.held().clone(), effort);
        Ok(Self { rivers: Some(rivers.map_err(MatchError::from)?), ..self })
    }

    /// Whether it plays the river otherwise than the agent would.
    pub fn solves_rivers_again(&self) -> bool {
        self.rivers.is_some()
    }

    pub fn agent(&self) -> &Agent {
        self.seated.agent()
    }

    /// The game as the agent knows it, with the bet sizes of its tree.
    pub fn own_game(&self) -> &GameDefinition {
        self.seated.game()
    }

    /// The action at a state; `None` where the player is not to act.
    pub fn answer(&self, state: &MatchState) -> Option<PlayedAction> {
        let view = self.view(state)?;
        let mut dice = dice_of_answer(self.seed, state.hand, state.betting.len());
        view.actions.get(choose(&view.weights, &mut dice)).copied()
    }

    /// How the agent sees a state, and how often it takes each action there; `None` if the viewer is not to act.
    pub fn view(&self, state: &MatchState) -> Option<OwnView> {
        let betting = PlayedBetting::read(self.game.definition(), &state.betting).ok()?;
        let decision = betting.decision().filter(|decision| decision.player == state.position)?;
        let here = self.place(state.position, state.hand, &betting);
        let bucket = if self.agent().looks_at_cards() { self.bucket(state, decision.round)? } else { 0 };
        let Some(rivers) = self.rivers.as_ref().filter(|rivers| rivers.solves(decision.round)) else {
            return Some(self.seated.view(here, &decision, || bucket));
        };
        let board: Vec<Card> = state.cards.board.iter().flatten().copied().collect();
        let hole = hole(state)?;
        Some(self.seated.view_weighed(here, &decision, |place| {
            let solved = rivers.probabilities(place, &board, hole);
            let weights = solved.map_or_else(
                || self.agent().weights(place, bucket),
                |solved| quantise(&solved.into_iter().map(|it| it as f32).collect::<Vec<_>>(), u16::MAX),
            );
            (self.agent().looks_at_cards().then_some(bucket), weights)
        }))
    }

    /// What a state's viewer may do in the agent's tree; `None` if it is not to act.
    pub fn own_actions(&self, state: &MatchState) -> Option<Vec<PlayedAction>> {
        let betting = PlayedBetting::read(self.game.definition(), &state.betting).ok()?;
        let decision = betting.decision().filter(|decision| decision.player == state.position)?;
        let here = self.place(state.position, state.hand, &betting);
        Some(self.seated.view_weighed(here, &decision, |_| (None, [0; MAX_ACTIONS])).actions)
    }

    /// Where a position's agent thinks that a hand has come to in its own tree.
    fn place(&self, position: usize, hand: u32, betting: &PlayedBetting<'_>) -> OwnPlace {
        let dice = |before: &str| unit_interval(&mut dice_of_reading(self.seed, hand, before.len()));
        self.seated.place(position, betting, dice)
    }

    fn bucket(&self, state: &MatchState, round: usize) -> Option<u32> {
        let hole = hole(state)?;
        let round = *Round::ALL.get(round)?;
        let board: CardSet = state.cards.board.iter().flatten().copied().collect();
        let index = BoardFirst::of(self.agent().deck().unwrap_or_default(), round);
        Some(self.agent().bucket(round, index.index(hole, board)))
    }

    /// Plays a match at a dealer's port until the dealer closes the connection.
    pub fn play(&self, host: &str, port: u16, progress: &dyn Progress) -> Result<PlayedMatch, AcpcError> {
        let address = format!("{host}:{port}");
        let refuse = |source| AcpcError::Connect { address: address.clone(), source };
        let connection = reach(host, port).and_then(LineConnection::new).map_err(refuse)?;
        self.play_over(connection, &address, progress)
    }

    /// Plays a match over a connection to the dealer at an address.
    pub fn play_over(
        &self,
        mut connection: LineConnection,
        address: &str,
        progress: &dyn Progress,
    ) -> Result<PlayedMatch, AcpcError> {
        let mut played = PlayedMatch::default();
        // The hand in progress.
        let mut open = None;
        let end = |ended: Ended, open: Option<u32>, played: &PlayedMatch| match ended {
            Ended::Cancelled => Err(AcpcError::Left { hand: open.unwrap_or(0) }),
            Ended::Closed if open.is_none() && played.hands > 0 => Ok(*played),
            Ended::Broken(source) => Err(AcpcError::Connect { address: address.to_owned(), source }),
            ended => {
                let place = open.map_or("before the first hand".to_owned(), |hand| format!("in hand {hand}"));
                let what =
                    if matches!(ended, Ended::Closed) { "closed the connection" } else { "sent an endless line" };
                Err(AcpcError::Dealer { address: address.to_owned(), what: format!("{what} {place}") })
            }
        };
        let mut line = format!("{VERSION_LINE}\r\n");
        loop {
            if let Err(ended) = connection.send(line.as_bytes(), None, progress) {
                return end(ended, open, &played);
            }
            line.clear();
            let received = match connection.read_line(None, progress) {
                Ok(received) => received,
                Err(ended) => return end(ended, open, &played),
            };
            if matches!(received.first(), None | Some(b'#' | b';')) {
                continue;
            }
            let state = str::from_utf8(received).ok().and_then(|line| MatchState::parse(&self.game, line));
            let Some((state, None)) = state else {
                let (game, sent) = (self.game.definition().name(), shown(received));
                let what =
                    format!("sent '{sent}', which is not a state of {game}: give its game with --game and --stack");
                return Err(AcpcError::Dealer { address: address.to_owned(), what });
            };
            open = Some(state.hand);
            if let Some(chips) = self.winnings(&state) {
                open = None;
                played.hands += 1;
                played.tally.add(chips);
            } else if let Some(action) = self.answer(&state) {
                line = format!("{state}:{action}\r\n");
                played.answers += 1;
            }
        }
    }

    /// What the viewer of a finished hand won; `None` while it goes on.
    fn winnings(&self, state: &MatchState) -> Option<i32> {
        let betting = PlayedBetting::read(self.game.definition(), &state.betting).ok()?;
        let chips = winnings(&betting, &state.cards)?.0;
        Some(if state.position == 0 { chips } else { -chips })
    }
}

/// The hole cards of the viewer.
fn hole(state: &MatchState) -> Option<Holding> {
    let [first, second] = state.cards.hole[state.position][..] else { return None };
    Holding::new(first, second)
}

fn reach(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no address of that name");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACH) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
