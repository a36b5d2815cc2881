//! The best response: what the player wins who knows the opponent's policy and chooses with the own exact cards.
//! By the same walk, what the policy itself would win there.
//!
//! The public tree is walked depth first with vectors over all holdings (Johanson et al. 2011): betting within a round,
//! then every next public card, and the values of the boards that follow are added up *before* the responder decides.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};

use super::expected_value::Player;
use crate::dealing::extend;
use crate::game::card_counts::choose;
use crate::public_board::{BucketRow, CONTESTANT_NUMBERS};
use crate::walk::chunk_kernels::{Approach, Chunk, ExitValues, GameEnds, ReachOfNextRound, TerminalSink, Utilities};
use crate::walk::reach_products::ReachProducts;
use crate::walk::{LANES, LaneChild, PreparedGame, Real, RoundLanes, Row};

/// What the best response of a position wins a game, in chips, against the other position's policy.
pub fn best_response_value<T: Real>(game: &PreparedGame<T>, responder: usize, opponent: Player<'_, T>) -> f64 {
    let response = BestResponse { game, responder, opponent };
    let values = response.round_values(0, &[], &[start_of_game()]);
    let total: f64 = values[0].iter().map(|row| row.0[0].as_f64()).sum();
    let (deck, hole_cards) = (game.rules.deck().len(), game.rules.hole_cards());
    total / (choose(deck, hole_cards) * choose(deck - hole_cards, hole_cards)) as f64
}

/// How the player whose values are wanted answers the opponent's policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// With the best action of each holding.
    Best,
    /// By the same policy, in the own position.
    SamePolicy,
}

/// A responder and the opponent whose policy is known.
#[derive(Clone, Copy)]
pub(super) struct BestResponse<'a, T> {
    pub game: &'a PreparedGame<T>,
    pub responder: usize,
    pub opponent: Player<'a, T>,
}

/// Values or reaches of one chunk, by contestant number.
pub(super) type ByContestant<T> = Vec<Row<T>>;

/// The reach of every holding where the game begins: one history, in the first lane.
pub(super) fn start_of_game<T: Real>() -> ByContestant<T> {
    let mut start = Row::default();
    start.0[0] = T::of(1.0);
    vec![start; CONTESTANT_NUMBERS]
}

impl<T: Real> BestResponse<'_, T> {
    /// The responder's values of all chunks of a round on one board, given the opponent's reaches there.
    fn round_values(&self, round: usize, board: &[Card], reach: &[ByContestant<T>]) -> Vec<ByContestant<T>> {
        let at_round = AtRound::new(*self, round, board);
        let plays = at_round.open(reach);
        let next = if at_round.lanes.is_last { Vec::new() } else { at_round.next_values(board, &plays) };
        plays.iter().enumerate().map(|(chunk, play)| at_round.close(chunk, play, &next, Answer::Best)).collect()
    }
}

/// One round on one board.
pub(super) struct AtRound<'a, T> {
    response: BestResponse<'a, T>,
    round: usize,
    pub lanes: &'a RoundLanes,
    pub order: ShowdownOrder,
    row: BucketRow,
}

/// The opponent's play in one chunk.
pub(super) struct OpenChunk<T> {
    reach: Vec<Row<T>>,
    products: ReachProducts<T>,
}

impl<T: Real> OpenChunk<T> {
    /// The opponent's reach where the chunk begins, by place.
    pub fn reach(&self) -> &[Row<T>] {
        &self.reach
    }
}

impl<'a, T: Real> AtRound<'a, T> {
    pub fn new(response: BestResponse<'a, T>, round: usize, board: &[Card]) -> Self {
        let mut order = ShowdownOrder::new();
        response.game.rules.rank(CardSet::of(board), &mut order);
        let mut row = BucketRow::default();
        row.fill(response.opponent.buckets, round, board, &order);
        Self { response, round, lanes: &response.game.lanes.rounds[round], order, row }
    }

