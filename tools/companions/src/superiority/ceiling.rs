//! Outcomes by what is judged: of the paper's simulation, and of every deal counted once, with the best accuracy that
//! anyone who sees the same cards can have.
//!
//! Turn boards are played out river by river; the flop adds up its turns. Boards stand for all that differ only in the
//! names of suits.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::lanes::Lanes;
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use evaluator::strength_tables::StrengthTables;
use solver::boards::CardRules;
use solver::boards::card_rules::draw;
use solver::game::GameDefinition;
use tables::together::progress::Progress;

use super::estimate::Accuracy;
use super::judgement::{MadeHand, SeenBoard};
use super::tally::{Outcomes, Tally};
use crate::error::Result;
use crate::streams::{Purpose, in_order};

/// Opponents that a hand meets on a complete board: C(45, 2).
const OPPONENTS: u64 = 990;

/// How often each deal of a street is counted: with turn and river of a flop in either order, and all opponents.
pub(super) fn showdowns_of_deal(round: Round) -> u64 {
    OPPONENTS * [0, 47 * 46, 46, 1][round.number()]
}

#[derive(Clone, Default, Debug)]
pub struct Exact {
    /// Outcomes of all deals; a street's are its deals times what may follow. Neither hands without kickers nor turns
    /// dealt anew are counted here.
    pub tally: Tally,
    /// By street: an estimate that knows the exact chances of each hand and is superior where winning is no less likely
    /// than losing.
    pub ceiling: [Accuracy; 4],
    /// By street from the flop on: an estimate that is superior where the hand beats at least half of all others *now*.
    pub present_strength: [Accuracy; 3],
}

/// Wins and ties of the hands of a turn over 46 rivers and 990 opponents, in the order of the hands' indexes.
type TurnOutcomes = Vec<[u16; 2]>;

pub fn count_rivers(progress: &dyn Progress) -> Result<Exact> {
    let (mut exact, _) = count(Round::River, 512, progress, |work, board, sums| work.add_outcomes(board, sums))?;
    let starting = exact.tally.starting.iter().map(|&outcomes| (outcomes.wins >= outcomes.losses, outcomes));
    exact.ceiling[0] = Accuracy::of(starting);
    Ok(exact)
}

pub fn count_all(progress: &dyn Progress) -> Result<Exact> {
    let mut exact = count_rivers(progress)?;
    let (turns, outcomes) = count(Round::Turn, 64, progress, |work, board, sums| {
        (CardSet::FULL_DECK - board).iter().for_each(|card| work.add_outcomes(board.with(card), sums));
    })?;
    let turn_index = BoardFirst::of(Deck::FULL, Round::Turn);
    let (flops, _) = count(Round::Flop, 16, progress, |work, board, sums| {
        for card in (CardSet::FULL_DECK - board).iter() {
            let hands = turn_index.board_hands(turn_index.local_hands(board.with(card), &mut work.local));
            for (sum, &hand) in sums.iter_mut().zip(&work.local).filter(|&(_, &hand)| hand != u16::MAX) {
                let [wins, ties] = outcomes[hands.start as usize + usize::from(hand)];
                *sum = [sum[0] + u64::from(wins), sum[1] + u64::from(ties)];
            }
        }
    })?;
    exact.add(&turns);
    exact.add(&flops);
    Ok(exact)
}

/// Counts all hands of a street after the flop or on it, `at_once` canonical boards a piece. `add` sums up wins and
/// ties by holding number over all that may follow a board. Only the outcomes of a turn are kept.
fn count(
    round: Round,
    at_once: usize,
    progress: &dyn Progress,
    add: impl Fn(&mut Work, CardSet, &mut [[u64; 2]]) + Sync,
) -> Result<(Exact, TurnOutcomes)> {
    let index = BoardFirst::of(Deck::FULL, round);
    let street = round.number();
    let met = showdowns_of_deal(round);
    let piece = |piece: u64| {
        let (mut exact, mut work) = (Exact::default(), Work::default());
        let (mut hands, mut holdings) = (Vec::new(), Vec::new());
        let first = piece as usize * at_once;
        for number in first..index.boards().min(first + at_once) {
            let board = index.board(number);
            let boards = u64::from(index.board_multiplicity(number));
            let mut sums = vec![[0; 2]; HOLDINGS];
            add(&mut work, board, &mut sums);
            let seen = SeenBoard::new(board);
            let ahead = (round != Round::River).then(|| work.ahead(board));
            index.canonical_holdings(number, &mut holdings);
            for &(hole, orbit) in &holdings {
                let [wins, ties] = sums[hole.number()];
                if round == Round::Turn {
                    hands.push([wins as u16, ties as u16]);
                }
                let weight = boards * u64::from(orbit);
                let losses = (met - wins - ties) * weight;
                let outcomes = Outcomes { wins: wins * weight, ties: ties * weight, losses };
                let likelier = outcomes.wins >= outcomes.losses;
                // On the river the present hand is the last one.
                let ahead = ahead.as_ref().map_or(likelier, |ahead| ahead[hole.number()]);
                let category = seen.category(hole);
                exact.tally.judged[street - 1][seen.judge_as(hole, category).number()].add(outcomes);
                exact.ceiling[street].enter(likelier, outcomes);
                exact.present_strength[street - 1].enter(ahead, outcomes);
                if round == Round::River {
                    exact.tally.starting[hole.starting_hand().number()].add(outcomes);
                    exact.tally.shown[MadeHand::shown(hole, board, category).number()].add(outcomes);
                }
            }
        }
        Ok((exact, hands))
    };
    let pieces = index.boards().div_ceil(at_once) as u64;
    let (mut exact, mut hands) = (Exact::default(), Vec::new());
    for (part, of_part) in in_order((&format!("all {round}s"), "parts"), pieces, progress, piece)? {
        exact.add(&part);
        hands.extend(of_part);
    }
    Ok((exact, hands))
}

