//! The player as files that every command takes (bucket files of its judgements, strategy files of its probabilities),
//! and what these win from built-in policies at a limit table.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use matches::agent::Agent;
use matches::league::play_match;
use matches::method::Method;
use matches::statistics::score::NORMAL_95;
use rayon::prelude::*;
use serde_json::json;
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
use tables::together::progress::{Counter, Progress};

use super::Settings;
use super::ceiling::showdowns_of_deal;
use super::judgement::{Judgement, SeenBoard};
use super::player::{Amendment, Decision, SuperiorityPlayer, Variant, probabilities};
use super::tally::Tally;
use crate::claims::{Measured, Reproduction, Row, Table};
use crate::error::Result;
use crate::named::Named;

/// The judgements that occur on flop, turn and river, numbered by their mean strength.
#[derive(Clone, Debug)]
pub struct JudgementBuckets {
    judgements: [Vec<Judgement>; 3],
    /// By number of the judgement; what does not occur has none.
    buckets: [Vec<Option<u32>>; 3],
}

impl JudgementBuckets {
    pub fn new(exact: &Tally) -> Self {
        let judgements = exact.judged.each_ref().map(|outcomes| {
            let strength = |judgement: &Judgement| outcomes[judgement.number()].strength();
            let mut judgements: Vec<Judgement> =
                Judgement::all().filter(|judgement| outcomes[judgement.number()].total() > 0).collect();
            judgements.sort_by(|one, other| strength(one).total_cmp(&strength(other)));
            judgements
        });
        let buckets = judgements.each_ref().map(|judgements| {
            let mut bucket = vec![None; Judgement::COUNT];
            judgements.iter().zip(0..).for_each(|(judgement, number)| bucket[judgement.number()] = Some(number));
            bucket
        });
        Self { judgements, buckets }
    }

    pub fn judgements(&self, round: Round) -> &[Judgement] {
        &self.judgements[round.number() - 1]
    }

    /// The bucket of a judgement; that of the weakest hands for one that does not occur.
    pub fn of_judgement(&self, round: Round, judgement: Judgement) -> u32 {
        self.buckets[round.number() - 1][judgement.number()].unwrap_or(0)
    }
}

impl Buckets for JudgementBuckets {
    fn count(&self, round: usize) -> usize {
        if round == 0 { STARTING_HANDS } else { self.judgements[round - 1].len() }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        if round == 0 {
            return row.extend(order.holdings().map(|hole| hole.starting_hand().number() as u32));
        }
        let seen = SeenBoard::new(CardSet::of(board));
        row.extend(order.holdings().map(|hole| self.of_judgement(Round::ALL[round], seen.judge(hole))));
    }
}

impl HandBuckets for JudgementBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(Deck::FULL, round, hole, board))
    }

    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        let (hole, board) = BoardFirst::of(Deck::FULL, round).unindex(hand).expect("an index of the round");
        if round == Round::Preflop {
            return hole.starting_hand().number() as u32;
        }
        self.of_judgement(round, SeenBoard::new(board).judge(hole))
    }
}

const BOARDS_AT_ONCE: usize = 64;

/// Writes the bucket files of flop, turn and river into a run folder: their parents' list for strategies.
pub(crate) fn write_buckets(
    run: &RunFolder,
    buckets: &JudgementBuckets,
    exact: &Tally,
    progress: &dyn Progress,
) -> Result<Vec<Parent>> {
    let street = |&round: &Round| {
        let file = run.buckets(round.name())?;
        Ok(Parent::new(round.name(), write_street(&file, round, buckets, exact, progress)?))
    };
    Round::ALL[1..].iter().map(street).collect()
}

