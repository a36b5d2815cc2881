//! What re-solving needs of a game's last round, made once.

use crate::walk::last_round::{EndStakes, LastRound};
use crate::walk::{LANES, PreparedGame, Row};

/// A game's last round, made ready for solving it again.
pub(super) struct RiverGame {
    pub last: LastRound,
    /// `[player][chunk]`
    pub stakes: [Vec<EndStakes<f32>>; 2],
    /// One chip for every end, for products that do not include the stakes.
    pub ones: EndStakes<f32>,
    /// `[chunk]`: the pot where the round begins; nothing in lanes without a history.
    pub pots: Vec<Row<f32>>,
}

impl RiverGame {
    /// Prepares the last round of a game; `None` where its form is not what the kernels need.
    pub fn new(game: &PreparedGame<f64>) -> Option<Self> {
        if game.rules.hole_cards() != 2 || game.rules.rounds() < 2 {
            return None;
        }
        let last = LastRound::new(&game.lanes)?;
        let chips = game.stakes.rounded();
        let stakes = [0, 1].map(|player| last.stakes(&game.lanes, &chips, player));
        // Nobody has put in less than at the cheapest showdown, where everything was checked.
        let pot = |chunk| {
            let at = last.at(chunk);
            let exits = (0..game.lanes.shape(at).exits).map(|exit| chips.exit(at, exit));
            let cheapest = exits.reduce(|one: Row<f32>, other| {
                Row::from(std::array::from_fn::<f32, LANES, _>(|lane| one.0[lane].min(other.0[lane])))
            });
            cheapest.unwrap_or_default() * Row::splat(2.0)
        };
        let pots = (0..last.chunks()).map(pot).collect();
        Some(Self { stakes, ones: last.ones(), pots, last })
    }
}
