//! What is kept of leagues under `docs/research` follows from the boards that are kept beside it.

use matches::league::{board_tables, league_of_boards};
use matches::settings::league::{SettingPlayer, compare_settings};
use serde_json::Value;
use solver::game::GameDefinition;
use std::path::PathBuf;
use study::results::league::LeagueBoards;

use super::research_folders;

/// All files of boards that are kept.
fn kept_boards() -> Vec<PathBuf> {
    let files = research_folders().into_iter().flat_map(|it| std::fs::read_dir(it).unwrap());
    files.map(|it| it.unwrap().path()).filter(|it| it.extension().is_some_and(|it| it == "boards")).collect()
}

/// The setting, clustering and training in a player's name, such as `C6-k1-t2`, or `C6-k1` where there is one training.
fn label(settings: &[String], name: &str) -> SettingPlayer {
    let (rest, training) = name.rsplit_once("-t").unwrap_or((name, "1"));
    let (setting, clustering) = rest.rsplit_once("-k").unwrap();
    SettingPlayer {
        setting: settings.iter().position(|it| it == setting).unwrap(),
        clustering: clustering.parse().unwrap(),
        training: training.parse().unwrap(),
    }
}

#[test]
fn intervals_follow_from_the_boards_that_are_kept() {
    let kept = kept_boards();
    assert!(!kept.is_empty());
    for path in kept {
        let said: Value = serde_json::from_slice(&std::fs::read(path.with_extension("json")).unwrap()).unwrap();
        let settings: Vec<String> = serde_json::from_value(said["settings"]["settings"].clone()).unwrap();
        let LeagueBoards { players, pairs, values } = LeagueBoards::read(&path).unwrap();
        let labels: Vec<SettingPlayer> = players.iter().map(|name| label(&settings, name)).collect();
        let game = GameDefinition::holdem_limit();
        let tables = board_tables(&game, players.len(), &pairs, &values);
        let league = league_of_boards(&game, players, &pairs, &values).unwrap();
        let compared = compare_settings(&settings, &labels, &league.mbb_per_game, tables).unwrap();
        for (pair, said) in compared.pairs.iter().zip(said["settings"]["pairs"].as_array().unwrap()) {
            let estimate = &pair.winnings.estimate;
            let found = [
                ("mbb_per_game", Some(estimate.mbb_per_game)),
                ("interval95", estimate.interval95),
                ("clusterings95", estimate.clusterings95),
                ("trainings95", estimate.trainings95),
                ("boards95", estimate.boards95),
            ];
            for (key, found) in found {
                // A league of one training says nothing about trainings.
                let said = said[key].as_f64();
                let differs = found.zip(said).map_or(found != said, |(found, said)| (found - said).abs() >= 1e-9);
                assert!(!differs, "{}: {key} {found:?}, not {said:?}", path.display());
            }
        }
    }
}
