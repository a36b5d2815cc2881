//! Networks: gradients against finite differences, equal bits on all instruction sets, and what they learn.

use companions::mlp::training::{Learner, Optimiser};
use companions::mlp::{Example, Real, Target};
use companions::mlp::{Network, Output};
use companions::streams::{Purpose, below, normal, unit};
use evaluator::processor::Processor;

const DRAWN: Purpose = Purpose(1);

/// Sparse random inputs; actions under a random mask, or numbers.
fn random_examples<T: Real>(width: usize, count: u64, output: Output) -> Vec<Example<T>> {
    let example = |number: u64| {
        let mut dice = DRAWN.generator(2, number);
        let inputs: Vec<(usize, T)> = (0..width)
            .filter(|place| place % 3 != number as usize % 3)
            .map(|it| (it, T::of(normal(&mut dice))))
            .collect();
        let target = match output {
            Output::Number => Target::Number(T::of(unit(&mut dice))),
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

fn loss(network: &Network<f64>, examples: &[Example<f64>], numbers: &[u32]) -> f64 {
    match network.output {
        Output::Actions => -network.log_likelihoods(examples, numbers).iter().sum::<f64>(),
        Output::Number => network.squared_error(examples, numbers) * numbers.len() as f64 / 2.0,
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    // 20 outputs take a block of sixteen and four single ones; 70 a block of sixty-four.
    for (widths, output) in
        [(vec![7, 20, 5, 3], Output::Actions), (vec![5, 70, 6, 1], Output::Number), (vec![4, 3], Output::Actions)]
    {
        let examples = random_examples::<f64>(widths[0], 12, output);
        let numbers: Vec<u32> = (0..12).collect();
        let network = Network::<f64>::he(&widths, output, 3);
        let gradient = Learner::new(network.clone(), Optimiser::Sgd { rate: 0.1 }, 4).gradient(&examples, &numbers);
        for (layer, slopes) in gradient.iter().enumerate() {
            for place in 0..slopes.weights.len() + slopes.biases.len() {
                let moved = |by: f64| {
                    let mut network = network.clone();
                    let it = &mut network.layers[layer];
                    let weights = it.weights.len();
                    *(if place < weights { &mut it.weights[place] } else { &mut it.biases[place - weights] }) += by;
                    loss(&network, &examples, &numbers)
                };
                let expected = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                let weights = slopes.weights.len();
                let found = if place < weights { slopes.weights[place] } else { slopes.biases[place - weights] };
                assert!(
                    (found - expected).abs() <= 1e-3 * expected.abs().max(1e-2),
                    "{widths:?} layer {layer} place {place}: {found} for {expected}"
                );
            }
        }
    }
}

#[test]
fn learning_and_answers_have_the_same_bits_on_every_instruction_set() {
    let examples = random_examples::<f32>(40, 300, Output::Actions);
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
    let examples = random_examples::<f64>(9, 60, Output::Actions);
    let network = Network::<f64>::he(&[9, 16, 3], Output::Actions, 1);
    let numbers: Vec<u32> = (0..60).collect();
    for (&number, answer) in numbers.iter().zip(network.answers(&examples, &numbers).chunks_exact(3)) {
        let Target::Action { legal, .. } = examples[number as usize].target else { unreachable!() };
        assert!((answer.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (action, &probability) in answer.iter().enumerate() {
            assert_eq!(probability > 0.0, legal >> action & 1 == 1);
        }
    }
}

#[test]
fn a_step_of_each_rule_is_the_one_of_its_formula() {
    // One weight, one bias, input 3, target 5: the answer is 0, its derivative -5 by the bias and -15 by the weight.
    let examples = [Example::<f64>::new([(0, 3.0)], Target::Number(5.0))];
    let moved = |optimiser| {
        let mut learner = Learner::new(Network::zeros(&[1, 1], Output::Number), optimiser, 1);
        learner.learn(&examples, &[0]);
        (learner.network.layers[0].weights[0], learner.network.layers[0].biases[0])
    };
    let (weight, bias) = moved(Optimiser::Sgd { rate: 0.01 });
    assert!((weight - 0.15).abs() < 1e-12 && (bias - 0.05).abs() < 1e-12, "{weight} {bias}");
    // After one step the running mean is a tenth of the square: the step is rate / sqrt(0.1), whatever the slope.
    let (weight, bias) = moved(Optimiser::RmsProp { rate: 0.01, decay: 0.9 });
    for value in [weight, bias] {
        assert!((value - 0.01 / 0.1f64.sqrt()).abs() < 1e-7, "{value}");
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
