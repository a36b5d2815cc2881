//! How players of a log play: loose or tight, aggressive or passive, and who plays like whom.
//!
//! `equipoise styles` reads logs of limit games of two players ([`log_input`]), counts what each player does
//! ([`counts`]), and groups players by the learners of [`crate::learners::clustering`], which predict held-out hands
//! beside baselines ([`groups`]). Nothing is known of the players but their actions.

pub mod features;
pub mod groups;
pub mod log_input;

use matches::acpc::log_reader::SkippedHand;
use report::chart::{Chart, Marks, NamedPoint};
use serde_json::{Map, Value, json};
use tables::text::written;
use tables::together::progress::Progress;

pub use self::features::Features;
use self::features::{examples, strengths};
use self::groups::{
    Baseline, Frequencies, Groups, LogLikelihood, MOST_GROUPS, Material, Share, difference, mean_over_hands, share_of,
};
use self::log_input::{Decision, Hands, PlayerCounts, counts, decisions};
use crate::claims::chart;
use crate::error::{CompanionError, Result};

/// Players of fewer hands are counted and not grouped: three hands say nothing about a style of play.
pub(crate) const FEWEST_HANDS: u64 = 100;

#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub clusters: Option<usize>,
    pub features: Features,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct StylesReport {
    pub hands: usize,
    /// Each player's name, counts and group; no group for a player with too few hands.
    pub players: Vec<(String, PlayerCounts, Option<usize>)>,
    pub groups: Groups,
    /// Each method's name and how well it predicts held-out hands.
    pub log_likelihood: Vec<(&'static str, LogLikelihood)>,
    /// How much better the groups' learners predict than each player's frequencies by node.
    pub gain_over_node: LogLikelihood,
    pub skipped: Vec<SkippedHand>,
    pub remarks: Vec<String>,
}

pub fn analyse(hands: Hands, settings: &Settings, progress: &dyn Progress) -> Result<StylesReport> {
    if let Some(count) = settings.clusters.filter(|count| !(1..=MOST_GROUPS).contains(count)) {
        let expected = format!("auto or a number from 1 to {MOST_GROUPS}");
        return Err(CompanionError::input("--clusters", count.to_string(), expected, "give another number"));
    }
    progress.check()?;
    let decisions = decisions(&hands);
    let counted = counts(&hands, &decisions);
    let grouped: Vec<usize> = (0..hands.names.len()).filter(|&it| counted[it].hands >= FEWEST_HANDS).collect();
    check_count(settings.clusters, grouped.len())?;
    progress.check()?;
    let strengths = strengths(&hands, &decisions);
    let examples = examples(&hands, &decisions, &strengths, settings.features);
    // Decisions with hidden cards are counted and not learned from.
    let of = |share: Share| -> Vec<Vec<u32>> {
        let numbers = |player: usize| {
            let fits = |it: &(usize, &Decision)| it.1.player == player && share_of(it.1.hand) == share;
            let seen = decisions.iter().enumerate().filter(fits).filter(|&(number, _)| strengths[number].is_some());
            seen.map(|(number, _)| number as u32).collect()
        };
        grouped.iter().map(|&player| numbers(player)).collect()
    };
    let [training, choosing, held_out] = [Share::Training, Share::Choosing, Share::HeldOut].map(of);
    check_shares(&hands.names, &grouped, [&training, &choosing, &held_out])?;
    let (examples, width) = (&examples, settings.features.width());
    let material = Material { decisions: &decisions, examples, width, training: &training, choosing: &choosing };
    let groups = material.group(settings.clusters, settings.seed, progress)?;
    progress.check()?;

    let with_strength = |&number: &u32| (&decisions[number as usize], strengths[number as usize]);
    let frequencies = Frequencies::of(training.iter().flatten().map(with_strength));
    let numbers: Vec<u32> = held_out.concat();
    let counted_by = |baseline: Baseline| -> Vec<f64> {
        let pairs = numbers.iter().map(with_strength);
        pairs.map(|(decision, strength)| frequencies.log_likelihood(baseline, decision, strength)).collect()
    };
    let common = material.common_network(groups.count, settings.seed);
    let (node, learned) = (counted_by(Baseline::Node), material.log_likelihoods(&groups.clustering, &held_out));
    let methods = [
        ("majority", counted_by(Baseline::Majority)),
        ("node", node.clone()),
        ("network", common.log_likelihoods(examples, &numbers)),
        ("node_own", counted_by(Baseline::OwnNode)),
        ("node_strength", counted_by(Baseline::NodeStrength)),
        ("clusters", learned.clone()),
    ];
    let gain_over_node = difference(&decisions, &numbers, &learned, &node);
    let mut remarks = hands.logs.remarks;
    let cut_off = hands.logs.cut_off.iter();
    remarks.extend(cut_off.map(|file| format!("{}: its last hand was cut off and is left out", written(file))));
    remarks.extend(too_short(&hands.names, &counted));
    remarks.extend(useless(&methods, &node, &decisions, &numbers));
    let label = |player: usize| Some(groups.clustering.labels[grouped.iter().position(|&it| it == player)?]);
    let labels: Vec<Option<usize>> = (0..counted.len()).map(label).collect();
    let players = hands.names.into_iter().zip(counted).zip(labels).map(|((name, counts), group)| (name, counts, group));
    let log_likelihood =
        methods.into_iter().map(|(name, values)| (name, mean_over_hands(&decisions, &numbers, &values)));
    Ok(StylesReport {
        hands: hands.logs.hands.len(),
        players: players.collect(),
        groups,
        log_likelihood: log_likelihood.collect(),
        gain_over_node,
        skipped: hands.logs.skipped,
        remarks,
    })
}

/// Whether so many groups can be made of so many players, if a number is given.
fn check_count(clusters: Option<usize>, players: usize) -> Result<()> {
    if players == 0 {
        let found = format!("no player of {FEWEST_HANDS} hands");
        return Err(CompanionError::input("logs", found, "at least one", "give more hands"));
    }
    match clusters {
        Some(count) if count > players => {
            let found = format!("{count} for {players} players of {FEWEST_HANDS} hands and more");
            let expected = "no more groups than players";
            Err(CompanionError::input("--clusters", found, expected, "give a smaller number"))
        }
        _ => Ok(()),
    }
}

/// A player whose cards are always hidden, or who never acts in some share of the hands, cannot be learned from.
fn check_shares(names: &[String], grouped: &[usize], shares: [&Vec<Vec<u32>>; 3]) -> Result<()> {
    for (place, &player) in grouped.iter().enumerate() {
        if shares.iter().any(|share| share[place].is_empty()) {
            return Err(CompanionError::input(
                format!("player '{}'", names[player]),
                "no decision with known cards in some fifth of the hands",
                "decisions with cards throughout",
                "leave out logs that hide this player's cards",
            ));
        }
    }
    Ok(())
}

fn too_short(names: &[String], counted: &[PlayerCounts]) -> Option<String> {
    let short = names.iter().zip(counted).filter(|(_, it)| it.hands < FEWEST_HANDS);
    let short: Vec<String> = short.map(|(name, it)| format!("{name} ({})", it.hands)).collect();
    let rule = format!("fewer than {FEWEST_HANDS} hands, counted and not grouped");
    (!short.is_empty()).then(|| format!("{rule}: {}", short.join(", ")))
}

/// The methods that do not beat frequencies of all players by node by more than chance.
fn useless(methods: &[(&str, Vec<f64>)], node: &[f64], decisions: &[Decision], numbers: &[u32]) -> Vec<String> {
    let beaten = methods.iter().filter(|(name, values)| {
        let gain = difference(decisions, numbers, values, node);
        *name != "node" && gain.mean <= 2.0 * gain.se
    });
    let sentence = "useless here, for it predicts no better than the frequencies of all players by node";
    beaten.map(|(name, _)| format!("{name}: {sentence}")).collect()
}

impl StylesReport {
    pub fn to_json(&self) -> Value {
        let players = self.players.iter().map(|(name, counts, group)| counts.to_json(name, *group));
        let mut likelihood: Map<String, Value> =
            self.log_likelihood.iter().map(|(name, it)| ((*name).to_owned(), json!(it))).collect();
        likelihood.insert("clusters_less_node".to_owned(), json!(self.gain_over_node));
        json!({
            "hands": self.hands,
            "players": players.collect::<Vec<_>>(),
            "clusters": self.groups,
            "log_likelihood": likelihood,
            "skipped": self.skipped,
            "remarks": self.remarks,
        })
    }

    pub fn map(&self) -> Chart {
        let point = |(name, counts, group): &(String, PlayerCounts, Option<usize>)| NamedPoint {
            name: name.clone(),
            x: 100.0 * counts.share("looseness").unwrap_or(0.0),
            y: 100.0 * counts.share("aggression").unwrap_or(0.0),
            group: group.unwrap_or(self.groups.count),
        };
        let points: Vec<NamedPoint> = self.players.iter().map(point).collect();
        let mut groups: Vec<String> = (0..self.groups.count).map(|number| format!("group {number}")).collect();
        if points.iter().any(|point| point.group == self.groups.count) {
            groups.push("too few hands".to_owned());
        }
        let description = "Each player by looseness and aggression; colours are groups of players who are predicted \
                           best by one learner";
        let axes = ["looseness, %", "aggression, %"];
        chart("How players play", description, axes, Marks::Points { groups, points })
    }
}
