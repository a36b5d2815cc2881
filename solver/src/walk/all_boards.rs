//! A player's values over all boards that follow one: for a best response, and for what a strategy of its own would
//! win.
//!
//! The public tree is walked depth first with vectors over all holdings (Johanson et al. 2011): betting within a
//! round, then every next public card, and the values of the boards that follow are added up *before* the player
//! answers. Values are sums over the opponent's holdings that can be met, weighted with the opponent's reach; the
//! mean over next cards is taken over those that both players' cards leave.
//!
//! A canonical board's values count once for each board of its orbit. Averaging the sum over the symmetries of the
//! earlier cards then gives every holding its share, since a permutation that fixes the earlier cards and both policies
//! maps the values of one board to those of the other. Players who tell suits apart get orbits of one board each.

use evaluator::card::Card;
use evaluator::lanes::Lanes;
use evaluator::processor::Kernel;
use evaluator::showdown::ShowdownSums;
use evaluator::suit_permutation::SuitPermutation;
use tables::together::progress::{Cancelled, Counter};

use super::down::{ChunkId, ChunkPlay, Opposition, carry_on, is_reached};
use super::ends::ChunkEnds;
use super::lanes::Shape;
use super::last_round::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
use super::prepared_game::PreparedGame;
use super::prepared_game::{Player, rounded};
use super::reach_products::{Real, Row};
use super::reply::{Best, Keep, Own, Reply};
use crate::boards::{BoardOrbit, CONTESTANT_NUMBERS, DealtBoard};
use crate::game::Next;
use crate::game::card_counts::choose;

/// Values or reaches of one chunk, by holding number.
pub(crate) type ByHolding = Vec<Row<f64>>;

/// A player who knows the opponent's policy, and answers it with the best actions or by a strategy of its own.
///
/// `T` is the precision of the last round where its fast form plays it; all other sums are of double precision.
pub(crate) struct AllBoards<'a, T> {
    pub game: &'a PreparedGame<f64>,
    /// The player's position.
    pub position: usize,
    pub opponent: Player<'a, f64>,
    /// How the player plays; `None` for the best actions.
    pub own: Option<Player<'a, f64>>,
    /// The fast form of the last round, where its betting allows it.
    pub last: Option<LastRoundValues<'a, T>>,
}

/// One thread's memory, kept from turn to turn: touching new memory is slow.
#[derive(Default)]
pub(crate) struct AllBoardsMemory<T: Real> {
    last: LastRoundMemory<T>,
    boards: Vec<LastBoard>,
    reach: Vec<Row<T>>,
    /// The last round's values, chunk by chunk.
    values: Vec<ByHolding>,
}

/// A complete board of the last round.
#[derive(Default)]
struct LastBoard {
    dealt: DealtBoard,
    /// The same board as the player sees it, who plays a policy of its own.
    own: DealtBoard,
    /// How often it counts.
    weight: f64,
}

/// The reach of every holding where the game begins: one history, in the first lane.
pub(crate) fn start_of_game() -> ByHolding {
    let mut start = ChunkPlay::default();
    start.begin(CONTESTANT_NUMBERS);
    start.reach
}

/// How the players come to a round, `[chunk]` by holding number; chunks that are not played may be empty.
pub(crate) struct RoundReach {
    pub opponent: Vec<ByHolding>,
    /// The player itself; empty for the best actions, which go everywhere.
    pub own: Vec<ByHolding>,
}

impl RoundReach {
    /// The same in one lane of a chunk alone.
    #[must_use]
    pub fn only(mut self, chunk: usize, lane: usize) -> Self {
        for of_player in [&mut self.opponent, &mut self.own] {
            for (_, rows) in of_player.iter_mut().enumerate().filter(|(number, _)| *number != chunk) {
                rows.clear();
            }
            for row in of_player.get_mut(chunk).into_iter().flatten() {
                *row = Lanes(std::array::from_fn(|it| if it == lane { row.0[it] } else { 0.0 }));
            }
        }
        self
    }

    /// Whether the players meet in a chunk: elsewhere nothing can be won, or what is won there does not count.
    fn meets(&self, chunk: usize) -> bool {
        is_reached(&self.opponent[chunk]) && self.own.get(chunk).is_none_or(|own| is_reached(own))
    }
}

/// One round on one board, played by one player.
pub(crate) struct PlayedRound<'a> {
    game: &'a PreparedGame<f64>,
    position: usize,
    round: usize,
    /// The board with the player's buckets.
    pub dealt: DealtBoard,
    plays: Vec<ChunkPlay<f64>>,
}

