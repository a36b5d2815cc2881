//! All commands by what they are for, in the order of their use, and which of the common options each one takes.

use clap::Command;

/// What a newcomer needs, in the order of its use.
pub const FIRST: [&str; 8] = ["quickstart", "explore", "play", "hand", "strategy", "exploit", "match", "run"];

/// Commands of one purpose: their names, those of groups with their own, and the options that each one takes besides
/// --json and --quiet.
pub struct Group {
    pub name: &'static str,
    pub commands: &'static [(&'static str, &'static str)],
}

/// Every command stands here once.
pub const GROUPS: [Group; 8] = [
    Group {
        name: "start",
        commands: &[
            ("quickstart", "threads seed out deck"),
            ("explore", "threads seed out deck"),
            ("play", "threads seed deck"),
            ("hand", "threads seed deck"),
            ("strategy", "threads deck"),
            ("selftest", "threads"),
        ],
    },
    Group {
        name: "make",
        commands: &[
            ("opponent-clusters", "threads seed out deck"),
            ("buckets build", "threads seed out deck"),
            ("buckets compare", "threads"),
            ("buckets import", "threads out deck"),
            ("train", "threads seed out deck"),
            ("export", "threads seed out"),
            ("bundle", "threads out"),
            ("solve-spot", "threads out deck"),
        ],
    },
    Group {
        name: "measure",
        commands: &[
            ("exploit", "threads seed out deck"),
            ("survey", "threads out deck"),
            ("match", "threads seed out deck"),
            ("league", "threads seed deck"),
            ("judge", "threads deck"),
        ],
    },
    Group {
        name: "studies",
        commands: &[("plan", "threads seed out deck"), ("run", "threads seed out deck"), ("report", "threads out")],
    },
    Group {
        name: "exchange",
        commands: &[
            ("dealer", "out"),
            ("player", "threads seed"),
            ("import", "threads out deck"),
            ("features", "threads seed out deck"),
            ("arrays", "threads out"),
            ("unindex", "threads out deck"),
        ],
    },
    Group { name: "files", commands: &[("inspect", ""), ("verify", ""), ("manual", "out")] },
    Group { name: "small games", commands: &[("game", "deck"), ("solve", "threads"), ("push-fold", "")] },
    Group {
        name: "companions",
        commands: &[
            ("reproduce superiority", "threads seed out"),
            ("reproduce log-learners", "threads seed out"),
            ("reproduce stud", "threads seed out"),
            ("reproduce daifugo", "threads seed out"),
            ("reproduce all", "threads seed out"),
            ("styles", "threads seed out"),
            ("stud hand", ""),
            ("daifugo play", "threads seed"),
            ("daifugo learn", "threads seed out"),
        ],
    },
];

impl Group {
    /// The names of its commands as they stand in the list of all, a command with commands of its own once.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> =
            self.commands.iter().map(|(name, _)| name.split_once(' ').map_or(*name, |(name, _)| name)).collect();
        names.dedup();
        names
    }
}

/// Whether a command takes one of the common options.
pub fn takes(command: &str, option: &str) -> bool {
    let known = GROUPS.iter().flat_map(|group| group.commands).find(|(name, _)| *name == command);
    // A command with commands of its own only explains itself.
    known.is_none_or(|(_, taken)| taken.split(' ').any(|it| it == option))
}

/// The full names of the commands inside a command that can be run, each with the command.
pub fn runnable<'c>(prefix: &str, command: &'c Command) -> Vec<(String, &'c Command)> {
    let inner = command.get_subcommands().filter(|it| it.get_name() != "help" && !it.is_hide_set());
    let of_one = |inner: &'c Command| {
        let name = format!("{prefix}{}", inner.get_name());
        if inner.has_subcommands() { runnable(&format!("{name} "), inner) } else { vec![(name, inner)] }
    };
    inner.flat_map(of_one).collect()
}
