//! A reference over all flops: its values add up, it takes the luck of the draw out, and what is none is refused.

use crate::support::{Made, Measured, assert_close, limit_game};
use serde_json::json;
use solver::boards::BoardOrbit;
use solver::game::GameDefinition;
use solver::measure::exploitability::{Exploitability, FlopReference, FlopWork, Flops, Measurement, RealGame};
use tables::together::progress::Silent;

const ALL: Measurement = Measurement { flops: Flops::All, seed: 1, losses: false };

fn game() -> GameDefinition {
    limit_game(4, 4, 2, "3 2 2", "0 2 1")
}

/// A policy, and what a best response wins from it on all flops.
fn exact(made: Made) -> (Measured, Exploitability) {
    let measured = Measured { made, game: RealGame::new(&game()).unwrap() };
    let found = ALL.of(&measured.game, measured.made.player(), None, &Silent).unwrap();
    (measured, found)
}

fn reference(made: Made) -> FlopReference {
    let (measured, found) = exact(made);
    FlopReference::of("another", json!({ "number": 1 }), &game(), &measured.game, &found).unwrap()
}

/// A policy of no sense at all.
fn made(seed: u64) -> Made {
    Made::symmetric(&game(), &[4], seed)
}

#[test]
fn the_flops_of_a_reference_add_up_to_what_a_best_response_wins() {
    let (measured, found) = exact(made(2));
    let flops = measured.game.flops();
    let by_flop = found.responses.by_flop.as_ref().unwrap();
    let total: f64 = flops.iter().map(|flop| f64::from(flop.size)).sum();
    for position in [0, 1] {
        let sum: f64 = flops.iter().zip(by_flop).map(|(flop, seats)| f64::from(flop.size) * seats[position]).sum();
        assert_close(sum / total, found.responses.by_seat[position], 1e-12, &format!("position {position}"));
    }
    assert!(by_flop.iter().any(|seats| (seats[0] - by_flop[0][0]).abs() > 0.1), "flops differ");
}

#[test]
fn on_all_flops_the_level_is_the_exact_one() {
    let (_, found) = exact(made(2));
    let paired = reference(made(9)).exact_level(found.mbb(found.responses.middle()));
    assert_close(paired.level(), found.mbb(found.responses.middle()), 1e-9, "level");
    assert_eq!((paired.standard_error, paired.reference), (0.0, reference(made(9)).mbb_per_game));
    assert!(paired.difference.abs() > 1.0);
}

/// Of 120 samples: how often the 95 % interval holds the exact value, and how far its middle is from it beside the
/// plain estimate.
#[test]
fn levels_by_a_reference_hold_the_exact_value_and_are_nearer_than_without() {
    // A policy and the same in parts of 255: nearly all luck is common.
    let rounded = Made { policy: made(2).policy.in_parts(), ..made(2) };
    let ((measured, exact), reference) = (exact(rounded), reference(made(2)));
    let flops = measured.game.flops();
    let (openings, values) = (measured.openings(FlopWork::BestResponse), measured.values(FlopWork::BestResponse));
    let level = exact.mbb(exact.responses.middle());
    let samples = 120;
    let (mut held, mut by_reference, mut plainly) = (0, 0.0, 0.0);
    for seed in 0..samples {
        let drawn = Measurement::drawn(24, seed);
        let played = drawn.played(&measured.game);
        let of_flop = |flop: &&BoardOrbit| values[flops.iter().position(|it| it == *flop).unwrap()].clone();
        let values: Vec<_> = played.distinct().iter().map(of_flop).collect();
        let found = Exploitability { responses: played.responses(openings.each_ref(), &values), ..exact.clone() };
        let known = reference.drawn(&played.numbers());
        let paired = reference.level(&found.drawn().unwrap(), &known);
        held += usize::from((paired.level() - level).abs() <= 1.96 * paired.standard_error);
        by_reference += (paired.level() - level).powi(2) / samples as f64;
        plainly += (found.mbb(found.responses.middle()) - level).powi(2) / samples as f64;
    }
    assert!(held as f64 >= 0.92 * samples as f64, "{held} of {samples}");
    assert!(by_reference < plainly / 2.0, "{by_reference} {plainly}");
}

#[test]
fn what_is_no_reference_of_this_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reference.json");
    let good = reference(made(9));
    good.write(&file).unwrap();
    assert_eq!(FlopReference::read(&file).unwrap(), good);
    let refused = |reference: &FlopReference, definition: &GameDefinition| {
        reference.require_game("here", definition).unwrap_err().to_string()
    };
    good.require_game("here", &game()).unwrap();
    assert!(refused(&good, &limit_game(4, 4, 2, "3 2 2", "0 2 0")).contains("here: no reference"));
    let other = |change: &dyn Fn(&mut FlopReference)| {
        let mut other = good.clone();
        change(&mut other);
        refused(&other, &game())
    };
    assert!(other(&|it| drop(it.flops.pop())).contains("does not list all flops"));
    assert!(other(&|it| it.flops[3].button = f64::NAN).contains("does not list all flops"));
    assert!(other(&|it| it.flops[3].weight += 1).contains("does not list all flops"));
    assert!(other(&|it| it.flops[3].button += 1.0).contains("do not add up"));
    std::fs::write(&file, "{}").unwrap();
    let found = FlopReference::read(&file).unwrap_err().to_string();
    assert!(found.contains("reference.json: no reference") && found.contains("--flops all"), "{found}");
}
