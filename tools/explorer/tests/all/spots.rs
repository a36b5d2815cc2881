//! What the page shows of a spot is what the strategy does there.

use crate::client::Site;
use crate::made_agents::erratic_agent;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use explorer::explorer::Game;
use explorer::spot::{DecisionView, Spot};
use matches::agent::Agent;
use serde_json::Value;
use solver::game::{Next, NodeId};
use solver::policy::FixedPolicy;
use tables::strategy::block::MAX_ACTIONS;

fn number(list: &Value, place: usize) -> Option<f64> {
    list[place].as_f64()
}

/// How a single hand plays a betting history, step by step from the beginning: the reach of either position, and the
/// shares at the end.
fn naive_hand(game: &Game, agent: &Agent, hole: Holding, board: &str, betting: &str) -> ([f64; 2], Vec<f64>, u32) {
    let cards = parse_cards(board).unwrap();
    let mut reach = [1.0; 2];
    let mut here = NodeId::ROOT;
    let mut letters = betting.chars().filter(|&letter| letter != '/');
    loop {
        let node = &game.tree[here];
        let round = Round::ALL[node.round];
        let on_board = CardSet::of(&cards[..round.board_cards()]);
        let bucket = agent.bucket(round, BoardFirst::of(Deck::FULL, round).index(hole, on_board));
        let weights: [u16; MAX_ACTIONS] = agent.weights(game.layout.place(here), bucket);
        let shares: Vec<f64> = weights.iter().map(|&it| f64::from(it) / agent.parts_of_whole() as f64).collect();
        let Some(letter) = letters.next() else { return (reach, shares, bucket) };
        let taken = node.actions.iter().position(|action| action.letter() == letter).unwrap();
        reach[node.player] *= shares[taken];
        let Next::Decision(next) = node.children[taken] else { panic!() };
        here = next;
    }
}

#[test]
fn a_spot_shows_what_each_hand_does_and_who_comes_there() {
    let site = Site::open();
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("first", 5, 1));
    let start = site.get("/api/start");
    assert_eq!(start["strategies"], serde_json::json!(["first", "second", "always-call"]));
    for (board, betting, seat) in [
        ("", "", 1),
        ("", "rr", 1),
        ("Qs7h2c", "crc/", 0),
        ("Qs7h2cTd", "rc/crc/r", 1),
        ("Qs7h2cTd3h", "rc/crc/rc/crr", 1),
    ] {
        let spot = site.get(&format!("/api/spot?strategy=0&board={board}&betting={betting}"));
        assert_eq!(spot["seat"], ["big blind", "button"][seat], "{betting}");
        assert_eq!(spot["betting"], betting);
        let (actions, hands) = (spot["actions"].as_array().unwrap().len(), &spot["hands"]);
        let (mut seen, mut mean, mut weight) = (0, vec![0.0; actions], 0.0);
        for hole in Holding::all() {
            let place = hole.number();
            assert_eq!(start["holdings"][place], hole.to_string());
            let is_possible = !hole.card_set().intersects(CardSet::of(&parse_cards(board).unwrap()));
            assert_eq!(hands["bucket"][place].is_u64(), is_possible);
            assert_eq!(number(&hands["reach"], place).is_some(), is_possible);
            if !is_possible {
                continue;
            }
            let (reach, shares, bucket) = naive_hand(&game, &agent, hole, board, betting);
            assert_eq!(hands["bucket"][place], bucket, "{hole} {betting}");
            assert!((number(&hands["reach"], place).unwrap() - reach[seat]).abs() < 1e-6, "{hole} {betting}");
            assert!((number(&hands["other_reach"], place).unwrap() - reach[1 - seat]).abs() < 1e-6, "{hole}");
            for action in 0..actions {
                let shown = number(&hands["shares"][action], place).unwrap();
                assert!((shown - shares[action]).abs() < 1e-6, "{hole} {betting}");
                mean[action] += reach[seat] * shares[action];
            }
            weight += reach[seat];
            seen += 1;
        }
        assert_eq!(seen, [1326, 1176, 1128, 1081][[0, 3, 4, 5].iter().position(|&it| 2 * it == board.len()).unwrap()]);
        for (action, mean) in mean.iter().enumerate() {
            assert!((number(&spot["mean"], action).unwrap() - mean / weight).abs() < 2e-6, "{betting}");
        }
    }
}

