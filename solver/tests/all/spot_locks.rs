//! Decisions whose probabilities are given.

use solver::spot::{Bits, Lock, Spot, SpotDefinition, SpotSolver, Stop, Target};
use tables::together::progress::Silent;

use crate::spots::{ALL_IN, at, probability};

pub fn lock(line: &str, hands: &[(&str, &[f32])]) -> Lock {
    let hands = hands.iter().map(|&(hand, probabilities)| (hand.to_owned(), probabilities.to_vec())).collect();
    Lock { line: line.to_owned(), hands }
}

#[test]
fn a_locked_decision_stays_and_the_opponent_exploits_it() {
    let text = format!("board = '2c2d2h3s3c'\npot = 100\nstack = 100\noop = 'AA,QQ'\nip = 'KK'\n{ALL_IN}");
    // Queens that always bluff are always called: out of position then wins the aces' pot and bet, and loses the bets.
    for bits in [Bits::Sixteen, Bits::ThirtyTwo] {
        let locks = vec![lock("", &[("QQ", &[0.0, 1.0]), ("AA", &[0.0, 1.0])])];
        let spot = Spot::with_locks(SpotDefinition::parse(&text).unwrap(), locks).unwrap();
        let mut solver = SpotSolver::new(spot, bits).unwrap();
        solver.solve(&Stop { target: Some(Target::Share(0.001)), ..Stop::default() }, &Silent).unwrap();
        assert_eq!(probability(&at(&solver, "", ""), "QsQh", 1), 1.0);
        assert!(probability(&at(&solver, "", "r100"), "KsKh", 1) > 0.99);
        let found = solver.measure();
        assert!((found.values[0] - (0.5 * 200.0 - 0.5 * 100.0)).abs() < 0.5, "{found:?}");
        // Given to bet, out of position gains nothing by a best response at the root.
        assert!(found.gains[0].abs() < 0.1, "{found:?}");
    }
    // Two locks of one decision are one; of two words the one that names fewer holdings counts.
    let locks = vec![lock("", &[("QQ", &[0.0, 1.0])]), lock("", &[("AA", &[1.0, 0.0])])];
    let spot = Spot::with_locks(SpotDefinition::parse(&text).unwrap(), locks).unwrap();
    let mut solver = SpotSolver::new(spot, Bits::ThirtyTwo).unwrap();
    (0..3).for_each(|_| solver.iterate());
    let root = at(&solver, "", "");
    assert_eq!((probability(&root, "QsQh", 1), probability(&root, "AsAh", 1)), (1.0, 0.0));
    // Words count by how many holdings they name, not by their letters.
    for (many, few, holding) in [("random", "QQ", "QsQh"), ("QQ+", "AA", "AsAh")] {
        let locks = vec![lock("", &[(many, &[1.0, 0.0]), (few, &[0.0, 1.0])])];
        let spot = Spot::with_locks(SpotDefinition::parse(&text).unwrap(), locks).unwrap();
        let mut solver = SpotSolver::new(spot, Bits::ThirtyTwo).unwrap();
        (0..3).for_each(|_| solver.iterate());
        assert_eq!(probability(&at(&solver, "", ""), holding, 1), 1.0, "{few} over {many}");
    }
    // One holding over its class; the others learn.
    let locks = vec![lock("", &[("QQ", &[1.0, 0.0]), ("QsQh", &[0.0, 1.0])])];
    let spot = Spot::with_locks(SpotDefinition::parse(&text).unwrap(), locks).unwrap();
    let mut solver = SpotSolver::new(spot, Bits::ThirtyTwo).unwrap();
    solver.solve(&Stop { target: Some(Target::Share(0.001)), ..Stop::default() }, &Silent).unwrap();
    let root = at(&solver, "", "");
    assert_eq!((probability(&root, "QsQh", 1), probability(&root, "QcQd", 1)), (1.0, 0.0));
    assert!(probability(&root, "AsAh", 1) > 0.99);
}

#[test]
fn locks_that_cannot_be() {
    let text = format!("board = '2c2d2h3s3c'\npot = 100\nstack = 100\noop = 'AA,QQ'\nip = 'KK'\n{ALL_IN}");
    let refused = |lock: Lock| {
        let spot = Spot::with_locks(SpotDefinition::parse(&text).unwrap(), vec![lock]);
        spot.err().unwrap().to_string()
    };
    assert!(refused(lock("r7", &[("AA", &[1.0, 0.0])])).contains("betting 'r7'"));
    assert!(
        refused(lock("", &[("AA", &[1.0])])).contains("'AA' has 1 probabilities, expected one for each of c, r100")
    );
    assert!(refused(lock("", &[("AA", &[0.5, 0.6])])).contains("do not add up to 1"));
    assert!(refused(lock("", &[("AA", &[1.5, -0.5])])).contains("not from 0 to 1"));
    assert!(refused(lock("", &[("AX", &[1.0, 0.0])])).contains("not a hand"));
    assert!(refused(lock("", &[("AA:0.5", &[1.0, 0.0])])).contains("without a weight"));
    assert!(refused(lock("", &[("AhAd", &[1.0, 0.0]), ("AdAh", &[0.0, 1.0])])).contains("AhAd is given twice"));
}
