//! Players against each other on sampled boards: all hole cards and all actions are exact, only the boards are drawn.
//!
//! On one board and in one history of bets, what position 0 wins is a sum over its holdings: how likely it plays to
//! each end, times what the end is worth given the opponent's play. The first factor belongs to the player in
//! position 0 alone, the second to the player in position 1 alone. So each player of a league makes one vector for
//! either position, and a pair of players is left with a scalar product: see [`end_vectors`](super::vectors) for
//! the vectors and [`vector_products`](super::vectors) for the products.
//!
//! The cost is a sum over players, for the way to each chunk and one sweep of the showdown kernel, and a sum over
//! pairs, for the products. Measured on one core of a busy machine, on which the walk over any tree took 18.8 ms for
//! a board and pair in both seatings: 4 ms a player and 0.8 ms a pair, thus 9 to 10 ms for a single pair, 4.1 ms for
//! each of the six pairs of four players and 1.0 ms for each of the 990 pairs of forty-five.
//!
//! Memory: a few megabytes of vectors for each player and thread, and [`FreeTable`]s of all players, for hold'em 83 MB
//! at 9,000 buckets from an 8-bit strategy file and four times as much where probabilities are not in parts of 255.
//! Where those of all players together would exceed [`MOST_TABLE_BYTES`], they are made for two groups of players at a
//! time.
//!
//! [`FreeTable`]: crate::walk::last_round::FreeTable
//!
//! The exact value of a game between two players: each sits in position 0 in turn and plays its policy against the
//! other, below all flops and before them.

use evaluator::card::Card;
use rayon::prelude::*;
use tables::memory;
use tables::together::progress::{Counter, Progress};
use tables::together::ranks::JobPart;

use super::meeting::{Meeting, MeetingScratch};
use crate::boards::CardRules;
use crate::error::SolverError;
use crate::game::card_counts::choose;
use crate::measure::exploitability::{FlopBatch, FlopPlayer, FlopWork, KeptFlops, MissingFlop, RealGame};
use crate::walk::last_round::Precision;
use crate::walk::{Player, PreparedGame};

/// Most bytes that the tables of the last round may take before players are put into groups.
pub(crate) const MOST_TABLE_BYTES: usize = 3 << 30;

