//! The order of a study: clusters, buckets, stability, then training, export, exploitability and league for each of its
//! trainings, and the report; shared stages appear once. Where a training goes on from a shorter one, each player does
//! both before the next player begins.

use abstraction::recipe::BucketRequest;
use abstraction::street::Street;
use evaluator::round::Round;
use matches::settings::league::SettingPlayer;
use matches::statistics::crossed::Drawn;
use solver::train::Opponent;
use std::collections::BTreeSet;
use std::path::PathBuf;

use super::settings::{ClusterChoice, STREETS, Setting, each_once, settings_of};
use super::street::StreetBuckets;
use super::study::Study;
use super::training::goes_on_from;
use crate::error::{StudyError, refuse};

/// The opponent clusters of one clustering, for every setting that uses them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterFile {
    pub choice: ClusterChoice,
    /// What their names in the run folder and among the stages end with.
    ending: String,
}

impl ClusterFile {
    /// The name of their file in the run folder.
    pub fn file_name(&self) -> String {
        format!("{}{}", self.choice.file_name(), self.ending)
    }

    pub(crate) fn stage_name(&self) -> String {
        format!("clusters-{}{}", self.choice.stage_ending(), self.ending)
    }
}

/// One bucket file, for every variant that uses it.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketFile {
    /// Its name in the run folder.
    pub name: String,
    pub round: Round,
    pub street: StreetBuckets,
    /// Its opponents among [`StageOrder::clusters`], if its feature needs any.
    pub clusters: Option<usize>,
    /// Which clustering it belongs to, from 1; the first for what draws nothing.
    pub clustering: u32,
}

/// One card abstraction of a study: a setting in one clustering.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The setting's name, with the clustering's number where there are several.
    pub name: String,
    pub setting: usize,
    pub clustering: u32,
    /// Its files of flop, turn and river among [`StageOrder::bucket_files`].
    pub bucket_files: [Option<usize>; 3],
    /// Strategy files of one's own instead, one for each of its trainings, as they were given.
    pub strategies: Vec<PathBuf>,
}

/// One strategy of a study: a variant trained by one of its trainings on one sequence of cards, or a file of one's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// What it is called in the league of its training.
    pub name: String,
    /// The name of its training and strategy in the run folder.
    pub file: String,
    /// The abstraction among [`StageOrder::variants`].
    pub variant: usize,
    /// The training among [`Study::training`].
    pub plan: usize,
    /// Which sequence of cards, from 1.
    pub training: u32,
}

/// What a stage does, one variant for each kind; numbers are places in the order's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Work {
    Clusters(usize),
    Buckets(usize),
    /// A bucket file of one's own, taken into the run.
    OwnBuckets(usize),
    /// All bucket files again with other seeds.
    Stability,
    Training(usize),
    Export(usize),
    /// A strategy file of one's own, taken into the run.
    OwnStrategy(usize),
    /// The exploitability of the strategies of one of the study's trainings.
    Exploitability(usize),
    /// All strategies of one of the study's trainings against each other.
    League(usize),
    Report,
}

/// All that a study makes, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StageOrder {
    pub clusters: Vec<ClusterFile>,
    pub bucket_files: Vec<BucketFile>,
    /// Those of an opponent with exact cards among them, flop first.
    pub opponents_files: Vec<usize>,
    /// The trainings that are made, among [`Study::training`].
    pub plans: Vec<usize>,
    /// Those against such an opponent.
    pub exact_plans: Vec<usize>,
    /// For each training the shorter one from which it goes on, if any.
    pub goes_on_from: Vec<Option<usize>>,
    pub settings: Vec<String>,
    /// What of the repeats of a setting is drawn.
    pub drawn: Drawn,
    pub variants: Vec<Variant>,
    pub players: Vec<Player>,
    pub stages: Vec<(String, Work)>,
}

