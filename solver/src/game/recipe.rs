//! The game in the recipe of a file: what was trained, so that it can be played.

use serde_json::{Value, json};
use tables::file::header::SIZES;

use super::game_definition::{GameDefinition, GameOptions};
use super::sizes::BetSizes;

/// The key of the definition as ACPC text.
const GAME: &str = "game";
/// The key of each player's chips in a no-limit game, for readers who do not parse the definition.
const STACK: &str = "stack";

impl GameDefinition {
    /// Records the game: its definition and, without a limit, its bet sizes as TOML and the stack.
    pub fn enter(&self, recipe: &mut Value) {
        recipe[GAME] = json!(self.to_acpc_text());
        if let (Some(sizes), Some(stack)) = (self.sizes(), self.stack()) {
            recipe[SIZES] = json!(sizes.to_toml());
            recipe[STACK] = json!(stack.0);
        }
    }

    /// The game of a recipe; `None` where it has no valid one.
    pub fn of_recipe(recipe: &Value) -> Option<Self> {
        let sizes = match recipe.get(SIZES) {
            None => None,
            Some(sizes) => Some(BetSizes::parse(sizes.as_str()?).ok()?),
        };
        let text = recipe.get(GAME)?.as_str()?;
        Self::parse_with(text, &GameOptions { stack: None, sizes }).ok().map(|(game, _)| game)
    }
}
