//! Grids to click through with values that are easy to find again.

use evaluator::holding::StartingHand;
use report::strategy_browser::{ClusterBrowser, Clustering, Decision, StrategyBrowser, StrategyShares};

fn decision(seat: &str, betting: &str, label: &str, fold: &str) -> Decision {
    let actions = [fold, "call", "raise"].map(String::from);
    Decision { seat: seat.into(), betting: betting.into(), label: label.into(), actions }
}

/// Two strategies at four decisions. The second folds every pair at its last decision, raises every suited hand, and
/// calls with a quarter of the others; the first hand of all is unknown there. Suited hands come there half of the
/// time, the others without a pair never.
pub fn strategies(text: &str) -> StrategyBrowser {
    let decisions = vec![
        decision("button", "", "acts first", "fold"),
        decision("big blind", "c", "after a call", ""),
        decision("big blind", "r", "after a raise", "fold"),
        decision("button", "cr", "after call, raise", "fold"),
    ];
    let by_kind = |hand: StartingHand| match (hand.number(), hand.is_pair(), hand.is_suited()) {
        (0, ..) => [f64::NAN; 3],
        (_, true, _) => [1.0, 0.0, 0.0],
        (_, _, true) => [0.0, 0.0, 1.0],
        _ => [0.5, 0.25, 0.25],
    };
    let calls = || StartingHand::all().map(|_| [0.0, 0.875, 0.125]).collect::<Vec<_>>();
    let name = format!("{text} C6");
    let first = StrategyShares { name, shares: (0..4).map(|_| calls()).collect(), reach: Vec::new() };
    let shares = vec![calls(), calls(), calls(), StartingHand::all().map(by_kind).collect()];
    let always = || vec![1.0; 169];
    let comes = |hand: StartingHand| match (hand.is_pair(), hand.is_suited()) {
        (true, _) => 1.0,
        (_, true) => 0.5,
        _ => 0.0,
    };
    let reach = vec![always(), always(), always(), StartingHand::all().map(comes).collect()];
    let second = StrategyShares { name: format!("{text} C8"), shares, reach };
    StrategyBrowser { id: "preflop".into(), name: text.into(), decisions, strategies: vec![first, second] }
}

/// Two clusters by pair or not, and each hand a cluster of its own.
pub fn clusterings(text: &str) -> ClusterBrowser {
    let clustering = |name: &str, count, of| Clustering { name: format!("{text} {name}"), count, of };
    let pairs = StartingHand::all().map(|hand| 1 + usize::from(hand.is_pair())).collect();
    let single = StartingHand::all().map(|hand| 1 + hand.number()).collect();
    let clusterings = vec![clustering("C2", 2, pairs), clustering("C169", 169, single)];
    ClusterBrowser { id: "clusters".into(), name: text.into(), clusterings }
}
