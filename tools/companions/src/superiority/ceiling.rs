//! Every deal counted once: exact rates and accuracies, and the best accuracy that anyone who sees the same cards can
//! have.
//!
//! Turn boards are played out river by river; the flop adds up its turns. Boards stand for all that differ only in the
//! names of suits.

use evaluator::card::CARDS;
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::lanes::Lanes;
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use evaluator::strength_tables::StrengthTables;
use solver::boards::CardRules;
use solver::game::GameDefinition;
use std::ops::Range;
use tables::together::progress::Progress;

use super::estimate::Accuracy;
use super::judgement::SeenBoard;
use super::made_hand::{category_of, judge};
use super::tally::{Outcomes, Tally};
use crate::error::CompanionError;
use crate::numbered_work::in_order;

/// Opponents that a hand meets on a complete board: C(45, 2).
const OPPONENTS: u64 = 990;

/// What can be known of all deals.
#[derive(Clone, Default, Debug)]
pub struct Exact {
    /// Outcomes of all deals; a street's are its deals times what may follow. Hands without kickers are not counted
    /// here.
    pub tally: Tally,
    /// By street: an estimate that knows the exact chances of each hand and is superior where winning is no less likely
    /// than losing.
    pub ceiling: [Accuracy; 4],
    /// By street from the flop on: an estimate that is superior where the hand beats at least half of all others *now*.
    pub present_strength: [Accuracy; 3],
}

/// Wins and ties on each board of the turn, in the order of the hands' indexes, over 46 rivers and 990 opponents.
type TurnOutcomes = Vec<[u16; 2]>;

/// Counts all rivers, and with them what starting hands and shown hands win.
pub fn count_rivers(progress: &dyn Progress) -> Result<Exact, CompanionError> {
    let mut exact = Exact::default();
    let boards = BoardFirst::of(Round::River).boards();
    let of_part = |part| river(range(part, 512, boards));
    for part in in_order(("all rivers", "parts"), parts(boards, 512), progress, of_part)? {
        exact.add(&part);
    }
    for &outcomes in &exact.tally.starting {
        exact.ceiling[0].add(Accuracy::of([(outcomes.wins >= outcomes.losses, outcomes)].into_iter()));
    }
    Ok(exact)
}

/// Counts all deals.
pub fn count_all(progress: &dyn Progress) -> Result<Exact, CompanionError> {
    let mut exact = count_rivers(progress)?;
    let turns = BoardFirst::of(Round::Turn).boards();
    let mut outcomes = TurnOutcomes::with_capacity(BoardFirst::of(Round::Turn).hands() as usize);
    let of_part = |part| turn(range(part, 64, turns));
    for (part, hands) in in_order(("all turns", "parts"), parts(turns, 64), progress, of_part)? {
        exact.add(&part);
        outcomes.extend(hands);
    }
    let flops = BoardFirst::of(Round::Flop).boards();
    let of_part = |part| flop(range(part, 16, flops), &outcomes);
    for part in in_order(("all flops", "parts"), parts(flops, 16), progress, of_part)? {
        exact.add(&part);
    }
    Ok(exact)
}

fn parts(boards: usize, at_once: usize) -> u64 {
    boards.div_ceil(at_once) as u64
}

fn range(part: u64, at_once: usize, boards: usize) -> Range<usize> {
    let start = part as usize * at_once;
    start..boards.min(start + at_once)
}

impl Exact {
    fn add(&mut self, other: &Self) {
        self.tally.add(&other.tally);
        let pairs = self.ceiling.iter_mut().zip(other.ceiling);
        pairs.chain(self.present_strength.iter_mut().zip(other.present_strength)).for_each(|(own, it)| own.add(it));
    }

    /// Enters what follows a hand on a street.
    fn enter(&mut self, round: Round, hole: Holding, seen: &SeenBoard<'_>, ahead: bool, outcomes: Outcomes) {
        let street = round.number() - 1;
        self.tally.judged[street][seen.judge(hole).number()].add(outcomes, 1);
        let likelier = outcomes.wins >= outcomes.losses;
        self.ceiling[round.number()].add(Accuracy::of([(likelier, outcomes)].into_iter()));
        self.present_strength[street].add(Accuracy::of([(ahead, outcomes)].into_iter()));
    }
}

/// Some of the canonical river boards.
fn river(boards: Range<usize>) -> Exact {
    let (mut exact, mut work, tables) = (Exact::default(), RankedBoard::default(), StrengthTables::get());
    let index = BoardFirst::of(Round::River);
    for number in boards {
        let (board, weight) = (index.board(number), u64::from(index.board_multiplicity(number)));
        let seen = SeenBoard::new(board, tables);
        work.rank(board);
        for &(hole, [wins, ties]) in &work.found {
            let Some(hole) = Holding::from_number(usize::from(hole)) else { continue };
            let outcomes = outcomes([wins.into(), ties.into()], OPPONENTS, weight);
            exact.enter(Round::River, hole, &seen, outcomes.wins >= outcomes.losses, outcomes);
            exact.tally.starting[hole.starting_hand().number()].add(outcomes, 1);
            let category = category_of(board | hole.card_set(), tables);
            let shown = judge(hole, board, category, HandCategory::HighCard).shown;
            exact.tally.shown[shown.number()].add(outcomes, 1);
        }
    }
    exact
}

