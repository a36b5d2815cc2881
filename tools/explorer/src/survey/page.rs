//! A survey as one page: means by texture, and all flops in a table to sort and filter.

use evaluator::card::rank_letter;
use report::axis::Axis;
use report::chart::{Chart, Marks, Point, Series};
use report::number_format::{DASH, fixed, whole};
use report::page::Page;
use report::page_parts::{DataTable, encoded};
use report::row_browser::{BrowsedRow, NumberColumn, RowBrowser, WordColumn};

use super::{BoardsBelow, RangePlay, Survey, SurveyedFlop, groupings, mean};
use crate::explorer::Game;

/// Points of a curve over all flops.
const CURVE_POINTS: usize = 100;

/// What a page says besides its numbers.
pub struct About<'a> {
    /// The address of the explorer that its links lead to, such as `http://127.0.0.1:8113/`.
    pub explorer: &'a str,
    /// The command that starts it.
    pub explore: &'a str,
    /// What the strategy is called there.
    pub strategy: &'a str,
    /// The program and what it was given.
    pub made: &'a str,
}

/// The HTML document.
pub fn page(survey: &Survey<'_>, flops: &[SurveyedFlop], about: &About<'_>) -> String {
    let shown = Shown { survey, flops, about };
    let (name, betting) = (survey.agent.name(), survey.betting());
    let [seat, other] = shown.seats();
    let boards = match survey.boards {
        BoardsBelow::All => "over every turn and river, exactly".to_owned(),
        BoardsBelow::Drawn(count) => format!("over {count} drawn boards below each flop, with standard errors"),
    };
    Page::new(format!("{name} on all flops after {betting}"))
        .lead(format!(
            "What the {seat} does after {betting} with its whole range, on each of the {} flops that differ by more \
             than the names of suits, and what both ranges win.",
            whole(flops.len() as u64)
        ))
        .made(about.made)
        .verdict(&shown.claim(), "", &shown.values())
        .section("By texture", "")
        .text(&format!(
            "The {seat}'s whole range; means over flops, each as often as it is dealt and the betting comes there. \
             Equity is its share of the pot without further betting, pot share with it, as the strategy plays both \
             seats: what is missing from 100 % is the {other}'s. EV is in big blinds won in the whole game, {boards}."
        ))
        .folding_table(
            &shown.by_texture(),
            "Connected: a straight is possible; semi-connected: two ranks are neighbours or \
                one apart.",
        )
        .figure(shown.curves().to_svg(), "How far flops lie apart: flops sorted by each action's frequency.")
        .section("All flops", "")
        .text(&format!(
            "A flop's link opens it in the explorer while this runs: {}. The column flops says how many of all \
             flops each one stands for.",
            about.explore
        ))
        .rows(&shown.all(), "Click a column's head to sort.")
        .to_html()
}

struct Shown<'a> {
    survey: &'a Survey<'a>,
    flops: &'a [SurveyedFlop],
    about: &'a About<'a>,
}

