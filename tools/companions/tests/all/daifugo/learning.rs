//! UseMEL: its choices by values, its running means, its exploration, its file.

use companions::daifugo::cards::{Cards, LARGEST_SET, RANKS};
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::learner::{Entry, Exploration, HELD, LearnedValues, Learner, Prior, Values, kinds_of_play};
use companions::daifugo::rules::{Rules, Spot, Trick};
use companions::daifugo::training::{BETWEEN_POINTS, Lessons, train, worth};
use companions::error::CompanionError;
use proptest::prelude::*;
use solver::boards::card_rules::{below, generator_of};
use std::collections::BTreeSet;
use std::path::Path;
use tables::error::Failure;
use tables::together::progress::Silent;

use super::naive_rules::{all_plays, cards, draw_position, plain};
use crate::support::{Stopped, games};

fn some_values(seed: u64) -> Values {
    let (mut values, mut dice) = (Values::new(Prior::NONE), generator_of(seed, 0));
    for (rank, held, played) in kinds_of_play() {
        // No two numbers of one rank are worth the same: a tie would be broken at random.
        let mean = below(&mut dice, 4000) as f64 / 1000.0 - 2.0 + played as f64 / 10_000.0;
        values.set(rank, held, played, Entry { mean, count: below(&mut dice, 10_000) });
    }
    values
}

/// The decision of a hand that leads.
fn leading(hand: &str) -> Spot {
    Spot { hand: cards(hand), trick: Trick::LEAD, rules: Rules::UEC2007_PAPER }
}

proptest! {
    #[test]
    fn it_plays_the_lowest_rank_whose_best_number_is_legal(seed: u64) {
        let (mut dice, values) = (generator_of(seed, 1), some_values(seed));
        let (hand, trick) = draw_position(&mut dice);
        let mut legal = all_plays(hand, trick, Rules::UEC2007_PAPER);
        legal.retain(|&play| {
            let (rank, held) = (plain(play)[0].0, plain(hand).iter().filter(|card| card.0 == plain(play)[0].0).count());
            let value = |number: usize| values.entry(rank, held, number).mean;
            rank == 13 || (1..=held.min(3)).all(|number| value(number) <= value(play.len()))
        });
        let lowest = legal.iter().map(|play| plain(*play)[0].0).min();
        let expected: BTreeSet<Cards> =
            legal.iter().filter(|play| Some(plain(**play)[0].0) == lowest).copied().collect();
        let play = Learner::frozen(values, 0.0).decide(Spot { hand, trick, ..leading("") }, &mut dice);
        let is_among_them = if expected.is_empty() { play.is_empty() } else { expected.contains(&play) };
        prop_assert!(is_among_them,
            "{:?} on {:?}: {:?}, not among {:?}", hand, trick, play, expected);
    }
}

#[test]
fn a_value_is_the_mean_of_the_rewards_of_the_games_it_was_played_in() {
    let mut learner = Learner::new(Prior::NONE, Exploration::Constant(0.0));
    let mut dice = generator_of(3, 3);
    for points in [2, -1, 2] {
        // Twice in a game counts twice.
        for _ in 0..2 {
            learner.decide(leading("Kd"), &mut dice);
        }
        learner.game_over(points);
    }
    assert_eq!(learner.values.entry(10, 1, 1), Entry { mean: 1.0, count: 6 });
    assert_eq!(learner.games, 3);
    // The joker has no value, and nothing else was played.
    learner.decide(leading("Jk"), &mut dice);
    learner.game_over(2);
    let learned = kinds_of_play().filter(|&(rank, held, played)| learner.values.entry(rank, held, played).count > 0);
    assert_eq!(learned.collect::<Vec<_>>(), [(10, 1, 1)]);
}