impl StageOrder {
    /// The order of a whole study, whatever part of it is selected; nothing is read.
    pub fn of(study: &Study) -> Result<Self, StudyError> {
        study.repeats.check()?;
        let clusterings = 1..=study.repeats.clusterings;
        // [clustering][setting]
        let all: Vec<_> = clusterings.clone().map(|number| settings_of(study, number)).collect::<Result<_, _>>()?;
        let drawn = if all[0].iter().any(Setting::is_drawn) { Drawn::Clusterings } else { Drawn::Trainings };
        let mut order = Self { settings: all[0].iter().map(|it| it.name.clone()).collect(), drawn, ..Self::default() };
        for number in 0..order.settings.len() {
            for (clustering, settings) in clusterings.clone().zip(&all) {
                let ending = study.repeats.clustering_ending(clustering);
                let name = format!("{}{ending}", order.settings[number]);
                let each = study.repeats.trainings as usize;
                let strategies = settings[number].strategies.chunks(each).nth(clustering as usize - 1);
                order.variants.push(Variant {
                    name,
                    setting: number,
                    clustering,
                    bucket_files: [None; 3],
                    strategies: strategies.unwrap_or_default().to_vec(),
                });
                if let Some(choice) = &settings[number].clusters {
                    let ending = if choice.is_drawn() { ending } else { String::new() };
                    let file = ClusterFile { choice: choice.clone(), ending };
                    if !order.clusters.contains(&file) {
                        order.clusters.push(file);
                    }
                }
            }
        }
        for round in STREETS {
            for variant in 0..order.variants.len() {
                let Variant { setting, clustering, .. } = order.variants[variant];
                let setting = &all[clustering as usize - 1][setting];
                order.variants[variant].bucket_files[round.number() - 1] =
                    order.bucket_file(study, setting, clustering, round)?;
            }
        }
        order.list_opponents_files(study)?;
        let has_strategies = order.variants.iter().all(|variant| !variant.strategies.is_empty());
        order.plans = (0..study.training.len().max(usize::from(has_strategies))).collect();
        order.goes_on_from = goes_on_from(&study.training, &order.plans);
        order.list_players(study);
        let names: Vec<String> = order.clusters.iter().map(ClusterFile::file_name).collect();
        each_once("opponents.files", names.iter().map(String::as_str))?;
        each_once("variant.name", order.variants.iter().map(|it| it.name.as_str()))?;
        each_once("variant.name", order.players.iter().map(|it| it.file.as_str()))?;
        order.list_stages(study);
        Ok(order)
    }

    /// The file for a setting's street in a clustering: one that is there already, or a new one.
    fn bucket_file(
        &mut self,
        study: &Study,
        setting: &Setting<'_>,
        clustering: u32,
        round: Round,
    ) -> Result<Option<usize>, StudyError> {
        let Some((street, own)) = setting.streets[round.number() - 1] else { return Ok(None) };
        // What draws nothing is made once for all clusterings.
        let clustering = if street.is_drawn() { clustering } else { 1 };
        let ending = if street.is_drawn() { study.repeats.clustering_ending(clustering) } else { String::new() };
        let choice = setting.clusters.as_ref().filter(|_| street.uses_clusters());
        let clusters = choice.and_then(|choice| self.clusters.iter().position(|it| it.choice == *choice));
        let recipe = |street: &BucketRequest| {
            street.recipe(Street::new(study.deck, round), 1, study.seed_of(street, round, clustering))
        };
        let is_same = |other: &StreetBuckets| match (street, other) {
            (StreetBuckets::Made(street), StreetBuckets::Made(other)) => Ok(recipe(street)? == recipe(other)?),
            (street, other) => Ok::<_, StudyError>(street == other),
        };
        for (number, file) in self.bucket_files.iter().enumerate() {
            let is_alike = (file.round, file.clusters, file.clustering) == (round, clusters, clustering);
            if is_alike && is_same(&file.street)? {
                return Ok(Some(number));
            }
        }
        let name = match choice {
            _ if own => format!("{round}-{}{ending}", setting.name),
            Some(choice) => format!("{round}-{}{ending}", choice.variant_name()),
            None => format!("{round}{ending}"),
        };
        if self.bucket_files.iter().any(|file| file.name == name) {
            return refuse("variant.name", "a name unlike those of other variants and opponents", &setting.name);
        }
        self.bucket_files.push(BucketFile { name, round, street: street.clone(), clusters, clustering });
        Ok(Some(self.bucket_files.len() - 1))
    }

    /// The files of flop and turn of a player's opponent, if that is one with exact cards: those of the study, or the
    /// player's own.
    pub fn opponents_files_of(&self, player: usize) -> Vec<usize> {
        let Player { plan, variant, .. } = self.players[player];
        if !self.exact_plans.contains(&plan) {
            return Vec::new();
        }
        if !self.opponents_files.is_empty() {
            return self.opponents_files.clone();
        }
        let [flop, turn, _] = self.variants[variant].bucket_files;
        flop.into_iter().chain(turn).collect()
    }

