//! What each action of a decision is worth with each holding, both players going on as the average strategies say.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;

use super::cells::Cell;
use super::definition::SpotError;
use super::lookup::{Located, met};
use super::plan::{LANES, Row};
use super::solving::{Numbers, SpotSolver};
use super::tables::View;
use super::walk::{Purpose, Seat, Walk};
use super::{Spot, SpotDecision};
use crate::game::NodeId;

/// A decision with what its actions are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotValues {
    pub decision: SpotDecision,
    /// `[action][holding number]`: chips that the player gets of the pot that the spot begins with, less those put in
    /// since; `None` where the opponent can hold nothing beside the holding.
    pub chips: Vec<Vec<Option<f64>>>,
}

impl SpotSolver {
    /// The worth of each action after some betting on a board, `cards` being those after the spot's own.
    ///
    /// # Errors
    /// Those of [`Spot::decision`].
    pub fn values(&mut self, cards: &[Card], betting: &str) -> Result<SpotValues, SpotError> {
        let decision = self.spot.decision(&*self, cards, betting)?;
        let entry = self.spot.entry(decision.node);
        let weights = self.spot.weights(&*self, cards, entry)?;
        let Self { spot, numbers, walk, .. } = self;
        let at = spot.locate(cards)?;
        let from = Beginning { spot, at, weights: &weights };
        let by_action = match numbers {
            Numbers::Sixteen(tables) => from.values(walk, View::of(tables), &decision),
            Numbers::ThirtyTwo(tables) => from.values(walk, View::of(tables), &decision),
        };
        let (met, half_pot) = (met(&decision.weights[1 - decision.player]), spot.definition.stakes.pot.as_f64() / 2.0);
        let holdings = || from.at.board.hands[decision.player].holdings.iter().enumerate();
        let of_action = |values: &[Row]| {
            let mut chips = vec![None; HOLDINGS];
            for (place, &holding) in holdings() {
                let number = from.at.suits.inverse().holding(holding).number();
                let value = f64::from(values[place / LANES].0[place % LANES]);
                chips[number] = (met[number] > 0.0).then(|| value / met[number] + half_pot);
            }
            chips
        };
        let chips = by_action.iter().map(|values| of_action(values)).collect();
        Ok(SpotValues { decision, chips })
    }
}

impl Spot {
    /// The first decision of the round that a decision is in, on the way to it.
    fn entry(&self, node: NodeId) -> NodeId {
        let mut here = node;
        while let Some((before, _)) =
            self.tree[here].parent.filter(|&(it, _)| self.tree[it].round == self.tree[node].round)
        {
            here = before;
        }
        here
    }
}

/// Where a round begins on a board, and with what.
struct Beginning<'a> {
    spot: &'a Spot,
    at: Located<'a>,
    /// Of either player by holding number, at the round's first decision.
    weights: &'a [Vec<f64>; 2],
}

impl Beginning<'_> {
    /// Per action, the values of the player's places, times the weight of the opponents met.
    fn values<C: Cell>(&self, walk: &Walk, mut tables: View<'_, C>, decision: &SpotDecision) -> Vec<Vec<Row>> {
        let Self { spot, at, weights } = self;
        let (board, place) = (at.board, spot.layout.place(decision.node));
        let plans = &spot.plans[board.round..];
        let table_place = plans[0].places[place.entry][place.node];
        let seat = Seat { player: decision.player, purpose: Purpose::Value };
        let decisions = &plans[0].passes[seat.player].decisions;
        let here = decisions.iter().find(|it| it.own.is_some_and(|own| own.place == table_place));
        let wanted = here.map_or(&[][..], |it| it.children.as_slice());
        // What the boards before this one take.
        tables.split_off(&at.first);
        let enter = |who: usize, rows: &mut [Row]| {
            rows.fill(Row::default());
            let blocks = board.hands[who].blocks();
            let row = rows[place.entry * blocks..][..blocks].iter_mut();
            for (row, holdings) in row.zip(board.hands[who].holdings.chunks(LANES)) {
                let weight = |&holding| weights[who][at.suits.inverse().holding(holding).number()] as f32;
                row.0.iter_mut().zip(holdings).for_each(|(lane, holding)| *lane = weight(holding));
            }
        };
        let values = walk.pass_to(wanted, plans, board, tables, seat, &enter);
        values.chunks_exact(board.hands[seat.player].blocks().max(1)).map(<[Row]>::to_vec).collect()
    }
}