#[test]
fn a_pair_that_lost_is_broken_and_one_that_won_is_kept() {
    for (points, size) in [(-2, 1), (2, 2)] {
        let mut learner = Learner::new(Prior::NONE, Exploration::Constant(0.0));
        let mut dice = generator_of(4, 4);
        learner.values.set(1, 2, 2, Entry { mean: 0.5, count: 1 });
        learner.decide(leading("4c 4d"), &mut dice);
        learner.game_over(points);
        let after: BTreeSet<usize> = (0..20).map(|_| learner.decide(leading("4c 4d"), &mut dice).len()).collect();
        assert_eq!(after, BTreeSet::from([size]), "after {points} points");
    }
}

#[test]
fn frozen_values_change_no_more() {
    let (values, mut dice) = (some_values(3), generator_of(3, 4));
    let mut learner = Learner::frozen(values.clone(), 0.0);
    learner.decide(leading("Kd"), &mut dice);
    learner.game_over(2);
    assert!(learner.values == values && learner.games == 0);
}

#[test]
fn an_optimistic_start_counts_as_so_many_won_games() {
    let mut learner = Learner::new(Prior { value: 2.0, games: 3.0 }, Exploration::Constant(0.0));
    learner.decide(leading("Kd"), &mut generator_of(5, 5));
    learner.game_over(-2);
    assert_eq!(learner.values.entry(10, 1, 1), Entry { mean: 1.0, count: 1 });
}

#[test]
fn exploring_happens_as_often_as_asked_for() {
    // Values ask for single fours; all four held make pairs and triples the work of exploration: 10 of 14 plays.
    let mut values = Values::new(Prior::NONE);
    values.set(1, 4, 1, Entry { mean: 1.0, count: 1 });
    let (mut learner, mut dice) = (Learner::frozen(values, 0.2), generator_of(6, 6));
    let explored =
        (0..20_000).filter(|_| learner.decide(leading("4c 4d 4h 4s"), &mut dice).len() > 1).count() as f64 / 20_000.0;
    let expected: f64 = 0.2 * 10.0 / 14.0;
    assert!((explored - expected).abs() < 4.0 * (expected * (1.0 - expected) / 20_000.0).sqrt(), "{explored}");
    let falling = Exploration::Falling { from: 0.4, games: 100 };
    assert_eq!([0, 50, 100, 1000].map(|game| falling.rate(game)), [0.4, 0.2, 0.0, 0.0]);
}

#[test]
fn learning_pays_and_its_curve_adds_up() {
    let training = train(Lessons::of_paper(FixedPlayer::PsInAllState), games(1, 20_000), &Silent).unwrap();
    assert_eq!(training.curve.len() as u64, 20_000 / BETWEEN_POINTS);
    assert_eq!(training.total(20_000), (training.score.mean * 20_000.0).round() as i64);
    assert_eq!(training.points_between(5_000, 20_000) + training.total(5_000), training.total(20_000));
    let greedy = |values: &Values| worth(values, 0.0, FixedPlayer::PsInAllState, games(2, 20_000), &Silent).unwrap();
    let (learned, untaught) = (greedy(&training.values).score(0), greedy(&Values::new(Prior::NONE)).score(0));
    assert!(learned.mean > untaught.mean + 4.0 * learned.standard_error.hypot(untaught.standard_error));
}

#[test]
fn threes_are_kept_together_and_twos_are_broken() {
    let training = train(Lessons::of_paper(FixedPlayer::PsUnder12), games(8, 30_000), &Silent).unwrap();
    let value = |rank, held, played| training.values.entry(rank, held, played).mean;
    assert!(value(0, 2, 2) > value(0, 2, 1));
    assert!(value(12, 2, 1) > value(12, 2, 2));
}

#[test]
fn a_training_stops_when_asked() {
    let lessons = Lessons::of_paper(FixedPlayer::PsUnder12);
    let stopped = train(lessons, games(1, 1_000_000_000), &Stopped);
    assert!(matches!(stopped, Err(CompanionError::Cancelled(_))), "{stopped:?}");
}

fn learned() -> LearnedValues {
    let origin = [("against", "psunder12"), ("games", "30000")];
    let origin = origin.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    LearnedValues { values: some_values(9), origin }
}

