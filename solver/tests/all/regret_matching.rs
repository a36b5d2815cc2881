//! Regret matching and update rules: held to scalar twins and to published numbers.

use crate::naive::shares;
use crate::support::{RULES, history_lanes};
use proptest::prelude::*;
use solver::game::{GameDefinition, Next};
use solver::train::UpdateRule;
use solver::train::update_rule::{EndValues, action_gains, match_regrets, normalise};
use solver::walk::{HistoryLanes, LANES, Row, Shape};

fn holdem_lanes() -> HistoryLanes {
    history_lanes(&GameDefinition::holdem_limit())
}

/// The value of a decision and the gains of the player's actions below it, one history at a time; the opponent's
/// probabilities are in the ends' values.
fn scalar_gains(shape: &Shape, player: usize, node: usize, strategy: &[f64], ends: &[f64], gains: &mut [f64]) -> f64 {
    let node = &shape.nodes[node];
    let value_after = |child: &Next<usize, usize>| match *child {
        Next::Decision(child) => scalar_gains(shape, player, child, strategy, ends, gains),
        Next::End(end) => ends[end],
    };
    let values: Vec<f64> = node.children.iter().map(value_after).collect();
    if node.player != player {
        return values.iter().sum();
    }
    let value = values.iter().zip(&strategy[node.first_slot..]).map(|(value, share)| value * share).sum();
    gains[node.first_slot..].iter_mut().zip(values).for_each(|(gain, after)| *gain = after - value);
    value
}

