//! All commands as Markdown: one section per command, with its usage, a table of its options and its example.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use super::help::groups::{GROUPS, Group, runnable};
use super::help::{EXAMPLE, OPTIONAL};

/// The reference of a program; `docs/reference/commands.md` ends with it.
pub fn command_reference(mut program: Command) -> String {
    // Afterwards options of every command are known to each of them, and groups know their own help.
    program.build();
    let known = runnable("", &program);
    let of_group = |group: &Group| {
        let named = |name: &str| known.iter().find(|(known, _)| known == name).map(|(name, it)| (name.as_str(), *it));
        group.commands.iter().filter_map(|(name, _)| named(name)).collect::<Vec<_>>()
    };
    let (mut list, mut sections) = (String::new(), String::new());
    for group in &GROUPS {
        list += &format!("| **{}** | |\n", group.name);
        for (name, command) in of_group(group) {
            list += &format!("| [`{name}`](#{}) | {} |\n", name.replace(' ', "-"), cell(&about(command)));
            sections += &section(name, command);
        }
    }
    let common = table(program.get_arguments().filter(|argument| argument.is_global_set()));
    format!("| command | does |\n|---|---|\n{list}\n## Common options\n\n{COMMON}\n\n{common}{sections}")
}

const COMMON: &str = "Every command takes `--json` and `--quiet`, and those of the others that its section names.";

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn section(name: &str, command: &Command) -> String {
    let own = |argument: &&Arg| !argument.is_global_set() && !argument.is_hide_set() && !is_help(argument);
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(own).partition(|argument| argument.is_positional());
    let mut usage = format!("equipoise {name}");
    let required: Vec<&Arg> = options.iter().copied().filter(|option| option.is_required_set()).collect();
    for argument in required.into_iter().chain(positional.iter().copied()) {
        let shown = written(argument);
        let is_optional = !argument.is_required_set();
        usage += &format!(" {}", if is_optional { shown.replace('<', "[").replace('>', "]") } else { shown });
    }
    let mut text = format!("\n## {name}\n\n```\n{usage}\n```\n\n{}.\n", about(command));
    if !positional.is_empty() || !options.is_empty() {
        text += &format!("\n{}", table(positional.into_iter().chain(options)));
    }
    let is_taken = |argument: &&Arg| OPTIONAL.contains(&argument.get_id().as_str()) && !argument.is_hide_set();
    let taken: Vec<String> =
        command.get_arguments().filter(is_taken).map(|it| format!("`--{}`", it.get_id())).collect();
    if !taken.is_empty() {
        text += &format!("\nAlso takes {}.\n", taken.join(", "));
    }
    for alias in command.get_visible_aliases() {
        text += &format!("\n`{alias}` is the same command.\n");
    }
    let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let (before, example) = after.split_once(EXAMPLE).unwrap_or((&after, ""));
    before.lines().for_each(|line| text += &format!("\n{line}\n"));
    text + &format!("\nFor example:\n\n```\n{example}\n```\n")
}

/// The options that clap adds by itself.
fn is_help(argument: &Arg) -> bool {
    ["help", "version"].contains(&argument.get_id().as_str())
}

/// How an argument is typed, such as `-p, --ports <A,B>` or `<FILE>...`.
fn written(argument: &Arg) -> String {
    let takes_values = argument.get_action().takes_values();
    let names = argument.get_value_names().unwrap_or_default().iter().map(ToString::to_string);
    let names: Vec<String> = if takes_values { names.collect() } else { Vec::new() };
    let several = argument.get_num_args().is_some_and(|count| count.max_values() > names.len().max(1));
    let is_free = argument.get_num_args().is_some_and(|count| count.min_values() == 0) && takes_values;
    let value = names.iter().map(|name| format!("<{name}>")).collect::<Vec<_>>().join(" ");
    let value = if several { format!("{value}...") } else { value };
    if argument.is_positional() {
        return value;
    }
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|word| format!("--{word}"));
    let flags = short.into_iter().chain(long).collect::<Vec<_>>().join(", ");
    match (value.is_empty(), is_free) {
        (true, _) => flags,
        (false, true) => format!("{flags} [{value}]"),
        (false, false) => format!("{flags} {value}"),
    }
}

fn table<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let row = |argument: &Arg| format!("| `{}` | {} |\n", cell(&written(argument)), cell(&explained(argument)));
    let rows = arguments.map(row);
    format!("| option | does |\n|---|---|\n{}", rows.collect::<String>())
}

/// The help of an argument, its possible values and its default.
fn explained(argument: &Arg) -> String {
    let mut text = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let takes_values = argument.get_action().takes_values();
    let possible: Vec<PossibleValue> = if takes_values { argument.get_possible_values() } else { Vec::new() };
    let possible: Vec<String> = possible
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !possible.is_empty() && !argument.is_hide_possible_values_set() {
        text += &format!(" [values: {}]", possible.join(", "));
    }
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if takes_values && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        text += &format!(" [default: {}]", defaults.join(" "));
    }
    text
}

/// A text inside a table, where a bar would end the cell.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
