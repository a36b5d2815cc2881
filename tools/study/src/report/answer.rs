//! The report's answer: a league in one sentence, one number and one picture, then how far they hold; they claim no
//! more than the intervals allow.

use matches::statistics::score::Needed;
use report::number_format::whole;
use report::page::Page;
use tables::run::folder::RunFolder;

use super::doubling::Doubling;
use super::league::{curve_figure, league_details, league_tables};
use super::standings::{Observed, Pair, Standings, cluster_count, with_interval, with_sign};
use crate::error::StudyError;
use crate::results::league::LeagueFile;

/// More names than this are counted instead.
const MOST_NAMED: usize = 4;

/// Adds the section: what twice the training does to the lead, who is ahead, and how far from equilibrium that is; then
/// everyone against everyone. A study without a league and without exploitability has none.
pub fn answer_section(
    mut page: Page,
    folder: &RunFolder,
    files: &[(Option<&str>, LeagueFile)],
    doubling: Option<&Doubling>,
    level: Option<&Verdict>,
) -> Result<Page, StudyError> {
    let all: Vec<Standings> = files.iter().filter_map(|(training, file)| Standings::of(*training, file)).collect();
    let verdicts = doubling.map(Doubling::verdict).into_iter().chain(all.first().map(verdict)).chain(level.cloned());
    let verdicts: Vec<Verdict> = verdicts.collect();
    if verdicts.is_empty() && files.is_empty() {
        return Ok(page);
    }
    page = page.section("The answer", "");
    for Verdict { claim, number, meaning } in &verdicts {
        page = page.verdict(claim, number, meaning);
    }
    page = league_tables(page, folder, files)?;
    page = curve_figure(page, folder, &all)?;
    if !all.is_empty() {
        page = page.text(
            "mbb/g are thousandths of a big blind per game, averaged over both seats; ± is half a 95 % interval.",
        );
    }
    Ok(league_details(page, files))
}

/// The answer in one sentence, and the number it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
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
    let names = &standings.names;
    let (mut wins, mut losses, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for &other in others {
        let pair = standings.pair(best, other);
        let list = match (pair.is_significant, pair.value > 0.0) {
            (false, _) => &mut open,
            (true, true) => &mut wins,
            (true, false) => &mut losses,
        };
        list.push(names[other].as_str());
    }
    let name = &names[best];
    let is_decided = standings.pairs.iter().flatten().any(|pair| pair.is_significant);
    let claim = match (&standings.observed, wins.len()) {
        (Observed::Clusterings { count: 1, .. }, _) => {
            format!("{name} is ahead, but with a single clustering of each setting nothing is decided.")
        }
        _ if !losses.is_empty() => format!("{name} has the highest mean, but it loses to {}.", listed(&losses)),
        (_, 0) if is_decided => format!("{name} is ahead, but whether it is the best is not decided."),
        (_, 0) if names.len() == 2 => {
            format!("{name} is ahead of {}, but not by more than chance explains.", listed(&open))
        }
        (observed, 0) => {
            let noun = if matches!(observed, Observed::Cards { .. }) { "strategies" } else { "settings" };
            let count = names.len();
            format!("Nothing is decided: no two of the {count} {noun} differ by more than chance explains.")
        }
        _ if !open.is_empty() => {
            format!("{name} beats {}; against {} nothing is decided.", listed(&wins), listed(&open))
        }
        (_, count) if count > MOST_NAMED => format!("{name} beats all {count} others."),
        _ => format!("{name} beats {}.", listed(&wins)),
    };
    let scope = match standings.observed {
        Observed::Cards { .. } if is_decided => {
            let are_counted = names.iter().all(|name| cluster_count(name).is_some());
            let settings = if are_counted { "the number of clusters" } else { "their settings" };
            format!(" Decided for these {} strategies, not for {settings}.", in_words(names.len()))
        }
        _ => String::new(),
    };
    let after = standings.training.as_ref().map_or(String::new(), |training| format!("After “{training}”: "));
    let (mean, half_width) = standings.mean(best);
    let rivals = match others {
        [only] => format!("from {}", names[*only]),
        _ => format!("on average from the {} others", others.len()),
    };
    let meaning = format!("mbb/g is what {name} wins {rivals}");
    Verdict { claim: format!("{after}{claim}{scope}"), number: with_sign(mean, half_width), meaning }
}

