//! `player`: a policy plays at an ACPC dealer's port.

use clap::Args;
use matches::acpc::player::AcpcPlayer;
use serde_json::json;
use solver::units::mbb_per_game;
use std::path::PathBuf;
use tables::text::written;

use super::game::definition;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};
use crate::terminal::with_error;

#[derive(Args, Debug)]
#[command(after_help = "Example: equipoise player --strategy always-call 127.0.0.1 18791")]
pub struct Settings {
    /// A strategy file or a built-in policy: always-fold, always-call, always-raise, call-raise, uniform
    #[arg(long, value_name = "POLICY")]
    strategy: PathBuf,
    /// Folders with bucket files, where the strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    buckets: Vec<PathBuf>,
    /// holdem, kuhn, leduc or an ACPC game file, the same as the dealer's; strategy files play heads-up
    /// limit hold'em at any blinds
    #[arg(long, value_name = "GAME", default_value = "holdem")]
    game: PathBuf,
    /// Where the dealer is
    #[arg(value_name = "HOST")]
    host: String,
    /// The seat's port, as the dealer prints it
    #[arg(value_name = "PORT", allow_negative_numbers = true)]
    port: u16,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = definition(&settings.game)?;
    let mbb = mbb_per_game(1.0, game.big_blind());
    let player = AcpcPlayer::open(game, &settings.strategy, &settings.buckets, session.seed())?;
    let played = player.play(&settings.host, settings.port, &session.progress)?;
    let score = played.tally.score().scaled(mbb);
    let document = json!({
        "strategy": written(&settings.strategy),
        "hands": played.hands,
        "answers": played.answers,
        "chips": played.tally.sum(),
        "mbb_per_game": score.mean,
        "ci95": score.ci95(),
        "remarks": remarks,
    });
    let text = facts(&[
        ("player", written(&settings.strategy)),
        ("hands", grouped(played.hands)),
        ("answers", grouped(played.answers)),
        (
            "winnings",
            format!(
                "{:+} chips, {} mbb/g (95 %, over hands)",
                played.tally.sum(),
                with_error(score.mean, score.ci95())
            ),
        ),
    ]);
    Ok(Document::new(document, text))
}
