//! The published tables of rates and accuracies beside ours, what becomes of the claims about them, and everything
//! measured under the keys that scripts rely on.

use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;
use evaluator::round::Round;
use report::axis::Axis;
use report::chart::{Chart, Marks, Point, Series};
use serde_json::{Value, json};

use super::ceiling::Exact;
use super::estimate::{Accuracy, NamedRule, Rule, published_rules};
use super::made_hand::MadeHand;
use super::tally::{Outcomes, Rates, Tally};
use super::thresholds::{Comparison, MOST_OUTS, completion};
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::CompanionError;
use crate::published::Published;
use crate::sums::share_error;

pub(super) struct Comparisons<'a> {
    pub published: &'a Published,
    pub rates: &'a Rates,
    pub exact: &'a Exact,
    pub simulated: &'a Tally,
}

/// The rule with the best accuracy that is possible on each street: table and name.
const BEST: [(&str, &str); 4] =
    [("7", "50.2"), ("8", "HK:28, OP:26, other:45"), ("10", "HK:28, OP:26, other:45"), ("12", "OP:34.2, other:45")];

impl Comparisons<'_> {
    /// Tables and claims S1 to S9, P1 to P3.
    pub fn all(&self) -> Result<(Vec<Table>, Vec<Claim>), CompanionError> {
        let rules = published_rules(self.published)?;
        let mut tables = vec![self.starting_hands()?, self.made_hands()?, self.completions()?];
        let mut claims = self.claims_about_rates(&tables)?;
        for id in ["7", "8", "9", "10", "11", "12", "13"] {
            tables.push(self.accuracies(id, &rules)?);
        }
        tables.push(self.knowledge(&rules));
        claims.extend(self.claims_about_accuracies(&tables, &rules)?);
        Ok((tables, claims))
    }

    /// What a rule reached over the deals drawn.
    pub fn accuracy(&self, rule: &NamedRule) -> Accuracy {
        rule.rule.accuracy(self.rates, self.simulated.of(rule.rule.round))
    }

    /// What it reaches over all deals.
    pub(crate) fn exact_accuracy(&self, rule: &NamedRule) -> Accuracy {
        rule.rule.accuracy(self.rates, self.exact.tally.of(rule.rule.round))
    }

    fn starting_hands(&self) -> Result<Table, CompanionError> {
        let deals: f64 = self.published.constant("deals_of_rates")?;
        let hands = self.published_hands()?;
        self.published.beside("1", |row| {
            let outcomes = self.simulated.starting[hands[row].number()];
            vec![measured_rate(outcomes, deals * hands[row].combos() as f64 / 1326.0)]
        })
    }

    fn published_hands(&self) -> Result<Vec<StartingHand>, CompanionError> {
        Ok(self.published.table("1")?.rows.iter().filter_map(|row| row.name.parse().ok()).collect())
    }

    fn made_hands(&self) -> Result<Table, CompanionError> {
        let total = self.simulated.starting.iter().map(|outcomes| outcomes.total()).sum::<u64>() as f64;
        let share_of_paper = self.published.constant::<f64>("deals_of_rates")? / total;
        let row = |tally: &[Outcomes], made: fn(u8) -> MadeHand| -> Vec<Measured> {
            let outcomes = (0..RANKS as u8).map(|rank| tally[made(rank).number()]);
            let cell = |it: Outcomes| match it.wins + it.losses {
                0 => Measured::exact(0.0),
                decided => measured_rate(it, share_of_paper * decided as f64),
            };
            outcomes.map(cell).collect()
        };
        let made: [fn(u8) -> MadeHand; 2] = [MadeHand::high_card, MadeHand::pair];
        let mut table =
            self.published.beside("2", |number| row(&self.simulated.shown_without_kickers, made[number]))?;
        for (made, name) in made.into_iter().zip(["high card, full rules", "one pair, full rules"]) {
            table.rows.push(Row::ours(name, &row(&self.simulated.shown, made)));
        }
        Ok(table)
    }

    fn completions(&self) -> Result<Table, CompanionError> {
        let rounds = [Round::Flop, Round::Turn, Round::River];
        let percent = |round, row: usize| Measured::exact(100.0 * completion(round, MOST_OUTS - row));
        self.published.beside("4", |row| rounds.map(|round| percent(round, row)).to_vec())
    }

    fn accuracies(&self, id: &str, rules: &[NamedRule]) -> Result<Table, CompanionError> {
        let deals: f64 = self.published.constant("deals_of_accuracies")?;
        let of_table: Vec<&NamedRule> = rules.iter().filter(|rule| rule.table == id).collect();
        let cell = |rule: &NamedRule| {
            let (accuracy, total) = (self.accuracy(rule).ties_right(), self.accuracy(rule).total() as f64);
            let se = |deals: f64| 100.0 * share_error(accuracy / 100.0, deals);
            Measured::new(accuracy, se(total)).with_paper_se(se(deals))
        };
        // The pre-flop table has one row of thresholds, the others a row for each rule.
        self.published.beside(id, |row| match id {
            "7" => of_table.iter().map(|rule| cell(rule)).collect(),
            _ => of_table.get(row).map(|rule| cell(rule)).into_iter().collect(),
        })
    }

    /// What can be known at best, street by street: exact, over all deals.
    fn knowledge(&self, rules: &[NamedRule]) -> Table {
        let exact = |accuracy: Accuracy| Measured::exact(accuracy.ties_right());
        let best = |round: Round| rules.iter().find(|rule| (rule.table, rule.name.as_str()) == BEST[round.number()]);
        let rule = Round::ALL.map(|round| best(round).map_or(Measured::default(), |it| exact(self.exact_accuracy(it))));
        let present = std::iter::once(Measured::default()).chain(self.exact.present_strength.map(exact));
        let ceiling = self.exact.ceiling.map(exact);
        let left_out = self.exact.ceiling.map(|accuracy| Measured::exact(accuracy.ties_left_out()));
        let rows = vec![
            Row::ours("the paper's best rule", &rule),
            Row::ours("present hand strength at least a half", &present.collect::<Vec<_>>()),
            Row::ours("ceiling: exact chances of winning", &ceiling),
            Row::ours("ceiling, ties left out", &left_out),
        ];
        let columns = Round::ALL.map(|round| round.name());
        Table::ours("knowledge", "what a judge can know, accuracy over all deals, %", &columns, rows)
    }

    fn claims_about_rates(&self, tables: &[Table]) -> Result<Vec<Claim>, CompanionError> {
        let [starting, made, completions] = tables else { return Ok(Vec::new()) };
        let cells = || completions.rows.iter().flat_map(|row| row.paper.iter().zip(&row.ours));
        let tenths = |value: &Option<f64>| value.map(|value| (value * 10.0).round());
        let unequal = cells().filter(|(paper, ours)| tenths(paper) != tenths(ours)).count();
        Ok(vec![
            self.published.claim_at_most("S1", farthest(&starting.rows))?,
            self.published.claim_at_most("S2", farthest(&made.rows[1..2]))?,
            self.published.claim_at_most("S3", unequal as f64)?,
        ])
    }

    fn claims_about_accuracies(&self, tables: &[Table], rules: &[NamedRule]) -> Result<Vec<Claim>, CompanionError> {
        let published = self.published;
        let rows = |id: &str| tables.iter().find(|table| table.id == id).map_or(&[][..], |table| &table.rows);
        let ours = |id: &str| -> Vec<f64> { rows(id).iter().filter_map(|row| row.ours.first().copied()?).collect() };
        let within = |id: &str, rows: &[Row], also: bool| -> Result<Claim, CompanionError> {
            let far = farthest(rows);
            published.claim(id, Some(far), Verdict::holds(far <= published.limit(id)? && also))
        };
        let best_threshold = self.best_starting_threshold();
        let s4 = within("S4", rows("7"), (49.0..=51.5).contains(&best_threshold))?;
        // Rows of tables 8, 10 and 12: without HK, HK:20, HK:23, HK:28, 50.
        let (flop, turn, river) = (ours("8"), ours("10"), ours("12"));
        let s5 = within("S5", &rows("8")[1..], flop[3] > flop[1].max(flop[2]))?;
        let ordered = river[1] < river[2] && river[2] < river[3] && river[3] < river[0];
        let s6 = within("S6", rows("12"), ordered && river[0] > river[4])?;
        let preflop = rows("7")[0].ours[4].unwrap_or(0.0);
        let (best_flop, best_turn, best_river) = (flop[3], turn[3], river[0]);
        let rises = preflop < best_flop && best_flop < best_turn && best_turn < best_river;
        let s7 = published.claim("S7", None, Verdict::holds(rises))?;
        let excess = rules.iter().map(|rule| {
            self.exact_accuracy(rule).ties_right() - self.exact.ceiling[rule.rule.round.number()].ties_right()
        });
        let s8 = published.claim_at_most("S8", excess.fold(f64::MIN, f64::max))?;
        let best = |id: &str| ours(id).into_iter().fold(f64::MIN, f64::max);
        let gain = best("9") - best_flop;
        let s9 = published.claim("S9", Some(gain), Verdict::holds(gain.abs() <= published.limit("S9")?))?;
        let printed = rows("13").last().and_then(|row| row.paper.first().copied().flatten());
        let ceiling = self.exact.ceiling[Round::River.number()].ties_right();
        let beyond = printed.is_some_and(|printed| printed > ceiling);
        let mut p1 = published.claim("P1", printed, if beyond { Verdict::Impossible } else { Verdict::Reproduced })?;
        p1.limit = Some(ceiling);
        let turn_rows = [rows("10"), rows("11")].concat();
        let p2 = within("P2", &turn_rows, true)?;
        let p3 = published.claim_above("P3", best("13") - best_river)?;
        Ok(vec![s4, s5, s6, s7, s8, s9, p1, p2, p3])
    }

    /// The starting hands' winning rate that makes the best threshold, of all that differ.
    fn best_starting_threshold(&self) -> f64 {
        let accuracy = |&threshold: &f64| {
            let superior = self.rates.starting.iter().map(|&rate| rate >= threshold);
            Accuracy::of(superior.zip(self.exact.tally.starting.iter().copied())).right
        };
        self.rates.starting.iter().copied().max_by_key(accuracy).unwrap_or(0.0)
    }

    /// Accuracy by street: ours, the paper's best, the ceiling.
    pub fn pictures(&self) -> Result<Vec<Chart>, CompanionError> {
        let rules = published_rules(self.published)?;
        let knowledge = self.knowledge(&rules);
        let series = |name: &str, values: &[Option<f64>]| {
            let point = |(street, value): (usize, &Option<f64>)| {
                Some(Point { x: street as f64 + 1.0, y: (*value)?, half_width: None })
            };
            Series { name: name.to_owned(), points: values.iter().enumerate().filter_map(point).collect() }
        };
        let mut paper = Vec::new();
        for (table, name) in BEST {
            let table = self.published.table(table)?;
            let column = table.columns.iter().position(|column| column == name);
            let row = table.rows.iter().find(|row| row.name == name).or(table.rows.first());
            paper.push(row.and_then(|row| row.values.get(column.unwrap_or(0)).copied()));
        }
        let [rule, present, ceiling, ..] = knowledge.rows.as_slice() else { return Ok(Vec::new()) };
        Ok(vec![Chart {
            title: "How often a judge is right".to_owned(),
            description: "Accuracy by street: it must rise with every card seen; the paper's falls on the turn."
                .to_owned(),
            x: Axis::linear("street: 1 pre-flop, 2 flop, 3 turn, 4 river"),
            y: Axis::linear("right, %"),
            marks: Marks::Lines(vec![
                series("paper", &paper),
                series("the same rule here", &rule.ours),
                series("present strength", &present.ours),
                series("ceiling", &ceiling.ours),
            ]),
        }])
    }
}

