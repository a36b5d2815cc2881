//! Stages of a run: done once, and done again where a product is gone.

use serde_json::json;
use std::fs;
use study::stage::{Stages, is_done, record_of};
use study::stage_definition::StageDefinition;
use tables::progress::{Progress, Silent};
use tables::run_folder::RunFolder;

#[test]
#[allow(clippy::result_large_err, reason = "the error that stages have")]
fn a_stage_that_is_done_again_counts_as_unfinished_until_its_end() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = RunFolder::new(temporary.path().join("run"));
    let _lock = folder.lock().unwrap();
    let product = temporary.path().join("product");
    let definition = StageDefinition { recipe: json!({ "some": 1 }), parents: vec![], products: vec![product.clone()] };
    let is_recorded = || record_of(&folder, "made", &definition).unwrap().is_some_and(|it| is_done(&it, &definition));
    let mut stages = Stages { folder: &folder, progress: &Silent, outcomes: Vec::new() };
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
