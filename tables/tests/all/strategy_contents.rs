//! Distributions are quantised fairly, and a node's content is what the file formats say.

use crate::random_nodes::{any_bits, any_weights, eight_bits, node_of};
use crate::strategies::of_actions;
use proptest::prelude::*;
use tables::strategy::block::{NodeStrategy, ProbabilityBits, quantise};

#[test]
fn zero_and_one_stay_exact_and_ties_go_to_the_first_action() {
    for bits in ProbabilityBits::ALL {
        let (whole, half) = (bits.parts(), bits.parts().div_ceil(2));
        let quantise = |probabilities: &[f32]| quantise(probabilities, bits.parts());
        assert_eq!(quantise(&[0.0, 1.0, 0.0]), of_actions([0, whole, 0]));
        assert_eq!(quantise(&[0.5, 0.5]), of_actions([half, whole - half, 0]));
        assert_eq!(quantise(&[1.0, 1.0, 1.0]), of_actions([whole / 3; 3]));
        assert_eq!(quantise(&[0.0, 0.5, 0.5]), of_actions([0, half, whole - half]));
        assert_eq!(quantise(&[1.0]), of_actions([whole, 0, 0]));
        assert_eq!(quantise(&[]), of_actions([0, 0, 0]));
        assert_eq!(quantise(&[0.0, 0.0]), of_actions([half, whole - half, 0]));
        assert_eq!(quantise(&[f32::NAN, -1.0, 2.0]), of_actions([0, 0, whole]));
        assert_eq!(quantise(&[f32::INFINITY, 1.0, f32::INFINITY]), of_actions([half, 0, whole - half]));
    }
}

#[test]
fn bits_are_four_eight_or_sixteen() {
    for (text, bits) in ["4", "8", "16"].into_iter().zip(ProbabilityBits::ALL) {
        assert_eq!((text.parse(), bits.to_string().as_str()), (Ok(bits), text));
        assert_eq!(u32::from(bits.parts()), (1u32 << bits.number()) - 1);
    }
    for wrong in ["", "0", "7", "32", "-8", "eight"] {
        assert!(wrong.parse::<ProbabilityBits>().unwrap_err().contains("4, 8 or 16"), "{wrong}");
    }
}

/// The obvious way: of all triples that sum to the whole, one with the least largest error. Of 16 bits only those
/// within two parts of the exact numbers are tried.
fn least_largest_error(probabilities: &[f32; 3], bits: ProbabilityBits) -> f64 {
    let sum: f64 = probabilities.iter().map(|&p| f64::from(p)).sum();
    let whole = i64::from(bits.parts());
    let exact = probabilities.map(|p| f64::from(p) / sum * whole as f64);
    let candidates = |exact: f64| {
        let near = exact as i64;
        if bits == ProbabilityBits::Sixteen { (near - 2).max(0)..=(near + 2).min(whole) } else { 0..=whole }
    };
    let mut least = f64::MAX;
    for a in candidates(exact[0]) {
        for b in candidates(exact[1]).filter(|b| a + b <= whole) {
            let error = [a, b, whole - a - b].iter().zip(exact).map(|(&n, x)| (n as f64 - x).abs()).fold(0.0, f64::max);
            least = least.min(error);
        }
    }
    least
}

#[test]
fn steps_must_divide_the_whole_and_give_whole_steps() {
    let mut node = eight_bits(3, 2).unwrap();
    assert!(node.set_in_steps(1, &[0.15, 0.6, 0.25], 5));
    assert_eq!(node.parts(1), Some(of_actions([51, 153, 51])));
    for steps in [0, 2, 4, 256, 510] {
        assert!(!node.set_in_steps(1, &[1.0, 0.0, 0.0], steps), "{steps}");
    }
    assert!(!node.set_in_steps(2, &[1.0, 0.0, 0.0], 5) && !node.set_in_steps(1, &[1.0, 0.0], 5));
    assert_eq!((node.parts(0), node.parts(1)), (Some(of_actions([0, 0, 255])), Some(of_actions([51, 153, 51]))));
}

