//! The report's answer: a league in one sentence, one number and one picture, then in plain words; they claim no more
//! than its intervals allow.

use matches::statistics::significance::Needed;
use report::number_format::whole;
use report::page::Page;
use tables::run::folder::RunFolder;

use super::league::heat_map;
use super::standings::{Observed, Standings, cluster_count, with_interval, with_sign};
use crate::error::StudyError;
use crate::file::order::with_ending;

/// More names than this are counted instead.
const MOST_NAMED: usize = 4;

/// Adds the section: a verdict, the heat map and the answer after each training. A study without a league has none.
pub fn answer_section(page: Page, folder: &RunFolder, all: &[Standings]) -> Result<Page, StudyError> {
    if all.is_empty() {
        return Ok(page);
    }
    let mut page = page.section("The answer", "");
    for standings in all {
        let Verdict { claim, number, meaning } = verdict(standings);
        page = page.verdict(&claim, &number, &meaning);
        if standings.names.len() > 1 {
            let training = standings.training.as_deref();
            let (kind, title) = match standings.observed {
                Observed::Clusterings { .. } => ("settings", "Settings"),
                Observed::Cards { .. } => ("league", "Strategies"),
            };
            let after = training.map_or(String::new(), |training| format!(", after the training {training}"));
            page = heat_map(page, folder, &with_ending(kind, training), standings, &format!("{title}{after}"))?;
        }
        page = page.text(&answer(standings));
    }
    Ok(page.text(
        "Winnings are in mbb/g: thousandths of a big blind per game, averaged over both seats. ± is half a 95 % \
         interval; a star marks what is more than chance explains, corrected for the number of pairs.",
    ))
}

/// The answer in one sentence, and the number it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The sentence.
    pub claim: String,
    /// The leader's winnings with their interval, in mbb/g; empty where there is nobody to win from.
    pub number: String,
    /// What the number is.
    pub meaning: String,
}

/// Who is ahead, in one sentence that claims no more than is decided.
pub fn verdict(standings: &Standings) -> Verdict {
    let ranking = standings.ranking();
    let Some((&best, others)) = ranking.split_first().filter(|(_, others)| !others.is_empty()) else {
        let claim = "There is nobody to compare with.".to_owned();
        return Verdict { claim, number: String::new(), meaning: String::new() };
    };
    let name = &standings.names[best];
    let chosen = |is_chosen: &dyn Fn(usize) -> bool| -> Vec<usize> {
        others.iter().copied().filter(|&other| is_chosen(other)).collect()
    };
    let won = |other: usize| standings.value(best, other) > 0.0;
    let wins = chosen(&|other| standings.is_significant(best, other) && won(other));
    let losses = chosen(&|other| standings.is_significant(best, other) && !won(other));
    let open = chosen(&|other| !standings.is_significant(best, other));
    let list = |numbers: &[usize]| {
        let names: Vec<String> = numbers.iter().map(|&number| standings.names[number].clone()).collect();
        if names.len() > MOST_NAMED { format!("{} others", names.len()) } else { joined(&names) }
    };
    let nothing_else = standings.significant.iter().flatten().all(|decided| !decided);
    let claim = match (&standings.observed, wins.len(), losses.len()) {
        (Observed::Clusterings { count: 1, .. }, ..) => {
            format!("{name} is ahead, but with a single clustering of each setting nothing is decided.")
        }
        (_, _, 1..) => format!("{name} has the highest mean, but it loses to {}.", list(&losses)),
        (_, 0, _) if nothing_else && standings.names.len() == 2 => {
            format!("{name} is ahead of {}, but not by more than chance explains.", list(&open))
        }
        (_, 0, _) if nothing_else => {
            let (count, noun) = (standings.names.len(), standings.noun());
            format!("Nothing is decided: no two of the {count} {noun} differ by more than chance explains.")
        }
        (_, 0, _) => format!("{name} is ahead, but whether it is the best is not decided."),
        (_, wins_of, _) if wins_of == others.len() && wins_of > MOST_NAMED => {
            format!("{name} beats all {wins_of} others.")
        }
        (_, wins_of, _) if wins_of == others.len() => format!("{name} beats {}.", list(&wins)),
        _ => format!("{name} beats {}; against {} nothing is decided.", list(&wins), list(&open)),
    };
    let claim = standings.training.as_ref().map_or(claim.clone(), |training| format!("After “{training}”: {claim}"));
    let (mean, half_width) = standings.mean(best);
    let from = if others.len() == 1 { standings.others(best) } else { format!("the {} others", others.len()) };
    let average = if others.len() == 1 { "" } else { " on average" };
    let meaning = format!("mbb/g is what {name} wins{average} from {from}");
    Verdict { claim, number: with_sign(mean, half_width), meaning }
}

