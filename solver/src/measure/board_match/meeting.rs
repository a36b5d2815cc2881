//! Players who meet on one board after the other, everyone in position 0 against everyone in position 1.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;
use std::ops::Range;

use super::end_vectors::{KeepEnds, OwnEnds, rows_of_place};
use super::seated_player::SeatedPlayer;
use super::vector_products::{Encounter, PLACES_OF_BLOCK, VectorProducts};
use crate::error::SolverError;
use crate::measure::expected_value::Player;
use crate::measure::real_game::game::{unfit, unfit_betting};
use crate::measure::real_game::last_round_table::LastRoundTable;
use crate::walk::last_round::{BettingLadder, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory};
use crate::walk::{LANES, PreparedGame, Real, Row};

/// Players of one game; `T` is the precision within a board: `f32` for speed, `f64` to hold it to.
pub struct Meeting<'a, T> {
    game: &'a PreparedGame<T>,
    players: Vec<Player<'a, T>>,
    ladder: BettingLadder,
    /// `[player][position]`
    tables: Vec<[LastRoundTable<T>; 2]>,
    /// `[chunk]`: after a check, after a bet; in chips of position 0.
    stakes: Vec<[BranchStakes<T>; 2]>,
    /// One for every end, for products that are kept apart from what they are worth.
    ones: BranchStakes<T>,
}

/// One thread's memory, kept from board to board: touching new memory is slow.
pub struct MeetingScratch<T> {
    players: Vec<SeatedPlayer<T>>,
    /// A block of the vector of position 0 for each player.
    own: Vec<Row<T>>,
    /// The vectors of position 1, one for each player.
    opposing: Vec<Row<T>>,
    encounters: Vec<Encounter>,
    sums: Vec<Row<f64>>,
    /// Each player's products in a branch of the last round.
    products: Vec<EndsMemory<T>>,
    cards: CardSums<T>,
    showdown: ShowdownSums<T, LANES>,
    by_place: Vec<Row<T>>,
}

impl<T: Real> Default for MeetingScratch<T> {
    fn default() -> Self {
        Self {
            players: Vec::new(),
            own: Vec::new(),
            opposing: Vec::new(),
            encounters: Vec::new(),
            sums: Vec::new(),
            products: Vec::new(),
            cards: CardSums::default(),
            showdown: ShowdownSums::default(),
            by_place: Vec::new(),
        }
    }
}