#[test]
fn contents_that_no_strategy_has_are_refused() {
    let node = |bits, content: &[u8]| NodeStrategy::from_bytes(3, 1, bits, content);
    let (four, eight, sixteen) = (ProbabilityBits::Four, ProbabilityBits::Eight, ProbabilityBits::Sixteen);
    let parts = |bits, content: &[u8]| node(bits, content).unwrap().parts(0).unwrap();
    // Two marks, the first in the lowest bits: 2 between, 1 all that is left, 0 nothing.
    assert_eq!(parts(eight, &[0b10_10, 200, 54]), of_actions([200, 54, 1]));
    assert_eq!(parts(eight, &[0b01_10, 200]), of_actions([200, 55, 0]));
    assert_eq!(parts(eight, &[0b00_01]), of_actions([255, 0, 0]));
    assert_eq!(parts(four, &[0b10_10, 0x34]), of_actions([4, 3, 8]));
    assert_eq!(
        parts(sixteen, &[0b10_10, 0x12, 0x34, 0x56, 0x78]),
        of_actions([0x1256, 0x3478, 0xffff - 0x1256 - 0x3478])
    );
    for (wrong, bits, content) in [
        ("too short", eight, &[0b10_10, 200][..]),
        ("too long", eight, &[0b00_10, 200, 1]),
        ("nothing at all", eight, &[]),
        ("a mark that is none", eight, &[0b11_00]),
        ("all of nothing", eight, &[0b01_01]),
        ("a number where nothing is left", eight, &[0b10_01, 1]),
        ("a number of nothing", eight, &[0b00_10, 0]),
        ("a number of all that is left", eight, &[0b10_10, 200, 55]),
        ("a mark too many", eight, &[0b01_00_00]),
        ("a number too many of four bits", four, &[0b00_10, 0x34]),
        ("a whole of four bits", four, &[0b00_10, 0x0f]),
        ("low bytes missing", sixteen, &[0b10_10, 1, 1, 1]),
    ] {
        assert_eq!(node(bits, content), None, "{wrong}");
    }
}

/// A node's content as the file formats give it, written out bit by bit.
fn naive_content(node: &NodeStrategy) -> Vec<u8> {
    let (free, whole) = (node.actions() - 1, node.bits().parts());
    let (mut marks, mut numbers) = (Vec::new(), Vec::new());
    for bucket in 0..node.buckets() {
        let parts = node.parts(bucket).unwrap();
        for action in 0..free {
            let left = whole - parts[..action].iter().sum::<u16>();
            let mark = if parts[action] == 0 { 0 } else { 1 + u8::from(parts[action] != left) };
            marks.extend([mark & 1, mark >> 1]);
            if mark == 2 {
                numbers.push((action, bucket, parts[action]));
            }
        }
    }
    let from_bits = |bits: &[u8]| -> Vec<u8> {
        bits.chunks(8).map(|byte| byte.iter().enumerate().map(|(place, bit)| bit << place).sum()).collect()
    };
    numbers.sort_unstable();
    let numbers = numbers.iter().map(|&(_, _, number)| number);
    let mut content = from_bits(&marks);
    content.extend(match node.bits() {
        ProbabilityBits::Four => {
            from_bits(&numbers.flat_map(|number| (0..4).map(move |bit| (number >> bit & 1) as u8)).collect::<Vec<_>>())
        }
        ProbabilityBits::Eight => numbers.map(|number| number as u8).collect(),
        ProbabilityBits::Sixteen => numbers
            .clone()
            .map(|number| (number / 256) as u8)
            .chain(numbers.map(|number| (number % 256) as u8))
            .collect(),
    });
    content
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_largest_error_of_a_probability_is_the_least_possible(weights in any_weights(), bits in any_bits()) {
        prop_assume!(weights.iter().sum::<f32>() > 0.0);
        let parts = quantise(&weights, bits.parts());
        let whole = f64::from(bits.parts());
        prop_assert_eq!(parts.iter().map(|&part| u32::from(part)).sum::<u32>(), u32::from(bits.parts()));
        let sum: f64 = weights.iter().map(|&p| f64::from(p)).sum();
        let mut largest = 0.0f64;
        for (part, weight) in parts.into_iter().zip(weights) {
            prop_assert!(weight > 0.0 || part == 0);
            largest = largest.max((f64::from(part) - f64::from(weight) / sum * whole).abs());
        }
        prop_assert!(largest <= least_largest_error(&weights, bits) + 1e-9);
        prop_assert!(largest < 1.0);
    }

    #[test]
    fn a_nodes_content_is_as_the_format_tells_and_comes_back(
        weights in prop::collection::vec(any_weights(), 1..40), actions in 1usize..=3, bits in any_bits()
    ) {
        let node = node_of(actions, bits, &weights);
        let content = node.bytes();
        prop_assert_eq!(&content, &naive_content(&node));
        prop_assert_eq!(NodeStrategy::from_bytes(actions, weights.len(), bits, &content), Some(node));
        if actions > 1 {
            let shorter = &content[..content.len() - 1];
            prop_assert_eq!(NodeStrategy::from_bytes(actions, weights.len(), bits, shorter), None);
        }
        let longer = [&content[..], &[0]].concat();
        prop_assert_eq!(NodeStrategy::from_bytes(actions, weights.len(), bits, &longer), None);
    }
}
