//! Equities of whole ranges held to plain sums over pairs of hands and boards; and what other cards change.

use crate::client::Site;
use crate::made_agents::{HashedBuckets, erratic_agent, erratic_agent_with};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::range::Range;
use explorer::explorer::Game;
use explorer::spot::{Ranges, Spot};
use explorer::worth::{Equities, Wanted, action_values};
use matches::agent::Agent;
use serde_json::Value;
use solver::boards::card_rules::extend;
use std::sync::Arc;
use tables::strategy::block::ProbabilityBits;
use tables::together::progress::Silent;

fn erratic(deck: Deck) -> Agent {
    let buckets = Arc::new(HashedBuckets { deck, count: 5 });
    erratic_agent_with("first", buckets, 1, ProbabilityBits::Eight)
}

/// Pots won and hands met by the button's range, pair by pair, board by board.
fn naive(game: &Game, board: &[Card], reach: &[Vec<f64>; 2], own: Holding) -> (f64, f64) {
    let mut boards = Vec::new();
    extend(&game.prepared.rules, board, 5 - board.len(), &mut boards);
    let (mut won, mut met) = (0.0, 0.0);
    for board in boards.iter().map(|board| CardSet::of(board)).filter(|it| !it.intersects(own.card_set())) {
        for other in game.deck.all_holdings().filter(|it| !it.card_set().intersects(board | own.card_set())) {
            let [ours, theirs] = [own, other].map(|it| HandStrength::of(board | it.card_set()));
            let weight = reach[0][other.number()];
            met += weight;
            won += weight * (1.0 + f64::from(ours.cmp(&theirs) as i8)) / 2.0;
        }
    }
    (won, met)
}

#[test]
fn equities_are_sums_over_pairs_of_hands_and_boards() {
    let deck = Deck::try_from(20).unwrap();
    let (game, agent) = (Game::limit(deck), erratic(deck));
    for (board, betting) in [("", "r"), ("QsThJc", "rc/c"), ("QsThJcAd", "cc/cc/"), ("QsThJcAdQd", "cc/cc/rc/c")] {
        let spot = Spot::read(&game, board, betting).unwrap();
        let reach = Ranges::of(&game, &agent, &spot).reach;
        let found = Equities::of(&game, &spot.board, &reach, &Silent).unwrap();
        let (mut won, mut met) = (0.0, 0.0);
        for own in deck.all_holdings().filter(|it| !it.card_set().intersects(CardSet::of(&spot.board))).step_by(7) {
            let (pots, opponents) = naive(&game, &spot.board, &reach, own);
            let share = found.shares[1][own.number()].unwrap();
            assert!((share - pots / opponents).abs() < 1e-9, "{board} {own}: {share} {}", pots / opponents);
        }
        for own in deck.all_holdings() {
            let weight = found.weights[1][own.number()];
            met += weight;
            won += weight * found.shares[1][own.number()].unwrap_or(0.0);
        }
        let means = found.means.unwrap();
        assert!((met - 1.0).abs() < 1e-9 && (won - means[1]).abs() < 1e-9, "{board}: {met} {won} {means:?}");
        assert!((means[0] + means[1] - 1.0).abs() < 1e-12);
    }
}

#[test]
fn suits_count_before_the_flop_where_ranges_tell_them_apart() {
    let deck = Deck::try_from(20).unwrap();
    let game = Game::limit(deck);
    let weights = |text: &str| -> Vec<f64> {
        let range: Range = text.parse().unwrap();
        Holding::all().map(|holding| f64::from(range.weight(holding))).collect()
    };
    let reach = [weights("KdQd, TT:0.5"), weights("AhKh, AKo:0.25")];
    let Equities { shares, means, .. } = Equities::of(&game, &[], &reach, &Silent).unwrap();
    let (mut won, mut met) = (0.0, 0.0);
    for own in deck.all_holdings().filter(|it| reach[1][it.number()] > 0.0) {
        let (pots, opponents) = naive(&game, &[], &reach, own);
        let share = shares[1][own.number()].unwrap();
        assert!((share - pots / opponents).abs() < 1e-9, "{own}: {share} {}", pots / opponents);
        won += pots * reach[1][own.number()];
        met += opponents * reach[1][own.number()];
    }
    assert!((means.unwrap()[1] - won / met).abs() < 1e-9, "{means:?} {}", won / met);
}