    /// The files of an opponent with exact cards, the same for all players; none where each has its own.
    fn list_opponents_files(&mut self, study: &Study) -> Result<(), StudyError> {
        let is_exact = |&plan: &usize| study.training[plan].opponent() == Opponent::Exact;
        self.exact_plans = (0..study.training.len()).filter(is_exact).collect();
        let hands = match (&study.exact_opponent, self.exact_plans.is_empty()) {
            (None, _) => return Ok(()),
            (Some(hands), false) => hands,
            (Some(_), true) => return refuse("exact_opponent", "a training with opponent = \"exact\"", "none"),
        };
        for (round, street) in hands.streets() {
            if street.uses_clusters() {
                return refuse("exact_opponent", "a feature without opponent clusters", street.feature.name());
            }
            street.recipe(Street::new(study.deck, round), 1, 0)?;
            let name = format!("opponent-{round}");
            self.opponents_files.push(self.bucket_files.len());
            let street = StreetBuckets::Made(street.clone());
            self.bucket_files.push(BucketFile { name, round, street, clusters: None, clustering: 1 });
        }
        Ok(())
    }

    pub(super) fn list_players(&mut self, study: &Study) {
        self.players.clear();
        for &plan in &self.plans {
            for (variant, Variant { name, .. }) in self.variants.iter().enumerate() {
                for training in 1..=study.repeats.trainings {
                    let name = format!("{name}{}", study.repeats.training_ending(training));
                    let file = with_ending(&name, study.training_name(plan));
                    self.players.push(Player { name, file, variant, plan, training });
                }
            }
        }
    }

    pub(super) fn list_stages(&mut self, study: &Study) {
        let of_variants = self.variants.iter().flat_map(|it| it.bucket_files).flatten();
        let files: BTreeSet<usize> = of_variants.chain(self.opponents_files.iter().copied()).collect();
        let clusters: BTreeSet<usize> = files.iter().filter_map(|&file| self.bucket_files[file].clusters).collect();
        let clusters = clusters.iter().map(|&it| (self.clusters[it].stage_name(), Work::Clusters(it)));
        let buckets = files.iter().map(|&it| (format!("buckets-{}", self.bucket_files[it].name), self.bucket_work(it)));
        let mut stages: Vec<_> = clusters.chain(buckets).collect();
        if study.stability.is_some() {
            stages.push(("stability".to_owned(), Work::Stability));
        }
        let first_plans = self.plans.iter().copied().filter(|&plan| self.goes_on_from[plan].is_none());
        for first in first_plans {
            let plans = self.plans_from(first);
            for player in self.players_of(first) {
                for number in plans.iter().filter_map(|&plan| self.in_plan(player, plan)) {
                    let file = &self.players[number].file;
                    if let work @ Work::OwnStrategy(_) = self.strategy_work(number) {
                        stages.push((format!("strategy-{file}"), work));
                        continue;
                    }
                    stages.push((format!("training-{file}"), Work::Training(number)));
                    stages.push((format!("export-{file}"), Work::Export(number)));
                }
            }
            for plan in plans {
                let named = |stage| with_ending(stage, study.training_name(plan));
                if study.league.is_some() {
                    stages.push((named("league"), Work::League(plan)));
                }
                if study.exploitability.is_some() {
                    stages.push((named("exploitability"), Work::Exploitability(plan)));
                }
            }
        }
        stages.push(("report".to_owned(), Work::Report));
        self.stages = stages;
    }

    pub fn made_clusters(&self) -> impl Iterator<Item = &ClusterFile> {
        self.stages.iter().filter_map(|(_, work)| match work {
            Work::Clusters(number) => Some(&self.clusters[*number]),
            _ => None,
        })
    }