impl<'a, T: Real> Meeting<'a, T> {
    /// Prepares the last round of all players.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or with a last round whose betting the kernels are
    /// not made for.
    pub fn new(game: &'a PreparedGame<T>, players: Vec<Player<'a, T>>) -> Result<Self, SolverError> {
        let PreparedGame { rules, lanes, stakes, .. } = game;
        if rules.hole_cards() != 2 || rules.rounds() < 2 {
            return Err(unfit("match by boards", "two hole cards and at least two rounds", "another form"));
        }
        let round = rules.rounds() - 1;
        let last = &lanes.rounds[round];
        let ladder = BettingLadder::of(last).ok_or_else(|| unfit_betting("match by boards"))?;
        let of_player = |player: &Player<'a, T>| {
            [0, 1].map(|position| LastRoundTable::new(last, &ladder, round, position, *player))
        };
        let tables = players.par_iter().map(of_player).collect();
        let stakes = BranchStakes::of_round(last, stakes, round, &ladder, 0);
        Ok(Self { game, players, ladder, tables, stakes, ones: BranchStakes::ones() })
    }

    /// About how many bytes the tables of a player take, and not fewer.
    pub fn table_bytes(game: &PreparedGame<T>, player: &Player<'_, T>) -> usize {
        let Some((round, last)) = game.lanes.rounds.iter().enumerate().next_back() else { return 0 };
        let numbers = BettingLadder::of(last)
            .map_or(last.slots, |ladder| (0..2).map(|position| ladder.free_slots(position).0.len()).sum());
        player.buckets.count(round) * last.entries.len() * numbers * LANES * player.strategies.probability_bytes()
    }

    /// What position 0 wins a game on a complete board, in chips, for each seating of a player there and one in position 1.
    pub fn values(&self, board: &[Card], seatings: &[[usize; 2]], scratch: &mut MeetingScratch<T>) -> Vec<f64> {
        scratch.players.resize_with(self.players.len(), SeatedPlayer::default);
        for (seated, player) in scratch.players.iter_mut().zip(&self.players) {
            seated.see(&self.game.rules, player, board);
        }
        scratch.sums.clear();
        scratch.sums.resize(seatings.len(), Row::default());
        let all = seatings.iter().enumerate();
        let mut all: Vec<Encounter> = all.map(|(sum, &[own, opposing])| Encounter { own, opposing, sum }).collect();
        all.sort_unstable_by_key(Encounter::order);
        self.play(0, 0, &all, scratch);
        let meetings = self.game.rules.meetings();
        scratch.sums.iter().map(|sum| sum.0.iter().sum::<f64>() / meetings).collect()
    }

    /// Plays a chunk before the last round and all that follows it.
    fn play(&self, round: usize, chunk: usize, all: &[Encounter], scratch: &mut MeetingScratch<T>) {
        let game = self.game;
        let lanes = &game.lanes.rounds[round];
        for (seated, player) in scratch.players.iter_mut().zip(&self.players) {
            for position in 0..2 {
                seated.play(game, player, position, round, chunk);
            }
        }
        let [own, opposing] = [0, 1].map(|position| scratch.coming(|player| player.comes(position, round)));
        if !scratch.select(all, &own, &opposing) {
            return;
        }
        let folds = lanes.terminals - lanes.exits;
        let length = scratch.make_room(folds);
        let MeetingScratch { players, opposing: vectors, showdown, .. } = &mut *scratch;
        for (number, player) in players.iter().enumerate().filter(|(number, _)| opposing[*number]) {
            let vector = &mut vectors[number * length..][..length];
            player.write_opposing_folds(game, (round, chunk), showdown, vector);
        }
        let write_own = |player: &SeatedPlayer<T>, _: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            player.write_own_folds(game, round, places, vector);
        };
        self.meet(folds, &own, write_own, scratch);
        let next = if lanes.repacks {
            0..game.lanes.rounds[round + 1].entries.len()
        } else {
            chunk * lanes.exits..(chunk + 1) * lanes.exits
        };
        for next_chunk in next {
            if game.lanes.rounds[round + 1].is_last {
                self.play_last(next_chunk, all, scratch);
            } else {
                self.play(round + 1, next_chunk, all, scratch);
            }
        }
    }

    fn play_last(&self, chunk: usize, all: &[Encounter], scratch: &mut MeetingScratch<T>) {
        let MeetingScratch { players, by_place, .. } = scratch;
        for player in players {
            for position in 0..2 {
                player.come_last(self.game, position, chunk, by_place);
            }
        }
        let [own, opposing] = [0, 1].map(|position| scratch.coming(|player| player.seats[position].comes_last));
        if scratch.select(all, &own, &opposing) {
            let mut at = AtChunk { meeting: self, chunk, own: &own, opposing: &opposing, scratch };
            self.ladder.visit(1, &mut at);
        }
    }

    /// Adds up the scalar products with the vectors of position 1, block by block; `write_own` gives those of position 0, with
    /// so many numbers for each place.
    fn meet(
        &self,
        numbers: usize,
        own_comes: &[bool],
        write_own: impl Fn(&SeatedPlayer<T>, usize, Range<usize>, &mut [Row<T>]),
        scratch: &mut MeetingScratch<T>,
    ) {
        let MeetingScratch { players, own, opposing, encounters, sums, .. } = scratch;
        let count = players[0].order().len();
        let mut start = 0;
        while start < count {
            let places = start..(start + PLACES_OF_BLOCK).min(count);
            let rows = places.len() * numbers;
            for (number, player) in players.iter().enumerate().filter(|(number, _)| own_comes[*number]) {
                write_own(player, number, places.clone(), &mut own[number * rows..][..rows]);
            }
            self.game.processor.run(VectorProducts {
                own,
                opposing,
                stride: count * numbers,
                rows: places.start * numbers..places.end * numbers,
                encounters,
                sums,
            });
            start = places.end;
        }
    }
}

impl<T: Real> MeetingScratch<T> {
    fn coming(&self, comes: impl Fn(&SeatedPlayer<T>) -> bool) -> Vec<bool> {
        self.players.iter().map(comes).collect()
    }

    /// Chooses the encounters of players who both come to the chunk; tells whether there are any.
    fn select(&mut self, all: &[Encounter], own: &[bool], opposing: &[bool]) -> bool {
        self.encounters.clear();
        self.encounters.extend(all.iter().filter(|it| own[it.own] && opposing[it.opposing]));
        !self.encounters.is_empty()
    }

