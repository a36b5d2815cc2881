//! The question the thesis could not ask: how far from equilibrium are the bluffs, and does an equilibrium bluff as
//! often?
//!
//! A reduced stud is solved by CFR: the last interval from a fixed public situation, every hidden card equally likely,
//! bets of the least, the middle and the most that the limits allow, one raise. In the *last turn* each player hides
//! one card of the full deck. In the *opening game* (a deck of 24 cards, hands of six) each hides two, and first
//! chooses which of them to open. The stud player's rules give a probability for every action of the same game, so that
//! a best response says exactly what they lose.
//!
//! A hand is *weak* if it wins less than half against all cards that the opponent may hide (ties half), and *hopeless*
//! if it never wins nor ties. A *bluff* is a weak hand's opening bet of about half the pot or more; bets of 1 are
//! checks in all but name.

pub mod fuzzy_policy;
pub mod last_turn;
pub mod opening_game;

use matches::statistics::score::Score;
use serde::Serialize;
use serde_json::{Value, json};
use tables::together::progress::Progress;

use self::fuzzy_policy::FuzzyPlayer;
use self::last_turn::{Hands, LastTurnGame, Profile, PublicSituation, Size};
use self::opening_game::OpeningGame;
use super::model::{Choices, Staying};
use super::rules::Seat;
use crate::claims::{Measured, Row, Table};
use crate::error::Result;
use crate::streams::{Purpose, in_order};
use crate::sums::score;

const LAST_TURNS: Purpose = Purpose(0x92be_0c71_5fa4_3d68);
const OPENING_GAMES: Purpose = Purpose(0x2fd7_a9c3_81e0_56b4);
/// Iterations that bring every situation far below a thousandth of the pot.
const LAST_TURN_ITERATIONS: u64 = 600;
const OPENING_ITERATIONS: u64 = 200;

const PLAYERS: [&str; 3] = ["equilibrium", "system", "system without bluffs"];
/// What is measured of each player: its key, and its row in the table, where it is given in %. From the third on these
/// are the numbers of [`opening_bets`].
const NUMBERS: [(&str, &str); 7] = [
    ("exploitability", "loses to a best response in the last turn, % of the pot"),
    ("opening_game_exploitability", "loses to a best response in the opening game, % of the pot"),
    ("weak_bets", "weak hands that bet half the pot or more, %"),
    ("hopeless_bets", "hopeless hands that do, %"),
    ("strong_bets", "other hands that do, %"),
    ("weak_share_of_pot_bets", "weak hands among bets of the pot, %"),
    ("opening_drops", "drops instead of opening, %"),
];

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Amounts {
    pub last_turns: u64,
    pub opening_games: u64,
}

/// What one last turn showed of each of [`PLAYERS`]: exploitability as a share of the pot, and its opening bets.
type LastTurnResult = [(f64, [Option<f64>; 5]); 3];

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EndgameReport {
    /// `[player][number]`, over the situations that have such hands.
    numbers: [[Score; NUMBERS.len()]; 3],
    pub(crate) worst_equilibrium: f64,
    /// What the bluffs save in the last turn: the exploitability without them less that with them.
    saved_by_bluffs: Score,
    /// How much more often the system's weak hands bet than the equilibrium's, situation by situation.
    pub(crate) weak_bets_above: Score,
}

pub(crate) fn endgames(
    seed: u64,
    amounts: Amounts,
    choices: Choices,
    progress: &dyn Progress,
) -> Result<EndgameReport> {
    let players = [Staying::Bluffing, Staying::Tight].map(|staying| FuzzyPlayer { staying, choices });
    let situation =
        |size, purpose: Purpose, number| PublicSituation::random(size, &mut purpose.generator(seed, number));
    let last = |number| Ok(last_turn(&situation(Size::LAST_TURN, LAST_TURNS, number), &players));
    let opening = |number| Ok(opening_game(&situation(Size::OPENING, OPENING_GAMES, number), &players));
    let last = in_order(("stud last turns", "situations"), amounts.last_turns, progress, last)?;
    let opening = in_order(("stud opening games", "situations"), amounts.opening_games, progress, opening)?;
    let of = |value: &dyn Fn(&LastTurnResult) -> Option<f64>| score(&last.iter().filter_map(value).collect::<Vec<_>>());
    let number = |player: usize, number: usize| match number {
        0 => of(&|it| Some(it[player].0)),
        1 => score(&opening.iter().map(|it| it[player]).collect::<Vec<_>>()),
        _ => of(&|it| it[player].1[number - 2]),
    };
    Ok(EndgameReport {
        numbers: [0, 1, 2].map(|player| std::array::from_fn(|it| number(player, it))),
        worst_equilibrium: last.iter().map(|it| it[0].0).fold(0.0, f64::max),
        saved_by_bluffs: of(&|it| Some(it[2].0 - it[1].0)),
        weak_bets_above: of(&|it| Some(it[1].1[0]? - it[0].1[0]?)),
    })
}

