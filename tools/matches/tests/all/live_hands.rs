//! A game against a person: what is dealt, shown, answered and kept.

use crate::logs::holdem;
use crate::made_agents::erratic_agent;
use evaluator::deck::Deck;
use matches::acpc::error::AcpcError;
use matches::acpc::hand_log::HandRecord;
use matches::acpc::match_files::MatchFiles;
use matches::acpc::phh_reader::read_histories;
use matches::agent::Agent;
use matches::dealt_game::DealtHands;
use matches::live::{Event, LiveHand, LiveTable, RunningResult};
use proptest::prelude::*;
use solver::game::{GameDefinition, PlayedAction};
use solver::policy::{Effort, FixedPolicy};
use solver::units::Chips;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use tables::error::Failure;

/// A log and a file of hand histories, in a folder of their own.
struct Kept {
    folder: tempfile::TempDir,
    log: PathBuf,
    phh: PathBuf,
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [log, phh] = ["me.log", "me.phhs"].map(|name| folder.path().join(name));
        Self { folder, log, phh }
    }

    /// Both files opened to go on, and the number of the next hand.
    fn extend(&self, table: &LiveTable) -> (MatchFiles, u32) {
        MatchFiles::extend(Some(&self.log), Some(&self.phh), table.terms()).unwrap()
    }

    /// The hands in the log and in the histories.
    fn hands(&self) -> [Vec<HandRecord>; 2] {
        let [log, phh] = [&self.log, &self.phh].map(|path| std::fs::read_to_string(path).unwrap());
        let of_log = log.lines().filter_map(|line| HandRecord::parse(&holdem(), line)).collect();
        [of_log, read_histories(&holdem(), &phh).unwrap().hands]
    }
}

fn erratic() -> Arc<Agent> {
    static AGENT: OnceLock<Arc<Agent>> = OnceLock::new();
    AGENT.get_or_init(|| Arc::new(erratic_agent("erratic", 7, 3))).clone()
}

fn table(seed: u64) -> LiveTable {
    LiveTable::new(erratic(), "me", seed).unwrap()
}

/// Plays a hand with these choices among the legal actions, never the first of three.
fn played(table: &LiveTable, number: u32, mut choices: impl FnMut() -> usize) -> LiveHand {
    let mut hand = table.deal(number);
    loop {
        let Some(decision) = table.view(&hand).decision else { return hand };
        let legal = decision.actions();
        let action = legal[legal.len() - 1 - choices() % 2];
        table.act(&mut hand, action).unwrap();
    }
}

