//! The files that a match leaves: log, transactions, hand histories.

use solver::game::{GameDefinition, PlayedAction, PlayedDecision};
use std::fmt;
use std::fs::TryLockError;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tables::file::fixed_name::open_to_append;
use tables::file::held_lock::LockedFile;
use tables::text::is_invisible;

use super::error::{AcpcError, shown};
use super::hand_log::{HandLog, HandRecord, Score};
use super::line_file::LineFile;
use super::match_state::AcpcGame;
use super::phh::PhhFile;
use super::seats::TimeLimits;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileChoice {
    /// `<name>.log`.
    pub log: bool,
    /// `<name>.tlog`.
    pub transactions: bool,
    /// `<name>.phhs`.
    pub phh: bool,
    /// Go on with log and transactions that are there.
    pub append: bool,
}

#[derive(Debug, Default)]
pub struct MatchFiles {
    pub log: Option<HandLog>,
    pub transactions: Option<Transactions>,
    /// The hands as poker hand histories.
    pub phh: Option<PhhFile>,
    /// Held until the match is over: another one of this name would write into its lines.
    _locks: Vec<LockedFile>,
}

impl MatchFiles {
    /// Opens the files of a match; `stem` is their path without the ending.
    pub fn open(stem: &Path, choice: FileChoice, terms: &MatchTerms) -> Result<Self, AcpcError> {
        // Match names may contain dots: an ending is appended, never replaced.
        let path = |ending: &str| {
            let mut path = stem.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        };
        if choice.phh && choice.append {
            return Err(AcpcError::setting("--phh", "a match from its beginning", "-a", "leave out one of them"));
        }
        if choice.phh {
            // Before any file is made.
            PhhFile::check(&terms.game)?;
        }
        let endings = [(choice.log, ".log"), (choice.transactions, ".tlog"), (choice.phh, ".phhs")];
        let wanted = endings.iter().filter(|(is_wanted, _)| *is_wanted);
        let locks: Result<_, _> = wanted.map(|(_, ending)| lock(&path(ending))).collect();
        let mut files = Self { _locks: locks?, ..Self::default() };
        if choice.phh {
            files.phh = Some(PhhFile::create(&path(".phhs"), &terms.game)?);
        }
        if choice.log {
            let open = if choice.append { HandLog::append } else { HandLog::create };
            files.log = Some(open(&path(".log"), terms)?);
        }
        if choice.transactions {
            let open = if choice.append { Transactions::append } else { Transactions::create };
            files.transactions = Some(open(&path(".tlog"))?);
        }
        Ok(files)
    }

    /// Opens files to add the hands of a new sitting after those they hold, and returns the number after their last
    /// hand. A last hand that was cut off while it was being written is removed; in the hand histories it is written
    /// again if the log has it.
    pub fn extend(log: Option<&Path>, phh: Option<&Path>, terms: &MatchTerms) -> Result<(Self, u32), AcpcError> {
        if log.is_some() && log == phh {
            let found = log.map_or(String::new(), |path| path.display().to_string());
            return Err(AcpcError::setting("--phh", "another file than the log's", found, "give another one"));
        }
        // Before any file is made.
        phh.map_or(Ok(()), |_| PhhFile::check(&terms.game))?;
        let locks: Result<_, _> = [log, phh].into_iter().flatten().map(lock).collect();
        let mut files = Self { _locks: locks?, ..Self::default() };
        files.phh = phh.map(|path| PhhFile::extend(path, &terms.game)).transpose()?;
        files.log = log.map(|path| HandLog::extend(path, terms)).transpose()?;
        if let (Some(last), Some(phh)) = (files.log.as_ref().and_then(HandLog::last), &mut files.phh) {
            phh.complete(&terms.game, last)?;
        }
        let of_log = files.log.as_ref().map_or(0, HandLog::next_hand);
        let of_phh = files.phh.as_ref().map_or(0, PhhFile::next_hand);
        Ok((files, of_log.max(of_phh)))
    }

