//! A policy that is a function: asked at a public decision, it returns how all holdings act there at once.
//!
//! No table could hold its answers on every board. So each holding on each board is a bucket of its own, boards are
//! numbered as they are dealt, and the walks ask board by board. A decision is asked once for each board on which it is
//! needed; those of the first round, which has no board, only once.
//!
//! The walks over flops play canonical boards alone and let symmetries stand for the rest. A policy that tells suits
//! apart cannot be used there: it is refused where a board shows that it does, or where it answers differently once the
//! suits are renamed, as some boards are (`renamed_suits`). In matches by boards it is allowed.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::answers::{Answers, PolicyFunction, Problem, Refusal};
use super::remembered_boards::{MOST_BOARDS, RememberedBoards};
use super::renamed_suits::{difference, renamed_board, renaming_to_try};
use crate::boards::{Buckets, CardRules};
use crate::error::SolverError;
use crate::game::{Action, BettingTree, GameDefinition, NodeId, Place, TreeLayout};
use crate::policy::given_row::{TOLERANCE, is_sound, made_legal};
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
pub(super) struct NodeQuestions {
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
    /// [`SolverError::Unfit`] for a game with one hole card, and the errors of [`TreeLayout::new`].
    pub fn new(game: &GameDefinition, suits: Suits, function: Box<dyn PolicyFunction>) -> Result<Self, SolverError> {
        let rules = CardRules::new(game);
        if rules.hole_cards() != 2 {
            return Err(SolverError::Unfit {
                what: "a policy that is a function",
                expected: "two hole cards".to_owned(),
                found: "one".to_owned(),
                advice: "use solve for small games",
            });
        }
        let tree = BettingTree::new(game);
        let layout = TreeLayout::new(&tree)?;
        let lanes = HistoryLanes::new(&layout);
        let of_chunk = |round: usize, entries: &[Option<usize>; LANES], player: usize| {
            let (mut nodes, mut decisions) = (Vec::new(), Vec::new());
            for (node, template) in lanes.rounds[round].nodes.iter().enumerate() {
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
        let slots = lanes.rounds.iter().map(|round| round.slots).collect();
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
            *to = columns[action as usize];
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
