//! Networks: gradients against finite differences, equal bits on all instruction sets, and what they learn.

use companions::mlp::training::{Learner, Optimiser};
use companions::mlp::{Example, Network, Output, Target};
use companions::streams::{Purpose, below, normal, unit};
use evaluator::processor::Processor;

const DRAWN: Purpose = Purpose(1);

/// Sparse random inputs; actions under a random mask, or numbers.
fn random_examples(width: usize, count: u64, output: Output) -> Vec<Example> {
    let example = |number: u64| {
        let mut dice = DRAWN.generator(2, number);
        let inputs: Vec<(usize, f32)> = (0..width)
            .filter(|place| place % 3 != number as usize % 3)
            .map(|it| (it, normal(&mut dice) as f32))
            .collect();
        let target = match output {
            Output::Number => Target::Number(unit(&mut dice) as f32),
            Output::Actions => {
                // At least two actions, the chosen one among them.
                let legal = [0b011, 0b110, 0b101, 0b111][below(&mut dice, 4) as usize];
                let chosen = (0..3).filter(|it| legal >> it & 1 == 1).nth(below(&mut dice, 2) as usize).unwrap();
                Target::Action { chosen, legal }
            }
        };
        Example::new(inputs, target)
    };
    (0..count).map(example).collect()
}

/// A plain twin in `f64`: the loss of one example where one weight or bias (`place`) of a layer is moved by a little.
fn loss(network: &Network, example: &Example, (layer, place, by): (usize, usize, f64)) -> f64 {
    let mut values = vec![0.0; network.layers[0].weights.len() / network.layers[0].biases.len()];
    example.inputs.iter().for_each(|&(input, value)| values[usize::from(input)] = f64::from(value));
    for (number, it) in network.layers.iter().enumerate() {
        let outputs = it.biases.len();
        let moved = |at: usize| if (number, at) == (layer, place) { by } else { 0.0 };
        let weight = |at: usize| f64::from(it.weights[at]) + moved(at);
        let output = |output: usize| {
            let products = values.iter().enumerate().map(|(input, value)| value * weight(input * outputs + output));
            let bias = f64::from(it.biases[output]) + moved(it.weights.len() + output);
            let sum = bias + products.sum::<f64>();
            if number + 1 < network.layers.len() { sum.max(0.0) } else { sum }
        };
        values = (0..outputs).map(output).collect();
    }
    match example.target {
        Target::Number(right) => (values[0] - f64::from(right)).powi(2) / 2.0,
        Target::Action { chosen, legal } => {
            let all: f64 = (0..values.len()).filter(|it| legal >> it & 1 == 1).map(|it| values[it].exp()).sum();
            all.ln() - values[usize::from(chosen)]
        }
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    // 20 outputs take a block of sixteen and four single ones; 70 a block of sixty-four.
    for (widths, output) in
        [(vec![7, 20, 5, 3], Output::Actions), (vec![5, 70, 6, 1], Output::Number), (vec![4, 3], Output::Actions)]
    {
        let examples = random_examples(widths[0], 12, output);
        let numbers: Vec<u32> = (0..12).collect();
        let network = Network::he(&widths, output, 3);
        let gradient = Learner::new(network.clone(), Optimiser::Sgd { rate: 0.1 }, 4).gradient(&examples, &numbers);
        for (layer, slopes) in gradient.iter().enumerate() {
            for (place, &found) in slopes.weights.iter().chain(&slopes.biases).enumerate() {
                let moved = |by: f64| examples.iter().map(|it| loss(&network, it, (layer, place, by))).sum::<f64>();
                let expected = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                assert!(
                    (f64::from(found) - expected).abs() <= 1e-3 * expected.abs().max(1e-2),
                    "{widths:?} layer {layer} place {place}: {found} for {expected}"
                );
            }
        }
    }
}

#[test]
fn learning_and_answers_have_the_same_bits_on_every_instruction_set() {
    let examples = random_examples(40, 300, Output::Actions);
    let order: Vec<u32> = (0..1_000).map(|it| it * 7 % 300).collect();
    for optimiser in [Optimiser::Sgd { rate: 0.1 }, Optimiser::RmsProp { rate: 0.01, decay: 0.9 }] {
        let learned = |processor: Processor| {
            let mut learner = Learner::new(Network::he(&[40, 64, 20, 3], Output::Actions, 5), optimiser, 32);
            learner.learn_by(processor, &examples, &order);
            let answers = learner.network.answers_by(processor, &examples, &order);
            (learner.network, answers.iter().map(|it| it.to_bits()).collect::<Vec<_>>())
        };
        let plain = learned(Processor::Portable);
        for processor in Processor::available() {
            assert!(learned(processor) == plain, "{processor:?}");
        }
    }
}

#[test]
fn answers_are_probabilities_of_legal_actions_alone() {
    let examples = random_examples(9, 60, Output::Actions);
    let network = Network::he(&[9, 16, 3], Output::Actions, 1);
    let numbers: Vec<u32> = (0..60).collect();
    for (&number, answer) in numbers.iter().zip(network.answers(&examples, &numbers).chunks_exact(3)) {
        let Target::Action { legal, .. } = examples[number as usize].target else { unreachable!() };
        assert!((answer.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        for (action, &probability) in answer.iter().enumerate() {
            assert_eq!(probability > 0.0, legal >> action & 1 == 1);
        }
    }
}

#[test]
fn a_step_of_each_rule_is_the_one_of_its_formula() {
    // One weight, one bias, input 3, target 5: the answer is 0, its derivative -5 by the bias and -15 by the weight.
    let examples = [Example::new([(0, 3.0)], Target::Number(5.0))];
    let moved = |optimiser| {
        let mut learner = Learner::new(Network::zeros(&[1, 1], Output::Number), optimiser, 1);
        learner.learn(&examples, &[0]);
        (learner.network.layers[0].weights[0], learner.network.layers[0].biases[0])
    };
    let (weight, bias) = moved(Optimiser::Sgd { rate: 0.01 });
    assert!((weight - 0.15).abs() < 1e-7 && (bias - 0.05).abs() < 1e-7, "{weight} {bias}");
    // After one step the running mean is a tenth of the square: the step is rate / sqrt(0.1), whatever the slope.
    let (weight, bias) = moved(Optimiser::RmsProp { rate: 0.01, decay: 0.9 });
    for value in [weight, bias] {
        assert!((value - 0.01 / 0.1f32.sqrt()).abs() < 1e-7, "{value}");
    }
}

#[test]
fn a_network_learns_what_no_single_layer_can() {
    let examples = [[0u8, 0], [1, 0], [0, 1], [1, 1]].map(|bits| {
        let inputs = bits.map(f32::from).into_iter().enumerate();
        Example::new(inputs, Target::Action { chosen: bits[0] ^ bits[1], legal: 0b11 })
    });
    let all = [0, 1, 2, 3];
    let mut learner = Learner::new(Network::he(&[2, 16, 2], Output::Actions, 4), Optimiser::Sgd { rate: 0.5 }, 4);
    for _ in 0..500 {
        learner.learn(&examples, &all);
    }
    assert_eq!((learner.network.accuracy(&examples, &all), learner.steps), (1.0, 500));
}
