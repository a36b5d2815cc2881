//! Measures training on single deals: `deals_per_second FLOP TURN RIVER SAMPLER THREADS DEALS`, with three bucket
//! files.
#![allow(clippy::print_stdout)]

use solver::boards::StoredBuckets;
use solver::game::GameDefinition;
use solver::train::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH, DealTraining, Touched};
use solver::train::sampled_training::{SampledSteps, batch_end};
use solver::train::update_rule::Step;
use solver::train::{ChunkTables, TableLayout, UpdateRule};
use solver::walk::{LANES, PreparedGame};
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use tables::buckets::set::BucketSet;
use tables::run::regret_table::RegretTable;
use tables::run::table_home::TableHome;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [flop, turn, river, sampler, threads, deals] = arguments.as_slice() else {
        return Err("expected FLOP TURN RIVER SAMPLER THREADS DEALS".into());
    };
    let (sampler, threads, deals) = (sampler.parse()?, threads.parse()?, deals.parse::<u64>()?);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let buckets = StoredBuckets::new(BucketSet::open(Path::new(flop), Path::new(turn), Path::new(river))?)?;
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit());
    let layout = TableLayout::new(&game.lanes, &buckets);
    let cells = layout.cells() as u64;
    let mut table = RegretTable::fresh(&[("regrets", cells), ("strategy_sums", cells)], TableHome::Memory)?;
    let [regrets, strategy_sums] = table.disjoint_mut(["regrets", "strategy_sums"]).ok_or("no table")?;
    let (regrets, strategy_sums) = (regrets.as_chunks_mut::<LANES>().0, strategy_sums.as_chunks_mut::<LANES>().0);
    let mut tables = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
    let steps = SampledSteps { rule: UpdateRule::Linear, epoch: DEALS_OF_AN_EPOCH, planned: 0, averaged_of: 1 };
    let mut training = DealTraining::new(&game, &buckets, &layout, sampler, 1)?;
    let mut done = 0;
    // The first deals touch fresh memory, and their strategies are uniform.
    for _ in 0..4 {
        let (start, before, mut touched) = (Instant::now(), done, Touched::default());
        while done < before + deals {
            let end = batch_end(done + 1, DEALS_OF_A_BATCH);
            let steps: Vec<Step> = (done + 1..=end).map(|iteration| steps.step(iteration)).collect();
            touched = touched + training.play(&mut tables, done + 1, &steps);
            done = end;
        }
        let seconds = start.elapsed().as_secs_f64();
        let rate = |count: u64| count as f64 / seconds;
        let million = |count| rate(count) / 1e6;
        let (regrets, averages) = (million(touched.regrets), million(touched.averages));
        println!(
            "{sampler}, {threads} threads, deals {before} to {done}: {:.0} deals/s; information sets: {regrets:.1} M \
             updates of regrets/s, {averages:.1} M of averages/s",
            rate(done - before),
        );
    }
    Ok(())
}
