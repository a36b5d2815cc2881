//! `strategy`: what a strategy does with a hand after a betting history.

use clap::Args;
use evaluator::card_set::CardSet;
use evaluator::round::Round;
use matches::strategy_file::{HandDecision, StrategyFile, exactly};
use serde_json::{Map, Value, json};
use solver::spot::SolvedSpot;
use std::path::PathBuf;
use tables::spot_file::is_spot;
use tables::strategy::reader::LEAST_REACH;

use crate::bucket_places::BucketPlaces;
use crate::failure::wrong;
use crate::plain_table::facts;
use crate::session::{Document, Session};
use crate::typed_cards::{TypedHand, written};

/// What is shown for a decision that the hand never reaches.
const NOT_REACHED: &str =
    "with this hand the strategy's own earlier actions do not lead here; what follows is hardly trained";

#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file, a bundle, a run (RUN, or RUN/NAME of several strategies), or the file of a solved spot
    #[arg(value_name = "STRATEGY")]
    file: PathBuf,
    #[command(flatten)]
    cards: TypedHand,
    /// What has happened so far, such as crc/cr
    #[arg(long, value_name = "BETTING", default_value = "")]
    betting: String,
    #[command(flatten)]
    buckets: BucketPlaces,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if is_spot(&settings.file) {
        return of_spot(settings, session);
    }
    let file = StrategyFile::open(&settings.file)?;
    session.require_deck(file.deck())?;
    let hand = settings.cards.read(file.deck())?;
    // A few hundredths of a second for what would otherwise be printed as if it were right.
    file.reader().file().verify()?;
    let decision = HandDecision::read(&file, hand.hole, &hand.board, &settings.betting, &settings.buckets.places)?;
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

/// The same of a solved spot, whose own board may be left out.
fn of_spot(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let solved = SolvedSpot::open(&settings.file)?;
    solved.file().verify()?;
    let spot = solved.spot().definition();
    session.require_deck(spot.deck)?;
    let mut typed = settings.cards.split();
    // The turn and the river alone are cards after the spot's own.
    if spot.deck.parse_cards(&typed.board.concat()).is_ok_and(|cards| cards.len() < 3) {
        typed.board.insert(0, written(spot.board.iter().copied()));
    }
    let hand = typed.read(spot.deck)?;
    let (own, further) = hand.board.split_at(spot.board.len().min(hand.board.len()));
    if CardSet::of(own) != CardSet::of(&spot.board) {
        let [asked, board] = [own, &spot.board].map(|cards| written(cards.iter().copied()));
        return Err(wrong(format!("board '{asked}': the spot is on {board}; begin with these cards")));
    }
    let decision = solved.spot().decision(&solved, further, &settings.betting)?;
    let of_range = spot.ranges[decision.player].weight(hand.hole);
    let Some(held) = decision.hands.iter().find(|it| it.holding == hand.hole) else {
        let seat = ["out of position", "in position"][decision.player];
        return Err(wrong(format!("{}: not in the range of the player {seat}, who decides here", hand.hole)));
    };
    let reach = held.weight / f64::from(of_range);
    let street = spot.game.round_of_holdem(further.len());
    let street = Round::from_number(street).map_or("", Round::name);
    let probabilities = decision.actions.iter().zip(&held.probabilities);
    let actions: Map<String, Value> = probabilities.clone().map(|(it, &p)| (it.clone(), json!(exactly(p)))).collect();
    let json = json!({
        "hole": hand.hole.to_string(),
        "class": hand.hole.starting_hand().to_string(),
        "board": written(hand.board.iter().copied()),
        "betting": settings.betting,
        "street": street,
        "seat": SEATS[decision.player],
        "actions": actions,
        "reached": reach,
        "range": decision.actions.iter().zip(&decision.frequencies).map(|(it, &p)| (it.clone(), json!(p)))
            .collect::<Map<_, _>>(),
    });
    let mut rows = vec![
        ("hand", hand.shown()),
        ("betting", settings.betting.clone()),
        ("seat", ["out of position", "in position"][decision.player].to_owned()),
        ("reached", format!("{reach:.6}")),
    ];
    let named: Vec<(String, String)> = probabilities
        .zip(&decision.frequencies)
        .map(|((action, p), range)| (action_name(action), format!("{p:.4} (the whole range {range:.4})")))
        .collect();
    rows.extend(named.iter().map(|(name, text)| (name.as_str(), text.clone())));
    Ok(Document::new(json, facts(&rows)))
}

/// The seats of a spot, as they are called in its file.
const SEATS: [&str; 2] = ["oop", "ip"];

/// An action in words.
pub fn action_name(action: &str) -> String {
    match action.split_at(1) {
        ("f", _) => "fold".to_owned(),
        ("c", _) => "check or call".to_owned(),
        (_, "") => "bet or raise".to_owned(),
        (_, total) => format!("bet or raise to {total}"),
    }
}
