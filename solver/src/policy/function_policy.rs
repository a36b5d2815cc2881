//! A policy that is a function: asked at a public decision, it returns how all holdings act there at once.
//!
//! No table could hold its answers on every board. So each holding on each board is a bucket of its own, boards are
//! numbered as they are dealt, and the walks ask board by board. A decision is asked once for each board on which it is
//! needed; those of the first round, which has no board, only once.
//!
//! The walks over flops play canonical boards alone and let symmetries stand for the rest. A policy that tells suits
//! apart cannot be used there: it is refused where a board shows that it does, or where it answers differently once the
//! suits are renamed, as some boards are (`renamed_suits`). In matches by boards it is allowed.
//!
//! Some boards under other names of suits: a policy to which the names mean nothing plays the same there.
//!
//! Which boards, and which names they get, is drawn from the board and the place in the betting alone, so the same
//! measurement asks the same questions for any number of threads.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::answers::{Answers, PolicyFunction, Problem, Refusal, Renamed};
use super::fixed::{TOLERANCE, is_sound, made_legal};
use super::remembered_boards::{CARD_BITS, MOST_BOARDS, RememberedBoards};
use crate::boards::card_rules::{below, generator_of};
use crate::boards::{Buckets, CardRules};
use crate::error::SolverError;
use crate::game::{Action, BettingTree, GameDefinition, NodeId, Place, TreeLayout};
use crate::walk::{ChunkId, HistoryLanes, LANES, Real, RoundLanes, Row, Strategies};

/// A policy by function as a player of a game with two hole cards.
pub struct FunctionPolicy {
    function: Box<dyn PolicyFunction>,
    rules: CardRules,
    /// `[round][chunk][player]`
    chunks: Vec<Vec<[ChunkQuestions; 2]>>,
    /// Actions of a round's decisions.
    slots: Vec<usize>,
    suits: Suits,
    boards: RememberedBoards,
    /// `[player]`: the answers of the first round.
    first_round: [OnceLock<Answers>; 2],
    /// Answers are megabytes: touching new memory is slow.
    memory: Mutex<Vec<Answers>>,
}

/// Whether a policy may tell suits apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suits {
    /// It may.
    Apart,
    /// It must not, and is refused where it does.
    Alike,
}

/// One decision of the betting in all lanes of a chunk.
pub(crate) struct NodeQuestions {
    /// Each lane that has it.
    pub lanes: Vec<usize>,
    first_slot: usize,
    pub actions: &'static [Action],
}

/// What is asked of one player in a chunk.
struct ChunkQuestions {
    nodes: Vec<NodeQuestions>,
    /// Node by node, lane by lane.
    decisions: Vec<NodeId>,
}

impl FunctionPolicy {
    /// A function that plays a game.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card, [`GameError::NoLimit`](crate::game::GameError) for a
    /// no-limit game.
    pub fn new(game: &GameDefinition, suits: Suits, function: Box<dyn PolicyFunction>) -> Result<Self, SolverError> {
        let rules = CardRules::new(game);
        if rules.hole_cards() != 2 {
            return Err(SolverError::unfit(
                "a policy that is a function",
                "two hole cards",
                "one",
                "use solve for small games",
            ));
        }
        let tree = BettingTree::new(&game.clone().limit_only("functions play")?);
        let layout = TreeLayout::of_one_shape(&tree)?;
        let lanes = HistoryLanes::new(&layout);
        let of_chunk = |round: usize, entries: &[Option<usize>; LANES], player: usize| {
            let (mut nodes, mut decisions) = (Vec::new(), Vec::new());
            for (node, template) in lanes.rounds[round].shapes[0].nodes.iter().enumerate() {
                if template.player != player {
                    continue;
                }
                let all = entries.iter().enumerate().filter_map(|(lane, entry)| Some((lane, (*entry)?)));
                let (lanes, here): (Vec<usize>, Vec<NodeId>) =
                    all.map(|(lane, entry)| (lane, layout.node_id(Place { round, entry, node }))).unzip();
                let Some(&first) = here.first() else { continue };
                let (first_slot, actions) = (template.first_slot, tree[first].actions);
                nodes.push(NodeQuestions { lanes, first_slot, actions });
                decisions.extend(here);
            }
            ChunkQuestions { nodes, decisions }
        };
        let of_round = |(round, lanes): (usize, &RoundLanes)| {
            lanes.entries.iter().map(|entries| [0, 1].map(|player| of_chunk(round, entries, player))).collect()
        };
        let chunks = lanes.rounds.iter().enumerate().map(of_round).collect();
        let slots = lanes.rounds.iter().map(|round| round.shapes[0].slots).collect();
        let (boards, first_round) = (RememberedBoards::new(), [OnceLock::new(), OnceLock::new()]);
        Ok(Self { function, rules, chunks, slots, suits, boards, first_round, memory: Mutex::default() })
    }

