//! All commands as Markdown: one section per command, with its usage, a table of its options and its example.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// The reference of a program; `docs/reference/commands.md` ends with it.
pub fn command_reference(mut program: Command) -> String {
    // Afterwards options of every command are known to each of them, and groups know their own help.
    program.build();
    let mut commands = Vec::new();
    collect("", &program, &mut commands);
    let mut text = String::from("| command | does |\n|---|---|\n");
    for (name, command) in &commands {
        text += &format!("| [`{name}`](#{}) | {} |\n", name.replace(' ', "-"), cell(&about(command)));
    }
    text += "\n## Options of every command\n\n";
    text += &table(program.get_arguments().filter(|argument| argument.is_global_set()));
    for (name, command) in &commands {
        text += &section(name, command);
    }
    text
}

/// The commands that can be run, with their full names: of a group, those inside it.
fn collect<'c>(prefix: &str, command: &'c Command, found: &mut Vec<(String, &'c Command)>) {
    for inner in command.get_subcommands().filter(|it| it.get_name() != "help" && !it.is_hide_set()) {
        let name = format!("{prefix}{}", inner.get_name());
        if inner.has_subcommands() {
            collect(&format!("{name} "), inner, found);
        } else {
            found.push((name, inner));
        }
    }
}

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
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for line in after.lines().filter(|line| !line.trim().is_empty()) {
        match line.strip_prefix("Example: ") {
            Some(example) => text += &format!("\nFor example:\n\n```\n{}\n```\n", folded(example)),
            None => text += &format!("\n{line}\n"),
        }
    }
    text
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
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
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

/// A command of at most 112 columns a line, continued as in a shell.
fn folded(command: &str) -> String {
    let mut lines = vec![String::new()];
    for word in command.split_whitespace() {
        let last = lines.last_mut().expect("one line at least");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= 112 {
            last.push(' ');
            last.push_str(word);
        } else {
            last.push_str(" \\");
            lines.push(format!("    {word}"));
        }
    }
    lines.join("\n")
}
