//! `match`: one player against another, both seats.

use clap::Args;
use matches::agent_loader::AgentLoader;
use matches::league::play_match;
use matches::method::Method;
use std::path::PathBuf;

use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::{facts, grouped};
use crate::session::Session;

/// Boards of a match where nobody says.
const DEFAULT_BOARDS: u64 = 400;
/// Hands of a match where nobody says.
const DEFAULT_HANDS: u64 = 1_000_000;

/// How matches are measured.
#[derive(Args, Debug)]
pub struct Measure {
    /// boards (everything but the boards exactly) or hands (sampled, duplicate) [default: boards]
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// How many boards [default: 400]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "hands")]
    boards: Option<u64>,
    /// How many hands; each deal is played from both seats [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    hands: Option<u64>,
    /// Folders with bucket files, where a strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    pub buckets: Vec<PathBuf>,
}

impl Measure {
    /// The checked method.
    pub fn method(&self) -> anyhow::Result<Method> {
        let name = self.method.as_deref().unwrap_or(if self.hands.is_some() { "hands" } else { "boards" });
        let amount = match (name, self.boards, self.hands) {
            ("exact", _, _) => return Err(wrong("--method exact: not part of this version; use boards")),
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
    first: String,
    /// The opponent
    #[arg(value_name = "B")]
    second: String,
    #[command(flatten)]
    measure: Measure,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let method = settings.measure.method()?;
    let mut loader = AgentLoader::new(&settings.measure.buckets);
    let (first, second) = (loader.open(&settings.first)?, loader.open(&settings.second)?);
    let result = play_match(&first, &second, method, session.seed(), &session.progress)?;
    let observed = if result.method == "boards" { "boards" } else { "deals" };
    let text = facts(&[
        ("players", format!("{} against {}", first.name(), second.name())),
        ("winnings", format!("{:+.1} ± {:.1} mbb/g (95 %)", result.mbb_per_game, result.ci95)),
        ("method", format!("{} ({} {observed})", result.method, grouped(result.observations))),
        ("games", grouped(result.games)),
    ]);
    Ok(Document::new(serde_json::to_value(&result)?, text))
}
