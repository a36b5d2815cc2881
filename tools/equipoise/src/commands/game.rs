//! `game`: the counts of a game, and the betting tree of a no-limit one, before anything is trained.

use clap::Args;
use serde_json::{Value, json};
use solver::game::sizes::{Fate, SizeUse};
use solver::game::{BettingTree, GameCounts, GameDefinition, RoundLayout, TreeLayout};
use solver::walk::LANES;
use std::path::PathBuf;
use tables::memory::require;

use crate::game_choice::BettingChoice;
use crate::plain_table::{columns, grouped};
use crate::session::{Document, Session};

#[derive(Args, Debug)]
pub struct Settings {
    /// holdem, holdem-nolimit, push-fold, kuhn, leduc or an ACPC game file
    game: PathBuf,
    #[command(flatten)]
    betting: BettingChoice,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = settings.betting.game(&settings.game, session.given_deck)?;
    require("the betting tree", BettingTree::memory_bytes(&game))?;
    let counts = GameCounts::of(&game);
    let layout = TreeLayout::new(&BettingTree::new(&game));
    let uses = SizeUse::of(&game);
    let table_bytes = |deals: &dyn Fn(u64) -> u64| {
        let rounds = layout.rounds.iter().zip(&counts.canonical_deals);
        rounds.map(|(round, &all)| round.slots() as u64 * deals(all) * BYTES_OF_A_SLOT).sum::<u64>()
    };

    let mut text = card_table(&counts, &game);
    if let Some(stack) = game.stack() {
        let big_blinds = stack.as_f64() / game.big_blind().as_f64();
        text = format!("no-limit, stacks of {} chips ({big_blinds} big blinds)\n\n{text}", grouped(stack.0 as u64));
        text += &format!("\n\n{}\n\n{}", betting_table(&layout), size_table(&uses, "chips, whole hand"));
    }
    text += &format!(
        "\n\n{} information sets ({} with suits told apart)",
        grouped(counts.information_sets),
        grouped(counts.raw_information_sets)
    );
    if game.stack().is_some() {
        let [bucketed, all] = [table_bytes(&|deals| deals.min(BUCKETS)), table_bytes(&|deals| deals)].map(grouped);
        text += &format!(
            "\n{bucketed} bytes of regrets and sums with up to {} buckets a round, {all} with every hand",
            grouped(BUCKETS)
        );
    }

    let rounds = layout.rounds.iter().enumerate();
    let mut document = serde_json::to_value(&counts)?;
    document["betting"] = json!(if game.stack().is_some() { "no-limit" } else { "limit" });
    document["stack"] = json!(game.stack().map(|stack| stack.0));
    document["sizes"] = serde_json::to_value(game.sizes())?;
    document["rounds"] = rounds.map(|(number, round)| round_json(number, round, &uses)).collect();
    document["table_bytes"] = json!(table_bytes(&|deals| deals));
    document["remarks"] = json!(remarks);
    Ok(Document::new(document, text))
}

/// A regret and a sum in single precision.
const BYTES_OF_A_SLOT: u64 = 8;
/// The buckets of a round in the text's example.
const BUCKETS: u64 = 1_000;

fn card_table(counts: &GameCounts, game: &GameDefinition) -> String {
    let row = |round: usize| {
        let counted = [counts.decision_nodes[round], counts.deals[round], counts.canonical_deals[round]];
        std::iter::once((round + 1).to_string()).chain(counted.map(grouped)).collect()
    };
    let rows: Vec<Vec<String>> = (0..game.rounds()).map(row).collect();
    columns(&["round", "decision nodes", "deals", "canonical deals"], &rows)
}

fn betting_table(layout: &TreeLayout) -> String {
    let row = |(number, round): (usize, &RoundLayout)| {
        let counted = [round.decisions(), round.ways_in(), round.entries - round.ways_in(), round.shapes()];
        let used = format!("{:.2}", round.lanes_used(LANES));
        let ends = [round.slots(), round.ends()].map(|count| grouped(count as u64));
        let cells = counted.map(|count| grouped(count as u64)).into_iter().chain([used]).chain(ends);
        std::iter::once((number + 1).to_string()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = layout.rounds.iter().enumerate().map(row).collect();
    columns(&["round", "decisions", "ways in", "all-in", "shapes", "lanes used", "slots", "ends"], &rows)
}

/// What became of each listed size; `chips` is the heading of its totals.
pub fn size_table(uses: &[SizeUse], chips: &'static str) -> String {
    let fates = || std::iter::once(Fate::Offered).chain(Fate::MISSING);
    let row = |it: &SizeUse| {
        let seat = it.seat.map_or(String::new(), |seat| format!("{} ", seat.key()));
        let name = format!("{} {seat}{} {}", it.round_name(), it.kind.key(), it.size);
        let chips = it.chips.map_or("-".to_owned(), |[least, most]| match least == most {
            true => grouped(least.0 as u64),
            false => format!("{} to {}", grouped(least.0 as u64), grouped(most.0 as u64)),
        });
        let counts = fates().map(|fate| grouped(it.decisions.get(&fate).copied().unwrap_or(0)));
        [name, chips].into_iter().chain(counts).collect()
    };
    let rows: Vec<Vec<String>> = uses.iter().map(row).collect();
    let headings: Vec<&str> = ["size", chips].into_iter().chain(fates().map(Fate::name)).collect();
    columns(&headings, &rows)
}

fn round_json(number: usize, round: &RoundLayout, uses: &[SizeUse]) -> Value {
    json!({
        "decisions": round.decisions(),
        "entries": round.ways_in(),
        "all_in_entries": round.entries - round.ways_in(),
        "shapes": round.shapes(),
        "lanes_used": round.lanes_used(LANES),
        "slots": round.slots(),
        "ends": round.ends(),
        "sizes": uses.iter().filter(|it| it.round == number).map(SizeUse::document).collect::<Vec<_>>(),
    })
}
