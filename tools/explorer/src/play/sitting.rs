//! A person at one table: the hand that is being played, the result so far and the files.

use matches::acpc::error::AcpcError;
use matches::acpc::match_files::MatchFiles;
use matches::agent::Agent;
use matches::error::MatchError;
use matches::live::hand::LiveHand;
use matches::live::kept_hands::KeptHands;
use matches::live::running_result::RunningResult;
use matches::live::table::LiveTable;
use matches::luck::judge::{Judge, KnownPlayer};
use solver::game::Action;
use std::path::PathBuf;
use std::sync::Arc;
use tables::together::progress::Progress;

/// Boards behind the strategy's own values: half a second of work before the first hand. More take out more luck.
const BOARDS: u64 = 24;

/// A table with the person's hands so far.
pub struct Sitting {
    /// The strategy and its cards.
    pub table: LiveTable,
    /// The hand on the table.
    pub hand: LiveHand,
    /// What the person has won.
    pub result: RunningResult,
    /// Where finished hands go: log and hand histories.
    pub paths: [PathBuf; 2],
    kept: KeptHands,
    known: KnownPlayer,
}

impl Sitting {
    /// Sits down: hands follow those that the files hold already.
    pub fn begin(
        agent: Arc<Agent>,
        person: &str,
        seed: u64,
        paths: [PathBuf; 2],
        progress: &dyn Progress,
    ) -> Result<Self, MatchError> {
        let table = LiveTable::new(agent.clone(), person, seed)?;
        let [log, phh] = &paths;
        let (files, first) = MatchFiles::extend(Some(log), Some(phh), table.terms())?;
        let known = KnownPlayer::of_boards(agent, BOARDS, progress)?;
        let hand = table.deal(existing(first)?);
        let mut sitting =
            Self { table, hand, result: RunningResult::default(), paths, kept: KeptHands::new(files), known };
        sitting.keep_finished()?;
        Ok(sitting)
    }

    /// Plays the person's action and the strategy's answers.
    pub fn act(&mut self, action: Action) -> Result<(), MatchError> {
        self.table.act(&mut self.hand, action)?;
        self.keep_finished()
    }

    /// Tries again to write finished hands that could not be written.
    pub fn save(&mut self) {
        self.kept.save(self.table.terms());
    }

    /// How many finished hands are not in the files, and why.
    pub fn unsaved(&self) -> (usize, Option<String>) {
        (self.kept.unsaved(), self.kept.problem().map(ToString::to_string))
    }

    /// Whether the hand on the table is over.
    pub fn is_over(&self) -> bool {
        self.table.view(&self.hand).won.is_some()
    }

    /// Deals the next hand.
    pub fn deal_next(&mut self) -> Result<(), MatchError> {
        self.save();
        self.hand = self.table.deal(existing(self.hand.number().saturating_add(1))?);
        self.keep_finished()
    }

    /// Counts the hand on the table if it is over, and writes it as soon as that is possible.
    fn keep_finished(&mut self) -> Result<(), MatchError> {
        let Some(record) = self.table.record(&self.hand) else { return Ok(()) };
        let person = self.hand.person();
        self.result.add(person, &record);
        let judge = Judge::new(&self.table.terms().game, Some(&self.known))?;
        if let Ok(chips) = judge.corrected(&record, Some(1 - person)) {
            self.result.add_corrected(person, chips);
        }
        self.kept.add(self.table.terms(), record);
        Ok(())
    }
}

impl Drop for Sitting {
    /// The last moment at which a hand that waits can be written.
    fn drop(&mut self) {
        self.save();
    }
}

/// A number that a hand can have: one more is written where people count from 1.
fn existing(number: u32) -> Result<u32, MatchError> {
    let (what, expected, advice) = ("hand's number", "below 4294967295", "begin with new files");
    let refused = || AcpcError::Setting { what, expected, found: number.to_string(), advice };
    (number < u32::MAX).then_some(number).ok_or_else(|| refused().into())
}
