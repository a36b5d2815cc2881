//! How often the settings must be made for an interval of a wanted width: planned from what the run folder holds
//! already, its pilot.

use matches::settings::league::SettingPlayer;
use matches::settings::pilot::{Pilot, PlannedRepeats, RepeatCounts};
use matches::statistics::crossed::Drawn;
use serde::Serialize;
use solver::measure::exploitability::measurement::MOST_FLOPS;
use tables::run::folder::RunFolder;

use super::needs::stage_needs;
use crate::error::{StudyError, refuse};
use crate::file::measures::MOST_BOARDS;
use crate::file::order::{Player, StageOrder, Work};
use crate::file::study::Study;
use crate::results::exploitability::ExploitabilityFile;
use crate::results::league::LeagueFile;
use crate::study_run::StudyRun;

/// The repeats that would give intervals of a wanted width.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WantedRepeats {
    /// Half the 95 % interval that is wanted, in mbb/g.
    pub half_width95: f64,
    /// For every league and every measurement of exploitability.
    pub results: Vec<ResultRepeats>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResultRepeats {
    /// `league`: what one setting wins from another; `exploitability`: how much more one loses than another.
    pub result: &'static str,
    pub training: Option<String>,
    /// What was found with the repeats that are there.
    pub pilot: Option<FoundSpread>,
    /// What would do; empty where it is not known.
    pub planned: Vec<PlannedRepeats>,
    /// What a reader must know about it, in whole sentences.
    pub remarks: Vec<String>,
}

/// How differences between settings vary among the repeats that are there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FoundSpread {
    #[serde(flatten)]
    pub counts: RepeatCounts,
    /// Half the 95 % interval of a difference, the widest of all pairs.
    pub half_width95: Option<f64>,
    /// The standard deviation that a clustering adds to a difference, in mbb/g.
    pub clustering_deviation: f64,
    /// That of a training; none where there is a single one.
    pub training_deviation: Option<f64>,
    /// That of the two together; with a single training it is in that of a clustering.
    pub rest_deviation: Option<f64>,
    pub freedom: f64,
    /// Both ends of the 95 % interval of the true variance, as multiples of the one found.
    pub variance_factors95: [f64; 2],
}

/// Plans the repeats of all that a study compares, for half a 95 % interval in mbb/g.
pub fn wanted_repeats(study: &Study, folder: &RunFolder, wanted: f64) -> Result<WantedRepeats, StudyError> {
    if !(wanted > 0.0 && wanted.is_finite()) {
        return refuse("half-width", "a positive number of mbb/g", wanted);
    }
    let run = StudyRun::begin(study, folder)?;
    let order = run.order();
    if order.settings.len() < 2 || (run.study.league.is_none() && run.study.exploitability.is_none()) {
        return refuse("half-width", "a study with a league or exploitability of several settings", &run.study.name);
    }
    let mut results = Vec::new();
    for need in stage_needs(&run)? {
        let (result, plan) = match need.work {
            Work::League(plan) => ("league", plan),
            Work::Exploitability(plan) => ("exploitability", plan),
            _ => continue,
        };
        let name = run.training_name(plan);
        let not_done = format!("No pilot: the stage {} is not done; run the study first.", need.planned.name);
        let found = match result {
            _ if !need.is_done() => None,
            "league" => LeagueFile::read(folder, name)?.map(|file| pilot_of_league(order, plan, &file)),
            _ => ExploitabilityFile::read(folder, name)?.map(|file| pilot_of_exploitability(order, plan, &file)),
        };
        results.push(ResultRepeats::of(result, name, found.unwrap_or(Err(not_done)), wanted));
    }
    Ok(WantedRepeats { half_width95: wanted, results })
}

/// The pilot in a league's file, or why it has none.
pub fn pilot_of_league(order: &StageOrder, plan: usize, file: &LeagueFile) -> Result<Pilot, String> {
    require_clusterings(order)?;
    let (Some(settings), Some(league)) = (&file.settings, &file.league) else {
        return Err(ONCE.to_owned());
    };
    let labels = labels(order, plan, league.players.iter())?;
    Pilot::of_matches(settings, &labels, &league.mbb_per_game).map_err(|error| format!("No pilot: {error}."))
}

