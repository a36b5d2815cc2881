//! `stud hand`: any position of seven-card stud as a player sees it.

use clap::{Args, Subcommand};
use companions::stud::points::NAMES;
use companions::stud::position::{Position, Potential, Reading};
use evaluator::card::Card;
use serde_json::json;

use super::reproduce::TypedChoices;
use crate::failure::wrong;
use crate::plain_table::facts;
use crate::session::Document;
use crate::typed_cards::written;

/// What to do with seven-card stud.
#[derive(Subcommand, Debug)]
pub enum StudCommand {
    /// The opponent's exact distribution, the estimate, and how strong the hand looks
    #[command(after_help = "Example: equipoise stud hand \"AsAd|Kc\" --against 7h --bet 5 --pot 20")]
    Hand(HandSettings),
}

/// The flags of `stud hand`.
#[derive(Args, Debug)]
pub struct HandSettings {
    /// Own cards: hole cards, a bar, up cards, such as "As Ad | Kc"
    #[arg(value_name = "HAND")]
    hand: String,
    /// The opponent's up cards, as many as your own
    #[arg(long, value_name = "CARDS")]
    against: String,
    /// The betting interval, 1 to 7, if you want it checked against the cards
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    turn: Option<i64>,
    /// The opponent's bet
    #[arg(long, value_name = "CHIPS", default_value_t = 0, requires = "pot", allow_negative_numbers = true)]
    bet: u64,
    /// All chips on the table before that bet
    #[arg(long, value_name = "CHIPS", default_value_t = 0, allow_negative_numbers = true)]
    pot: u64,
    #[command(flatten)]
    choices: TypedChoices,
}

/// Runs the command.
pub fn run(command: &StudCommand) -> anyhow::Result<Document> {
    let StudCommand::Hand(settings) = command;
    let position = Position::read(&settings.hand, &settings.against, settings.bet, settings.pot)?;
    if let Some(turn) = settings.turn.filter(|&turn| turn != i64::from(position.turn)) {
        let fits = position.turn;
        return Err(wrong(format!(
            "--turn {turn}: expected {fits} with these cards; leave it out or correct the cards"
        )));
    }
    let reading = position.reading(&settings.choices.choices())?;
    let mut json = json!(reading);
    json["turn"] = json!(position.turn);
    json["hole"] = json!(written(position.hole.iter().copied()));
    json["up"] = json!(written(position.open.iter().copied()));
    json["against"] = json!(written(position.against.iter().copied()));
    json["bet_share"] = json!(position.bet_share());
    Ok(Document::new(json, text(&position, &reading)))
}

fn text(position: &Position, reading: &Reading) -> String {
    let cards = |cards: &[Card]| written(cards.iter().copied());
    let verdict = if reading.superior { "superior" } else { "inferior" };
    let mut text = facts(&[
        ("hand", format!("{} | {}", cards(&position.hole), cards(&position.open))),
        ("against", cards(&position.against)),
        ("turn", position.turn.to_string()),
        ("own hand", format!("{} ({:.4} points)", reading.hand, reading.points)),
        ("opponent's hands", format!("{} ({:.4} points expected)", reading.combinations, reading.expectation)),
        ("no stronger than yours", format!("{:.4}", reading.f_own)),
        ("expect", format!("{:.4}", reading.expect)),
        ("estimate", format!("{:.4} ({verdict})", reading.result)),
        ("intention to drop", format!("{:.4} (where inferior on turns 1 to 4)", reading.drop_intention)),
        ("open cards look like", format!("{:.4} points", reading.open_potential)),
    ]);
    for Potential { card, points } in &reading.potentials {
        text += &format!("\n  with {card} opened  {points:.4} points");
    }
    text += "\nthe opponent holds, with probability";
    for (name, probability) in NAMES.iter().zip(&reading.distribution) {
        text += &format!("\n  {name:<21}{probability:.6}");
    }
    text + LEGEND
}

const LEGEND: &str = "\n\nexpect: the share no stronger than yours less that of hands worth no more than expected; \
                      estimate: expect after the fuzzy rules, inferior below 0";