    /// Asks the function, and calls `then` with the answers if there is one for each decision.
    fn ask(&self, board: &[Card], decisions: &[NodeId], player: usize, then: impl FnOnce(&Answers)) {
        let ask = |answers: &mut Answers| {
            answers.clear();
            self.function.answer(board, decisions, answers);
        };
        if board.is_empty() {
            let answers = self.first_round[player].get_or_init(|| {
                let mut answers = Answers::default();
                ask(&mut answers);
                answers
            });
            return if answers.count() == decisions.len() {
                then(answers)
            };
        }
        let memory = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answers = memory().pop().unwrap_or_default();
        ask(&mut answers);
        if answers.count() == decisions.len() {
            then(&answers);
        }
        memory().push(answers);
    }

    /// The suit permutations, other than the identity, that leave the cards of each round unchanged.
    fn symmetries(&self, board: &[Card]) -> Vec<SuitPermutation> {
        if self.suits == Suits::Apart {
            return Vec::new();
        }
        let mut ends: Vec<usize> = (0..self.rules.rounds()).map(|round| self.rules.board_cards(round)).collect();
        ends.retain(|&end| end <= board.len());
        let mut parts = vec![self.rules.deck()];
        let mut start = 0;
        for end in ends {
            parts.push(CardSet::of(&board[start..end]));
            start = end;
        }
        let keeps = |it: &SuitPermutation| parts.iter().all(|&part| it.card_set(part) == part);
        SuitPermutation::all().filter(|it| *it != SuitPermutation::IDENTITY && keeps(it)).collect()
    }
}

impl Buckets for FunctionPolicy {
    fn count(&self, _round: usize) -> usize {
        MOST_BOARDS as usize * HOLDINGS
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        let first = self.apart(round, board).unwrap_or(0);
        row.clear();
        row.extend(order.ids().iter().map(|&id| first + u32::from(id)));
    }

    fn apart(&self, round: usize, board: &[Card]) -> Option<u32> {
        Some(self.boards.number(&board[..self.rules.board_cards(round)]) * HOLDINGS as u32)
    }
}

impl<T: Real> Strategies<T> for FunctionPolicy {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let (slots, ChunkQuestions { nodes, decisions }) =
            (self.slots[at.round], &self.chunks[at.round][at.chunk][player]);
        let Some(number) = buckets.first().map(|bucket| bucket / HOLDINGS as u32) else { return };
        let refuse = |board: &[Card], decision, problem| {
            self.function.refuse(&Refusal { board: board.to_vec(), decision, problem });
        };
        let Some((cards, count)) = self.boards.board(number) else {
            return refuse(&[], NodeId::ROOT, Problem::Forgotten);
        };
        let board = &cards[..count];
        let symmetries = self.symmetries(board);
        self.ask(board, decisions, player, |answers| {
            if self.suits == Suits::Alike
                && let Some(renaming) = renaming_to_try(board, at, player)
            {
                self.ask(&renamed_board(board, renaming), decisions, player, |renamed| {
                    if let Some((number, found)) = difference(board, renaming, nodes, [answers, renamed], buckets) {
                        refuse(board, decisions[number], Problem::Renamed(found));
                    }
                });
            }
            let mut first = 0;
            for node in nodes {
                let numbers = first..first + node.lanes.len();
                for number in numbers.clone() {
                    if let Some(problem) = problem(answers, number, buckets, &symmetries) {
                        return refuse(board, decisions[number], problem);
                    }
                }
                write(node, answers, numbers.start, buckets, slots, strategies);
                first = numbers.end;
            }
        });
    }

    fn is_asked(&self) -> bool {
        true
    }
}

/// Writes a node's probabilities, all lanes of a holding together.
fn write<T: Real>(
    node: &NodeQuestions,
    answers: &Answers,
    first: usize,
    buckets: &[u32],
    slots: usize,
    strategies: &mut [Row<T>],
) {
    for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(slots)) {
        let holding = bucket as usize % HOLDINGS;
        let mut columns = [Row::<T>::default(); 3];
        for (number, &lane) in node.lanes.iter().enumerate() {
            let legal = made_legal(*answers.row(first + number, holding), node.actions);
            for (column, probability) in columns.iter_mut().zip(legal) {
                column.0[lane] = T::of(probability);
            }
        }
        for (&action, to) in node.actions.iter().zip(&mut strategy[node.first_slot..]) {
            *to = columns[action.column()];
        }
    }
}

