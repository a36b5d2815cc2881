//! The player as files that every command takes (bucket files of its judgements, strategy files of its probabilities),
//! and what these win from built-in policies at a limit table.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use matches::agent::Agent;
use matches::league::play_match;
use matches::method::Method;
use matches::statistics::score::NORMAL_95;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use solver::boards::{Buckets, HandBuckets, hand_index};
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::policy::{FixedPolicy, StoredPolicy};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::buckets::table::{BucketTableContents, hands_of_round};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::run::folder::RunFolder;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::{Progress, Update};

use super::made_hand::{Judgement, SeenBoard};
use super::player::{Amendment, Decision, SuperiorityPlayer, Variant, probabilities};
use super::tally::{Outcomes, Tally};
use crate::claims::{Measured, Row, Table};
use crate::error::CompanionError;
use crate::named::Named;

/// The judgements that occur on flop, turn and river, numbered by their mean strength.
#[derive(Clone, Debug)]
pub struct JudgementBuckets {
    streets: [Street; 3],
}

#[derive(Clone, Debug)]
struct Street {
    /// By number of the judgement; what does not occur has none.
    bucket: Vec<Option<u32>>,
    judgements: Vec<Judgement>,
}

impl JudgementBuckets {
    pub fn new(exact: &Tally) -> Self {
        let street = |outcomes: &Vec<Outcomes>| {
            let strength = |judgement: &Judgement| outcomes[judgement.number()].strength();
            let mut judgements: Vec<Judgement> =
                Judgement::all().filter(|judgement| outcomes[judgement.number()].total() > 0).collect();
            judgements.sort_by(|one, other| strength(one).total_cmp(&strength(other)));
            let mut bucket = vec![None; Judgement::COUNT];
            for (number, judgement) in judgements.iter().enumerate() {
                bucket[judgement.number()] = Some(number as u32);
            }
            Street { bucket, judgements }
        };
        Self { streets: exact.judged.each_ref().map(street) }
    }

    /// What each bucket of flop, turn or river stands for.
    pub fn judgements(&self, round: Round) -> &[Judgement] {
        &self.street(round).judgements
    }

    /// The bucket of a judgement; that of the weakest hands for one that does not occur.
    pub fn of_judgement(&self, round: Round, judgement: Judgement) -> u32 {
        self.street(round).bucket[judgement.number()].unwrap_or(0)
    }

    fn street(&self, round: Round) -> &Street {
        &self.streets[round.number().saturating_sub(1)]
    }
}

impl Buckets for JudgementBuckets {
    fn count(&self, round: usize) -> usize {
        if round == 0 { STARTING_HANDS } else { self.streets[round - 1].judgements.len() }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        if round == 0 {
            return row.extend(order.holdings().map(|hole| hole.starting_hand().number() as u32));
        }
        let seen = SeenBoard::new(CardSet::of(board), StrengthTables::get());
        row.extend(order.holdings().map(|hole| self.of_judgement(Round::ALL[round], seen.judge(hole))));
    }
}

impl HandBuckets for JudgementBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(round, hole, board))
    }

    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        let (hole, board) = BoardFirst::of(round).unindex(hand).expect("an index of the round");
        if round == Round::Preflop {
            return hole.starting_hand().number() as u32;
        }
        self.of_judgement(round, SeenBoard::new(board, StrengthTables::get()).judge(hole))
    }
}

/// Canonical boards of one piece of work.
const BOARDS_AT_ONCE: usize = 64;

/// Writes the bucket files of flop, turn and river into a run folder: their parents' list for strategies.
pub(crate) fn write_buckets(
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
            let estimate = match Round::ALL[node.round] {
                Round::Preflop => player.of_starting_hand(bucket, decision.bet),
                round => player.of_judgement(round, buckets.judgements(round)[bucket], decision.bet),
            };
            let all = probabilities(estimate, decision, amendment);
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

/// The built-in policies it meets.
const OPPONENTS: [FixedPolicy; 3] = [FixedPolicy::AlwaysCall, FixedPolicy::AlwaysRaise, FixedPolicy::CallRaise];

/// Winnings of each variant, in thousandths of a big blind per game: a table and the documented keys.
pub(crate) fn against_policies(
    strategies: &[(Variant, PathBuf)],
    buckets: &Arc<JudgementBuckets>,
    boards: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(Table, Value), CompanionError> {
    let game = GameDefinition::holdem_limit();
    let (mut rows, mut results) = (Vec::new(), Map::new());
    for (variant, path) in strategies {
        let agent = Agent::of_stored(variant.name(), StoredPolicy::read(&game, path)?, buckets.clone())?;
        let (mut cells, mut keys) = (Vec::new(), Map::new());
        for policy in OPPONENTS {
            let result = play_match(&agent, &Agent::of_fixed(policy)?, Method::Boards, boards, seed, progress)?;
            cells.push(Measured::new(result.mbb_per_game, result.ci95 / NORMAL_95));
            let name = policy.name().replace('-', "_");
            keys.insert(format!("{name}_mbb"), json!(result.mbb_per_game));
            keys.insert(format!("{name}_mbb_ci95"), json!(result.ci95));
        }
        rows.push(Row::ours(format!("variant {variant}"), &cells));
        results.insert(variant.name().to_owned(), Value::Object(keys));
    }
    let columns = OPPONENTS.map(|policy| policy.name());
    let table = Table::ours("limit", "at a limit table, won from built-in policies, mbb/g", &columns, rows);
    Ok((table, Value::Object(results)))
}