    /// The opponent's play in every chunk.
    pub fn open(&self, reach: &[ByContestant<T>]) -> Vec<OpenChunk<T>> {
        reach.iter().enumerate().map(|(chunk, reach)| self.open_chunk(chunk, reach)).collect()
    }

    fn open_chunk(&self, chunk: usize, reach: &ByContestant<T>) -> OpenChunk<T> {
        let opponent = 1 - self.response.responder;
        let strategies = self.strategies(chunk, opponent);
        let mut products = ReachProducts::default();
        products.multiply(self.lanes, opponent, &strategies);
        OpenChunk { reach: self.order.ids().iter().map(|&id| reach[usize::from(id)]).collect(), products }
    }

    /// The known policy in a position, `[distinct bucket][slot]`.
    pub fn strategies(&self, chunk: usize, position: usize) -> Vec<Row<T>> {
        let mut strategies = vec![Row::default(); self.row.distinct.len() * self.lanes.slots];
        self.response.opponent.strategies.load(self.round, chunk, position, &self.row.distinct, &mut strategies);
        strategies
    }

    /// Of such strategies the one of a place.
    pub fn strategy<'s>(&self, strategies: &'s [Row<T>], place: usize) -> &'s [Row<T>] {
        &strategies[usize::from(self.row.of_place[place]) * self.lanes.slots..][..self.lanes.slots]
    }

    fn approach<'c>(&'c self, play: &'c OpenChunk<T>) -> Approach<'c, T> {
        Approach { reach: &play.reach, bucket_of_place: &self.row.of_place, products: &play.products }
    }

    /// The opponent's reach at a terminal with the holding in a place.
    pub fn reach_of_terminal(&self, play: &OpenChunk<T>, terminal: usize, place: usize) -> Row<T> {
        play.reach[place] * play.products.towards(terminal)[usize::from(self.row.of_place[place])]
    }

    /// The opponent's reach of a chunk of the next round.
    pub fn next_reach(&self, plays: &[OpenChunk<T>], next_chunk: usize) -> ByContestant<T> {
        let play = if self.lanes.repacks { &plays[0] } else { &plays[next_chunk / self.lanes.exits] };
        let (approach, mut by_place) = (self.approach(play), Vec::new());
        let reach = &mut by_place;
        self.response.game.processor.run(ReachOfNextRound { lanes: self.lanes, approach, next_chunk, reach });
        self.by_contestant(&by_place)
    }

    /// How many of the ways to deal the next round's cards each pair of holdings sees: both players' cards are out.
    pub fn boards_seen(&self) -> f64 {
        let rules = &self.response.game.rules;
        let here = rules.board_cards(self.round);
        let left = rules.deck().len() - here - 2 * rules.hole_cards();
        choose(left, rules.board_cards(self.round + 1) - here) as f64
    }

    /// Mean values over all next public cards, by chunk of the next round.
    fn next_values(&self, board: &[Card], plays: &[OpenChunk<T>]) -> Vec<ByContestant<T>> {
        let game = self.response.game;
        let chunks = game.lanes.rounds[self.round + 1].entries.len();
        let reach: Vec<ByContestant<T>> = (0..chunks).map(|chunk| self.next_reach(plays, chunk)).collect();
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
        let share = Row::splat(T::of(1.0 / self.boards_seen()));
        sums.iter_mut().flatten().for_each(|sum| *sum = *sum * share);
        sums
    }

    pub fn by_contestant(&self, by_place: &[Row<T>]) -> ByContestant<T> {
        let mut values = vec![Row::default(); CONTESTANT_NUMBERS];
        for (&id, &value) in self.order.ids().iter().zip(by_place) {
            values[usize::from(id)] = value;
        }
        values
    }

    /// The player's values at the start of a chunk, holding by holding.
    pub fn close(
        &self,
        chunk: usize,
        play: &OpenChunk<T>,
        next: &[ByContestant<T>],
        answer: Answer,
    ) -> ByContestant<T> {
        let Self { response: BestResponse { responder, .. }, lanes, order, .. } = self;
        let terminals = self.terminal_values(chunk, play, next);
        let strategies = (answer == Answer::SamePolicy).then(|| self.strategies(chunk, *responder));
        let mut nodes = vec![Row::default(); lanes.nodes.len()];
        let value = |place: usize| {
            let strategy = strategies.as_ref().map(|strategies| self.strategy(strategies, place));
            value_of_play(lanes, *responder, strategy, |terminal| terminals[terminal][place], &mut nodes)
        };
        self.by_contestant(&(0..order.len()).map(value).collect::<Vec<_>>())
    }

    /// What each end of the round is worth, `[terminal][place]`; exits to a next round only if it has values.
    pub fn terminal_values(&self, chunk: usize, play: &OpenChunk<T>, next: &[ByContestant<T>]) -> Vec<Vec<Row<T>>> {
        let Self { response, round, lanes, order, .. } = self;
        let BestResponse { game, responder, .. } = response;
        let mut terminals = vec![vec![Row::default(); order.len()]; lanes.terminals];
        if !next.is_empty() {
            let first = if lanes.repacks { 0 } else { chunk * lanes.exits };
            let places = |values: &ByContestant<T>| order.ids().iter().map(|&id| values[usize::from(id)]).collect();
            let count = if lanes.repacks { next.len() } else { lanes.exits };
            let next_values: Vec<Vec<Row<T>>> = next[first..first + count].iter().map(places).collect();
            let next_values: Vec<&[Row<T>]> = next_values.iter().map(Vec::as_slice).collect();
            game.processor.run(ExitValues { lanes, next_values: &next_values, sink: KeepAll(&mut terminals) });
        }
        game.processor.run(GameEnds {
            chunk: Chunk { lanes, stakes: &game.stakes, round: *round, chunk, player: *responder },
            order,
            opponent: self.approach(play),
            sums: &mut ShowdownSums::default(),
            sink: KeepAll(&mut terminals),
        });
        terminals
    }
}

