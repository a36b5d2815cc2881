//! The help of the program itself: eight commands to begin with, then all by what they are for.

use clap::Command;

use super::groups::{FIRST, GROUPS};

/// What stands where; the list of commands is the text before the options.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";
const MORE: &str = "'equipoise COMMAND -h' explains a command in short, 'equipoise COMMAND --help' in full.";

/// The program with the list of its commands.
pub fn with_overview(program: Command) -> Command {
    let entries = Entries::of(&program);
    let first = format!("To begin with:\n{}", entries.named(&FIRST));
    let names = GROUPS.iter().map(|group| (group.name, group.names()));
    let width = GROUPS.iter().map(|group| group.name.len()).max().unwrap_or(0);
    let in_short = names.clone().map(|(group, names)| format!("  {group:width$}  {}\n", names.join(", ")));
    let in_full = names.map(|(group, names)| format!("\n{}:\n{}", capital(group), entries.named(&names)));
    let short = format!("{first}\nAll commands:\n{}", in_short.collect::<String>());
    let long = format!(
        "{first}\nAll commands, by what they are for and in the order of their use\n{}",
        in_full.collect::<String>()
    );
    program
        .help_template(TEMPLATE)
        .before_help(short.trim_end().to_owned())
        .before_long_help(long.trim_end().to_owned())
        .after_help(MORE)
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// The lines of the commands as the argument parser lists them: wrapped to the terminal, in columns of one width.
struct Entries(Vec<(String, String)>);

impl Entries {
    fn of(program: &Command) -> Self {
        let list = Command::new("list").disable_help_subcommand(true).help_template("{subcommands}");
        let listed = list.subcommands(program.get_subcommands().cloned()).render_help().to_string();
        let mut entries: Vec<(String, String)> = Vec::new();
        for line in listed.lines().filter(|line| !line.trim().is_empty()) {
            let is_first = line.starts_with("  ") && !line.starts_with("   ");
            match entries.last_mut().filter(|_| !is_first) {
                Some((_, text)) => *text += &format!("{line}\n"),
                None => {
                    let name = line.split_whitespace().next().unwrap_or_default().to_owned();
                    entries.push((name, format!("{line}\n")));
                }
            }
        }
        Self(entries)
    }

    /// The lines of some commands in their order.
    fn named(&self, names: &[&str]) -> String {
        let text = |name: &&str| self.0.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
        names.iter().filter_map(text).collect()
    }
}