#[test]
fn a_file_of_version_1_is_still_read_and_its_damage_seen() {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-1.values");
    let read = LearnedValues::read(&old).unwrap();
    assert_eq!(read.origin["games"], "200");
    assert_eq!(read.origin.len(), 7);
    assert_eq!(read.values.entry(0, 1, 1), Entry { mean: -0.5662650602409637, count: 83 });
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    read.write(&copy).unwrap();
    assert_eq!(LearnedValues::read(&copy).unwrap(), read);
    for (from, to) in [("83\n", "84\n"), ("checksum ", "check "), ("games 200", "games 201")] {
        std::fs::write(&copy, std::fs::read_to_string(&old).unwrap().replacen(from, to, 1)).unwrap();
        assert!(LearnedValues::read(&copy).unwrap_err().to_string().contains("its checksum does not match"));
    }
}

#[test]
fn values_are_read_as_they_were_written() {
    assert_eq!(kinds_of_play().count(), RANKS * (1 + 2 + LARGEST_SET + LARGEST_SET));
    assert_eq!(kinds_of_play().map(|(_, held, _)| held).max(), Some(HELD));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("learned.values");
    learned().write(&file).unwrap();
    assert_eq!(LearnedValues::read(&file).unwrap(), learned());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "something was left beside the file");
}

#[test]
fn a_damaged_file_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("learned.values");
    learned().write(&file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let cases = [
        (text.replacen("version = 2", "version = 99", 1), "'version = 99', expected version = 2"),
        ("equipoise daifugo values 1\n".to_owned(), "checksum"),
        (String::new(), "another kind of file"),
        ("[package]\nname = \"x\"\n".to_owned(), "another kind of file"),
        (text[..text.len() / 2].to_owned(), "expected an undamaged file"),
        (text[..text.len() - 4].to_owned(), "expected an undamaged file"),
        (text.replacen("30000", "30001", 1), "checksum does not match"),
        (text.replacen("[\"3\", 1, 1, ", "[\"3\", 1, 1, 5", 1), "a value of 5"),
        (text.replacen("[\"3\", 1, 1, ", "[\"3\", 1, 1, nan, 0], [\"3\", 1, 1, ", 1), "a value of NaN"),
        (text.replacen("], [\"3\", 2, 1, ", "], [\"3\", 1, 1, 0.5, 7], [\"3\", 2, 1, ", 1), "checksum does not match"),
        (text.replacen("[\"K\", 2, 1, ", "[\"K\", 2, 3, ", 1), "checksum does not match"),
        (format!("{text}more = 1\n"), "expected an undamaged file"),
        (format!("{text}\n"), "checksum does not match"),
    ];
    for (changed, reason) in cases {
        std::fs::write(&file, &changed).unwrap();
        let error = LearnedValues::read(&file).unwrap_err();
        let line = error.to_string();
        assert!(error.is_input_error() && line.contains(reason) && !line.contains('\n'), "expected '{reason}': {line}");
        assert!(line.contains("learned.values") && line.contains("daifugo learn"), "{line}");
    }
    std::fs::write(&file, [0xff_u8; 100]).unwrap();
    assert!(LearnedValues::read(&file).unwrap_err().to_string().contains("not a text in UTF-8"));
    std::fs::write(&file, vec![b'x'; 100_000]).unwrap();
    assert!(LearnedValues::read(&file).unwrap_err().to_string().contains("100000 bytes"));
    for wrong in ["none", "."] {
        assert!(LearnedValues::read(&folder.path().join(wrong)).unwrap_err().is_input_error());
    }
}

proptest! {
    #[test]
    fn any_byte_changed_is_noticed(place: prop::sample::Index, with: u8) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("learned.values");
        learned().write(&file).unwrap();
        let mut bytes = std::fs::read(&file).unwrap();
        let place = place.index(bytes.len());
        prop_assume!(bytes[place] != with);
        bytes[place] = with;
        std::fs::write(&file, &bytes).unwrap();
        prop_assert!(LearnedValues::read(&file).is_err());
    }
}
