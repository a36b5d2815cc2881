//! Many random situations: what the equilibrium and the stud player do in them, and what the player loses.

use matches::statistics::score::Score;
use serde_json::{Value, json};
use tables::together::progress::Progress;

use super::bluffs::Bluffs;
use super::equilibrium::{LastTurnGame, Profile, ROWS};
use super::fuzzy_policy::FuzzyPlayer;
use super::opening_game::OpeningGame;
use super::situation::{PublicSituation, Size};
use crate::claims::{Measured, Row, Table};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::streams::Purpose;
use crate::stud::estimate::Tendencies;
use crate::stud::model::{Choices, Staying};
use crate::stud::rules::Seat;
use crate::sums::score;

const LAST_TURNS: Purpose = Purpose(0x92be_0c71_5fa4_3d68);
const OPENING_GAMES: Purpose = Purpose(0x2fd7_a9c3_81e0_56b4);
/// Iterations that bring every situation far below a thousandth of the pot.
const LAST_TURN_ITERATIONS: u64 = 600;
const OPENING_ITERATIONS: u64 = 200;

/// The players that are compared, in the order of all lists.
const PLAYERS: [&str; 3] = ["equilibrium", "system", "system without bluffs"];
/// The numbers of each, in the order of [`Bluffs::numbers`].
const NUMBERS: [&str; 5] = ["weak_bets", "hopeless_bets", "strong_bets", "weak_share_of_pot_bets", "opening_drops"];

/// How many situations are solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Amounts {
    /// Of the last turn, full deck.
    pub last_turns: u64,
    /// Of the opening game, 24 cards.
    pub opening_games: u64,
}

/// What one last turn showed: exploitability as a share of the pot and the bluffs, by [`PLAYERS`].
type LastTurnResult = [(f64, Bluffs); 3];

/// All that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct EndgameReport {
    /// Exploitability by player, share of the pot, in the last turn.
    pub last_turn: [Score; 3],
    /// The largest exploitability of an equilibrium.
    pub worst_equilibrium: f64,
    /// `[player][number]`, over the situations that have such hands.
    pub bluffs: [[Score; 5]; 3],
    /// What the bluffs save in the last turn: the exploitability without them less that with them.
    pub saved_by_bluffs: Score,
    /// How much more often the system's weak hands bet than the equilibrium's, situation by situation.
    pub weak_bets_above: Score,
    /// Exploitability by player in the opening game.
    pub opening_game: [Score; 3],
}

/// Solves random situations and measures the stud player in them.
pub fn endgames(
    seed: u64,
    amounts: Amounts,
    choices: Choices,
    progress: &dyn Progress,
) -> Result<EndgameReport, CompanionError> {
    let players = [Staying::Bluffing, Staying::Tight].map(|staying| FuzzyPlayer {
        staying,
        tendencies: Tendencies::default(),
        choices,
    });
    let last = |number: u64| {
        last_turn(&PublicSituation::random(Size::LAST_TURN, &mut LAST_TURNS.generator(seed, number)), &players)
    };
    let opening = |number: u64| {
        opening_game(&PublicSituation::random(Size::OPENING, &mut OPENING_GAMES.generator(seed, number)), &players)
    };
    let last = in_order(("stud last turns", "situations"), amounts.last_turns, progress, last)?;
    let opening = in_order(("stud opening games", "situations"), amounts.opening_games, progress, opening)?;
    let of = |value: &dyn Fn(&LastTurnResult) -> Option<f64>| score(&last.iter().filter_map(value).collect::<Vec<_>>());
    let weak = |result: &LastTurnResult, player: usize| result[player].1.weak_bets;
    Ok(EndgameReport {
        last_turn: [0, 1, 2].map(|player| of(&|it| Some(it[player].0))),
        worst_equilibrium: last.iter().map(|it| it[0].0).fold(0.0, f64::max),
        bluffs: [0, 1, 2].map(|player| [0, 1, 2, 3, 4].map(|number| of(&|it| it[player].1.numbers()[number]))),
        saved_by_bluffs: of(&|it| Some(it[2].0 - it[1].0)),
        weak_bets_above: of(&|it| Some(weak(it, 1)? - weak(it, 0)?)),
        opening_game: [0, 1, 2].map(|player| score(&opening.iter().map(|it| it[player]).collect::<Vec<_>>())),
    })
}

fn last_turn(situation: &PublicSituation, players: &[FuzzyPlayer; 2]) -> LastTurnResult {
    let game = LastTurnGame::new(situation);
    let measured = |profile: &Profile| (game.exploitability(profile), Bluffs::of(&game, &profile[0][0]));
    let fuzzy = |player: &FuzzyPlayer| Seat::BOTH.map(|seat| player.last_turn::<ROWS>(situation, seat, &game.tree));
    let [system, honest] = players.each_ref().map(|player| measured(&fuzzy(player)));
    [measured(&game.solve(LAST_TURN_ITERATIONS)), system, honest]
}

fn opening_game(situation: &PublicSituation, players: &[FuzzyPlayer; 2]) -> [f64; 3] {
    let game = OpeningGame::new(situation);
    let fuzzy =
        |player: &FuzzyPlayer| game.exploitability(&Seat::BOTH.map(|seat| player.opening(situation, seat, &game)));
    let [system, honest] = players.each_ref().map(fuzzy);
    [game.exploitability(&game.solve(OPENING_ITERATIONS)), system, honest]
}

impl EndgameReport {
    /// The answers as a table of our own.
    pub fn table(&self) -> Table {
        let percent = |score: &Score| Measured::new(100.0 * score.mean, 100.0 * score.standard_error);
        let titles = [
            "loses to a best response in the last turn, % of the pot",
            "loses to a best response in the opening game, % of the pot",
            "weak hands that bet half the pot or more, %",
            "hopeless hands that do, %",
            "other hands that do, %",
            "weak hands among bets of the pot, %",
            "drops instead of opening, %",
        ];
        let row = |number: usize, title: &&str| {
            let of = |player: usize| match number {
                0 => percent(&self.last_turn[player]),
                1 => percent(&self.opening_game[player]),
                _ => percent(&self.bluffs[player][number - 2]),
            };
            Row::new(*title, &[], &[0, 1, 2].map(of))
        };
        Table {
            id: "endgame".to_owned(),
            title: "a reduced stud solved by CFR, and the system in it".to_owned(),
            columns: PLAYERS.map(str::to_owned).to_vec(),
            rows: titles.iter().enumerate().map(|(number, title)| row(number, title)).collect(),
        }
    }

    /// The answers for scripts.
    pub fn to_json(&self) -> Value {
        let of = |score: &Score| {
            let Score { mean, standard_error, observations } = *score;
            json!({ "mean": mean, "se": finite(standard_error), "situations": observations })
        };
        let player = |number: usize| {
            let bluffs = NUMBERS.iter().zip(&self.bluffs[number]).map(|(name, it)| ((*name).to_owned(), of(it)));
            let mut value = Value::Object(bluffs.collect());
            value["name"] = json!(PLAYERS[number]);
            value["exploitability"] = of(&self.last_turn[number]);
            value["opening_game_exploitability"] = of(&self.opening_game[number]);
            value
        };
        let players = [0, 1, 2].map(player);
        json!({
            "players": players,
            "worst_equilibrium_exploitability": self.worst_equilibrium,
            "saved_by_bluffs": of(&self.saved_by_bluffs),
            "weak_bets_above_equilibrium": of(&self.weak_bets_above),
        })
    }
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}
