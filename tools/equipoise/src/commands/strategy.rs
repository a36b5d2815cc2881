//! `strategy`: what a strategy does with a hand after a betting history.

use clap::Args;
use matches::strategy_file::{HandDecision, StrategyFile, exactly};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use tables::strategy::reader::LEAST_REACH;

use crate::plain_table::facts;
use crate::session::{Document, Session};
use crate::typed_cards::{TypedHand, written};

/// What is shown for a decision that the hand never reaches.
const NOT_REACHED: &str =
    "with this hand the strategy's own earlier actions do not lead here; what follows is hardly trained";

#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file
    file: PathBuf,
    #[command(flatten)]
    cards: TypedHand,
    /// What has happened so far, such as crc/cr
    #[arg(long, value_name = "BETTING", default_value = "")]
    betting: String,
    /// Folders with the bucket files, where the strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    buckets: Vec<PathBuf>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let file = StrategyFile::open(&settings.file)?;
    session.require_deck(file.deck())?;
    let hand = settings.cards.read(file.deck())?;
    // A few hundredths of a second for what would otherwise be printed as if it were right.
    file.reader().file().verify()?;
    let decision = HandDecision::read(&file, hand.hole, &hand.board, &settings.betting, &settings.buckets)?;
    let probability = |(action, probability): &(String, f32)| (action.clone(), Value::from(exactly(*probability)));
    let actions: Map<String, Value> = decision.actions.iter().map(probability).collect();
    let HandDecision { betting, street, bucket, reach, .. } = &decision;
    let is_reached = *reach >= LEAST_REACH;
    let seat = if decision.player == 1 { "button" } else { "big_blind" };
    let json = json!({
        "hole": hand.hole.to_string(),
        "class": hand.hole.starting_hand().to_string(),
        "board": written(hand.board.iter().copied()),
        "betting": betting,
        "street": street.name(),
        "seat": seat,
        "bucket": bucket,
        "actions": actions,
        "reached": reach,
        "is_reached": is_reached,
    });
    let mut rows = vec![
        ("hand", hand.shown()),
        ("betting", betting.clone()),
        ("seat", seat.replace('_', " ")),
        ("bucket", format!("{bucket} of {}", decision.buckets)),
        ("reached", format!("{reach:.6}")),
    ];
    if !is_reached {
        rows.push(("not reached", NOT_REACHED.to_owned()));
    }
    let named: Vec<(String, f32)> = decision.actions.iter().map(|(action, it)| (action_name(action), *it)).collect();
    rows.extend(named.iter().map(|(name, probability)| (name.as_str(), format!("{probability:.4}"))));
    Ok(Document::new(json, facts(&rows)))
}

/// An action in words.
fn action_name(action: &str) -> String {
    match action.split_at(1) {
        ("f", _) => "fold".to_owned(),
        ("c", _) => "check or call".to_owned(),
        (_, "") => "bet or raise".to_owned(),
        (_, total) => format!("bet or raise to {total}"),
    }
}
