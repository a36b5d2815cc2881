//! A game against a person in words: what is dealt, what happens, what may be done, who won.

use evaluator::card::Card;
use matches::live::{Event, LiveHand, LiveTable, PlayerView, ReviewedDecision, RunningResult};
use solver::game::Action;

use super::plain_table::grouped;
use super::terminal::with_error;

/// The streets in the order in which their cards are dealt.
const STREETS: [&str; 3] = ["flop", "turn", "river"];

fn written(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// The first line of a hand.
pub fn opening(table: &LiveTable, hand: &LiveHand) -> String {
    let seat = if hand.person() == 1 { "on the button" } else { "in the big blind" };
    let cards = written(&table.view(hand).state.cards.hole[hand.person()]);
    format!("Hand {}: you are {seat} with {cards}", hand.number() + 1)
}

/// One of the things that have happened, by its place.
pub fn event(table: &LiveTable, hand: &LiveHand, events: &[Event], place: usize) -> String {
    let before = events[..place].iter().filter(|event| matches!(event, Event::Dealt(_))).count();
    match &events[place] {
        Event::Dealt(cards) => {
            format!("  {}: {}", STREETS[before], written(cards))
        }
        Event::Acted { position, action, paid, is_unasked } => {
            let is_person = *position == hand.person();
            let who = if is_person { "you" } else { table.agent().name() };
            let does = match (action, is_unasked) {
                (Action::Fold, _) => "fold",
                (Action::Call, true) => "check",
                (Action::Call, false) => "call",
                // The blinds are the first bet before the flop.
                (Action::Raise, true) if before > 0 => "bet",
                (Action::Raise, _) => "raise",
            };
            let ending = if is_person { "" } else { "s" };
            let chips = if paid.0 > 0 { format!(" ({paid})") } else { String::new() };
            format!("  {who} {does}{ending}{chips}")
        }
    }
}

/// What may be done, and what it costs.
pub fn asked(view: &PlayerView) -> String {
    let [first, second] = view.paid;
    let is_free = first == second;
    let word = |action: &Action| match (action, is_free) {
        (Action::Fold, _) => "f fold",
        (Action::Call, true) => "c check",
        (Action::Call, false) => "c call",
        (Action::Raise, true) if view.state.betting.contains('/') => "r bet",
        (Action::Raise, _) => "r raise",
    };
    let words: Vec<&str> = view.legal.iter().map(word).collect();
    format!("  pot {}: {}, q quit?", first + second, words.join(", "))
}

/// The end of a hand.
pub fn showing(table: &LiveTable, hand: &LiveHand) -> String {
    let view = table.view(hand);
    let shown = match view.is_showdown {
        true => format!("{} shows {}; ", table.agent().name(), written(&view.state.cards.hole[1 - hand.person()])),
        false => String::new(),
    };
    let end = match view.won.map_or(0, |chips| chips.0) {
        0 => "the pot is split".to_owned(),
        won if won > 0 => format!("you win {won}"),
        lost => format!("you lose {}", -lost),
    };
    format!("  {shown}{end}")
}

/// What the strategy would have done.
pub fn decision(table: &LiveTable, reviewed: &ReviewedDecision) -> String {
    let shares: Vec<String> =
        reviewed.view.probabilities().map(|(action, share)| format!("{action} {:.0} %", 100.0 * share)).collect();
    let bucket = reviewed.view.bucket.map_or(String::new(), |bucket| format!(" (bucket {bucket})"));
    let before = if reviewed.betting.is_empty() { "first" } else { &reviewed.betting };
    format!("  {before}: you {}; {} {}{bucket}", reviewed.taken, table.agent().name(), shares.join(", "))
}

/// `1 hand`, `2 hands`.
pub fn counted(hands: u64) -> String {
    if hands == 1 { "1 hand".to_owned() } else { format!("{} hands", grouped(hands)) }
}

/// What was won so far.
pub fn result(result: &RunningResult) -> String {
    let raw = result.mbb_per_game();
    if raw.observations == 0 {
        return "no finished hand".to_owned();
    }
    let corrected = result
        .corrected_mbb_per_game()
        .map_or(String::new(), |score| format!("; without luck {}", with_error(score.mean, score.ci95())));
    let (hands, chips) = (counted(raw.observations), result.chips());
    format!("{hands}, {chips:+} chips, {} mbb/g{corrected} (95 %)", with_error(raw.mean, raw.ci95()))
}
