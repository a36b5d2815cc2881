//! The report's sections on the league: everyone against everyone in numbers, and the winnings of each as a curve. The
//! heat map of what was compared stands beside the answer.
//!
//! The report's section on the luck of the seed: how alike buckets are that differ in their seeds only.

use matches::league::csv;
use report::axis::Axis;
use report::chart::{Chart, Marks};
use report::number_format::{fixed, percent};
use report::page::Page;
use report::page_parts::{DataTable, Download};
use tables::run::folder::RunFolder;

use super::standings::{Observed, Standings, is_square, mean_curve, with_interval};
use super::{after, saved};
use crate::error::StudyError;
use crate::file::order::with_ending;
use crate::results::exploitability::json_text;
use crate::results::league::{BuiltInMatch, LeagueFile};
use crate::results::training::StabilityFile;

/// With more players than this, if there is a table of their settings, the players' own table is only in the league's
/// file.
const MOST_PLAYERS: usize = 16;

/// Adds the heat maps of every training with its league file; none without a league.
pub fn league_section(
    page: Page,
    folder: &RunFolder,
    files: &[(Option<&str>, LeagueFile)],
) -> Result<Page, StudyError> {
    if files.is_empty() {
        return Ok(page);
    }
    let intro = "What the row wins from the column, in mbb/g, blue where it wins and orange where it loses. ± is half \
                 a 95 % interval; a star marks what is more than chance explains, corrected for the number of pairs.";
    let mut page = page.section("Everyone against everyone", intro);
    for (training, file) in files {
        let after = after(*training);
        let name = with_ending("league", *training);
        if let Some(settings) = &file.settings {
            let table = Standings::of_settings(*training, settings).cross_table("");
            page = page.cross_table(&table, &format!("Settings{after}"));
        }
        if let Some(league) = &file.league {
            let standings = Standings::of_players(*training, league);
            let title = format!("Strategies{after}");
            if file.settings.is_some() && league.players.len() > MOST_PLAYERS {
                let players = league.players.len();
                page = page.text(&format!("The matches of all {players} single strategies stand in {name}.json."));
            } else {
                if file.settings.is_some() {
                    page = heat_map(page, folder, &name, &standings, &title)?;
                }
                page = page.cross_table(&standings.cross_table(""), &title);
            }
        }
        if !file.against_built_in.is_empty() {
            page = page
                .table(&built_in_table(&file.against_built_in), &format!("Against simple policies, in mbb/g{after}"));
        }
        page = page.downloads(&downloads(file, &name));
    }
    Ok(page)
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

/// The heat map of what was compared, and a file of it among the pictures.
pub(crate) fn heat_map(
    page: Page,
    folder: &RunFolder,
    name: &str,
    standings: &Standings,
    title: &str,
) -> Result<Page, StudyError> {
    let over = match &standings.observed {
        Observed::Clusterings { count: 1, .. } => "there is a single clustering, and no interval".to_owned(),
        Observed::Clusterings { count, boards, .. } => {
            format!(
                "intervals over {count} clusterings, by a jackknife that leaves out whole ones, and {boards} boards"
            )
        }
        Observed::Cards { unit, count } => format!("intervals over {count} {unit}"),
    };
    let picture = saved(folder, name, standings.cross_table(title).to_svg())?;
    Ok(page.figure(picture, &format!("{title}, in mbb/g: {over}")))
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

/// Adds the curve of winnings by setting, one for each training; none below two settings.
pub fn curve_section(page: Page, folder: &RunFolder, all: &[Standings]) -> Result<Page, StudyError> {
    let Some((x, series)) = mean_curve(all) else { return Ok(page) };
    let several = x.names().len() > 2;
    let rivals = if several { "all the others" } else { "the other" };
    let within = if all.len() > 1 {
        ", so heights compare settings within one training, not trainings with each other"
    } else {
        ""
    };
    let intro =
        format!("What each setting wins on average from {rivals}. All means of one training add up to zero{within}.");
    let (column, title) = match x.text.as_str() {
        "" => ("setting", "Winnings by setting"),
        counted => (counted, "Winnings by number of opponent clusters"),
    };
    let mut table = DataTable::new(&[column], 1);
    table.columns.extend(series.iter().map(|series| series.name.clone()));
    for (number, category) in x.names().iter().enumerate() {
        let points = series.iter().map(|series| series.points[number]);
        let values = points.map(|point| with_interval(point.y, point.half_width));
        table.rows.push(std::iter::once(category.clone()).chain(values).collect());
    }
    let page = page.section("Winnings by setting", intro);
    let has_bars = series.iter().flat_map(|series| &series.points).any(|point| point.half_width.is_some());
    let caption = if has_bars { "Bars are 95 % intervals" } else { "No intervals of these means are known" };
    let rivals = if several { "all others" } else { "the other" };
    let chart = Chart {
        title: title.to_owned(),
        description: format!("What each wins on average from {rivals}, with 95 % intervals where they are known"),
        x,
        y: Axis::linear(format!("mbb/g against {rivals}")),
        marks: Marks::Lines(series),
    };
    let page = page.figure(saved(folder, "winnings", chart.to_svg())?, caption);
    Ok(page.table(&table, "The same as a table, in mbb/g"))
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