fn last_turn(situation: &PublicSituation, players: &[FuzzyPlayer; 2]) -> LastTurnResult {
    let game = LastTurnGame::new(situation);
    let measured = |profile: &Profile| (game.exploitability(profile), opening_bets(&game, &profile[0][0]));
    let fuzzy = |player: &FuzzyPlayer| Seat::BOTH.map(|seat| player.last_turn(situation, seat, &game.tree));
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

/// What the first player's opening bets are made of; each `None` where there is no such hand or bet.
///
/// How often weak, hopeless and all hands that are not weak bet at least half the pot; the share of weak hands among
/// bets of the pot (1/3 makes an opponent who beats only the weak ones indifferent); and how often the first player
/// drops without a bet to answer.
pub fn opening_bets(game: &LastTurnGame, opening: &[Hands]) -> [Option<f64>; 5] {
    // Action 1 bets 1, which is a check in all but name.
    let [drop, _, half_pot, pot] = opening else { return [None; 5] };
    let equities = game.equities();
    let cards = |of: &dyn Fn(f64) -> bool| (0..game.cards()).filter(|&card| of(equities[card])).collect::<Vec<_>>();
    let [weak, hopeless, strong] =
        [cards(&|equity| equity < 0.5), cards(&|equity| equity == 0.0), cards(&|equity| equity >= 0.5)];
    let all = cards(&|_| true);
    let sum = |cards: &[usize], value: &dyn Fn(usize) -> f64| cards.iter().map(|&card| value(card)).sum::<f64>();
    let mean = |cards: &[usize], value: &dyn Fn(usize) -> f64| {
        (!cards.is_empty()).then(|| sum(cards, value) / cards.len() as f64)
    };
    let bets = |card: usize| half_pot[card] + pot[card];
    let (weak_pot_bets, pot_bets) = (sum(&weak, &|card| pot[card]), sum(&all, &|card| pot[card]));
    [
        mean(&weak, &bets),
        mean(&hopeless, &bets),
        mean(&strong, &bets),
        // Fewer pot bets than one hand in a thousand are rounding of the solution.
        (pot_bets > 1e-3 * game.cards() as f64).then_some(weak_pot_bets / pot_bets),
        mean(&all, &|card| drop[card]),
    ]
}

impl EndgameReport {
    /// The system's mean exploitability in the last turn, as a share of the pot.
    pub(crate) fn system_exploitability(&self) -> f64 {
        self.numbers[1][0].mean
    }

    pub(crate) fn table(&self) -> Table {
        let percent = |score: &Score| Measured::new(100.0 * score.mean, 100.0 * score.standard_error);
        let row = |(number, (_, title)): (usize, &(&str, &str))| {
            Row::ours(*title, &self.numbers.map(|of_player| percent(&of_player[number])))
        };
        let rows = NUMBERS.iter().enumerate().map(row).collect();
        Table::ours("endgame", "a reduced stud solved by CFR, and the system in it", &PLAYERS, rows)
    }

    pub(crate) fn to_json(&self) -> Value {
        let of = |score: &Score| {
            let se = Some(score.standard_error).filter(|se| se.is_finite());
            json!({ "mean": score.mean, "se": se, "situations": score.observations })
        };
        let player = |(name, numbers): (&&str, &[Score; NUMBERS.len()])| {
            let numbers = NUMBERS.iter().zip(numbers).map(|((key, _), score)| ((*key).to_owned(), of(score)));
            Value::Object(numbers.chain([("name".to_owned(), json!(name))]).collect())
        };
        json!({
            "players": PLAYERS.iter().zip(&self.numbers).map(player).collect::<Vec<_>>(),
            "worst_equilibrium_exploitability": self.worst_equilibrium,
            "saved_by_bluffs": of(&self.saved_by_bluffs),
            "weak_bets_above_equilibrium": of(&self.weak_bets_above),
        })
    }
}
