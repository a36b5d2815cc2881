//! Which game is meant: its name or file and, without a limit, stack and bet sizes.

use clap::Args;
use evaluator::deck::Deck;
use solver::game::{BetSizes, GameDefinition, GameError, GameOptions};
use std::path::{Path, PathBuf};
use tables::text::written;

use crate::failure::wrong;
use crate::terminal::{in_one_line, remark};

/// The betting of a no-limit game.
#[derive(Args, Debug)]
pub struct BettingChoice {
    /// Bet sizes of a no-limit game, a TOML file; by default half the pot, the pot and all-in
    #[arg(long, value_name = "FILE")]
    sizes: Option<PathBuf>,
    /// What each player of a no-limit game begins with, in big blinds; by default 200 (push-fold: 10)
    #[arg(long, value_name = "BB", allow_negative_numbers = true)]
    stack: Option<f64>,
}

/// A game of hold'em.
#[derive(Args, Debug)]
pub struct GameChoice {
    /// What is played: holdem, holdem-nolimit, push-fold or an ACPC game file of hold'em without a limit
    /// [default: that of the strategies or of the study, else holdem]
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,
    #[command(flatten)]
    betting: BettingChoice,
}

impl BettingChoice {
    /// The game of a name or a file with this betting, on the deck if it is a built-in one of hold'em, and remarks for
    /// the command's document.
    pub fn game(&self, name_or_path: &Path, deck: Option<Deck>) -> anyhow::Result<(GameDefinition, Vec<String>)> {
        let sizes = self.sizes.as_deref().map(BetSizes::read).transpose()?;
        let options = GameOptions { stack: self.stack, sizes };
        let name = match (deck, written(name_or_path)) {
            (Some(deck), name) if !deck.is_full() && ["holdem", "holdem-nolimit", "push-fold"].contains(&&*name) => {
                PathBuf::from(format!("{name}-{deck}"))
            }
            _ => name_or_path.to_owned(),
        };
        Ok(definition(&name, &options)?)
    }

    fn is_given(&self) -> bool {
        self.sizes.is_some() || self.stack.is_some()
    }
}

impl GameChoice {
    /// The game, if one is named, on the deck if that is known.
    pub fn given(&self, deck: Option<Deck>) -> anyhow::Result<Option<GameDefinition>> {
        let Some(name) = &self.game else {
            if self.betting.is_given() {
                return Err(wrong("--stack or --sizes: of no game; give --game holdem-nolimit with them"));
            }
            return Ok(None);
        };
        let (game, _) = self.betting.game(name, deck)?;
        let deck = deck.or(game.holdem_deck()).unwrap_or_default();
        Ok(Some(game.of_holdem_on(deck, &written(name))?))
    }
}

/// The game of a name or a file, with remarks on what the file's reader left aside or assumed, for the command's
/// document. They are said on stderr, too, however quiet: it may be another game than was meant.
pub fn definition(name_or_path: &Path, options: &GameOptions) -> Result<(GameDefinition, Vec<String>), GameError> {
    let (game, remarks) = match GameDefinition::named_with(&written(name_or_path), options) {
        Err(GameError::UnknownName { .. }) if name_or_path.exists() => {
            GameDefinition::read_with(name_or_path, options)?
        }
        known => (known?, Vec::new()),
    };
    remarks.iter().for_each(|line| remark(&in_one_line(line)));
    Ok((game, remarks))
}

/// The same for a table, where any amount may be bet; `stack` is in big blinds, for a game that does not say it.
pub fn definition_for_table(name_or_path: &Path, stack: Option<f64>) -> anyhow::Result<(GameDefinition, Vec<String>)> {
    let (name, options) = (written(name_or_path), GameOptions { stack, sizes: None });
    let is_said = || wrong(format!("--stack: {name} says its own stacks; leave out --stack, or give another game"));
    let (game, remarks) = match GameDefinition::named_with(&name, &options) {
        Err(GameError::UnknownName { .. }) if name_or_path.exists() => {
            if stack.is_some() {
                return Err(is_said());
            }
            GameDefinition::read_for_table(name_or_path)?
        }
        Ok(_) if stack.is_some() && name.ends_with("bb") => return Err(is_said()),
        known => (known?, Vec::new()),
    };
    remarks.iter().for_each(|line| remark(&in_one_line(line)));
    Ok((game, remarks))
}