fn write_street(
    file: &Path,
    round: Round,
    buckets: &JudgementBuckets,
    exact: &Tally,
    progress: &dyn Progress,
) -> Result<Fingerprint> {
    let mut of_hands = vec![0u32; hands_of_round(Deck::FULL, round) as usize];
    let (stage, index) = (format!("{round} judgements"), BoardFirst::of(Deck::FULL, round));
    let mut pieces = Vec::new();
    let mut rest = of_hands.as_mut_slice();
    for start in (0..index.boards()).step_by(BOARDS_AT_ONCE) {
        let boards = start..index.boards().min(start + BOARDS_AT_ONCE);
        let hands = index.board_hands(boards.end - 1).end - index.board_hands(start).start;
        let own = rest.split_off_mut(..hands as usize).expect("as many hands as the boards have");
        pieces.push((boards, own));
    }
    let done = Counter::new(progress, &stage, "boards", index.boards() as u64);
    pieces.into_par_iter().try_for_each(|(boards, own)| {
        let (mut holdings, mut places) = (Vec::new(), own.iter_mut());
        for number in boards.clone() {
            let seen = SeenBoard::new(index.board(number));
            index.canonical_holdings(number, &mut holdings);
            for (&(hole, _), place) in holdings.iter().zip(&mut places) {
                *place = buckets.of_judgement(round, seen.judge(hole));
            }
        }
        done.add(boards.len() as u64)
    })?;
    let judgements = buckets.judgements(round);
    let mut hands_in_bucket = vec![0; judgements.len()];
    of_hands.iter().for_each(|&bucket| hands_in_bucket[bucket as usize] += 1);
    let outcomes = judgements.iter().map(|judgement| exact.of(round)[judgement.number()]);
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round,
        recipe: json!({ "imported": "superiority player", "numbers": Fingerprint::of_numbers(&of_hands) }),
        parents: Vec::new(),
        facts: json!({ "centres": "number of the judgement: made hand times 9 plus hand state" }),
        buckets: &of_hands,
        centres: &judgements.iter().map(|judgement| judgement.number() as f32).collect::<Vec<_>>(),
        hands_in_bucket: &hands_in_bucket,
        // Each deal was counted with all that may follow and all opponents.
        deals_in_bucket: &outcomes.clone().map(|it| it.total() / showdowns_of_deal(round)).collect::<Vec<_>>(),
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
) -> Result<PathBuf> {
    let game = GameDefinition::holdem_limit();
    let tree = BettingTree::new(&game);
    let name = match amendment.name() {
        "" => player.variant.to_string(),
        amendment => format!("{}-{amendment}", player.variant),
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
            let legal: Vec<f32> = node.actions.iter().map(|&action| all[action.column()] as f32).collect();
            let fits = strategy.set(bucket, &legal);
            debug_assert!(fits);
        }
        let (round, player, actions) = (node.round as u8, node.player as u8, node.actions.len() as u8);
        writer.push(StrategyNode { round, player, actions }, &strategy.compress()?)?;
    }
    writer.write(&file)?;
    Ok(file)
}

const OPPONENTS: [FixedPolicy; 3] = [FixedPolicy::AlwaysCall, FixedPolicy::AlwaysRaise, FixedPolicy::CallRaise];

/// Winnings of each variant, in thousandths of a big blind per game: a table and the documented keys.
pub(super) fn against_policies(
    strategies: &[(Variant, PathBuf)],
    buckets: &Arc<JudgementBuckets>,
    &Settings { seed, boards, .. }: &Settings,
    found: &mut Reproduction,
    progress: &dyn Progress,
) -> Result<()> {
    let game = GameDefinition::holdem_limit();
    let (mut rows, mut results) = (Vec::new(), json!({}));
    for (variant, path) in strategies {
        let agent = Agent::of_stored(variant.name(), &game, StoredPolicy::read(&game, path)?, buckets.clone())?;
        let mut cells = Vec::new();
        for policy in OPPONENTS {
            let result = play_match(&agent, &Agent::of_fixed(policy), Method::Boards, boards, seed, progress)?;
            cells.push(Measured::new(result.mbb_per_game, result.ci95 / NORMAL_95));
            let key = format!("{}_mbb", policy.name().replace('-', "_"));
            results[variant.name()][&key] = json!(result.mbb_per_game);
            results[variant.name()][format!("{key}_ci95")] = json!(result.ci95);
        }
        rows.push(Row::ours(format!("variant {variant}"), &cells));
    }
    let columns = OPPONENTS.map(|policy| policy.name());
    found.tables.push(Table::ours("limit", "at a limit table, won from built-in policies, mbb/g", &columns, rows));
    found.results["limit"] = results;
    Ok(())
}
