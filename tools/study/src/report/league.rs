//! What the report's answer rests on: everyone against everyone in numbers, and the winnings of each as a picture.
//!
//! The report's section on the luck of the seed: how alike buckets are that differ in their seeds only.

use matches::league::csv;
use report::axis::Axis;
use report::chart::Chart;
use report::number_format::{fixed, percent};
use report::page::{LabelledTable, Page};
use report::page_parts::{DataTable, Download};
use tables::run::folder::RunFolder;

use super::answer::{answer, verdict};
use super::standings::{Observed, Standings, is_square, mean_curve, values_by_setting, with_interval};
use super::{after, saved};
use crate::error::StudyError;
use crate::file::order::with_ending;
use crate::results::exploitability::json_text;
use crate::results::league::{BuiltInMatch, LeagueFile};
use crate::results::training::StabilityFile;

/// With more players than this, if there is a table of their settings, the players' own table is only in the league's
/// file.
const MOST_PLAYERS: usize = 16;

/// Adds everyone against everyone after each training, of which the reader chooses one, and writes the pictures.
pub(super) fn league_tables(
    page: Page,
    folder: &RunFolder,
    files: &[(Option<&str>, LeagueFile)],
) -> Result<Page, StudyError> {
    let mut tables = Vec::new();
    for (training, file) in files {
        let Some(standings) = Standings::of(*training, file).filter(|it| it.names.len() > 1) else { continue };
        let claim = if tables.is_empty() { String::new() } else { format!("{} ", verdict(&standings).claim) };
        let text = format!("{claim}{}", answer(&standings));
        tables.push(labelled(folder, &standings, text)?);
        if let (Some(_), Some(league)) = (&file.settings, &file.league)
            && league.players.len() <= MOST_PLAYERS
        {
            tables.push(labelled(folder, &Standings::of_players(*training, league), String::new())?);
        }
    }
    Ok(page.cross_tables(&tables, "Everyone against everyone, in mbb/g"))
}

/// A table to read, and a file of it among the pictures.
fn labelled(folder: &RunFolder, standings: &Standings, text: String) -> Result<LabelledTable, StudyError> {
    let training = standings.training.as_deref();
    let (kind, title) = match standings.observed {
        Observed::Cards { .. } => ("league", "Strategies"),
        _ => ("settings", "Settings"),
    };
    let title = format!("{title}{}", after(training));
    saved(folder, &with_ending(kind, training), standings.cross_table(&title).to_svg())?;
    Ok(LabelledTable { label: title, table: standings.cross_table(""), text })
}

/// Adds what was won from simple policies, and the leagues as files, folded away.
pub(super) fn league_details(page: Page, files: &[(Option<&str>, LeagueFile)]) -> Page {
    page.folded("Against simple policies, and files to download", |mut page| {
        for (training, file) in files {
            let name = with_ending("league", *training);
            if !file.against_built_in.is_empty() {
                let caption = format!("Against simple policies, in mbb/g{}", after(*training));
                page = page.table(&built_in_table(&file.against_built_in), &caption);
            }
            let many = file.league.as_ref().map(|league| league.players.len()).filter(|&count| count > MOST_PLAYERS);
            if let Some(players) = many.filter(|_| file.settings.is_some()) {
                page = page.text(&format!("The matches of all {players} single strategies stand in {name}.json."));
            }
            page = page.downloads(&downloads(file, &name));
        }
        page
    })
}

/// The league's file, and its matches as comma-separated values.
fn downloads(file: &LeagueFile, name: &str) -> Vec<Download> {
    let mut files = Vec::new();
    if let Some(league) = file.league.as_ref().filter(|league| is_square(league)) {
        files.push(Download::csv(format!("{name}.csv"), csv(league)));
    }
    files.push(Download::json(format!("{name}.json"), json_text(file)));
    files
}

/// One row for each player, one column for each policy.
fn built_in_table(matches: &[BuiltInMatch]) -> DataTable {
    let mut policies: Vec<&str> = Vec::new();
    let mut players: Vec<&str> = Vec::new();
    for it in matches {
        if !policies.contains(&it.opponent.as_str()) {
            policies.push(&it.opponent);
        }
        if !players.contains(&it.player.as_str()) {
            players.push(&it.player);
        }
    }
    let columns: Vec<&str> = std::iter::once("strategy").chain(policies.iter().copied()).collect();
    let mut table = DataTable::new(&columns, 1);
    for player in players {
        let won = |policy: &&str| {
            let found = matches.iter().find(|it| it.player == player && it.opponent == *policy);
            found.map_or(String::new(), |it| {
                with_interval(it.mbb_per_game, Some(it.ci95).filter(|half| half.is_finite()))
            })
        };
        table.rows.push(std::iter::once(player.to_owned()).chain(policies.iter().map(won)).collect());
    }
    table
}

/// Adds the winnings of each setting as a picture, one series for each training; none below two settings.
pub fn curve_figure(page: Page, folder: &RunFolder, all: &[Standings]) -> Result<Page, StudyError> {
    let Some((x, series)) = mean_curve(all) else { return Ok(page) };
    let rivals = if x.names().len() > 2 { "all others" } else { "the other" };
    let title = if x.text.is_empty() { "Winnings by setting" } else { "Winnings by number of opponent clusters" };
    let has_bars = series.iter().flat_map(|series| &series.points).any(|point| point.half_width.is_some());
    let bars = if has_bars { "bars are 95 % intervals" } else { "no intervals of these means are known" };
    let within = if all.len() > 1 { ": heights compare settings within one training, not trainings" } else { "" };
    let caption =
        format!("What each wins on average from {rivals}; {bars}. All means of one training add up to zero{within}.");
    let chart = Chart {
        title: title.to_owned(),
        description: format!("What each wins on average from {rivals}, with 95 % intervals where they are known"),
        marks: values_by_setting(&x, series),
        x,
        y: Axis::linear(format!("mbb/g against {rivals}")),
    };
    Ok(page.figure(saved(folder, "winnings", chart.to_svg())?, &caption))
}

/// Adds the section; a run in which no buckets were compared has none.
pub(crate) fn stability_section(page: Page, folder: &RunFolder) -> Page {
    let comparisons = StabilityFile::read(folder).comparisons;
    if comparisons.is_empty() {
        return page;
    }
    let mut table =
        DataTable::new(&["buckets", "compared", "adjusted Rand index", "mutual information, bits", "share of all"], 2);
    for it in comparisons {
        table.rows.push(vec![
            it.file,
            it.other.map_or_else(|| format!("seed {}", it.seed), |other| format!("beside {other}")),
            fixed(it.adjusted_rand_index, 4),
            fixed(it.mutual_information, 3),
            percent(it.normalised_mutual_information),
        ]);
    }
    let intro = "The same recipes with other seeds, compared deal by deal. An adjusted Rand index of 1 means equal \
                 buckets, 0 that they are unrelated; the mutual information is what one bucket tells of the other, \
                 also as a share of all there is to tell.";
    page.section("Luck of the seed", intro).table(&table, "Buckets beside those of other seeds")
}