fn record(table: &LiveTable, number: u32) -> HandRecord {
    let mut calls = 0..;
    table.record(&played(table, number, || calls.next().unwrap_or(0) * number as usize)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_hand_depends_on_seed_number_and_the_persons_actions_alone(number in 0u32..1000, choices in any::<u32>()) {
        let play = || {
            let mut left = choices;
            played(&table(5), number, move || { left = left.rotate_left(1); left as usize })
        };
        let (table, hand) = (table(5), play());
        prop_assert_eq!(&hand, &play());
        let (record, view) = (table.record(&hand).unwrap(), table.view(&hand));
        // Seats alternate, cards are those of the deal, and the one's gain is the other's loss.
        prop_assert_eq!(hand.person, number as usize % 2);
        let dealt = DealtHands::of(Deck::FULL, 5, number.into()).table_cards();
        prop_assert_eq!(&record.cards.hole, &dealt.hole);
        prop_assert_eq!(view.won.map(|chips| i64::from(chips.0)), Some(record.chips[hand.person]));
        prop_assert_eq!(&record.names[hand.person], "me");
        // The agent's cards are seen at a showdown only.
        let theirs = &view.state.cards.hole[1 - hand.person];
        prop_assert_eq!(theirs.is_empty(), !view.is_showdown);
        // Blinds and what was paid make the pot, and every card of the board was an event.
        let (mut paid, mut board) = ([Chips(10), Chips(5)], vec![Vec::new()]);
        for event in table.events(&hand) {
            match event {
                Event::Acted { position, paid: chips, .. } => paid[position] += chips,
                Event::Dealt(cards) => board.push(cards),
            }
        }
        prop_assert_eq!((paid, &board), (view.paid, &record.cards.board));
    }
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let table = table(1);
    let mut hand = played(&table, 3, || 0);
    let before = hand.clone();
    let error = table.act(&mut hand, PlayedAction::Call).unwrap_err();
    assert!(error.to_string().contains("the hand is over") && error.is_input_error(), "{error}");
    let mut opened = table.deal(3);
    // On the button a person is first to act, and the big blind is to be paid.
    assert_eq!(
        (opened.betting.as_str(), table.view(&opened).decision.map(|decision| decision.actions().len())),
        ("", Some(3))
    );
    table.act(&mut opened, PlayedAction::Fold).unwrap();
    assert_eq!(table.view(&opened).won, Some(Chips(-5)));
    assert_eq!(hand, before);
}

#[test]
fn a_person_is_reviewed_with_their_own_cards() {
    let agent = Agent::of_fixed(FixedPolicy::CallRaise);
    let table = LiveTable::new(agent, "me", 2).unwrap();
    let hand = played(&table, 1, || 0);
    let reviewed = table.reviewed(&hand);
    assert_eq!(reviewed[0].betting, "");
    for decision in &reviewed {
        let shares: Vec<(PlayedAction, f64)> = decision.view.probabilities().collect();
        assert!(decision.view.bucket.is_none() && (shares.iter().map(|it| it.1).sum::<f64>() - 1.0).abs() < 1e-12);
        let raises = shares.iter().find(|it| it.0 == PlayedAction::Raise).map_or(0.5, |it| it.1);
        assert!((raises - 0.5).abs() < 1e-12, "{shares:?}");
    }
    // An agent that looks at its cards sees the person's, not its own.
    let (table, agent) = (self::table(9), erratic());
    for number in 0..20 {
        let hand = played(&table, number, || 1);
        let dealt = DealtHands::of(Deck::FULL, 9, number.into());
        for decision in table.reviewed(&hand) {
            let round = evaluator::round::Round::ALL[decision.betting.matches('/').count()];
            let own = agent.bucket(round, dealt.index(hand.person, round));
            assert_eq!(decision.view.bucket, Some(own), "{}", decision.betting);
        }
    }
}

#[test]
fn a_strategy_that_solves_its_rivers_again_plays_them_otherwise_and_has_another_name() {
    let plain = table(2);
    let resolved = table(2).with_rivers_solved_again(Effort::Iterations(5)).unwrap();
    assert_eq!((plain.opponent(), resolved.opponent()), ("erratic", "erratic-resolved"));
    assert_eq!(resolved.terms().names, ["me", "erratic-resolved"]);
    assert!(plain.has_known_luck() && !resolved.has_known_luck());
    let (mut earlier, mut otherwise) = (0, 0);
    for number in 0..12 {
        let of = |table: &LiveTable| table.reviewed(&played(table, number, || 1));
        let [before, after] = [of(&plain), of(&resolved)];
        for (before, after) in before.iter().zip(&after) {
            // Once the river has been played otherwise, so have both hands.
            if (before.decision.round, &before.betting) != (after.decision.round, &after.betting) {
                break;
            }
            assert_eq!((before.view.bucket, &before.view.actions), (after.view.bucket, &after.view.actions));
            if before.decision.round < 3 {
                assert_eq!(before, after, "hand {number}");
                earlier += 1;
            } else {
                otherwise += usize::from(before.view != after.view);
            }
        }
    }
    assert!(earlier > 20 && otherwise > 2, "{earlier} {otherwise}");
    // The same hand again is the same, whatever was solved in between.
    let again = || resolved.record(&played(&resolved, 4, || 1)).unwrap();
    let first = again();
    played(&resolved, 5, || 1);
    assert_eq!(again(), first);
}

#[test]
fn sittings_are_added_to_files_and_numbers_go_on() {
    let (files, mut kept) = (Kept::new(), Vec::new());
    for (seed, hands) in [(1, 3), (8, 2)] {
        let table = table(seed);
        let (mut both, first) = files.extend(&table);
        assert_eq!(first as usize, kept.len());
        for number in first..first + hands {
            let record = record(&table, number);
            both.write_hand(table.terms(), &record).unwrap();
            kept.push(record);
        }
        // A second sitting at once would write into the lines of this one.
        let busy = MatchFiles::extend(Some(&files.log), None, table.terms()).unwrap_err();
        assert!(matches!(busy, AcpcError::Busy { .. }), "{busy}");
    }
    assert_eq!(files.hands(), [kept.clone(), kept]);
}

#[cfg(unix)]
#[test]
fn a_sitting_can_follow_another_while_other_processes_are_being_started() {
    let (files, table) = (Kept::new(), table(1));
    std::thread::scope(|scope| {
        let starting = || (0..100).for_each(|_| assert!(Command::new("true").status().unwrap().success()));
        let started = scope.spawn(starting);
        while !started.is_finished() {
            drop(files.extend(&table));
        }
    });
}

#[test]
fn a_last_line_without_its_end_is_kept_if_it_is_whole() {
    let (files, table) = (Kept::new(), table(2));
    let records: Vec<HandRecord> = (0..3).map(|number| record(&table, number)).collect();
    let (mut both, _) = files.extend(&table);
    records[..2].iter().for_each(|record| both.write_hand(table.terms(), record).unwrap());
    drop(both);
    // Other programs' editors leave out the last line's end.
    for path in [&files.log, &files.phh] {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(path, text.trim_end()).unwrap();
    }
    let (mut both, first) = files.extend(&table);
    assert_eq!(first, 2);
    both.write_hand(table.terms(), &records[2]).unwrap();
    drop(both);
    assert_eq!(files.hands(), [records.clone(), records.clone()]);
    // One that broke off in a name is nobody's hand, and is cut off as before.
    let text = std::fs::read_to_string(&files.log).unwrap();
    std::fs::write(&files.log, &text[..text.len() - 2]).unwrap();
    let (_, first) = MatchFiles::extend(Some(&files.log), None, table.terms()).unwrap();
    assert_eq!((first, &files.hands()[0][..]), (2, &records[..2]));
}

#[test]
fn a_last_hand_that_was_cut_off_anywhere_is_removed_and_written_again() {
    let files = Kept::new();
    let table = LiveTable::new(erratic(), "Žofie", 2).unwrap();
    let records: Vec<HandRecord> = (0..3).map(|number| record(&table, number)).collect();
    let (mut both, _) = files.extend(&table);
    let mut lengths = vec![0];
    for record in &records[..2] {
        both.write_hand(table.terms(), record).unwrap();
        lengths.push(std::fs::metadata(&files.phh).unwrap().len() as usize);
    }
    drop(both);
    let (of_log, of_phh) = (std::fs::read(&files.log).unwrap(), std::fs::read(&files.phh).unwrap());
    for whole in [0, 1] {
        for end in lengths[whole] + 1..lengths[whole + 1] {
            // The log has the hand; the histories broke off in it.
            std::fs::write(&files.log, &of_log).unwrap();
            std::fs::write(&files.phh, &of_phh[..end]).unwrap();
            // With all that the format demands it may be another program's whole hand.
            if whole == 0 && of_phh[..end].ends_with(b"\n") && of_phh[..end].windows(7).any(|it| it == b"actions") {
                continue;
            }
            let (_, alone) = MatchFiles::extend(None, Some(&files.phh), table.terms()).unwrap();
            let [_, kept] = files.hands();
            assert!(kept.len() >= whole && kept == records[..kept.len()], "{end}: {kept:?}");
            assert_eq!(alone as usize, kept.len(), "{end}");
            if whole == 1 {
                std::fs::write(&files.phh, &of_phh[..end]).unwrap();
                let (mut both, first) = files.extend(&table);
                both.write_hand(table.terms(), &records[2]).unwrap();
                assert_eq!((first, &files.hands()[1]), (2, &records), "{end}");
            }
        }
    }
}

#[test]
fn a_hand_of_another_program_that_breaks_off_is_removed_but_a_whole_one_is_not() {
    let (files, table) = (Kept::new(), table(1));
    let path = &files.phh;
    let whole = matches::acpc::phh::hand_history(&table.terms().game, &record(&table, 0));
    // Another program's order of keys.
    let other = |number: u32| {
        let lines: Vec<&str> = whole.lines().skip(1).collect();
        let (first, rest) = lines.split_at(3);
        let players = lines.iter().find(|line| line.starts_with("players")).unwrap();
        let rest = rest.iter().filter(|line| !line.starts_with("players") && !line.starts_with("hand")).copied();
        let lines: Vec<&str> = [*players].into_iter().chain(first.iter().copied()).chain(rest).collect();
        format!("[{number}]\n{}\n", lines.join("\n"))
    };
    let cut = |text: &str| text[..text.find("starting_stacks").unwrap() + 20].to_owned();
    for (text, kept) in [
        (format!("{}{}", other(1), cut(&other(2))), other(1)),
        (format!("{}\n[2", other(1)), format!("{}\n", other(1))),
        (format!("{}{}", other(1), other(2)), format!("{}{}", other(1), other(2))),
    ] {
        std::fs::write(path, &text).unwrap();
        MatchFiles::extend(None, Some(path), table.terms()).unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), kept, "{text}");
    }
}

