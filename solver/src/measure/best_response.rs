//! The best response: what the player wins who knows the opponent's policy and chooses with the own exact cards.
//!
//! The public tree is walked depth first with vectors over all holdings (Johanson et al. 2011): betting within a round,
//! then every next public card, and the values of the boards that follow are added up *before* the responder decides.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};

use super::expected_value::{Player, PreparedGame};
use crate::cfr::deal_sampler::extend;
use crate::public_board::{BucketRow, CONTESTANT_NUMBERS};
use crate::walk::chunk_kernels::{Approach, Chunk, ExitValues, GameEnds, ReachOfNextRound, TerminalSink, Utilities};
use crate::walk::reach_products::ReachProducts;
use crate::walk::{LaneChild, Real, RoundLanes, Row};

/// What the best response of a position wins a game, in chips, against the other position's policy.
pub fn best_response_value<T: Real>(game: &PreparedGame<T>, responder: usize, opponent: Player<'_, T>) -> f64 {
    let response = BestResponse { game, responder, opponent };
    let mut start = Row::default();
    start.0[0] = T::of(1.0);
    let values = response.round_values(0, &[], &[vec![start; CONTESTANT_NUMBERS]]);
    let total: f64 = values[0].iter().map(|row| row.0[0].as_f64()).sum();
    let deck = game.rules.deck().len();
    let choose = |n: usize| if game.rules.hole_cards() == 1 { n } else { n * (n - 1) / 2 };
    total / (choose(deck) * choose(deck - game.rules.hole_cards())) as f64
}

struct BestResponse<'a, T> {
    game: &'a PreparedGame<T>,
    responder: usize,
    opponent: Player<'a, T>,
}

/// Values or reaches of one chunk, by contestant number.
type ByContestant<T> = Vec<Row<T>>;

impl<T: Real> BestResponse<'_, T> {
    /// The responder's values of all chunks of a round on one board, given the opponent's reaches there.
    fn round_values(&self, round: usize, board: &[Card], reach: &[ByContestant<T>]) -> Vec<ByContestant<T>> {
        let lanes = &self.game.lanes.rounds[round];
        let mut order = ShowdownOrder::new();
        self.game.rules.rank(CardSet::of(board), &mut order);
        let mut row = BucketRow::default();
        row.fill(self.opponent.buckets, round, board, &order);
        let at_round = AtRound { response: self, round, lanes, order: &order, row: &row };
        let plays: Vec<ChunkPlay<T>> =
            reach.iter().enumerate().map(|(chunk, reach)| at_round.open(chunk, reach)).collect();
        let next = if lanes.is_last { Vec::new() } else { at_round.next_values(board, &plays) };
        plays.iter().enumerate().map(|(chunk, play)| at_round.close(chunk, play, &next)).collect()
    }
}

/// One round on one board.
struct AtRound<'a, 'b, T> {
    response: &'a BestResponse<'b, T>,
    round: usize,
    lanes: &'a RoundLanes,
    order: &'a ShowdownOrder,
    row: &'a BucketRow,
}

/// The opponent's play in one chunk.
struct ChunkPlay<T> {
    reach: Vec<Row<T>>,
    products: ReachProducts<T>,
}

impl<T: Real> AtRound<'_, '_, T> {
    fn open(&self, chunk: usize, reach: &ByContestant<T>) -> ChunkPlay<T> {
        let opponent = 1 - self.response.responder;
        let mut strategies = vec![Row::default(); self.row.distinct.len() * self.lanes.slots];
        self.response.opponent.strategies.load(self.round, chunk, opponent, &self.row.distinct, &mut strategies);
        let mut products = ReachProducts::default();
        products.multiply(self.lanes, opponent, &strategies);
        ChunkPlay { reach: self.order.ids().iter().map(|&id| reach[usize::from(id)]).collect(), products }
    }

    fn approach<'c>(&'c self, play: &'c ChunkPlay<T>) -> Approach<'c, T> {
        Approach { reach: &play.reach, bucket_of_place: &self.row.of_place, products: &play.products }
    }

