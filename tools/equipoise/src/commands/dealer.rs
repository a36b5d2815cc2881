//! `dealer` and `player`: the competition's dealer, and a policy that plays at one, with the words of its own programs.

use clap::Args;
use matches::acpc::dealer::{DealerEvent, DealerWatch, hold_match};
use matches::acpc::error::visible;
use matches::acpc::match_files::{FileChoice, MatchFiles, MatchTerms};
use matches::acpc::match_state::AcpcGame;
use matches::acpc::player::AcpcPlayer;
use matches::acpc::seats::{OpenSeats, TimeLimits};
use matches::agent_loader::built_in;
use matches::strategy_file::StrategyFile;
use serde_json::json;
use solver::game::GameDefinition;
use solver::units::mbb_per_game;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tables::file::fixed_name::make_folder;
use tables::text::written;

use crate::bucket_places::BucketPlaces;
use crate::game_choice::definition_for_table;
use crate::plain_table::{facts, grouped};
use crate::resolve_choice::TableResolveChoice;
use crate::session::{Document, Session};
use crate::terminal::{remark, show_line, with_error};

#[derive(Args, Debug)]
#[command(after_help = "Example: equipoise dealer m1 holdem 1000 42 Alice Bob -p 18791,18792 -q")]
pub struct Settings {
    /// The match's name: its files are NAME.log, NAME.tlog and NAME.phhs
    #[arg(value_name = "MATCH")]
    match_name: PathBuf,
    /// holdem, holdem-nolimit, kuhn, leduc or an ACPC game file of two players
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// How many hands
    #[arg(value_name = "HANDS", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    hands: u32,
    /// The seed of the cards, as in the competition
    #[arg(value_name = "SEED", allow_negative_numbers = true)]
    card_seed: u32,
    /// Who sits in seat 1
    #[arg(value_name = "NAME1")]
    first: String,
    /// Who sits in seat 2
    #[arg(value_name = "NAME2")]
    second: String,
    /// The ports of both seats [default: free ones]
    #[arg(short = 'p', value_name = "PORT1,PORT2", value_parser = two_ports)]
    ports: Option<[u16; 2]>,
    /// The address to listen on; 0.0.0.0 lets players come from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Only errors, warnings, whom the dealer waits for and the score on stderr, no messages
    #[arg(short = 'q')]
    without_messages: bool,
    /// Seats keep their positions instead of changing them after every hand
    #[arg(short = 'f')]
    fixed_seats: bool,
    /// No log
    #[arg(short = 'l', overrides_with = "with_log")]
    without_log: bool,
    /// A log (the default)
    #[arg(short = 'L', overrides_with = "without_log")]
    with_log: bool,
    /// No transaction file (the default)
    #[arg(short = 't', overrides_with = "with_transactions")]
    without_transactions: bool,
    /// A transaction file: every action with its times, from which -a goes on
    #[arg(short = 'T', overrides_with = "without_transactions")]
    with_transactions: bool,
    /// What each player of a no-limit game begins with, in big blinds, where the game does not say so
    #[arg(long, value_name = "BB", allow_negative_numbers = true)]
    stack: Option<f64>,
    /// End the match where a player sends an action that is not legal, instead of taking the nearest one
    #[arg(long)]
    strict: bool,
    /// Go on with the log, and with -T play on where the transaction file ends
    #[arg(short = 'a')]
    append: bool,
    /// The hands as poker hand histories, too (hold'em)
    #[arg(long)]
    phh: bool,
    /// The longest time for one answer
    #[arg(long = "t_response", value_name = "MS", default_value_t = 600_000, allow_negative_numbers = true)]
    response: u64,
    /// The longest time of a player in one hand
    #[arg(long = "t_hand", value_name = "MS", default_value_t = 600_000, allow_negative_numbers = true)]
    hand: u64,
    /// The longest time of a player in the match, on average over its hands
    #[arg(long = "t_per_hand", value_name = "MS", default_value_t = 7_000, allow_negative_numbers = true)]
    per_hand: u64,
    /// The longest time for both players to connect; below 0 it is endless
    #[arg(long = "start_timeout", value_name = "MS", default_value_t = -1, allow_negative_numbers = true)]
    start: i64,
}

