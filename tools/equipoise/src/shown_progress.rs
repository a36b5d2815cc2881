//! Progress on stderr: a bar per stage on a terminal, otherwise a plain line every few seconds and at a stage's end.
//!
//! A library may report as often as it likes: a report only notes numbers, a timer shows them.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tables::together::progress::{Progress, Update};
use tables::together::ranks::{Alone, Ranks};

use super::interruption::Interruption;
use super::terminal;

/// Between two lines of a stage where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(5);
/// Stages shorter than this leave no line.
const WORTH_A_LINE: Duration = Duration::from_millis(100);
/// The time between two redraws of a bar.
const BETWEEN_PICTURES: Duration = Duration::from_millis(200);

/// Shows a command's stages and passes on the wish to stop.
pub struct ShownProgress {
    interruption: Interruption,
    /// The processes that share the work: each of them may be asked to stop.
    ranks: Arc<dyn Ranks>,
    /// The rank that was asked is named once.
    named: Once,
    /// Nothing where nothing is to be shown.
    board: Option<Arc<Board>>,
    timer: Mutex<Option<JoinHandle<()>>>,
}

/// What reports write and the timer reads.
#[derive(Default)]
struct Board {
    stage: Mutex<Current>,
    over: Condvar,
    bar: Option<ProgressBar>,
}

#[derive(Default)]
struct Current {
    stage: Option<Stage>,
    finished: bool,
}

struct Stage {
    name: String,
    begun: Instant,
    shown: Instant,
    /// Already done when the stage was first reported: a resumed one does not start at zero.
    before: u64,
    done: u64,
    of: u64,
    unit: &'static str,
    note: Option<String>,
    /// All is done and the line that stays was written.
    ended: bool,
}

impl ShownProgress {
    /// Shows on stderr, or nothing at all if `quiet`.
    pub fn new(quiet: bool, interruption: Interruption) -> Self {
        let board = (!quiet).then(|| Arc::new(Board { bar: bar(), ..Board::default() }));
        // Without a thread for the timer the work goes on unwatched.
        let timer = board.clone().and_then(|board| {
            std::thread::Builder::new().name("progress".to_owned()).spawn(move || board.keep_showing()).ok()
        });
        Self { interruption, ranks: Arc::new(Alone), named: Once::new(), board, timer: Mutex::new(timer) }
    }

    pub fn heed(&mut self, ranks: Arc<dyn Ranks>) {
        self.ranks = ranks;
    }

    /// Ends the last stage's line; later reports are not shown.
    pub fn finish(&self) {
        let Some(board) = &self.board else { return };
        let mut current = board.lock();
        current.finished = true;
        if let Some(mut stage) = current.stage.take() {
            board.end(&mut stage);
        }
        drop(current);
        board.over.notify_all();
        if let Some(timer) = self.timer.lock().ok().and_then(|mut timer| timer.take()) {
            let _ = timer.join();
        }
        if let Some(bar) = &board.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for ShownProgress {
    fn report(&self, update: &Update<'_>) {
        let Some(board) = &self.board else { return };
        let mut current = board.lock();
        if current.finished {
            return;
        }
        if current.stage.as_ref().is_none_or(|stage| stage.is_another(update)) {
            if let Some(mut stage) = current.stage.take() {
                board.end(&mut stage);
            }
            current.stage = Some(Stage::begin(update));
        }
        if let Some(stage) = &mut current.stage {
            // Reports of several threads may arrive out of order; a stage never goes back.
            stage.done = stage.done.max(update.done);
            stage.of = update.of;
            if update.note.is_some() {
                stage.note.clone_from(&update.note);
            }
            // Work that does not report may follow: its time is not this stage's.
            if stage.of > 0 && stage.done >= stage.of {
                board.end(stage);
            }
        }
    }

    fn cancelled(&self) -> bool {
        if self.interruption.is_raised() {
            return true;
        }
        let Some(rank) = self.ranks.asks_to_stop() else { return false };
        if self.board.is_some() {
            self.named.call_once(|| terminal::remark(&format!("rank {rank} was asked to stop: stopping all")));
        }
        true
    }
}

/// A terminal's bar, in the words of the plain lines, so that both say the same.
fn bar() -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
    })
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Current> {
        // Only numbers are written under the lock: what a panicking thread left is as good as any.
        self.stage.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn keep_showing(&self) {
        let interval = if self.bar.is_some() { BETWEEN_PICTURES } else { BETWEEN_LINES / 10 };
        let mut current = self.lock();
        while !current.finished {
            current = match self.over.wait_timeout(current, interval) {
                Ok((current, _)) => current,
                Err(poisoned) => poisoned.into_inner().0,
            };
            let Some(stage) = current.stage.as_mut().filter(|stage| !stage.ended) else { continue };
            match &self.bar {
                Some(bar) => {
                    bar.set_message(stage.line());
                    bar.tick();
                }
                None if stage.shown.elapsed() >= BETWEEN_LINES => {
                    stage.shown = Instant::now();
                    terminal::remark(&stage.line());
                }
                None => {}
            }
        }
    }

    /// Writes the line that stays of a stage, once.
    fn end(&self, stage: &mut Stage) {
        if std::mem::replace(&mut stage.ended, true) || stage.begun.elapsed() < WORTH_A_LINE {
            return;
        }
        let seconds = stage.begun.elapsed().as_secs_f64();
        let mut line = match stage.unit {
            "s" => format!("{}: {seconds:.1} s", stage.name),
            unit => format!("{}: {} {unit} in {seconds:.1} s ({})", stage.name, stage.done, stage.rate_in_words()),
        };
        if let Some(note) = &stage.note {
            line += &format!("; {note}");
        }
        match &self.bar {
            Some(bar) => {
                bar.set_message(String::new());
                bar.println(line);
            }
            None => terminal::remark(&line),
        }
    }
}

impl Stage {
    fn begin(update: &Update<'_>) -> Self {
        let now = Instant::now();
        let Update { done, of, unit, ref note, .. } = *update;
        let (name, note) = (update.stage.to_owned(), note.clone());
        Self { name, begun: now, shown: now, before: done, done, of, unit, note, ended: false }
    }

    /// Whether an update begins another stage: one of another name, or the same again after its end. Late reports of
    /// other threads do not: they are near the end.
    fn is_another(&self, update: &Update<'_>) -> bool {
        self.name != update.stage || self.ended && (update.of != self.of || update.done < self.done / 2)
    }

    fn rate(&self) -> f64 {
        (self.done - self.before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9)
    }

    fn rate_in_words(&self) -> String {
        let rate = self.rate();
        let digits = if rate < 10.0 { 1 } else { 0 };
        format!("{rate:.digits$} {}/s", self.unit)
    }

    /// Name, numbers, time left, note and rate, as far as they are known: what matters most comes first, since a
    /// terminal cuts the line.
    fn line(&self) -> String {
        let mut line = format!("{}: {}", self.name, self.done);
        if self.of > 0 {
            line += &format!(" of {}", self.of);
        }
        line += &format!(" {}", self.unit);
        // A budget of seconds passes at one second a second.
        let rate = if self.unit == "s" { 1.0 } else { self.rate() };
        if self.of > self.done && rate > 0.0 {
            line += &format!(", {} left", duration((self.of - self.done) as f64 / rate));
        }
        if let Some(note) = &self.note {
            line += &format!("; {note}");
        }
        if self.unit != "s" {
            line += &format!("; {}", self.rate_in_words());
        }
        line
    }
}

/// Seconds as the command line writes durations.
fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil().min(1e9) as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m{s:02}s"),
        (h, m, _) => format!("{h}h{m:02}m"),
    }
}
