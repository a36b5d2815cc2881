//! Small games, rule lists and what else is needed of a game.

use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::train::UpdateRule;
use solver::walk::HistoryLanes;

pub const RULES: [UpdateRule; 5] =
    [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR, UpdateRule::ScheduledDiscounted];

/// A limit game in ACPC text: blinds, then raise sizes, first players, most raises and new board cards of each round,
/// and the numbers of suits, ranks and hole cards.
pub fn game_of(blinds: &str, per_round: [&str; 4], [suits, ranks, hole_cards]: [usize; 3]) -> GameDefinition {
    let [raise_sizes, first_players, raises, board_cards] = per_round;
    let text = format!(
        "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = {}\nblind = {blinds}\nraiseSize = {raise_sizes}\n\
         firstPlayer = {first_players}\nmaxRaises = {raises}\nnumSuits = {suits}\nnumRanks = {ranks}\n\
         numHoleCards = {hole_cards}\nnumBoardCards = {board_cards}\nEND GAMEDEF\n",
        raises.split(' ').count(),
    );
    GameDefinition::parse(&text).expect("a valid game")
}

/// A limit game with blinds of 10 and 5 and the button first before the flop, as in hold'em.
pub fn limit_game(suits: usize, ranks: usize, hole_cards: usize, raises: &str, board_cards: &str) -> GameDefinition {
    let later = raises.split(' ').count() - 1;
    let [raise_sizes, first_players] =
        [("10", " 20"), ("2", " 1")].map(|(first, other)| first.to_owned() + &other.repeat(later));
    game_of("10 5", [&raise_sizes, &first_players, raises, board_cards], [suits, ranks, hole_cards])
}

/// Reduced decks with all four suits, two to four rounds, two or three cards on the flop, one to six bets in the last
/// round.
pub fn reduced_games() -> [GameDefinition; 5] {
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 3, 2, "2 1 2", "0 3 1"),
        limit_game(4, 4, 2, "2 1 1", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 6", "0 2"),
    ]
}

/// Games without one hand in each seat of two cards or without a last round that begins without blinds.
pub fn games_that_cannot_be_walked() -> [GameDefinition; 3] {
    [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(4, 4, 2, "1", "3")]
}

pub fn tree_layout(game: &GameDefinition) -> TreeLayout {
    TreeLayout::of_one_shape(&BettingTree::new(game)).unwrap()
}

pub fn history_lanes(game: &GameDefinition) -> HistoryLanes {
    HistoryLanes::new(&tree_layout(game))
}