#[test]
fn a_small_deck_has_a_small_grid() {
    let deck = Deck::try_from(20).unwrap();
    let site = Site::open_on(deck);
    let start = site.get("/api/start");
    let classes: Vec<&str> = start["classes"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!((&classes[..3], classes.last(), classes.len()), (&["AA", "AKs", "AQs"][..], Some(&"TT"), 25));
    for holding in Holding::all() {
        let place = start["class_of"][holding.number()].as_u64();
        let class = holding.starting_hand();
        assert_eq!(place.map(|it| classes[it as usize].to_owned()), deck.has(class).then(|| class.to_string()));
    }
    for (board, betting, of) in [("", "", 190), ("QsTh2c", "rc/", 0), ("QsThJc", "rc/", 136)] {
        let address = format!("/api/spot?board={board}&betting={betting}");
        if of == 0 {
            assert!(site.refusal(&address).1.contains("2c"), "{address}");
            continue;
        }
        let spot = site.get(&address);
        let holdings = spot["hands"]["reach"].as_array().unwrap().iter().filter(|it| !it.is_null()).count();
        assert_eq!(holdings, of, "{address}");
    }
}

#[test]
fn a_hand_that_comes_seldom_is_not_one_that_never_comes() {
    let (game, agent) = (Game::limit(Deck::FULL), Agent::of_fixed(FixedPolicy::Uniform));
    let spot = Spot::read(&game, "Qs7h2cTd3h", "rc/crc/crc/").unwrap();
    let view = DecisionView::of(&game, &agent, &spot);
    let seat = game.tree[spot.decision].player;
    // By thirds and halves to the river.
    let reach = |number: usize| view.ranges.reach[seat][number];
    assert!((reach(HOLDINGS - 1) - 1.0 / 108.0).abs() < 1e-12, "{}", reach(HOLDINGS - 1));
    assert!((0..HOLDINGS).all(|number| !view.is_possible[number] || reach(number) >= view.least_reach));
}

#[test]
fn the_way_and_the_actions_lead_where_they_say() {
    let site = Site::open();
    let spot = site.get("/api/spot?board=Qs7h2c&betting=crc/cr");
    let way: Vec<&str> = spot["way"].as_array().unwrap().iter().map(|step| step["betting"].as_str().unwrap()).collect();
    assert_eq!(way, ["", "c", "cr", "crc/", "crc/c"]);
    let names: Vec<&str> = spot["way"].as_array().unwrap().iter().map(|it| it["action"].as_str().unwrap()).collect();
    assert_eq!(names, ["call", "raise", "call", "check", "bet"]);
    assert_eq!((&spot["pot"], &spot["to_call"]), (&Value::from(50), &Value::from(10)));
    let actions = spot["actions"].as_array().unwrap();
    let names: Vec<&str> = actions.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["fold", "call", "raise"]);
    assert_eq!((&actions[0]["leads_to"], &actions[0]["ends_in"]), (&Value::Null, &Value::from("fold")));
    assert_eq!((&actions[1]["leads_to"], &actions[2]["leads_to"]), (&Value::from("crc/crc/"), &Value::from("crc/crr")));
    let river = site.get("/api/spot?board=Qs7h2cTd3h&betting=cc/cc/cc/c");
    assert_eq!(river["actions"][0]["ends_in"], "showdown");
    // Later cards may lie there already.
    assert_eq!(site.get("/api/spot?board=Qs7h2cTd3h&betting=cc/")["board"], "Qs7h2c");
}

#[test]
fn a_hand_is_as_strong_as_its_distribution() {
    let site = Site::open();
    for board in ["", "4d5d9d", "4d5d9dKs", "4d5d9dKs2h"] {
        let hand = site.get(&format!("/api/hand?hole=Jc9h&board={board}"));
        let (strength, hsd) = (hand["strength"].as_f64().unwrap(), hand["hsd"].as_array().unwrap());
        let mean: f64 =
            hsd.iter().enumerate().map(|(bin, share)| (bin as f64 + 0.5) / 50.0 * share.as_f64().unwrap()).sum();
        assert_eq!((hsd.len(), &hand["class"]), (50, &Value::from("J9o")));
        assert!((mean - strength).abs() < 0.011, "{board}: {mean} {strength}");
    }
    assert_eq!(site.get("/api/hand?hole=AsAh&board=AcAdKs2h3c")["strength"], 1.0);
}

#[test]
fn what_is_no_spot_is_refused_with_a_reason() {
    let site = Site::open();
    for (address, expected) in [
        ("/api/spot?betting=x", "'x'"),
        ("/api/spot?betting=crc/", "3 board cards"),
        ("/api/spot?betting=rf", "the end of the game"),
        ("/api/spot?board=Qs7hQs&betting=cc/", "Qs"),
        ("/api/spot?board=Zz&betting=", "Zz"),
        ("/api/spot?strategy=3", "there are 3 strategies"),
        ("/api/spot?strategy=-1", "expected a number"),
        ("/api/spot?board=%51s", "'%'"),
        ("/api/values?boards=1", "expected 2 to"),
        ("/api/values?boards=1000000000", "expected 2 to"),
        ("/api/hand?hole=As", "2 hole cards"),
        ("/api/hand?hole=AsAs", "As"),
        ("/api/hand?hole=AsKs&board=As2c3d", "As"),
        ("/api/hand?hole=AsKs&board=Ac2c", "expected 0, 3, 4 or 5"),
        ("/api/common?board=Ac2c", "a board of"),
        ("/api/common?other=9", "there are 3 strategies"),
    ] {
        let (status, reason) = site.refusal(address);
        assert_eq!(status, 400, "{address}: {reason}");
        assert!(reason.contains(expected) && reason.len() < 300, "{address}: {reason}");
    }
}
