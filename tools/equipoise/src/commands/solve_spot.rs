//! `solve-spot`: one board, two ranges, a pot and stacks, solved exactly.

use clap::Args;
use matches::strategy_file::{StrategyFile, spot_after};
use serde_json::json;
use solver::game::sizes::SizeUse;
use solver::spot::{
    Bits, Lock, Spot, SpotAnswer, SpotDefinition, SpotOrigin, SpotPlace, SpotTreeRound, Stop, Target, solve_spot,
};
use std::path::PathBuf;
use std::time::Duration;
use study::file::training::Span;
use tables::text::written;

use crate::bucket_places::BucketPlaces;
use crate::commands::game::size_table;
use crate::commands::strategy::action_name;
use crate::failure::wrong;
use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};
use crate::terminal::remark;

#[derive(Args, Debug)]
pub struct Settings {
    /// The spot, a TOML file: docs/reference/spots.md
    file: PathBuf,
    /// Solve until a best response gains at most this much, in the mean of both players: a share of the pot or chips
    /// [default: 0.5%, unless --iterations or --time is given]
    #[arg(long, value_name = "0.5%|CHIPS", allow_hyphen_values = true)]
    to: Option<Target>,
    /// Stop after this many iterations, earlier ones of the same spot included
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Stop after this much time: 90s, 10m
    #[arg(long, value_name = "D")]
    time: Option<Span>,
    /// 32, or 16 for half the memory
    #[arg(long, value_name = "BITS", default_value = "32")]
    bits: Bits,
    /// Give the probabilities of the decision after the betting LINE: a JSON file {"AKs": [0.5, 0.5], "AhKh": [1, 0]},
    /// a probability for each action in the tree's order; other holdings keep learning. May be repeated
    #[arg(long, num_args = 2, value_names = ["LINE", "FILE"])]
    lock: Vec<String>,
    /// Take the ranges from this strategy (a file, a bundle or a run), as its own play leads to the board; pot, stack
    /// and betting, too, where FILE does not say them
    #[arg(long, value_name = "STRATEGY", requires = "betting")]
    from: Option<PathBuf>,
    /// The betting that leads there, such as rc/
    #[arg(long, value_name = "BETTING", requires = "from")]
    betting: Option<String>,
    #[command(flatten)]
    buckets: BucketPlaces,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let origin = settings.origin(session)?;
    let definition = SpotDefinition::read_from(&settings.file, origin.as_ref())?;
    if let Some(deck) = session.given_deck {
        session.require_deck(definition.deck).map_err(|_| {
            wrong(format!("--deck {deck}: the spot is played with {} cards; say 'deck' in its file", definition.deck))
        })?;
    }
    let mut remarks = definition.remarks.clone();
    let locks = settings.lock.chunks_exact(2).map(|pair| Lock::read(&pair[0], pair[1].as_ref()));
    let spot = Spot::with_locks(definition, locks.collect::<Result<_, _>>()?)?;
    let memory_bytes = spot.memory_bytes(settings.bits);
    if !session.quiet {
        let tree = tree_text(&spot, settings.bits);
        tree.lines().chain(remarks.iter().map(String::as_str)).for_each(remark);
    }
    let tree = spot.size();
    let place = session.out.as_deref().map(|out| SpotPlace::new(out, &settings.name()));
    if let Some(place) = &place {
        let checkpoint = place.checkpoint();
        session.goes_on_if(move || checkpoint.exists());
    }
    let (solver, answer) = solve_spot(spot, settings.bits, &settings.stop(), place.as_ref(), &session.progress)?;
    if solver.has_stalled() {
        let line = "no closer after twice as many iterations: the numbers are not fine enough for a smaller target";
        remarks.push(line.to_owned());
        remark(line);
    }
    if let Some(place) = &place {
        let kept = place.kept_exploitability_percent()?;
        if let Some(kept) = kept.filter(|&kept| kept < answer.exploitability_percent_of_pot) {
            let line = format!("the file keeps the better answer that was there, {kept:.3} % of the pot");
            remark(&line);
            remarks.push(line);
        }
    }
    let mut json = serde_json::to_value(&answer)?;
    json["tree"] = json!(tree);
    json["memory_bytes"] = json!(memory_bytes);
    json["remarks"] = json!(remarks);
    json["file"] = json!(place.as_ref().map(|place| written(&place.answer())));
    let mut text = text(&answer);
    if let Some(place) = &place {
        text += &format!("\n\n{}", place.answer().display());
    }
    Ok(Document::new(json, text))
}

impl Settings {
    /// Where the strategy that was named leads to.
    fn origin(&self, session: &Session) -> anyhow::Result<Option<SpotOrigin>> {
        let Some(strategy) = &self.from else {
            return match self.buckets.places.is_empty() {
                true => Ok(None),
                false => Err(wrong("--buckets: of no strategy; name it with --from, or leave them out")),
            };
        };
        let file = StrategyFile::open(strategy)?;
        session.require_deck(file.deck())?;
        let board = SpotDefinition::board_of(&self.file)?;
        Ok(Some(spot_after(&file, &board, self.betting.as_deref().unwrap_or(""), &self.buckets.places)?))
    }

    /// What the spot's files are called.
    fn name(&self) -> String {
        self.file.file_stem().map_or("spot".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    fn stop(&self) -> Stop {
        let time = self.time.as_ref().map(|span| Duration::from_secs_f64(span.seconds));
        Stop::new(self.to, self.iterations, time)
    }
}

/// The betting tree, before anything is solved.
fn tree_text(spot: &Spot, bits: Bits) -> String {
    let row = |round: &SpotTreeRound| {
        let counts = [round.decisions, round.entries, round.slots, round.ends];
        std::iter::once(round.street.to_owned()).chain(counts.map(|count| grouped(count as u64))).collect()
    };
    let rows: Vec<Vec<String>> = spot.size().rounds.iter().map(row).collect();
    let table = columns(&["street", "decisions", "ways in", "actions", "ends"], &rows);
    let sizes = size_table(&SizeUse::of(&spot.definition().game), "chips, whole spot");
    let boards =
        if spot.boards() == 1 { "1 board".to_owned() } else { format!("{} boards", grouped(spot.boards() as u64)) };
    let [tables, all] = [spot.table_bytes(bits), spot.memory_bytes(bits)].map(grouped);
    format!("{table}\n{sizes}\n{boards}, {tables} bytes of tables, {all} bytes of memory in all")
}

fn text(answer: &SpotAnswer) -> String {
    let SpotAnswer { values, equity, iterations, .. } = answer;
    let pot = values.oop + values.ip;
    let share = |chips: f64| format!("{chips:.3} chips ({:.2} %)", 100.0 * chips / pot);
    let (chips, percent) = (answer.exploitability_chips, answer.exploitability_percent_of_pot);
    let mut rows = vec![
        ("exploitability", format!("{chips:.4} chips ({percent:.3} % of the pot)")),
        ("out of position", share(values.oop)),
        ("in position", share(values.ip)),
        ("equity", format!("{:.3} % out of position", 100.0 * equity)),
        ("iterations", grouped(*iterations)),
    ];
    if let Some(seconds) = answer.seconds {
        let cores = answer.core_seconds.map_or(String::new(), |cores| format!(" ({cores:.2} core-s)"));
        rows.push(("time", format!("{seconds:.2} s{cores}")));
    }
    let named = answer.root.iter().map(|it| (action_name(&it.action), format!("{:.2} %", 100.0 * it.frequency)));
    let named: Vec<(String, String)> = named.collect();
    rows.extend(named.iter().map(|(name, frequency)| (name.as_str(), frequency.clone())));
    facts(&rows)
}
