//! The player as files that every command takes: bucket files of its judgements, strategy files of its probabilities.

use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use serde_json::json;
use solver::boards::Buckets;
use solver::game::{BettingTree, GameDefinition, NodeId};
use std::path::{Path, PathBuf};
use tables::buckets::table::{BucketTableContents, hands_of_round};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::run::folder::RunFolder;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::{Progress, Update};

use super::buckets::JudgementBuckets;
use super::judgement::SeenBoard;
use super::limit_player::{Amendment, Decision};
use super::player::SuperiorityPlayer;
use super::tally::Tally;
use crate::error::CompanionError;

/// Canonical boards of one piece of work.
const BOARDS_AT_ONCE: usize = 64;

/// Writes the bucket files of flop, turn and river into a run folder: their parents' list for strategies.
pub fn write_buckets(
    run: &RunFolder,
    buckets: &JudgementBuckets,
    exact: &Tally,
    progress: &dyn Progress,
) -> Result<Vec<Parent>, CompanionError> {
    let mut parents = Vec::new();
    for round in [Round::Flop, Round::Turn, Round::River] {
        let file = run.buckets(round.name())?;
        parents.push(Parent::new(round.name(), write_street(&file, round, buckets, exact, progress)?));
    }
    Ok(parents)
}

fn write_street(
    file: &Path,
    round: Round,
    buckets: &JudgementBuckets,
    exact: &Tally,
    progress: &dyn Progress,
) -> Result<Fingerprint, CompanionError> {
    let mut of_hands = vec![0u32; hands_of_round(round) as usize];
    let stage = format!("{round} judgements");
    let index = BoardFirst::of(round);
    let report = |done: usize| {
        progress.report(&Update {
            stage: &stage,
            done: done as u64,
            of: index.boards() as u64,
            unit: "boards",
            note: None,
        });
    };
    let mut pieces = Vec::new();
    let mut rest = of_hands.as_mut_slice();
    for start in (0..index.boards()).step_by(BOARDS_AT_ONCE) {
        let boards = start..index.boards().min(start + BOARDS_AT_ONCE);
        let hands = index.board_hands(boards.end - 1).end - index.board_hands(start).start;
        let (own, others) = std::mem::take(&mut rest).split_at_mut(hands as usize);
        pieces.push((boards, own));
        rest = others;
    }
    pieces.into_par_iter().try_for_each(|(boards, own)| {
        progress.check()?;
        let (mut holdings, mut places) = (Vec::new(), own.iter_mut());
        for number in boards.clone() {
            let seen = SeenBoard::new(index.board(number), StrengthTables::get());
            index.canonical_holdings(number, &mut holdings);
            for (&(hole, _), place) in holdings.iter().zip(&mut places) {
                *place = buckets.of_judgement(round, seen.judge(hole));
            }
        }
        report(boards.end);
        Ok::<_, CompanionError>(())
    })?;
    let judgements = buckets.judgements(round);
    let mut hands_in_bucket = vec![0; judgements.len()];
    of_hands.iter().for_each(|&bucket| hands_in_bucket[bucket as usize] += 1);
    let outcomes = judgements.iter().map(|judgement| exact.of(round)[judgement.number()]);
    let runouts: u64 = [47 * 46, 46, 1][round.number() - 1];
    let contents = BucketTableContents {
        round,
        recipe: json!({ "imported": "superiority player", "numbers": Fingerprint::of_numbers(&of_hands) }),
        parents: Vec::new(),
        facts: json!({ "centres": "number of the judgement: made hand times 9 plus hand state" }),
        buckets: &of_hands,
        centres: &judgements.iter().map(|judgement| judgement.number() as f32).collect::<Vec<_>>(),
        hands_in_bucket: &hands_in_bucket,
        // Each deal was counted with all that may follow and all opponents.
        deals_in_bucket: &outcomes.clone().map(|it| it.total() / (990 * runouts)).collect::<Vec<_>>(),
        mean_strength: &outcomes.map(|it| it.strength() as f32).collect::<Vec<_>>(),
        cost_per_iteration: &[],
    };
    Ok(contents.write(file)?)
}

/// Writes a player's strategy file in a run folder, 16 bits to a probability; returns its path.
pub fn write_strategy(
    run: &RunFolder,
    player: &SuperiorityPlayer,
    amendment: Amendment,
    buckets: &JudgementBuckets,
    parents: &[Parent],
) -> Result<PathBuf, CompanionError> {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let name = match amendment.name() {
        "" => player.variant().name().to_owned(),
        amendment => format!("{}-{amendment}", player.variant()),
    };
    let file = run.strategy(&name)?;
    let description = StrategyDescription {
        recipe: json!({ "game": game.to_acpc_text(), "algorithm": "superiority player", "variant": name }),
        parents: parents.to_vec(),
        buckets_per_round: (0..tree.rounds()).map(|round| buckets.count(round) as u32).collect(),
        facts: json!({}),
    };
    let bits = ProbabilityBits::Sixteen;
    let mut writer = StrategyWriter::with_bits(description, bits);
    for (number, node) in tree.nodes().iter().enumerate() {
        let decision = Decision::at(&tree, NodeId(number as u32), game.big_blind());
        let count = buckets.count(node.round);
        let mut strategy = NodeStrategy::with_bits(node.actions.len(), count, bits).expect("1 to 3 actions");
        for bucket in 0..count {
            let all = match Round::ALL[node.round] {
                Round::Preflop => player.play_starting_hand(bucket, decision, amendment),
                round => player.play_judgement(round, buckets.judgements(round)[bucket], decision, amendment),
            };
            let legal: Vec<f32> = node.actions.iter().map(|&action| all[action as usize] as f32).collect();
            let fits = strategy.set(bucket, &legal);
            debug_assert!(fits);
        }
        let (round, player, actions) = (node.round as u8, node.player as u8, node.actions.len() as u8);
        writer.push(StrategyNode { round, player, actions }, &strategy.compress()?)?;
    }
    writer.write(&file)?;
    Ok(file)
}
