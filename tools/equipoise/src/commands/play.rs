//! `play`: hands against a strategy, at the terminal or from a script.

use clap::Args;
use evaluator::card::Card;
use matches::acpc::error::visible;
use matches::acpc::match_files::MatchFiles;
use matches::agent_loader::AgentLoader;
use matches::live::{Event, KeptHands, LiveHand, LiveTable, PlayerView, ReviewedDecision, RunningResult};
use matches::luck::judge::{Judge, KnownPlayer};
use serde_json::json;
use solver::game::{PlayedAction, PlayedDecision};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use tables::file::place::is_same_file;
use tables::text::written;
use tables::together::progress::{Cancelled, Progress};

use crate::bucket_places::BucketPlaces;
use crate::failure::wrong;
use crate::game_choice::GameChoice;
use crate::plain_table::{facts, grouped};
use crate::resolve_choice::TableResolveChoice;
use crate::session::{Document, Session};
use crate::terminal;
use crate::terminal::with_error;

/// Boards behind the strategy's own values: a second of work before the first hand.
const BOARDS: u64 = 48;

#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file, a bundle, a run (RUN, or RUN/NAME of several strategies), or a built-in policy: always-fold,
    /// always-call, always-raise, always-all-in, call-raise, uniform
    #[arg(value_name = "STRATEGY")]
    strategy: PathBuf,
    /// Stop after this many hands [default: play on until q]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    hands: Option<u32>,
    /// Add each finished hand to a log in the competition's format
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Add each finished hand to a file of poker hand histories (.phhs), too
    #[arg(long, value_name = "FILE")]
    phh: Option<PathBuf>,
    /// Your name in these files
    #[arg(long, value_name = "NAME", default_value = "you")]
    name: String,
    /// After each hand, show what the strategy would have done in your place
    #[arg(long)]
    review: bool,
    #[command(flatten)]
    buckets: BucketPlaces,
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    resolve: TableResolveChoice,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let game = settings.game.given(session.given_deck)?;
    let mut loader = AgentLoader::new(&settings.buckets.places).on(session.given_deck).in_game(game);
    let agent = Arc::new(loader.open(&settings.strategy)?);
    // Hands that were played before would be known: without --seed they are new ones.
    let seed = session.given_seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    if let (Some(log), Some(phh)) = (&settings.log, &settings.phh)
        && is_same_file(log, phh)
    {
        return Err(wrong("--phh: the same file as --log; give another one"));
    }
    let mut table = LiveTable::new(agent.clone(), &settings.name, seed)?;
    if let Some(effort) = settings.resolve.effort() {
        table = table.with_rivers_solved_again(effort)?;
    }
    let (files, first) = MatchFiles::extend(settings.log.as_deref(), settings.phh.as_deref(), table.terms())?;
    let known = table.has_known_luck().then(|| KnownPlayer::of_boards(agent, BOARDS, &session.progress)).transpose()?;
    let judge = Judge::new(&table.terms().game, known.as_ref())?;
    let (kept, result) = (KeptHands::new(files), RunningResult::new(table.own_game()));
    let mut sitting = Sitting { settings, session, table: &table, judge, kept, result };
    sitting.play(first, &mut TypedLines::open())?;
    sitting.kept.save(table.terms());
    Ok(sitting.document(seed))
}

struct Sitting<'a> {
    settings: &'a Settings,
    session: &'a Session,
    table: &'a LiveTable,
    judge: Judge<'a>,
    kept: KeptHands,
    result: RunningResult,
}

