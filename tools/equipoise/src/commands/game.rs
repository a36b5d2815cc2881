//! `game`: the counts of a game.

use clap::Args;
use solver::game::{GameCounts, GameDefinition, GameError};
use std::path::Path;

use crate::document::Document;
use crate::plain_table::{columns, grouped};

/// The flags of `game`.
#[derive(Args, Debug)]
pub struct Settings {
    /// holdem, kuhn, leduc or an ACPC game file
    game: String,
}

/// The game of a name or a file.
///
/// # Errors
/// Neither a name nor a file, or a file that is not a game.
pub fn definition(name: &str) -> Result<GameDefinition, GameError> {
    match GameDefinition::named(name) {
        Err(unknown) if !Path::new(name).exists() => Err(unknown),
        Err(_) => GameDefinition::read(Path::new(name)),
        known => known,
    }
}

/// Runs the command.
pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let game = definition(&settings.game)?;
    let counts = GameCounts::of(&game);
    let rows: Vec<Vec<String>> = (0..game.rounds())
        .map(|round| {
            let counted = [counts.decision_nodes[round], counts.deals[round], counts.canonical_deals[round]];
            std::iter::once((round + 1).to_string()).chain(counted.map(grouped)).collect()
        })
        .collect();
    let mut text = columns(&["round", "decision nodes", "deals", "canonical deals"], &rows);
    text += &format!(
        "\n\n{} information sets ({} with suits told apart)",
        grouped(counts.information_sets),
        grouped(counts.raw_information_sets)
    );
    Ok(Document::new(serde_json::to_value(&counts)?, text))
}
