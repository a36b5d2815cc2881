//! The bluffing player of seven-card stud: enumeration, fuzzy rules that learn about the opponent, and cards opened to
//! deceive.
//!
//! Takahashi, "A poker playing system with bluffing strategies", master's thesis, University of Tsukuba, January 2004.

pub mod endgame;
pub mod estimate;
pub mod game;
pub mod knowledge;
pub mod model;
pub mod points;
pub mod position;
pub mod report;
pub mod rules;
pub mod simulation;

use serde::Serialize;
use serde_json::json;
use tables::together::progress::Progress;

use self::endgame::{Amounts, endgames};
use self::estimate::RULES;
use self::model::{Choices, Model, Style};
use self::report::{
    ABLATIONS, Classifier, Features, ablation_table, accuracy, claims, curves, hands_table, map, rows_json, table,
};
use self::simulation::{Plan, ROWS, Tally, kinds_of, simulate};
use crate::claims::Reproduction;
use crate::error::{CompanionError, Result};
use crate::published::Published;

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub seed: u64,
    pub sets: u64,
    /// Games in a set, 1 or more; the thesis has 500.
    pub games: usize,
    #[serde(flatten)]
    pub choices: Choices,
    #[serde(flatten)]
    pub endgames: Amounts,
}

impl Default for Settings {
    fn default() -> Self {
        let endgames = Amounts { last_turns: 200, opening_games: 20 };
        Self { seed: 1, sets: 20, games: 500, choices: Choices::default(), endgames }
    }
}

impl Settings {
    pub fn checked(self) -> Result<Self> {
        CompanionError::unless_within("--sets", self.sets, 2, 10_000)?;
        CompanionError::unless_within("--games", self.games as u64, 1, 100_000)?;
        CompanionError::unless_within("--endgames", self.endgames.last_turns, 2, 100_000)?;
        self.choices.checked()?;
        Ok(self)
    }
}

pub fn published() -> Result<Published> {
    Published::read("stud.toml", include_str!("../../tests/published/stud.toml"))
}

pub fn reproduce(settings: &Settings, progress: &dyn Progress) -> Result<Reproduction> {
    let settings = settings.checked()?;
    let published = published()?;
    let Settings { seed, sets, games, choices, .. } = settings;
    let plan = Plan { seed, sets, first_set: 0, games, choices };
    let results = simulate(&plan, Model::SYSTEM, ROWS, progress)?;
    let others = simulate(&Plan { first_set: sets, ..plan }, Model::SYSTEM, ROWS, progress)?;
    let confusion = Classifier::new(&examples(&results)).confusion(&examples(&others));
    let endgames = endgames(seed, settings.endgames, choices, progress)?;
    // Three kinds of opening would say the same three times over.
    let changed = ABLATIONS.iter().map(|(_, model)| simulate(&plan, *model, ROWS / 3, progress));
    let changed = changed.collect::<Result<Vec<_>, _>>()?;
    let mut tables = vec![hands_table(&published, &plan)?];
    for (opening, id) in ["4.2", "4.3", "4.4"].into_iter().enumerate() {
        tables.push(table(&published, id, &results, 8 * opening)?);
    }
    let (ablation, ablation_json) = ablation_table(&results, &changed, games);
    tables.extend([ablation, endgames.table()]);
    Ok(Reproduction {
        tables,
        claims: claims(&published, &results, &confusion, &endgames)?,
        results: json!({
            "rows": rows_json(&results),
            "tendencies": mean_tendencies(&results),
            "classifier": {
                "accuracy": accuracy(&confusion),
                "styles": Style::ALL.map(Style::letters),
                "confusion": confusion,
            },
            "ablation": ablation_json,
            "endgame": endgames.to_json(),
        }),
        pictures: vec![curves(&results), map(&results)],
        ..Reproduction::of("stud", &published.paper, seed, &settings)
    })
}

/// What the system had learned at the end of every row, with the style that it had learned it about.
fn examples(results: &[Vec<Tally>]) -> Vec<(Style, Features)> {
    results.iter().flat_map(|set| kinds_of(set)).map(|(kind, tally)| (kind.style, tally.features())).collect()
}

fn mean_tendencies(results: &[Vec<Tally>]) -> Vec<f64> {
    let tallies: Vec<&Tally> = results.iter().flatten().collect();
    let mean = |rule: usize| tallies.iter().map(|it| it.tendencies.0[rule]).sum::<f64>() / tallies.len() as f64;
    (0..RULES).map(mean).collect()
}
