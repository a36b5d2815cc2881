//! What strategies lose on a few flops becomes a level by way of a policy that is known on all of them.

use serde_json::json;
use solver::boards::{BoardOrbit, CardRules};
use solver::game::GameDefinition;
use solver::measure::exploitability::FlopReference;
use solver::measure::exploitability::flop_reference::ReferenceFlop;
use solver::measure::exploitability::flop_sample::draw_flops;
use study::references;
use study::results::exploitability::{ExploitabilityFile, PlayerExploitability, SettingExploitability};
use tables::file::fingerprint::Fingerprint;

const DRAWN: usize = 6;

fn game(cards: &str) -> GameDefinition {
    GameDefinition::holdem_limit_on(cards.parse().unwrap())
}

fn fingerprint(number: u32) -> Fingerprint {
    Fingerprint::of_numbers(&[number])
}

/// A policy from which more is won the later a flop comes.
fn reference() -> FlopReference {
    let flops = BoardOrbit::flops(&CardRules::new(&game("20")));
    let value = |number: usize| 100.0 + 7.0 * number as f64;
    let of_flop = |(number, flop): (usize, &BoardOrbit)| ReferenceFlop {
        board: flop.to_string(),
        weight: flop.size,
        button: value(number) + 30.0,
        big_blind: value(number) - 30.0,
    };
    let sum: f64 = flops.iter().enumerate().map(|(number, flop)| f64::from(flop.size) * value(number)).sum();
    let deals: f64 = flops.iter().map(|flop| f64::from(flop.size)).sum();
    let mut recipe = json!({});
    game("20").enter(&mut recipe);
    FlopReference {
        policy: "known".to_owned(),
        identity: json!({ "fingerprint": fingerprint(7).to_string(), "checksum": 1 }),
        game: recipe,
        mbb_per_game: sum / deals,
        flops: flops.iter().enumerate().map(of_flop).collect(),
    }
}

/// Strategies with these numbers, each from a level of its own on the same drawn flops.
fn measured(numbers: [u32; 2]) -> ExploitabilityFile {
    let player = |number: u32| PlayerExploitability {
        player: format!("player {number}"),
        setting: format!("setting {number}"),
        clustering: 1,
        training: 1,
        strategy: fingerprint(number),
        mbb_per_game: 50.0 * f64::from(number),
        standard_error: 9.0,
        without_flops: (0..DRAWN)
            .map(|flop| f64::from(50 * number) + (flop as f64 - 2.5) * f64::from(number))
            .collect(),
    };
    let settings = numbers.map(|number| SettingExploitability {
        setting: format!("setting {number}"),
        players: 1,
        mbb_per_game: 50.0 * f64::from(number),
        standard_deviation: None,
    });
    ExploitabilityFile {
        flops: DRAWN,
        seed: 3,
        players: numbers.map(player).to_vec(),
        settings: settings.to_vec(),
        differences: Vec::new(),
        reference: None,
    }
}

#[test]
fn the_strategy_of_the_reference_has_its_level_and_others_differ_as_on_the_flops_drawn() {
    let (known, file) = (reference(), measured([7, 9]).by_reference(&game("20"), &reference()));
    let [own, other] = [&file.players[0], &file.players[1]];
    assert_eq!((own.mbb_per_game, own.standard_error), (known.mbb_per_game, 0.0));
    assert!((other.mbb_per_game - own.mbb_per_game - 100.0).abs() < 1e-9);
    // The jackknife of differences that go from -5 to 5 in steps of 2: 5/6 of a sum of squares of 70.
    assert!((other.standard_error - (5.0_f64 / 6.0 * 70.0).sqrt()).abs() < 1e-9);
    assert_eq!(file.settings[1].mbb_per_game, other.mbb_per_game);
    let found = file.reference.unwrap();
    assert_eq!((found.policy.as_str(), found.drawn_mbb_per_game), ("known", 350.0));
}

#[test]
fn without_that_strategy_the_references_values_of_the_flops_drawn_are_taken() {
    let (known, file) = (reference(), measured([8, 9]).by_reference(&game("20"), &reference()));
    let flops = BoardOrbit::flops(&CardRules::new(&game("20")));
    let drawn: f64 = draw_flops(&flops, DRAWN, 3).iter().map(|&number| 100.0 + 7.0 * number as f64).sum();
    let drawn = drawn / DRAWN as f64;
    assert!((file.reference.unwrap().drawn_mbb_per_game - drawn).abs() < 1e-9);
    for (player, raw) in file.players.iter().zip([400.0, 450.0]) {
        assert!((player.mbb_per_game - (raw + known.mbb_per_game - drawn)).abs() < 1e-9);
        assert!(player.standard_error > 0.0);
    }
}

#[test]
fn a_reference_of_another_game_says_nothing() {
    let file = measured([7, 9]);
    assert_eq!(file.clone().by_reference(&game("24"), &reference()), file);
    assert_eq!(file.clone().by_reference(&game("20"), &references::shipped().unwrap()), file);
}

#[test]
fn the_shipped_reference_lists_all_flops_of_limit_holdem() {
    let shipped = references::shipped().unwrap();
    shipped.require_game("shipped", &GameDefinition::holdem_limit()).unwrap();
    assert_eq!((shipped.policy.as_str(), shipped.flops.len()), ("C8", 1_755));
}