/// Reads `PORT1,PORT2`; a missing second one is chosen by the system.
fn two_ports(text: &str) -> Result<[u16; 2], String> {
    let (first, second) = text.split_once(',').unwrap_or((text, "0"));
    let port = |text: &str| text.parse().map_err(|_| "give two ports such as 18791,18792".to_owned());
    Ok([port(first)?, port(second)?])
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = definition_for_table(&settings.game, settings.stack)?;
    // The log must say with which stacks it was played.
    let game_name = match settings.stack {
        Some(_) => game.name(),
        None => settings.game.to_string_lossy().into_owned(),
    };
    let terms = MatchTerms {
        // Logs are text.
        match_name: settings.match_name.to_string_lossy().into_owned(),
        game_name,
        game: AcpcGame::new(game),
        hands: settings.hands,
        seed: settings.card_seed,
        names: [settings.first.clone(), settings.second.clone()],
        fixed_seats: settings.fixed_seats,
        is_strict: settings.strict,
        limits: TimeLimits {
            response: Duration::from_millis(settings.response),
            hand: Duration::from_millis(settings.hand),
            per_hand: Duration::from_millis(settings.per_hand),
            start: u64::try_from(settings.start).ok().map(Duration::from_millis),
        },
    };
    terms.check()?;
    let choice = FileChoice {
        log: !settings.without_log,
        transactions: settings.with_transactions,
        phh: settings.phh,
        append: settings.append,
    };
    // A port that is taken leaves old files as they are.
    let seats = OpenSeats::listen(&settings.host, settings.ports.unwrap_or_default())?;
    if let Some(folder) = &session.out {
        make_folder(folder)?;
    }
    let files = MatchFiles::open(&session.out_or("").join(&settings.match_name), choice, &terms)?;
    let ports = seats.ports();
    let line = format!("{} {}", ports[0], ports[1]);
    // The caller that starts the players waits for the ports; a document comes only at the end.
    if session.json {
        remark(&line)
    } else {
        show_line(&line)?
    }
    if !session.quiet {
        let [first, second] = &terms.names;
        remark(&format!("waiting for {first} on {} and {second} on {}", ports[0], ports[1]));
    }
    let kept = [
        files.log.as_ref().map(|file| written(file.path())),
        files.transactions.as_ref().map(|file| written(file.path())),
        files.phh.as_ref().map(|file| written(file.path())),
    ];
    let watch = StderrWatch { quiet: session.quiet, messages: !settings.without_messages };
    let score = hold_match(&terms, seats, files, &watch, &session.progress)?;
    let [log, transactions, phh] = kept;
    let document = json!({
        "match": written(&settings.match_name), "game": written(&settings.game),
        "hands": settings.hands, "seed": settings.card_seed,
        "names": score.names, "score": score.chips, "ports": ports,
        "log": log, "transactions": transactions, "phh": phh, "remarks": remarks,
    });
    Ok(Document::new(document, score.to_string()))
}

struct StderrWatch {
    quiet: bool,
    messages: bool,
}

impl DealerWatch for StderrWatch {
    fn see(&self, event: &DealerEvent<'_>) {
        // A warning is no progress: it is shown however quiet.
        if self.quiet && !matches!(event, DealerEvent::Warned { .. } | DealerEvent::Stray { .. }) {
            return;
        }
        match event {
            DealerEvent::Began(terms) => remark(&terms.to_string()),
            DealerEvent::Sent { seat, line } if self.messages => remark(&format!("TO {seat} at {} {line}", now())),
            DealerEvent::Received { seat, line } if self.messages => {
                remark(&format!("FROM {seat} at {} {}", now(), visible(line)));
            }
            DealerEvent::Sent { .. } | DealerEvent::Received { .. } => {}
            DealerEvent::Warned { seat, hand, warning, is_last } => {
                let end = if *is_last { " (no more warnings about this seat)" } else { "" };
                remark(&format!("WARNING: seat {seat} in hand {hand} {warning}{end}"));
            }
            DealerEvent::Stray { seat, fault, is_last } => {
                let end = if *is_last { " (no more warnings about this seat's port)" } else { "" };
                remark(&format!("WARNING: a connection to seat {seat} was closed: it {fault}{end}"));
            }
            DealerEvent::Ended(score) => remark(&score.to_string()),
        }
    }
}

fn now() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}.{:06}", now.as_secs(), now.subsec_micros())
}

#[derive(Args, Debug)]
#[command(after_help = "Example: equipoise player --strategy always-call 127.0.0.1 18791")]
pub struct PlayerSettings {
    /// A strategy file, a bundle, a run (RUN, or RUN/NAME of several strategies), or a built-in policy: always-fold,
    /// always-call, always-raise, always-all-in, call-raise, uniform
    #[arg(long, value_name = "POLICY")]
    strategy: PathBuf,
    #[command(flatten)]
    buckets: BucketPlaces,
    /// holdem, holdem-nolimit, kuhn, leduc or an ACPC game file, the same as the dealer's; strategy files play their
    /// own game, at any blinds and whatever amounts are bet [default: the strategy's own, else holdem]
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,
    /// What each player of a no-limit game begins with, in big blinds, where the game does not say so
    #[arg(long, value_name = "BB", allow_negative_numbers = true, requires = "game")]
    stack: Option<f64>,
    #[command(flatten)]
    resolve: TableResolveChoice,
    /// Where the dealer is
    #[arg(value_name = "HOST")]
    host: String,
    /// The seat's port, as the dealer prints it
    #[arg(value_name = "PORT", allow_negative_numbers = true)]
    port: u16,
}

pub fn player(settings: &PlayerSettings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = match &settings.game {
        Some(game) => definition_for_table(game, settings.stack)?,
        None if built_in(&settings.strategy).is_some() => (GameDefinition::holdem_limit(), Vec::new()),
        None => (StrategyFile::open(&settings.strategy)?.game().clone(), Vec::new()),
    };
    let mbb = mbb_per_game(1.0, game.big_blind());
    let mut player = AcpcPlayer::open(game, &settings.strategy, &settings.buckets.places, session.seed())?;
    if let Some(effort) = settings.resolve.effort() {
        player = player.with_rivers_solved_again(effort)?;
    }
    let played = player.play(&settings.host, settings.port, &session.progress)?;
    let score = played.tally.score().scaled(mbb);
    let document = json!({
        "strategy": written(&settings.strategy),
        "hands": played.hands,
        "answers": played.answers,
        "chips": played.tally.sum(),
        "mbb_per_game": score.mean,
        "ci95": score.ci95(),
        "resolved": settings.resolve.document(),
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