#[test]
fn files_of_something_else_are_refused_and_left_alone() {
    let (files, table) = (Kept::new(), table(1));
    let path = files.folder.path().join("other");
    let whole = matches::acpc::phh::hand_history(&table.terms().game, &record(&table, 0));
    let (as_log, as_phh) = ((Some(&*path), None), (None, Some(&*path)));
    for (text, (log, phh), words) in [
        ("a letter\n", as_log, "line 1"),
        (&whole[whole.find('\n').unwrap()..], as_phh, "without a heading"),
        // Not even a last line without its end is cut off.
        ("a letter", as_log, ""),
        ("a letter", as_phh, ""),
        ("a = 1\nb = 2", as_log, ""),
        ("a = 1\nb = 2", as_phh, ""),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = MatchFiles::extend(log, phh, table.terms()).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains(words), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    let twice = MatchFiles::extend(Some(&path), Some(&path), table.terms()).unwrap_err();
    assert!(twice.to_string().contains("another file than the log's"), "{twice}");
}

#[test]
fn a_name_that_cannot_be_told_from_the_strategys_is_refused() {
    for name in ["erratic", "a|b", "", "a:b", "a\nb"] {
        let error = LiveTable::new(erratic(), name, 1).map(|_| ()).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains("give another name"), "{error}");
    }
}

#[test]
fn a_result_is_the_mean_over_hands_with_students_interval() {
    let table = table(4);
    let mut result = RunningResult::new(&GameDefinition::holdem_limit());
    let mut won = Vec::new();
    for number in 0..12 {
        let hand = played(&table, number, || 0);
        let record = table.record(&hand).unwrap();
        result.add(hand.person, &record);
        won.push(100.0 * record.chips[hand.person] as f64);
    }
    let expected = matches::statistics::score::Score::of(won.iter().copied());
    let found = result.mbb_per_game();
    assert!((found.mean - expected.mean).abs() < 1e-9 && (found.ci95() - expected.ci95()).abs() < 1e-9);
    assert_eq!(100 * result.chips(), won.iter().sum::<f64>() as i64);
}
