//! `game`: the counts of a game.

use clap::Args;
use solver::game::{GameCounts, GameDefinition, GameError};
use std::path::{Path, PathBuf};
use tables::written_path::written;

use crate::document::Document;
use crate::plain_table::{columns, grouped};

/// The flags of `game`.
#[derive(Args, Debug)]
pub struct Settings {
    /// holdem, kuhn, leduc or an ACPC game file
    game: PathBuf,
}

/// The game of a name or a file.
///
/// # Errors
/// Neither a name nor a file, or a file that is not a game.
pub fn definition(name_or_path: impl AsRef<Path>) -> Result<GameDefinition, GameError> {
    let path = name_or_path.as_ref();
    match GameDefinition::named(&written(path)) {
        Err(unknown) if !path.exists() => Err(unknown),
        Err(_) => GameDefinition::read(path),
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