impl<'a> PlayedRound<'a> {
    /// Plays every chunk for the player in a position but those without a reach, which is by holding number.
    pub fn new(
        game: &'a PreparedGame<f64>,
        position: usize,
        player: Player<'_, f64>,
        round: usize,
        board: &[Card],
        reach: &[ByHolding],
    ) -> Self {
        let mut dealt = DealtBoard::default();
        dealt.deal_round(&game.rules, player.buckets, round, board);
        let open = |(chunk, reach): (usize, &ByHolding)| {
            if reach.is_empty() {
                return ChunkPlay::default();
            }
            let mut play = ChunkPlay { reach: dealt.by_place(reach), ..ChunkPlay::default() };
            play.play(game, ChunkId { round, chunk }, position, player.strategies, dealt.row(round));
            play
        };
        let plays = reach.iter().enumerate().map(open).collect();
        Self { game, position, round, dealt, plays }
    }

    /// The player's reach of every chunk of the next round.
    pub(crate) fn next_reaches(&self) -> Vec<ByHolding> {
        let next = self.round + 1;
        (0..self.game.lanes.rounds[next].chunks()).map(|chunk| self.reach(ChunkId { round: next, chunk })).collect()
    }

    /// The same, empty for chunks that no chunk played here leads to.
    fn played_next(&self) -> Vec<ByHolding> {
        let next = self.round + 1;
        let reach = |chunk| if self.leads_to(chunk) { self.reach(ChunkId { round: next, chunk }) } else { Vec::new() };
        (0..self.game.lanes.rounds[next].chunks()).map(reach).collect()
    }

    /// Whether any chunk that is played leads to one of the next round.
    fn leads_to(&self, chunk: usize) -> bool {
        let parents = self.game.lanes.rounds[self.round + 1].parents(chunk);
        parents.iter().any(|&parent| !self.plays[parent].reach.is_empty())
    }

    /// Values by holding number, by place; empty where they are not wanted.
    fn by_place(&self, values: &[Row<f64>]) -> Vec<Row<f64>> {
        if values.is_empty() { Vec::new() } else { self.dealt.by_place(values) }
    }

    fn reach(&self, at: ChunkId) -> ByHolding {
        let mut by_place = Vec::new();
        carry_on(self.game, &self.plays, self.dealt.row(self.round), at, &mut by_place);
        self.dealt.by_holding(&by_place)
    }

    /// What each end of a chunk is worth to the player's opponent; exits to a next round only if it has values,
    /// `[chunk][place]`.
    pub fn ends(&self, chunk: usize, next: &[&[Row<f64>]]) -> Keep<f64> {
        let mut ends = Keep::new(self.shape(chunk).ends, self.dealt.order.len());
        self.show(chunk, next, &mut ends);
        ends
    }

    fn shape(&self, chunk: usize) -> &Shape {
        self.game.lanes.rounds[self.round].shape(chunk)
    }

    /// The values of the player's opponent by place where it takes the best actions.
    fn best_answer(&self, chunk: usize, next: &[&[Row<f64>]]) -> Vec<Row<f64>> {
        Best.values(self.shape(chunk), 1 - self.position, &self.ends(chunk, next))
    }

    /// The values of the player's opponent by place where it plays its own part of the round.
    fn own_answer(&self, own: &PlayedRound<'_>, chunk: usize, next: &[&[Row<f64>]]) -> Vec<Row<f64>> {
        let mut values = vec![Row::default(); self.dealt.order.len()];
        let (products, row) = (&own.plays[chunk].products, own.dealt.row(own.round));
        self.show(chunk, next, &mut Own { values: &mut values, products, row, end_sums: &mut [] });
        values
    }

    fn show(&self, chunk: usize, next: &[&[Row<f64>]], reply: &mut impl Reply<f64>) {
        let Self { game, position, round, dealt, plays } = self;
        let opponent = plays[chunk].approach(dealt.row(*round));
        let (at, mut sums) = (ChunkId { round: *round, chunk }, ShowdownSums::default());
        let (player, order) = (1 - position, &dealt.order);
        ChunkEnds { at, player, order, opponent, next }.show(game, &mut sums, reply);
    }

    /// How many of the ways to deal the next round's cards each pair of holdings sees: both players' cards are out.
    pub(crate) fn boards_seen(&self) -> f64 {
        let rules = &self.game.rules;
        let here = rules.board_cards(self.round);
        let left = rules.deck().len() - here - 2 * rules.hole_cards();
        choose(left, rules.board_cards(self.round + 1) - here) as f64
    }

    /// For each place, how much of a reach by holding number it can meet.
    pub(crate) fn opposition(&self, reach: &ByHolding) -> Vec<Row<f64>> {
        let order = &self.dealt.order;
        self.game.processor.run(Opposition { order, reach: &self.dealt.by_place(reach) })
    }
}