/// Some of the canonical turn boards, and the outcomes of their hands.
fn turn(boards: Range<usize>) -> (Exact, TurnOutcomes) {
    let (mut exact, mut work, mut outcomes_of_hands) = (Exact::default(), RankedBoard::default(), Vec::new());
    let (index, mut holdings) = (BoardFirst::of(Round::Turn), Vec::new());
    for number in boards {
        let board = index.board(number);
        let mut sums = vec![[0u16; 2]; HOLDINGS];
        for card in (CardSet::FULL_DECK - board).iter() {
            work.rank(board.with(card));
            for &(hole, [wins, ties]) in &work.found {
                let sum = &mut sums[usize::from(hole)];
                *sum = [sum[0] + wins, sum[1] + ties];
            }
        }
        let (seen, ahead) = (SeenBoard::new(board, StrengthTables::get()), work.ahead(board));
        index.canonical_holdings(number, &mut holdings);
        for &(hole, orbit) in &holdings {
            let found = sums[hole.number()];
            let weight = u64::from(index.board_multiplicity(number)) * u64::from(orbit);
            let outcomes = outcomes(found.map(u64::from), 46 * OPPONENTS, weight);
            exact.enter(Round::Turn, hole, &seen, ahead[hole.number()], outcomes);
            outcomes_of_hands.push(found);
        }
    }
    (exact, outcomes_of_hands)
}

/// Some of the canonical flops.
fn flop(boards: Range<usize>, turns: &TurnOutcomes) -> Exact {
    let (mut exact, mut work, mut holdings) = (Exact::default(), RankedBoard::default(), Vec::new());
    let (index, turn_index) = (BoardFirst::of(Round::Flop), BoardFirst::of(Round::Turn));
    let mut local = [u16::MAX; HOLDINGS];
    for number in boards {
        let board = index.board(number);
        let mut sums = vec![[0u64; 2]; HOLDINGS];
        for card in (CardSet::FULL_DECK - board).iter() {
            let hands = turn_index.board_hands(turn_index.local_hands(board.with(card), &mut local));
            for (sum, &hand) in sums.iter_mut().zip(&local).filter(|&(_, &hand)| hand != u16::MAX) {
                let [wins, ties] = turns[hands.start as usize + usize::from(hand)];
                *sum = [sum[0] + u64::from(wins), sum[1] + u64::from(ties)];
            }
        }
        let (seen, ahead) = (SeenBoard::new(board, StrengthTables::get()), work.ahead(board));
        index.canonical_holdings(number, &mut holdings);
        for &(hole, orbit) in &holdings {
            let weight = u64::from(index.board_multiplicity(number)) * u64::from(orbit);
            // Turn and river in either order: each pair of cards was counted twice.
            let outcomes = outcomes(sums[hole.number()], 47 * 46 * OPPONENTS, weight);
            exact.enter(Round::Flop, hole, &seen, ahead[hole.number()], outcomes);
        }
    }
    exact
}

fn outcomes([wins, ties]: [u64; 2], of: u64, weight: u64) -> Outcomes {
    Outcomes { wins: wins * weight, ties: ties * weight, losses: (of - wins - ties) * weight }
}

/// A board with what each holding wins on it, by the kernel that serves features and solver.
#[derive(Default)]
struct RankedBoard {
    order: ShowdownOrder,
    sums: ShowdownSums<u16, 1>,
    /// Number of the holding, opponents beaten and tied with.
    found: Vec<(u16, [u16; 2])>,
}

impl RankedBoard {
    /// Ranks all holdings on a complete board.
    fn rank(&mut self, board: CardSet) {
        let one: Lanes<u16, 1> = Lanes::splat(1);
        self.order.rank_board(board, StrengthTables::get());
        self.order.sweep(&mut self.sums, &one);
        self.found.clear();
        let mut start = 0;
        for &end in self.order.group_ends() {
            let group = start..usize::from(end);
            start = group.end;
            let cards = &self.order.cards()[group.clone()];
            let mut of_card = [0u16; CARDS];
            cards.iter().flatten().for_each(|&card| of_card[usize::from(card)] += 1);
            for (place, &[low, high]) in group.zip(cards) {
                // Both counts hold the hand itself.
                let ties = cards.len() as u16 + 1 - of_card[usize::from(low)] - of_card[usize::from(high)];
                let halves = self.sums.balance(place, [low, high]) + self.sums.opposition([low, high], one);
                self.found.push((self.order.ids()[place], [(halves.0[0] - ties) / 2, ties]));
            }
        }
    }

    /// Which holdings beat at least half of all others on a board that is not complete, by holding number.
    fn ahead(&mut self, board: CardSet) -> Vec<bool> {
        CardRules::new(&GameDefinition::holdem_limit()).rank(board, &mut self.order);
        self.order.sweep(&mut self.sums, &Lanes::splat(1));
        let mut ahead = vec![false; HOLDINGS];
        for (place, (&id, &cards)) in self.order.ids().iter().zip(self.order.cards()).enumerate() {
            ahead[usize::from(id)] = self.sums.balance(place, cards).0[0] as i16 >= 0;
        }
        ahead
    }
}
