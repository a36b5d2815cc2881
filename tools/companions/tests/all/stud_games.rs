//! Whole games and rows of them: conservation, determinism, and the parts of a simulation that its tables rest on. The
//! reduced stud: its tree, best responses against plain ones, its equilibria, and the stud player in it.

use companions::claims::Verdict;
use companions::stud::endgame::fuzzy_policy::FuzzyPlayer;
use companions::stud::endgame::last_turn::{Child, LastTurnGame, Profile, PublicSituation, Size, Tree};
use companions::stud::endgame::opening_game::{CARDS, OpeningGame, PAIRS};
use companions::stud::endgame::{Amounts, opening_bets};
use companions::stud::game::{GameRecord, play};
use companions::stud::model::{Choices, Model, OpeningRule, Player, Staying, Style};
use companions::stud::report::{Classifier, FEATURES, accuracy};
use companions::stud::rules::{Seat, Status};
use companions::stud::simulation::{Plan, known_deals, simulate};
use companions::stud::{Settings, published, reproduce};
use std::cmp::Ordering;
use tables::error::Failure;
use tables::together::progress::Silent;

use crate::support::{cards, dice, on_any_threads};

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
    assert!(
        reproduction.claims[10..].iter().all(|claim| claim.ours && claim.verdict != Verdict::NotReproduced),
        "{:?}",
        reproduction.claims
    );
    let wrong = [Settings { sets: 0, ..settings }, Settings { games: 0, ..settings }, Settings { sets: 1, ..settings }];
    for settings in wrong {
        assert!(reproduce(&settings, &Silent).unwrap_err().is_input_error());
    }
}

fn situation(size: Size, seed: u64) -> PublicSituation {
    PublicSituation::random(size, &mut dice(seed))
}

fn player(staying: Staying) -> FuzzyPlayer {
    FuzzyPlayer { staying, choices: Choices::default() }
}

fn fuzzy(game: &LastTurnGame, situation: &PublicSituation) -> Profile {
    Seat::BOTH.map(|seat| player(Staying::Bluffing).last_turn(situation, seat, &game.tree))
}

#[test]
fn the_tree_has_ten_decisions_ten_drops_and_nine_showdowns() {
    let tree = Tree::new(500);
    let children = || tree.decisions.iter().flat_map(|it| &it.children);
    // One opening; an answer to each of three bets; six raises to answer.
    assert_eq!(tree.decisions.len(), 1 + 3 + 6);
    assert_eq!(children().filter(|it| matches!(it, Child::Drop(..))).count(), 10);
    let showdowns: Vec<f64> =
        children().filter_map(|it| if let Child::Showdown(paid) = it { Some(*paid) } else { None }).collect();
    assert_eq!(showdowns.len(), 9);
    // A pot of 1,000: opening with 1, 500 or 1,000; the largest raise is 1,000 + 1,000 on top of what was paid.
    assert!(showdowns.contains(&501.0) && showdowns.contains(&1_000.0) && showdowns.contains(&2_500.0));
    assert_eq!(tree.pot, 1_000.0);
}

/// What the best response of a seat gains, card by card and against each card of the opponent, who holds it as likely
/// as `reach` says.
fn naive_best(game: &LastTurnGame, profile: &Profile, seat: Seat, child: Child, card: usize, reach: &[f64]) -> f64 {
    let against = |gain: &dyn Fn(usize) -> f64| -> f64 {
        (0..game.cards()).filter(|&other| other != card).map(|other| reach[other] * gain(other)).sum()
    };
    let worth = |seat: Seat, card: usize| game.worths[seat.index()][card];
    match child {
        Child::Drop(dropped, paid) => against(&|_| if dropped == seat { -paid } else { paid }),
        Child::Showdown(paid) => against(&|other| match worth(seat, card).cmp(&worth(seat.other(), other)) {
            Ordering::Less => -paid,
            Ordering::Equal => 0.0,
            Ordering::Greater => paid,
        }),
        Child::Decision(number) => {
            let node = &game.tree.decisions[number];
            let next =
                |action: usize, reach: &[f64]| naive_best(game, profile, seat, node.children[action], card, reach);
            let actions = 0..node.children.len();
            if node.seat == seat {
                return actions.map(|action| next(action, reach)).fold(f64::NEG_INFINITY, f64::max);
            }
            let policy = &profile[node.seat.index()][number];
            let reached =
                |action: usize| -> Vec<f64> { reach.iter().zip(&policy[action]).map(|(a, b)| a * b).collect() };
            actions.map(|action| next(action, &reached(action))).sum()
        }
    }
}

