//! At the table with a strategy: one table for each, with the hand that is being played, the result so far, and the
//! files in which its hands are kept as a log and as poker hand histories.

use matches::acpc::error::AcpcError;
use matches::acpc::match_files::MatchFiles;
use matches::acpc::phh::PhhFile;
use matches::agent::Agent;
use matches::error::MatchError;
use matches::live::{KeptHands, LiveHand, LiveTable, RunningResult};
use matches::luck::judge::{Judge, KnownPlayer};
use serde_json::json;
use solver::game::PlayedAction;
use solver::policy::Effort;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::file::fingerprint::Fingerprint;
use tables::file::fixed_name::make_folder;
use tables::text::is_invisible;
use tables::together::progress::Progress;

/// Longest part of a name that is kept, in bytes: file systems allow some 255 with an ending.
const LONGEST: usize = 120;
/// Digits of the fingerprint, where there is one.
const DIGITS: usize = 8;
/// Names that are devices on some systems, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A name as a file can have it: letters and digits of all scripts, `-`, `_` and `.` stay as they are. Where anything
/// else had to give way to a `-`, digits of the name's fingerprint follow, so that different names are different files.
///
/// ```
/// use explorer::play::file_stem;
///
/// assert_eq!(file_stem("été-2"), "été-2");
/// assert_ne!(file_stem("a b"), file_stem("a/b"));
/// ```
pub fn file_stem(name: &str) -> String {
    let is_kept = |letter: char| (letter.is_alphanumeric() && !is_invisible(letter)) || "-_.".contains(letter);
    let mut stem = String::new();
    for letter in name.trim_start_matches('.').chars() {
        if stem.len() + letter.len_utf8() > LONGEST {
            break;
        }
        stem.push(if is_kept(letter) { letter } else { '-' });
    }
    let is_device = |stem: &str| DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device));
    if stem == name && !stem.is_empty() && !is_device(stem.split('.').next().unwrap_or_default()) {
        return stem;
    }
    let fingerprint = Fingerprint::of("name", &json!(name), &[]).to_string();
    format!("{stem}-{}", &fingerprint[..DIGITS.min(fingerprint.len())])
}

/// Boards behind the strategy's own values: half a second of work on two cores. More take out more luck.
const BOARDS: u64 = 24;

/// The values by which a strategy's luck is told from its skill.
pub fn luck_of(agent: Arc<Agent>, progress: &dyn Progress) -> Result<KnownPlayer, MatchError> {
    KnownPlayer::of_boards(agent, BOARDS, progress)
}

/// A hand that is over.
#[derive(Clone, Debug)]
pub struct FinishedHand {
    pub hand: LiveHand,
    /// The person's chips without luck, where they are known.
    pub corrected: Option<f64>,
}

/// What is known of luck.
enum Luck {
    /// That of the cards alone.
    OfCards,
    /// The strategy's values are still to come, and with them all corrections.
    Awaited,
    OfStrategy(Box<KnownPlayer>),
}

/// A table with the person's hands so far.
pub struct Sitting {
    pub table: LiveTable,
    pub hand: LiveHand,
    pub result: RunningResult,
    /// The hands that were played to their end here, in their order.
    pub finished: Vec<FinishedHand>,
    /// Where finished hands go: log and, with the full deck, hand histories.
    pub paths: Vec<PathBuf>,
    kept: KeptHands,
    luck: Luck,
}

impl Sitting {
    /// Sits down: hands follow those that the files hold already.
    pub fn begin(table: LiveTable, paths: [PathBuf; 2]) -> Result<Self, MatchError> {
        let [log, phh] = paths;
        // The format knows the full deck alone.
        let phh = Some(phh).filter(|_| PhhFile::check(&table.terms().game).is_ok());
        let (files, first) = MatchFiles::extend(Some(&log), phh.as_deref(), table.terms())?;
        let paths = [log].into_iter().chain(phh).collect();
        let luck = if table.has_known_luck() { Luck::Awaited } else { Luck::OfCards };
        let hand = table.deal(existing(first)?);
        let result = RunningResult::new(table.own_game());
        let kept = KeptHands::new(files);
        let mut sitting = Self { table, hand, result, finished: Vec::new(), paths, kept, luck };
        sitting.keep_finished()?;
        Ok(sitting)
    }