/// The value of a round's first decision when the responder plays by a strategy, or else takes the best action everywhere.
fn value_of_play<T: Real>(
    lanes: &RoundLanes,
    responder: usize,
    strategy: Option<&[Row<T>]>,
    terminal: impl Fn(usize) -> Row<T>,
    nodes: &mut [Row<T>],
) -> Row<T> {
    for (number, node) in lanes.nodes.iter().enumerate().rev() {
        let values = node.children.iter().map(|child| match *child {
            LaneChild::Node(child) => nodes[child],
            LaneChild::Terminal(end) => terminal(end),
        });
        let add = |sum: Row<T>, value| sum + value;
        let of_node = match strategy {
            // The opponent's probabilities are in the values: what follows them adds up.
            _ if node.player != responder => values.reduce(add),
            Some(strategy) => values.zip(&strategy[node.first_slot..]).map(|(value, &share)| value * share).reduce(add),
            None => values.reduce(larger),
        };
        nodes[number] = of_node.unwrap_or_default();
    }
    nodes[0]
}

fn larger<T: Real>(one: Row<T>, other: Row<T>) -> Row<T> {
    Row::from(std::array::from_fn(|lane| one.0[lane].larger(other.0[lane])))
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

/// For each place how much of such reaches (by contestant number) it can meet.
pub(super) fn opposition<T: Real>(order: &ShowdownOrder, reach: &ByContestant<T>) -> Vec<Row<T>> {
    let weights = ByPlace { ids: order.ids(), reach };
    let mut sums = ShowdownSums::default();
    order.gather(&mut sums, &weights);
    order.cards().iter().enumerate().map(|(place, &cards)| sums.opposition(cards, weights.at(place))).collect()
}

/// Reaches by contestant number, place by place.
struct ByPlace<'a, T> {
    ids: &'a [u16],
    reach: &'a [Row<T>],
}

impl<T: Real> Weights<T, LANES> for ByPlace<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.reach[usize::from(self.ids[place])]
    }
}