#[test]
fn best_responses_of_all_cards_at_once_are_those_card_by_card() {
    let situation = situation(Size::LAST_TURN, 3);
    let game = LastTurnGame::new(&situation);
    let count = game.cards();
    assert_eq!(count, 40);
    for profile in [game.solve(3), fuzzy(&game, &situation)] {
        for seat in Seat::BOTH {
            let best = |card| naive_best(&game, &profile, seat, Child::Decision(0), card, &vec![1.0; count]);
            let naive = (0..count).map(best).sum::<f64>() / (count * (count - 1)) as f64;
            let found = game.best_response(seat, &profile);
            assert!((found - naive).abs() < 1e-9, "{seat:?}: {found} {naive}");
        }
    }
}

#[test]
fn solving_comes_close_to_equilibrium_and_closer_with_more_iterations() {
    for seed in [1, 2] {
        let game = LastTurnGame::new(&situation(Size::LAST_TURN, seed));
        let exploitability = [10, 600].map(|iterations| game.exploitability(&game.solve(iterations)));
        assert!(exploitability[1] < 1e-3 && exploitability[1] >= -1e-12, "{exploitability:?}");
        assert!(exploitability[1] < exploitability[0]);
    }
}

#[test]
fn a_hand_that_always_loses_bluffs_as_theory_says() {
    // The first player holds a royal flush with any spade... of four: with the ten he cannot lose, otherwise he has
    // nothing that wins. The second player's three aces beat all else. A pot bet must then contain one bluff for every
    // two royal flushes.
    let open = ["AsKsQsJs2c4d", "AcAdAh7c8d2h"].map(cards);
    let game = LastTurnGame::new(&PublicSituation::new(Size::LAST_TURN.deck(), open));
    let profile = game.solve(2_000);
    let [.., weak_share_of_pot_bets, _] = opening_bets(&game, &profile[0][0]);
    let share = weak_share_of_pot_bets.unwrap();
    assert!(game.exploitability(&profile) < 1e-3);
    assert!((share - 1.0 / 3.0).abs() < 0.06, "{share}");
}

#[test]
fn the_stud_players_probabilities_add_up_and_it_loses_to_a_best_response() {
    let situation = situation(Size::LAST_TURN, 9);
    let game = LastTurnGame::new(&situation);
    let profile = fuzzy(&game, &situation);
    for (number, decision) in game.tree.decisions.iter().enumerate() {
        let policy = &profile[decision.seat.index()][number];
        assert_eq!(policy.len(), decision.children.len());
        for card in 0..game.cards() {
            let sum: f64 = policy.iter().map(|action| action[card]).sum();
            assert!((sum - 1.0).abs() < 1e-12, "decision {number}, card {card}: {sum}");
        }
    }
    let equilibrium = game.exploitability(&game.solve(300));
    assert!(game.exploitability(&profile) > 10.0 * equilibrium);
}

#[test]
fn the_solution_of_the_opening_game_is_close_to_equilibrium() {
    let situation = situation(Size::OPENING, 4);
    assert_eq!((situation.unseen.len(), PAIRS), (CARDS, 120));
    let game = OpeningGame::new(&situation);
    let fuzzy = Seat::BOTH.map(|seat| player(Staying::Bluffing).opening(&situation, seat, &game));
    assert!((0..PAIRS).all(|pair| (fuzzy[0].choice[0][pair] + fuzzy[0].choice[1][pair] - 1.0).abs() < 1e-12));
    let exploitability = [20, 200].map(|iterations| game.exploitability(&game.solve(iterations)));
    assert!((0.0..0.01).contains(&exploitability[1]) && exploitability[1] < exploitability[0], "{exploitability:?}");
    assert!(game.exploitability(&fuzzy) > exploitability[1]);
}