impl Sitting<'_> {
    fn play(&mut self, first: u32, lines: &mut TypedLines) -> anyhow::Result<()> {
        self.say(&format!("{KEYS}\n"))?;
        let most = self.settings.hands.unwrap_or(u32::MAX);
        for number in (first..u32::MAX).take(most as usize) {
            let mut hand = self.table.deal(number);
            self.say(&opening(self.table, &hand))?;
            if !self.play_hand(&mut hand, lines)? {
                return Ok(());
            }
            self.finish(&hand)?;
        }
        Ok(())
    }

    /// Plays a hand to its end; false where the person leaves before.
    fn play_hand(&self, hand: &mut LiveHand, lines: &mut TypedLines) -> anyhow::Result<bool> {
        let mut shown = 0;
        loop {
            let events = self.table.events(hand);
            for place in shown..events.len() {
                self.say(&event(self.table, hand, &events, place))?;
            }
            shown = events.len();
            let view = self.table.view(hand);
            if view.won.is_some() {
                return Ok(true);
            }
            let Some(decision) = &view.decision else { return Ok(true) };
            let usual = self.table.usual_raises(hand);
            self.say(&format!("  {}, {}", seen(&view, hand, &events), asked(&view, decision, &usual)))?;
            let line = lines.next(&|| self.check())?;
            // The end of the input is a way to leave, too.
            let word = line.as_deref().map_or("q", str::trim).to_ascii_lowercase();
            if word.starts_with('q') {
                self.say("  you leave; this hand is left out")?;
                return Ok(false);
            }
            match typed_action(&word, decision, &usual) {
                Some(action) => self.table.act(hand, action)?,
                None if word.is_empty() => {}
                None if word.starts_with(['?', 'h']) => self.say(&format!("  {KEYS}"))?,
                None => self.say(&format!("  '{}' cannot be done here; ? shows the keys", visible(&word)))?,
            }
        }
    }

    fn finish(&mut self, hand: &LiveHand) -> anyhow::Result<()> {
        let Some(record) = self.table.record(hand) else { return Ok(()) };
        self.result.add(hand.person, &record);
        if let Ok(chips) = self.judge.corrected(&record, Some(1 - hand.person)) {
            self.result.add_corrected(hand.person, chips);
        }
        self.kept.add(self.table.terms(), record);
        self.say(&showing(self.table, hand))?;
        if self.settings.review {
            for reviewed in self.table.reviewed(hand) {
                self.say(&decision(self.table, &reviewed))?;
            }
        }
        self.say(&format!("  {}\n", result(&self.result)))?;
        match self.not_saved() {
            Some(line) => self.say(&format!("  {line}; tried again after the next hand\n")),
            None => Ok(()),
        }
    }

    fn not_saved(&self) -> Option<String> {
        let problem = self.kept.problem()?;
        Some(format!("{} not saved: {problem}", counted(self.kept.unsaved() as u64)))
    }

    /// Whether to go on; what is finished is in the files, or said not to be.
    fn check(&self) -> anyhow::Result<()> {
        let hands = self.result.mbb_per_game().observations;
        let has_files = self.settings.log.is_some() || self.settings.phh.is_some();
        let kept = match self.not_saved() {
            Some(line) => format!(", {line}"),
            None => if has_files { " and saved" } else { "" }.to_owned(),
        };
        self.session.progress.check().map_err(|_| {
            let line = format!("interrupted; {} finished{kept}, the one on the table is left out", counted(hands));
            anyhow::Error::new(Cancelled).context(line)
        })
    }

    /// With `--json` the one document has stdout to itself.
    fn say(&self, line: &str) -> anyhow::Result<()> {
        if self.session.json {
            terminal::remark(line);
            return Ok(());
        }
        terminal::show_line(line)
    }

    fn document(&self, seed: u64) -> Document {
        let raw = self.result.mbb_per_game();
        let corrected = self.result.corrected_mbb_per_game();
        let document = json!({
            "strategy": written(&self.settings.strategy),
            "seed": seed,
            "resolved": self.settings.resolve.document(),
            "hands": raw.observations,
            "chips": self.result.chips(),
            "mbb_per_game": (raw.observations > 0).then_some(raw.mean),
            "ci95": raw.ci95(),
            "corrected_mbb_per_game": corrected.filter(|_| raw.observations > 0).map(|score| score.mean),
            "corrected_ci95": corrected.map(|score| score.ci95()),
            "log": self.settings.log.as_deref().map(written),
            "phh": self.settings.phh.as_deref().map(written),
            "unsaved": self.kept.unsaved(),
        });
        let text = facts(&[
            ("against", self.table.opponent().to_owned()),
            ("hands", grouped(raw.observations)),
            ("result", result(&self.result)),
            ("seed", seed.to_string()),
        ]);
        Document { failure: self.not_saved(), ..Document::new(document, text) }
    }
}

/// The keys, those of the page among them.
const KEYS: &str = "Keys: f folds, c or k checks or calls, r or b bets or raises (r300 to 300 chips in all, where \
                    there is no limit), q leaves, ? shows this";

/// The action of a typed line, if it is legal: the first letter decides, and a raise without a limit has its total,
/// `r300` or `r 300`, or is by the smallest of the usual sizes.
fn typed_action(word: &str, decision: &PlayedDecision, usual: &[PlayedAction]) -> Option<PlayedAction> {
    let action = match word.chars().next()? {
        'f' => PlayedAction::Fold,
        'c' | 'k' => PlayedAction::Call,
        'r' | 'b' if decision.is_limit() => PlayedAction::Raise,
        'r' | 'b' => match word.trim_start_matches(|letter: char| letter.is_alphabetic() || letter == ' ') {
            "" => *usual.first()?,
            total => PlayedAction::first_of(&format!("r{total}")).filter(|(_, rest)| rest.is_empty())?.0,
        },
        _ => return None,
    };
    decision.allows(action).then_some(action)
}

const STREETS: [&str; 3] = ["flop", "turn", "river"];

