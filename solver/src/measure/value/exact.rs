//! The exact value of a game between two players: each sits in position 0 in turn and plays its policy against the
//! other, below all flops and before them.

use tables::together::progress::Progress;
use tables::together::ranks::JobPart;

use crate::boards::CardRules;
use crate::error::SolverError;
use crate::game::card_counts::choose;
use crate::measure::exploitability::{FlopBatch, FlopWork, KeptFlops, MissingFlop, RealGame};
use crate::walk::Player;
use crate::walk::last_round::Precision;

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
    let players = &[game.seated(0, first, second), game.seated(0, second, first)];
    let all: Vec<_> = flops.iter().collect();
    let batch = FlopBatch { rules: game.rules(), players, work: FlopWork::Match, flops: &all, kept, progress };
    let values = batch.play()?;
    Ok([0, 1].map(|player| {
        let of_player = flops.iter().zip(values.iter().map(|values| &values[player]));
        players[player].opening_round().exact_own_play(of_player).value
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
    let players = &[game.seated(0, first, second), game.seated(0, second, first)];
    let all: Vec<_> = flops.iter().collect();
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
