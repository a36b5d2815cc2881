//! `game`: the counts of a game.

use clap::Args;
use serde_json::json;
use solver::game::{BettingTree, GameCounts, GameDefinition, GameError};
use std::path::{Path, PathBuf};
use tables::memory::require;
use tables::text::written;

use crate::plain_table::{columns, grouped};
use crate::session::Document;
use crate::terminal::{in_one_line, remark};

#[derive(Args, Debug)]
pub struct Settings {
    /// holdem, kuhn, leduc or an ACPC game file
    game: PathBuf,
}

/// The game of a name or a file, with remarks on what the file's reader left aside or assumed, for the command's
/// document. They are said on stderr, too, however quiet: it may be another game than was meant.
pub fn definition(name_or_path: impl AsRef<Path>) -> Result<(GameDefinition, Vec<String>), GameError> {
    let path = name_or_path.as_ref();
    let (game, remarks) = match GameDefinition::named(&written(path)) {
        Err(unknown) if !path.exists() => return Err(unknown),
        Err(_) => GameDefinition::read_with_remarks(path)?,
        Ok(known) => (known, Vec::new()),
    };
    remarks.iter().for_each(|line| remark(&in_one_line(line)));
    Ok((game, remarks))
}

pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let (game, remarks) = definition(&settings.game)?;
    require("the betting tree", BettingTree::memory_bytes(&game))?;
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
    let mut document = serde_json::to_value(&counts)?;
    document["remarks"] = json!(remarks);
    Ok(Document::new(document, text))
}
