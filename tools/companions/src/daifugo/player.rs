//! Players at the table, and games played to their ends: one after the other for players that learn, side by side for
//! those that do not.

use matches::statistics::score::{ChipTally, Score};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;
use std::path::Path;
use tables::together::progress::Progress;

use super::cards::Cards;
use super::fixed_players::FixedPlayer;
use super::learner::{LearnedValues, Learner};
use super::rules::Rules;
use super::stronger_players::{Scope, Search, StateLearner};
use super::table::{SEATS, Table};
use crate::error::{CompanionError, Result};
use crate::named::Named;
use crate::streams::{Purpose, below, in_order};

/// A player. It decides by its own hand and by what everybody has seen, never by the other hands of the [`Table`].
#[derive(Clone, Debug)]
pub enum Player {
    Fixed(FixedPlayer),
    Learner(Box<Learner>),
    State(Box<StateLearner>),
    Search(Search),
}

impl Player {
    pub fn learner(learner: Learner) -> Self {
        Self::Learner(Box::new(learner))
    }

    /// The same player, who learns and explores no more.
    #[must_use]
    pub fn frozen(self) -> Self {
        match self {
            Self::Learner(learner) => Self::learner(Learner::frozen(learner.values, 0.0)),
            Self::State(learner) => Self::State(Box::new(learner.frozen())),
            Self::Fixed(_) | Self::Search(_) => self,
        }
    }

    #[inline]
    pub fn decide(&mut self, table: &Table, dice: &mut Xoshiro256PlusPlus) -> Cards {
        match self {
            Self::Fixed(player) => player.decide(table.spot(), dice),
            Self::Learner(learner) => learner.decide(table.spot(), dice),
            Self::State(learner) => learner.decide(&table.view(), dice),
            Self::Search(search) => search.decide(&table.view(), dice),
        }
    }

    #[inline]
    pub fn game_over(&mut self, points: i32) {
        match self {
            Self::Fixed(_) | Self::Search(_) => {}
            Self::Learner(learner) => learner.game_over(points),
            Self::State(learner) => learner.game_over(points),
        }
    }
}

/// Possible games that a player called `search` tries before each decision.
pub(super) const PLAYOUTS: usize = 50;

/// The players of a table by their names: a fixed player's, `enemy` for a random one, `usemel:FILE` for one by learned
/// values, `search` and `pairsearch` for searches among all plays and among those of pair keepers.
pub fn players_of(names: &[&str]) -> Result<[Player; SEATS]> {
    let players = names.iter().map(|name| player_of(name)).collect::<Result<Vec<_>, _>>()?;
    players.try_into().map_err(|players: Vec<Player>| {
        CompanionError::input("--players", format!("{} names", players.len()), "5", "separate five names by commas")
    })
}

fn player_of(name: &str) -> Result<Player> {
    if let Some(file) = name.strip_prefix("usemel:").filter(|file| !file.is_empty()) {
        return Ok(Player::learner(Learner::frozen(LearnedValues::read(Path::new(file))?.values, 0.0)));
    }
    match name {
        "enemy" => Ok(Player::Fixed(FixedPlayer::Random)),
        "search" => Ok(Player::Search(Search { playouts: PLAYOUTS, scope: Scope::AllPlays })),
        "pairsearch" => Ok(Player::Search(Search { playouts: PLAYOUTS, scope: Scope::PairKeeping })),
        _ => name.parse().map(Player::Fixed).map_err(|_: CompanionError| {
            let fixed = FixedPlayer::names();
            let expected = format!("{fixed}, enemy, usemel:FILE, search or pairsearch");
            CompanionError::input("--players", format!("'{name}'"), expected, "check the spelling")
        }),
    }
}

// Cards and decisions have streams of their own: players that decide differently are dealt the same cards.
const DEALS: Purpose = Purpose(0x3c6e_f372_fe94_f82b);
const DICE: Purpose = Purpose(0xa54f_f53a_5f1d_36f1);

/// Games that one task plays; players that do not learn are cloned for each.
const GAMES_OF_A_TASK: u64 = 1000;

/// Which games: their rules, their seed and their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Games {
    pub rules: Rules,
    pub seed: u64,
    pub first: u64,
    pub count: u64,
}

impl Games {
    /// Games by the paper's rules for a piece of work with a number: no two share their games.
    pub(super) fn of_paper(purpose: Purpose, seed: u64, number: u64, count: u64) -> Self {
        Self { rules: Rules::UEC2007_PAPER, seed: purpose.generator(seed, number).next_u64(), first: 0, count }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    pub points: [ChipTally; SEATS],
    pub turns: u64,
}

impl Outcome {
    pub fn score(&self, player: usize) -> Score {
        self.points[player].score()
    }

    fn add(mut self, other: &Self) -> Self {
        for (own, others) in self.points.iter_mut().zip(&other.points) {
            own.merge(others);
        }
        self.turns += other.turns;
        self
    }
}

pub fn play_game(players: &mut [Player; SEATS], rules: Rules, seed: u64, number: u64) -> ([i32; SEATS], u64) {
    let mut cards = DEALS.generator(seed, number);
    let player_at = seating(&mut cards);
    let mut table = Table::deal(rules, &mut cards);
    let mut dice = DICE.generator(seed, number);
    let mut turns = 0;
    while !table.is_over() {
        let play = players[player_at[table.turn]].decide(&table, &mut dice);
        table.act(play);
        turns += 1;
    }
    let of_seats = table.points();
    let mut points = [0; SEATS];
    for (seat, &player) in player_at.iter().enumerate() {
        points[player] = of_seats[seat];
        players[player].game_over(of_seats[seat]);
    }
    (points, turns)
}

/// Who sits where in a game: the player of each seat, all orders equally likely.
pub fn seating(dice: &mut Xoshiro256PlusPlus) -> [usize; SEATS] {
    let mut players = [0, 1, 2, 3, 4];
    for place in 0..SEATS - 1 {
        players.swap(place, place + below(dice, (SEATS - place) as u64) as usize);
    }
    players
}

/// Plays games in their order, so that players may learn; `after` gets each game's points.
pub fn play_in_order(
    players: &mut [Player; SEATS],
    games: Games,
    progress: &dyn Progress,
    mut after: impl FnMut([i32; SEATS]),
) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for number in games.first..games.first + games.count {
        // Players that search take a second for a few games.
        progress.check()?;
        let (points, turns) = play_game(players, games.rules, games.seed, number);
        outcome.turns += turns;
        for (tally, &points) in outcome.points.iter_mut().zip(&points) {
            tally.add(points);
        }
        after(points);
    }
    Ok(outcome)
}

/// Plays games side by side with players that do not learn. The sums are whole numbers: threads change nothing.
pub fn play_side_by_side(
    players: &[Player; SEATS],
    games: Games,
    stage: &str,
    progress: &dyn Progress,
) -> Result<Outcome> {
    let tasks = games.count.div_ceil(GAMES_OF_A_TASK);
    let outcomes = in_order((stage, "thousand games"), tasks, progress, |task| {
        let first = task * GAMES_OF_A_TASK;
        let own = Games { first, count: GAMES_OF_A_TASK.min(games.count - first), ..games };
        play_in_order(&mut players.clone(), own, progress, |_| ())
    })?;
    Ok(outcomes.iter().fold(Outcome::default(), Outcome::add))
}
