//! The state of interrupted work.

use abstraction::clustering::kmeans::KMeansState;
use abstraction::clustering::streamed::StreamedState;
use solver::run::TrainingState;
use tables::run::state::{decode_state, encode_state};

/// A state is refused, or written so that it reads the same.
pub fn try_input(data: &[u8]) {
    let path = std::path::Path::new("state");
    if let Ok(state) = decode_state::<TrainingState>(path, data) {
        let _ = state.curve_text();
        assert_eq!(encode_state(&state).expect("it was read"), data);
    }
    if let Ok(state) = decode_state::<KMeansState>(path, data) {
        assert_eq!(encode_state(&state).expect("it was read"), data);
    }
    if let Ok(state) = decode_state::<StreamedState>(path, data) {
        assert_eq!(encode_state(&state).expect("it was read"), data);
    }
}
