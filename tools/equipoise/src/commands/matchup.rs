//! `match`: one player against another, both seats.

use clap::Args;
use matches::agent_loader::AgentLoader;
use matches::league::play_match;
use matches::logged_hands::{LogPlaces, log_hands};
use matches::method::{MatchResult, Method, play_exactly, unfinished_exactly};
use matches::strategy_file::policy_identity;
use serde_json::json;
use solver::measure::exploitability::kept_flops::holds_finished_flops;
use std::path::{Path, PathBuf};
use tables::file::place::is_same_file;

use super::repeated_match::Repetition;
use crate::bucket_places::BucketPlaces;
use crate::failure::wrong;
use crate::game_choice::GameChoice;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};
use crate::study_choice::Parts;
use crate::terminal::{distinct_names, with_error};

const DEFAULT_BOARDS: u64 = 400;
const DEFAULT_HANDS: u64 = 1_000_000;

/// The most games that are written: about 100 MB.
const MOST_LOGGED: u64 = 1_000_000;

/// How matches are measured.
#[derive(Args, Debug)]
pub struct Measure {
    /// boards (everything but the boards exactly), hands (sampled, duplicate) or, for two players, exact (all boards:
    /// an hour or two; finished flops are kept in --out, and a match that was cut off goes on from there) [default:
    /// boards]
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,
    /// How many boards [default: 400]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "hands")]
    boards: Option<u64>,
    /// How many hands; each deal is played from both seats with the same dice [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    hands: Option<u64>,
    #[command(flatten)]
    pub buckets: BucketPlaces,
    #[command(flatten)]
    game: GameChoice,
}

impl Measure {
    /// Opens the players, and reads every byte of their files.
    pub fn loader(&self, session: &Session) -> anyhow::Result<AgentLoader> {
        let loader =
            AgentLoader::new(&self.buckets.places).on(session.given_deck).in_game(self.game.given(session.given_deck)?);
        Ok(loader.verified())
    }

    fn chosen(&self) -> Method {
        self.method.unwrap_or(if self.hands.is_some() { Method::Hands } else { Method::Boards })
    }

    /// Checks these flags against a protocol that counts deals and sets itself.
    fn require_hands_without_amount(&self) -> anyhow::Result<()> {
        match (self.method, self.boards, self.hands) {
            (None | Some(Method::Hands), None, None) => Ok(()),
            (None | Some(Method::Hands), _, _) => {
                Err(wrong("--protocol paper: counts deals and sets; give --deals and --sets, not --hands or --boards"))
            }
            _ => Err(wrong("--protocol paper: plays hands; leave out --method or give hands")),
        }
    }

    /// The method with its checked amount, which `exact` has none of.
    fn sample_or_all(&self) -> anyhow::Result<(Method, u64)> {
        let method = self.chosen();
        let amount = match (method, self.boards, self.hands) {
            (Method::Exact, None, None) => 0,
            (Method::Exact, ..) => {
                return Err(wrong("--method exact: plays all boards; leave out --boards and --hands"));
            }
            (Method::Boards, _, Some(_)) => {
                return Err(wrong("--method boards: counts boards, not hands; give --boards N"));
            }
            (Method::Hands, Some(_), _) => {
                return Err(wrong("--method hands: counts hands, not boards; give --hands N"));
            }
            (Method::Hands, None, hands) => hands.unwrap_or(DEFAULT_HANDS),
            (Method::Boards, boards, None) => boards.unwrap_or(DEFAULT_BOARDS),
        };
        method.check(amount)?;
        Ok((method, amount))
    }

    /// The method of drawing with its checked amount.
    pub fn sample(&self) -> anyhow::Result<(Method, u64)> {
        if self.method == Some(Method::Exact) {
            return Err(wrong("--method exact: plays two players; give a pair to match, or use boards"));
        }
        self.sample_or_all()
    }
}