#[test]
fn what_one_seat_wins_at_a_decision_the_other_loses() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let spot = Spot::read(&game, "Qs7h2cTd3h", "rc/crc/cc/c").unwrap();
    let reach = Ranges::of(&game, &agent, &spot).reach;
    let wanted = Wanted { both_seats: true, ..Wanted::boards(2) };
    let values = action_values(&game, &agent, &spot, wanted, &Silent).unwrap();
    let weights = Equities::of(&game, &spot.board, &reach, &Silent).unwrap().weights;
    let player = game.tree[spot.decision].player;
    let mean = |here: usize, position: usize| -> f64 {
        let of = values.here[here].mbb.iter().zip(&weights[position]);
        of.map(|(value, weight)| value.unwrap_or(0.0) * weight).sum()
    };
    let [own, other] = [mean(0, player), mean(1, 1 - player)];
    assert!((own - values.mean.unwrap()).abs() < 1e-6 && (own + other).abs() < 1e-6, "{own} {other}");
    assert!(own.abs() > 1.0);
    // The seat to act gets the mean of its actions.
    let shares = Ranges::of(&game, &agent, &spot).shares(&game, &agent, spot.decision);
    let number = shares.iter().position(Option::is_some).unwrap();
    let actions = values.actions.iter().map(|it| it.mbb[number].unwrap());
    let mean: f64 = actions.zip(shares[number].unwrap()).map(|(value, share)| value * share).sum();
    assert!((mean - values.here[0].mbb[number].unwrap()).abs() < 1e-6);
    assert_eq!(action_values(&game, &agent, &spot, Wanted::boards(2), &Silent).unwrap().here.len(), 1);
}

#[test]
fn a_runout_is_the_spot_on_another_card() {
    let site = Site::open_on(Deck::try_from(20).unwrap());
    // Either seat to act, on turn and river.
    for (street, lying, betting) in [
        ("turn", "QsThJc", "rc/cc/c"),
        ("turn", "QsThJc", "rc/crc/cr"),
        ("river", "QsThJcAd", "rc/cc/crc/"),
        ("river", "QsThJcAd", "rc/cc/crc/c"),
    ] {
        let found = site.get(&format!("/api/runouts?board={lying}Kd&betting={betting}"));
        assert_eq!((&found["street"], &found["board"]), (&Value::from(street), &Value::from(lying)));
        let cards = found["cards"].as_array().unwrap();
        assert_eq!(cards.len(), 20 - lying.len() / 2);
        for card in cards.iter().step_by(3) {
            let board = format!("{lying}{}", card["card"].as_str().unwrap());
            let spot = site.get(&format!("/api/spot?board={board}&betting={betting}"));
            let equity = site.get(&format!("/api/equity?board={board}&betting={betting}"));
            assert_eq!(card["mean"], spot["mean"], "{board}");
            let mean = equity["seats"][0]["mean"].as_f64().unwrap();
            assert!((card["equity"].as_f64().unwrap() - mean).abs() < 5.1e-5, "{board}");
            assert_eq!((&equity["seats"][0]["seat"], &found["seat"]), (&spot["seat"], &spot["seat"]));
        }
    }
    let (status, reason) = site.refusal("/api/runouts?board=QsThJc&betting=rc/c");
    assert!(status == 400 && reason.contains("turn and on the river only"), "{reason}");
}

#[test]
fn typed_cards_become_those_of_addresses() {
    let site = Site::open();
    let read = |text: &str| site.post("/api/cards", &serde_json::json!({ "text": text }));
    for text in ["Qs7h2c", "Qs, 7h 2c"] {
        let answer = read(text);
        assert!(answer.status == 200 && answer.body.contains("\"Qs7h2c\""), "{answer:?}");
    }
    let (status, reason) = read("Qx").reason();
    assert!(status == 400 && reason.contains("Qx"), "{reason}");
}

#[test]
fn documents_say_what_hands_make_of_the_board() {
    let site = Site::open();
    let (start, spot) = (site.get("/api/start"), site.get("/api/spot?board=Qs7h2cTd3h&betting=cc/cc/cc/"));
    let number = |hand: &str| start["holdings"].as_array().unwrap().iter().position(|it| it == hand).unwrap();
    let made = |hand: &str| &start["made_hands"][spot["hands"]["made"][number(hand)].as_u64().unwrap() as usize];
    assert_eq!((made("AsAh"), made("QhJh"), made("7d7c")), (&"overpair".into(), &"top pair".into(), &"set".into()));
    let strength = |hand: &str| spot["hands"]["strength"][number(hand)].as_u64().unwrap();
    assert!(strength("7d7c") > strength("AsAh") && strength("AsAh") > strength("QhJh"));
    assert_eq!(spot["hands"]["made"][number("QsJs")], Value::Null);
    let raise = &site.get("/api/spot?betting=r")["actions"][2];
    assert_eq!((&raise["name"], &raise["to"]), (&"raise".into(), &30.into()));
    assert_eq!(start["big_blind"], 10);
    assert!(site.get("/api/spot?betting=r")["hands"]["made"].is_null());
}
