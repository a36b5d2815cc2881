//! The command line of Equipoise: flags become checked settings, settings one library call, its result one document.
//!
//! ```text
//! arguments ──▶ commands/<command> ──▶ library ──▶ Document ──▶ terminal
//!                     │                    ▲
//!                  Session: progress, interruption, seed, folder
//! ```
//!
//! Libraries never print; everything that reaches a terminal goes through `terminal`.
//!
//! It is a library so that several processes can run it together, as `tools/ranks` does, and so that the Python package
//! brings the command along without a second binary.

mod arguments;
mod bucket_choice;
mod bucket_places;
mod command_reference;
mod commands;
mod explained_bucket;
mod failure;
mod followers;
mod game_choice;
mod help;
mod interruption;
mod last_memory;
mod log_choice;
#[cfg(target_os = "linux")]
mod lost_pages;
mod plain_table;
mod recipe_words;
mod resolve_choice;
mod selftest;
mod session;
mod shown_progress;
mod study_choice;
mod terminal;
mod typed_cards;
mod unused_options;

use evaluator::processor::Processor;
use evaluator::words::did_you_mean;
use std::ffi::OsString;
use std::sync::Arc;
use tables::together::ranks::Ranks;

use arguments::Arguments;
use session::Session;

/// The environment variable that limits the program to the instruction set it names.
const PROCESSOR_VARIABLE: &str = "EQUIPOISE_PROCESSOR";

/// Does what was typed, the program's name first, and gives the exit code. Several ranks share the clusterings and
/// trainings of a command; the first runs it, the others follow.
pub fn command_line(typed: impl IntoIterator<Item = OsString>, ranks: Arc<dyn Ranks>) -> u8 {
    terminal::panic_in_one_line();
    #[cfg(target_os = "linux")]
    lost_pages::end_in_one_line();
    #[cfg(target_os = "linux")]
    lost_pages::hear_no_signal_of_file_sizes();
    let arguments = Arguments::read(typed);
    let refused = match &arguments {
        Err(error) => Some(terminal::usage_line(&error.to_string())),
        Ok(_) => limit_processor().err(),
    };
    // No rank begins before every rank is known to take part; otherwise the others would wait for ever.
    let refusals = ranks.gather_everywhere(refused.unwrap_or_default().as_bytes());
    let Some(rank) = refusals.iter().position(|refusal| !refusal.is_empty()) else {
        return arguments.map_or(failure::FAILED, |arguments| take_part(arguments, ranks));
    };
    match arguments {
        // The first says what is wrong.
        _ if !ranks.is_first() => return failure::DONE,
        Err(error) => return terminal::show_usage(&error),
        Ok(_) => {}
    }
    let refusal = String::from_utf8_lossy(&refusals[rank]);
    terminal::complain(&if rank == 0 { refusal.into_owned() } else { format!("rank {rank}: {refusal}") });
    failure::WRONG_INPUT
}

/// Limits the program to the instruction set that the caller's environment asks for; refuses one that does not exist.
fn limit_processor() -> Result<(), String> {
    let Ok(name) = std::env::var(PROCESSOR_VARIABLE) else { return Ok(()) };
    let unknown = || {
        let names = Processor::NAMES.join(", ");
        let meant = did_you_mean(&name, Processor::NAMES);
        format!("{PROCESSOR_VARIABLE}: '{name}' is not an instruction set; give one of {names}{meant}")
    };
    Processor::named(&name).map(Processor::limit).ok_or_else(unknown)
}

fn take_part(arguments: Arguments, ranks: Arc<dyn Ranks>) -> u8 {
    let first = ranks.is_first();
    let outcome = if first {
        run(arguments, Arc::clone(&ranks))
    } else {
        followers::follow(&arguments, &*ranks).map(|()| failure::DONE)
    };
    if first {
        // There is nothing more to do.
        ranks.broadcast(&[]);
    }
    outcome.unwrap_or_else(|error| {
        if first {
            terminal::complain(&error.to_string());
        } else {
            terminal::complain(&format!("rank {}: {error}", ranks.rank()));
            ranks.abandon();
        }
        failure::exit_code(&error)
    })
}

fn run(arguments: Arguments, ranks: Arc<dyn Ranks>) -> anyhow::Result<u8> {
    let json = arguments.common.json;
    let mut session = Session::begin(arguments.common, Arc::clone(&ranks))?;
    session.progress.heed(ranks);
    let document = commands::run(arguments.command, &session);
    // The last progress line is written before the document, whatever came out.
    session.progress.finish();
    let document = document.map_err(|error| session.explained(error))?;
    terminal::show(&document, json)?;
    let ending = [(&document.refusal, failure::WRONG_INPUT), (&document.failure, failure::FAILED)];
    for (line, code) in ending {
        if let Some(line) = line {
            terminal::complain(line);
            return Ok(code);
        }
    }
    Ok(failure::DONE)
}
