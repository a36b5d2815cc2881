//! The second experiment's table of eight: twelve players, of whom eight are drawn for every game.
//!
//! Its players follow rules, one for each of the thesis's twelve. The rules of the thesis's players are not known but
//! for four of the twelve. A choice, then: one rule with four numbers each, fitted to the published looseness and
//! aggression. Before the flop a hand is worth `20 + r` for a pair of rank r (deuce 0, ace 12), else `high + low/2 +
//! 1.5·suited`; later `category + r/13` of the rank that decides it if the category is above the board's alone, else
//! `high/13` of the higher hole card. Facing a bet and worth less than the first number: fold. Worth the second number:
//! bet or raise. Otherwise check or call.
//!
//! Of many games: what each player did and won, and the log that learners read.

use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use matches::statistics::score::Ratio;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::draw;
use solver::game::Action;
use tables::together::progress::Progress;

use super::clustering::PlayerLogs;
use super::limit_game::{Cap, Seen, Style, play, target};
use crate::error::Result;
use crate::hand_ranks::category_and_rank;
use crate::mlp::{Example, Network, most_probable};
use crate::streams::{Purpose, below, in_order, unit};

pub const AGENTS: usize = 12;
const NEVER: f64 = f64::INFINITY;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RingAgent {
    pub name: char,
    /// Folds to a bet below these: before the flop, later.
    play: [f64; 2],
    raise: [f64; 2],
}

const fn agent(name: char, play: [f64; 2], raise: [f64; 2]) -> RingAgent {
    RingAgent { name, play, raise }
}

/// The twelve: A bets or raises whenever possible, B plays pairs alone and bets them whenever possible, C, E and G
/// never do.
pub const RING_AGENTS: [RingAgent; AGENTS] = [
    agent('A', [-1.0, -1.0], [-1.0, -1.0]),
    agent('B', [20.0, -1.0], [20.0, -1.0]),
    agent('C', [12.5, 1.40], [NEVER, NEVER]),
    agent('D', [11.0, 1.50], [27.5, 2.85]),
    agent('E', [11.0, 1.50], [NEVER, NEVER]),
    agent('F', [13.0, 1.30], [21.5, 2.15]),
    agent('G', [10.5, 1.25], [NEVER, NEVER]),
    agent('H', [5.5, 0.95], [21.0, 2.30]),
    agent('I', [6.0, 0.85], [25.0, 2.90]),
    agent('J', [6.0, 1.05], [15.0, 1.60]),
    agent('K', [4.5, 0.75], [24.0, 2.80]),
    agent('L', [5.0, 0.85], [17.0, 1.90]),
];

impl RingAgent {
    pub fn choose(&self, seen: &Seen<'_>) -> Action {
        let (worth, when) = if seen.board.is_empty() { (worth_before_flop(seen), 0) } else { (worth_later(seen), 1) };
        if seen.to_pay > 0 && worth < self.play[when] {
            Action::Fold
        } else if worth >= self.raise[when] {
            seen.legal(Action::Raise(0))
        } else {
            Action::Call
        }
    }

    pub(crate) fn is_passive(&self) -> bool {
        self.raise == [NEVER; 2]
    }
}

fn worth_before_flop(seen: &Seen<'_>) -> f64 {
    let [one, other] = seen.hole;
    let [high, low] = [one.rank().max(other.rank()), one.rank().min(other.rank())].map(f64::from);
    let suited = if one.suit() == other.suit() { 1.5 } else { 0.0 };
    if high == low { 20.0 + high } else { high + low / 2.0 + suited }
}

fn worth_later(seen: &Seen<'_>) -> f64 {
    let board = CardSet::of(seen.board);
    let (category, rank) = category_and_rank(board | CardSet::of(&seen.hole));
    if category > HandStrength::of(board).category().number() as f64 {
        return category + rank / 13.0;
    }
    f64::from(seen.hole[0].rank().max(seen.hole[1].rank())) / 13.0
}

const GAMES: Purpose = Purpose(0x3c6e_f372_fe94_f82b);
pub const SEATS: usize = 8;
const GAMES_AT_ONCE: u64 = 250;
/// Inputs of a learner (table 5.3): bet, players left, players at the start of the round, 52 board cards, 52 hole
/// cards.
pub(crate) const INPUTS: usize = 3 + 52 + 52;
/// Bets and players are divided by this, so that they are of the size of a card's bit.
const SCALE: f32 = 8.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// The most probable action, as in the thesis.
    MostProbable,
    Sampled,
}

