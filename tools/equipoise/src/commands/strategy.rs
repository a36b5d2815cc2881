//! `strategy`: what a strategy does with a hand after a betting history.

use clap::Args;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use matches::strategy_file::StrategyFile;
use serde_json::{Map, Value, json};
use solver::game::{BettingTree, NodeId};
use std::path::PathBuf;
use tables::bucket_table::BucketTable;
use tables::strategy_reader::LEAST_REACH;

use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::facts;
use crate::typed_cards::{Hand, TypedHand, written};

/// What is shown for a decision that the hand never reaches.
const NOT_REACHED: &str =
    "with this hand the strategy's own earlier actions do not lead here; what follows is hardly trained";

/// The flags of `strategy`.
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

/// Runs the command.
pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let hand = settings.cards.read()?;
    let file = StrategyFile::open(&settings.file)?;
    let reader = file.reader();
    // A few hundredths of a second for what would otherwise be printed as if it were right.
    reader.file().verify()?;
    let tree = BettingTree::new(file.game());
    let id = tree.node_at(&settings.betting)?;
    let node = &tree[id];
    let round = Round::ALL[node.round];
    if round != hand.round {
        return Err(wrong(format!(
            "betting '{}' leads to the {round}, the board of {} cards is the {}'s; give {} board cards or other --betting",
            settings.betting,
            hand.board.len(),
            hand.round,
            round.board_cards()
        )));
    }
    let buckets = buckets_of(settings, &file, &hand)?;
    let probabilities = |id: NodeId| {
        let node = &tree[id];
        if reader.node_count() != tree.nodes().len()
            || usize::from(reader.node(id.number())?.actions) != node.actions.len()
        {
            return Err(wrong(format!(
                "{}: not a strategy of this betting tree; give another",
                settings.file.display()
            )));
        }
        Ok(reader.probabilities(id.number(), buckets[node.round] as usize)?)
    };
    let taken = probabilities(id)?;
    let actions: Map<String, Value> = node
        .actions
        .iter()
        .zip(taken)
        .map(|(action, probability)| (action.letter().to_string(), Value::from(exactly(probability))))
        .collect();
    // How often the player's own actions lead here; the opponent's and the cards are taken as given.
    let mut reached = 1.0;
    for (decision, action) in tree.own_actions_before(id) {
        reached *= exactly(probabilities(decision)?[action]);
    }
    let is_reached = reached >= LEAST_REACH;
    let seat = if node.player == 1 { "button" } else { "big_blind" };
    let bucket = buckets[node.round];
    let json = json!({
        "hole": hand.hole.to_string(),
        "class": hand.hole.starting_hand().to_string(),
        "board": written(hand.board.iter().copied()),
        "betting": tree.history(id),
        "street": round.name(),
        "seat": seat,
        "bucket": bucket,
        "actions": actions,
        "reached": reached,
        "is_reached": is_reached,
    });
    let mut rows = vec![
        ("hand", hand.shown()),
        ("betting", tree.history(id)),
        ("seat", seat.replace('_', " ")),
        ("bucket", format!("{bucket} of {}", reader.buckets_per_round()[node.round])),
        ("reached", format!("{reached:.6}")),
    ];
    if !is_reached {
        rows.push(("not reached", NOT_REACHED.to_owned()));
    }
    for (action, probability) in node.actions.iter().zip(taken) {
        let name = match action.letter() {
            'f' => "fold",
            'c' => "check or call",
            _ => "bet or raise",
        };
        rows.push((name, format!("{probability:.4}")));
    }
    Ok(Document::new(json, facts(&rows)))
}

/// The hand's bucket on each street it has reached.
fn buckets_of(settings: &Settings, file: &StrategyFile<'_>, hand: &Hand) -> anyhow::Result<Vec<u32>> {
    let mut buckets = Vec::new();
    for street in Round::ALL.into_iter().filter(|&street| street <= hand.round) {
        let bucket = if street == Round::Preflop {
            hand.hole.starting_hand().number() as u32
        } else {
            let table = BucketTable::open(&file.find_buckets(street, &settings.buckets)?)?;
            let index = BoardFirst::of(street).index(hand.hole, hand.board_of(street)).0;
            table.required_bucket_on(index, &hand.board)?.0
        };
        buckets.push(bucket);
    }
    Ok(buckets)
}

/// A stored probability without the noise of its conversion: a multiple of 1/65,535, and so also of 1/255 and of 1/15.
fn exactly(probability: f32) -> f64 {
    let parts = f64::from(u16::MAX);
    (f64::from(probability) * parts).round() / parts
}
