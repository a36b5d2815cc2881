//! The tables of accuracies, 7 to 13, beside ours, and two readings of the turn's (10 and 11): as printed they are
//! lower than the flop's, although one more card is seen.

use evaluator::round::Round;

use super::estimate::{NamedRule, Rule};
use super::tally::{Rates, Tally};
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::Result;
use crate::named::named;
use crate::published::Published;
use crate::sums::share_error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnReading {
    /// As the game is played and the paper describes it: the card that the player sees is on the final board.
    AsPlayed,
    /// What gives the printed numbers: turn and river are dealt anew after the player has seen a turn card, which is
    /// thus not on the final board; ties are left out; a gut shot is superior whatever its threshold in table 11.
    AsPrinted,
}

named!(TurnReading { AsPlayed => "as-played", AsPrinted => "as-printed" });

/// What [`TurnReading::AsPrinted`] means, for titles and notes.
const AS_PRINTED: &str =
    "turn and river dealt anew after the turn card was seen, ties left out, gut shots superior in every row";

/// Accuracies over deals drawn, beside the published ones.
#[derive(Clone, Copy)]
pub struct AccuracyTables<'a> {
    pub published: &'a Published,
    pub rules: &'a [NamedRule],
    pub rates: &'a Rates,
    pub drawn: &'a Tally,
    pub turn: TurnReading,
}

impl AccuracyTables<'_> {
    /// Tables 7 to 13, and the turn's as printed where they are read as the game is played.
    pub fn all(self) -> Result<Vec<Table>> {
        let tables = ["7", "8", "9", "10", "11", "12", "13"].into_iter().map(|id| self.table(id));
        let mut tables = tables.collect::<Result<Vec<_>>>()?;
        if self.turn == TurnReading::AsPlayed {
            let title = format!("tables 10 and 11 with {AS_PRINTED} (--turn {}), %", TurnReading::AsPrinted);
            let rows = Self { turn: TurnReading::AsPrinted, ..self }.turn_rows()?;
            tables.push(Table::ours("turn-as-printed", title, &["accuracy"], rows));
        }
        Ok(tables)
    }

    fn table(self, id: &str) -> Result<Table> {
        let rules = self.rules.iter().filter(|rule| rule.table == id);
        let cells = rules.map(|it| self.accuracy(&it.rule)).collect::<Result<Vec<_>>>()?;
        // The pre-flop table has one row of thresholds, the others a row for each rule.
        let mut table = self.published.beside(id, |row| if id == "7" { cells.clone() } else { vec![cells[row]] })?;
        if self.turn == TurnReading::AsPrinted && ["10", "11"].contains(&id) {
            table.title += &format!(", {AS_PRINTED}");
        }
        Ok(table)
    }

    fn turn_rows(self) -> Result<Vec<Row>> {
        Ok([self.table("10")?.rows, self.table("11")?.rows].concat())
    }

    /// In %. Before and after the turn both readings are the same.
    fn accuracy(self, rule: &Rule) -> Result<Measured> {
        let (percent, deals) = match (self.turn, rule.round) {
            (TurnReading::AsPrinted, Round::Turn) => {
                let accuracy = rule.with_every_gut_shot().accuracy(self.rates, &self.drawn.turn_dealt_anew);
                (accuracy.ties_left_out(), accuracy.right + accuracy.wrong)
            }
            (_, round) => {
                let accuracy = rule.accuracy(self.rates, self.drawn.of(round));
                (accuracy.ties_right(), accuracy.total())
            }
        };
        let error = |deals: f64| 100.0 * share_error(percent / 100.0, deals);
        let of_paper = self.published.constant("deals_of_accuracies")?;
        Ok(Measured::new(percent, error(deals as f64)).with_paper_se(error(of_paper)))
    }

    /// P2, with a note where the reading as printed gives the numbers.
    pub fn turn_claim(self) -> Result<Claim> {
        let limit = self.published.limit("P2")?;
        let distance = |turn| -> Result<f64> { Ok(farthest(&Self { turn, ..self }.turn_rows()?)) };
        let (played, printed) = (distance(TurnReading::AsPlayed)?, distance(TurnReading::AsPrinted)?);
        let explained = printed <= limit;
        let (value, verdict) = match self.turn {
            TurnReading::AsPlayed => (played, Verdict::holds(played <= limit)),
            TurnReading::AsPrinted if explained => (printed, Verdict::Explained),
            TurnReading::AsPrinted => (printed, Verdict::NotReproduced),
        };
        let mut claim = self.published.claim("P2", Some(value), verdict)?;
        claim.note = explained.then(|| {
            format!("explained to within {printed:.1} points by {AS_PRINTED}: --turn {}", TurnReading::AsPrinted)
        });
        Ok(claim)
    }
}

/// The largest distance between the paper's numbers and ours.
pub(super) fn farthest(rows: &[Row]) -> f64 {
    rows.iter().filter_map(Row::largest_difference).fold(0.0, f64::max)
}
