//! What a study will take, stage by stage, before it starts.

use abstraction::cluster_origin::ClusterOrigin;
use abstraction::estimate::TimeProbe;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::{BucketRecipe, Feature};
use report::number_format;
use serde::Serialize;
use solver::cfr::Budget;
use solver::estimate::seconds_a_board;
use tables::bucket_table::hands_of_round;
use tables::progress::Progress;
use tables::run_folder::RunFolder;

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::opponents::ClusterChoice;
use crate::play_settings::{LeaguePlan, Training};
use crate::run::refuse_another_study;
use crate::stage_definition::StudyRun;
use crate::stage_needs::{Shortage, StageNeed, bucket_counts, seeds_of_all, shortage, stage_needs, training_size};
use crate::stage_order::{StageOrder, Work};
use crate::study_file::Study;

/// How long training is tried.
const SECONDS_TRIED: f64 = 0.7;
/// A board of a match against a board of training: both seats are valued, nothing is learnt.
const MATCH_BOARD: f64 = 0.7;
/// Core seconds of a game played out by hands.
const PLAYED_GAME: f64 = 1e-5;

/// One stage to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlannedStage {
    /// Its name.
    pub name: String,
    /// `done`, `interrupted` or `to do`.
    pub status: &'static str,
    /// Wall time; 0 if it is done.
    pub seconds: f64,
    /// The most memory in use at once, in bytes; 0 if it is done.
    pub memory_bytes: u64,
    /// Disk space of what it leaves, in bytes; 0 if it is done.
    pub disk_bytes: u64,
}

/// All stages to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// The stages in order.
    pub stages: Vec<PlannedStage>,
    /// Times and disk space summed, the largest memory.
    pub total: PlannedStage,
    /// Memory that is there.
    pub available_memory_bytes: Option<u64>,
    /// Disk space that is there.
    pub free_disk_bytes: Option<u64>,
    /// Whether it can be run here.
    pub fits: bool,
    /// Why not, and what to do.
    pub advice: Option<String>,
}

/// Plans a study in a folder; `seconds` is the time there is, if it is limited.
///
/// # Errors
/// What [`crate::run::run`] refuses before it starts, and an interruption of the probe.
pub fn plan(
    study: &Study,
    folder: &RunFolder,
    seconds: Option<f64>,
    progress: &dyn Progress,
) -> Result<Plan, StudyError> {
    let order = StageOrder::of(study)?;
    let run = StudyRun { study, order: &order, folder };
    for choice in &order.clusters {
        choice.count(folder)?;
    }
    refuse_another_study(study, folder)?;
    // Before the probe takes its part.
    let room = MachineRoom::now(folder.root());
    let needs = stage_needs(&run)?;
    let mut clock = StageClock { run: &run, progress, probe: None, boards: Vec::new() };
    let mut stages = Vec::new();
    for need in &needs {
        let status = match (need.is_done, need.spent.seconds > 0.0) {
            (true, _) => "done",
            (false, true) => "interrupted",
            (false, false) => "to do",
        };
        stages.push(PlannedStage {
            name: need.name.clone(),
            status,
            seconds: if need.is_done { 0.0 } else { clock.seconds(need)? },
            memory_bytes: need.memory_bytes,
            disk_bytes: need.disk_bytes,
        });
    }
    let total = PlannedStage {
        name: "total".to_owned(),
        status: if stages.iter().all(|stage| stage.status == "done") { "done" } else { "to do" },
        seconds: stages.iter().map(|stage| stage.seconds).sum(),
        memory_bytes: stages.iter().map(|stage| stage.memory_bytes).max().unwrap_or(0),
        disk_bytes: stages.iter().map(|stage| stage.disk_bytes).sum(),
    };
    let missing = match shortage(&run, &needs, room)? {
        None => seconds.and_then(|seconds| lack_of_time(&run, &needs, &stages, &total, seconds)),
        missing => missing,
    };
    Ok(Plan {
        stages,
        total,
        available_memory_bytes: room.memory_bytes,
        free_disk_bytes: room.disk_bytes,
        fits: missing.is_none(),
        advice: missing.map(|it| it.to_string()),
    })
}

/// The stage that takes longest, and how to shorten it.
fn lack_of_time(
    run: &StudyRun<'_>,
    needs: &[StageNeed],
    stages: &[PlannedStage],
    total: &PlannedStage,
    seconds: f64,
) -> Option<Shortage> {
    if total.seconds <= seconds {
        return None;
    }
    let longest = (0..stages.len()).max_by(|&a, &b| stages[a].seconds.total_cmp(&stages[b].seconds))?;
    let advice = match needs[longest].work {
        Work::Training(_) | Work::Export(_) => "give a shorter training.time or fewer training.iterations".to_owned(),
        Work::League => "give fewer league.boards or league.hands".to_owned(),
        Work::Stability => "give fewer stability.seeds".to_owned(),
        Work::Buckets(number) => {
            let (round, street) = (run.order.bucket_files[number].round, &run.order.bucket_files[number].street);
            let rows = (50 * street.buckets).max(200_000);
            match (street.sample_rows, street.sample_fraction) {
                (None, None) => {
                    format!("give {round}.sample_rows = {rows}, fewer buckets, or a smaller max_iterations")
                }
                _ => format!("give fewer rows of a sample, fewer buckets or a smaller max_iterations for the {round}"),
            }
        }
        Work::Clusters(_) => "give fewer opponents.restarts".to_owned(),
        Work::Report => "leave some variants out".to_owned(),
    };
    Some(Shortage {
        stage: format!("the run, most of it the stage {},", stages[longest].name),
        needed: format!("about {}", number_format::seconds(total.seconds)),
        available: number_format::seconds(seconds),
        advice,
    })
}

