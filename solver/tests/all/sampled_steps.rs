//! In which batches boards and deals are played, and which steps of a rule they are.

use crate::support::RULES;
use solver::train::UpdateRule;
use solver::train::boards::BOARDS_OF_A_BATCH;
use solver::train::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH};
use solver::train::sampled_training::{BOARDS_OF_AN_EPOCH, SampledSteps, batch_end};

#[test]
fn round_numbers_of_iterations_end_with_a_batch() {
    for round in [1, 7, 10, 20, 36, 50, 95, 100, 190, 200, 500, 1_000, 3_000, 44_000, 300_000, 1_000_000] {
        for most in [1, BOARDS_OF_A_BATCH, 1_000] {
            assert!(batch_end(round, most) - round < most, "{round} {most}");
            if most <= BOARDS_OF_A_BATCH {
                assert_eq!(batch_end(round, most), round, "{most}");
            }
        }
    }
    assert_eq!([batch_end(21, 20), batch_end(51, 20), batch_end(101, 20), batch_end(201, 20)], [22, 55, 110, 220]);
    assert_eq!([batch_end(201, 1_000), batch_end(10_001, 1_000), batch_end(999_999, 1_000)], [220, 11_000, 1_000_000]);
}

#[test]
fn batches_follow_each_other_without_gap_or_overlap_and_never_straddle_an_epoch() {
    for (most, epoch) in [
        (1, BOARDS_OF_AN_EPOCH),
        (BOARDS_OF_A_BATCH, BOARDS_OF_AN_EPOCH),
        (DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH),
        (1_000, u64::MAX),
    ] {
        let mut first = 1;
        while first < 200_000 {
            let last = batch_end(first, most);
            assert!(last >= first && last - first < most);
            // Wherever in the batch one asks, it ends there.
            assert!((first..=last).all(|iteration| batch_end(iteration, most) == last), "{first} {last}");
            assert_eq!((first - 1) / epoch, (last - 1) / epoch, "{first} {last}");
            first = last + 1;
        }
    }
}

#[test]
fn sampled_runs_count_epochs_where_a_rule_discounts() {
    let epoch = BOARDS_OF_AN_EPOCH;
    for rule in RULES {
        let steps = SampledSteps { rule, epoch, planned: 4 * epoch, averaged_of: 1 };
        let due: Vec<u64> = (1..=2 * epoch + 1).filter(|&iteration| steps.discounts_before(iteration)).collect();
        if rule.discounts() {
            assert_eq!(due, [1, epoch + 1, 2 * epoch + 1], "{rule}");
            assert_eq!(steps.step(2 * epoch + 1), rule.step(3, 4));
        } else {
            assert!(due.is_empty());
            assert_eq!(steps.step(2 * epoch + 1), rule.step(2 * epoch + 1, 4 * epoch));
        }
    }
}

#[test]
fn averages_of_some_iterations_carry_the_weight_of_all() {
    let steps = |averaged_of| SampledSteps { rule: UpdateRule::Cfr, epoch: 500, planned: 0, averaged_of };
    let weights = |averaged_of| (1..=4_000).map(|it| steps(averaged_of).step(it).average_weight).collect::<Vec<_>>();
    let (all, some) = (weights(1), weights(4));
    assert_eq!(all[..200], some[..200]);
    assert_eq!(all.iter().sum::<f64>(), some.iter().sum::<f64>());
    assert_eq!(some[200..].iter().filter(|&&weight| weight > 0.0).count(), 950);
    // What is learnt does not depend on it.
    assert!((1..=4_000).all(|it| steps(4).step(it).regret_weight == 1.0));
}
