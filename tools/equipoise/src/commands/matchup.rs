//! `match`: one player against another, both seats.

use clap::Args;
use matches::agent::AgentLoader;
use matches::league::play_match;
use matches::logged_hands::{LogPlaces, log_hands};
use matches::method::{EXACT, Method, play_exactly, unfinished_exactly};
use matches::strategy_file::policy_identity;
use serde_json::json;
use solver::measure::exploitability::kept_flops::holds_finished_flops;
use std::path::{Path, PathBuf};
use tables::file::place::is_same_file;
use tables::together::progress::Progress;

use super::repeated_match::Repetition;
use crate::failure::wrong;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};
use crate::study_choice::Parts;
use crate::terminal::{distinct_names, with_error};

/// Boards of a match by default.
const DEFAULT_BOARDS: u64 = 400;
/// Hands of a match by default.
const DEFAULT_HANDS: u64 = 1_000_000;

/// The most games that are written: about 100 MB.
const MOST_LOGGED: u64 = 1_000_000;

/// How matches are measured.
#[derive(Args, Debug)]
pub struct Measure {
    /// boards (everything but the boards exactly), hands (sampled, duplicate) or, for two players, exact (all boards:
    /// hours of work; finished flops are kept in --out, and a match that was cut off goes on from there) [default:
    /// boards]
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// How many boards [default: 400]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "hands")]
    boards: Option<u64>,
    /// How many hands; each deal is played from both seats with the same dice [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    hands: Option<u64>,
    /// Folders with bucket files, where a strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    pub buckets: Vec<PathBuf>,
}

impl Measure {
    /// Whether nothing is drawn.
    fn is_exact(&self) -> anyhow::Result<bool> {
        if self.method.as_deref() != Some(EXACT) {
            return Ok(false);
        }
        match (self.boards, self.hands) {
            (None, None) => Ok(true),
            _ => Err(wrong("--method exact: plays all boards; leave out --boards and --hands")),
        }
    }

    /// Checks these flags against a protocol that counts deals and sets itself.
    fn require_hands_without_amount(&self) -> anyhow::Result<()> {
        match (self.method.as_deref(), self.boards, self.hands) {
            (None | Some("hands"), None, None) => Ok(()),
            (None | Some("hands"), _, _) => {
                Err(wrong("--protocol paper: counts deals and sets; give --deals and --sets, not --hands or --boards"))
            }
            _ => Err(wrong("--protocol paper: plays hands; leave out --method or give hands")),
        }
    }

    /// The checked method of drawing.
    pub fn method(&self) -> anyhow::Result<Method> {
        let name = self.method.as_deref().unwrap_or(if self.hands.is_some() { "hands" } else { "boards" });
        let amount = match (name, self.boards, self.hands) {
            (EXACT, _, _) => {
                return Err(wrong("--method exact: plays two players; give a pair to match, or use boards"));
            }
            ("boards", _, Some(_)) => return Err(wrong("--method boards: counts boards, not hands; give --boards N")),
            ("hands", Some(_), _) => return Err(wrong("--method hands: counts hands, not boards; give --hands N")),
            ("hands", None, hands) => hands.unwrap_or(DEFAULT_HANDS),
            (_, boards, _) => boards.unwrap_or(DEFAULT_BOARDS),
        };
        Ok(Method::named(name, amount)?)
    }
}

/// The flags of `match`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file or a built-in policy: always-fold, always-call, always-raise, call-raise, uniform
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The opponent
    #[arg(value_name = "B")]
    second: PathBuf,
    #[command(flatten)]
    measure: Measure,
    #[command(flatten)]
    repetition: Repetition,
    #[command(flatten)]
    parts: Parts,
    /// Write the games of --method hands as a log in the competition's format, at most 1,000,000 of them
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write them as poker hand histories, too (.phhs)
    #[arg(long, value_name = "FILE")]
    phh: Option<PathBuf>,
}

