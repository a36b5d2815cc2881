//! Kuhn and Leduc poker held to published values.

use solver::game::GameDefinition;
use solver::run::solve::solve;
use solver::train::UpdateRule;
use tables::together::progress::Silent;

const RULES: [UpdateRule; 5] =
    [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR, UpdateRule::ScheduledDiscounted];

#[test]
fn uniform_play_has_the_published_nash_conv() {
    let kuhn = solve(&GameDefinition::kuhn(), UpdateRule::Cfr, 0, &Silent).unwrap();
    assert!((kuhn.nash_conv - 11.0 / 12.0).abs() < 1e-12, "{kuhn:?}");
    let leduc = solve(&GameDefinition::leduc(), UpdateRule::Cfr, 0, &Silent).unwrap();
    assert!((leduc.nash_conv - 4.747_222_222_222).abs() < 1e-9, "{leduc:?}");
}

#[test]
fn every_rule_finds_the_value_of_kuhn() {
    for rule in RULES {
        let kuhn = solve(&GameDefinition::kuhn(), rule, 20_000, &Silent).unwrap();
        assert!((kuhn.value + 1.0 / 18.0).abs() < 1e-3, "{rule}: {kuhn:?}");
        assert!(kuhn.exploitability < 2e-3, "{rule}: {kuhn:?}");
    }
}

#[test]
fn discounted_cfr_finds_the_value_of_leduc() {
    let leduc = solve(&GameDefinition::leduc(), UpdateRule::DCFR, 2_000, &Silent).unwrap();
    assert!((leduc.value + 0.085_606_424_18).abs() < 1e-4, "{leduc:?}");
    assert!(leduc.exploitability < 1e-4, "{leduc:?}");
}
