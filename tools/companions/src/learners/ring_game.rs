//! Limit hold'em at a full table: the one game of more than two players here, and only for the second experiment.
//!
//! Small blind 1, big blind 2, bets of 2, 2, 4 and 4. Nobody runs out of chips, ties split, folding is not possible
//! where nothing is to be paid. Seat 0 is the small blind and seat 1 the big blind; the last seat has the button.
//!
//! Its players follow rules, one for each of the thesis's twelve. The rules of the thesis's players are not known but
//! for four of the twelve. A choice, then: one rule with four numbers each, fitted to the published looseness and
//! aggression. Before the flop a hand is worth `20 + r` for a pair of rank r (deuce 0, ace 12), else `high + low/2 +
//! 1.5·suited`; later `category + r/13` of the rank that decides it if the category is above the board's alone, else
//! `high/13` of the higher hole card. Facing a bet and worth less than the first number: fold. Worth the second number:
//! bet or raise. Otherwise check or call.
//!
//! Of many games: what each player did and won, and the log that learners read.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use matches::statistics::score::Ratio;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::draw;
use tables::together::progress::{Cancelled, Progress};

use super::clustering::PlayerLogs;
use super::style::{Move, Style};
use crate::hand_ranks::category_and_rank;
use crate::mlp::Example;
use crate::mlp::network::{Network, most_probable};
use crate::named::named;
use crate::streams::{Purpose, below, in_order, unit};

/// Bets and raises that a round may have.
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

/// What a player sees when it is to act.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub hole: [Card; 2],
    pub board: &'a [Card],
    /// The round's bet, in small blinds.
    pub bet: u32,
    pub to_pay: u32,
    pub alive: usize,
    /// Players who had not folded when the round began.
    pub alive_at_start: usize,
    pub may_raise: bool,
}

impl Seen<'_> {
    /// The nearest legal action: a fold where nothing is to be paid checks, a raise beyond the cap calls.
    pub fn legal(&self, wanted: Move) -> Move {
        match wanted {
            Move::Fold if self.to_pay == 0 => Move::Call,
            Move::Raise if !self.may_raise => Move::Call,
            legal => legal,
        }
    }
}

/// Plays one game; `cards` are two for each seat (in their order), then five for the board. `choose` says what a seat
/// wants to do, and [`Seen::legal`] what becomes of it. Returns each seat's winnings in small blinds.
pub fn play(cards: &[Card], cap: Cap, mut choose: impl FnMut(usize, &Seen<'_>) -> Move) -> Vec<f64> {
    let (holes, board) = cards.split_at(cards.len().saturating_sub(5));
    let seats = holes.len() / 2;
    let mut table = Table { holes, paid: vec![0; seats], folded: vec![false; seats] };
    for (round, &board_cards) in BOARD.iter().enumerate() {
        table.play_round(round, &board[..board_cards], cap, &mut choose);
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
}

impl Table<'_> {
    fn alive(&self) -> usize {
        self.folded.iter().filter(|&&folded| !folded).count()
    }

    fn play_round(
        &mut self,
        round: usize,
        board: &[Card],
        cap: Cap,
        choose: &mut impl FnMut(usize, &Seen<'_>) -> Move,
    ) {
        let seats = self.paid.len();
        let alive_at_start = self.alive();
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
                let counted = match cap {
                    Cap::Total => raises.iter().sum(),
                    Cap::PerPlayer => raises[seat],
                };
                let seen = Seen {
                    hole: [self.holes[2 * seat], self.holes[2 * seat + 1]],
                    board,
                    bet,
                    to_pay: bet - in_round[seat],
                    alive: self.alive(),
                    alive_at_start,
                    may_raise: counted < MOST_RAISES,
                };
                let action = seen.legal(choose(seat, &seen));
                to_act -= 1;
                if action == Move::Raise {
                    bet += BETS[round];
                    raises[seat] += 1;
                    to_act = self.alive() - 1;
                }
                self.folded[seat] = action == Move::Fold;
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

pub const AGENTS: usize = 12;
const NEVER: f64 = f64::INFINITY;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RingAgent {
    pub name: char,
    /// Folds to a bet below these: before the flop, later.
    play: [f64; 2],
    /// Bets or raises from these on.
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
    pub fn choose(&self, seen: &Seen<'_>) -> Move {
        let (worth, when) = if seen.board.is_empty() { (worth_before_flop(seen), 0) } else { (worth_later(seen), 1) };
        if seen.to_pay > 0 && worth < self.play[when] {
            Move::Fold
        } else if worth >= self.raise[when] {
            seen.legal(Move::Raise)
        } else {
            Move::Call
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
        let (raises, stays) = (style.raises as f64, style.stays() as f64);
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
