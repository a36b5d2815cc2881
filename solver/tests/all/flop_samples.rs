//! Many flops at once: drawn with their multiplicities, bounds from below and above, kept and resumed flop by flop.

use crate::real_values::kept_files;
use crate::support::games::limit_game;
use crate::support::observers::StopAfter;
use crate::support::players::Made;
use crate::support::{assert_close, mean_and_spread, on_threads};
use serde_json::json;
use solver::boards::BoardOrbit;
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::{SampledResponse, draw_flops};
use solver::measure::exploitability::opening_round::OpeningRound;
use solver::measure::exploitability::sampled_seats::SampledSeats;
use solver::measure::exploitability::{FlopBatch, FlopValues, FlopWork, KeptFlops, RealGame, Responder};
use std::path::Path;
use tables::error::TableError;
use tables::together::progress::{Progress, Silent};
use tables::together::ranks::JobPart;

/// A game, an opponent in either seat, and what is asked of them.
struct Measured {
    made: Made,
    game: RealGame<f64>,
}

impl Measured {
    fn new(seed: u64) -> Self {
        let definition = limit_game(4, 4, 2, "3 2 2", "0 2 1");
        Self { made: Made::symmetric(&definition, &[4], seed), game: RealGame::new(&definition).unwrap() }
    }

    fn responders(&self) -> [Responder<'_, f64>; 2] {
        [0, 1].map(|position| self.game.responder(position, self.made.player()))
    }

    fn all_values(&self, kept: Option<&KeptFlops>, progress: &dyn Progress) -> Option<Vec<[FlopValues; 2]>> {
        self.with_batch(kept, progress, |batch| batch.play().ok())
    }

