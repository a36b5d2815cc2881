//! Matches by hands: hands a second in batches, beside deals that are dealt and played one after the other.
//!
//! Run with `cargo bench -p equipoise-benches --bench matches_by_hands`. Two made-up strategies of the paper's size
//! (169 and three times 9,000 buckets, 57.3 million information sets each) look their hands up in tables as long as
//! bucket files, so that memory is asked as in earnest. Both ways play the same deals and must win the same chips.

#![allow(clippy::print_stdout)]

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::processor::prefetch;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use matches::agent::Agent;
use matches::dealt_batch::Dealer;
use matches::dealt_game::dice_of_deal;
use matches::dealt_game::{DealtGame, DealtHands, buckets_of};
use matches::method::play_deals;
use matches::statistics::score::ChipTally;
use serde_json::json;
use solver::boards::{Buckets, HandBuckets, hand_index};
use solver::game::{Action, BettingTree, GameDefinition};
use solver::policy::StoredPolicy;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tables::buckets::table::hands_of_round;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::Silent;

const BUCKETS: [u32; 4] = [169, 9_000, 9_000, 9_000];
const DEALS: u64 = 5_000_000;
/// The plain way is slower.
const PLAIN_DEALS: u64 = 200_000;
const SEED: u64 = 1;

/// Tables as long as bucket files, filled at random.
struct SpreadBuckets {
    tables: [Vec<u16>; 4],
}

impl SpreadBuckets {
    fn new() -> Self {
        let table = |round: Round| {
            let buckets = u64::from(BUCKETS[round.number()]);
            let bucket = |hand: u64| if round == Round::Preflop { hand } else { mixed(hand) % buckets };
            (0..hands_of_round(Deck::FULL, round)).map(|hand| bucket(hand) as u16).collect()
        };
        Self { tables: Round::ALL.map(table) }
    }
}

impl HandBuckets for SpreadBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(Deck::FULL, round, hole, board))
    }

    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        self.tables[round.number()][hand.0 as usize].into()
    }

    fn look_up(&self, round: Round, hands: &[HandIndex], buckets: &mut Vec<u32>) {
        let table = &self.tables[round.number()];
        buckets.clear();
        for (place, hand) in hands.iter().enumerate() {
            if let Some(later) = hands.get(place + 32) {
                prefetch(&table[later.0 as usize]);
            }
            buckets.push(table[hand.0 as usize].into());
        }
    }
}

impl Buckets for SpreadBuckets {
    fn count(&self, round: usize) -> usize {
        BUCKETS[round] as usize
    }

    fn row(&self, _round: usize, _board: &[Card], _order: &ShowdownOrder, _row: &mut Vec<u32>) {
        unreachable!("matches by hands ask for single hands")
    }
}

fn mixed(number: u64) -> u64 {
    let bits = (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (bits ^ bits >> 32).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

/// A strategy that mixes everywhere and folds seldom, so that games are as long as between good players.
fn made_agent(folder: &Path, salt: u64, buckets: Arc<SpreadBuckets>) -> Agent {
    let game = GameDefinition::holdem_limit();
    let description = StrategyDescription {
        recipe: json!({"game": game.to_acpc_text()}),
        parents: vec![],
        buckets_per_round: BUCKETS.to_vec(),
        facts: json!({}),
    };
    let mut writer = StrategyWriter::with_bits(description, ProbabilityBits::Eight);
    for (number, node) in BettingTree::new(&game).nodes().iter().enumerate() {
        let buckets = BUCKETS[node.round] as usize;
        let mut strategy = NodeStrategy::with_bits(node.actions.len(), buckets, ProbabilityBits::Eight)
            .expect("hold'em has such nodes");
        for bucket in 0..buckets {
            let weights: Vec<f32> = (node.actions.iter())
                .map(|action| {
                    let drawn =
                        (mixed((number as u64) << 32 | (bucket as u64) << 8 | salt << 4 | action.column() as u64)
                            & 0xff) as f32;
                    if *action == Action::Fold { 0.4 * drawn } else { drawn + 1.0 }
                })
                .collect();
            assert!(strategy.set(bucket, &weights), "weights that cannot be played");
        }
        let actions = node.actions.len() as u8;
        let head = StrategyNode { round: node.round as u8, player: node.player as u8, actions };
        writer.push(head, &strategy.compress().expect("a block")).expect("a node of hold'em");
    }
    let path = folder.join(format!("{salt}.strategy"));
    writer.write(&path).expect("room for a strategy file");
    let policy = StoredPolicy::read(&game, &path).expect("the file just written");
    Agent::of_stored(salt.to_string(), &game, policy, buckets).expect("as many buckets")
}

/// Deals and plays one game after the other.
fn play_plainly(agents: &[&Agent; 2], dealer: &Dealer<'_>) -> ChipTally {
    let mut tally = ChipTally::default();
    for deal in 0..PLAIN_DEALS {
        let dealt = DealtHands::of(Deck::FULL, SEED, deal);
        let buckets = agents.map(|agent| buckets_of(agent, &dealt));
        let game = |[one, other]: [usize; 2]| {
            let strategies = [one, other].map(|agent| &dealer.strategies[agent]);
            let buckets = [buckets[one][0], buckets[other][1]];
            DealtGame { steps: &dealer.steps, strategies, buckets, ahead: dealt.ahead() }.play(dice_of_deal(SEED, deal))
        };
        tally.add(game([0, 1]) - game([1, 0]));
    }
    tally
}

/// Runs and prints hands a second, by the clock and by processor time.
fn timed<T>(what: &str, deals: u64, run: impl FnOnce() -> T) -> T {
    let (clock, cpu) = (Instant::now(), benches::cpu_seconds());
    let result = run();
    let (wall, cpu) = (clock.elapsed().as_secs_f64(), benches::cpu_seconds() - cpu);
    let millions = 2.0 * deals as f64 / 1e6;
    println!("{what:34} {:6.2} M hands/s, {:6.2} M a core-second", millions / wall, millions / cpu);
    result
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let buckets = Arc::new(SpreadBuckets::new());
    let agents = [1, 2].map(|salt| made_agent(folder.path(), salt, buckets.clone()));
    let agents = agents.each_ref();
    let clock = benches::cpu_seconds();
    let dealer = Dealer::new(&agents).expect("memory for two strategies");
    println!("two strategies laid out in {:.2} core-seconds", benches::cpu_seconds() - clock);
    let plain = timed("one by one, 1 thread", PLAIN_DEALS, || play_plainly(&agents, &dealer));
    drop(dealer);
    let with = |threads: usize, deals: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| play_deals(&agents, &[(0, 1)], deals, SEED, &Silent)).expect("nobody stops it")[0]
    };
    assert_eq!(with(1, PLAIN_DEALS), plain, "the same deals, the same chips");
    // Laying the strategies out counts: it is done for each match.
    let one = timed("batches, 1 thread, with layout", DEALS, || with(1, DEALS));
    let two = timed("batches, 2 threads, with layout", DEALS, || with(2, DEALS));
    assert_eq!(one, two, "threads change nothing");
}
