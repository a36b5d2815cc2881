//! `import`: a strategy of another program as a strategy file.

use abstraction::import_buckets::import_buckets;
use abstraction::street::Street;
use clap::Args;
use evaluator::round::Round;
use exchange::import_strategy::DumpedStrategy;
use exchange::pure_cfr_dump::PureCfrDump;
use solver::game::{BettingTree, GameDefinition};
use std::path::{Path, PathBuf};
use tables::buckets::table::{BucketTable, MAX_BUCKETS, hands_of_round};
use tables::run::folder::{RunFolder, Subfolder};

use crate::failure::wrong;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};

#[derive(Args, Debug)]
pub struct Settings {
    /// A dump of open-pure-cfr for heads-up limit hold'em, such as NAME.iter-100.avg-strategy
    dump: PathBuf,
    /// It saw no cards (CARD_ABSTRACTION BLIND): bucket files of one bucket are made for it
    #[arg(long, conflicts_with_all = ["flop", "turn", "river", "counts"])]
    blind: bool,
    /// The strategy's flop bucket file; imported bucket files keep the numbers that they were given
    #[arg(long, value_name = "FILE")]
    flop: Option<PathBuf>,
    /// The turn's
    #[arg(long, value_name = "FILE")]
    turn: Option<PathBuf>,
    /// The river's
    #[arg(long, value_name = "FILE")]
    river: Option<PathBuf>,
    /// Its numbers of buckets before the flop (one for each starting hand, or 1), on flop, turn and river [default: the
    /// starting hands and the files']
    #[arg(long, value_name = "N,N,N,N", value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..=MAX_BUCKETS as i64))]
    counts: Option<Vec<u32>>,
    /// What the strategy is called [default: the dump's name up to its first dot]
    #[arg(long)]
    name: Option<String>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let folder = RunFolder::new(session.out_or("runs/imported"));
    let name = settings.name.clone().unwrap_or_else(|| short_name(&settings.dump));
    if name.is_empty() {
        return Err(wrong(format!("{}: has no name for the strategy; give one with --name", settings.dump.display())));
    }
    let file = folder.strategy(&name)?;
    if !settings.dump.exists() {
        return Err(wrong(format!("{}: is not there; give a dump of open-pure-cfr", settings.dump.display())));
    }
    if settings.blind {
        // Before anything is written.
        PureCfrDump::open(
            &settings.dump,
            &BettingTree::new(&GameDefinition::holdem_limit_on(session.deck())),
            &[1; 4],
        )?;
    }
    let _lock = folder.lock_for(&[Subfolder::Buckets, Subfolder::Strategies])?;
    if file.exists() {
        return Err(wrong(format!("{}: is there already; give another --name, or remove it", file.display())));
    }
    let files = match [&settings.flop, &settings.turn, &settings.river] {
        [Some(flop), Some(turn), Some(river)] => [flop.clone(), turn.clone(), river.clone()],
        _ if settings.blind => blind_buckets(&folder, session)?,
        _ => return Err(wrong("give the bucket files behind it with --flop, --turn and --river, or --blind")),
    };
    let [flop, turn, river] = files.each_ref().map(|path| BucketTable::open(path));
    let buckets = [flop?, turn?, river?];
    for (table, street) in buckets.iter().zip(STREETS) {
        table.require_all_hands_of(street)?;
        table.require_deck(buckets[0].deck())?;
    }
    session.require_deck(buckets[0].deck())?;
    let starting_hands = buckets[0].deck().starting_hand_count();
    let of_files = buckets.each_ref().map(BucketTable::bucket_count);
    let counts = match settings.counts.as_deref() {
        Some(&[preflop, flop, turn, river]) => [preflop, flop, turn, river].map(|count| count as usize),
        Some(others) => return Err(wrong(format!("--counts: {} numbers; expected four", others.len()))),
        None => [if settings.blind { 1 } else { starting_hands }, of_files[0], of_files[1], of_files[2]],
    };
    if counts[0] != 1 && counts[0] != starting_hands {
        let expected = format!("expected {starting_hands} starting hands, or 1");
        return Err(wrong(format!("--counts: {} before the flop; {expected}", counts[0])));
    }
    let dumped = DumpedStrategy { dump: &settings.dump, counts, buckets: &buckets };
    let imported = dumped.import(&file, &session.progress)?;
    let text = facts(&[
        ("file", imported.file.display().to_string()),
        ("bytes", grouped(imported.bytes)),
        ("information sets", grouped(imported.information_sets)),
        ("without entries", grouped(imported.without_entries)),
    ]);
    Ok(Document::new(serde_json::to_value(&imported)?, text))
}

const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// Files of one bucket for a strategy that sees no cards.
fn blind_buckets(folder: &RunFolder, session: &Session) -> anyhow::Result<[PathBuf; 3]> {
    let one = |street: Round| -> anyhow::Result<PathBuf> {
        let file = folder.buckets(&format!("{street}-blind"))?;
        if !file.exists() {
            let numbers = vec![0; hands_of_round(session.deck(), street) as usize];
            import_buckets(Street::new(session.deck(), street), numbers, "one bucket", &file, &session.progress)?;
        }
        Ok(file)
    };
    let [flop, turn, river] = STREETS.map(one);
    Ok([flop?, turn?, river?])
}

/// The dump's name up to its first dot: the program adds the number of iterations and what it holds.
fn short_name(dump: &Path) -> String {
    let name = dump.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    name.split('.').next().unwrap_or_default().to_owned()
}