impl Shown<'_> {
    /// The seat to act, and the other one.
    fn seats(&self) -> [&'static str; 2] {
        [self.survey.seat(), 1 - self.survey.seat()].map(Game::seat)
    }

    fn all_flops(&self) -> Vec<&SurveyedFlop> {
        self.flops.iter().collect()
    }

    fn claim(&self) -> String {
        let Some(mean) = mean(&self.all_flops()) else {
            return "The strategy never comes there.".to_owned();
        };
        let actions = self.survey.action_names().into_iter().zip(&mean.actions);
        let actions: Vec<String> = actions.map(|(name, &share)| format!("{name} {} %", percent(share))).collect();
        format!("The {}: {}", self.seats()[0], actions.join(", "))
    }

    fn values(&self) -> String {
        let Some(mean) = mean(&self.all_flops()) else { return String::new() };
        let seat = self.survey.seat();
        let share = mean.pot_shares(self.survey.contributions())[seat];
        let (equity, chips) = (percent(mean.equities[seat]), self.blinds(mean.chips[seat]));
        format!("{equity} % equity, {} % of the pot, {chips} big blinds in the whole game", percent(share))
    }

    fn blinds(&self, chips: f64) -> String {
        fixed(self.survey.big_blinds(chips), 3)
    }

    /// The numbers of a range, as both tables have them.
    fn number_names(&self) -> Vec<String> {
        let actions = self.survey.action_names().into_iter().map(|name| format!("{name} %"));
        let values = ["equity %", "pot share %", "EV, bb"].map(str::to_owned);
        actions.chain(values).chain([format!("{}'s EV, bb", self.seats()[1])]).collect()
    }

    fn numbers(&self, play: Option<&RangePlay>) -> Vec<String> {
        let Some(play) = play else { return vec![DASH.to_owned(); self.number_names().len()] };
        let seat = self.survey.seat();
        let share = play.pot_shares(self.survey.contributions())[seat];
        let shares = play.actions.iter().copied().chain([play.equities[seat], share]).map(percent);
        shares.chain([seat, 1 - seat].map(|position| self.blinds(play.chips[position]))).collect()
    }

    fn by_texture(&self) -> DataTable {
        let names = self.number_names();
        let columns: Vec<&str> =
            ["flops", "kinds", "of all"].into_iter().chain(names.iter().map(String::as_str)).collect();
        let mut table = DataTable::new(&columns, 1);
        let all: u64 = self.flops.iter().map(|flop| u64::from(flop.weight)).sum();
        let mut add = |name: &str, flops: usize, weight: u64, play: Option<&RangePlay>| {
            let share = format!("{} %", percent(weight as f64 / all as f64));
            let first = [name.to_owned(), whole(flops as u64), share];
            table.rows.push(first.into_iter().chain(self.numbers(play)).collect());
        };
        add("all", self.flops.len(), all, mean(&self.all_flops()).as_ref());
        for group in groupings(self.flops).iter().flat_map(|grouping| &grouping.groups) {
            add(&group.name, group.flops, group.weight, group.mean.as_ref());
        }
        table
    }

    /// Each action's frequency over the flops, sorted by it.
    fn curves(&self) -> Chart {
        let curve = |(action, name): (usize, String)| {
            let played = self.flops.iter().filter_map(|flop| Some((flop.likelihood(), flop.figures.play.as_ref()?)));
            let mut found: Vec<(f64, f64)> = played.map(|(weight, play)| (play.actions[action], weight)).collect();
            found.sort_by(|one, other| other.0.total_cmp(&one.0));
            let whole: f64 = found.iter().map(|it| it.1).sum();
            let (mut sum, mut points) = (0.0, Vec::new());
            for (share, weight) in found {
                sum += weight;
                if sum / whole >= points.len() as f64 / CURVE_POINTS as f64 {
                    points.push(Point::new(100.0 * sum / whole, 100.0 * share));
                }
            }
            Series { name, points }
        };
        let names = self.survey.action_names();
        Chart {
            title: "How often over the flops".to_owned(),
            description: "Each action's frequency on the flops, sorted from the highest to the lowest".to_owned(),
            x: Axis::between("of all flops, %", 0.0, 100.0),
            y: Axis::between("frequency, %", 0.0, 100.0),
            marks: Marks::Lines(names.into_iter().enumerate().map(curve).collect()),
        }
    }

    fn all(&self) -> RowBrowser {
        let words = ["ranks", "high card", "pairs", "suits", "connection"];
        let word = |(number, name): (usize, &str)| WordColumn { name: name.to_owned(), is_choice: number > 0 };
        let is_drawn = self.survey.boards != BoardsBelow::All;
        let mut numbers = vec!["flops".to_owned(), "reached %".to_owned()];
        numbers.extend(self.number_names());
        numbers.extend(is_drawn.then(|| "error of EV".to_owned()));
        let actions = self.survey.action_names().len();
        let number = |(place, name)| NumberColumn { name, is_count: place == 0 };
        RowBrowser {
            id: "flops".to_owned(),
            name: "all flops".to_owned(),
            row_names: ["flop", "flops"].map(str::to_owned),
            words: words.into_iter().enumerate().map(word).collect(),
            numbers: numbers.into_iter().enumerate().map(number).collect(),
            // Equity across; upwards the last action, which is the largest bet.
            map: [2 + actions, 1 + actions],
            rows: self.flops.iter().map(|flop| self.row(flop, is_drawn)).collect(),
        }
    }

    fn row(&self, flop: &SurveyedFlop, is_drawn: bool) -> BrowsedRow {
        let (texture, play) = (flop.texture, flop.figures.play.as_ref());
        let ranks: String = flop.cards.iter().map(|card| rank_letter(card.rank())).collect();
        let kind = [texture.pairing.name(), texture.suits.name(), texture.connection.name()].map(str::to_owned);
        let mut numbers = vec![whole(u64::from(flop.weight)), percent(flop.figures.reached)];
        numbers.extend(self.numbers(play));
        numbers.extend(is_drawn.then(|| play.map_or(DASH.to_owned(), |play| self.blinds(play.standard_error))));
        let word = |name: &str, value: &str| format!("{name}={}", encoded(value));
        let place = [
            word("strategy", self.about.strategy),
            word("board", &flop.board()),
            word("betting", &self.survey.betting()).replace("%2F", "/"),
        ];
        BrowsedRow {
            name: flop.board(),
            address: format!("{}#{}", self.about.explorer, place.join("&")),
            weight: flop.likelihood(),
            words: [ranks, rank_letter(texture.high).to_string()].into_iter().chain(kind).collect(),
            numbers,
        }
    }
}

/// In per cent, without the sign.
fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}