    /// Writes a finished hand into all files, or into none of them.
    pub fn write_hand(&mut self, terms: &MatchTerms, record: &HandRecord) -> Result<(), AcpcError> {
        let before = self.log.as_ref().map(HandLog::length);
        if let Some(log) = &mut self.log {
            log.write_hand(record)?;
        }
        let Some(phh) = &mut self.phh else { return Ok(()) };
        phh.write_hand(&terms.game, record).inspect_err(|_| {
            if let (Some(log), Some(before)) = (&mut self.log, before) {
                log.cut_to(before);
            }
        })
    }

    pub(crate) fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
        self.log.as_mut().map_or(Ok(()), |log| log.write_score(score))
    }
}

/// Locks a file, creating it if it does not exist.
fn lock(path: &Path) -> Result<LockedFile, AcpcError> {
    let file = open_to_append(path)?;
    match file.try_lock() {
        Ok(()) => Ok(LockedFile::new(file)),
        Err(TryLockError::WouldBlock) => Err(AcpcError::Busy { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(AcpcError::File { path: path.to_owned(), action: "locked", source }),
    }
}

/// The most bytes of a player's name: lines that are read back have a limit.
const LONGEST_NAME: usize = 255;

#[derive(Clone, Debug)]
pub struct MatchTerms {
    /// The match's name, without a folder.
    pub match_name: String,
    /// The game as it was asked for: a name or a path.
    pub game_name: String,
    pub game: AcpcGame,
    pub hands: u32,
    pub seed: u32,
    /// Who sits where; seat 0 is in position 0 in the first hand.
    pub names: [String; 2],
    /// Whether the seats keep their positions; otherwise these change with every hand.
    pub fixed_seats: bool,
    /// Whether an action that is not legal ends the match; otherwise the nearest legal one is taken for it.
    pub is_strict: bool,
    pub limits: TimeLimits,
}

impl MatchTerms {
    /// A match of hold'em whose cards are not those of the competition's dealer: its seed, of which the protocol has
    /// 32 bits, only says where they came from.
    pub fn of_holdem(
        game: &GameDefinition,
        [first, second]: [&str; 2],
        hands: u32,
        seed: u64,
    ) -> Result<Self, AcpcError> {
        let terms = Self {
            match_name: format!("{first}-{second}"),
            game_name: game.name(),
            game: AcpcGame::new(game.clone()),
            hands,
            seed: seed as u32,
            names: [first, second].map(str::to_owned),
            fixed_seats: false,
            is_strict: false,
            limits: TimeLimits::default(),
        };
        terms.check().map(|()| terms)
    }

    /// Checks that the log can carry all names, and tell the players apart.
    pub fn check(&self) -> Result<(), AcpcError> {
        if self.hands == 0 {
            return Err(AcpcError::setting("hands", "at least one", "0", "say how many hands are to be played"));
        }
        for name in &self.names {
            let is_long = name.len() > LONGEST_NAME;
            if is_long
                || name.trim() != name
                || name.is_empty()
                || name.contains([':', '|'])
                || name.contains(is_invisible)
            {
                let expected = "a name of at most 255 bytes without ':', '|', line breaks, invisible letters and \
                                spaces at its ends, since logs are divided by them";
                let found = format!("'{}'", shown(name));
                return Err(AcpcError::setting("player's name", expected, found, "give another name"));
            }
        }
        if self.names[0] == self.names[1] {
            let found = format!("'{}' twice", shown(&self.names[0]));
            let advice = "give another name to one of them: their hands could not be told apart";
            return Err(AcpcError::setting("players' names", "two different names", found, advice));
        }
        for (what, text) in [("match name", &self.match_name), ("game file", &self.game_name)] {
            if text.is_empty() || text.contains(char::is_control) {
                let found = format!("'{}'", shown(text));
                return Err(AcpcError::setting(what, "one line of text", found, "give another name"));
            }
        }
        Ok(())
    }

    /// The seat (0 or 1) in a position of a hand; the reverse mapping is the same.
    pub(crate) fn seat_in(&self, position: usize, hand: u32) -> usize {
        if self.fixed_seats { position } else { (position + hand as usize) % 2 }
    }

    pub fn names_in(&self, hand: u32) -> [&str; 2] {
        [0, 1].map(|position| self.names[self.seat_in(position, hand)].as_str())
    }
}

/// The comment lines at the head of a log, without the last line's end.
impl fmt::Display for MatchTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { match_name, game_name, hands, seed, limits, .. } = self;
        writeln!(f, "# name/game/hands/seed {match_name} {game_name} {hands} {seed}")?;
        writeln!(f, "#--t_response {}", limits.response.as_millis())?;
        writeln!(f, "#--t_hand {}", limits.hand.as_millis())?;
        write!(f, "#--t_per_hand {}", limits.per_hand.as_millis())
    }
}

