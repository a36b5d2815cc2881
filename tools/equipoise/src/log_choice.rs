//! Logs as they are given on the command line: the files, their game, and what becomes of hands that cannot be read.

use clap::Args;
use matches::acpc::log_reader::{Reading, SkippedHand};
use std::path::PathBuf;
use tables::text::written;

use super::session::Session;
use super::terminal::remark;
use crate::game_choice::definition_for_table;

/// Which logs, and how to read them.
#[derive(Args, Debug)]
pub struct LogChoice {
    /// Logs of games of two players: the competition's, or poker hand histories (.phhs)
    #[arg(value_name = "LOG", required = true)]
    pub logs: Vec<PathBuf>,
    /// The game of all logs: holdem, holdem-nolimit-50bb (with its stack), kuhn, leduc or an ACPC game file [default:
    /// the one that each log names]
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,
    /// Leave out hands that cannot be read, and name them
    #[arg(long)]
    skip: bool,
}

impl LogChoice {
    /// How they are to be read. What the reader of a game file assumed is said on stderr.
    pub fn reading(&self) -> anyhow::Result<Reading> {
        let game = self.game.as_ref().map(|game| definition_for_table(game, None)).transpose()?;
        Ok(Reading { game: game.map(|(game, _)| game), skip: self.skip })
    }
}

/// Shows at once what the result will say, too: it may take a while.
pub fn show_remarks(remarks: &[String], session: &Session) {
    if !session.quiet {
        remarks.iter().for_each(|line| remark(line));
    }
}

/// Hands that were left out, for people: the first few of them.
pub fn shown_skipped(skipped: &[SkippedHand]) -> Vec<String> {
    const MOST: usize = 10;
    let entry = |SkippedHand { file, line, reason }: &SkippedHand| {
        format!("left out: {}: line {line}: {reason}", written(file))
    };
    let mut lines: Vec<String> = skipped.iter().take(MOST).map(entry).collect();
    if skipped.len() > MOST {
        lines.push(format!("left out: {} more, which --json names", skipped.len() - MOST));
    }
    lines
}
