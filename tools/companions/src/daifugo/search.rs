//! Flat Monte-Carlo search: all options are played out in the same possible games, and the best on average is taken.
//!
//! It neither infers anything from what others played nor looks ahead: a modest player, but one that sees more than
//! sets.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::cards::{Cards, JOKER, LARGEST_SET};
use super::fixed_players::{FixedPlayer, answer, lead};
use super::rules::{Answers, legal_plays};
use super::table::{POINTS, Table, View};

/// Which options a search may weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All legal plays, and passing.
    AllPlays,
    /// Only what a pair keeper of any kind could do: to lead the lowest rank in any number, to answer with the lowest
    /// rank, and to go on to the next one or to pass only over ranks of which it holds a larger set.
    PairKeeping,
}

/// A player that plays possible games to their ends.
#[derive(Clone, Debug)]
pub struct Search {
    /// How many possible games a decision is tried in.
    pub playouts: usize,
    pub scope: Scope,
    options: Vec<Cards>,
    points: Vec<i32>,
    scratch: Vec<Cards>,
}

/// Who plays the possible games to their ends.
const PLAYOUT: FixedPlayer = FixedPlayer::PsUnder12No8;

impl Search {
    /// A search with `playouts` possible games a decision.
    pub fn new(playouts: usize, scope: Scope) -> Self {
        Self { playouts, scope, options: Vec::new(), points: Vec::new(), scratch: Vec::new() }
    }

    /// The option that brought the most points, the first of equals.
    pub fn decide(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) -> Cards {
        self.find_options(view, dice);
        if let [only] = self.options[..] {
            return only;
        }
        self.points.clear();
        self.points.resize(self.options.len(), 0);
        for _ in 0..self.playouts {
            let game = view.possible_game(dice);
            // The same dice for all options, so that they differ by themselves alone.
            let luck = dice.clone();
            for (option, points) in self.options.iter().zip(&mut self.points) {
                *points += played_out(game.clone(), *option, &mut luck.clone(), &mut self.scratch);
            }
            dice.jump();
        }
        let best = self.points.iter().max().copied();
        let first = self.points.iter().position(|&points| Some(points) == best);
        first.map_or(Cards::NONE, |first| self.options[first])
    }

    fn find_options(&mut self, view: &View, dice: &mut Xoshiro256PlusPlus) {
        let (hand, public) = (view.hand, view.public());
        let is_lead = public.trick.last.is_empty();
        match self.scope {
            Scope::AllPlays => {
                legal_plays(hand, public.trick, public.rules, &mut self.options);
                if !is_lead {
                    self.options.push(Cards::NONE);
                }
            }
            Scope::PairKeeping if is_lead => {
                self.options.clear();
                let rank = hand.lowest_rank();
                let sizes = if rank == JOKER { 1 } else { hand.held(rank).min(LARGEST_SET) };
                self.options.extend((1..=sizes).map(|size| lead(hand, size, dice)));
            }
            Scope::PairKeeping => {
                self.options.clear();
                let answers = Answers::of(hand, public.trick, public.rules);
                for rank in answers.ranks {
                    self.options.push(answer(hand, &answers, rank, dice));
                    if answers.size == LARGEST_SET || hand.held(rank) <= answers.size {
                        return;
                    }
                }
                self.options.push(if answers.joker { Cards::JOKER } else { Cards::NONE });
            }
        }
    }
}

/// The points of the seat on turn if it plays this and everybody goes on by a fixed rule.
fn played_out(mut table: Table, play: Cards, dice: &mut Xoshiro256PlusPlus, scratch: &mut Vec<Cards>) -> i32 {
    let seat = table.turn;
    table.act(play);
    loop {
        if let Some(place) = table.place(seat) {
            return POINTS[place];
        }
        let play = PLAYOUT.decide(table.hands[table.turn], table.trick, table.rules, dice, scratch);
        table.act(play);
    }
}
