//! `hand` and `unindex`: one hand with its index, strength, features and buckets; and the canonical hand of an index.

use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::recipe::DEFAULT_BINS;
use abstraction::street::Street;
use clap::Args;
use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::Holding;
use evaluator::round::Round;
use exchange::arrays::{Numbering, write_hands};
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::text;

use crate::bucket_choice::{OpponentChoice, bucket_files_of};
use crate::explained_bucket::{ExplainedBucket, look_up};
use crate::failure::wrong;
use crate::plain_table::{facts, grouped, histogram};
use crate::session::{Document, Session};
use crate::typed_cards::{Hand, TypedHand, written};

#[derive(Args, Debug)]
pub struct Settings {
    #[command(flatten)]
    cards: TypedHand,
    /// Bins of the strength histogram
    #[arg(long, value_name = "B", default_value_t = DEFAULT_BINS, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=500))]
    bins: u16,
    #[command(flatten)]
    opponents: OpponentChoice,
    /// Bucket files to look the hand up in, each on its own street, and to explain its buckets; or folders that hold
    /// them (a run does)
    #[arg(long, value_name = "FILE|DIR", num_args = 1..)]
    buckets: Vec<PathBuf>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let deck = session.deck();
    let hand = settings.cards.read(deck)?;
    let &Hand { hole, round, .. } = &hand;
    let board = hand.board_of(round);
    // Files first: what is wrong with them should not be found after seconds of work.
    let mut buckets = Vec::new();
    for place in &settings.buckets {
        for file in files_for(place, &hand)? {
            buckets.push(look_up(&file, deck, &hand)?);
        }
    }
    let mut source = FeatureSource::default();
    let clusters = settings.opponents.clusters(&mut source, session)?;
    let (counts, strength) = if round == Round::Preflop {
        let distributions = source.preflop(deck, settings.bins, &session.progress)?;
        let class = hole.starting_hand().number();
        (distributions.row(class).to_vec(), distributions.equity(class))
    } else {
        let (counts, halves) = distribution_of_hand(deck, hole, board, settings.bins);
        (counts, halves as f64 / Street::new(deck, round).strength_unit())
    };
    let total: u64 = counts.iter().sum();
    let hsd: Vec<f64> = counts.iter().map(|&count| count as f64 / total as f64).collect();
    let ochs = ochs_of_hand(hole, board, &clusters);
    let given = settings.opponents.opponent_clusters.as_deref();
    let explained = buckets.into_iter().map(|found| found.explain(&hand, given, &mut source, session));
    let buckets = explained.collect::<anyhow::Result<Vec<_>>>()?;
    let index = RoundsApart::of(deck, round).index(hole, &hand.board).0;
    let index_unordered = BoardFirst::of(deck, round).index(hole, board).0;
    let json = json!({
        "hole": hole.to_string(),
        "board": written(hand.board.iter().copied()),
        "street": round.name(),
        "class": hole.starting_hand().to_string(),
        "index": index,
        "index_unordered": index_unordered,
        "strength": strength,
        "bins": settings.bins,
        "hsd": hsd,
        "opponent_clusters": clusters.name(),
        "ochs": ochs,
        "buckets": buckets.iter().map(ExplainedBucket::json).collect::<Vec<_>>(),
    });
    let meaning = if round == Round::River { "" } else { " (expected on the river)" };
    let mut text = facts(&[
        ("hand", hand.shown()),
        ("starting hand", hole.starting_hand().to_string()),
        ("street", round.name().to_owned()),
        ("index", format!("{} (rounds kept apart)", grouped(index))),
        ("index unordered", grouped(index_unordered)),
        ("strength", format!("{strength:.9}{meaning}")),
        ("opponents", format!("{} ({} clusters)", clusters.name(), clusters.count())),
    ]);
    for (number, entry) in ochs.iter().enumerate() {
        let entry = entry.map_or("never met".to_owned(), |strength| format!("{strength:.4}"));
        text += &format!("\n  against cluster {:>3}  {entry}", number + 1);
    }
    text += &format!("\nstrength on the river, {} bins", settings.bins);
    text += &histogram(&hsd);
    text.extend(buckets.iter().map(|bucket| bucket.text(&hsd)));
    Ok(Document::new(json, text))
}

/// The bucket files at a place: a file itself, or those of a folder that are of the hand's streets, in their order.
fn files_for(place: &Path, hand: &Hand) -> anyhow::Result<Vec<PathBuf>> {
    if !place.is_dir() {
        return Ok(vec![place.to_owned()]);
    }
    let mut files = bucket_files_of(place)?;
    files.retain(|(street, _)| *street <= hand.round);
    files.sort_by_key(|(street, _)| *street);
    if files.is_empty() {
        let (place, street) = (place.display(), hand.round);
        return Err(wrong(format!("{place}: no bucket files there up to the {street}; give files, a run, or a board")));
    }
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

#[derive(Args, Debug)]
pub struct IndexSettings {
    /// preflop, flop, turn or river
    street: Round,
    /// A number from 0
    #[arg(allow_negative_numbers = true, required_unless_present = "all")]
    index: Option<u64>,
    /// All hands in the order of their index as a .npy array of uint8 in the folder --out, a row for each hand: the
    /// player's two cards, then the board; 4 * rank + suit, deuce 0 to ace 12, clubs, diamonds, hearts, spades 0 to 3
    #[arg(long, conflicts_with = "index")]
    all: bool,
    /// The index whose boards have no order, instead of the one that keeps rounds apart
    #[arg(long)]
    unordered: bool,
}

pub fn unindex(settings: &IndexSettings, session: &Session) -> anyhow::Result<Document> {
    match settings.index {
        Some(index) => {
            session.refuse_out("unindex without --all")?;
            one(settings, index, session.deck())
        }
        None => all(settings, session),
    }
}

fn all(&IndexSettings { street, unordered, .. }: &IndexSettings, session: &Session) -> anyhow::Result<Document> {
    let (numbering, name) =
        if unordered { (Numbering::BoardFirst, "-unordered") } else { (Numbering::RoundsApart, "") };
    let file = session.new_folder("runs/arrays")?.join(format!("{street}-hands{name}.npy"));
    let shape = write_hands(Street::new(session.deck(), street), numbering, &file, &session.progress)?;
    let json = json!({ "street": street.name(), "file": text::written(&file), "shape": shape, "element": "u8" });
    let shown = format!("{} hands, {} cards each", grouped(shape[0]), shape[1]);
    Ok(Document::new(json, facts(&[("file", file.display().to_string()), ("array", shown)])))
}

fn one(&IndexSettings { street, unordered, .. }: &IndexSettings, index: u64, deck: Deck) -> anyhow::Result<Document> {
    let (hand, count): (Option<(Holding, Vec<Card>)>, u64) = if unordered {
        let hands = BoardFirst::of(deck, street);
        let hand = hands.unindex(HandIndex(index));
        (hand.map(|(hole, board)| (hole, board.iter().collect())), hands.hands())
    } else {
        let hands = RoundsApart::of(deck, street);
        let hand = hands.unindex(HandIndex(index));
        (hand.map(|(hole, board)| (hole, board.to_vec())), hands.hands())
    };
    let what = match street {
        Round::Preflop => "preflop index",
        Round::Flop => "flop index",
        Round::Turn => "turn index",
        Round::River => "river index",
    };
    let (hole, board) = hand.ok_or(CardError::OutOfRange { what, count, found: index })?;
    let board = written(board);
    let json = json!({ "street": street.name(), "index": index, "hole": hole.to_string(), "board": board });
    Ok(Document::new(json, facts(&[("hole", hole.to_string()), ("board", board)])))
}
