//! Known equilibria, and the best response checked against its naive twin.

use anyhow::ensure;
use serde_json::json;
use solver::game::{BettingTree, GameDefinition};
use solver::measure::exploitability::RealGame;
use solver::policy::StoredPolicy;
use solver::run::solve::solve;
use solver::train::UpdateRule;
use solver::walk::Player;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::Progress;

use super::Check;
use super::naive_response::{NaiveResponse, PairBuckets};

pub fn small_games(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let (kuhn, leduc) = (GameDefinition::kuhn(), GameDefinition::leduc());
    let solved = |game, rule: UpdateRule, iterations| solve(game, rule, iterations, progress);
    let (kuhn_uniform, leduc_uniform) = (solved(&kuhn, UpdateRule::Cfr, 0)?, solved(&leduc, UpdateRule::Cfr, 0)?);
    let (kuhn_solved, leduc_solved) = (
        solved(&kuhn, UpdateRule::CfrPlus, 10_000)?,
        solved(&leduc, "dcfr".parse().map_err(anyhow::Error::msg)?, 2_000)?,
    );
    Ok(vec![
        Check::near("Kuhn, NashConv of the uniform policy, chips", 11.0 / 12.0, 1e-9, kuhn_uniform.nash_conv),
        Check::near("Kuhn, value for the first player, chips", -1.0 / 18.0, 1e-5, kuhn_solved.value),
        Check::near("Leduc, NashConv of the uniform policy, chips", 4.747_222_222, 1e-8, leduc_uniform.nash_conv),
        Check::near("Leduc, value for the first player, chips", -0.085_606_424, 1e-4, leduc_solved.value),
        Check::near(
            "Leduc, exploitability after 2,000 iterations of DCFR, chips",
            0.0,
            1e-4,
            leduc_solved.exploitability,
        ),
    ])
}

/// Sixteen cards of four suits, two rounds, up to three raises: small enough to deal every hand, board and action.
const REDUCED: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 10 5\nraiseSize = 10 20\n\
                       firstPlayer = 2 1\nmaxRaises = 1 3\nnumSuits = 4\nnumRanks = 4\nnumHoleCards = 2\n\
                       numBoardCards = 0 2\nEND GAMEDEF\n";

/// The exact best response on canonical boards against the one that deals every card.
pub fn best_response(_: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let game = GameDefinition::parse(REDUCED)?;
    let tree = BettingTree::new(&game);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("made_up.strategy");
    write_made_up(&path, &tree)?;
    let policy = StoredPolicy::read(&game, &path)?;
    let real = RealGame::<f64>::new(&game)?;
    let mut checks = Vec::new();
    for (position, name) in
        ["best response, big blind, chips a game, naive twin beside it", "the same, button"].into_iter().enumerate()
    {
        let responder = real.responder(position, Player { buckets: &PairBuckets, strategies: &policy });
        let flops = real.flops();
        let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
        let found = responder.opening_round().exact_response(flops.iter().zip(&values)).value;
        let naive = NaiveResponse::new(&game, &tree, &policy)?.value(position);
        checks.push(Check::near(name, naive, 1e-9, found));
    }
    Ok(checks)
}

/// A nonsense strategy, with zeros, ones and mixtures among its probabilities.
fn write_made_up(path: &std::path::Path, tree: &BettingTree) -> anyhow::Result<()> {
    let buckets_per_round = vec![PairBuckets::COUNT as u32; tree.rounds()];
    let description =
        StrategyDescription { recipe: json!({"made": "up"}), parents: Vec::new(), buckets_per_round, facts: json!({}) };
    let mut writer = StrategyWriter::with_bits(description, ProbabilityBits::Sixteen);
    for (number, node) in tree.nodes().iter().enumerate() {
        let actions = node.actions.len();
        let block = NodeStrategy::with_bits(actions, PairBuckets::COUNT, ProbabilityBits::Sixteen);
        let Some(mut block) = block else { anyhow::bail!("a decision of {actions} actions") };
        for bucket in 0..PairBuckets::COUNT {
            let weight = |action: usize| ((number * 31 + bucket * 17 + action * 7) % 5) as f32;
            ensure!(block.set(bucket, &(0..actions).map(weight).collect::<Vec<f32>>()), "a bucket that does not fit");
        }
        let head = StrategyNode { round: node.round as u8, player: node.player as u8, actions: actions as u8 };
        writer.push(head, &block.compress()?)?;
    }
    writer.write(path)?;
    Ok(())
}
