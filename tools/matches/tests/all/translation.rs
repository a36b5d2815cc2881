//! Foreign sizes are read by the pseudo-harmonic mapping, own sizes are said as they are, and a strategy's tree stays
//! in step with the table.

use crate::no_limit_tables::sized;
use matches::acpc::match_state::{AcpcGame, MatchState};
use matches::acpc::player::AcpcPlayer;
use matches::acpc::table_cards::CardDealing;
use matches::agent::Agent;
use matches::translation::{OwnPlace, OwnTree};
use solver::game::{BetSizes, GameDefinition, GameOptions, Next, PlayedAction, PlayedBetting};
use solver::policy::FixedPolicy;
use solver::units::Chips;

/// How often a bet of a size on the flop is read as each of the tree's actions: check, 100 %, all-in.
fn readings(own: &GameDefinition, chips: i32) -> Vec<f64> {
    let tree = OwnTree::new(own);
    let rules = own.clone().at_table();
    let mut table = PlayedBetting::new(&rules);
    let mut here = OwnPlace::START;
    for action in [PlayedAction::Call, PlayedAction::Call] {
        let decision = table.decision().unwrap();
        here = tree.after(here, &decision, action, false, || 0.0);
        table.act(action);
    }
    let OwnPlace::At(id) = here else { panic!("the flop") };
    let decision = table.decision().unwrap();
    let node = &tree.tree()[id];
    let mut counts = vec![0.0; node.actions.len()];
    const STEPS: usize = 1000;
    for step in 0..STEPS {
        let bet = PlayedAction::RaiseTo(Chips(100 + chips));
        let dice = || (step as f64 + 0.5) / STEPS as f64;
        let after = tree.after(here, &decision, bet, false, dice);
        let number = node.children.iter().position(|&child| match (child, after) {
            (Next::Decision(child), OwnPlace::At(after)) => child == after,
            _ => false,
        });
        counts[number.unwrap()] += 1.0 / STEPS as f64;
    }
    counts
}

#[test]
fn foreign_sizes_are_read_by_the_pseudo_harmonic_mapping() {
    // The pot is 200 before the flop's bet: check, the pot and all-in (9.5 times the pot).
    let own = sized(20.0, "'100%', 'a'");
    let near = |found: Vec<f64>, expected: [f64; 3]| {
        let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 2e-3);
        assert!(is_near, "{found:?} {expected:?}");
    };
    let mapped = |x: f64, a: f64, b: f64| (b - x) * (1.0 + a) / ((b - a) * (1.0 + x));
    // Between checking and the pot: half and half at a third of the pot.
    let third = mapped(1.0 / 3.0, 0.0, 1.0);
    assert!((third - 0.5).abs() < 1e-12);
    let x = 67.0 / 200.0;
    near(readings(&own, 67), [mapped(x, 0.0, 1.0), 1.0 - mapped(x, 0.0, 1.0), 0.0]);
    near(readings(&own, 200), [0.0, 1.0, 0.0]);
    let x = 600.0 / 200.0;
    near(readings(&own, 600), [0.0, mapped(x, 1.0, 9.5), 1.0 - mapped(x, 1.0, 9.5)]);
    near(readings(&own, 1900), [0.0, 0.0, 1.0]);
    // One size alone has checking below it.
    let x = 67.0 / 200.0;
    let found = readings(&sized(20.0, "'100%'"), 67);
    assert!((found[0] - mapped(x, 0.0, 1.0)).abs() < 2e-3, "{found:?}");
    // Without all-in in the tree, what is larger than the largest size is read as that.
    near(readings(&sized(20.0, "'50%', '100%'"), 1500), [0.0, 0.0, 1.0]);
}