/// Regrets of all sizes and signs, many of them zero.
fn regret() -> impl Strategy<Value = f64> {
    prop_oneof![2 => Just(0.0), 3 => -10.0..10.0, 1 => -1e9..1e9, 1 => -1e-9..1e-9]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_strategies_of_sixteen_histories_match_the_scalar_twin(
        round in 0usize..4, player in 0usize..2, regrets in prop::collection::vec(regret(), 26 * LANES),
    ) {
        let lanes = holdem_lanes();
        let shape = lanes.rounds[round].shape(0);
        let cells = &regrets.as_chunks::<LANES>().0[..shape.slots];
        let untouched = Row::splat(-7.0);
        let mut strategy = vec![untouched; shape.slots];
        match_regrets(shape, player, cells, &mut strategy);
        for node in &shape.nodes {
            let slots = node.first_slot..node.first_slot + node.children.len();
            if node.player != player {
                prop_assert!(strategy[slots].iter().all(|row| *row == untouched));
                continue;
            }
            for lane in 0..LANES {
                let regrets: Vec<f64> = cells[slots.clone()].iter().map(|cell| cell[lane]).collect();
                let found: Vec<f64> = strategy[slots.clone()].iter().map(|row| row.0[lane]).collect();
                for (found, expected) in found.iter().zip(shares(&regrets)) {
                    prop_assert!((found - expected).abs() < 1e-12, "{found} {expected}");
                }
                prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_gains_of_sixteen_histories_match_the_scalar_twin(
        round in 0usize..4,
        player in 0usize..2,
        regrets in prop::collection::vec(regret(), 26 * LANES),
        values in prop::collection::vec(-100.0..100.0, 40 * LANES),
    ) {
        let lanes = holdem_lanes();
        let shape = lanes.rounds[round].shape(0);
        let mut strategy = vec![Row::default(); shape.slots];
        match_regrets(shape, player, &regrets.as_chunks::<LANES>().0[..shape.slots], &mut strategy);
        // Two buckets, of which the second is looked at.
        let ends: Vec<Row<f64>> = values.as_chunks::<LANES>().0.iter().map(|&it| Row::from(it)).collect();
        let values = EndValues { ends: &ends, stride: 2, bucket: 1 };
        let (mut nodes, mut gains) = (vec![Row::default(); shape.nodes.len()], vec![Row::default(); shape.slots]);
        prop_assert!(2 * shape.ends <= ends.len());
        action_gains(shape, player, &strategy, values, &mut nodes, &mut gains);
        for lane in 0..LANES {
            let of_lane = |rows: &[Row<f64>]| rows.iter().map(|row| row.0[lane]).collect::<Vec<f64>>();
            let ends: Vec<f64> = (0..shape.ends).map(|end| ends[2 * end + 1].0[lane]).collect();
            let mut expected = vec![0.0; shape.slots];
            let value = scalar_gains(shape, player, 0, &of_lane(&strategy), &ends, &mut expected);
            prop_assert!((nodes[0].0[lane] - value).abs() < 1e-9);
            for (found, expected) in of_lane(&gains).iter().zip(&expected) {
                prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            }
        }
    }
}

#[test]
fn without_positive_regret_every_action_is_played_alike() {
    for weights in [[0.0f32; 3], [-0.0; 3]] {
        let mut rows = weights.map(Row::<f32>::splat);
        normalise(&mut rows);
        assert!(rows.iter().all(|row| row.0.iter().all(|&share| share == 1.0 / 3.0)), "{rows:?}");
    }
    let lanes = holdem_lanes();
    let shape = lanes.rounds[0].shape(0);
    let mut strategy = vec![Row::<f64>::default(); shape.slots];
    match_regrets(shape, 1, &vec![[-3.0; LANES]; shape.slots], &mut strategy);
    let root = &shape.nodes[0];
    assert_eq!((root.player, root.children.len()), (1, 3));
    assert!(strategy[..3].iter().all(|row| row.0.iter().all(|&share| share == 1.0 / 3.0)));
}

/// Discounts make the sums of what is no longer reached ever smaller, down to numbers by which nothing can be divided.
#[test]
fn sums_next_to_nothing_give_probabilities() {
    // From the least number there is, a 2^23rd of the least normal one.
    for weight in (0..=30).map(|power| f32::from_bits(1) * (1u32 << power) as f32) {
        let mut rows = [weight, 3.0 * weight, 0.0].map(Row::<f32>::splat);
        normalise(&mut rows);
        let expected = if 4.0 * weight < f32::MIN_POSITIVE { [1.0 / 3.0; 3] } else { [0.25, 0.75, 0.0] };
        assert_eq!(rows.map(|row| row.0[0]), expected, "{weight:e}");
    }
}

#[test]
fn rules_read_back_what_they_write() {
    let odd = UpdateRule::Discounted { alpha: 1.25, beta: -0.5, gamma: 3.0 };
    for rule in RULES.into_iter().chain([odd]) {
        assert_eq!(rule.to_string().parse(), Ok(rule));
        let json = serde_json::to_string(&rule).unwrap();
        assert_eq!(serde_json::from_str::<UpdateRule>(&json).unwrap(), rule);
    }
    assert_eq!("dcfr".parse(), Ok(UpdateRule::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 }));
    assert_eq!("dcfr:1.5, 0, 2".parse(), Ok(UpdateRule::DCFR));
    assert_eq!("cfr+".parse(), Ok(UpdateRule::CfrPlus));
}

#[test]
fn what_is_no_rule_is_refused_with_the_choices() {
    let with_numbers =
        ["dcfr:", "dcfr:1,2", "dcfr:1,2,3,4", "dcfr:a,b,c", "dcfr:1,inf,2", "dcfr:NaN,0,2", "dcfr:1.5,0,-1"];
    for text in ["", "CFR", "cfr++", "lcfr"].into_iter().chain(with_numbers) {
        let error = text.parse::<UpdateRule>().unwrap_err();
        assert!(error.contains(&format!("'{text}'")) && error.contains("hs-dcfr"), "{error}");
    }
}

#[test]
fn discounts_are_those_of_the_papers() {
    // Before iteration 5 the past counts 4 iterations: 4^1.5 = 8 and 4^0 = 1.
    let step = UpdateRule::DCFR.step(5, 0);
    assert!((step.keep_positive - 8.0 / 9.0).abs() < 1e-12);
    assert!((step.keep_negative - 0.5).abs() < 1e-12);
    assert!((step.keep_average - 0.64).abs() < 1e-12);
    assert_eq!((step.regret_weight, step.average_weight, step.floor), (1.0, 1.0, false));
    // Half way: α = 2.5, β = -2, γ = 27.5.
    let step = UpdateRule::ScheduledDiscounted.step(5, 8);
    assert!((step.keep_positive - 32.0 / 33.0).abs() < 1e-12);
    assert!((step.keep_negative - 1.0 / 17.0).abs() < 1e-12);
    assert!((step.keep_average - 0.8f64.powf(27.5)).abs() < 1e-12);
    assert!(RULES.iter().all(|rule| rule.step(1, 10).keep_positive == 1.0));
    assert_eq!(UpdateRule::Linear.step(7, 0).regret_weight, 7.0);
    assert_eq!((UpdateRule::CfrPlus.step(7, 0).average_weight, UpdateRule::CfrPlus.step(7, 0).floor), (7.0, true));
    let far = UpdateRule::Discounted { alpha: 400.0, beta: -400.0, gamma: 2.0 }.step(1_000_000, 0);
    assert_eq!((far.keep_positive, far.keep_negative), (1.0, 0.0));
}

/// The first iteration that plays the second of the actions worth 0, 1 and -1,000,000 with certainty.
fn iterations_to_the_best_action(rule: UpdateRule) -> u64 {
    let payoffs = [0.0, 1.0, -1_000_000.0];
    let mut regrets = [0.0f64; 3];
    for iteration in 1..=1_000_000 {
        let mut strategy = regrets.map(|regret| Row::<f64>::splat(regret.max(0.0)));
        normalise(&mut strategy);
        let strategy = strategy.map(|row| row.0[0]);
        if strategy[0] == 0.0 && strategy[2] == 0.0 {
            return iteration;
        }
        let step = rule.step(iteration, 1_000_000);
        let value: f64 = payoffs.iter().zip(&strategy).map(|(payoff, share)| payoff * share).sum();
        for (regret, payoff) in regrets.iter_mut().zip(payoffs) {
            *regret *= if *regret > 0.0 { step.keep_positive } else { step.keep_negative };
            *regret += step.regret_weight * (payoff - value);
            if step.floor {
                *regret = regret.max(0.0);
            }
        }
    }
    panic!("{rule} does not settle");
}

#[test]
fn a_great_mistake_is_forgotten_after_the_published_numbers_of_iterations() {
    // Brown & Sandholm 2019, section 3. Their 970 for linear CFR is 972 in exact arithmetic with weights of t:
    // iteration 970 still plays the first action with probability 0.0035, iteration 971 with 0.0014.
    assert_eq!(iterations_to_the_best_action(UpdateRule::Cfr), 471_407);
    assert_eq!(iterations_to_the_best_action(UpdateRule::CfrPlus), 471_407);
    assert_eq!(iterations_to_the_best_action(UpdateRule::Linear), 972);
    // Its discounts of the positive regrets multiply to about a ninth.
    assert!(iterations_to_the_best_action(UpdateRule::DCFR) < 471_407 / 8);
}
