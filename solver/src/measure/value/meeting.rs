//! Players who meet on one board after the other, everyone in position 0 against everyone in position 1.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;

use super::seated_player::SeatedPlayer;
use super::vectors::{Encounter, KeepEnds, OwnEnds, PLACES_OF_BLOCK, VectorProducts, rows_of_place};
use crate::error::SolverError;
use crate::walk::last_round::{
    AskedCells, BettingLadder, Branch, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory, FreeTable,
};
use crate::walk::{ChunkId, LANES, Player, PreparedGame, Real, Row};

/// Players of one game; `T` is the precision within a board: `f32` for speed, `f64` to check `f32` against.
pub struct Meeting<'a, T> {
    game: &'a PreparedGame<T>,
    players: Vec<Player<'a, T>>,
    ladder: BettingLadder,
    /// `[player][position]`
    tables: Vec<[FreeTable<'a, T>; 2]>,
    /// `[chunk]`: after a check, after a bet; in chips of position 0.
    stakes: Vec<[BranchStakes<T>; 2]>,
    /// One chip for every end, for products that do not include the stakes.
    ones: BranchStakes<T>,
}

/// One thread's memory, kept from board to board: touching new memory is slow.
#[derive(Default)]
pub struct MeetingScratch<T: Real> {
    players: Vec<SeatedPlayer<T>>,
    /// A block of the vector of position 0 for each player.
    own: Vec<Row<T>>,
    /// The vectors of position 1, one for each player.
    opposing: Vec<Row<T>>,
    encounters: Vec<Encounter>,
    sums: Vec<Row<f64>>,
    /// Each player's products in a branch of the last round.
    products: Vec<EndsMemory<T>>,
    /// `[player][position]`: the chunk of the last round at hand, of players who are asked.
    asked: Vec<[AskedCells<T>; 2]>,
    cards: CardSums<T>,
    showdown: ShowdownSums<T, LANES>,
    by_place: Vec<Row<T>>,
}

impl<'a, T: Real> Meeting<'a, T> {
    /// Prepares the last round of all players.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card or one round, or with a last round whose betting the
    /// kernels are not made for.
    pub fn new(game: &'a PreparedGame<T>, players: Vec<Player<'a, T>>) -> Result<Self, SolverError> {
        let PreparedGame { rules, lanes, stakes, .. } = game;
        if rules.hole_cards() != 2 || rules.rounds() < 2 {
            return Err(unfit("two hole cards and at least two rounds", "another form"));
        }
        let round = rules.rounds() - 1;
        let last = &lanes.rounds[round];
        let ladder = BettingLadder::of(last)
            .ok_or_else(|| unfit("one to four bets in a last round without blinds", "other betting"))?;
        let of_player =
            |player: &Player<'a, T>| [0, 1].map(|position| FreeTable::new(last, &ladder, round, position, *player));
        let tables = players.par_iter().map(of_player).collect();
        let stakes = BranchStakes::of_round(last, stakes, round, &ladder, 0);
        Ok(Self { game, players, ladder, tables, stakes, ones: BranchStakes::ones() })
    }

    /// About how many bytes the tables of a player take; the estimate is never too low.
    pub fn table_bytes(game: &PreparedGame<T>, player: &Player<'_, T>) -> usize {
        let Some((round, last)) = game.lanes.rounds.iter().enumerate().next_back() else { return 0 };
        if player.strategies.is_asked() {
            return 0;
        }
        let numbers = BettingLadder::of(last)
            .map_or(last.slots, |ladder| (0..2).map(|position| ladder.free_slots(position).0.len()).sum());
        player.buckets.count(round) * last.entries.len() * numbers * LANES * player.strategies.probability_bytes()
    }

