//! Spots on disk: answers, checkpoints, and what they do not replace.

use evaluator::card::parse_cards;
use solver::spot::{Bits, Measures, SolvedSpot, Spot, SpotDefinition, SpotPlace, SpotSolver, Stop, Target};
use std::sync::atomic::{AtomicU64, Ordering};
use tables::together::progress::{Progress, Silent, Update};

use crate::spot_locks::lock;
use crate::spots::{SMALL_FLOP, SMALL_TURN, at, bits_of, spot};

/// Asks to stop after so many iterations.
struct StopsAfter(AtomicU64);

impl Progress for StopsAfter {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 0
    }
}

#[test]
fn what_is_cut_off_goes_on_to_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop { target: Some(Target::Share(0.004)), ..Stop::default() };
    let answer = |name: &str, cuts: &[u64]| {
        let place = SpotPlace::new(folder.path(), name);
        for &cut in cuts {
            let stops = StopsAfter(AtomicU64::new(cut));
            assert!(place.solve(spot(SMALL_TURN), Bits::ThirtyTwo, &stop, &stops).is_err());
        }
        let (solver, found) = place.solve(spot(SMALL_TURN), Bits::ThirtyTwo, &stop, &Silent).unwrap();
        assert!(found.exploitability() <= 0.08 && !solver.has_stalled());
        (solver.iterations(), std::fs::read(place.answer()).unwrap())
    };
    let whole = answer("whole", &[]);
    assert!(whole.0 > 40, "{}", whole.0);
    assert!(answer("cut", &[13, 24]) == whole);
}

#[test]
fn nothing_else_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let place = SpotPlace::new(folder.path(), "a");
    let stop = Stop { iterations: Some(1), ..Stop::default() };
    let solve = |text: &str| place.solve(spot(text), Bits::ThirtyTwo, &stop, &Silent).err().map(|it| it.to_string());
    std::fs::write(place.answer(), "hello").unwrap();
    assert!(solve(SMALL_TURN).is_some());
    assert_eq!(std::fs::read(place.answer()).unwrap(), b"hello");
    std::fs::remove_file(place.answer()).unwrap();
    assert_eq!(solve(SMALL_TURN), None);
    std::fs::remove_file(place.checkpoint()).unwrap();
    assert!(solve(SMALL_FLOP).unwrap().contains("another spot"), "only its answer is left");
    // The same, written in other words.
    assert_eq!(solve(&SMALL_TURN.replace("'random:0.5, AK,", "'random:0.5,AKs , AKo,")), None);
}

#[test]
fn kept_files_give_back_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let [file, checkpoint] = ["a.spot", "a.checkpoint"].map(|name| folder.path().join(name));
    for bits in [Bits::Sixteen, Bits::ThirtyTwo] {
        let locks = || vec![lock("cr10", &[("QQ", &[0.25, 0.75, 0.0])])];
        let spot = || Spot::with_locks(SpotDefinition::parse(SMALL_FLOP).unwrap(), locks()).unwrap();
        let mut solver = SpotSolver::new(spot(), bits).unwrap();
        let stop = |iterations| Stop { iterations: Some(iterations), ..Stop::default() };
        solver.solve(&stop(7), &Silent).unwrap();
        solver
            .write(
                &file,
                &solver
                    .spot()
                    .decision(&solver, &[], "")
                    .map(|_| Measures { values: [5.0; 2], gains: [0.0; 2] })
                    .unwrap(),
            )
            .unwrap();
        solver.write_checkpoint(&checkpoint).unwrap();
        let kept = SolvedSpot::open(&file).unwrap();
        for (cards, betting) in [("", ""), ("", "cr10"), ("Jd", "cc/"), ("JdQc", "cr10c/cc/")] {
            let cards = parse_cards(cards).unwrap();
            let [one, other] = [
                solver.spot().decision(&solver, &cards, betting).unwrap(),
                kept.spot().decision(&kept, &cards, betting).unwrap(),
            ];
            assert_eq!(one.hands.len(), other.hands.len());
            for (one, other) in one.hands.iter().zip(&other.hands) {
                for (exact, parts) in one.probabilities.iter().zip(&other.probabilities) {
                    assert!((exact - parts).abs() < 1.0 / 255.0, "{one:?} {other:?}");
                }
            }
        }
        // What goes on from a checkpoint comes to the same bits as what was never cut off.
        let mut resumed = SpotSolver::resume(spot(), bits, &checkpoint).unwrap();
        assert_eq!((resumed.iterations(), resumed.curve()), (7, solver.curve()));
        for solver in [&mut solver, &mut resumed] {
            solver.solve(&stop(12), &Silent).unwrap();
        }
        let end = |solver: &SpotSolver| bits_of(&at(solver, "JdQc", "cr10c/cc/"));
        assert_eq!(end(&solver), end(&resumed));
        // Another spot, or other bits.
        let other = Spot::new(SpotDefinition::parse(SMALL_TURN).unwrap());
        let refused = SpotSolver::resume(other, bits, &checkpoint).err().unwrap().to_string();
        assert!(refused.contains("another spot in"), "{refused}");
    }
    let refused = SpotSolver::resume(Spot::new(SpotDefinition::parse(SMALL_FLOP).unwrap()), Bits::Sixteen, &checkpoint);
    assert!(refused.is_err());
}
