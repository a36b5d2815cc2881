//! Common options where they mean nothing: refused, since whoever gives one expects it to do something.

use super::arguments::Common;
use super::help::groups::takes;

/// Why a command does not take one of the common options that were given.
pub fn refusal(command: &str, common: &Common) -> Option<String> {
    let given = [
        ("threads", common.threads.is_some()),
        ("seed", common.seed.is_some()),
        ("out", common.out.is_some()),
        ("deck", common.deck.is_some()),
    ];
    let unused = given.into_iter().find(|&(option, is_given)| is_given && !takes(command, option));
    unused.map(|(option, _)| format!("--{option}: {}; leave it out", reason(command, option)))
}

fn reason(command: &str, option: &str) -> String {
    match (command, option) {
        ("dealer", "seed") => "the dealer's seed is its fourth word".to_owned(),
        ("dealer", "deck") => "dealer has no deck to choose (see the game holdem-20)".to_owned(),
        ("player", "deck") => "player has no deck to choose (see --game)".to_owned(),
        ("push-fold", "deck") => "push-fold (solved for the 52 cards) has no deck to choose".to_owned(),
        ("league", "out") => "league (see --csv and --picture) writes no file there".to_owned(),
        ("play", "out") => "play (see --log and --phh) writes no file there".to_owned(),
        (_, "threads") => format!("{command} works on one thread"),
        (_, "seed") => format!("{command} draws nothing at random"),
        (_, "out") => format!("{command} writes no file there"),
        _ => format!("{command} has no deck to choose"),
    }
}
