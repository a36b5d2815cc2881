//! Flops of a kind together.

use evaluator::card::{Card, RANKS, rank_letter};
use evaluator::flop_texture::{Connection, FlopSuits, FlopTexture, Pairing};
use solver::boards::BoardOrbit;

use super::flop::{FlopFigures, RangePlay};

/// A flop with what is found on it.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyedFlop {
    /// The cards, the highest first.
    pub cards: [Card; 3],
    /// How many flops it stands for, itself among them: they differ by the names of suits.
    pub weight: u32,
    pub texture: FlopTexture,
    pub figures: FlopFigures,
}

impl SurveyedFlop {
    pub fn new(flop: &BoardOrbit, figures: FlopFigures) -> Self {
        let mut cards: [Card; 3] = std::array::from_fn(|place| flop.board[place]);
        cards.reverse();
        Self { cards, weight: flop.size, texture: FlopTexture::of(cards), figures }
    }

    /// Its cards without spaces.
    pub fn board(&self) -> String {
        self.cards.iter().map(Card::to_string).collect()
    }

    /// How often it is dealt and the decision reached, among all flops.
    pub fn likelihood(&self) -> f64 {
        f64::from(self.weight) * self.figures.reached
    }
}

/// A way to tell flops apart.
pub struct Grouping {
    pub name: &'static str,
    /// Its groups, without those that have no flop.
    pub groups: Vec<Group>,
}

pub struct Group {
    pub name: String,
    /// How many flops, up to the names of suits.
    pub flops: usize,
    /// How many of all flops.
    pub weight: u64,
    /// The mean of what is found on them; `None` where the decision is never reached.
    pub mean: Option<RangePlay>,
}

impl Group {
    fn of(name: impl Into<String>, flops: &[&SurveyedFlop]) -> Option<Self> {
        let weight = flops.iter().map(|flop| u64::from(flop.weight)).sum();
        let group = || Self { name: name.into(), flops: flops.len(), weight, mean: mean(flops) };
        (!flops.is_empty()).then(group)
    }
}

/// The mean over flops, each as often as it is dealt and the decision reached. Its standard error is 0 where all boards
/// were played and else unknown (NaN), since all flops share the same draw of boards.
pub fn mean(flops: &[&SurveyedFlop]) -> Option<RangePlay> {
    let played = || flops.iter().filter_map(|flop| Some((flop.likelihood(), flop.figures.play.as_ref()?)));
    let whole: f64 = played().map(|(weight, _)| weight).sum();
    let mean =
        |number: &dyn Fn(&RangePlay) -> f64| played().map(|(weight, play)| weight * number(play)).sum::<f64>() / whole;
    let (_, first) = played().next()?;
    Some(RangePlay {
        actions: (0..first.actions.len()).map(|action| mean(&|play| play.actions[action])).collect(),
        chips: [0, 1].map(|position| mean(&|play| play.chips[position])),
        standard_error: if played().all(|(_, play)| play.standard_error == 0.0) { 0.0 } else { f64::NAN },
        equities: [0, 1].map(|position| mean(&|play| play.equities[position])),
    })
}

/// By highest rank, pairs, suits and connection.
pub fn groupings(flops: &[SurveyedFlop]) -> Vec<Grouping> {
    let group = |name: String, is_in: &dyn Fn(FlopTexture) -> bool| {
        Group::of(name, &flops.iter().filter(|flop| is_in(flop.texture)).collect::<Vec<_>>())
    };
    let named = |name: &str, is_in: &dyn Fn(FlopTexture) -> bool| group(name.to_owned(), is_in);
    let ranks = (0..RANKS as u8).rev();
    let high = ranks.filter_map(|rank| group(format!("{} high", rank_letter(rank)), &|it| it.high == rank)).collect();
    let pairs = Pairing::ALL.into_iter().filter_map(|it| named(it.name(), &|texture| texture.pairing == it)).collect();
    let suits = FlopSuits::ALL.into_iter().filter_map(|it| named(it.name(), &|texture| texture.suits == it)).collect();
    let all = Connection::ALL.into_iter();
    let connection = all.filter_map(|it| named(it.name(), &|texture| texture.connection == it)).collect();
    vec![
        Grouping { name: "high card", groups: high },
        Grouping { name: "pairs", groups: pairs },
        Grouping { name: "suits", groups: suits },
        Grouping { name: "connection", groups: connection },
    ]
}
