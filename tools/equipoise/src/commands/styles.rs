//! `styles`: how the players of logs play, how well each can be predicted, and who plays like whom.

use clap::Args;
use companions::styles::log_input::{COUNTED, read_logs};
use companions::styles::{self, Features, StylesReport, analyse};
use report::page::Page;
use report::page_parts::DataTable;
use tables::file::sibling::{SiblingFile, write_text_atomically};

use super::named;
use crate::failure::wrong;
use crate::log_choice::{LogChoice, show_remarks, shown_skipped};
use crate::plain_table::{columns, facts, grouped};
use crate::session::Document;
use crate::session::Session;

/// The page's file in `--out`.
const PAGE: &str = "styles.html";
/// The document's.
const DOCUMENT: &str = "styles.json";

/// The flags of `styles`.
#[derive(Args, Debug)]
pub struct Settings {
    #[command(flatten)]
    logs: LogChoice,
    /// How many groups of players: auto, or a number from 1 to 8
    #[arg(long, value_name = "auto|K", default_value = "auto", allow_negative_numbers = true)]
    clusters: String,
    /// How cards are shown to learners: cards (one bit for each) or strength (against a random hand)
    #[arg(long, default_value = "cards", value_parser = named::<Features>())]
    features: Features,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let places = match &session.out {
        None => None,
        Some(_) => {
            let folder = session.new_folder("runs/styles")?;
            Some([folder.join(PAGE), folder.join(DOCUMENT)])
        }
    };
    // Before the work: a place that cannot be written costs nothing.
    for place in places.iter().flatten() {
        SiblingFile::create(place)?;
    }
    let reading = settings.logs.reading()?;
    let asked =
        styles::Settings { clusters: clusters(&settings.clusters)?, features: settings.features, seed: session.seed() };
    let hands = read_logs(&settings.logs.logs, &reading)?;
    show_remarks(&hands.logs.remarks, session);
    let report = analyse(hands, &asked, &session.progress)?;
    let json = report.to_json();
    let mut text = shown(&report);
    if let Some([page_file, document_file]) = &places {
        write_text_atomically(page_file, &page(&report).to_html())?;
        write_text_atomically(document_file, &format!("{}\n", serde_json::to_string_pretty(&json)?))?;
        text += &format!("\n\n{}\n{}", page_file.display(), document_file.display());
    }
    Ok(Document::new(json, text))
}

fn clusters(typed: &str) -> anyhow::Result<Option<usize>> {
    if typed == "auto" {
        return Ok(None);
    }
    let number =
        typed.parse().map_err(|_| wrong(format!("--clusters: '{typed}', expected auto or a number from 1 to 8")));
    number.map(Some)
}

/// Each player's shares in per cent (winnings in mbb/g), with half their 95 % intervals.
fn table_of_players(report: &StylesReport) -> DataTable {
    let headings = [
        "player",
        "hands",
        "looseness % (95 %)",
        "aggression % (95 %)",
        "fold to bet % (95 %)",
        "raise preflop % (95 %)",
        "showdown % (95 %)",
        "mbb/g (95 %)",
        "group",
    ];
    let mut table = DataTable::new(&headings, 1);
    for (name, counts, group) in &report.players {
        let shares = COUNTED.iter().zip(&counts.ratios).map(|(&key, ratio)| {
            let (factor, decimals) = if key == "mbb_per_game" { (1.0, 0) } else { (100.0, 1) };
            match (ratio.share(), ratio.half_interval95()) {
                (Some(share), Some(half)) => format!("{:.decimals$} ± {:.decimals$}", factor * share, factor * half),
                (Some(share), None) => format!("{:.decimals$}", factor * share),
                _ => String::new(),
            }
        });
        let group = group.map_or(String::new(), |group| group.to_string());
        let cells = [name.clone(), grouped(counts.hands)].into_iter().chain(shares).chain([group]);
        table.rows.push(cells.collect());
    }
    table
}

/// How well held-out decisions are predicted, best last.
fn table_of_methods(report: &StylesReport) -> DataTable {
    let mut table = DataTable::new(&["method", "what it is", "log-likelihood", "± 95 %"], 2);
    for (name, it) in &report.log_likelihood {
        let what = match *name {
            "majority" => "the player's most frequent action",
            "node" => "frequencies of all players at the node of the betting tree",
            "network" => "one network for all players",
            "node_own" => "the player's own frequencies at the node",
            "node_strength" => "the player's own frequencies at the node by tenth of strength",
            _ => "the learner of the player's group",
        };
        table.rows.push(vec![
            (*name).to_owned(),
            what.to_owned(),
            format!("{:.4}", it.mean),
            format!("{:.4}", it.ci95),
        ]);
    }
    table
}

const OF_PLAYERS: &str = "looseness: decisions that are not folds; aggression: bets and raises among these; fold to \
                          bet: where something was to be paid; raise preflop: hands raised before the flop; \
                          showdown: among hands that came to the flop; ± half a 95 % interval; players of one group \
                          play alike";
const OF_METHODS: &str = "log-likelihood: mean natural logarithm of the probability of each held-out action; 0 is \
                          certain";

fn shown(report: &StylesReport) -> String {
    let in_columns =
        |table: &DataTable| columns(&table.columns.iter().map(String::as_str).collect::<Vec<_>>(), &table.rows);
    let gain = &report.gain_over_node;
    let groups = facts(&[
        ("hands", grouped(report.hands as u64)),
        ("groups", report.groups.count.to_string()),
        ("alike from other starts", format!("{:.2} (adjusted Rand index)", report.groups.adjusted_rand)),
        ("halves of a log together", format!("{:.0} %", 100.0 * report.groups.halves_together)),
        ("learners less nodes", format!("{:+.4} ± {:.4} per decision (95 %)", gain.mean, gain.ci95)),
    ]);
    let players = format!("{}\n\n{OF_PLAYERS}", in_columns(&table_of_players(report)));
    let methods = format!("{}\n\n{OF_METHODS}", in_columns(&table_of_methods(report)));
    let parts = [players, groups, methods];
    let remarks = [&report.remarks[..], &shown_skipped(&report.skipped)].concat();
    let remarks = (!remarks.is_empty()).then(|| remarks.join("\n"));
    parts.into_iter().chain(remarks).collect::<Vec<_>>().join("\n\n")
}

fn page(report: &StylesReport) -> Page {
    let lead = "What each player of these logs does, how well held-out decisions can be predicted, and who plays like \
                whom. ± is half a 95 % interval, over hands; for winnings, over deals.";
    let page = Page::new("Styles").lead(lead).section("Players", "");
    let map = report.map();
    let page = page.figure(map.to_svg(), &map.description);
    let page = page.table(&table_of_players(report), "What each player does");
    let page = page.section("Predictions", OF_METHODS);
    let page = page.table(&table_of_methods(report), "Learners beside baselines");
    report.remarks.iter().fold(page, |page, remark| page.text(remark))
}
