//! From cards to a result: buckets of all streets, a strategy trained on them, and a match against a calling station.
//!
//! `cargo run --release -p equipoise-study --example train_and_match`
#![allow(clippy::print_stdout)]

use abstraction::build_buckets::{BuildPlaces, build_buckets};
use abstraction::features::build_features::FeatureSource;
use abstraction::recipe::{BucketRecipe, Feature, Method};
use abstraction::street::Street;
use evaluator::round::Round;
use matches::agent::Agent;
use matches::league::play_match;
use matches::method::Method as MatchMethod;
use solver::game::GameDefinition;
use solver::run::Trainer;
use solver::train::{Budget, Sampler, TrainingSettings, UpdateRule};
use std::error::Error;
use tables::buckets::set::BucketSet;
use tables::run::folder::RunFolder;
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;
use tables::together::ranks::Alone;

/// Twenty buckets a street by expected strength, and two hundred boards of training: seconds, and far from equilibrium.
pub fn main() -> Result<(), Box<dyn Error>> {
    let root = std::env::temp_dir().join(format!("train-and-match-{}", std::process::id()));
    let folder = RunFolder::new(&root);
    // Makes the folder and keeps others out of it.
    let lock = folder.lock()?;
    let mut source = FeatureSource::default();
    for round in [Round::Flop, Round::Turn, Round::River] {
        let recipe = BucketRecipe::new(Street::full(round), Feature::Strength, 20, 1);
        let recipe = BucketRecipe { method: Method::Percentiles, ..recipe };
        let (file, resume) = (folder.buckets(round.name())?, folder.clustering(round.name())?);
        let made = build_buckets(
            &recipe,
            None,
            &mut source,
            BuildPlaces { file: &file, resume: &resume, ranks: &Alone },
            &Silent,
        )?;
        println!("{round}: {} hands in {} buckets", made.points, made.buckets);
    }

    let [flop, turn, river] = [Round::Flop, Round::Turn, Round::River].map(|round| folder.buckets(round.name()));
    let buckets = BucketSet::open(&flop?, &turn?, &river?)?;
    let budget = Budget::Iterations(200);
    let settings = TrainingSettings::for_budget(Sampler::Public, UpdateRule::DCFR, 1, budget);
    let checkpoint = folder.begin_training("toy")?;
    let mut trainer = Trainer::open(GameDefinition::holdem_limit(), buckets, settings, &checkpoint, TableHome::Memory)?;
    trainer.run(budget, None, &checkpoint, &Silent)?;
    let strategy = folder.strategy("toy")?;
    trainer.export(&strategy)?;

    let trained = Agent::open(&strategy, std::slice::from_ref(&root))?;
    let caller = Agent::open("always-call", &[])?;
    let result = play_match(&trained, &caller, MatchMethod::Boards, 100, 1, &Silent)?;
    println!(
        "after {} boards it wins {:.0} ± {:.0} mbb/g from {}",
        trainer.state().iterations,
        result.mbb_per_game,
        result.ci95,
        caller.name()
    );
    drop(lock);
    std::fs::remove_dir_all(&root)?;
    Ok(())
}
