//! How far the final points of matches spread: the only thing that table 14 says about variant C.

use matches::statistics::score::Score;
use tables::together::progress::Progress;

use super::player::SuperiorityPlayer;
use super::points_game::{Seat, play_match};
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::published::Published;
use crate::sums::{f_at_least, score, variance, welch};

/// Final points of one variant against one stand-in.
struct Played {
    score: Score,
}

/// Plays each of A, B and C against stand-ins for the paper's seven persons; the tables beside table 14 and the claims.
pub fn against_stand_ins(
    players: &[SuperiorityPlayer; 3],
    matches: u64,
    seed: u64,
    published: &Published,
    progress: &dyn Progress,
) -> Result<(Vec<Table>, Vec<Claim>), CompanionError> {
    let stand_ins = [
        ("always-call", Seat::AlwaysCall),
        ("call-raise", Seat::CallRaise),
        ("A", Seat::Superiority(&players[0])),
        ("B", Seat::Superiority(&players[1])),
    ];
    let mut played: Vec<Vec<Played>> = Vec::new();
    for (opponent, (name, stand_in)) in stand_ins.iter().enumerate() {
        let mut of_variants = Vec::new();
        for (number, player) in players.iter().enumerate() {
            // Every pairing has matches of its own: their spreads are compared as independent.
            let first = (opponent * players.len() + number) as u64 * matches;
            let own = Seat::Superiority(player);
            let stage = format!("{} against {name}", player.variant());
            let piece = |number: u64| play_match([&own, stand_in], seed, first + number) as f64;
            of_variants.push(Played { score: score(&in_order((&stage, "matches"), matches, progress, piece)?) });
        }
        played.push(of_variants);
    }
    let names = || stand_ins.iter().map(|(name, _)| *name);
    let means = played.iter().zip(names()).map(|(row, name)| {
        let cells: Vec<Measured> = row.iter().map(|it| Measured::new(it.score.mean, it.score.standard_error)).collect();
        Row::new(name, &[], &cells)
    });
    let deviations = played.iter().zip(names()).map(|(row, name)| {
        let cells: Vec<Measured> = row.iter().map(|it| deviation(&it.score)).collect();
        Row::new(name, &[], &cells)
    });
    let columns = published.table("14")?.columns.clone();
    let table = |id: &str, title: &str, rows: Vec<Row>| Table {
        id: id.to_owned(),
        title: title.to_owned(),
        columns: columns.clone(),
        rows,
    };
    let persons = persons(published)?;
    let of_persons = |cell: &dyn Fn(&Score) -> Option<f64>| -> Vec<Option<f64>> { persons.iter().map(cell).collect() };
    let mut means: Vec<Row> = means.collect();
    means.push(Row::new("seven persons", &of_persons(&|score| Some(score.mean)), &[]));
    let mut deviations: Vec<Row> = deviations.collect();
    deviations.push(Row::new("seven persons", &of_persons(&|score| Some(variance(score).sqrt())), &[]));
    let tables = vec![
        published.beside("14", |_| Vec::new())?,
        table("means", "final points against stand-ins, mean", means),
        table("deviations", "final points against stand-ins, standard deviation", deviations),
    ];
    Ok((tables, vec![spread_claim(&played, published)?, persons_claim(&persons, published)?]))
}

/// A standard deviation, its standard error by the normal approximation.
fn deviation(score: &Score) -> Measured {
    let deviation = variance(score).sqrt();
    Measured::new(deviation, deviation / (2.0 * (score.observations as f64 - 1.0)).sqrt())
}

/// Whether C's final points spread less than A's and B's, all stand-ins together.
fn spread_claim(played: &[Vec<Played>], published: &Published) -> Result<Claim, CompanionError> {
    let pooled = |variant: usize| played.iter().map(|row| variance(&row[variant].score)).sum::<f64>();
    let freedom: f64 = played.iter().map(|row| row[0].score.observations as f64 - 1.0).sum();
    let p = |variant: usize| f_at_least(pooled(variant) / pooled(2), freedom, freedom);
    published.claim_at_most("S10", p(0).max(p(1)))
}

/// The paper's seven persons, by variant.
fn persons(published: &Published) -> Result<Vec<Score>, CompanionError> {
    let table = published.table("14")?;
    let points = |variant: usize| -> Vec<f64> { table.rows.iter().map(|row| row.values[variant]).collect() };
    Ok((0..table.columns.len()).map(|variant| score(&points(variant))).collect())
}

/// Whether the paper's own numbers tell any two variants apart.
fn persons_claim(persons: &[Score], published: &Published) -> Result<Claim, CompanionError> {
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| welch(&persons[one], &persons[other]).p_value);
    let smallest = pairs.into_iter().fold(1.0, f64::min);
    let verdict = if smallest > published.limit("P4")? { Verdict::Noise } else { Verdict::NotReproduced };
    published.claim("P4", Some(smallest), verdict)
}
