//! What fuzzing has collected is read again by the ordinary tests: see `fuzz/README.md`.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/inputs/acpc_line.rs"]
mod acpc_line;
#[path = "../../../../fuzz/inputs/acpc_log.rs"]
mod acpc_log;
#[path = "../../../../fuzz/inputs/cards.rs"]
mod cards;
#[path = "../../../../fuzz/inputs/container.rs"]
mod container;
#[path = "../../../../fuzz/inputs/dumps.rs"]
mod dumps;
#[path = "../../../../fuzz/inputs/file_header.rs"]
mod file_header;
#[path = "../../../../fuzz/inputs/function_policy.rs"]
mod function_policy;
#[path = "../../../../fuzz/inputs/game_definition.rs"]
mod game_definition;
#[path = "../../../../fuzz/inputs/hand_history.rs"]
mod hand_history;
#[path = "../../../../fuzz/inputs/http_request.rs"]
mod http_request;
#[path = "../../../../fuzz/inputs/json_results.rs"]
mod json_results;
#[path = "../../../../fuzz/inputs/npy_array.rs"]
mod npy_array;
#[path = "../../../../fuzz/inputs/rank_messages.rs"]
mod rank_messages;
#[path = "../../../../fuzz/inputs/resume_state.rs"]
mod resume_state;
#[path = "../../../../fuzz/inputs/small_policy.rs"]
mod small_policy;
#[path = "../../../../fuzz/inputs/strategy_block.rs"]
mod strategy_block;
#[path = "../../../../fuzz/inputs/study_file.rs"]
mod study_file;

/// A target's name and its function.
type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 17] = [
    ("acpc_line", acpc_line::try_input),
    ("acpc_log", acpc_log::try_input),
    ("cards", cards::try_input),
    ("container", container::try_input),
    ("dumps", dumps::try_input),
    ("file_header", file_header::try_input),
    ("function_policy", function_policy::try_input),
    ("game_definition", game_definition::try_input),
    ("hand_history", hand_history::try_input),
    ("http_request", http_request::try_input),
    ("json_results", json_results::try_input),
    ("npy_array", npy_array::try_input),
    ("rank_messages", rank_messages::try_input),
    ("resume_state", resume_state::try_input),
    ("small_policy", small_policy::try_input),
    ("strategy_block", strategy_block::try_input),
    ("study_file", study_file::try_input),
];

#[test]
fn every_input_of_the_corpus_is_read_or_refused() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut known: Vec<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    known.sort_unstable();
    let names = |folder: &str| {
        let mut names: Vec<String> = fs::read_dir(fuzz.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort_unstable();
        names
    };
    assert_eq!((names("corpus"), names("fuzz_targets"), names("inputs")), (known.clone(), known.clone(), known));
    for (name, try_input) in TARGETS {
        let mut inputs = 0;
        for entry in fs::read_dir(fuzz.join("corpus").join(name)).unwrap() {
            let data = fs::read(entry.unwrap().path()).unwrap();
            try_input(&data);
            // Cut off anywhere, and with each of some bytes changed.
            for end in (0..data.len()).step_by(1 + data.len() / 200) {
                try_input(&data[..end]);
                let mut changed = data.clone();
                changed[end] ^= 1 << (end % 8);
                try_input(&changed);
            }
            inputs += 1;
        }
        assert!(inputs >= 2, "{name}: {inputs} inputs");
    }
}