#[test]
fn a_strategy_that_meets_its_own_sizes_reads_nothing_into_them() {
    let own = sized(20.0, "'50%', '100%', 'a'");
    let tree = OwnTree::new(&own);
    let rules = own.clone().at_table();
    let no_dice = || panic!("nothing is to be decided");
    for (number, node) in tree.tree().nodes().iter().enumerate() {
        let id = solver::game::NodeId(number as u32);
        let betting = PlayedBetting::read(&rules, &tree.tree().history(id)).unwrap();
        let said: Vec<String> =
            tree.said(id, &betting.decision().unwrap()).iter().map(PlayedAction::to_string).collect();
        assert_eq!(said, tree.tree().action_texts(node), "{}", betting.text());
        let mut here = OwnPlace::START;
        let mut table = PlayedBetting::new(&rules);
        for (_, action) in PlayedAction::all_of(betting.text()) {
            here = tree.after(here, &table.decision().unwrap(), action, number % 2 == 0, no_dice);
            table.act(action);
        }
        assert_eq!(here, OwnPlace::At(id), "{}", betting.text());
    }
}

#[test]
fn a_raise_too_many_is_called_and_the_rest_is_checked_and_called() {
    // One bet a round and no all-in: a raise of it is nothing that the tree has.
    let sizes = BetSizes::parse("cap = [2, 1, 1, 1]\n[all]\nbet = ['50%']\nraise = ['50%']\n").unwrap();
    let options = GameOptions { stack: Some(100.0), sizes: Some(sizes) };
    let own = GameDefinition::named_with("holdem-nolimit", &options).unwrap();
    let agent = Agent::of_fixed_in(FixedPolicy::AlwaysRaise, &own);
    let player = AcpcPlayer::new(own.clone(), agent, 1).unwrap();
    let game = AcpcGame::new(own);
    let cards = CardDealing::new(game.definition(), 5).deal();
    let answer = |betting: &str| {
        let betting = PlayedBetting::read(game.definition(), betting).unwrap();
        let state = MatchState::seen_by(betting.decision().unwrap().player, 0, &betting, &cards);
        player.answer(&state).unwrap().to_string()
    };
    assert_eq!(answer("cc/"), "r200");
    assert_eq!(answer("cc/r200r900"), "c");
    // Its own tree goes on after the call, with half the pot of 1,800.
    assert_eq!(answer("cc/r200r900c/"), "r1800");
}

#[test]
fn a_tree_without_leads_or_opening_raises_stays_in_step_with_the_table() {
    // Neither a limped pot nor a flop has a bet of the player out of position.
    let no_leads = "cap = [4, 3, 3, 3]\n[all]\nbet = ['50%']\nraise = ['100%', 'a']\n[flop.oop]\nbet = []\ndonk = []\n\
                    [turn.oop]\nbet = []\ndonk = []\n[river.oop]\nbet = []\ndonk = []\n";
    let no_raises = "cap = [1, 3, 3, 3]\n[all]\nbet = ['50%', '100%']\nraise = ['50%', '100%']\n";
    for sizes in [no_leads, no_raises] {
        let options = GameOptions { stack: Some(20.0), sizes: Some(BetSizes::parse(sizes).unwrap()) };
        let own = GameDefinition::named_with("holdem-nolimit", &options).unwrap();
        let (tree, rules) = (OwnTree::new(&own), own.clone().at_table());
        for line in ["cc/r200c/cc/cc", "r300c/cr500c/r900c/cc", "cr300c/r700c/r1500c/", "r200r400c/r800c/cc/r1200c"] {
            for position in 0..2 {
                let (mut table, mut here) = (PlayedBetting::new(&rules), OwnPlace::START);
                for (_, action) in PlayedAction::all_of(line) {
                    let decision = table.decision().unwrap();
                    if let OwnPlace::At(id) = here {
                        assert!(tree.fits(id, &decision), "{sizes}{} of {line}", table.text());
                    }
                    here = tree.after(here, &decision, action, decision.player == position, || 0.5);
                    assert!(table.act(action), "{action} of {line}");
                }
            }
        }
    }
}