/// Estimates times, and tries what it needs to know when it is first asked.
struct StageClock<'a> {
    run: &'a StudyRun<'a>,
    progress: &'a dyn Progress,
    probe: Option<TimeProbe<'a>>,
    /// Seconds a board of training by bucket counts.
    boards: Vec<([usize; 4], f64)>,
}

impl<'a> StageClock<'a> {
    fn probe(&mut self) -> Result<&mut TimeProbe<'a>, StudyError> {
        if self.probe.is_none() {
            self.probe = Some(TimeProbe::new(self.progress)?);
        }
        Ok(self.probe.as_mut().expect("just made"))
    }

    fn seconds(&mut self, need: &StageNeed) -> Result<f64, StudyError> {
        let run = self.run;
        let prepared = need.prepared;
        Ok(match (need.work, &run.study.training, &run.study.league) {
            (Work::Clusters(number), ..) => match &run.order.clusters[number] {
                ClusterChoice::Made(ClusterOrigin::Search(search)) => {
                    self.probe()?.clusters_seconds(Some(*search), prepared)
                }
                ClusterChoice::Made(_) => self.probe()?.clusters_seconds(None, prepared),
                ClusterChoice::File(_) => 0.1,
            },
            (Work::Buckets(number), ..) => self.bucket_seconds(&run.bucket_recipe(number)?, need)?,
            (Work::Stability, ..) => {
                let mut seconds = 0.0;
                for recipe in seeds_of_all(run)?.concat() {
                    let comparing = 1.2e-7 * hands_of_round(recipe.round) as f64;
                    seconds += self.bucket_seconds(&recipe, need)? + self.probe()?.scaled(comparing);
                }
                seconds
            }
            (Work::Training(variant), Some(training), _) => {
                let opening = self.probe()?.scaled(0.5);
                let whole = match training.budget()? {
                    Budget::Seconds(seconds) => seconds,
                    Budget::Iterations(boards) => boards as f64 * self.board_seconds(variant, training)?,
                };
                (whole - need.spent.seconds).max(0.0) + opening
            }
            (Work::Export(variant), ..) => {
                let gigabytes = training_size(run, variant)?.table_bytes as f64 / 1e9;
                self.probe()?.scaled(0.4 + 6.0 * gigabytes)
            }
            (Work::League, Some(training), Some(league)) => self.league_seconds(league, training)?,
            _ => self.probe()?.scaled(0.05 * (1 + run.order.bucket_files.len()) as f64),
        })
    }

    fn bucket_seconds(&mut self, recipe: &BucketRecipe, need: &StageNeed) -> Result<f64, StudyError> {
        let probe = self.probe()?;
        let clusters: Option<OpponentClusters> = match recipe.feature {
            Feature::Ochs { clusters } => Some(probe.any_clusters(clusters)?),
            _ => None,
        };
        Ok(probe.buckets_seconds(recipe, clusters.as_ref(), need.prepared)?)
    }

    fn board_seconds(&mut self, variant: usize, training: &Training) -> Result<f64, StudyError> {
        let counts = bucket_counts(self.run, variant)?;
        if let Some((_, seconds)) = self.boards.iter().find(|(tried, _)| *tried == counts) {
            return Ok(*seconds);
        }
        let seconds = seconds_a_board(counts, training.rule()?, SECONDS_TRIED, self.progress)?;
        self.boards.push((counts, seconds));
        Ok(seconds)
    }

    fn league_seconds(&mut self, league: &LeaguePlan, training: &Training) -> Result<f64, StudyError> {
        let variants = self.run.order.variants.len();
        let pairs = (variants * (variants - 1) / 2) as f64;
        let mut a_board: f64 = 0.0;
        for variant in 0..variants {
            a_board = a_board.max(MATCH_BOARD * self.board_seconds(variant, training)?);
        }
        let opening = self.probe()?.scaled(0.5 * variants as f64);
        let against_built_in = (variants * 5) as f64 * league.built_in_boards as f64 * a_board;
        let among_themselves = match league.hands.filter(|_| league.method == "hands") {
            Some(hands) => pairs * hands as f64 * self.probe()?.scaled(PLAYED_GAME),
            None => pairs * league.boards.unwrap_or(0) as f64 * a_board,
        };
        Ok(opening + against_built_in + among_themselves)
    }
}