/// Who is ahead, by how much, and what of it is more than chance.
pub fn answer(standings: &Standings) -> String {
    let ranking = standings.ranking();
    let Some((&best, others)) = ranking.split_first().filter(|(_, others)| !others.is_empty()) else {
        return "There is nobody to compare with.".to_owned();
    };
    let sentences = [
        ahead(standings, best),
        beaten(standings, best, others),
        all_pairs(standings),
        what_would_decide(standings, best, others),
        limits(standings),
    ];
    let words = sentences.into_iter().filter(|it| !it.is_empty()).collect::<Vec<String>>().join(" ");
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
    if count == 2 {
        return format!("{name}{clusters} is ahead: it wins {won} mbb/g from {}.", standings.others(best));
    }
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

/// How many more observations would distinguish the leader from the nearest rival that it is not yet distinguished
/// from.
fn what_would_decide(standings: &Standings, best: usize, others: &[usize]) -> String {
    let undecided = |other: &&usize| !standings.is_significant(best, **other);
    let Some(&rival) = others.iter().find(undecided) else { return String::new() };
    let won = with_interval(standings.value(best, rival).abs(), None);
    let (name, rival_name) = (&standings.names[best], &standings.names[rival]);
    let premise = format!("If {name} and {rival_name} differ by the {won} mbb/g found");
    match (standings.needed(best, rival), &standings.observed) {
        (Needed::InAll(count), Observed::Clusterings { count: made, .. }) => format!(
            "{premise}, about {} clusterings of every setting would decide it instead of {made} (clusterings under \
             [repeats] of the study).",
            whole(count)
        ),
        (Needed::MoreThan(count), Observed::Clusterings { boards, .. }) => format!(
            "{premise}, even {} clusterings of every setting would not decide it on these {boards} boards.",
            whole(count)
        ),
        (Needed::InAll(count), Observed::Cards { unit, .. }) => {
            format!("{premise}, about {} {unit} would decide which of these two plays better.", whole(count))
        }
        (Needed::MoreThan(count), Observed::Cards { unit, .. }) => {
            format!("{premise}, even {} {unit} would not decide which of these two plays better.", whole(count))
        }
        (Needed::NotKnown, _) => String::new(),
    }
}

fn limits(standings: &Standings) -> String {
    match &standings.observed {
        Observed::Clusterings { count: 1, .. } => {
            "Every setting has a single clustering: how far another one would end otherwise is not known, so nothing \
             here is called significant. Two clusterings are the fewest that show it, and tell how many would decide \
             (clusterings under [repeats] of the study)."
                .to_owned()
        }
        Observed::Clusterings { count, trainings: 1, boards } => format!(
            "The intervals are over {count} clusterings of every setting, opponent clusters and buckets drawn anew \
             together, and over the {boards} boards all of them met on: they say how far this holds for other \
             clusterings and boards, but not for other cards to train on (trainings under [repeats] of the study)."
        ),
        Observed::Clusterings { count, trainings, boards } => format!(
            "The intervals are over {count} clusterings of every setting, opponent clusters and buckets drawn anew \
             together, over {trainings} trainings of each on cards of their own, and over the {boards} boards all of \
             them met on: they say how far this holds for other clusterings, trainings and boards, too."
        ),
        Observed::Cards { unit, count } => format!(
            "The intervals are over the {count} {unit} on which these very strategies met: another clustering or \
             training of the same settings may end otherwise. How many clusterings of every setting would decide \
             between the settings, a run with two or more of each tells (clusterings under [repeats] of the study)."
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
