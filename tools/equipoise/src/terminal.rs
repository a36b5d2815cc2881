//! The one place that writes to stdout and stderr; a reader that went away is not a failure.
//!
//! Numbers with their errors, for people: a single observation has none, which is shown as a dash or left out.
//!
//! What players are called where several are shown.

use clap::error::ErrorKind;
use report::number_format::DASH;
use std::io::{
    Write, {self},
};
use std::path::Path;
use tables::text::{is_invisible, visible, written};

use super::failure::{DONE, FAILED, WRONG_INPUT};
use super::session::Document;

pub fn show(document: &Document, json: bool) -> anyhow::Result<()> {
    if json {
        write_out(&format!("{}\n", in_plain_sight(&format!("{:#}", document.json))))
    } else {
        write_out(&format!("{}\n", in_visible_lines(&document.text)))
    }
}

/// Writes a line to stdout at once, before the command's result.
pub fn show_line(line: &str) -> anyhow::Result<()> {
    write_out(&format!("{}\n", in_visible_lines(line)))
}

/// Lines whose letters can all be seen, whatever file or player they come from.
fn in_visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// A JSON text of the same value whose letters can all be seen: what cannot be seen stands only in its strings.
fn in_plain_sight(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter != '\n' && is_invisible(letter) {
            letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        } else {
            shown.push(letter);
        }
    }
    shown
}

fn write_out(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The reader wanted no more, as with `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow::anyhow!("stdout: cannot be written ({error}); check where it goes")),
        Ok(()) => Ok(()),
    }
}

/// Writes a failure to stderr, in one line whatever it holds.
pub fn complain(message: &str) {
    remark(&complaint(message));
}

pub fn complaint(message: &str) -> String {
    format!("equipoise: {}", in_one_line(message))
}

/// Writes a line to stderr; a failure is ignored.
pub fn remark(line: &str) {
    let _ = writeln!(io::stderr(), "{}", in_visible_lines(line));
}

/// A text without line breaks, all of whose letters can be seen.
pub fn in_one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    visible(&lines.join(" ")).into_owned()
}

/// Shows help and version on stdout, and what is wrong with the arguments in one line on stderr. Gives the exit code.
pub fn show_usage(error: &clap::Error) -> u8 {
    match error.kind() {
        // A program or a group of commands that is called by its bare name is asked what it can do.
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            if write_out(&error.to_string()).is_ok() {
                DONE
            } else {
                FAILED
            }
        }
        _ => {
            complain(&usage_line(&error.to_string()));
            WRONG_INPUT
        }
    }
}

/// What the standard library says of numbers that it cannot read, and how people say it.
const NUMBERS: [(&str, &str); 5] = [
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a whole number"),
    ("number too large to fit in target type", "too large a number"),
    ("invalid float literal", "not a number"),
    ("cannot parse float from empty string", "not a number"),
];

/// The parser's paragraphs as one line: what is wrong, then its tips; the usage itself is left to `--help`.
pub fn usage_line(message: &str) -> String {
    let mut parts = Vec::new();
    for paragraph in message.split("\n\n").map(str::trim) {
        if paragraph.is_empty() || paragraph.starts_with("Usage:") || paragraph.starts_with("For more information") {
            continue;
        }
        let paragraph = paragraph.strip_prefix("error: ").unwrap_or(paragraph);
        parts.push(in_one_line(paragraph));
    }
    let parts = parts.into_iter().map(|part| {
        NUMBERS.iter().fold(part, |part, (library, people)| match part.strip_suffix(library) {
            Some(before) => format!("{before}{people}"),
            None => part,
        })
    });
    let parts: Vec<String> = parts.collect();
    format!("arguments: {}; see --help", parts.join("; "))
}

/// A fault in the program is one line, too, and exit code 1.
pub fn panic_in_one_line() {
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let what = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let place = panic.location().map_or(String::new(), |place| format!(" at {place}"));
        complain(&format!("a fault in the program{place}: {}; please report it", what.unwrap_or("unknown")));
        std::process::exit(i32::from(FAILED));
    }));
}

/// `+1.9 ± 0.6`, or the number alone where its error is not known.
pub fn with_error(value: f64, error: f64) -> String {
    if error.is_finite() { format!("{value:+.1} ± {error:.1}") } else { format!("{value:+.1}") }
}

/// A spread or an error with the given number of decimals, or a dash where it is not known.
pub fn known(error: f64, decimals: usize) -> String {
    if error.is_finite() { format!("{error:.decimals$}") } else { DASH.to_owned() }
}

/// Names that distinguish players: files of the same name in different folders are shown as they were typed. Only a
/// player that was typed twice has the same name twice.
pub fn distinct_names(names: &[&str], typed: &[impl AsRef<Path>]) -> Vec<String> {
    let is_twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let shown =
        |(&name, typed): (&&str, _)| if is_twice(name) { written(AsRef::as_ref(typed)) } else { name.to_owned() };
    names.iter().zip(typed).map(shown).collect()
}