    /// Room for vectors with so many numbers for each place; gives the length of those of position 1.
    fn make_room(&mut self, numbers: usize) -> usize {
        let (players, places) = (self.players.len(), self.players[0].order().len());
        let room = |vectors: &mut Vec<Row<T>>, length: usize| {
            if vectors.len() < players * length {
                vectors.resize(players * length, Row::default());
            }
        };
        room(&mut self.own, PLACES_OF_BLOCK * numbers);
        room(&mut self.opposing, places * numbers);
        self.products.resize_with(players, EndsMemory::default);
        places * numbers
    }
}

/// One chunk of the last round.
struct AtChunk<'a, 'm, T> {
    meeting: &'a Meeting<'m, T>,
    chunk: usize,
    /// Who comes there in position 0.
    own: &'a [bool],
    /// Who comes there in position 1.
    opposing: &'a [bool],
    scratch: &'a mut MeetingScratch<T>,
}

impl<T: Real> BranchVisitor for AtChunk<'_, '_, T> {
    fn branch<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(&mut self) {
        let numbers = const { rows_of_place(EXITS, CHECKED, OPPONENT_FIRST) };
        let length = self.scratch.make_room(numbers);
        for player in 0..self.scratch.players.len() {
            if self.opposing[player] {
                self.write_opposing::<EXITS, CHECKED, OPPONENT_FIRST>(player, length);
            }
            match (self.own[player], OPPONENT_FIRST) {
                (false, _) => {}
                (true, true) => self.multiply::<EXITS, CHECKED, false>(player, 0),
                (true, false) => self.multiply::<EXITS, CHECKED, true>(player, 0),
            }
        }
        let mut products = std::mem::take(&mut self.scratch.products);
        let exits: Vec<&[[Row<T>; EXITS]]> = products
            .iter_mut()
            .zip(&self.scratch.players)
            .map(|(ends, player)| &*ends.of_branch::<EXITS>(player.board.row.distinct.len()).exits)
            .collect();
        let processor = self.meeting.game.processor;
        let write_own = |player: &SeatedPlayer<T>, number: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            processor.run(OwnEnds::<T, EXITS, CHECKED, OPPONENT_FIRST> {
                ids: &player.board.order.ids()[places.clone()],
                bucket_of_place: &player.board.row.of_place[places],
                reach: &player.seats[0].last_reach,
                exits: exits[number],
                vector,
            });
        };
        self.meeting.meet(numbers, self.own, write_own, self.scratch);
        self.scratch.products = products;
    }
}

impl<T: Real> AtChunk<'_, '_, T> {
    /// Multiplies a player's probabilities out; `FACES` tells whether its position faces the first bet.
    fn multiply<const EXITS: usize, const CHECKED: bool, const FACES: bool>(&mut self, player: usize, position: usize) {
        let Self { meeting, chunk, scratch, .. } = self;
        let table = &meeting.tables[player][position];
        let buckets = &scratch.players[player].board.row.distinct;
        let stakes = if position == 0 { &meeting.ones } else { &meeting.stakes[*chunk][usize::from(!CHECKED)] };
        let products = &mut scratch.products[player];
        meeting.game.processor.run(table.products::<EXITS, CHECKED, FACES>(*chunk, buckets, stakes, products));
    }

    /// What the ends are worth against a player in position 1; its products are then no longer needed.
    fn write_opposing<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(
        &mut self,
        player: usize,
        length: usize,
    ) {
        self.multiply::<EXITS, CHECKED, OPPONENT_FIRST>(player, 1);
        let MeetingScratch { players, opposing, products, cards, by_place, .. } = &mut *self.scratch;
        let SeatedPlayer { board, seats, .. } = &players[player];
        by_place.resize(board.order.len(), Row::default());
        let ends = products[player].of_branch::<EXITS>(board.row.distinct.len());
        self.meeting.game.processor.run(BranchValues::<T, KeepEnds<'_, T>, EXITS, CHECKED, OPPONENT_FIRST> {
            board,
            reach: &seats[1].last_reach,
            exits: ends.exits,
            folds: ends.folds,
            stakes: &self.meeting.stakes[self.chunk][usize::from(!CHECKED)],
            sums: cards.of_exits(),
            reply: KeepEnds { vector: &mut opposing[player * length..][..length] },
            // The values by place are not wanted.
            values: by_place,
        });
    }
}