/// What is wrong with an answer, for the holdings that can be held.
fn problem(answers: &Answers, number: usize, buckets: &[u32], symmetries: &[SuitPermutation]) -> Option<Problem> {
    let holding = |bucket: &u32| *bucket as usize % HOLDINGS;
    let named = |number: usize| Holding::from_number(number).expect("a bucket is a holding");
    let are_alike = answers.are_alike(number);
    let looked_at = if are_alike { &buckets[..buckets.len().min(1)] } else { buckets };
    let unsound = looked_at.iter().map(holding).find(|&holding| !is_sound(answers.row(number, holding)));
    if let Some(holding) = unsound {
        return Some(Problem::Probabilities(named(holding), *answers.row(number, holding)));
    }
    if are_alike {
        return None;
    }
    for permutation in symmetries {
        let moved = permutation.holding_numbers();
        for holding in buckets.iter().map(holding) {
            let other = usize::from(moved[holding]);
            let pairs = answers.row(number, holding).iter().zip(answers.row(number, other));
            if pairs.into_iter().any(|(one, other)| (one - other).abs() > TOLERANCE) {
                return Some(Problem::Suits(named(holding), named(other)));
            }
        }
    }
    None
}

/// How far two probabilities may be apart that are to be the same: sums in single precision depend on the order of the
/// holdings in them.
const SAME_PLAY: f64 = 1e-4;
/// The binary logarithm of how many questions of a round there are to one that is asked again, by how many rounds
/// before it have a board: all on the flop, every 8th on the turn, every 64th on the river, which is where nearly all
/// questions are asked.
const ONE_IN_BITS: u32 = 3;

/// New names for the suits of a board under which the questions of a chunk are to be asked again, if they are; at least
/// one of the board's cards gets another name.
fn renaming_to_try(board: &[Card], at: ChunkId, player: usize) -> Option<SuitPermutation> {
    let earlier = at.round.checked_sub(1)? as u32;
    let place = (at.chunk as u64) << 1 | player as u64;
    let cards = board.iter().fold(0, |cards, card| cards << CARD_BITS | card.number() as u64);
    let mut dice = generator_of(cards, place);
    if below(&mut dice, 1 << (ONE_IN_BITS * earlier).min(63)) > 0 {
        return None;
    }
    let moves = |renaming: &SuitPermutation| board.iter().any(|&card| renaming.card(card) != card);
    let renamings: Vec<SuitPermutation> = SuitPermutation::all().filter(moves).collect();
    let drawn = below(&mut dice, renamings.len() as u64);
    Some(renamings[drawn as usize])
}

/// A board with other names of suits, its cards in the same order.
fn renamed_board(board: &[Card], renaming: SuitPermutation) -> Vec<Card> {
    board.iter().map(|&card| renaming.card(card)).collect()
}

/// The first holding, and the number of the decision, at which the answers on a board differ from those on the renamed
/// board. What is not legal anyway may differ.
pub(crate) fn difference(
    board: &[Card],
    renaming: SuitPermutation,
    nodes: &[NodeQuestions],
    [dealt, renamed]: [&Answers; 2],
    buckets: &[u32],
) -> Option<(usize, Renamed)> {
    let moved = renaming.holding_numbers();
    let actions = nodes.iter().flat_map(|node| node.lanes.iter().map(|_| node.actions));
    for (number, actions) in actions.enumerate() {
        let are_alike = dealt.are_alike(number) && renamed.are_alike(number);
        let looked_at = if are_alike { &buckets[..buckets.len().min(1)] } else { buckets };
        for holding in looked_at.iter().map(|&bucket| bucket as usize % HOLDINGS) {
            let one = made_legal(*dealt.row(number, holding), actions);
            let other = made_legal(*renamed.row(number, usize::from(moved[holding])), actions);
            // What is not a number is never the same.
            let is_same = one.iter().zip(&other).all(|(one, other)| (one - other).abs() <= SAME_PLAY);
            if !is_same {
                let holding = Holding::from_number(holding).expect("a bucket is a holding");
                let board = renamed_board(board, renaming);
                return Some((number, Renamed { renaming, board, holding, dealt: one, renamed: other }));
            }
        }
    }
    None
}
