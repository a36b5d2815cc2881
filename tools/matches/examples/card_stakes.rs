//! The factors of `matches::luck::all_in_equity::STAKES` that would have left the least variance in the hands of some
//! logs: least squares of the chips won on the luck of each round's cards.
//!
//! `cargo run --release -p equipoise-matches --example card_stakes LOG…`
#![allow(clippy::print_stdout)]

use matches::acpc::log_reader::LoggedHands;
use matches::luck::all_in_equity::AllInEquity;
use rayon::prelude::*;

const ROUNDS: usize = 4;

fn main() -> Result<(), matches::error::MatchError> {
    let files: Vec<_> = std::env::args_os().skip(1).map(Into::into).collect();
    let logs = LoggedHands::read(&files)?;
    let cards = AllInEquity::new(&logs.games[0]);
    let rows: Vec<([f64; ROUNDS], f64)> = logs
        .hands
        .par_iter()
        .filter(|hand| hand.game == 0)
        .map(|hand| {
            let luck = cards.luck(&hand.record);
            (luck.by_round, hand.record.chips[0] as f64 - luck.all_in)
        })
        .collect();
    // The normal equations, solved by elimination: nothing correlates, so no pivot is small.
    let mut system = [[0.0; ROUNDS + 1]; ROUNDS];
    for (luck, chips) in &rows {
        for (row, one) in system.iter_mut().zip(luck) {
            row.iter_mut().zip(luck.iter().chain([chips])).for_each(|(cell, other)| *cell += one * other);
        }
    }
    for pivot in 0..ROUNDS {
        let row = system[pivot];
        for other in (0..ROUNDS).filter(|&other| other != pivot) {
            let factor = system[other][pivot] / row[pivot];
            system[other].iter_mut().zip(row).for_each(|(cell, of_pivot)| *cell -= factor * of_pivot);
        }
    }
    let stakes: Vec<f64> = (0..ROUNDS).map(|round| system[round][ROUNDS] / system[round][round]).collect();
    let square = |value: f64| value * value;
    let raw: f64 = rows.iter().map(|(_, chips)| square(*chips)).sum();
    let left = |stakes: &[f64]| -> f64 {
        let without = |(luck, chips): &([f64; ROUNDS], f64)| {
            chips - luck.iter().zip(stakes).map(|(luck, stake)| luck * stake).sum::<f64>()
        };
        rows.iter().map(|row| square(without(row))).sum()
    };
    println!("{} hands: {stakes:.3?}, variance / {:.2}", rows.len(), raw / left(&stakes));
    let fixed = matches::luck::all_in_equity::STAKES;
    println!("with the fixed {fixed:?}: variance / {:.2}", raw / left(&fixed));
    Ok(())
}