#[derive(Clone, Copy, Debug)]
pub enum RingPlayer<'a> {
    Rules(RingAgent),
    Learner(&'a Network, Play),
    /// Plays by its rules; its style is what a learner that samples would have done in its place.
    Shadowed(RingAgent, &'a Network),
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Totals {
    pub style: Style,
    /// Actions that are not folds among all actions, game by game.
    pub looseness: Ratio,
    /// Bets and raises among actions that are not folds, game by game.
    pub aggression: Ratio,
    pub won: f64,
    pub won_squares: f64,
}

impl Totals {
    fn merge(&mut self, other: Self) {
        self.style.add(other.style);
        self.looseness.merge(&other.looseness);
        self.aggression.merge(&other.aggression);
        self.won += other.won;
        self.won_squares += other.won_squares;
    }

    fn add_game(&mut self, style: Style, won: f64) {
        let stays = style.stays() as f64;
        self.style.add(style);
        self.looseness.add(stays, style.actions() as f64);
        self.aggression.add(style.0[2] as f64, stays);
        self.won += won;
        self.won_squares += won * won;
    }
}

fn example(seen: &Seen<'_>, action: Action) -> Example {
    let numbers = [seen.bet, seen.alive as u32, seen.alive_at_start as u32].map(|number| number as f32 / SCALE);
    let board = seen.board.iter().map(|card| (3 + card.number(), 1.0));
    let hole = seen.hole.iter().map(|card| (55 + card.number(), 1.0));
    Example::new(numbers.into_iter().enumerate().chain(board).chain(hole), target(action))
}

impl RingPlayer<'_> {
    /// What it does, and what counts for its style.
    fn choose(&self, seen: &Seen<'_>, dice: &mut Xoshiro256PlusPlus) -> [Action; 2] {
        match self {
            Self::Rules(agent) => [agent.choose(seen); 2],
            Self::Learner(network, play) => [imitated(network, *play, seen, dice); 2],
            Self::Shadowed(agent, network) => [agent.choose(seen), imitated(network, Play::Sampled, seen, dice)],
        }
    }
}

fn imitated(network: &Network, play: Play, seen: &Seen<'_>, dice: &mut Xoshiro256PlusPlus) -> Action {
    let answer = network.answers(&[example(seen, Action::Call)], &[0]);
    let number = match play {
        Play::MostProbable => most_probable(&answer),
        Play::Sampled => {
            let thrown = unit(dice) as f32;
            usize::from(thrown >= answer[0]) + usize::from(thrown >= answer[0] + answer[1])
        }
    };
    seen.legal([Action::Fold, Action::Call, Action::Raise(0)][number])
}

/// Plays games of eight players drawn at random from all; their totals, and their decisions as logs.
pub fn play_games(
    players: &[RingPlayer<'_>],
    games: u64,
    cap: Cap,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(Vec<Totals>, PlayerLogs)> {
    let block = |block: u64| {
        let mut totals = vec![Totals::default(); players.len()];
        let mut decisions = Vec::new();
        for game in block * GAMES_AT_ONCE..((block + 1) * GAMES_AT_ONCE).min(games) {
            play_one(players, (seed, game), cap, &mut totals, &mut decisions);
        }
        Ok((totals, decisions))
    };
    let blocks = in_order(("ring games", "blocks"), games.div_ceil(GAMES_AT_ONCE), progress, block)?;
    let mut totals = vec![Totals::default(); players.len()];
    let mut logs = PlayerLogs::new(players.len());
    for (of_block, decisions) in blocks {
        for (sum, part) in totals.iter_mut().zip(of_block) {
            sum.merge(part);
        }
        decisions.into_iter().for_each(|(player, game, decision)| logs.push(player, game, decision));
    }
    Ok((totals, logs))
}

fn play_one(
    players: &[RingPlayer<'_>],
    (seed, game): (u64, u64),
    cap: Cap,
    totals: &mut [Totals],
    decisions: &mut Vec<(usize, u64, Example)>,
) {
    let mut dice = GAMES.generator(seed, game);
    let mut seated: Vec<usize> = (0..players.len()).collect();
    for seat in 0..SEATS {
        seated.swap(seat, seat + below(&mut dice, (players.len() - seat) as u64) as usize);
    }
    let cards = draw(&mut dice, CardSet::FULL_DECK, 2 * SEATS + 5);
    let mut styles = [Style::default(); SEATS];
    let won = play(&cards, 0, cap, |seat, seen| {
        let [action, counted] = players[seated[seat]].choose(seen, &mut dice);
        styles[seat].count(counted);
        decisions.push((seated[seat], game, example(seen, action)));
        action
    });
    for seat in 0..SEATS {
        totals[seated[seat]].add_game(styles[seat], won[seat]);
    }
}
