//! The stud player's parts: estimate, intention to drop, bet, opening, learning; each by numbers worked out by hand.

use companions::stud::estimate::{
    Adjustment, Learner, Lesson, RULES, Situation, Tendencies, adjusted, amount as amount_of_change, change, estimate,
    firing, rule_number,
};
use companions::stud::knowledge::Outlook;
use companions::stud::model::{
    Choice, Intentions, OpeningRule, Stakes, amount, noise, share_of_bluff, share_of_estimate,
};
use companions::stud::rules::Limits;
use proptest::prelude::*;

use crate::support::dice;

fn situations() -> impl Strategy<Value = Situation> {
    (0.0f64..=1.0, 0.0f64..=1.0, 0.0f64..=1.0, 1u8..=7).prop_map(|(p, below, bet_share, turn)| Situation {
        outlook: Outlook { p, expect: p - below },
        bet_share,
        turn,
    })
}

proptest! {
    #[test]
    fn nothing_is_adjusted_while_all_tendencies_are_50(situation in situations()) {
        let estimate = estimate(&situation, &Tendencies::default(), Adjustment::Plain);
        prop_assert_eq!(estimate.infer, 0.0);
        prop_assert_eq!(estimate.result, situation.outlook.expect);
    }

    #[test]
    fn the_result_stays_between_p_less_one_and_p(
        situation in situations(),
        tendencies in prop::array::uniform18(0.0f64..=100.0),
        full in any::<bool>(),
    ) {
        let adjustment = if full { Adjustment::Full } else { Adjustment::Plain };
        let estimate = estimate(&situation, &Tendencies(tendencies), adjustment);
        let p = situation.outlook.p;
        prop_assert!((p - 1.0 - 1e-12..=p + 1e-12).contains(&estimate.result), "{estimate:?}");
        prop_assert!((-1.0..=1.0).contains(&estimate.infer));
    }

    #[test]
    fn a_bet_never_leaves_its_limits(lower in 1u64..1_000_000, range in 0u64..1_000_000, share in 0.0f64..=1.0) {
        let limits = Limits { lower, upper: lower + range };
        for stakes in [Stakes::Aggressive, Stakes::Passive] {
            let kept = stakes.limits(limits);
            prop_assert!(kept.lower == lower && kept.upper <= limits.upper);
            let bet = amount(kept, share);
            prop_assert!((lower..=limits.upper).contains(&bet));
        }
    }

    #[test]
    fn intentions_lie_within_their_sets_and_grow_with_the_turn(bet_share in 0.0f64..=1.0) {
        let calibrated: Vec<f64> = (1..=7).map(|turn| Intentions::Calibrated.intention(bet_share, turn)).collect();
        prop_assert!(calibrated.iter().all(|it| (0.0..=0.2 + 1e-12).contains(it)), "{calibrated:?}");
        prop_assert!(calibrated.windows(2).all(|pair| pair[0] < pair[1]), "{calibrated:?}");
    }
}

#[test]
fn a_situation_fires_the_rules_worked_out_by_hand() {
    // Turn 3 is a third of the way: early 1/3, middle 2/3. A bet of 0.2 of the pot: few 0.6, middle 0.4. expect 0.5:
    // strong 3/4.
    let situation = Situation { outlook: Outlook { p: 0.9, expect: 0.5 }, bet_share: 0.2, turn: 3 };
    let firing = firing(&situation);
    let at = |turn, bet, strength| firing[rule_number(turn, bet, strength)];
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    close(at(1, 0, 1), 0.6);
    close(at(1, 1, 1), 0.4);
    close(at(0, 0, 1), 1.0 / 3.0);
    close(at(1, 0, 0), 0.25);
    assert_eq!(firing.iter().filter(|&&strength| strength > 0.0).count(), 8);
    assert_eq!(estimate(&situation, &Tendencies::default(), Adjustment::Plain).best_rule, rule_number(1, 0, 1));
    assert_eq!(rule_number(2, 2, 1), RULES - 1);
}

#[test]
fn equation_3_4_moves_towards_the_ends_of_the_range() {
    let situation = Situation { outlook: Outlook { p: 0.75, expect: 0.25 }, bet_share: 0.0, turn: 1 };
    let results = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|infer| adjusted(situation.outlook, infer));
    assert_eq!(results, [-0.25, 0.0, 0.25, 0.5, 0.75]);
    // Tendencies of 0 and 100 go there only if the adjustment is stretched, as the text wants it.
    let all = |tendency| Tendencies([tendency; RULES]);
    let result = |tendency, adjustment| estimate(&situation, &all(tendency), adjustment).result;
    assert!(result(100.0, Adjustment::Plain) < 0.6 && result(100.0, Adjustment::Full) > 0.7);
    assert!(result(0.0, Adjustment::Plain) > -0.1 && result(0.0, Adjustment::Full) < -0.2);
}

#[test]
fn intentions_by_turn_at_half_the_pot() {
    let by_turn = |sets: Intentions| [1, 2, 3, 4, 5, 6, 7].map(|turn| (1e3 * sets.intention(0.5, turn)).round());
    // The specification's own figures come from sums over 201 points; these are exact.
    let close = |found: [f64; 7], expected: [f64; 7]| {
        assert!(found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() <= 6.0), "{found:?}");
    };
    close(by_turn(Intentions::Calibrated), [17.0, 59.0, 79.0, 100.0, 138.0, 162.0, 200.0]);
    close(by_turn(Intentions::Textbook), [83.0, 314.0, 404.0, 500.0, 596.0, 686.0, 917.0]);
}