/// The pilot in a file of exploitabilities, or why it has none.
pub fn pilot_of_exploitability(order: &StageOrder, plan: usize, file: &ExploitabilityFile) -> Result<Pilot, String> {
    require_clusterings(order)?;
    let labels = labels(order, plan, file.players.iter().map(|it| &it.player))?;
    let values: Vec<f64> = file.players.iter().map(|it| it.mbb_per_game).collect();
    let pilot = Pilot::of_values(order.settings.len(), &labels, &values);
    let pilot = pilot.map_err(|error| format!("No pilot: {error}."))?;
    let widest = file.differences.iter().filter_map(|it| it.flops95).max_by(f64::total_cmp);
    Ok(widest.map_or(pilot, |half_width| pilot.on_flops(half_width, file.flops as u64)))
}

const ONCE: &str = "One clustering of each setting shows nothing of what other clusterings would give. A pilot takes \
                    several, such as clusterings = 3 and trainings = 2 under [repeats].";

fn require_clusterings(order: &StageOrder) -> Result<(), String> {
    let problem = "Nothing is clustered here, and no number of trainings alone is planned: give more trainings under \
                   [repeats], and see how the intervals shrink.";
    if order.drawn == Drawn::Trainings { Err(problem.to_owned()) } else { Ok(()) }
}

fn labels<'a>(
    order: &StageOrder,
    plan: usize,
    names: impl Iterator<Item = &'a String>,
) -> Result<Vec<SettingPlayer>, String> {
    let players: Vec<&Player> = order.players_of(plan).map(|number| &order.players[number]).collect();
    let label = |name: &String| {
        let player = players.iter().find(|player| player.name == *name);
        player.map(|player| order.label(player)).ok_or_else(|| format!("No pilot: {name} is no player of the study."))
    };
    names.map(label).collect()
}

impl ResultRepeats {
    /// The repeats that one kind of result needs, from its pilot or the reason why there is none.
    pub fn of(result: &'static str, training: Option<&str>, pilot: Result<Pilot, String>, wanted: f64) -> Self {
        let training = training.map(str::to_owned);
        let (pilot, (freedom, factors)) = match pilot.map(|pilot| (pilot, pilot.certainty())) {
            Ok((pilot, Some(certainty))) => (pilot, certainty),
            other => {
                let reason = other.err().unwrap_or_else(|| ONCE.to_owned());
                return Self { result, training, pilot: None, planned: Vec::new(), remarks: vec![reason] };
            }
        };
        let counts = pilot.counts();
        let [clustering_deviation, of_training, rest] = pilot.deviations();
        let several = counts.trainings > 1;
        let found = FoundSpread {
            counts,
            half_width95: pilot.half_width95(counts),
            clustering_deviation,
            training_deviation: several.then_some(of_training),
            rest_deviation: several.then_some(rest),
            freedom,
            variance_factors95: factors,
        };
        let mut planned = pilot.planned(wanted);
        let mut remarks = vec![format!(
            "The pilot knows its spread from {freedom:.1} degrees of freedom: the true variance of the repeats is \
             {:.2} to {:.1} times the one found (95 %), and the range of clusterings follows from that.",
            factors[0], factors[1]
        )];
        if !several {
            remarks.push(
                "One training of each clustering: such intervals do not hold for other cards to train on. A pilot with \
                 trainings = 2 under [repeats] would show how much they matter."
                    .to_owned(),
            );
        }
        if result == "exploitability" && counts.flops == 0 {
            remarks.push("The luck of the flops is not known and not in these intervals.".to_owned());
        }
        match planned.first().map(|it| it.counts) {
            None => {
                remarks.push("No thousand clusterings on a thousand times as many boards or flops would do.".to_owned())
            }
            Some(RepeatCounts { boards, .. }) if boards > MOST_BOARDS => {
                remarks.push(format!(
                    "It would take {boards} boards to keep their luck to half of that width; a league has at most \
                     {MOST_BOARDS}."
                ));
                planned.clear();
            }
            Some(RepeatCounts { flops, .. }) if flops > MOST_FLOPS as u64 => {
                remarks.push(format!(
                    "It would take {flops} flops to keep their luck to half of that width, more than the {MOST_FLOPS} \
                     that may be drawn: measure all of them with exploit --flops all."
                ));
                planned.clear();
            }
            Some(_) => {}
        }
        Self { result, training, pilot: Some(found), planned, remarks }
    }
}