    fn with_batch<R>(
        &self,
        kept: Option<&KeptFlops>,
        progress: &dyn Progress,
        run: impl Fn(FlopBatch<'_, f64>) -> R,
    ) -> R {
        let (all, players) = (self.game.flops(), &self.responders());
        let flops: Vec<&BoardOrbit> = all.iter().collect();
        let work = FlopWork::BestResponse;
        run(FlopBatch { rules: self.game.rules(), players, work, flops: &flops, kept, progress })
    }
}

fn open(folder: &Path, policy: &str) -> KeptFlops {
    KeptFlops::open(folder, json!(policy)).unwrap()
}

/// Finished flops of all policies.
fn files(folder: &Path) -> usize {
    kept_files(folder, "response")
}

#[test]
fn flops_are_drawn_as_often_as_they_are_dealt() {
    let flops = RealGame::<f64>::new(&GameDefinition::holdem_limit()).unwrap().flops();
    let drawn = draw_flops(&flops, 400_000, 3);
    let deals: f64 = flops.iter().map(|flop| f64::from(flop.size)).sum();
    for size in [4, 12, 24] {
        let share = flops.iter().filter(|flop| flop.size == size).count() as f64 * f64::from(size) / deals;
        let found = drawn.iter().filter(|&&number| flops[number].size == size).count() as f64 / drawn.len() as f64;
        // Five standard deviations of a share.
        assert!((found - share).abs() < 5.0 * (share / 400_000.0).sqrt(), "{size}: {found}, expected {share}");
    }
    let (first, last) = (&flops[0], &flops[flops.len() - 1]);
    assert!(drawn.contains(&0) && drawn.contains(&(flops.len() - 1)), "{first:?} {last:?}");
    assert_eq!(draw_flops(&flops, 100, 3), drawn[..100]);
    assert_ne!(draw_flops(&flops, 100, 4), drawn[..100]);
}

#[test]
fn both_bounds_are_exact_where_each_half_holds_all_flops() {
    let measured = Measured::new(2);
    let flops = measured.game.flops();
    let values = measured.all_values(None, &Silent).unwrap();
    for (position, responder) in measured.responders().iter().enumerate() {
        let opening = responder.opening_round();
        let at = |number: usize| &values[number][position];
        let exact = opening.exact_response(flops.iter().enumerate().map(|(it, flop)| (flop, at(it))));
        let all: Vec<&FlopValues> =
            flops.iter().enumerate().flat_map(|(it, flop)| vec![at(it); flop.size as usize]).collect();
        let sampled = SampledResponse::new(&opening, [&all, &all]);
        for bound in [&sampled.low, &sampled.high] {
            assert_close(bound.value, exact.value, 1e-9, &format!("position {position}"));
            for (&found, &expected) in bound.by_starting_hand.iter().zip(&exact.by_starting_hand) {
                assert_close(found, expected, 1e-9, &format!("position {position}"));
            }
        }
    }
}

#[test]
fn bounds_enclose_the_exact_value_on_average_and_errors_are_as_large_as_reported() {
    let measured = Measured::new(2);
    let flops = measured.game.flops();
    let values = measured.all_values(None, &Silent).unwrap();
    let openings = measured.responders().map(|responder| responder.opening_round());
    let exact = [0, 1].map(|position| {
        let of_seat = flops.iter().zip(&values).map(|(flop, values)| (flop, &values[position]));
        openings[position].exact_response(of_seat).value
    });
    let exact = (exact[0] + exact[1]) / 2.0;
    let others = Measured::new(9);
    let values_of_others = others.all_values(None, &Silent).unwrap();
    let openings_of_others = others.responders().map(|responder| responder.opening_round());
    let samples = 600;
    for count in [8, 24] {
        let (mut found, mut errors) = ([const { Vec::new() }; 4], [0.0; 4]);
        for seed in 0..samples {
            let drawn = draw_flops(&flops, count, seed);
            let of_drawn = |openings: &[OpeningRound; 2], values: &[[FlopValues; 2]]| {
                SampledSeats::new(openings.each_ref(), &drawn.iter().map(|&flop| &values[flop]).collect::<Vec<_>>())
            };
            let (it, other) = (of_drawn(&openings, &values), of_drawn(&openings_of_others, &values_of_others));
            assert!(it.bounds[1] >= it.bounds[0] - 1e-9);
            let told = [it.bounds_errors[0], it.bounds_errors[1], it.middle_error, it.difference_error(&other)];
            let values = [it.bounds[0], it.bounds[1], it.middle(), it.middle() - other.middle()];
            for (number, value) in values.into_iter().enumerate() {
                found[number].push(value);
                errors[number] += told[number].powi(2) / samples as f64;
            }
        }
        let [low, high, ..] = found.each_ref().map(|values| mean_and_spread(values).0);
        assert!(low < exact && exact < high && high - low < 0.5, "{count}: {low} {exact} {high}");
        for (values, told) in found.iter().zip(errors) {
            let (_, spread) = mean_and_spread(values);
            // Somewhat too careful, as jackknives are, and the more so the fewer flops there are; never too bold.
            assert!((0.95..1.6).contains(&(told.sqrt() / spread)), "{count}: {spread}, told {}", told.sqrt());
        }
    }
}

#[test]
fn threads_change_nothing() {
    let measured = Measured::new(2);
    let on = |threads| on_threads(threads, || measured.all_values(None, &Silent).unwrap());
    assert_eq!(on(1), on(3));
}

#[test]
fn finished_flops_are_kept_and_a_resumed_run_ends_alike() {
    let measured = Measured::new(2);
    let expected = measured.all_values(None, &Silent).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let kept = open(folder.path(), "one policy");
    assert!(measured.all_values(Some(&kept), &StopAfter::reports(10)).is_none());
    let begun = files(folder.path());
    assert!(0 < begun && begun < 2 * expected.len(), "{begun}");
    assert_eq!(measured.all_values(Some(&kept), &Silent).unwrap(), expected);
    assert_eq!(files(folder.path()), 2 * expected.len());
    // What is there is taken as it is, and its boards are counted at once.
    let flops = measured.game.flops();
    kept.flop(FlopWork::BestResponse, &flops[5], 1).write(&expected[4][0]).unwrap();
    let counter = StopAfter::reports(usize::MAX);
    let resumed = measured.all_values(Some(&kept), &counter).unwrap();
    assert_eq!(resumed[5], [expected[5][0].clone(), expected[4][0].clone()]);
    assert_eq!(resumed[6..], expected[6..]);
    let boards: u64 = flops.iter().map(|flop| flop.complete_boards(measured.game.rules())).sum();
    assert_eq!(counter.done(), 2 * boards);
    // Told in one piece before any work: a rate is that of the work alone.
    assert_eq!(counter.heard.into_inner().unwrap().len(), 1);
}

#[test]
fn parts_done_apart_make_the_same_as_one_process() {
    let measured = Measured::new(2);
    let expected = measured.all_values(None, &Silent).unwrap();
    let whole = tempfile::tempdir().unwrap();
    let others = tempfile::tempdir().unwrap();
    let part = |number| JobPart::new(number, 3).unwrap();
    let play = |folder: &Path, number| {
        let kept = KeptFlops::open_part(folder, json!("one policy"), part(number)).unwrap();
        // Two do not do the same part at once, and nobody does all while one does a part; others may do theirs.
        let opened = |part| KeptFlops::open_part(folder, json!("one policy"), part);
        assert!(matches!(opened(part(number)), Err(TableError::Busy { .. })));
        assert!(opened(part(number % 3 + 1)).is_ok());
        assert!(matches!(KeptFlops::open(folder, json!("one policy")), Err(TableError::Busy { .. })));
        measured.with_batch(Some(&kept), &Silent, |batch| {
            batch.play_part(part(number)).unwrap();
            batch.missing().unwrap()
        })
    };
    let all = 2 * expected.len();
    let missing = play(whole.path(), 2);
    assert_eq!(missing.len() + files(whole.path()), all);
    // Others' pieces are named with whose they are.
    assert!(missing.iter().all(|piece| !part(2).takes(piece.place)));
    assert!(missing.iter().any(|piece| part(1).takes(piece.place)));
    let done = files(whole.path());
    // A part done twice finds itself done.
    assert_eq!(play(whole.path(), 2), missing);
    assert_eq!(files(whole.path()), done);
    for number in [1, 3] {
        play(others.path(), number);
    }
    // Folders copied together.
    for policy in std::fs::read_dir(others.path()).unwrap() {
        let policy = policy.unwrap();
        for file in std::fs::read_dir(policy.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), whole.path().join(policy.file_name()).join(file.file_name())).unwrap();
        }
    }
    let kept = open(whole.path(), "one policy");
    assert_eq!(kept.part_count(), Some(3));
    assert_eq!(files(whole.path()), all);
    measured.with_batch(Some(&kept), &StopAfter::reports(0), |batch| assert_eq!(batch.missing().unwrap(), []));
    assert_eq!(measured.all_values(Some(&kept), &Silent).unwrap(), expected);
}