#[test]
fn bets_follow_equations_3_6_to_3_8() {
    assert_eq!(
        [share_of_estimate(0.5, 0.0), share_of_estimate(-1.0, 0.3), share_of_estimate(1.0, 0.3)],
        [0.75, 0.3, 1.0]
    );
    assert_eq!([share_of_bluff(0.0), share_of_bluff(4.5), share_of_bluff(9.0)], [0.5, 0.75, 1.0]);
    // Game 5.3: ⌊100 + a·(2,262 − 100)⌋ = 1,462 for a potential of 2.34.
    let limits = Limits { lower: 100, upper: 2_262 };
    assert!(amount(limits, share_of_bluff(2.33)) < 1_462 && amount(limits, share_of_bluff(2.35)) > 1_462);
    assert_eq!(amount(limits, 0.9999), 2_261);
    assert_eq!(Stakes::Passive.limits(limits), Limits { lower: 100, upper: 1_583 });
    assert_eq!(Stakes::Passive.limits(Limits { lower: 90, upper: 100 }), Limits { lower: 90, upper: 90 });
}

#[test]
fn the_noise_of_a_bet_has_variance_one_tenth() {
    let mut dice = dice(2);
    let draws: Vec<f64> = (0..40_000).map(|_| noise(&mut dice)).collect();
    let mean = draws.iter().sum::<f64>() / 40_000.0;
    let variance = draws.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 40_000.0;
    // Standard errors: 0.0016 of the mean, 0.0007 of the variance. A standard deviation of 0.1 would give 0.01.
    assert!(mean.abs() < 0.008 && (variance - 0.1).abs() < 0.004, "{mean} {variance}");
}

fn opened(rule: OpeningRule, result: f64, complete: bool, bluff_from: f64) -> [u32; 3] {
    let mut dice = dice(11);
    let potentials = [(0, 2.0), (1, 0.5), (2, 1.0)];
    let mut counts = [0; 3];
    for _ in 0..10_000 {
        counts[rule.choose(&Choice { potentials: &potentials, result, complete, bluff_from }, &mut dice)] += 1;
    }
    counts
}

#[test]
fn openings_deceive() {
    let near = |found: [u32; 3], expected: [u32; 3]| {
        assert!(found.iter().zip(expected).all(|(&found, expected)| found.abs_diff(expected) < 200), "{found:?}");
    };
    let infinite = f64::INFINITY;
    // Superior: the weakest looks with 80 %, the second weakest with 20 %; anything once the hand lies open.
    near(opened(OpeningRule::Deceptive, 0.1, false, infinite), [0, 8_000, 2_000]);
    near(opened(OpeningRule::Deceptive, 0.0, true, infinite), [3_333, 3_333, 3_333]);
    // Inferior: the strongest looks if a bluff may work, else anything.
    near(opened(OpeningRule::Deceptive, -0.1, false, 2.0), [10_000, 0, 0]);
    near(opened(OpeningRule::Deceptive, -0.1, false, 2.1), [3_333, 3_333, 3_333]);
    near(opened(OpeningRule::AlwaysWeakest, 0.1, false, infinite), [0, 10_000, 0]);
    near(opened(OpeningRule::StrongestFirst, 0.1, true, infinite), [10_000, 0, 0]);
    near(opened(OpeningRule::WeakestFirst, -0.1, false, 1.0), [0, 10_000, 0]);
    near(opened(OpeningRule::Random, -0.1, false, 1.0), [3_333, 3_333, 3_333]);
}

#[test]
fn learning_moves_tendencies_towards_the_truth() {
    let after = |result: f64, real: f64| {
        let mut learner = Learner::default();
        let lessons = [Lesson { rule: 5, result, real }; 8];
        learner.learn(&lessons);
        learner.tendencies.0
    };
    assert!((54.0..54.5).contains(&after(-0.6, 0.8)[5]));
    assert!((45.5..46.0).contains(&after(0.6, -0.8)[5]));
    assert!((after(0.7, 0.7)[5] - 50.0).abs() < 1e-9);
    // No other rule learns, and none leaves [0, 100].
    assert_eq!(after(-0.6, 0.8)[4], 50.0);
    let mut learner = Learner::default();
    learner.learn(&[Lesson { rule: 0, result: 1.0, real: -1.0 }; 100]);
    assert_eq!(learner.tendencies.0[0], 0.0);
}

#[test]
fn changes_follow_the_tables() {
    // Certainly weak and certainly strong: all of P; its ramp from 0 to 10 has its centre of gravity at 20/3.
    assert!((amount_of_change(-1.0, 1.0) - 20.0 / 3.0).abs() < 1e-12);
    assert!((amount_of_change(1.0, -1.0) + 20.0 / 3.0).abs() < 1e-12);
    assert!(amount_of_change(1.0, 1.0).abs() < 1e-12 && amount_of_change(-1.0, -1.0).abs() < 1e-12);
    // Table 3.4: N and P cancel, P and P add up.
    assert!(change(10.0, -10.0).abs() < 1e-12 && change(0.0, 0.0).abs() < 1e-12);
    assert!((change(10.0, 10.0) - 20.0 / 3.0).abs() < 1e-12);
    assert!((change(0.0, -10.0) + 20.0 / 3.0).abs() < 1e-12);
}
