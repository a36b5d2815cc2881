//! Players who meet on one board after the other, everyone in position 0 against everyone in position 1.

use evaluator::card::Card;
use evaluator::showdown::ShowdownSums;
use rayon::prelude::*;
use std::ops::Range;

use super::seated_player::SeatedPlayer;
use super::vectors::{Encounter, PLACES_OF_BLOCK, VectorProducts};
use crate::error::SolverError;
use crate::walk::last_round::{
    Against, EndStakes, FreeTable, KeepEnds, LastRound, OwnEnds, ProductsMemory, SweepMemory, numbers_of_place,
};
use crate::walk::{ChunkId, LANES, Player, PreparedGame, Real, Row};

/// Players of one game; `T` is the precision within a board: `f32` for speed, `f64` to check `f32` against.
pub struct Meeting<'a, T> {
    game: &'a PreparedGame<T>,
    players: Vec<Player<'a, T>>,
    last: LastRound,
    /// `[player][position]`
    tables: Vec<[FreeTable<'a, T>; 2]>,
    /// `[chunk]`, in chips of position 0.
    stakes: Vec<EndStakes<T>>,
    /// One chip for every end, for products that do not include the stakes.
    ones: EndStakes<T>,
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
    /// Each player's products in the last round.
    products: Vec<ProductsMemory<T>>,
    cards: SweepMemory<T>,
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
        let last = LastRound::new(lanes).ok_or_else(|| unfit("a last round without blinds", "other betting"))?;
        let of_player = |player: &Player<'a, T>| [0, 1].map(|position| FreeTable::new(lanes, &last, position, *player));
        let tables = players.par_iter().map(of_player).collect();
        let stakes = last.stakes(lanes, stakes, 0);
        Ok(Self { game, players, tables, stakes, ones: last.ones(), last })
    }

    /// About how many bytes the tables of a player take; the estimate is never too low.
    pub fn table_bytes(game: &PreparedGame<T>, player: &Player<'_, T>) -> usize {
        if player.strategies.is_asked() {
            return 0;
        }
        let numbers =
            LastRound::new(&game.lanes).map_or(0, |last| (0..last.chunks()).map(|it| last.free_numbers(it)).sum());
        player.buckets.count(game.rules.rounds() - 1) * numbers * LANES * player.strategies.probability_bytes()
    }

    /// What position 0 wins per game on a complete board, in chips, for each seating of a player there and one in
    /// position 1.
    pub fn values(&self, board: &[Card], seatings: &[[usize; 2]], scratch: &mut MeetingScratch<T>) -> Vec<f64> {
        scratch.players.resize_with(self.players.len(), SeatedPlayer::default);
        for (seated, player) in scratch.players.iter_mut().zip(&self.players) {
            seated.see(self.game, player, board);
        }
        scratch.sums.clear();
        scratch.sums.resize(seatings.len(), Row::default());
        let all = seatings.iter().enumerate();
        let mut all: Vec<Encounter> = all.map(|(sum, &[own, opposing])| Encounter { own, opposing, sum }).collect();
        all.sort_unstable_by_key(Encounter::order);
        for (round, lanes) in self.game.lanes.rounds.iter().enumerate() {
            for chunk in 0..lanes.chunks() {
                let at = ChunkId { round, chunk };
                if lanes.is_last { self.play_last(at, &all, scratch) } else { self.play_folds(at, &all, scratch) }
            }
        }
        let meetings = self.game.rules.meetings();
        scratch.sums.iter().map(|sum| sum.0.iter().sum::<f64>() / meetings).collect()
    }

    /// Adds what is won by folds in a chunk before the last round.
    fn play_folds(&self, at: ChunkId, all: &[Encounter], scratch: &mut MeetingScratch<T>) {
        let shape = self.game.lanes.shape(at);
        let folds = shape.ends - shape.exits;
        let [own, opposing] = [0, 1].map(|position| scratch.coming(|player| player.comes(position, at)));
        if folds == 0 || !scratch.select(all, &own, &opposing) {
            return;
        }
        let length = scratch.make_room(folds);
        let MeetingScratch { players, opposing: vectors, showdown, .. } = &mut *scratch;
        for (number, player) in players.iter().enumerate().filter(|(number, _)| opposing[*number]) {
            let vector = &mut vectors[number * length..][..length];
            player.write_opposing_folds(self.game, at, showdown, vector);
        }
        let write_own = |player: &SeatedPlayer<T>, _: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            player.write_own_folds(self.game, at, places, vector);
        };
        self.meet(folds, &own, write_own, scratch);
    }

    /// Adds what is won in a chunk of the last round.
    fn play_last(&self, at: ChunkId, all: &[Encounter], scratch: &mut MeetingScratch<T>) {
        let MeetingScratch { players, by_place, .. } = scratch;
        let mut comes = [0, 1].map(|position| {
            players.iter_mut().map(|player| player.come_last(self.game, position, at, by_place)).collect::<Vec<_>>()
        });
        let [own, opposing] = &mut comes;
        if scratch.select(all, own, opposing) {
            self.meet_last(at.chunk, own, opposing, scratch);
        }
    }

    /// Plays a chunk of the last round for the players who come there in either position.
    fn meet_last(&self, chunk: usize, own: &[bool], opposing: &[bool], scratch: &mut MeetingScratch<T>) {
        let Self { game, last, tables, stakes, ones, .. } = self;
        let table = &last.ends(chunk).table;
        let numbers = numbers_of_place(table, 0);
        let length = scratch.make_room(numbers);
        let MeetingScratch { players, opposing: vectors, products, cards, by_place, .. } = &mut *scratch;
        for (player, SeatedPlayer { board, seats, .. }) in players.iter().enumerate() {
            let (buckets, products) = (&board.last_row().distinct, &mut products[player]);
            if opposing[player] {
                // What the ends are worth against the player in position 1.
                by_place.clear();
                by_place.extend(board.order.ids().iter().map(|&id| seats[1].last_reach[usize::from(id)]));
                let buckets = (buckets.as_slice(), cards.add_reach(game.processor, board, by_place));
                game.processor.run(tables[player][1].products(last, chunk, buckets, &stakes[chunk], products));
                let vector = &mut vectors[player * length..][..length];
                vector.fill(Row::default());
                let against = Against {
                    processor: game.processor,
                    table,
                    stakes: &stakes[chunk],
                    player: 0,
                    cohorts: &board.cohorts,
                    reach: by_place,
                    products: &products.products,
                };
                against.play(cards, &mut KeepEnds { table, player: 0, vector });
            }
            if own[player] {
                game.processor.run(tables[player][0].products(last, chunk, (buckets, &[]), ones, products));
            }
        }
        let products = std::mem::take(&mut scratch.products);
        let write_own = |player: &SeatedPlayer<T>, number: usize, places: Range<usize>, vector: &mut [Row<T>]| {
            game.processor.run(OwnEnds {
                table,
                ids: &player.board.order.ids()[places.clone()],
                bucket_of_place: &player.board.last_row().of_place[places],
                reach: &player.seats[0].last_reach,
                products: &products[number].products,
                numbers,
                vector,
            });
        };
        self.meet(numbers, own, write_own, scratch);
        scratch.products = products;
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
        self.products.resize_with(players, ProductsMemory::default);
        places * numbers
    }
}

/// The error for a game that the kernels do not support.
fn unfit(expected: &str, found: &str) -> SolverError {
    let advice = "use solve for small games";
    SolverError::Unfit { what: "match by boards", expected: expected.to_owned(), found: found.to_owned(), advice }
}