/// One action of the transaction file, which has enough to go on with a match that was cut off. A line is the action,
/// the hand's number, and when the state was sent and the answer came, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub action: PlayedAction,
    pub hand: u32,
    /// When the line was sent to the player, since 1970.
    pub sent: Duration,
    /// When the answer came, since 1970.
    pub received: Duration,
}

impl Transaction {
    /// Reads a line without its end; `None` if it is not a transaction.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let [action, hand, sent, received] = words[..] else { return None };
        let (action, rest) = PlayedAction::first_of(action)?;
        let read = Self { action, hand: hand.parse().ok()?, sent: moment(sent)?, received: moment(received)? };
        rest.is_empty().then_some(read)
    }

    /// How long the player took; zero if the clock was turned back.
    pub fn time(&self) -> Duration {
        self.received.saturating_sub(self.sent)
    }
}

fn moment(text: &str) -> Option<Duration> {
    let (seconds, micros) = text.split_once('.')?;
    let micros: u32 = micros.parse().ok().filter(|&micros| micros < 1_000_000)?;
    Some(Duration::new(seconds.parse().ok()?, 1000 * micros))
}

impl fmt::Display for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { action, hand, sent, received } = self;
        let (sent_micros, received_micros) = (sent.subsec_micros(), received.subsec_micros());
        write!(f, "{action} {hand} {}.{sent_micros:06} {}.{received_micros:06}", sent.as_secs(), received.as_secs())
    }
}

/// A transaction file: first its old actions are played again, then new ones are added.
#[derive(Debug)]
pub struct Transactions {
    file: LineFile,
    is_at_end: bool,
}

impl Transactions {
    pub fn create(path: &Path) -> Result<Self, AcpcError> {
        Ok(Self { file: LineFile::create(path, |line| Transaction::parse(line).is_some())?, is_at_end: true })
    }

    pub fn append(path: &Path) -> Result<Self, AcpcError> {
        Ok(Self { file: LineFile::append(path)?, is_at_end: false })
    }

    /// The next old action, which must be legal at this decision of this hand; `None` once all have been played.
    pub(crate) fn next_old(&mut self, hand: u32, decision: &PlayedDecision) -> Result<Option<Transaction>, AcpcError> {
        if self.is_at_end {
            return Ok(None);
        }
        let Some(line) = self.file.next_line()? else {
            self.is_at_end = true;
            return Ok(None);
        };
        let fits = |old: &Transaction| old.hand == hand && decision.allows(old.action);
        match Transaction::parse(&line).filter(fits) {
            Some(old) => Ok(Some(old)),
            None => Err(self.file.unexpected(&format!("a legal action of hand {hand} with its times"), line)),
        }
    }

    pub fn write(&mut self, transaction: &Transaction) -> Result<(), AcpcError> {
        self.file.write_line(transaction)
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}