    /// What position 0 wins per game on a complete board, in chips, for each seating of a player there and one in
    /// position 1.
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
        self.play(ChunkId { round: 0, chunk: 0 }, &all, scratch);
        let meetings = self.game.rules.meetings();
        scratch.sums.iter().map(|sum| sum.0.iter().sum::<f64>() / meetings).collect()
    }

    /// Plays a chunk before the last round and all that follows it.
    fn play(&self, at: ChunkId, all: &[Encounter], scratch: &mut MeetingScratch<T>) {
        let (game, round) = (self.game, at.round);
        let lanes = &game.lanes.rounds[round];
        for (seated, player) in scratch.players.iter_mut().zip(&self.players) {
            for position in 0..2 {
                seated.play(game, player, position, at);
            }
        }
        let [own, opposing] = [0, 1].map(|position| scratch.coming(|player| player.comes(position, round)));
        if !scratch.select(all, &own, &opposing) {
            return;
        }
        let folds = lanes.ends - lanes.exits;
        let length = scratch.make_room(folds);
        let MeetingScratch { players, opposing: vectors, showdown, .. } = &mut *scratch;
        for (number, player) in players.iter().enumerate().filter(|(number, _)| opposing[*number]) {
            let vector = &mut vectors[number * length..][..length];
            player.write_opposing_folds(game, at, showdown, vector);
        }
        let write_own = |player: &SeatedPlayer<T>, _: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            player.write_own_folds(game, round, places, vector);
        };
        self.meet(folds, &own, write_own, scratch);
        for next_chunk in lanes.following(at.chunk) {
            if game.lanes.rounds[round + 1].is_last {
                self.play_last(next_chunk, all, scratch);
            } else {
                self.play(ChunkId { round: round + 1, chunk: next_chunk }, all, scratch);
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
        let [own, opposing] =
            [0, 1].map(|position| scratch.coming(|player| player.comes(position, self.game.lanes.rounds.len() - 1)));
        if scratch.select(all, &own, &opposing) {
            scratch.asked.resize_with(self.players.len(), Default::default);
            for (number, (asked, player)) in scratch.asked.iter_mut().zip(&scratch.players).enumerate() {
                for (position, comes) in [own[number], opposing[number]].into_iter().enumerate() {
                    if comes {
                        let buckets = &player.board.last_row().distinct;
                        self.tables[number][position].ask(chunk, buckets, &mut asked[position]);
                    }
                }
            }
            let mut at = AtChunk { meeting: self, chunk, own: &own, opposing: &opposing, scratch };
            self.ladder.visit(1, &mut at);
        }
    }

    /// Adds up the scalar products with the vectors of position 1, block by block; `write_own` writes those of position
    /// 0, with `numbers` numbers for each place.
    fn meet(
        &self,
        numbers: usize,
        own_comes: &[bool],
        write_own: impl Fn(&SeatedPlayer<T>, usize, Range<usize>, &mut [Row<T>]),
        scratch: &mut MeetingScratch<T>,
    ) {
        let MeetingScratch { players, own, opposing, encounters, sums, .. } = scratch;
        let count = players[0].board.order.len();
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

    /// Chooses the encounters of players who both come to the chunk; returns whether there are any.
    fn select(&mut self, all: &[Encounter], own: &[bool], opposing: &[bool]) -> bool {
        self.encounters.clear();
        self.encounters.extend(all.iter().filter(|it| own[it.own] && opposing[it.opposing]));
        !self.encounters.is_empty()
    }

    /// Makes room for vectors with `numbers` numbers for each place; returns the length of those of position 1.
    fn make_room(&mut self, numbers: usize) -> usize {
        let (players, places) = (self.players.len(), self.players[0].board.order.len());
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
struct AtChunk<'a, 'm, T: Real> {
    meeting: &'a Meeting<'m, T>,
    chunk: usize,
    /// Which players come there in position 0.
    own: &'a [bool],
    /// Which players come there in position 1.
    opposing: &'a [bool],
    scratch: &'a mut MeetingScratch<T>,
}

impl<T: Real> BranchVisitor for AtChunk<'_, '_, T> {
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B) {
        let numbers = rows_of_place::<B>(EXITS);
        let length = self.scratch.make_room(numbers);
        for player in 0..self.scratch.players.len() {
            if self.opposing[player] {
                self.write_opposing::<EXITS, B>(branch, player, length);
            }
            if self.own[player] {
                self.multiply::<EXITS, _>(branch.turned(), player, 0);
            }
        }
        let mut products = std::mem::take(&mut self.scratch.products);
        let exits: Vec<&[[Row<T>; EXITS]]> = products
            .iter_mut()
            .zip(&self.scratch.players)
            .map(|(ends, player)| &*ends.of_branch::<EXITS>(player.board.last_row().distinct.len()).exits)
            .collect();
        let processor = self.meeting.game.processor;
        let write_own = |player: &SeatedPlayer<T>, number: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            processor.run(OwnEnds::<T, EXITS, B> {
                branch: PhantomData,
                ids: &player.board.order.ids()[places.clone()],
                bucket_of_place: &player.board.last_row().of_place[places],
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
    /// Multiplies a player's probabilities out; the branch is seen by the opponent of its position.
    fn multiply<const EXITS: usize, B: Branch>(&mut self, branch: B, player: usize, position: usize) {
        let Self { meeting, chunk, scratch, .. } = self;
        let table = &meeting.tables[player][position];
        let buckets = &scratch.players[player].board.last_row().distinct;
        let stakes = if position == 0 { &meeting.ones } else { &meeting.stakes[*chunk][usize::from(!B::AFTER_CHECK)] };
        let (asked, products) = (&scratch.asked[player][position], &mut scratch.products[player]);
        meeting.game.processor.run(table.products::<EXITS, _>(branch, *chunk, buckets, asked, stakes, products));
    }

    /// What the ends are worth against a player in position 1; its products are then no longer needed.
    fn write_opposing<const EXITS: usize, B: Branch>(&mut self, branch: B, player: usize, length: usize) {
        self.multiply::<EXITS, B>(branch, player, 1);
        let MeetingScratch { players, opposing, products, cards, by_place, .. } = &mut *self.scratch;
        let SeatedPlayer { board, seats, .. } = &players[player];
        let row = board.last_row();
        by_place.resize(board.order.len(), Row::default());
        let ends = products[player].of_branch::<EXITS>(row.distinct.len());
        self.meeting.game.processor.run(BranchValues {
            branch,
            board,
            row,
            reach: &seats[1].last_reach,
            exits: ends.exits,
            folds: ends.folds,
            stakes: &self.meeting.stakes[self.chunk][usize::from(!B::AFTER_CHECK)],
            sums: cards.of_exits(),
            reply: KeepEnds { vector: &mut opposing[player * length..][..length] },
            // The values by place are not wanted.
            values: by_place,
        });
    }
}

/// The error for a game that the kernels do not support.
fn unfit(expected: &str, found: &str) -> SolverError {
    let advice = "use solve for small games";
    SolverError::Unfit { what: "match by boards", expected: expected.to_owned(), found: found.to_owned(), advice }
}
