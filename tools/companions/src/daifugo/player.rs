//! A player at the table: a fixed player, a learner, or one of the stronger players.

use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;

use crate::error::CompanionError;

use super::cards::Cards;
use super::fixed_players::FixedPlayer;
use super::learner::{Learner, Values};
use super::search::{Scope, Search};
use super::state_learner::StateLearner;
use super::table::{SEATS, Table};
use super::values_file::LearnedValues;

/// A player. It decides by its own hand and by what everybody has seen, never by the other hands of the [`Table`].
#[derive(Clone, Debug)]
pub enum Player {
    /// One whose rules never change.
    Fixed(FixedPlayer, Vec<Cards>),
    /// One that plays by values of sets.
    Learner(Box<Learner>),
    /// One that plays by the state of the game.
    State(Box<StateLearner>),
    /// One that plays many possible games to their ends before each decision.
    Search(Box<Search>),
}

impl Player {
    /// A player of table 1.
    pub fn fixed(player: FixedPlayer) -> Self {
        Self::Fixed(player, Vec::new())
    }

    /// A learner.
    pub fn learner(learner: Learner) -> Self {
        Self::Learner(Box::new(learner))
    }

    /// The same player, who learns and explores no more.
    #[must_use]
    pub fn frozen(self) -> Self {
        match self {
            Self::Learner(learner) => Self::learner(Learner::frozen(learner.values, 0.0)),
            Self::State(learner) => Self::State(Box::new(learner.frozen())),
            Self::Fixed(..) | Self::Search(_) => self,
        }
    }

    /// What a learner by values has learned; `None` for all others.
    pub fn into_values(self) -> Option<Values> {
        match self {
            Self::Learner(learner) => Some(learner.values),
            Self::Fixed(..) | Self::State(_) | Self::Search(_) => None,
        }
    }

    /// What the seat on turn plays; no card is a pass.
    #[inline]
    pub fn decide(&mut self, table: &Table, dice: &mut Xoshiro256PlusPlus) -> Cards {
        match self {
            Self::Fixed(player, scratch) => {
                player.decide(table.hands[table.turn], table.trick, table.rules, dice, scratch)
            }
            Self::Learner(learner) => learner.decide(table, dice),
            Self::State(learner) => learner.decide(&table.view(), dice),
            Self::Search(search) => search.decide(&table.view(), dice),
        }
    }

    /// Ends a game that brought `points` points.
    #[inline]
    pub fn game_over(&mut self, points: i32) {
        match self {
            Self::Fixed(..) | Self::Search(_) => {}
            Self::Learner(learner) => learner.game_over(points),
            Self::State(learner) => learner.game_over(points),
        }
    }
}

/// Possible games that a player called `search` tries before each decision.
const PLAYOUTS: usize = 50;

/// The players of a table by their names: a fixed player's, `enemy` for a random one, `usemel:FILE` for one by learned
/// values, `search` and `pairsearch` for searches among all plays and among those of pair keepers.
pub fn players_of(names: &[&str]) -> Result<[Player; SEATS], CompanionError> {
    let players = names.iter().map(|name| player_of(name)).collect::<Result<Vec<_>, _>>()?;
    players.try_into().map_err(|players: Vec<Player>| {
        CompanionError::input("--players", format!("{} names", players.len()), "5", "separate five names by commas")
    })
}

fn player_of(name: &str) -> Result<Player, CompanionError> {
    if let Some(file) = name.strip_prefix("usemel:").filter(|file| !file.is_empty()) {
        return Ok(Player::learner(Learner::frozen(LearnedValues::read(Path::new(file))?.values, 0.0)));
    }
    match name {
        "enemy" => Ok(Player::fixed(FixedPlayer::Random)),
        "search" => Ok(Player::Search(Box::new(Search::new(PLAYOUTS, Scope::AllPlays)))),
        "pairsearch" => Ok(Player::Search(Box::new(Search::new(PLAYOUTS, Scope::PairKeeping)))),
        _ => name.parse().map(Player::fixed).map_err(|_: CompanionError| {
            let fixed = FixedPlayer::NAMED.map(|(_, name)| name).join(", ");
            let expected = format!("{fixed}, enemy, usemel:FILE, search or pairsearch");
            CompanionError::input("--players", format!("'{name}'"), expected, "check the spelling")
        }),
    }
}