fn spaced(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

fn opening(table: &LiveTable, hand: &LiveHand) -> String {
    let seat = if hand.person == 1 { "on the button" } else { "in the big blind" };
    let cards = spaced(&table.view(hand).state.cards.hole[hand.person]);
    format!("Hand {}: you are {seat} with {cards}", hand.number + 1)
}

/// One of the things that have happened, by its place.
fn event(table: &LiveTable, hand: &LiveHand, events: &[Event], place: usize) -> String {
    let before = events[..place].iter().filter(|event| matches!(event, Event::Dealt(_))).count();
    match &events[place] {
        Event::Dealt(cards) => {
            format!("  {}: {}", STREETS[before], spaced(cards))
        }
        Event::Acted { position, action, paid, is_unasked, .. } => {
            let is_person = *position == hand.person;
            let who = if is_person { "you" } else { table.opponent() };
            let does = match (action, is_unasked) {
                (PlayedAction::Fold, _) => "fold",
                (PlayedAction::Call, true) => "check",
                (PlayedAction::Call, false) => "call",
                // The blinds are the first bet before the flop.
                (PlayedAction::Raise | PlayedAction::RaiseTo(_), true) if before > 0 => "bet",
                (PlayedAction::Raise | PlayedAction::RaiseTo(_), _) => "raise",
            };
            let ending = if is_person { "" } else { "s" };
            let chips = if paid.0 > 0 { format!(" ({paid})") } else { String::new() };
            format!("  {who} {does}{ending}{chips}")
        }
    }
}

/// The person's cards and the board: what happened before may have scrolled away.
fn seen(view: &PlayerView, hand: &LiveHand, events: &[Event]) -> String {
    let hole = spaced(&view.state.cards.hole[hand.person]);
    let dealt = events.iter().filter_map(|event| match event {
        Event::Dealt(cards) => Some(spaced(cards)),
        Event::Acted { .. } => None,
    });
    let board = dealt.collect::<Vec<_>>().join(" ");
    if board.is_empty() { hole } else { format!("{hole} on {board}") }
}

/// What may be done, and what it costs. Without a limit any raise in the range may be, and the strategy's own sizes are
/// shown.
fn asked(view: &PlayerView, decision: &PlayedDecision, usual: &[PlayedAction]) -> String {
    let [first, second] = view.paid;
    let named = |action: PlayedAction| format!("{} {}", &action.to_string()[..1], decision.name(action));
    let said = decision.actions().into_iter().filter(|action| decision.is_limit() || !action.is_raise());
    let mut words: Vec<String> = said.map(named).collect();
    if let Some(raise) = decision.raise.as_ref().filter(|_| !decision.is_limit()) {
        let sizes: Vec<String> = usual.iter().map(|&size| format!("{size} {}", decision.name(size))).collect();
        let range = match raise.start() == raise.end() {
            true => format!("r{} all-in", raise.end()),
            false => format!("r{} to r{}, all you have put in then", raise.start(), raise.end()),
        };
        words.push(if sizes.is_empty() { range } else { format!("{range} ({})", sizes.join(", ")) });
    }
    format!("pot {}: {}, q quit?", first + second, words.join(", "))
}

fn showing(table: &LiveTable, hand: &LiveHand) -> String {
    let view = table.view(hand);
    let shown = match view.is_showdown {
        true => format!("{} shows {}; ", table.opponent(), spaced(&view.state.cards.hole[1 - hand.person])),
        false => String::new(),
    };
    let end = match view.won.map_or(0, |chips| chips.0) {
        0 => "the pot is split".to_owned(),
        won if won > 0 => format!("you win {won}"),
        lost => format!("you lose {}", -lost),
    };
    format!("  {shown}{end}")
}

fn decision(table: &LiveTable, reviewed: &ReviewedDecision) -> String {
    let shares: Vec<String> =
        reviewed.view.probabilities().map(|(action, share)| format!("{action} {:.0} %", 100.0 * share)).collect();
    let bucket = reviewed.view.bucket.map_or(String::new(), |bucket| format!(" (bucket {bucket})"));
    let before = if reviewed.betting.is_empty() { "first" } else { &reviewed.betting };
    format!("  {before}: you {}; {} {}{bucket}", reviewed.taken, table.opponent(), shares.join(", "))
}

fn counted(hands: u64) -> String {
    match hands {
        0 => "no hand".to_owned(),
        1 => "1 hand".to_owned(),
        hands => format!("{} hands", grouped(hands)),
    }
}

fn result(result: &RunningResult) -> String {
    let raw = result.mbb_per_game();
    if raw.observations == 0 {
        return "no finished hand".to_owned();
    }
    let corrected = result
        .corrected_mbb_per_game()
        .map_or(String::new(), |score| format!("; without luck {}", with_error(score.mean, score.ci95())));
    let (hands, chips) = (counted(raw.observations), result.chips());
    // A single hand has no interval.
    let confidence = if raw.ci95().is_finite() { " (95 %)" } else { "" };
    format!("{hands}, {chips:+} chips, {} mbb/g{corrected}{confidence}", with_error(raw.mean, raw.ci95()))
}

/// How long a signal may go unnoticed.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// Lines as they are typed or scripted, read so that waiting for them never keeps a signal from being noticed.
struct TypedLines(Receiver<std::io::Result<String>>);

impl TypedLines {
    /// Reads in a thread of its own, which ends with the input or with the process.
    fn open() -> Self {
        let (sender, receiver) = sync_channel(1);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self(receiver)
    }

    /// The next line; `None` at the end of the input. `check` says whether to go on waiting.
    fn next(&mut self, check: &dyn Fn() -> anyhow::Result<()>) -> anyhow::Result<Option<String>> {
        loop {
            check()?;
            match self.0.recv_timeout(LOOK_AGAIN) {
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => return Err(wrong(format!("stdin: cannot be read ({error}); type lines of text"))),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