impl<T: Precision> AllBoards<'_, T> {
    /// Both players' side of a round on one board; the player's own only if it has a strategy.
    fn played(&self, round: usize, board: &[Card], reach: &RoundReach) -> (PlayedRound<'_>, Option<PlayedRound<'_>>) {
        let play = |position, player, reach| PlayedRound::new(self.game, position, player, round, board, reach);
        let own = self.own.map(|own| play(self.position, own, &reach.own));
        (play(1 - self.position, self.opponent, &reach.opponent), own)
    }

    /// How the players come to the second round, from the first.
    pub(crate) fn reach_of_second_round(&self) -> RoundReach {
        let start = || vec![start_of_game()];
        let (opponent, own) = self.played(0, &[], &RoundReach { opponent: start(), own: start() });
        let own = own.map_or_else(Vec::new, |own| own.next_reaches());
        RoundReach { opponent: opponent.next_reaches(), own }
    }

    /// The player's values of all chunks of a round on one board, given the reaches there; nothing where the players
    /// do not meet.
    pub fn values(
        &self,
        round: usize,
        orbit: &BoardOrbit,
        reach: &RoundReach,
        memory: &mut AllBoardsMemory<T>,
        count: &Counter<'_>,
    ) -> Result<Vec<ByHolding>, Cancelled> {
        let (game, lanes) = (self.game, &self.game.lanes.rounds);
        if !(0..reach.opponent.len()).any(|chunk| reach.meets(chunk)) {
            count.add(orbit.complete_boards(&game.rules))?;
            return Ok(vec![vec![Row::default(); CONTESTANT_NUMBERS]; reach.opponent.len()]);
        }
        let (opponent, own) = self.played(round, &orbit.board, reach);
        if lanes[round].is_last {
            count.add(1)?;
            return Ok(Self::answers(reach, &opponent, own.as_ref(), &[]));
        }
        let next = self.after(orbit, (&opponent, own.as_ref()), memory, count)?;
        let values = Self::answers(reach, &opponent, own.as_ref(), &next);
        self.give_back(round, next, memory);
        Ok(values)
    }

    /// What a decision of a round before the last is worth to each of the player's holdings under its own strategy, by
    /// holding number, and summed over the opponent's holdings that it meets there.
    ///
    /// # Panics
    /// If the player answers with the best actions.
    pub fn decision_values(
        &self,
        at: ChunkId,
        (lane, node): (usize, usize),
        orbit: &BoardOrbit,
        reach: &RoundReach,
        memory: &mut AllBoardsMemory<T>,
        count: &Counter<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        let ChunkId { round, chunk } = at;
        let (opponent, own) = self.played(round, &orbit.board, reach);
        let own = own.expect("a player with a strategy of its own");
        let next = self.after(orbit, (&opponent, Some(&own)), memory, count)?;
        let by_place: Vec<Vec<Row<f64>>> = next.iter().map(|values| opponent.by_place(values)).collect();
        self.give_back(round, next, memory);
        let ends = opponent.ends(chunk, &by_place.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let strategies = (own.dealt.row(round), own.plays[chunk].strategies.as_slice());
        let from = Next::Decision(node);
        let values = ends.under_own_play(opponent.shape(chunk), self.position, strategies, from);
        Ok(opponent.dealt.by_holding(&values.iter().map(|row| row.0[lane]).collect::<Vec<_>>()))
    }

    /// The player's values of all chunks of the round after one, as both play that, in the mean over its boards; empty
    /// for chunks that nobody leads to.
    fn after(
        &self,
        orbit: &BoardOrbit,
        (opponent, own): (&PlayedRound<'_>, Option<&PlayedRound<'_>>),
        memory: &mut AllBoardsMemory<T>,
        count: &Counter<'_>,
    ) -> Result<Vec<ByHolding>, Cancelled> {
        let (game, round) = (self.game, opponent.round);
        let next_reach =
            RoundReach { opponent: opponent.played_next(), own: own.map_or_else(Vec::new, PlayedRound::played_next) };
        let more = game.rules.board_cards(round + 1) - orbit.board.len();
        let followers = orbit.followers(&game.rules, more);
        let fast = self.fast_after(round);
        let mut next = if fast.is_some() { std::mem::take(&mut memory.values) } else { Vec::new() };
        next.resize(next_reach.opponent.len(), Vec::new());
        for (sums, reach) in next.iter_mut().zip(&next_reach.opponent) {
            sums.clear();
            sums.resize(reach.len(), Row::default());
        }
        if let Some(last) = fast {
            self.deal(&followers, memory);
            // One chunk on all boards before the next chunk: its strategies stay in the cache.
            for (chunk, sums) in next.iter_mut().enumerate().filter(|(chunk, _)| next_reach.meets(*chunk)) {
                self.showdowns(last, chunk, &next_reach.opponent[chunk], memory, sums);
            }
            count.add(followers.len() as u64)?;
        } else {
            for follower in &followers {
                let values = self.values(round + 1, follower, &next_reach, memory, count)?;
                let size = Row::splat(f64::from(follower.size));
                for (sums, values) in next.iter_mut().zip(&values) {
                    sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum = *sum + value * size);
                }
            }
        }
        let seen = opponent.boards_seen() * orbit.symmetries.len() as f64;
        next.iter_mut().filter(|sums| !sums.is_empty()).for_each(|sums| take_mean(sums, &orbit.symmetries, seen));
        Ok(next)
    }

    /// The fast form of the round after one.
    fn fast_after(&self, round: usize) -> Option<&LastRoundValues<'_, T>> {
        self.last.as_ref().filter(|_| self.game.lanes.rounds[round + 1].is_last)
    }

    /// Keeps the memory of values for the next turn.
    fn give_back(&self, round: usize, next: Vec<ByHolding>, memory: &mut AllBoardsMemory<T>) {
        if self.fast_after(round).is_some() {
            memory.values = next;
        }
    }

    /// The player's answers in all chunks of a round: its values where they begin.
    fn answers(
        reach: &RoundReach,
        opponent: &PlayedRound<'_>,
        own: Option<&PlayedRound<'_>>,
        next: &[ByHolding],
    ) -> Vec<ByHolding> {
        let next: Vec<Vec<Row<f64>>> = next.iter().map(|values| opponent.by_place(values)).collect();
        let next: Vec<&[Row<f64>]> = next.iter().map(Vec::as_slice).collect();
        let value = |chunk| {
            if !reach.meets(chunk) {
                return vec![Row::default(); CONTESTANT_NUMBERS];
            }
            let values = match own {
                None => opponent.best_answer(chunk, &next),
                Some(own) => opponent.own_answer(own, chunk, &next),
            };
            opponent.dealt.by_holding(&values)
        };
        (0..opponent.plays.len()).map(value).collect()
    }

    fn deal(&self, boards: &[BoardOrbit], memory: &mut AllBoardsMemory<T>) {
        let rules = &self.game.rules;
        memory.boards.resize_with(boards.len(), LastBoard::default);
        for (LastBoard { dealt, own, weight }, orbit) in memory.boards.iter_mut().zip(boards) {
            dealt.deal_last_round(rules, self.opponent.buckets, &orbit.board);
            if let Some(player) = &self.own {
                own.deal_last_round(rules, player.buckets, &orbit.board);
            }
            *weight = f64::from(orbit.size);
        }
    }

    /// The values of one chunk of the last round, added up over the boards that were dealt.
    fn showdowns(
        &self,
        last: &LastRoundValues<'_, T>,
        chunk: usize,
        reach: &ByHolding,
        memory: &mut AllBoardsMemory<T>,
        sums: &mut ByHolding,
    ) {
        let AllBoardsMemory { last: scratch, boards, reach: narrow, .. } = memory;
        narrow.clear();
        narrow.extend(reach.iter().map(|&row| rounded(row)));
        for LastBoard { dealt, own, weight } in boards {
            let values = T::values(last, LastRoundAt { board: dealt, own, chunk, reach: narrow }, scratch);
            self.game.processor.run(WeightedSum { ids: dealt.order.ids(), values, weight: *weight, sums });
        }
    }
}

/// Each holding's sum over all its images, divided; whole numbers stay exact where the quotient is whole.
fn take_mean(sums: &mut ByHolding, symmetries: &[SuitPermutation], divisor: f64) {
    // The identity is always there.
    if symmetries.len() > 1 {
        let of_one = std::mem::replace(sums, vec![Row::default(); CONTESTANT_NUMBERS]);
        for permutation in symmetries {
            for (&moved, &sum) in permutation.holding_numbers().iter().zip(&of_one) {
                sums[usize::from(moved)] = sums[usize::from(moved)] + sum;
            }
        }
    }
    sums.iter_mut().flat_map(|sum| &mut sum.0).for_each(|sum| *sum /= divisor);
}

/// Adds values by place to sums by holding number, in full precision.
struct WeightedSum<'a, T> {
    ids: &'a [u16],
    values: &'a [Row<T>],
    weight: f64,
    sums: &'a mut [Row<f64>],
}

impl<T: Real> Kernel for WeightedSum<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let weight = Row::splat(self.weight);
        for (&id, &value) in self.ids.iter().zip(self.values) {
            let sum = &mut self.sums[usize::from(id)];
            *sum = *sum + rounded::<T, f64>(value) * weight;
        }
    }
}
