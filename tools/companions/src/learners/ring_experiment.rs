//! Games at the table of eight: who sits there, what each did, what it won, and the log that learners read.

use evaluator::card_set::CardSet;
use matches::statistics::score::Ratio;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::draw;
use tables::together::progress::{Cancelled, Progress};

use super::clustering::PlayerLogs;
use super::ring_game::{Cap, RingAgent, Seen, play};
use super::style::{Move, Style};
use crate::mlp::Example;
use crate::mlp::network::{Network, most_probable};
use crate::streams::{Purpose, below, in_order, unit};

const GAMES: Purpose = Purpose(0x3c6e_f372_fe94_f82b);
pub const SEATS: usize = 8;
const GAMES_AT_ONCE: u64 = 250;
/// Inputs of a learner (table 5.3): bet, players left, players at the start of the round, 52 board cards, 52 hole
/// cards.
pub(crate) const INPUTS: usize = 3 + 52 + 52;
/// Bets and players are divided by this, so that they are of the size of a card's bit.
const SCALE: f32 = 8.0;

/// How a learner plays what it has learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// The most probable action, as in the thesis.
    MostProbable,
    /// Each action as often as it is probable.
    Sampled,
}

#[derive(Clone, Copy, Debug)]
pub enum RingPlayer<'a> {
    Rules(RingAgent),
    Learner(&'a Network<f32>, Play),
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
        self.style += other.style;
        self.looseness.merge(&other.looseness);
        self.aggression.merge(&other.aggression);
        self.won += other.won;
        self.won_squares += other.won_squares;
    }

    fn add_game(&mut self, style: Style, won: f64) {
        let (raises, stays) = (style.raises as f64, (style.calls + style.raises) as f64);
        self.style += style;
        self.looseness.add(stays, style.actions() as f64);
        self.aggression.add(raises, stays);
        self.won += won;
        self.won_squares += won * won;
    }
}

fn example(seen: &Seen<'_>, action: Move) -> Example<f32> {
    let numbers = [seen.bet, seen.alive as u32, seen.alive_at_start as u32].map(|number| number as f32 / SCALE);
    let board = seen.board.iter().map(|card| (3 + card.number(), 1.0));
    let hole = seen.hole.iter().map(|card| (55 + card.number(), 1.0));
    Example::new(numbers.into_iter().enumerate().chain(board).chain(hole), action.target())
}

impl RingPlayer<'_> {
    fn choose(&self, seen: &Seen<'_>, dice: &mut Xoshiro256PlusPlus) -> Move {
        let (network, play) = match self {
            Self::Rules(agent) => return agent.choose(seen),
            Self::Learner(network, play) => (network, play),
        };
        let answer = network.answers(&[example(seen, Move::Call)], &[0]);
        let number = match play {
            Play::MostProbable => most_probable(&answer),
            Play::Sampled => {
                let thrown = unit(dice) as f32;
                usize::from(thrown >= answer[0]) + usize::from(thrown >= answer[0] + answer[1])
            }
        };
        seen.legal(Move::ALL[number])
    }
}

/// Plays games of eight players drawn at random from all; their totals, and their decisions as logs.
pub fn play_games(
    players: &[RingPlayer<'_>],
    games: u64,
    cap: Cap,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(Vec<Totals>, PlayerLogs), Cancelled> {
    let block = |block: u64| {
        let mut totals = vec![Totals::default(); players.len()];
        let mut decisions = Vec::new();
        for game in block * GAMES_AT_ONCE..((block + 1) * GAMES_AT_ONCE).min(games) {
            play_one(players, (seed, game), cap, &mut totals, &mut decisions);
        }
        (totals, decisions)
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
    decisions: &mut Vec<(usize, u64, Example<f32>)>,
) {
    let mut dice = GAMES.generator(seed, game);
    let mut seated: Vec<usize> = (0..players.len()).collect();
    for seat in 0..SEATS {
        seated.swap(seat, seat + below(&mut dice, (players.len() - seat) as u64) as usize);
    }
    let cards = draw(&mut dice, CardSet::FULL_DECK, 2 * SEATS + 5);
    let mut styles = [Style::default(); SEATS];
    let won = play(&cards, cap, |seat, seen| {
        let action = players[seated[seat]].choose(seen, &mut dice);
        styles[seat].count(action);
        decisions.push((seated[seat], game, example(seen, action)));
        action
    });
    for seat in 0..SEATS {
        totals[seated[seat]].add_game(styles[seat], won[seat]);
    }
}
