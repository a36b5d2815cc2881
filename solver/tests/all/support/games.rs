//! Small games, rule lists and what else is needed of a game.

use solver::game::{BetSizes, BettingTree, GameDefinition, GameOptions, TreeLayout};
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

/// A limit game's cards and blinds with other betting: a stack of chips for each player, and bet sizes.
pub fn without_limit(limit: &GameDefinition, stack: u32, sizes: &str) -> GameDefinition {
    let lines = limit.to_acpc_text();
    let kept = lines.lines().filter(|line| !line.starts_with("raiseSize") && !line.starts_with("maxRaises"));
    let text = kept.map(|line| if line == "limit" { "nolimit" } else { line }).collect::<Vec<_>>().join("\n");
    let text = text.replace("nolimit", &format!("nolimit\nstack = {stack} {stack}"));
    let options = GameOptions { stack: None, sizes: Some(BetSizes::parse(sizes).expect("valid sizes")) };
    GameDefinition::parse_with(&text, &options).expect("a valid game").0
}

/// A no-limit game with the blinds of [`limit_game`]: the same sizes for bets and raises in all rounds.
pub fn no_limit_game(
    [suits, ranks]: [usize; 2],
    stack: u32,
    caps: [usize; 4],
    sizes: &str,
    board_cards: &str,
) -> GameDefinition {
    let raises = vec!["1"; board_cards.split(' ').count()].join(" ");
    let limit = limit_game(suits, ranks, 2, &raises, board_cards);
    without_limit(&limit, stack, &format!("cap = {caps:?}\n[all]\nbet = [{sizes}]\nraise = [{sizes}]\n"))
}

/// Reduced decks with all four suits, two to four rounds, two or three cards on the flop, one to six bets in the last
/// round; without a limit, from three to a hundred histories of a shape, with all-ins in every round.
pub fn reduced_games() -> [GameDefinition; 9] {
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 3, 2, "2 1 2", "0 3 1"),
        limit_game(4, 4, 2, "2 1 1", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 6", "0 2"),
        no_limit_game([4, 3], 60, [2, 1, 1, 1], "'100%', 'a'", "0 3 1 1"),
        no_limit_game([4, 3], 45, [2, 2, 2, 1], "'50%', 'a'", "0 2 1"),
        no_limit_game([4, 4], 200, [3, 4, 1, 1], "'50%', '100%', 'a'", "0 2"),
        no_limit_game([4, 3], 120, [3, 3, 1, 1], "'50%', '150%'", "0 3 1"),
    ]
}

/// Games without one hand in each seat of two cards or without a last round that begins without blinds.
pub fn games_that_cannot_be_walked() -> [GameDefinition; 3] {
    [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(4, 4, 2, "1", "3")]
}

pub fn tree_layout(game: &GameDefinition) -> TreeLayout {
    TreeLayout::new(&BettingTree::new(game))
}

pub fn history_lanes(game: &GameDefinition) -> HistoryLanes {
    HistoryLanes::new(&tree_layout(game))
}
