//! How often settings must be made for an interval of a given width: planned from a pilot, the same study made a few
//! times.
//!
//! The pilot's mean squares give the variances that a clustering, a training and the two together add to a difference
//! between settings (`statistics::crossed`, pooled over all pairs). With other numbers of repeats they add up to
//! another variance and other degrees of freedom, and so to the interval that the league would print on average. A few
//! repeats estimate their spread poorly: the plan is also made for both ends of the 95 % interval of the pilot's
//! variance.

use serde::Serialize;
use solver::measure::exploitability::flop_sample::MOST_GROUPS;

use super::league::{SettingPlayer, SettingsLeague};
use super::repeat_table::{RepeatTable, Weights, pseudo_values};
use crate::error::MatchError;
use crate::statistics::crossed::{Drawn, MeanSquares, Variance};
use crate::statistics::score::Needed;

/// Fewest trainings that show their luck, and fewest clusterings.
const LEAST: u64 = 2;
/// Nobody makes more clusterings than this.
const MOST_CLUSTERINGS: u64 = 1_000;
/// Most trainings of a clustering that are tried.
const MOST_TRAININGS: u64 = 64;
/// Boards and flops are cheap: their luck alone gets half of the wanted half-width, a quarter of the variance.
const SHARE_OF_CARDS: f64 = 0.5;

/// How often every setting is made, and on how many cards it is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RepeatCounts {
    /// Clusterings of every setting.
    pub clusterings: u64,
    pub trainings: u64,
    /// Boards on which all meet; 0 where boards have no part in the number.
    pub boards: u64,
    /// Flops on which a best response to all is measured; 0 where they have no part in it or their luck is not known.
    pub flops: u64,
}

/// Numbers of repeats that would give the wanted interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlannedRepeats {
    #[serde(flatten)]
    pub counts: RepeatCounts,
    /// Strategies to be trained in all.
    pub strategies: u64,
    /// Half the 95 % interval to be expected, in mbb/g.
    pub half_width95: f64,
    /// Clusterings that would do, with the same trainings and boards, at both ends of the 95 % interval of the pilot's
    /// variance; none for more than a thousand.
    pub clusterings95: [Option<u64>; 2],
}

/// What the repeats of a study have shown of the differences between its settings.
#[derive(Clone, Copy, Debug)]
pub struct Pilot {
    settings: usize,
    squares: MeanSquares,
    cards: Option<CardLuck>,
}

/// The luck of the cards on which all players meet, of the pair that varies most with them.
#[derive(Clone, Copy, Debug)]
struct CardLuck {
    variance: Variance,
    /// Boards or flops that were drawn.
    drawn: u64,
    are_flops: bool,
}

impl CardLuck {
    /// The luck behind half the 95 % interval of the mean over `drawn` boards or flops.
    fn of_interval95(half_width: f64, drawn: u64, are_flops: bool) -> Self {
        Self { variance: Variance::of_interval95(half_width, freedom(drawn, are_flops)), drawn, are_flops }
    }

    /// Its variance had another number been drawn.
    fn over(self, drawn: u64) -> Variance {
        let Self { variance, drawn: found, are_flops } = self;
        Variance { value: variance.value * found as f64 / drawn as f64, freedom: freedom(drawn, are_flops) }
    }
}

/// Degrees of freedom of this many boards, or of the groups in which this many flops are left out.
fn freedom(drawn: u64, are_flops: bool) -> f64 {
    let left_out = if are_flops { drawn.min(MOST_GROUPS as u64) } else { drawn };
    (left_out.max(2) - 1) as f64
}

impl Pilot {
    /// The pilot of matches: what one setting wins from another. `league` is the result for the same players and
    /// matches.
    pub fn of_matches(
        league: &SettingsLeague,
        players: &[SettingPlayer],
        mbb: &[Vec<f64>],
    ) -> Result<Self, MatchError> {
        let widest = league.pairs.iter().filter_map(|pair| pair.winnings.estimate.boards95).max_by(f64::total_cmp);
        let widest = widest.filter(|_| league.boards > 1);
        let cards = widest.map(|half_width| CardLuck::of_interval95(half_width, league.boards as u64, false));
        Ok(Self { cards, ..Self::of_repeats(league.settings.len(), players, mbb)? })
    }

    /// The pilot of a number that each player has by itself, such as its exploitability: by how much settings differ in
    /// it.
    pub fn of_values(settings: usize, players: &[SettingPlayer], values: &[f64]) -> Result<Self, MatchError> {
        // As if each player won from another the amount by which its number is larger.
        let mbb: Vec<Vec<f64>> = values.iter().map(|own| values.iter().map(|other| own - other).collect()).collect();
        Self::of_repeats(settings, players, &mbb)
    }

    /// The same with the luck of the flops that the numbers were measured on: half the widest 95 % interval of a
    /// difference over `flops` of them.
    pub fn on_flops(self, half_width95: f64, flops: u64) -> Self {
        Self { cards: Some(CardLuck::of_interval95(half_width95, flops, true)), ..self }
    }

