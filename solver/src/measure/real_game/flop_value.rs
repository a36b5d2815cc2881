//! Two policies against each other below one flop, in both seatings: every canonical turn and river of it.
//!
//! What position 0 wins on a board, added up over all pairs of holdings, is the same for every board of its orbit, so each
//! canonical board counts as often as its orbit has members. Rounds before the last are played once a board, and one chunk
//! of the last round on all rivers of a turn before the next chunk, so that both strategies stay in the cache.

use tables::progress::{Cancelled, Silent};
use tables::resume_state::bincode::{Decode, Encode};

use super::board_count::BoardCount;
use super::game::{check_cards, unfit_betting};
use super::last_round_value::{LastRoundValue, ValueScratch};
use super::suit_orbits::BoardOrbit;
use super::value_board::ValueBoard;
use super::value_round::{Reaches, Rounded, ValueRound, is_reached_by_both};
use crate::error::SolverError;
use crate::game::card_counts::choose;
use crate::measure::best_response::start_of_game;
use crate::measure::expected_value::Player;
use crate::public_board::CardRules;
use crate::walk::{PreparedGame, Real, Row};

/// The seatings of two players: who sits in position 0 and in position 1.
const SEATINGS: [[usize; 2]; 2] = [[0, 1], [1, 0]];

/// What position 0 wins a game, in chips, once a flop is dealt: with the first player there, and with the second.
///
/// Games that end before the flop bring nothing here.
#[derive(Clone, Copy, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct SeatedValues(pub [f64; 2]);

