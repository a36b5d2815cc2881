//! Stages of a run: done once, and done again where a product is gone.

use abstraction::error::AbstractionError;
use matches::acpc::error::AcpcError;
use matches::error::MatchError;
use serde_json::json;
use solver::error::SolverError;
use solver::run::state::{CurvePoint, ExploitabilityPoint, TrainingState};
use std::fs;
use study::error::StudyError;
use study::results::training::{Regrets, TrainingCurve};
use study::walk::{StageDefinition, Stages, is_done, record_of};
use tables::error::{Failure, Kind, TableError};
use tables::together::progress::{Cancelled, Progress, Silent};
use tables::together::ranks::Alone;

use super::{begun_folder, run_folder};

#[test]
#[allow(clippy::result_large_err, reason = "the error that stages have")]
fn a_stage_that_is_done_again_counts_as_unfinished_until_its_end() {
    let (root, folder) = begun_folder();
    let product = root.path().join("product");
    let definition = StageDefinition { recipe: json!({ "some": 1 }), parents: vec![], products: vec![product.clone()] };
    let is_recorded = || record_of(&folder, "made", &definition).unwrap().is_some_and(|it| is_done(&it, &definition));
    let mut stages = Stages { folder: &folder, ranks: &Alone, progress: &Silent, outcomes: Vec::new() };
    for _ in 0..2 {
        let work = |_: &dyn Progress| {
            fs::write(&product, "half").unwrap();
            // Were the process killed here, this is what the next one would find.
            assert!(!is_recorded());
            Ok(())
        };
        stages.run("made", &definition, work).unwrap();
        assert!(is_recorded());
        stages.run("made", &definition, |_| panic!("it is done")).unwrap();
        fs::remove_file(&product).unwrap();
    }
    let statuses: Vec<&str> = stages.outcomes.iter().map(|stage| stage.status).collect();
    assert_eq!(statuses, ["done", "skipped", "done", "skipped"]);
}

#[test]
fn what_became_of_the_regrets_is_seen_from_the_files_and_asking_makes_none() {
    let (_root, folder) = run_folder();
    let regrets = || Regrets::of(&folder, "C8").unwrap();
    assert_eq!(regrets(), Regrets::NoneYet);
    assert!(!folder.root().exists());
    let checkpoint = folder.begin_training("C8").unwrap();
    assert_eq!(regrets(), Regrets::NoneYet);
    fs::write(&checkpoint, "regrets").unwrap();
    assert_eq!(regrets(), Regrets::Kept);
    fs::write(folder.training_curve("C8").unwrap(), "{}").unwrap();
    assert_eq!(regrets(), Regrets::Kept);
    fs::remove_file(&checkpoint).unwrap();
    assert_eq!(regrets(), Regrets::GivenUp);
    assert!(Regrets::of(&folder, "../C8").is_err());
}

#[test]
fn the_curve_that_a_training_writes_is_read_back() {
    let (_root, folder) = run_folder();
    assert_eq!(TrainingCurve::read(&folder, "C8").unwrap(), None);
    let curve = vec![CurvePoint { iterations: 10, seconds: 0.5, regret: 80.0 }];
    let measured = ExploitabilityPoint { iterations: 20, seconds: 1.25, mbb_per_game: 300.5, standard_error: 4.0 };
    let exploitability = vec![measured];
    let state = TrainingState { iterations: 30, seconds: 2.0, curve, exploitability, ..Default::default() };
    folder.begin_training("C8").unwrap();
    let file = folder.training_curve("C8").unwrap();
    fs::write(&file, state.curve_text()).unwrap();
    let curve = TrainingCurve::read(&folder, "C8").unwrap().unwrap();
    assert_eq!((curve.iterations, curve.seconds), (30, 2.0));
    let [point] = curve.points[..] else { panic!("one point was written") };
    assert_eq!((point.iterations, point.seconds, point.regret), (10, 0.5, 80.0));
    let [found] = curve.exploitability[..] else { panic!("one measurement was written") };
    let found = (found.iterations, found.seconds, found.mbb_per_game, found.standard_error);
    assert_eq!(found, (20, 1.25, 300.5, 4.0));
    fs::write(&file, "[]").unwrap();
    assert!(TrainingCurve::read(&folder, "C8").unwrap_err().to_string().contains("curve.json"));
}

#[test]
fn an_interruption_is_known_however_deep_it_was_met() {
    let table = || TableError::Cancelled(Cancelled);
    let solver = || SolverError::Table(table());
    let interrupted = || AcpcError::Interrupted { hand: 3 };
    let errors: [StudyError; 7] = [
        Cancelled.into(),
        table().into(),
        AbstractionError::Table(table()).into(),
        solver().into(),
        MatchError::Solver(solver()).into(),
        MatchError::from(interrupted()).into(),
        MatchError::from(AcpcError::Agent(MatchError::Table(table()))).into(),
    ];
    for error in errors {
        assert_eq!(error.kind(), Kind::Stopped, "{error}");
    }
    let wrong = StudyError::from(MatchError::TooFewPlayers { found: 1 });
    assert_eq!(wrong.kind(), Kind::Input);
}