    fn of_repeats(settings: usize, players: &[SettingPlayer], mbb: &[Vec<f64>]) -> Result<Self, MatchError> {
        let repeats = RepeatTable::new(settings, players, mbb)?;
        let of_pairs = |weights: &Weights<'_>| -> Vec<f64> {
            let table = repeats.table(weights);
            let of_setting = |first: usize| table[first][first + 1..].to_vec();
            (0..settings).flat_map(of_setting).collect()
        };
        let squares = MeanSquares::pooled(&pseudo_values(repeats.counts(), of_pairs), settings - 1);
        Ok(Self { settings, squares, cards: None })
    }

    pub fn counts(&self) -> RepeatCounts {
        let [clusterings, trainings] = self.squares.counts().map(|count| count as u64);
        self.counts_on(clusterings, trainings, self.cards.map_or(0, |luck| luck.drawn))
    }

    /// These repeats on `drawn` boards or flops, whichever the pilot used.
    fn counts_on(&self, clusterings: u64, trainings: u64, drawn: u64) -> RepeatCounts {
        let number = |are_flops| if self.cards.is_some_and(|luck| luck.are_flops == are_flops) { drawn } else { 0 };
        RepeatCounts { clusterings, trainings, boards: number(false), flops: number(true) }
    }

    /// The standard deviations that a clustering, a training and the two together add to a difference, in mbb/g.
    pub fn deviations(&self) -> [f64; 3] {
        self.squares.components().map(f64::sqrt)
    }

    /// Half the 95 % interval of the difference of two settings with these repeats, at the pilot's spread; for the
    /// pilot's own numbers, that of its widest pair.
    pub fn half_width95(&self, counts: RepeatCounts) -> Option<f64> {
        self.interval(counts, 1.0)
    }

    /// By how much the pilot's spread may be off: degrees of freedom of its repeats, and both ends of the 95 % interval
    /// of the true variance as multiples of that found.
    pub fn certainty(&self) -> Option<(f64, [f64; 2])> {
        let found = Variance::sum(&self.squares.over_all(Drawn::Clusterings))?;
        Some((found.freedom, found.factors95()))
    }

    /// Numbers of repeats with the wanted half-width: as many trainings of each clustering as the pilot has, and those
    /// that take the fewest strategies. Empty if even a thousand clusterings would not do, or if the pilot has only
    /// one.
    pub fn planned(&self, wanted: f64) -> Vec<PlannedRepeats> {
        let Some((_, factors)) = self.certainty() else { return Vec::new() };
        let now = self.counts().trainings;
        // A single training says nothing of the luck of others.
        let tried = if now > 1 { LEAST..=MOST_TRAININGS } else { 1..=1 };
        let drawn = self.cards_for(wanted);
        // One after the other: where clusterings are many, the luck of two trainings is all that is left, and with one
        // degree of freedom it makes the interval wider again.
        let fewest = |trainings: u64, factor: f64, most: u64| {
            (LEAST..=most).find(|&clusterings| {
                let counts = self.counts_on(clusterings, trainings, drawn);
                self.interval(counts, factor).is_some_and(|half_width| half_width <= wanted)
            })
        };
        let plan = |trainings: u64| {
            let counts = self.counts_on(fewest(trainings, 1.0, MOST_CLUSTERINGS)?, trainings, drawn);
            Some(PlannedRepeats {
                counts,
                strategies: self.settings as u64 * counts.clusterings * trainings,
                half_width95: self.half_width95(counts)?,
                clusterings95: factors.map(|factor| fewest(trainings, factor, MOST_CLUSTERINGS)),
            })
        };
        let mut cheapest: Option<(u64, u64)> = None;
        for trainings in tried {
            let most = cheapest.map_or(MOST_CLUSTERINGS, |(repeats, _)| (repeats - 1) / trainings);
            if let Some(clusterings) = fewest(trainings, 1.0, most) {
                cheapest = Some((clusterings * trainings, trainings));
            }
        }
        let cheapest = cheapest.map(|(_, trainings)| trainings);
        let chosen = [Some(now), cheapest.filter(|&it| it != now)];
        chosen.into_iter().flatten().filter_map(plan).collect()
    }

    fn interval(&self, counts: RepeatCounts, factor: f64) -> Option<f64> {
        let repeats = [counts.clusterings, counts.trainings].map(|count| count as usize);
        let mut parts = self.squares.expected(repeats, factor).over_all(Drawn::Clusterings);
        if !parts.is_empty() {
            parts.extend(self.cards.map(|luck| luck.over(counts.boards + counts.flops)));
        }
        Variance::sum(&parts).map(Variance::interval95)
    }

    /// Boards or flops in multiples of the pilot's, not fewer than it has.
    fn cards_for(&self, wanted: f64) -> u64 {
        let Some(found) = self.cards else { return 0 };
        let is_enough = |times: u64| found.over(times * found.drawn).interval95() <= SHARE_OF_CARDS * wanted;
        match Needed::first(1, is_enough) {
            Needed::InAll(times) | Needed::MoreThan(times) => times * found.drawn,
            Needed::NotKnown => found.drawn,
        }
    }
}