impl Settings {
    /// How many games are to be written; none without a file for them.
    fn logged_games(&self, method: Option<Method>) -> anyhow::Result<Option<u32>> {
        let wanted = self.log.is_some() || self.phh.is_some();
        if let (Some(log), Some(phh)) = (&self.log, &self.phh)
            && is_same_file(log, phh)
        {
            return Err(wrong("--phh: the same file as --log; give another one"));
        }
        // It may be anything: another match, or the strategy that plays.
        if let Some(taken) = [&self.log, &self.phh].into_iter().flatten().find(|path| path.symlink_metadata().is_ok()) {
            return Err(wrong(format!("{}: is there already; give another name, or remove it", taken.display())));
        }
        match method {
            _ if !wanted => Ok(None),
            Some(Method::Hands { games }) if games <= MOST_LOGGED => Ok(Some(games as u32)),
            Some(Method::Hands { games }) => {
                Err(wrong(format!("--log: writes at most {MOST_LOGGED} games, not {games}; give fewer --hands")))
            }
            _ => Err(wrong("--log: writes single games, which only --method hands plays; give it with --hands N")),
        }
    }
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if !settings.measure.is_exact()? {
        if settings.parts.is_divided() {
            let flag = settings.parts.flag();
            return Err(wrong(format!("{flag}: divides the boards of --method exact; give that, or leave out {flag}")));
        }
        session.refuse_out("match without --method exact")?;
    }
    if let Some(protocol) = settings.repetition.protocol()? {
        settings.measure.require_hands_without_amount()?;
        settings.logged_games(None)?;
        let mut loader = AgentLoader::new(&settings.measure.buckets).verified();
        let players = [loader.open(&settings.first)?, loader.open(&settings.second)?];
        return settings.repetition.play(&protocol, players.each_ref(), session);
    }
    let method = if settings.measure.is_exact()? { None } else { Some(settings.measure.method()?) };
    let logged_games = settings.logged_games(method)?;
    let loader = AgentLoader::new(&settings.measure.buckets).verified();
    let mut loader = if matches!(method, Some(Method::Hands { .. })) { loader } else { loader.for_boards() };
    let first = loader.open(&settings.first)?;
    // Unpacking a large strategy takes seconds.
    session.progress.check()?;
    let second = loader.open(&settings.second)?;
    let places = LogPlaces { log: settings.log.as_deref(), phh: settings.phh.as_deref() };
    let result = match (method, logged_games) {
        // The games that are written are those that count.
        (Some(_), Some(games)) => {
            log_hands([&first, &second], games, session.seed(), places, &session.progress)?.result
        }
        (Some(method), None) => play_match(&first, &second, method, session.seed(), &session.progress)?,
        (None, _) => {
            let folder = format!("match-{}-{}", first.name(), second.name());
            let players = json!([policy_identity(&settings.first)?, policy_identity(&settings.second)?]);
            let folder = session.out_or(Path::new("runs").join(folder));
            let what = format!("{} against {}", first.name(), second.name());
            let kept = settings.parts.open(&folder, &what, players)?;
            session.goes_on_if(move || holds_finished_flops(&folder));
            if settings.parts.is_divided() {
                let missing = unfinished_exactly(&first, &second, settings.parts.part, &kept, &session.progress)?;
                if let Some(unfinished) = settings.parts.unfinished(&missing, kept.part_count())? {
                    return Ok(unfinished);
                }
            }
            play_exactly(&first, &second, Some(&kept), &session.progress)?
        }
    };
    let (winnings, observed) = match result.method.as_str() {
        EXACT => (format!("{:+.3} mbb/g, exact", result.mbb_per_game), "boards up to the names of suits"),
        name => {
            let (single, several) = if name == "boards" { ("board", "boards") } else { ("deal", "deals") };
            let is_single = result.observations == 1;
            let end =
                if is_single { format!("mbb/g; a single {single} has no interval") } else { "mbb/g (95 %)".into() };
            let observed = if is_single { single } else { several };
            (format!("{} {end}", with_error(result.mbb_per_game, result.ci95)), observed)
        }
    };
    let names = distinct_names(&[first.name(), second.name()], &[&settings.first, &settings.second]);
    let text = facts(&[
        ("players", format!("{} against {}", names[0], names[1])),
        ("winnings", winnings),
        ("method", format!("{} ({} {observed})", result.method, grouped(result.observations))),
        ("games", grouped(result.games)),
    ]);
    Ok(Document::new(serde_json::to_value(&result)?, text))
}
