//! Where strategies come most often, and where two of them differ.

use crate::client::Site;
use crate::made_agents::erratic_agent;
use evaluator::deck::Deck;
use evaluator::holding::Holding;
use explorer::explorer::Game;
use explorer::spot::{Ranges, Spot, common_spots};
use serde_json::Value;

#[test]
fn probabilities_of_spots_are_sums_over_pairs_of_hands() {
    let (game, one, other) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1), erratic_agent("second", 5, 2));
    let root = Spot::read(&game, "Qs7h2c", "cc/").unwrap();
    let found = common_spots(&game, &one, Some(&other), &root);
    let betting = "rc/cr";
    let spot = Spot::read(&game, "Qs7h2c", betting).unwrap();
    let common = found.iter().find(|it| it.decision == spot.decision).unwrap();
    let ranges = Ranges::of(&game, &one, &spot);
    let [ours, theirs] =
        [&one, &other].map(|agent| Ranges::of(&game, agent, &spot).shares(&game, agent, spot.decision));
    let seat = game.tree[spot.decision].player;
    let (mut met, mut all, mut differ) = (0.0, 0.0, 0.0);
    for first in Holding::all().filter(|it| ours[it.number()].is_some()) {
        for second in Holding::all().filter(|it| ours[it.number()].is_some()) {
            if first.card_set().intersects(second.card_set()) {
                continue;
            }
            let weight = ranges.reach[seat][first.number()] * ranges.reach[1 - seat][second.number()];
            let [one, other] = [&ours, &theirs].map(|shares| shares[first.number()].unwrap());
            met += weight;
            all += 1.0;
            differ += weight * (0..3).map(|it| (one[it] - other[it]).abs()).sum::<f64>() / 2.0;
        }
    }
    assert!((common.probability - met / all).abs() < 1e-9, "{common:?} {}", met / all);
    assert!((common.difference - differ / met).abs() < 1e-9, "{common:?} {}", differ / met);
}

#[test]
fn the_likeliest_spots_and_the_largest_differences_come_first() {
    let site = Site::open();
    let found = site.get("/api/common?strategy=0&other=1&board=Qs7h2cTd");
    let list = |name: &str, value: fn(&Value) -> f64| -> Vec<f64> {
        found[name].as_array().unwrap().iter().map(value).collect()
    };
    let probability = |it: &Value| it["probability"].as_f64().unwrap();
    let difference = |it: &Value| it["probability"].as_f64().unwrap() * it["difference"].as_f64().unwrap();
    for numbers in [list("common", probability), list("apart", difference)] {
        assert!(numbers.len() == 12 && numbers.windows(2).all(|pair| pair[0] + 1e-6 >= pair[1]), "{numbers:?}");
        assert!(numbers[0] > 2.0 * numbers[11], "{numbers:?}");
    }
    assert_eq!(found["street"], "turn");
    // Nothing differs from itself, and who always calls comes to two decisions of each street.
    assert_eq!(site.get("/api/common?strategy=1&other=1&board=Qs7h2c")["apart"], serde_json::json!([]));
    let calls = site.get("/api/common?strategy=2&board=Qs7h2c");
    let spots: Vec<&str> =
        calls["common"].as_array().unwrap().iter().map(|it| it["betting"].as_str().unwrap()).collect();
    assert_eq!(spots, ["cc/", "cc/c"]);
}