#[test]
fn results_against_another_policy_are_not_taken() {
    let measured = Measured::new(2);
    let flop = &measured.game.flops()[3];
    let values = measured.responders()[0].flop_values(flop);
    let cells = measured.responders()[0].flop_cells();
    let folder = tempfile::tempdir().unwrap();
    let kept = open(folder.path(), "one policy");
    kept.flop(FlopWork::BestResponse, flop, 0).write(&values).unwrap();
    let read = |kept: &KeptFlops, position, cells| kept.flop(FlopWork::BestResponse, flop, position).read(cells);
    assert_eq!(read(&kept, 0, cells).unwrap(), Some(values.clone()));
    assert_eq!(read(&kept, 1, cells).unwrap(), None);
    assert!(matches!(read(&kept, 0, cells + 1), Err(TableError::Shape { .. })));
    assert!(matches!(KeptFlops::open(folder.path(), json!("one policy")), Err(TableError::Busy { .. })));
    let other = open(folder.path(), "another policy");
    assert_eq!(read(&other, 0, cells).unwrap(), None);
    // Nor are they replaced.
    other
        .flop(FlopWork::BestResponse, flop, 0)
        .write(&measured.responders()[0].flop_values(&measured.game.flops()[4]))
        .unwrap();
    assert_eq!(read(&kept, 0, cells).unwrap(), Some(values));
    assert_eq!(files(folder.path()), 2);
}