impl Exact {
    fn add(&mut self, other: &Self) {
        self.tally.add(&other.tally);
        let pairs = self.ceiling.iter_mut().zip(other.ceiling);
        pairs.chain(self.present_strength.iter_mut().zip(other.present_strength)).for_each(|(own, it)| own.add(it));
    }
}

/// Memory of one thread; boards are ranked by the kernel that serves features and solver.
struct Work {
    order: ShowdownOrder,
    sums: ShowdownSums<u16, 1>,
    /// By holding number, where the hand lies among those of a board of the turn.
    local: [u16; HOLDINGS],
}

impl Default for Work {
    fn default() -> Self {
        Self { order: ShowdownOrder::default(), sums: ShowdownSums::default(), local: [u16::MAX; HOLDINGS] }
    }
}

impl Work {
    /// Adds how many opponents each holding beats on a complete board, and how many it ties with. The features of
    /// `abstraction` cannot serve here: they have wins and half the ties in one number.
    fn add_outcomes(&mut self, board: CardSet, outcomes: &mut [[u64; 2]]) {
        let one: Lanes<u16, 1> = Lanes::splat(1);
        self.order.rank_board(Deck::FULL, board, StrengthTables::get());
        self.order.sweep(&mut self.sums, &one);
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
                let sum = &mut outcomes[usize::from(self.order.ids()[place])];
                *sum = [sum[0] + u64::from((halves.0[0] - ties) / 2), sum[1] + u64::from(ties)];
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

const DEALS: Purpose = Purpose(0x5b1e_90c7_34fd_a862);

const DEALS_AT_ONCE: u64 = 50_000;

pub fn simulate(seed: u64, deals: u64, progress: &dyn Progress) -> Result<Tally> {
    let piece = |piece: u64| {
        let mut tally = Tally::default();
        for deal in piece * DEALS_AT_ONCE..deals.min((piece + 1) * DEALS_AT_ONCE) {
            enter(&mut tally, &draw(&mut DEALS.generator(seed, deal), CardSet::FULL_DECK, 10));
        }
        Ok(tally)
    };
    let mut sum = Tally::default();
    for tally in in_order(("superiority deals", "parts"), deals.div_ceil(DEALS_AT_ONCE), progress, piece)? {
        sum.add(&tally);
    }
    Ok(sum)
}

/// Two hands, a board, and a turn card that is seen before turn and river are dealt anew.
fn enter(tally: &mut Tally, cards: &[Card]) {
    let (Some(own), Some(other)) = (Holding::new(cards[0], cards[1]), Holding::new(cards[2], cards[3])) else { return };
    let (board, seen_turn) = (&cards[4..9], cards[9]);
    let full = CardSet::of(board);
    let [ours, theirs] = [own, other].map(|hole| HandStrength::of(hole.card_set() | full));
    let outcome = compared(ours, theirs);
    tally.starting[own.starting_hand().number()].add(outcome);
    for round in [Round::Flop, Round::Turn, Round::River] {
        let seen = SeenBoard::new(CardSet::of(&board[..round.board_cards()]));
        tally.judged[round.number() - 1][seen.judge(own).number()].add(outcome);
    }
    let seen = SeenBoard::new(CardSet::of(&board[..Round::Flop.board_cards()]).with(seen_turn));
    tally.turn_dealt_anew[seen.judge(own).number()].add(outcome);
    let [ours, theirs] = [(own, ours), (other, theirs)].map(|(hole, it)| MadeHand::shown(hole, full, it.category()));
    tally.shown[ours.number()].add(outcome);
    tally.shown_without_kickers[ours.number()].add(compared(ours, theirs));
}

fn compared<T: Ord>(ours: T, theirs: T) -> Outcomes {
    Outcomes { wins: u64::from(ours > theirs), ties: u64::from(ours == theirs), losses: u64::from(ours < theirs) }
}
