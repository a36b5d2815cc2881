//! The report's answer: a league in plain words that claim no more than its intervals allow.

use report::page::Page;

use crate::report::standings::{Observed, Standings, cluster_count, with_interval};

/// Adds the section; a study without a league has none.
pub fn answer_section(page: Page, all: &[Standings]) -> Page {
    if all.is_empty() {
        return page;
    }
    let intro = "Winnings are in mbb/g: thousandths of a big blind per game, averaged over both seats. ± is half a 95 \
                 % interval.";
    all.iter().fold(page.section("The answer", intro), |page, standings| page.text(&answer(standings)))
}

/// Who is ahead, by how much, and what of it is more than chance.
pub fn answer(standings: &Standings) -> String {
    let count = standings.names.len();
    let mut ranking: Vec<usize> = (0..count).collect();
    ranking.sort_by(|&one, &other| standings.mean(other).0.total_cmp(&standings.mean(one).0));
    let Some((&best, others)) = ranking.split_first().filter(|(_, others)| !others.is_empty()) else {
        return "There is nobody to compare with.".to_owned();
    };
    let mut sentences = vec![ahead(standings, best), beaten(standings, best, others)];
    sentences.push(all_pairs(standings));
    sentences.push(limits(standings));
    let words = sentences.join(" ");
    match &standings.training {
        Some(training) => format!("After the training “{training}”: {words}"),
        None => words,
    }
}

fn ahead(standings: &Standings, best: usize) -> String {
    let name = &standings.names[best];
    let clusters = match cluster_count(name) {
        Some(1) => " (1 opponent cluster)".to_owned(),
        Some(count) => format!(" ({count} opponent clusters)"),
        None => String::new(),
    };
    let (mean, half_width) = standings.mean(best);
    let (count, noun) = (standings.names.len(), standings.noun());
    let won = with_interval(mean, half_width);
    format!(
        "{name}{clusters} has the highest mean of the {count} {noun}: it wins {won} mbb/g on average from the others."
    )
}

/// The best one's own matches.
fn beaten(standings: &Standings, best: usize, others: &[usize]) -> String {
    let list = |chosen: &dyn Fn(usize) -> bool| {
        let described = |&other: &usize| {
            let won = with_interval(standings.value(best, other), standings.half_width(best, other));
            format!("{} ({won})", standings.names[other])
        };
        others.iter().filter(|other| chosen(**other)).map(described).collect::<Vec<String>>()
    };
    let wins = list(&|other| standings.is_significant(best, other) && standings.value(best, other) > 0.0);
    let losses = list(&|other| standings.is_significant(best, other) && standings.value(best, other) < 0.0);
    let open = list(&|other| !standings.is_significant(best, other));
    let mut sentences = Vec::new();
    if !wins.is_empty() {
        let all = if wins.len() == others.len() && wins.len() > 1 { "every one of them: " } else { "" };
        sentences.push(format!("Head to head it beats {all}{} by more than chance explains.", joined(&wins)));
    }
    if !losses.is_empty() {
        sentences.push(format!("It loses to {} by more than chance explains.", joined(&losses)));
    }
    match (open.is_empty(), wins.is_empty()) {
        (true, _) => {}
        (false, false) => sentences.push(format!("Against {} nothing is decided.", joined(&open))),
        (false, true) => sentences.push(format!(
            "Against {} nothing is decided, so these data do not show that it is the best.",
            joined(&open)
        )),
    }
    sentences.join(" ")
}

fn all_pairs(standings: &Standings) -> String {
    let count = standings.names.len();
    let pairs = || (0..count).flat_map(|row| (row + 1..count).map(move |column| (row, column)));
    let (total, decided) =
        (pairs().count(), pairs().filter(|&(row, column)| standings.is_significant(row, column)).count());
    let correction = "at the 5 % level, corrected for their number by Holm's method";
    let of_pairs = match decided {
        _ if total == 1 => return String::from("There is one pair only."),
        0 => format!("None of the {total} pairs differs significantly ({correction})."),
        decided if decided == total => format!("All {total} pairs differ significantly ({correction})."),
        decided => format!("Of the {total} pairs {decided} differ significantly ({correction})."),
    };
    let largest = pairs().filter(|&(row, column)| standings.value(row, column).is_finite());
    let largest = largest.max_by(|&(row, column), &(other, across)| {
        standings.value(row, column).abs().total_cmp(&standings.value(other, across).abs())
    });
    let Some((row, column)) = largest else { return of_pairs };
    let (winner, loser) = if standings.value(row, column) < 0.0 { (column, row) } else { (row, column) };
    let won = with_interval(standings.value(winner, loser), standings.half_width(winner, loser));
    let (winner, loser) = (&standings.names[winner], &standings.names[loser]);
    format!("{of_pairs} The largest difference head to head is {won} mbb/g, {winner} over {loser}.")
}

fn limits(standings: &Standings) -> String {
    match &standings.observed {
        Observed::Clusterings { count: 1, .. } => {
            "Every setting has a single clustering: how far another one would end otherwise is not known, so nothing \
             here is called significant."
                .to_owned()
        }
        Observed::Clusterings { count, boards } => format!(
            "The intervals are over {count} clusterings of every setting, opponent clusters and buckets drawn anew \
             together, and over the {boards} boards all of them met on: they say how far this holds for other \
             clusterings and other cards, too."
        ),
        Observed::Cards { unit, count } => format!(
            "The intervals are over the {count} {unit} on which these very strategies met: another clustering or \
             training of the same settings may end otherwise."
        ),
    }
}

/// `a, b and c`.
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
