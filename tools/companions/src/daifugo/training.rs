//! Players at the table, and games played to their ends: one after the other for players that learn, side by side for
//! those that do not. Learning over many games, what was learned put to the test, and how much of what can be won is in
//! pair keeping at all.

use matches::statistics::score::{ChipTally, Score};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;
use std::path::Path;
use tables::together::progress::Progress;

use super::Settings;
use super::cards::Cards;
use super::fixed_players::FixedPlayer;
use super::learner::{Exploration, LearnedValues, Learner, Prior, Values};
use super::rules::Rules;
use super::stronger_players::{Scope, Search, StateLearner};
use super::table::{SEATS, Table};
use crate::claims::{self, Measured, Row};
use crate::error::{CompanionError, Result};
use crate::named::Named;
use crate::streams::{Purpose, below, in_order};
use crate::sums::score;

/// Games between two points of a learning curve.
pub const BETWEEN_POINTS: u64 = 500;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    pub opponent: FixedPlayer,
    /// How many learners sit at the table (1 to 5), each with values of its own; the first one is measured.
    pub learners: usize,
    pub exploration: Exploration,
    pub prior: Prior,
}

impl Lessons {
    /// The paper's: one learner against four of a kind, one decision in twenty explores.
    pub fn of_paper(opponent: FixedPlayer) -> Self {
        Self { opponent, learners: 1, exploration: Exploration::Constant(0.05), prior: Prior::NONE }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    pub values: Values,
    pub curve: Vec<i64>,
    pub score: Score,
}

impl Training {
    /// The points between two points of the curve, counted in games.
    pub fn points_between(&self, first_game: u64, last_game: u64) -> i64 {
        self.total(last_game) - self.total(first_game)
    }

    /// All points after `games` games, rounded down to a point of the curve; 0 before the first one.
    pub fn total(&self, games: u64) -> i64 {
        let place = (games / BETWEEN_POINTS).min(self.curve.len() as u64);
        place.checked_sub(1).map_or(0, |place| self.curve[place as usize])
    }
}

pub fn train(lessons: Lessons, games: Games, progress: &dyn Progress) -> Result<Training> {
    let learner = || Player::learner(Learner::new(lessons.prior, lessons.exploration));
    let mut players = one_against_four(learner(), lessons.opponent);
    players.iter_mut().take(lessons.learners).skip(1).for_each(|player| *player = learner());
    let (mut total, mut played, mut curve) = (0, 0, Vec::new());
    let outcome = play_in_order(&mut players, games, progress, |points| {
        total += i64::from(points[0]);
        played += 1;
        if played % BETWEEN_POINTS == 0 {
            curve.push(total);
        }
    })?;
    let [Player::Learner(first), ..] = players else { unreachable!("the first player learns") };
    Ok(Training { values: first.values, curve, score: outcome.score(0) })
}

/// What a player with these values and this rate of exploration, who learns no more, wins against four of a kind.
pub fn worth(
    values: &Values,
    exploration: f64,
    opponent: FixedPlayer,
    games: Games,
    progress: &dyn Progress,
) -> Result<Outcome> {
    let learner = Player::learner(Learner::frozen(values.clone(), exploration));
    play_in_order(&mut one_against_four(learner, opponent), games, progress, |_| ())
}

const LESSONS: Purpose = Purpose(0x428a_2f98_d728_ae22);
const EXAMS: Purpose = Purpose(0x7137_4491_23ef_65cd);

const OPPONENT: FixedPlayer = FixedPlayer::PsUnder12No8;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// By values of sets, with these lessons, for a multiple of the paper's games.
    Values(Exploration, Prior, u64),
    /// By the state of the game, for a multiple of the paper's games.
    State(u64),
    Search(Scope),
}

/// Points per game of each kind of player against four PSUnder12No8: the mean over trainings, or over parts of the
/// games for players that learn nothing, with its standard error.
pub(super) fn stronger_table(settings: &Settings, progress: &dyn Progress) -> Result<claims::Table> {
    let falling = |times: u64| Exploration::Falling { from: 0.2, games: times * settings.training_games };
    let kinds = [
        ("UseMEL, exploring 5 %", Kind::Values(Exploration::Constant(0.05), Prior::NONE, 1)),
        ("UseMEL, exploring less and less", Kind::Values(falling(1), Prior::NONE, 1)),
        ("UseMEL, optimistic start, no exploring", Kind::Values(Exploration::Constant(0.0), Prior::OPTIMISTIC, 1)),
        ("UseMEL, exploring less and less, ten times the games", Kind::Values(falling(10), Prior::NONE, 10)),
        ("search among pair keeping plays", Kind::Search(Scope::PairKeeping)),
        ("linear values of states, twice the games", Kind::State(2)),
        ("search among all plays", Kind::Search(Scope::AllPlays)),
    ];
    let count = kinds.len() as u64 * settings.stronger;
    let points = in_order(("stronger players", "trainings"), count, progress, |number| {
        points_of(kinds[(number / settings.stronger) as usize].1, settings, number, progress)
    })?;
    let points = points.chunks(settings.stronger as usize);
    let rows = kinds.iter().zip(points).map(|((name, _), points)| Row::ours(*name, &[Measured::of(&score(points))]));
    let title = format!("against four {OPPONENT}, points per game");
    Ok(claims::Table::ours("stronger", title, &["points per game"], rows.collect()))
}

fn points_of(kind: Kind, settings: &Settings, number: u64, progress: &dyn Progress) -> Result<f64> {
    let games = |purpose: Purpose, count: u64| Games::of_paper(purpose, settings.seed, number, count);
    let lessons = |times: u64| games(LESSONS, times * settings.training_games);
    let (player, exams) = match kind {
        Kind::Values(exploration, prior, times) => {
            let plan = Lessons { opponent: OPPONENT, learners: 1, exploration, prior };
            let values = train(plan, lessons(times), progress)?.values;
            (Player::learner(Learner::frozen(values, 0.0)), settings.test_games)
        }
        Kind::State(times) => {
            let lessons = lessons(times);
            let learner = StateLearner::new(Exploration::Falling { from: 0.2, games: lessons.count });
            let mut players = one_against_four(Player::State(Box::new(learner)), OPPONENT);
            play_in_order(&mut players, lessons, progress, |_| ())?;
            let [Player::State(learned), ..] = players else { unreachable!("the first player learns") };
            (Player::State(Box::new(learned.frozen())), settings.test_games)
        }
        // A thousand times as much work a decision: so only as many games as take as long as the others' lessons.
        Kind::Search(scope) => (Player::Search(Search { playouts: PLAYOUTS, scope }), settings.test_games / 50),
    };
    let outcome = play_in_order(&mut one_against_four(player, OPPONENT), games(EXAMS, exams.max(2)), progress, |_| ())?;
    Ok(outcome.score(0).mean)
}

/// A table of one player and four of a fixed kind; the single one comes first.
pub fn one_against_four(one: Player, four: FixedPlayer) -> [Player; SEATS] {
    let four = Player::Fixed(four);
    [one, four.clone(), four.clone(), four.clone(), four]
}

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
            let known = [&FixedPlayer::names()[..], &["enemy", "search", "pairsearch"]].concat();
            CompanionError::unknown("--players", name, &known, ", usemel:FILE")
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
