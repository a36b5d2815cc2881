//! What a strategy's hands are worth in its play against itself on one complete board: all holdings of both sides at
//! once, after every possible betting.
//!
//! What a strategy's hands are worth in its play against itself, street by street and entry by entry, as a baseline.
//!
//! Several hundred complete boards are worked out with all holdings of both sides and all betting. A hand's value is
//! the mean over the holdings of its bucket on these boards, each against all hands with which the *other* side would
//! have come there, so that hands which the strategy would have folded have one, too.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::{Holding, STARTING_HANDS};
use evaluator::round::Round;
use rayon::prelude::*;
use solver::boards::card_rules::board_of;
use solver::boards::{DealtBoard, hand_index};
use solver::game::{BettingTree, GameDefinition, GameError, TreeLayout};
use solver::walk::down::{Descent, Opposition, is_reached};
use solver::walk::{BoardWalk, ChunkId, PreparedGame, Row};
use std::sync::Arc;
use tables::together::progress::{Counter, Progress};

use super::aivat::Baseline;
use super::group_sums::{GroupSums, GroupValues, Smoothing};
use crate::agent::Agent;
use crate::error::MatchError;

/// A strategy in both seats.
pub(crate) struct OwnPlay {
    pub game: PreparedGame<f32>,
    agent: Arc<Agent>,
}

/// Memory that is kept from board to board.
#[derive(Default)]
pub(crate) struct OwnPlayMemory {
    pub board: DealtBoard,
    descents: [Descent<f32>; 2],
}

/// Sixteen histories where a round begins, as one side sees them; by place of the holding.
pub(crate) struct Begun<'a> {
    pub position: usize,
    pub at: ChunkId,
    /// Chips won from there on by both sides' strategy, added up over the opponents that can be met.
    pub values: &'a [Row<f32>],
    /// The weight of those opponents.
    pub opposing: &'a [Row<f32>],
}

impl OwnPlay {
    /// A strategy of hold'em.
    pub fn new(agent: Arc<Agent>) -> Result<Self, GameError> {
        let game = agent.game().cloned().unwrap_or_else(GameDefinition::holdem_limit);
        let game = game.limit_only("luck is taken out of")?;
        Ok(Self { game: PreparedGame::new(&game), agent })
    }

    /// Deals a board with the strategy's buckets.
    pub fn deal(&self, board: &[Card], memory: &mut OwnPlayMemory) {
        memory.board.deal(&self.game.rules, self.agent.player::<f32>().buckets, board);
    }

    /// Plays the board that was dealt and shows the beginnings of all rounds that are reached.
    pub fn play(&self, memory: &mut OwnPlayMemory, mut show: impl FnMut(&Begun<'_>)) {
        let OwnPlayMemory { board, descents } = memory;
        let strategies = self.agent.player::<f32>().strategies;
        for (position, descent) in descents.iter_mut().enumerate() {
            descent.play_down(&self.game, self.game.rules.rounds(), position, strategies, board);
        }
        let walk = BoardWalk { game: &self.game, boards: [board; 2], descents: descents.each_ref() };
        for position in 0..2 {
            for (round, values) in walk.values_from(0, position, None, |_| true).iter().enumerate() {
                for (chunk, values) in values.iter().enumerate() {
                    let at = ChunkId { round, chunk };
                    let reach = &walk.descents[1 - position].chunk(at).reach;
                    if is_reached(reach) {
                        let opposing = &self.game.processor.run(Opposition { order: &board.order, reach });
                        show(&Begun { position, at, values, opposing });
                    }
                }
            }
        }
    }
}

/// Boards that are worked out.
const BOARDS: u64 = 400;
/// Their seed: far from those that users choose for hands to be judged.
const SEED: u64 = 0x5e1f_91a7_0b0a_12d5;
/// Boards are added up in this many parts, so that the number of threads changes nothing.
const PARTS: u64 = 8;
/// Most groups of a street: where there are more buckets, neighbouring ones share a group.
const MOST_GROUPS: usize = 1_000;
/// The number of groups divided by this is how many on either side of a group are taken to be like it.
const ALIKE: usize = 128;
/// The weight of their mean, and of the mean of all entries, in holdings that meet every opponent. The results hardly
/// depend on these numbers.
const PRIOR: f32 = 2.0;
/// The rounds whose values are kept: the last one is played out where it is needed.
const KEPT: usize = 3;

/// A strategy's own values.
pub struct SelfPlayValues {
    agent: Arc<Agent>,
    groups: [usize; KEPT],
    at_start: [GroupValues; KEPT],
    /// By the round before the one that is entered.
    before_cards: [GroupValues; KEPT],
}

/// What is added up over boards.
#[derive(Clone)]
struct Sums {
    at_start: [GroupSums; KEPT],
    before_cards: [GroupSums; KEPT],
}

impl SelfPlayValues {
    /// Works out a strategy's values: a few seconds of one core, and up to 120 MB of memory meanwhile.
    pub fn of(agent: Arc<Agent>, progress: &dyn Progress) -> Result<Self, MatchError> {
        Self::of_boards(agent, BOARDS, progress)
    }

