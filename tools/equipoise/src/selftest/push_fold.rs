//! All-in equities before the flop, and push or fold against known equilibria and published turning points.

use anyhow::Error;
use evaluator::equity::AllInTable;
use evaluator::holding::StartingHand;
use solver::push_fold::{Chart, PushFold, Stack};
use tables::together::progress::Progress;

use super::Check;

/// One seat's probabilities of a chart.
type Choice = fn(Chart) -> Vec<f64>;

pub fn charts(_: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let table = AllInTable::full_deck();
    let equity = |first, second| Ok::<_, Error>(table.outcomes(hand(first)?, hand(second)?).equity());
    let mut checks = vec![
        Check::near("equity of AA against KK, all-in before the flop", 0.81946, 5.1e-6, equity("AA", "KK")?),
        Check::near("equity of AKs against QQ", 0.46049, 5.1e-6, equity("AKs", "QQ")?),
        Check::near("equity of AKo against 22", 0.47351, 5.1e-6, equity("AKo", "22")?),
        Check::near("equity of 72o against AA", 0.11800, 5.1e-6, equity("72o", "AA")?),
    ];
    for (stack, names, [jams, calls, value]) in [
        (
            10.0,
            ["push or fold at 10 bb, jams, %", "push or fold at 10 bb, calls, %", "push or fold at 10 bb, value, mbb"],
            [58.284, 37.376, -45.371],
        ),
        (
            20.0,
            ["push or fold at 20 bb, jams, %", "push or fold at 20 bb, calls, %", "push or fold at 20 bb, value, mbb"],
            [40.237, 21.725, -183.190],
        ),
    ] {
        let game = game(stack)?;
        let found = game.measure(&game.solve());
        let found = [100.0 * found.small_blind_jams, 100.0 * found.big_blind_calls, 1e3 * found.value];
        for (name, (expected, found)) in names.into_iter().zip([jams, calls, value].into_iter().zip(found)) {
            checks.push(Check::near(name, expected, 6e-4, found));
        }
    }
    // Turning points of published charts.
    let (jams, calls): (Choice, Choice) = (|chart| chart.jam, |chart| chart.call);
    let at = |choose: Choice, name, stacks: &[f64]| {
        let chosen = |&stack: &f64| Ok(choose(game(stack)?.solve())[hand(name)?.number()].to_string());
        Ok::<_, Error>(stacks.iter().map(chosen).collect::<anyhow::Result<Vec<String>>>()?.join(" "))
    };
    checks.push(Check::same(
        "63s jams at 2.3, 5.1 and 7.1 bb, and not at 7.2",
        "1 1 1 0",
        at(jams, "63s", &[2.3, 5.1, 7.1, 7.2])?,
    ));
    checks.push(Check::same("Q2o calls at 5.6 bb, and not at 5.7", "1 0", at(calls, "Q2o", &[5.6, 5.7])?));
    Ok(checks)
}

fn game(stack: f64) -> anyhow::Result<PushFold> {
    Ok(PushFold::new(Stack::try_from(stack).map_err(Error::msg)?))
}

fn hand(name: &str) -> anyhow::Result<StartingHand> {
    name.parse().map_err(Error::msg)
}
