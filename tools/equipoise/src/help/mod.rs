//! What the program says about itself: commands by what they are for, a short help and a long one, options where they
//! mean something.
//!
//! Flags and their texts stand with the commands; what all of them have in common is done here, once.

pub mod groups;
mod overview;

use clap::{Arg, Command, CommandFactory};

use crate::arguments::Arguments;
use groups::takes;

/// The columns of a usual terminal: what the argument parser does not wrap is continued there on another line.
const COLUMNS: usize = 80;

/// The program with its help.
pub fn program() -> Command {
    overview::with_overview(shaped_program(Unused::Hidden))
}

/// The program for shells that complete its words, which would also offer hidden ones.
pub fn program_to_complete() -> Command {
    shaped_program(Unused::LeftOut)
}

fn shaped_program(unused: Unused) -> Command {
    let program = Arguments::command();
    let common: Vec<Arg> = program.get_arguments().filter(|it| it.is_global_set()).cloned().collect();
    shaped("", program, &common, unused)
}

/// What becomes of the common options that a command does not take.
#[derive(Clone, Copy, PartialEq)]
enum Unused {
    /// They are read all the same, so that the refusal can say why.
    Hidden,
    LeftOut,
}

/// A command and all those inside it, as they explain themselves; `common` are the options that all have in common.
fn shaped(name: &str, command: Command, common: &[Arg], unused: Unused) -> Command {
    // What is global is an option of every command.
    let command = command.mut_args(|option| match unused {
        Unused::Hidden => in_short(option),
        Unused::LeftOut => in_short(option).global(false),
    });
    let command = command.mut_subcommands(|inner| {
        let name = format!("{name} {}", inner.get_name()).trim().to_owned();
        shaped(&name, inner, common, unused)
    });
    if name.is_empty() || command.has_subcommands() {
        return command;
    }
    let (taken, others): (Vec<Arg>, Vec<Arg>) =
        common.iter().cloned().partition(|it| !is_optional(it) || takes(name, it.get_id().as_str()));
    let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let example = example.lines().map(folded).collect::<Vec<_>>().join("\n");
    let also: Vec<String> = taken.iter().filter_map(|it| it.get_long()).map(|it| format!("--{it}")).collect();
    let short = format!("{example}\nAlso: {} (see --help)", also.join(", "));
    let command = match unused {
        Unused::Hidden => command.args(others.into_iter().map(|it| it.hide(true))),
        Unused::LeftOut => command.args(taken.into_iter().map(|it| it.global(false))),
    };
    with_wrapped_usage(name, command).after_help(short).after_long_help(example)
}

/// The usage of a command with its full name; the argument parser does not wrap it.
fn with_wrapped_usage(name: &str, command: Command) -> Command {
    let usage = command.clone().bin_name(format!("equipoise {name}")).render_usage().to_string();
    let lines = in_lines(USAGE, usage.trim_start_matches(USAGE), "");
    let lines = lines.trim_start_matches(USAGE).trim_start();
    if lines.contains('\n') { command.override_usage(lines.to_owned()) } else { command }
}

const USAGE: &str = "Usage:";

/// The common options that not every command takes.
pub const OPTIONAL: [&str; 4] = ["threads", "seed", "out", "deck"];

fn is_optional(option: &Arg) -> bool {
    OPTIONAL.contains(&option.get_id().as_str())
}

/// The longest explanation of an option that the short help leaves whole.
const SHORT: usize = 64;

/// An option that the short help explains by the first clause of its text.
fn in_short(option: Arg) -> Arg {
    let Some(help) = option.get_help().map(ToString::to_string) else { return option };
    if option.is_hide_short_help_set() {
        return option.long_help(help);
    }
    if option.get_long_help().is_some() || help.chars().count() <= SHORT {
        return option;
    }
    let short = first_clause(&help);
    if short.len() < help.len() { option.help(short).long_help(help) } else { option }
}

/// The longest explanation whose colon the short help keeps: the words to choose from stand behind it.
const WITH_CHOICES: usize = 160;

/// A text up to the end of its first clause outside of brackets, with the default that it ends with.
fn first_clause(text: &str) -> String {
    let mut depth = 0;
    let ends = if text.chars().count() > WITH_CHOICES { ";:." } else { ";." };
    let end = text.char_indices().find(|&(place, letter)| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && ends.contains(letter) && text[place + 1..].starts_with(' ')
    });
    let (first, rest) = end.map_or((text, ""), |(place, _)| text.split_at(place));
    let default = rest.rfind(" [default").map_or("", |place| &rest[place..]);
    format!("{first}{default}")
}

/// An example that a shell reads as it stands; other lines stay as they are.
fn folded(line: &str) -> String {
    line.strip_prefix(EXAMPLE).map_or(line.to_owned(), |command| in_lines(EXAMPLE.trim_end(), command, " \\"))
}

/// Words behind a beginning in lines of at most [`COLUMNS`] columns, each flag and its value on one line; `end` ends
/// all lines but the last.
fn in_lines(beginning: &str, words: &str, end: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match pieces.last_mut().filter(|flag| flag.starts_with('-') && !flag.contains(' ') && !word.starts_with('-')) {
            Some(flag) => *flag += &format!(" {word}"),
            None => pieces.push(word.to_owned()),
        }
    }
    let mut lines = vec![beginning.to_owned()];
    for piece in pieces {
        let last = lines.last_mut().expect("one line at least");
        if last.chars().count() + 1 + piece.chars().count() + end.len() <= COLUMNS {
            *last += &format!(" {piece}");
        } else {
            last.push_str(end);
            lines.push(format!("    {piece}"));
        }
    }
    lines.join("\n")
}

/// How an example begins.
pub const EXAMPLE: &str = "Example: ";