    /// The same from another number of boards.
    pub fn of_boards(agent: Arc<Agent>, boards: u64, progress: &dyn Progress) -> Result<Self, MatchError> {
        let layout = TreeLayout::of_one_shape(&BettingTree::new(&GameDefinition::holdem_limit()))?;
        let play = OwnPlay::new(agent.clone())?;
        let lanes = &play.game.lanes.rounds;
        let deck = agent.deck().unwrap_or_default();
        let groups = [0, 1, 2].map(|round| groups_of(&agent, round));
        let sums = |later: usize| [0, 1, 2].map(|round| GroupSums::new(&lanes[round + later], groups[round]));
        let empty = Sums { at_start: sums(0), before_cards: sums(1) };
        let done = Counter::new(progress, "values", "boards", boards);
        let part = |part: u64| {
            let (mut memory, mut sums) = (OwnPlayMemory::default(), empty.clone());
            for number in (part..boards).step_by(PARTS as usize) {
                sums.add_board(&agent, &play, number, &mut memory);
                done.add(1)?;
            }
            Ok(sums)
        };
        let parts: Vec<Sums> = (0..PARTS).into_par_iter().map(part).collect::<Result<_, MatchError>>()?;
        let mut all = empty.clone();
        parts.iter().for_each(|part| all.add(part));
        let settle = |sums: &[GroupSums; KEPT], later: usize| {
            [0, 1, 2].map(|round| {
                let entered = &layout.rounds[round + later];
                // Before the first action there are the blinds alone: any scale will do for the only entry.
                let chips: Vec<f32> =
                    entered.entry_contribution.iter().map(|chips| chips.as_f64().max(1.0) as f32).collect();
                sums[round].settle(&lanes[round + later], &chips, smoothing(deck, round, groups[round]))
            })
        };
        let (at_start, before_cards) = (settle(&all.at_start, 0), settle(&all.before_cards, 1));
        Ok(Self { at_start, before_cards, groups, agent })
    }

    fn group_of(&self, round: usize, hole: CardSet, board: CardSet) -> usize {
        match round {
            0 => starting_hand(hole),
            _ => {
                let bucket = self
                    .agent
                    .bucket(Round::ALL[round], hand_index(self.agent.deck().unwrap_or_default(), round, hole, board));
                group(bucket, self.groups[round], self.agent.bucket_count(round))
            }
        }
    }
}

impl Sums {
    fn add_board(&mut self, agent: &Agent, play: &OwnPlay, number: u64, memory: &mut OwnPlayMemory) {
        play.deal(&board_of(&play.game.rules, SEED, number), memory);
        let groups: [Vec<u16>; KEPT] = [0, 1, 2].map(|round| {
            let holdings = memory.board.order.holdings();
            match round {
                0 => holdings.map(|holding| holding.starting_hand().number() as u16).collect(),
                _ => {
                    let (row, groups) = (memory.board.row(round), groups_of(agent, round));
                    let of_bucket = |&bucket: &u32| group(bucket, groups, agent.bucket_count(round)) as u16;
                    let of_distinct: Vec<u16> = row.distinct.iter().map(of_bucket).collect();
                    row.of_place.iter().map(|&place| of_distinct[usize::from(place)]).collect()
                }
            }
        });
        let processor = play.game.processor;
        play.play(memory, |&Begun { position, at, values, opposing }| {
            if at.round < KEPT {
                self.at_start[at.round].take(processor, position, at.chunk, &groups[at.round], values, opposing);
            }
            if let Some(before) = at.round.checked_sub(1) {
                self.before_cards[before].take(processor, position, at.chunk, &groups[before], values, opposing);
            }
        });
    }

    fn add(&mut self, other: &Self) {
        let both = self.at_start.iter_mut().zip(&other.at_start);
        both.chain(self.before_cards.iter_mut().zip(&other.before_cards)).for_each(|(sums, more)| sums.add(more));
    }
}

impl Baseline for SelfPlayValues {
    fn at_start(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.at_start[round].value(position, entry, self.group_of(round, hole, board))
    }

    fn before_cards(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.before_cards[round - 1].value(position, entry, self.group_of(round - 1, hole, board))
    }
}

fn groups_of(agent: &Agent, round: usize) -> usize {
    if round == 0 { STARTING_HANDS } else { agent.bucket_count(round).min(MOST_GROUPS) }
}

fn group(bucket: u32, groups: usize, buckets: usize) -> usize {
    bucket as usize * groups / buckets
}

fn starting_hand(hole: CardSet) -> usize {
    let mut cards = hole.iter();
    let holding = cards.next().zip(cards.next()).and_then(|(low, high)| Holding::new(low, high));
    holding.map_or(0, |holding| holding.starting_hand().number())
}

fn smoothing(deck: Deck, round: usize, groups: usize) -> Smoothing {
    // Starting hands are not in the order of their strength, buckets are.
    let beside = if round == 0 { 0 } else { groups / ALIKE };
    // The holdings that go with a board and another holding.
    let prior = PRIOR * deck.holdings_beside(7) as f32;
    Smoothing { beside, of_neighbours: prior, of_entries: prior }
}