    /// The bucket files that are made or taken into the run, by their places in the list of all.
    pub fn made_buckets(&self) -> impl Iterator<Item = usize> + '_ {
        self.stages.iter().filter_map(|(_, work)| match work {
            Work::Buckets(number) | Work::OwnBuckets(number) => Some(*number),
            _ => None,
        })
    }

    /// The work by which a bucket file comes to be there.
    fn bucket_work(&self, number: usize) -> Work {
        match self.bucket_files[number].street {
            StreetBuckets::Made(_) => Work::Buckets(number),
            StreetBuckets::File(_) => Work::OwnBuckets(number),
        }
    }

    /// The work by which a player's strategy comes to be there.
    fn strategy_work(&self, player: usize) -> Work {
        match self.own_strategy(player) {
            None => Work::Export(player),
            Some(_) => Work::OwnStrategy(player),
        }
    }

    /// The strategy file that was given for a player, if it is not trained.
    pub(crate) fn own_strategy(&self, player: usize) -> Option<&PathBuf> {
        let Player { variant, training, .. } = self.players[player];
        self.variants[variant].strategies.get(training as usize - 1)
    }

    /// A training and those that go on from it, one after the other.
    fn plans_from(&self, first: usize) -> Vec<usize> {
        let next = |plan: &usize| self.goes_on_from.iter().position(|before| *before == Some(*plan));
        std::iter::successors(Some(first), next).collect()
    }

    /// The player of the same variant and cards in another of the study's trainings.
    fn in_plan(&self, player: usize, plan: usize) -> Option<usize> {
        let Player { variant, training, .. } = self.players[player];
        self.players_of(plan).find(|&it| (self.players[it].variant, self.players[it].training) == (variant, training))
    }

    /// The work that must be done before.
    pub fn needs(&self, work: Work) -> Vec<Work> {
        match work {
            Work::Clusters(_) | Work::OwnBuckets(_) | Work::OwnStrategy(_) => Vec::new(),
            Work::Buckets(number) => self.bucket_files[number].clusters.into_iter().map(Work::Clusters).collect(),
            Work::Stability => self.compared_files().map(|file| self.bucket_work(file)).collect(),
            Work::Training(number) => {
                let player = &self.players[number];
                let files = self.variants[player.variant].bucket_files.into_iter().flatten();
                // An opponent without files of its own has the player's.
                let opponents = self.exact_plans.contains(&player.plan).then_some(&self.opponents_files);
                let buckets = files.chain(opponents.into_iter().flatten().copied()).map(|file| self.bucket_work(file));
                // Regrets are taken over once the strategy has been made of them.
                buckets.chain(self.begun_by(number).map(Work::Export)).collect()
            }
            Work::Export(player) => vec![Work::Training(player)],
            Work::Exploitability(plan) | Work::League(plan) => {
                self.players_of(plan).map(|player| self.strategy_work(player)).collect()
            }
            Work::Report => self.stages.iter().map(|(_, work)| *work).filter(|work| *work != Work::Report).collect(),
        }
    }

    /// The bucket files that the study makes for its settings, with seeds. Those of an opponent with exact cards only
    /// have to be fine: which buckets they are decides nothing.
    pub(crate) fn compared_files(&self) -> impl Iterator<Item = usize> + '_ {
        let is_made = |number: &usize| self.bucket_files[*number].street.request().is_some();
        self.made_buckets().filter(move |number| is_made(number) && !self.opponents_files.contains(number))
    }

    /// The player whose regrets another one goes on with, if it does.
    pub fn begun_by(&self, player: usize) -> Option<usize> {
        self.in_plan(player, self.goes_on_from[self.players[player].plan]?)
    }

    /// The player who goes on with the regrets of another one, if one does.
    pub fn continued_by(&self, player: usize) -> Option<usize> {
        let plan = self.players[player].plan;
        self.in_plan(player, self.goes_on_from.iter().position(|before| *before == Some(plan))?)
    }

    /// The player that another one's training begins with: that one itself, or the shortest it goes on from.
    pub fn first_of(&self, player: usize) -> usize {
        std::iter::successors(Some(player), |&player| self.begun_by(player)).last().unwrap_or(player)
    }

    /// Which setting, clustering and training a player stands for.
    pub(crate) fn label(&self, player: &Player) -> SettingPlayer {
        let variant = &self.variants[player.variant];
        SettingPlayer {
            setting: variant.setting,
            clustering: variant.clustering as usize,
            training: player.training as usize,
        }
    }

    /// The players of one of the study's trainings, by their places in the list of all.
    pub fn players_of(&self, plan: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(move |&number| self.players[number].plan == plan)
    }
}

/// A name followed by the name of a training, if it has one.
pub(crate) fn with_ending(name: &str, training: Option<&str>) -> String {
    training.map_or(name.to_owned(), |training| format!("{name}-{training}"))
}
