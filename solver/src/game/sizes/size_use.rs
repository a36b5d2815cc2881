//! Over a whole game: in how many decisions each listed size is an action, in which chips, and why it is missing.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

use super::bet_sizes::{BetKind, BetSizes, ROUNDS, Seat};
use super::offers::Fate;
use super::size::Size;
use crate::game::betting_state::BettingState;
use crate::game::betting_tree::Next;
use crate::game::game_definition::GameDefinition;
use crate::units::Chips;

/// One size of one list in all decisions of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeUse {
    /// Betting round, from 0 before the flop.
    pub round: usize,
    pub kind: BetKind,
    /// Whose list it is; `None` where both players have the same.
    pub seat: Option<Seat>,
    pub size: Size,
    /// The least and the most chips that it came to where it is an action: the player's total over the whole hand.
    pub chips: Option<[Chips; 2]>,
    /// In how many decisions it has which fate.
    pub decisions: BTreeMap<Fate, u64>,
}

impl SizeUse {
    /// The uses of all sizes of a game, in the order of the rounds and lists; none in limit games.
    pub fn of(game: &GameDefinition) -> Vec<Self> {
        let mut uses = BTreeMap::new();
        visit(game, BettingState::first(game), &mut uses);
        uses.into_values().collect()
    }

    /// The size with its chips, in how many decisions it is an action, and why it is missing in how many others.
    pub fn document(&self) -> Value {
        let count = |fate: Fate| self.decisions.get(&fate).copied();
        let missing = Fate::MISSING.into_iter().filter_map(|fate| Some((fate.name().to_owned(), json!(count(fate)?))));
        json!({
            "size": self.size,
            "kind": self.kind.key(),
            "seat": self.seat.map(|seat| seat.key()),
            "chips": self.chips.map(|chips| chips.map(|total| total.0)),
            "decisions": count(Fate::Offered).unwrap_or(0),
            "missing": missing.collect::<Map<_, _>>(),
        })
    }

    /// The round's name in the text of sizes.
    pub fn round_name(&self) -> &'static str {
        ROUNDS[self.round]
    }
}

/// A list and the place of a size in it.
type Key = (usize, BetKind, Option<Seat>, usize);

fn visit(game: &GameDefinition, state: BettingState, uses: &mut BTreeMap<Key, SizeUse>) {
    let offers = state.offers(game);
    if let Some(sizes) = game.sizes() {
        let round = game.beginning.rounds_over + state.round;
        let (seat, kind) = shared_list(sizes, round, state.list_of_sizes(game));
        for (place, offer) in offers.iter().enumerate() {
            let new = || SizeUse { round, kind, seat, size: offer.size, chips: None, decisions: BTreeMap::new() };
            let entry = uses.entry((round, kind, seat, place)).or_insert_with(new);
            *entry.decisions.entry(offer.fate).or_default() += 1;
            if offer.fate == Fate::Offered {
                let [least, most] = entry.chips.unwrap_or([offer.total; 2]);
                entry.chips = Some([least.min(offer.total), most.max(offer.total)]);
            }
        }
    }
    let raises = state.raises(game);
    for &action in state.actions(game, raises.len()) {
        if let Next::Decision(next) = state.after(game, action, state.total(action, &raises)) {
            visit(game, next, uses);
        }
    }
}

/// The list under its most general name: of both players, and of bets where leading has no sizes of its own.
fn shared_list(sizes: &BetSizes, round: usize, (seat, kind): (Seat, BetKind)) -> (Option<Seat>, BetKind) {
    let is_bet = kind == BetKind::Donk && sizes.list(round, seat, kind) == sizes.list(round, seat, BetKind::Bet);
    let kind = if is_bet { BetKind::Bet } else { kind };
    let of = |seat| sizes.list(round, seat, kind);
    ((of(Seat::OutOfPosition) != of(Seat::InPosition)).then_some(seat), kind)
}