    /// Plays the person's action and the strategy's answers.
    pub fn act(&mut self, action: PlayedAction) -> Result<(), MatchError> {
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

    pub fn is_over(&self) -> bool {
        self.table.view(&self.hand).won.is_some()
    }

    pub(crate) fn deal_next(&mut self) -> Result<(), MatchError> {
        self.save();
        self.hand = self.table.deal(existing(self.hand.number.saturating_add(1))?);
        self.keep_finished()
    }

    /// Whether hands are played whose luck is not known before [`Self::know_luck`].
    pub fn awaits_luck(&self) -> bool {
        matches!(self.luck, Luck::Awaited)
    }

    /// Takes out the luck from now on, and of the hands that have been played so far.
    pub fn know_luck(&mut self, known: KnownPlayer) -> Result<(), MatchError> {
        if !self.awaits_luck() {
            return Ok(());
        }
        self.luck = Luck::OfStrategy(Box::new(known));
        self.correct(0)
    }

    /// Takes the luck out of the finished hands from a number on, if it is known.
    fn correct(&mut self, first: usize) -> Result<(), MatchError> {
        let known = match &self.luck {
            Luck::Awaited => return Ok(()),
            Luck::OfCards => None,
            Luck::OfStrategy(known) => Some(&**known),
        };
        let judge = Judge::new(&self.table.terms().game, known)?;
        for finished in &mut self.finished[first..] {
            let person = finished.hand.person;
            let Some(record) = self.table.record(&finished.hand) else { continue };
            let Ok(chips) = judge.corrected(&record, Some(1 - person)) else { continue };
            self.result.add_corrected(person, chips);
            finished.corrected = Some(if person == 0 { chips } else { -chips });
        }
        Ok(())
    }

    /// Counts the hand on the table if it is over, and writes it as soon as that is possible.
    fn keep_finished(&mut self) -> Result<(), MatchError> {
        let Some(record) = self.table.record(&self.hand) else { return Ok(()) };
        let person = self.hand.person;
        self.result.add(person, &record);
        self.finished.push(FinishedHand { hand: self.hand.clone(), corrected: None });
        self.correct(self.finished.len() - 1)?;
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

/// How and where hands are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaySettings {
    /// The folder for logs and hand histories, made when the first hand is dealt.
    pub folder: PathBuf,
    pub person: String,
    /// Where cards and dice come from; `None` for another seed each time, so that no hand is known beforehand.
    pub seed: Option<u64>,
}

/// The tables that were opened, by the number of their strategy.
pub struct Tables {
    settings: PlaySettings,
    /// How long strategies solve each river again, if they do.
    rivers: Option<Effort>,
    open: Mutex<HashMap<usize, Sitting>>,
}

impl Tables {
    pub fn new(settings: PlaySettings) -> Self {
        Self { settings, rivers: None, open: Mutex::default() }
    }

    pub(crate) fn with_rivers_solved_again(self, effort: Effort) -> Self {
        Self { rivers: Some(effort), ..self }
    }

    /// All tables that are open; one request at a time.
    pub fn open(&self) -> MutexGuard<'_, HashMap<usize, Sitting>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new table, whose files are called as the strategy is shown: two runs may hold strategies of one name.
    pub fn sit_down(&self, agent: Arc<Agent>, name: &str) -> Result<Sitting, MatchError> {
        let PlaySettings { folder, person, seed } = &self.settings;
        let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let mut table = LiveTable::new(agent, person, seed)?;
        let mut stem = file_stem(name);
        if let Some(effort) = self.rivers {
            table = table.with_rivers_solved_again(effort)?;
            stem += "-resolved";
        }
        make_folder(folder)?;
        Sitting::begin(table, ["log", "phhs"].map(|ending| folder.join(format!("{stem}.{ending}"))))
    }
}
