//! Whole games and rows of them: conservation, determinism, and the parts of a simulation that its tables rest on.

use companions::claims::Verdict;
use companions::stud::endgame::Amounts;
use companions::stud::game::{GameRecord, play};
use companions::stud::model::{Choices, Model, OpeningRule, Player, Style};
use companions::stud::rules::{Seat, Status};
use companions::stud::simulation::{Plan, known_deals, simulate};
use companions::stud::verdicts::{Classifier, FEATURES, accuracy};
use companions::stud::{Settings, published, reproduce};
use tables::error::Failure;
use tables::together::progress::Silent;

use crate::support::{dice, on_any_threads};

fn plan(games: usize) -> Plan {
    Plan { seed: 5, sets: 2, first_set: 0, games, choices: Choices::default() }
}

fn games(first: Model, second: Model, count: usize) -> Vec<GameRecord> {
    let mut dice = dice(1);
    let players = [Player::new(first), Player::new(second)];
    let deals = known_deals(&plan(count), 0);
    deals.iter().map(|deal| play(deal, [&players[0], &players[1]], &Choices::default(), &mut dice)).collect()
}

#[test]
fn the_loser_pays_what_it_bet_and_nobody_wins_a_draw() {
    let model = Style::LooseAggressive.model(OpeningRule::Random);
    let deals = known_deals(&plan(150), 0);
    for (record, deal) in games(Model::SYSTEM, model, 150).iter().zip(&deals) {
        match record.end {
            Status::Dropped(Seat::First) => assert!(record.gain <= -5),
            Status::Dropped(Seat::Second) => assert!(record.gain >= 5),
            _ => assert_eq!(record.gain.signum(), deal.showdown as i64),
        }
        // Both cards are opened by turn 7, one on turn 6, and never the same one twice.
        let opened = usize::from(record.turn.saturating_sub(5));
        assert!(record.seats.iter().all(|seat| seat.opened.len() == opened));
        assert!(record.seats.iter().all(|seat| opened < 2 || seat.opened[0] != seat.opened[1]));
    }
}

#[test]
fn tight_players_never_stay_inferior_from_turn_5_on_and_only_the_system_bluffs() {
    let tight = Style::TightPassive.model(OpeningRule::StrongestFirst);
    let mut bluffs = 0;
    for record in games(Model::SYSTEM, tight, 300) {
        let dropped_by_tight = record.end == Status::Dropped(Seat::Second);
        let [system, tight] = &record.seats;
        assert!(tight.bluffs.is_empty());
        bluffs += usize::from(!system.bluffs.is_empty());
        assert!(system.bluffs.iter().all(|&turn| turn >= 5));
        let (last, before) = tight.lessons.split_last().unwrap();
        // Every decision on turns 5 and later is the last one of a drop, or superior.
        if record.turn >= 5 {
            let late = before.iter().filter(|lesson| lesson.result < 0.0).count();
            assert!(
                late <= 8 && (last.result >= 0.0 || dropped_by_tight || record.end == Status::Dropped(Seat::First))
            );
        }
        if record.end == Status::Showdown {
            assert!(last.result >= 0.0);
        }
    }
    assert!(bluffs > 3, "{bluffs}");
}

#[test]
fn the_same_seed_gives_the_same_rows_for_any_number_of_threads() {
    let one = on_any_threads(|| simulate(&plan(60), Model::SYSTEM, 4, &Silent).unwrap());
    let other = simulate(&Plan { seed: 6, ..plan(60) }, Model::SYSTEM, 4, &Silent).unwrap();
    assert_ne!(one, other);
}

#[test]
fn a_classifier_tells_what_it_can_and_no_more() {
    let features = |style: Style, noise: f64| {
        let mut features = [0.3; FEATURES];
        features[style as usize] = 1.0 + noise;
        features
    };
    let examples: Vec<_> =
        Style::ALL.into_iter().flat_map(|it| [0.1, -0.1].map(|noise| (it, features(it, noise)))).collect();
    let classifier = Classifier::new(&examples);
    let confusion = classifier.confusion(&examples);
    assert_eq!(accuracy(&confusion), 1.0);
    // All alike: one name for all, a quarter right.
    let alike: Vec<_> = Style::ALL.into_iter().map(|it| (it, [0.5; FEATURES])).collect();
    assert_eq!(accuracy(&Classifier::new(&alike).confusion(&alike)), 0.25);
}

#[test]
fn a_small_reproduction_has_every_table_and_claim() {
    let endgames = Amounts { last_turns: 2, opening_games: 2 };
    let settings = Settings { sets: 2, games: 100, endgames, ..Settings::default() };
    let reproduction = reproduce(&settings, &Silent).unwrap();
    let json = reproduction.to_json();
    assert_eq!(json["results"]["rows"].as_array().unwrap().len(), 24);
    let row = &json["results"]["rows"][0];
    for key in
        ["gain", "gain_se", "won", "won_se", "bluffs", "bluffs_from_turn6", "bluff_success", "superior_showdowns"]
    {
        assert!(row[key].is_number(), "{key}");
    }
    for key in ["moves_10000", "moves_20000", "end_firings", "much_firings"] {
        assert!(row[key].is_number(), "{key}");
    }
    assert_eq!(json["results"]["tendencies"].as_array().unwrap().len(), 18);
    assert!(json["results"]["classifier"]["accuracy"].is_number());
    let ids: Vec<&str> = reproduction.tables.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(ids, ["4.1", "4.2", "4.3", "4.4", "ablation", "endgame"]);
    let claims: Vec<&str> = reproduction.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(claims, ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "E1", "E2", "E3"]);
    // Every claim of the file is judged, and the solver's own one holds at any size.
    assert_eq!(published().unwrap().claim_ids().count(), claims.len());
    assert_eq!(reproduction.claims[10].verdict, Verdict::Reproduced);
    let wrong = [Settings { sets: 0, ..settings }, Settings { games: 0, ..settings }, Settings { sets: 1, ..settings }];
    for settings in wrong {
        assert!(reproduce(&settings, &Silent).unwrap_err().is_input_error());
    }
}