    /// Mean values over all next public cards, by chunk of the next round.
    fn next_values(&self, board: &[Card], plays: &[ChunkPlay<T>]) -> Vec<ByContestant<T>> {
        let game = self.response.game;
        let chunks = game.lanes.rounds[self.round + 1].entries.len();
        let processor = game.processor;
        let reach: Vec<ByContestant<T>> = (0..chunks)
            .map(|next_chunk| {
                let play = if self.lanes.repacks { &plays[0] } else { &plays[next_chunk / self.lanes.exits] };
                let mut by_place = Vec::new();
                let approach = self.approach(play);
                processor.run(ReachOfNextRound { lanes: self.lanes, approach, next_chunk, reach: &mut by_place });
                self.by_contestant(&by_place)
            })
            .collect();
        let more = game.rules.board_cards(self.round + 1) - board.len();
        let mut boards = Vec::new();
        extend(&game.rules, board, more, &mut boards);
        let mut sums = vec![vec![Row::default(); CONTESTANT_NUMBERS]; chunks];
        for next_board in &boards {
            let values = self.response.round_values(self.round + 1, next_board, &reach);
            for (sums, values) in sums.iter_mut().zip(&values) {
                sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum = *sum + value);
            }
        }
        // Two players' cards are out: each pair of holdings sees so many of these boards, all equally likely.
        let seen = choose(game.rules.deck().len() - board.len() - 2 * game.rules.hole_cards(), more);
        let share = Row::splat(T::of(1.0 / seen as f64));
        sums.iter_mut().flatten().for_each(|sum| *sum = *sum * share);
        sums
    }

    fn by_contestant(&self, by_place: &[Row<T>]) -> ByContestant<T> {
        let mut values = vec![Row::default(); CONTESTANT_NUMBERS];
        for (&id, &value) in self.order.ids().iter().zip(by_place) {
            values[usize::from(id)] = value;
        }
        values
    }

    /// The responder's values at the start of a chunk, choosing the best action of each holding.
    fn close(&self, chunk: usize, play: &ChunkPlay<T>, next: &[ByContestant<T>]) -> ByContestant<T> {
        let Self { response, round, lanes, order, .. } = self;
        let BestResponse { game, responder, .. } = response;
        let mut terminals = vec![vec![Row::default(); order.len()]; lanes.terminals];
        if !lanes.is_last {
            let first = if lanes.repacks { 0 } else { chunk * lanes.exits };
            let places = |values: &ByContestant<T>| order.ids().iter().map(|&id| values[usize::from(id)]).collect();
            let count = if lanes.repacks { next.len() } else { lanes.exits };
            let next_values: Vec<Vec<Row<T>>> = next[first..first + count].iter().map(places).collect();
            game.processor.run(ExitValues { lanes, next_values: &next_values, sink: KeepAll(&mut terminals) });
        }
        game.processor.run(GameEnds {
            chunk: Chunk { lanes, stakes: &game.stakes, round: *round, chunk, player: *responder },
            order,
            opponent: self.approach(play),
            sums: &mut ShowdownSums::default(),
            sink: KeepAll(&mut terminals),
        });
        let mut nodes = vec![Row::default(); lanes.nodes.len()];
        let best: Vec<Row<T>> = (0..order.len())
            .map(|place| best_value(lanes, *responder, |terminal| terminals[terminal][place], &mut nodes))
            .collect();
        self.by_contestant(&best)
    }
}

/// The value of a round's first decision when the responder takes the best action everywhere.
fn best_value<T: Real>(
    lanes: &RoundLanes,
    responder: usize,
    terminal: impl Fn(usize) -> Row<T>,
    nodes: &mut [Row<T>],
) -> Row<T> {
    for (number, node) in lanes.nodes.iter().enumerate().rev() {
        let mut best: Option<Row<T>> = None;
        for child in &node.children {
            let value = match *child {
                LaneChild::Node(child) => nodes[child],
                LaneChild::Terminal(end) => terminal(end),
            };
            best = Some(match best {
                None => value,
                // The opponent's probabilities are in the values: what follows them adds up.
                Some(sum) if node.player != responder => sum + value,
                Some(best) => Row::from(std::array::from_fn(|lane| best.0[lane].larger(value.0[lane]))),
            });
        }
        nodes[number] = best.unwrap_or_default();
    }
    nodes[0]
}

/// Keeps every terminal's values, `[terminal][place]`.
struct KeepAll<'a, T>(&'a mut [Vec<Row<T>>]);

impl<T: Real> TerminalSink<T> for KeepAll<'_, T> {
    #[inline(always)]
    fn take(&mut self, terminal: usize, utilities: &impl Utilities<T>) {
        for (place, value) in self.0[terminal].iter_mut().enumerate() {
            *value = utilities.at(place);
        }
    }
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, it| product * (n - it) / (it + 1))
}
