//! The published tables of rates and accuracies beside ours, what becomes of the claims about them, and everything
//! measured under the keys that scripts rely on.

use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;
use evaluator::round::Round;
use report::chart::{Chart, Marks, Point, Series};
use serde_json::{Value, json};

use super::ceiling::Exact;
use super::estimate::{Accuracy, Comparison, MOST_OUTS, NamedRule, Rule, completion};
use super::judgement::MadeHand;
use super::tally::{Outcomes, Rates, Tally};
use super::turn_reading::{AccuracyTables, TurnReading, farthest};
use crate::claims::{Claim, Measured, Reproduction, Row, Table, Verdict, chart};
use crate::error::Result;
use crate::published::Published;
use crate::sums::share_error;

pub(super) struct Comparisons<'a> {
    pub published: &'a Published,
    pub rates: &'a Rates,
    pub exact: &'a Exact,
    pub simulated: &'a Tally,
    pub rules: Vec<NamedRule>,
    pub turn: TurnReading,
}

/// The rule with the best accuracy that is possible on each street: table and name.
const BEST: [(&str, &str); 4] =
    [("7", "50.2"), ("8", "HK:28, OP:26, other:45"), ("10", "HK:28, OP:26, other:45"), ("12", "OP:34.2, other:45")];

impl Comparisons<'_> {
    /// Tables, claims S1 to S9 and P1 to P3, results and pictures.
    pub fn report(&self, found: &mut Reproduction) -> Result<()> {
        found.tables.extend([self.starting_hands()?, self.made_hands()?, self.completions()?]);
        found.claims.extend(self.claims_about_rates(&found.tables)?);
        found.tables.extend(self.accuracies().all()?);
        found.tables.push(self.knowledge());
        found.claims.extend(self.claims_about_accuracies(&found.tables)?);
        found.pictures.push(self.picture()?);
        found.results = self.results()?;
        Ok(())
    }

    fn accuracy(&self, rule: &NamedRule) -> Accuracy {
        rule.rule.accuracy(self.rates, self.simulated.of(rule.rule.round))
    }

    /// What it reaches over all deals.
    fn exact_accuracy(&self, rule: &NamedRule) -> Accuracy {
        rule.rule.accuracy(self.rates, self.exact.tally.of(rule.rule.round))
    }

    fn starting_hands(&self) -> Result<Table> {
        let deals: f64 = self.published.constant("deals_of_rates")?;
        let hands = self.published_hands()?;
        self.published.beside("1", |row| {
            let outcomes = self.simulated.starting[hands[row].number()];
            vec![measured_rate(outcomes, deals * hands[row].combos() as f64 / 1326.0)]
        })
    }

    fn published_hands(&self) -> Result<Vec<StartingHand>> {
        Ok(self.published.table("1")?.rows.iter().filter_map(|row| row.name.parse().ok()).collect())
    }

    fn made_hands(&self) -> Result<Table> {
        let total = self.simulated.starting.iter().map(|outcomes| outcomes.total()).sum::<u64>() as f64;
        let share_of_paper = self.published.constant::<f64>("deals_of_rates")? / total;
        let row = |tally: &[Outcomes], made: fn(u8) -> MadeHand| -> Vec<Measured> {
            let cell = |it: Outcomes| match it.wins + it.losses {
                0 => Measured::exact(0.0),
                decided => measured_rate(it, share_of_paper * decided as f64),
            };
            (0..RANKS as u8).map(|rank| cell(tally[made(rank).number()])).collect()
        };
        let made: [fn(u8) -> MadeHand; 2] = [MadeHand::high_card, MadeHand::pair];
        let mut table =
            self.published.beside("2", |number| row(&self.simulated.shown_without_kickers, made[number]))?;
        for (made, name) in made.into_iter().zip(["high card, full rules", "one pair, full rules"]) {
            table.rows.push(Row::ours(name, &row(&self.simulated.shown, made)));
        }
        Ok(table)
    }

    fn completions(&self) -> Result<Table> {
        let percent = |round, row: usize| Measured::exact(100.0 * completion(round, MOST_OUTS - row));
        self.published.beside("4", |row| Round::ALL[1..].iter().map(|&round| percent(round, row)).collect())
    }

    fn accuracies(&self) -> AccuracyTables<'_> {
        let Self { published, rates, simulated: drawn, ref rules, turn, .. } = *self;
        AccuracyTables { published, rules, rates, drawn, turn }
    }

    fn best_rules(&self) -> [Option<&NamedRule>; 4] {
        BEST.map(|best| self.rules.iter().find(|rule| (rule.table, rule.name.as_str()) == best))
    }

    /// What can be known at best, street by street: exact, over all deals.
    fn knowledge(&self) -> Table {
        let exact = |accuracy: Accuracy| Measured::exact(accuracy.ties_right());
        let rule = self.best_rules().map(|rule| rule.map_or(Measured::default(), |it| exact(self.exact_accuracy(it))));
        let present = std::iter::once(Measured::default()).chain(self.exact.present_strength.map(exact));
        let ceiling = self.exact.ceiling.map(exact);
        let left_out = self.exact.ceiling.map(|accuracy| Measured::exact(accuracy.ties_left_out()));
        let rows = vec![
            Row::ours("the paper's best rule", &rule),
            Row::ours("present hand strength at least a half", &present.collect::<Vec<_>>()),
            Row::ours("ceiling: exact chances of winning", &ceiling),
            Row::ours("ceiling, ties left out", &left_out),
        ];
        Table::ours("knowledge", "what a judge can know, accuracy over all deals, %", &Round::ALL, rows)
    }

    fn claims_about_rates(&self, tables: &[Table]) -> Result<Vec<Claim>> {
        let [starting, made, completions] = tables else { return Ok(Vec::new()) };
        let cells = completions.rows.iter().flat_map(|row| row.paper.iter().zip(&row.ours));
        let tenths = |value: &Option<f64>| value.map(|value| (value * 10.0).round());
        let unequal = cells.filter(|(paper, ours)| tenths(paper) != tenths(ours)).count();
        Ok(vec![
            self.published.claim_at_most("S1", farthest(&starting.rows))?,
            self.published.claim_at_most("S2", farthest(&made.rows[1..2]))?,
            self.published.claim_at_most("S3", unequal as f64)?,
        ])
    }

    fn claims_about_accuracies(&self, tables: &[Table]) -> Result<Vec<Claim>> {
        let published = self.published;
        let rows = |id: &str| tables.iter().find(|table| table.id == id).map_or(&[][..], |table| &table.rows);
        let ours = |id: &str| -> Vec<f64> { rows(id).iter().filter_map(|row| row.ours.first().copied()?).collect() };
        let within = |id: &str, rows: &[Row], also: bool| -> Result<Claim> {
            let far = farthest(rows);
            published.claim(id, Some(far), Verdict::holds(far <= published.limit(id)? && also))
        };
        let best_threshold = self.best_starting_threshold();
        // Rows of tables 8 and 12: without HK, HK:20, HK:23, HK:28, 50.
        let (flop, river) = (ours("8"), ours("12"));
        let ordered = river[1] < river[2] && river[2] < river[3] && river[3] < river[0];
        let best = self.best_rules().map(|rule| rule.map_or(f64::NAN, |it| self.accuracy(it).ties_right()));
        let rises = best.windows(2).all(|streets| streets[0] < streets[1]);
        let excess = self.rules.iter().map(|rule| {
            self.exact_accuracy(rule).ties_right() - self.exact.ceiling[rule.rule.round.number()].ties_right()
        });
        let best_row = |id: &str| ours(id).into_iter().fold(f64::MIN, f64::max);
        let [_, best_flop, _, best_river] = best;
        let gain = best_row("9") - best_flop;
        let printed = rows("13").last().and_then(|row| row.paper.first().copied().flatten());
        let ceiling = self.exact.ceiling[Round::River.number()].ties_right();
        let beyond = printed.is_some_and(|printed| printed > ceiling);
        let mut p1 = published.claim("P1", printed, if beyond { Verdict::Impossible } else { Verdict::Reproduced })?;
        p1.limit = Some(ceiling);
        let mut p3 = published.claim_above("P3", best_row("13") - best_river)?;
        if beyond && p3.verdict == Verdict::NotReproduced {
            p3.verdict = Verdict::Impossible;
        }
        Ok(vec![
            within("S4", rows("7"), (49.0..=51.5).contains(&best_threshold))?,
            within("S5", &rows("8")[1..], flop[3] > flop[1].max(flop[2]))?,
            within("S6", rows("12"), ordered && river[0] > river[4])?,
            published.claim("S7", None, Verdict::holds(rises))?,
            published.claim_at_most("S8", excess.fold(f64::MIN, f64::max))?,
            published.claim("S9", Some(gain), Verdict::holds(gain.abs() <= published.limit("S9")?))?,
            p1,
            self.accuracies().turn_claim()?,
            p3,
        ])
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
    fn picture(&self) -> Result<Chart> {
        let knowledge = self.knowledge();
        let series = |name: &str, values: &[Option<f64>]| {
            let points =
                values.iter().zip(1..).filter_map(|(value, street)| Some(Point::new(f64::from(street), (*value)?)));
            Series { name: name.to_owned(), points: points.collect() }
        };
        let mut paper = Vec::new();
        for (table, name) in BEST {
            let table = self.published.table(table)?;
            let column = table.columns.iter().position(|column| column == name);
            let row = table.rows.iter().find(|row| row.name == name).or(table.rows.first());
            paper.push(row.and_then(|row| row.values.get(column.unwrap_or(0)).copied()));
        }
        let series = vec![
            series("paper", &paper),
            series("the same rule here", &knowledge.rows[0].ours),
            series("present strength", &knowledge.rows[1].ours),
            series("ceiling", &knowledge.rows[2].ours),
        ];
        let description = "Accuracy by street: it must rise with every card seen; the paper's falls on the turn.";
        let axes = ["street: 1 pre-flop, 2 flop, 3 turn, 4 river", "right, %"];
        Ok(chart("How often a judge is right", description, axes, Marks::Lines(series)))
    }

    /// Everything measured, under the keys that scripts rely on; `limit` is missing.
    fn results(&self) -> Result<Value> {
        let Self { rates, exact, simulated, .. } = *self;
        let starting = self.published_hands()?.into_iter();
        let starting = starting.map(|hand| (hand.to_string(), json!(simulated.starting[hand.number()].rate())));
        let completions = |round| (1..=MOST_OUTS).rev().map(|outs| 100.0 * completion(round, outs)).collect::<Vec<_>>();
        let mut results = json!({
            "starting_hand_rate": starting.collect::<Value>(),
            "one_pair_rate": by_rank(&simulated.shown_without_kickers, MadeHand::pair),
            "one_pair_rate_full_rules": by_rank(&exact.tally.shown, MadeHand::pair),
            "high_card_rate": by_rank(&exact.tally.shown, MadeHand::high_card),
        });
        let mut farthest: f64 = 0.0;
        for rule in &self.rules {
            let (found, all) = (self.accuracy(rule), self.exact_accuracy(rule));
            let error = share_error(all.ties_right() / 100.0, found.total() as f64);
            farthest = farthest.max((found.ties_right() - all.ties_right()).abs() / (100.0 * error));
            results["accuracy"][rule.rule.round.name()][&rule.name] = described(found, all);
            if rule.rule.round == Round::Turn {
                let printed = rule.rule.with_every_gut_shot().accuracy(rates, &simulated.turn_dealt_anew);
                results["accuracy_turn_as_printed"][&rule.name] = drawn(printed);
            }
            if rule.table == "13" {
                let strict = Rule { comparison: Comparison::Below, ..rule.rule };
                let of = |tally: &Tally| strict.accuracy(rates, tally.of(Round::River));
                results["accuracy_river_below_threshold"][&rule.name] = described(of(simulated), of(&exact.tally));
            }
        }
        results["largest_z_against_exact"] = json!(farthest);
        for (round, it) in Round::ALL.iter().zip(exact.ceiling) {
            results["ceiling"][round.name()] =
                json!({ "ties_right": it.ties_right(), "ties_left_out": it.ties_left_out() });
        }
        for (&round, it) in Round::ALL[1..].iter().zip(exact.present_strength) {
            results["present_strength"][round.name()] = json!({ "ties_right": it.ties_right() });
            results["completion"][round.name()] = json!(completions(round));
        }
        Ok(results)
    }
}

/// A winning rate of ours, and the error of one from this many decided showdowns of the paper.
fn measured_rate(outcomes: Outcomes, of_paper: f64) -> Measured {
    let paper_se = 100.0 * share_error(outcomes.rate() / 100.0, of_paper);
    Measured::new(outcomes.rate(), outcomes.rate_error()).with_paper_se(paper_se)
}

/// An accuracy over the deals drawn.
fn drawn(found: Accuracy) -> Value {
    json!({
        "ties_right": found.ties_right(),
        "ties_left_out": found.ties_left_out(),
        "ties_wrong": found.ties_wrong(),
        "share_superior": found.share_superior(),
    })
}

/// The same, and over all deals.
fn described(found: Accuracy, all: Accuracy) -> Value {
    let mut described = drawn(found);
    described["exact_ties_right"] = json!(all.ties_right());
    described
}

fn by_rank(tally: &[Outcomes], made: fn(u8) -> MadeHand) -> Value {
    let rate = |rank: u8| json!(tally[made(rank).number()].rate_or_zero());
    (0..RANKS as u8).map(|rank| (rank_letter(rank).to_string(), rate(rank))).collect()
}