/// What stands behind the verdict: how many pairs are decided, what would decide more, and what the intervals cover.
pub fn answer(standings: &Standings) -> String {
    let ranking = standings.ranking();
    let Some((&best, others)) = ranking.split_first().filter(|(_, others)| !others.is_empty()) else {
        return String::new();
    };
    let sentences = [all_pairs(standings), what_would_decide(standings, best, others), limits(standings)];
    sentences.into_iter().filter(|it| !it.is_empty()).collect::<Vec<String>>().join(" ")
}

fn all_pairs(standings: &Standings) -> String {
    let count = standings.names.len();
    let places = (0..count).flat_map(|row| (row + 1..count).map(move |column| (row, column)));
    let pairs: Vec<_> = places.map(|(row, column)| (row, column, standings.pair(row, column))).collect();
    let (total, decided) = (pairs.len(), pairs.iter().filter(|(.., pair)| pair.is_significant).count());
    let correction = "at the 5 % level, corrected for their number by Holm's method";
    let of_pairs = match decided {
        _ if total == 1 => return String::from("There is one pair only."),
        0 => format!("None of the {total} pairs differs significantly ({correction})."),
        decided if decided == total => format!("All {total} pairs differ significantly ({correction})."),
        decided => format!("Of the {total} pairs {decided} differ significantly ({correction})."),
    };
    let known = pairs.into_iter().filter(|(.., pair)| pair.value.is_finite());
    let largest = known.max_by(|(.., one), (.., other)| one.value.abs().total_cmp(&other.value.abs()));
    let Some((row, column, Pair { value, half_width, .. })) = largest else { return of_pairs };
    let (winner, loser) = if value < 0.0 { (column, row) } else { (row, column) };
    let (winner, loser) = (&standings.names[winner], &standings.names[loser]);
    let won = with_interval(value.abs(), half_width);
    format!("{of_pairs} The largest difference head to head is {won} mbb/g, {winner} over {loser}.")
}

/// How many more observations would distinguish the leader from the nearest rival that it is not yet distinguished
/// from.
fn what_would_decide(standings: &Standings, best: usize, others: &[usize]) -> String {
    let rivals = others.iter().map(|&other| (&standings.names[other], standings.pair(best, other)));
    let Some((rival, pair)) = { rivals }.find(|(_, pair)| !pair.is_significant) else { return String::new() };
    let (name, won) = (&standings.names[best], with_interval(pair.value.abs(), None));
    let premise = format!("If {name} and {rival} differ by the {won} mbb/g found");
    match (pair.needed, &standings.observed) {
        (Needed::InAll(count), Observed::Clusterings { count: made, .. }) => format!(
            "{premise}, about {} clusterings of every setting would decide it instead of {made} (clusterings under \
             [repeats] of the study).",
            whole(count)
        ),
        (Needed::MoreThan(count), Observed::Clusterings { boards, .. }) => format!(
            "{premise}, even {} clusterings of every setting would not decide it on these {boards} boards.",
            whole(count)
        ),
        (_, Observed::Trainings { .. }) => String::new(),
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
        Observed::Trainings { count, boards } => format!(
            "The intervals are over {count} trainings of every setting on cards of their own, and over the {boards} \
             boards all of them met on: they say how far this holds for other trainings of these buckets, and on other \
             boards."
        ),
        Observed::Cards { unit, count } => format!(
            "The intervals are over the {count} {unit} on which these very strategies met: another clustering or \
             training of the same settings may end otherwise. How many clusterings of every setting would decide \
             between the settings, a run with two or more of each tells (clusterings under [repeats] of the study)."
        ),
    }
}

/// A small number as it is written in a sentence.
fn in_words(count: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// `a, b and c`; the number of names where they are many.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [_, .., _] if names.len() > MOST_NAMED => format!("{} others", names.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