/// Two players in both seatings; their abstractions must not tell apart hands that differ by the names of suits alone.
///
/// `T` is the precision within a flop: `f32` for speed (relative errors up to 1e-4), `f64` to hold it to.
pub struct Duel<'a, T> {
    game: &'a PreparedGame<T>,
    players: [Player<'a, f64>; 2],
    rounded: [Rounded<'a>; 2],
    /// By seating.
    last: [LastRoundValue<T>; 2],
    /// Both positions' reach of the second round, by seating.
    reach: [Reaches<T>; 2],
    /// What position 0 wins by folds of the first round, by seating.
    opening: SeatedValues,
}

/// One thread's memory, kept from turn to turn: touching new memory is slow.
struct Scratch<T> {
    last: ValueScratch<T>,
    boards: Vec<ValueBoard>,
}

impl<'a, T: Real> Duel<'a, T> {
    /// Prepares a game between two players.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card, one round, cards before the first round, or a last round whose
    /// betting the kernels are not made for.
    pub fn new(game: &'a PreparedGame<T>, players: [Player<'a, f64>; 2]) -> Result<Self, SolverError> {
        let PreparedGame { rules, lanes, stakes, processor, .. } = game;
        check_cards("exact value", rules)?;
        let last = |seats| {
            let last = LastRoundValue::new(lanes, stakes, players, seats, *processor);
            last.ok_or_else(|| unfit_betting("exact value"))
        };
        let [first, second] = SEATINGS;
        let mut duel = Self {
            game,
            players,
            rounded: players.map(|player| Rounded(player.strategies)),
            last: [last(first)?, last(second)?],
            reach: Default::default(),
            opening: SeatedValues([0.0; 2]),
        };
        let start = [vec![start_of_game()], vec![start_of_game()]];
        let rounds = SEATINGS.map(|seats| ValueRound::new(game, duel.seated(seats), 0, &[], &start));
        let opening = rounds.each_ref().map(|round| round.folds() / meetings(rules, 0));
        let reach = rounds.each_ref().map(|round| reaches(game, 0, round));
        drop(rounds);
        (duel.opening, duel.reach) = (SeatedValues(opening), reach);
        Ok(duel)
    }

    /// How the cards fall.
    pub fn rules(&self) -> &CardRules {
        &self.game.rules
    }

    /// The flops, see [`BoardOrbit::flops`].
    pub fn flops(&self) -> Vec<BoardOrbit> {
        BoardOrbit::flops(&self.game.rules)
    }

    /// How many games there are: both seatings of every pair of holdings that can meet on every board.
    pub fn games(&self) -> u64 {
        let rules = &self.game.rules;
        let boards = (1..rules.rounds()).map(|round| next_boards(rules, round - 1)).product::<f64>();
        2 * (boards * meetings(rules, rules.rounds() - 1)) as u64
    }

    /// What position 0 wins a game, in chips, by folds before the flop.
    pub fn opening(&self) -> SeatedValues {
        self.opening
    }

    /// What is won below a flop.
    pub fn flop_values(&self, flop: &BoardOrbit) -> SeatedValues {
        self.counted_flop_values(flop, &BoardCount::new(&Silent, "exact value", 0, 0)).expect("nobody cancels")
    }

    /// What is won below a flop, boards counted.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn counted_flop_values(&self, flop: &BoardOrbit, count: &BoardCount<'_>) -> Result<SeatedValues, Cancelled> {
        let mut scratch = Scratch { last: ValueScratch::default(), boards: Vec::new() };
        self.values(1, flop, &self.reach, &mut scratch, count).map(SeatedValues)
    }

    /// What position 0 wins a game on average once a board of a round is dealt, given who reaches it.
    fn values(
        &self,
        round: usize,
        orbit: &BoardOrbit,
        reach: &[Reaches<T>; 2],
        scratch: &mut Scratch<T>,
        count: &BoardCount<'_>,
    ) -> Result<[f64; 2], Cancelled> {
        let (game, rules) = (self.game, &self.game.rules);
        let goes_on = |[first, second]: &Reaches<T>| {
            first.iter().zip(second).any(|(first, second)| is_reached_by_both([first, second]))
        };
        if !reach.iter().any(goes_on) {
            count.add(orbit.complete_boards(rules))?;
            return Ok([0.0; 2]);
        }
        if game.lanes.rounds[round].is_last {
            self.deal(&[BoardOrbit { size: 1, ..orbit.clone() }], scratch);
            let values = [0, 1].map(|seating| {
                let chunks = 0..reach[seating][0].len();
                let value = |chunk: usize| {
                    self.showdowns(seating, chunk, [0, 1].map(|position| &*reach[seating][position][chunk]), scratch)
                };
                chunks.map(value).sum::<f64>() / meetings(rules, round)
            });
            count.add(1)?;
            return Ok(values);
        }
        let followers = orbit.followers(rules, rules.board_cards(round + 1) - orbit.board.len());
        let rounds = [0, 1]
            .map(|seating| ValueRound::new(game, self.seated(SEATINGS[seating]), round, &orbit.board, &reach[seating]));
        let mut sums = [0.0; 2];
        if game.lanes.rounds[round + 1].is_last {
            self.deal(&followers, scratch);
            for (seating, round_values) in rounds.iter().enumerate() {
                for chunk in 0..game.lanes.rounds[round + 1].entries.len() {
                    let reach = [0, 1].map(|position| round_values.next_reach(position, chunk));
                    sums[seating] += self.showdowns(seating, chunk, reach.each_ref().map(Vec::as_slice), scratch);
                }
                sums[seating] /= meetings(rules, round + 1);
            }
            count.add(followers.len() as u64)?;
        } else {
            let reach = rounds.each_ref().map(|played| reaches(game, round, played));
            for follower in &followers {
                let values = self.values(round + 1, follower, &reach, scratch, count)?;
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += f64::from(follower.size) * value);
            }
        }
        let (meetings, boards) = (meetings(rules, round), next_boards(rules, round));
        Ok([0, 1].map(|seating| rounds[seating].folds() / meetings + sums[seating] / boards))
    }

    /// The players by position.
    fn seated(&self, seats: [usize; 2]) -> [Player<'_, T>; 2] {
        seats.map(|player| Player { buckets: self.players[player].buckets, strategies: &self.rounded[player] })
    }

    fn deal(&self, boards: &[BoardOrbit], scratch: &mut Scratch<T>) {
        scratch.boards.resize_with(boards.len(), ValueBoard::default);
        for (dealt, orbit) in scratch.boards.iter_mut().zip(boards) {
            let buckets = self.players.map(|player| player.buckets);
            dealt.deal(&self.game.rules, buckets, &orbit.board, f64::from(orbit.size));
        }
    }

    /// The value of one chunk of the last round, added up over the boards that were dealt and all pairs of holdings.
    fn showdowns(&self, seating: usize, chunk: usize, reach: [&[Row<T>]; 2], scratch: &mut Scratch<T>) -> f64 {
        if !is_reached_by_both(reach) {
            return 0.0;
        }
        let Scratch { last, boards } = scratch;
        let value = |board: &ValueBoard| board.weight * self.last[seating].value(board, chunk, reach, last);
        boards.iter().map(value).sum()
    }
}

/// Both positions' reach of the round after one that was played.
fn reaches<T: Real>(game: &PreparedGame<T>, round: usize, played: &ValueRound<'_, T>) -> Reaches<T> {
    let chunks = game.lanes.rounds[round + 1].entries.len();
    [0, 1].map(|position| (0..chunks).map(|chunk| played.next_reach(position, chunk)).collect())
}

/// In how many ways the cards of the next round can be dealt to a round's board.
fn next_boards(rules: &CardRules, round: usize) -> f64 {
    let dealt = rules.board_cards(round);
    choose(rules.deck().len() - dealt, rules.board_cards(round + 1) - dealt) as f64
}

/// The number of ordered pairs of holdings that can meet on a round's board.
fn meetings(rules: &CardRules, round: usize) -> f64 {
    let left = rules.deck().len() - rules.board_cards(round);
    (choose(left, 2) * choose(left - 2, 2)) as f64
}
