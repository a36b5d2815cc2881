//! The command line of Equipoise: flags become checked settings, settings one library call, its result one document.
//!
//! ```text
//! arguments ──▶ commands/<command> ──▶ library ──▶ Document ──▶ terminal
//!                     │                    ▲
//!                  Session: progress, interruption, seed, folder
//! ```
//!
//! Libraries never print; everything that reaches a terminal goes through [`terminal`].

mod arguments;
mod bucket_choice;
mod commands;
mod document;
mod explained_bucket;
mod failure;
mod feature_choice;
mod interruption;
mod live_words;
mod opponent_source;
mod parts;
mod plain_table;
mod selftest;
mod session;
mod shown_errors;
mod shown_names;
mod shown_progress;
mod starting_hand_table;
mod terminal;
mod text_histogram;
mod typed_cards;
mod typed_lines;

use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use session::Session;

fn main() -> ExitCode {
    terminal::panic_in_one_line();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return terminal::show_usage(&error),
    };
    match run(arguments) {
        Ok(code) => code,
        Err(error) => {
            terminal::complain(&error.to_string());
            ExitCode::from(failure::exit_code(&error))
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let json = arguments.common.json;
    let session = Session::begin(arguments.common)?;
    let document = commands::run(arguments.command, &session);
    // The last progress line is written before the document, whatever came out.
    session.progress.finish();
    let document = document.map_err(|error| session.explained(error))?;
    terminal::show(&document, json)?;
    let ending = [(&document.refusal, failure::WRONG_INPUT), (&document.failure, failure::FAILED)];
    for (line, code) in ending {
        if let Some(line) = line {
            terminal::complain(line);
            return Ok(ExitCode::from(code));
        }
    }
    Ok(ExitCode::SUCCESS)
}