/// Values `boards` complete boards for each of the pairs of players, given by their numbers: `[board][pair]`, in chips.
/// Each value is half the difference between what the first of the pair wins per game in position 0 and what the second
/// wins there, which takes the cards' own value out.
///
/// `board_of` returns the board with a number; all pairs meet on it. Single precision within a board, as in training:
/// relative errors up to 1e-4. A player against itself wins exactly 0, a pair in the other order gets the same value
/// with the opposite sign, and other players who take part change nothing.
///
/// # Errors
/// [`SolverError::Unfit`] for a game that the kernels do not support, too little memory for all values, or an
/// interruption.
pub fn value_boards(
    game: &PreparedGame<f32>,
    players: &[Player<'_, f32>],
    pairs: &[(usize, usize)],
    boards: u64,
    board_of: &(dyn Fn(u64) -> Vec<Card> + Sync),
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, SolverError> {
    value_in_groups(game, players, pairs, boards, board_of, MOST_TABLE_BYTES, progress)
}

/// [`value_boards`] with another bound for the tables' bytes; a group has at least one player.
pub fn value_in_groups(
    game: &PreparedGame<f32>,
    players: &[Player<'_, f32>],
    pairs: &[(usize, usize)],
    boards: u64,
    board_of: &(dyn Fn(u64) -> Vec<Card> + Sync),
    most_bytes: usize,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, SolverError> {
    let groups = groups_of(game, players, most_bytes);
    let together = |one: usize, other: usize| -> Vec<usize> {
        let in_groups = |&(first, second): &(usize, usize)| {
            let of_pair = (groups[first].min(groups[second]), groups[first].max(groups[second]));
            of_pair == (one, other)
        };
        pairs.iter().enumerate().filter(|(_, pair)| in_groups(pair)).map(|(number, _)| number).collect()
    };
    let count = groups.iter().max().map_or(0, |last| last + 1);
    let passes = (0..count).flat_map(|one| (one..count).map(move |other| (one, other)));
    let passes: Vec<Vec<usize>> =
        passes.map(|(one, other)| together(one, other)).filter(|numbers| !numbers.is_empty()).collect();
    let done = Counter::new(progress, "boards", "boards", boards * passes.len() as u64);
    // All values, and those of the pass under way.
    let of_board = 2 * (size_of::<Vec<f64>>() + 16 + size_of::<f64>() * pairs.len()) as u64;
    memory::require(&format!("values of {boards} boards"), boards.saturating_mul(of_board))?;
    let mut values = vec![vec![0.0; pairs.len()]; boards as usize];
    for numbers in &passes {
        let pass = Pass::new(game, players, numbers.iter().map(|&number| pairs[number]))?;
        let value = |scratch: &mut MeetingScratch<f32>, number: u64| -> Result<Vec<f64>, SolverError> {
            let values = pass.values(&board_of(number), scratch);
            done.add(1)?;
            Ok(values)
        };
        let of_pass: Vec<Vec<f64>> =
            (0..boards).into_par_iter().map_init(MeetingScratch::default, value).collect::<Result<_, _>>()?;
        for (values, of_pass) in values.iter_mut().zip(of_pass) {
            numbers.iter().zip(of_pass).for_each(|(&number, value)| values[number] = value);
        }
    }
    Ok(values)
}

/// The group of each player: one for all if that fits, else groups of which two fit together.
fn groups_of(game: &PreparedGame<f32>, players: &[Player<'_, f32>], most_bytes: usize) -> Vec<usize> {
    let bytes: Vec<usize> = players.iter().map(|player| Meeting::table_bytes(game, player)).collect();
    if bytes.iter().sum::<usize>() <= most_bytes {
        return vec![0; players.len()];
    }
    let (mut group, mut filled) = (0, 0);
    let group_of = |&bytes: &usize| {
        if filled > 0 && filled + bytes > most_bytes / 2 {
            (group, filled) = (group + 1, 0);
        }
        filled += bytes;
        group
    };
    bytes.iter().map(group_of).collect()
}

/// The players of some pairs who meet on all boards.
struct Pass<'a> {
    meeting: Meeting<'a, f32>,
    /// Each pair by the numbers of its players at this meeting.
    pairs: Vec<[usize; 2]>,
    /// The seatings, each once: the players in positions 0 and 1.
    seatings: Vec<[usize; 2]>,
}

impl<'a> Pass<'a> {
    fn new(
        game: &'a PreparedGame<f32>,
        players: &[Player<'a, f32>],
        pairs: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Result<Self, SolverError> {
        let mut numbers: Vec<usize> = pairs.clone().flat_map(|(first, second)| [first, second]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let at_meeting = |number| numbers.partition_point(|&other| other < number);
        let pairs: Vec<[usize; 2]> = pairs.map(|(first, second)| [first, second].map(at_meeting)).collect();
        let mut seatings: Vec<[usize; 2]> =
            pairs.iter().flat_map(|&[one, other]| [[one, other], [other, one]]).collect();
        seatings.sort_unstable();
        seatings.dedup();
        let meeting = Meeting::new(game, numbers.iter().map(|&number| players[number]).collect())?;
        Ok(Self { meeting, pairs, seatings })
    }

    fn values(&self, board: &[Card], scratch: &mut MeetingScratch<f32>) -> Vec<f64> {
        let values = self.meeting.values(board, &self.seatings, scratch);
        let of_seating = |seating| self.seatings.binary_search(&seating).map_or(0.0, |number| values[number]);
        self.pairs.iter().map(|&[one, other]| (of_seating([one, other]) - of_seating([other, one])) / 2.0).collect()
    }
}

/// What the first player wins per game from the second, in chips, averaged over both seats: exact but for rounding
/// within a board.
///
/// The players' abstractions must not tell apart hands that differ by the names of suits alone. A player wins exactly 0
/// against itself, and exchanging the players changes only the sign of the value.
pub fn exact_value<T: Precision>(
    game: &RealGame<T>,
    players: [Player<'_, f64>; 2],
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<f64, SolverError> {
    let [first, second] = seated_values(game, players, kept, progress)?;
    Ok((first - second) / 2.0)
}

/// What each of two players wins per game from the other in position 0, in chips.
pub fn seated_values<T: Precision>(
    game: &RealGame<T>,
    [first, second]: [Player<'_, f64>; 2],
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<[f64; 2], SolverError> {
    let flops = game.flops();
    let seated = [game.seated(0, first, second), game.seated(0, second, first)];
    let (all, players): (Vec<_>, [&dyn FlopPlayer; 2]) = (flops.iter().collect(), [&seated[0], &seated[1]]);
    let batch = FlopBatch { rules: game.rules(), players, work: FlopWork::Match, flops: &all, kept, progress };
    let values = batch.play()?;
    Ok([0, 1].map(|player| {
        let of_player = flops.iter().zip(values.iter().map(|values| &values[player]));
        seated[player].opening_round().exact_own_play(of_player).value
    }))
}

/// Does one part of the same work, if one is given, and returns what is still missing of the whole.
pub fn unfinished_values<T: Precision>(
    game: &RealGame<T>,
    [first, second]: [Player<'_, f64>; 2],
    part: Option<JobPart>,
    kept: &KeptFlops,
    progress: &dyn Progress,
) -> Result<Vec<MissingFlop>, SolverError> {
    let flops = game.flops();
    let seated = [game.seated(0, first, second), game.seated(0, second, first)];
    let (all, players): (Vec<_>, [&dyn FlopPlayer; 2]) = (flops.iter().collect(), [&seated[0], &seated[1]]);
    let batch =
        FlopBatch { rules: game.rules(), players, work: FlopWork::Match, flops: &all, kept: Some(kept), progress };
    part.map_or(Ok(()), |part| batch.play_part(part))?;
    batch.missing()
}

/// How many games there are: both seatings of every pair of holdings that can meet on every board.
pub fn games(rules: &CardRules) -> u64 {
    let next_boards = |round: usize| {
        let dealt = rules.board_cards(round - 1);
        choose(rules.deck().len() - dealt, rules.board_cards(round) - dealt)
    };
    2 * (1..rules.rounds()).map(next_boards).product::<u64>() * rules.meetings() as u64
}