/// The largest distance between published numbers and ours.
fn farthest(rows: &[Row]) -> f64 {
    rows.iter().filter_map(Row::largest_difference).fold(0.0, f64::max)
}

/// A winning rate of ours, and the error of one from this many decided showdowns of the paper.
fn measured_rate(outcomes: Outcomes, of_paper: f64) -> Measured {
    let paper_se = 100.0 * share_error(outcomes.rate() / 100.0, of_paper);
    Measured::new(outcomes.rate(), outcomes.rate_error()).with_paper_se(paper_se)
}

impl Comparisons<'_> {
    /// Everything measured, under the keys that scripts rely on; `limit` is missing.
    pub(super) fn results(&self) -> Result<Value, CompanionError> {
        let Self { published, rates, exact, simulated } = *self;
        let starting = self.published_hands()?.into_iter().map(|hand| {
            let rate = simulated.starting[hand.number()].rate();
            (hand.to_string(), json!(rate))
        });
        let completions = |round| (1..=MOST_OUTS).rev().map(|outs| 100.0 * completion(round, outs)).collect::<Vec<_>>();
        let (mut accuracies, mut below) = (json!({}), json!({}));
        let mut farthest: f64 = 0.0;
        for rule in published_rules(published)? {
            let (found, all) = (self.accuracy(&rule), self.exact_accuracy(&rule));
            let error = share_error(all.ties_right() / 100.0, found.total() as f64);
            farthest = farthest.max((found.ties_right() - all.ties_right()).abs() / (100.0 * error));
            accuracies[rule.rule.round.name()][&rule.name] = described(found, all);
            if rule.table == "13" {
                let strict = Rule { comparison: Comparison::Below, ..rule.rule };
                let of = |tally: &Tally| strict.accuracy(rates, tally.of(Round::River));
                below[&rule.name] = described(of(simulated), of(&exact.tally));
            }
        }
        let (mut ceiling, mut present) = (json!({}), json!({}));
        for (round, it) in Round::ALL.iter().zip(exact.ceiling) {
            ceiling[round.name()] = json!({ "ties_right": it.ties_right(), "ties_left_out": it.ties_left_out() });
        }
        for (round, it) in Round::ALL[1..].iter().zip(exact.present_strength) {
            present[round.name()] = json!({ "ties_right": it.ties_right() });
        }
        Ok(json!({
            "starting_hand_rate": starting.collect::<Value>(),
            "one_pair_rate": by_rank(&simulated.shown_without_kickers, MadeHand::pair),
            "one_pair_rate_full_rules": by_rank(&exact.tally.shown, MadeHand::pair),
            "high_card_rate": by_rank(&exact.tally.shown, MadeHand::high_card),
            "completion": {
                "flop": completions(Round::Flop),
                "turn": completions(Round::Turn),
                "river": completions(Round::River),
            },
            "accuracy": accuracies,
            "accuracy_river_below_threshold": below,
            "largest_z_against_exact": farthest,
            "ceiling": ceiling,
            "present_strength": present,
        }))
    }
}

/// An accuracy over the deals drawn, and over all deals.
fn described(found: Accuracy, all: Accuracy) -> Value {
    json!({
        "ties_right": found.ties_right(),
        "ties_left_out": found.ties_left_out(),
        "ties_wrong": found.ties_wrong(),
        "share_superior": found.share_superior(),
        "exact_ties_right": all.ties_right(),
    })
}

fn by_rank(tally: &[Outcomes], made: fn(u8) -> MadeHand) -> Value {
    let rate = |outcomes: Outcomes| if outcomes.wins == 0 { 0.0 } else { outcomes.rate() };
    let ranks = 0..RANKS as u8;
    ranks.map(|rank| (rank_letter(rank).to_string(), json!(rate(tally[made(rank).number()])))).collect()
}