#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file, a bundle, a run (RUN, or RUN/NAME of several strategies), or a built-in policy: always-fold,
    /// always-call, always-raise, always-all-in, call-raise, uniform
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
    /// Checks the places for games that are to be written, and whether there will be such games.
    fn check_logs(&self, games: Option<u64>) -> anyhow::Result<()> {
        if let (Some(log), Some(phh)) = (&self.log, &self.phh)
            && is_same_file(log, phh)
        {
            return Err(wrong("--phh: the same file as --log; give another one"));
        }
        // It may be anything: another match, or the strategy that plays.
        if let Some(taken) = [&self.log, &self.phh].into_iter().flatten().find(|path| path.symlink_metadata().is_ok()) {
            return Err(wrong(format!("{}: is there already; give another name, or remove it", taken.display())));
        }
        match games {
            _ if !self.writes() => Ok(()),
            Some(games) if games <= MOST_LOGGED => Ok(()),
            Some(games) => {
                Err(wrong(format!("--log: writes at most {MOST_LOGGED} games, not {games}; give fewer --hands")))
            }
            None => Err(wrong("--log: writes single games, which only --method hands plays; give it with --hands N")),
        }
    }

    fn writes(&self) -> bool {
        self.log.is_some() || self.phh.is_some()
    }
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let Settings { measure, parts, .. } = settings;
    if measure.chosen() != Method::Exact {
        if parts.is_divided() {
            let flag = parts.flag();
            return Err(wrong(format!("{flag}: divides the boards of --method exact; give that, or leave out {flag}")));
        }
        session.refuse_out("match without --method exact")?;
    }
    let protocol = settings.repetition.protocol()?;
    let (method, amount) = match &protocol {
        Some(_) => measure.require_hands_without_amount().map(|()| (Method::Hands, 0))?,
        None => measure.sample_or_all()?,
    };
    settings.check_logs((method == Method::Hands && protocol.is_none()).then_some(amount))?;
    let loader = measure.loader(session)?;
    let mut loader = if method == Method::Hands { loader.for_hands() } else { loader.for_boards() };
    // Unpacking a large strategy takes seconds.
    let agents = loader.open_all(&[&settings.first, &settings.second], &session.progress)?;
    let [first, second] = [&agents[0], &agents[1]];
    if let Some(protocol) = protocol {
        return settings.repetition.play(&protocol, [first, second], session);
    }
    let (seed, progress) = (session.seed(), &session.progress);
    let result = match method {
        Method::Exact => {
            let folder = session.out_or(Path::new("runs").join(format!("match-{}-{}", first.name(), second.name())));
            let game = first.game().or(second.game());
            let players = json!([policy_identity(&settings.first, game)?, policy_identity(&settings.second, game)?]);
            let kept = parts.open(&folder, &format!("{} against {}", first.name(), second.name()), players)?;
            session.goes_on_if(move || holds_finished_flops(&folder));
            if parts.is_divided() {
                let missing = unfinished_exactly(first, second, parts.part, &kept, progress)?;
                if let Some(unfinished) = parts.unfinished(&missing, kept.part_count())? {
                    return Ok(unfinished);
                }
            }
            play_exactly(first, second, Some(&kept), progress)?
        }
        // The games that are written are those that count.
        Method::Hands if settings.writes() => {
            let places = LogPlaces { log: settings.log.as_deref(), phh: settings.phh.as_deref() };
            log_hands([first, second], amount as u32, seed, places, progress)?.result
        }
        _ => play_match(first, second, method, amount, seed, progress)?,
    };
    let names = distinct_names(&[first.name(), second.name()], &[&settings.first, &settings.second]);
    Ok(Document::new(serde_json::to_value(&result)?, described(&names, &result)))
}

fn described(names: &[String], result: &MatchResult) -> String {
    let is_single = result.observations == 1;
    let observed = match result.method {
        Method::Exact => "boards up to the names of suits",
        Method::Boards => {
            if is_single {
                "board"
            } else {
                "boards"
            }
        }
        Method::Hands => {
            if is_single {
                "deal"
            } else {
                "deals"
            }
        }
    };
    let winnings = match result.method {
        Method::Exact => format!("{:+.3} mbb/g, exact", result.mbb_per_game),
        _ if is_single => format!("{:+.1} mbb/g; a single {observed} has no interval", result.mbb_per_game),
        _ => format!("{} mbb/g (95 %)", with_error(result.mbb_per_game, result.ci95)),
    };
    facts(&[
        ("players", format!("{} against {}", names[0], names[1])),
        ("winnings", winnings),
        ("method", format!("{} ({} {observed})", result.method, grouped(result.observations))),
        ("games", grouped(result.games)),
    ])
}
