//! How often a training saves its checkpoint.

/// What may be lost, as a share of all training time ...
const LOST_AT_MOST: f64 = 0.05;
/// ... but neither fewer nor more seconds than these, unless a checkpoint takes long.
const SECONDS_BETWEEN_CHECKPOINTS: [f64; 2] = [5.0, 60.0];
/// Work lasts at least this many times as long as the last checkpoint of this process took, or the first may take:
/// saving costs about a twenty-fifth at most, even of gigabytes. Where that exceeds the seconds above, that much work
/// may be lost.
const LEAST_WORK_FOR_SAVING: f64 = 24.0;
/// Bytes that a disk writes in a second, for a first guess of how long a checkpoint takes.
const DISK_BYTES_PER_SECOND: f64 = 5e8;

/// How many seconds the first checkpoint of tables of this size may take.
pub(super) fn first_saving_seconds(table_bytes: u64) -> f64 {
    table_bytes as f64 / DISK_BYTES_PER_SECOND
}

/// How many seconds of work may be lost, and how many make a checkpoint worth its time, after so many seconds of
/// training and with checkpoints that take so long.
pub(super) fn seconds_between_checkpoints(trained: f64, saving: f64) -> f64 {
    let [fewest, most] = SECONDS_BETWEEN_CHECKPOINTS;
    (LOST_AT_MOST * trained).clamp(fewest, most).max(saving * LEAST_WORK_FOR_SAVING)
}
