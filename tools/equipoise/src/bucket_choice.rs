//! The bucket files of a training: one for each street, from folders or named one by one.
//!
//! Which feature describes a hand, as flags: the feature, its bins, its opponent clusters.
//!
//! Opponent clusters as they are asked for: a number to compute, a file, or the published table by its name.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, JOHANSON_2013, read_clusters};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::Feature;
use clap::Args;
use evaluator::round::Round;
use evaluator::words::did_you_mean;
use std::path::{Path, PathBuf};
use tables::buckets::set::{BucketSet, bucket_files_at, is_dangling};
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Parent;
use tables::file::place::is_same_file;
use tables::run::folder::{RunFolder, Subfolder};
use tables::text;

use super::failure::wrong;
use super::session::Session;

/// Which bucket files.
#[derive(Args, Debug)]
pub struct BucketChoice {
    /// Bucket files, or folders that hold them (a run does): several files, or the option again [default: the run's
    /// own]
    #[arg(long, value_name = "FILE|DIR")]
    pub buckets: Vec<PathBuf>,
    /// The flop's bucket file, where --buckets has several
    #[arg(long, value_name = "FILE")]
    pub flop: Option<PathBuf>,
    /// The turn's bucket file
    #[arg(long, value_name = "FILE")]
    pub turn: Option<PathBuf>,
    /// The river's bucket file
    #[arg(long, value_name = "FILE")]
    pub river: Option<PathBuf>,
}

/// What a study says about the files: the names of those of one variant, and what to do where there are none.
#[derive(Default)]
pub struct OfStudy<'a> {
    /// The variant's files of flop, turn and river; none where the study has no such variant.
    pub names: [Option<&'a str>; 3],
    /// The command that makes the study's files.
    pub command: Option<String>,
    /// The variant that was asked for.
    pub variant: &'a str,
    /// The study's variants, to choose from.
    pub variants: Vec<&'a str>,
}

impl OfStudy<'_> {
    /// How to get a street's missing file.
    fn cure(&self, round: Round) -> String {
        let Some(command) = &self.command else { return format!("make one with 'equipoise buckets build {round}'") };
        // A new name needs buckets of its own; for a mistyped one, the existing names are shown.
        let is_known = self.names.iter().any(Option::is_some) || self.variants.is_empty();
        let variants = || {
            let meant = did_you_mean(self.variant, self.variants.iter().copied());
            format!(" (its variants are {}{meant})", self.variants.join(", "))
        };
        format!("'{command}' makes all that the study needs{}", if is_known { String::new() } else { variants() })
    }
}

impl BucketChoice {
    /// Opens the three files; `run` is the place where none is given.
    pub fn open(&self, run: &Path, study: &OfStudy<'_>) -> anyhow::Result<BucketSet> {
        let places = self.places(run);
        let named = [&self.flop, &self.turn, &self.river];
        let mut files = Vec::new();
        for (round, (named, known)) in Round::ALL.into_iter().skip(1).zip(named.into_iter().zip(study.names)) {
            let known = || known.and_then(|name| file_called(&places, name));
            files.push(match named.clone().or_else(known) {
                Some(file) => file,
                None => the_only_one(&places, round, study)?,
            });
        }
        Ok(BucketSet::open(&files[0], &files[1], &files[2])?)
    }

    /// The places that are searched.
    pub fn places(&self, run: &Path) -> Vec<PathBuf> {
        if self.buckets.is_empty() { vec![run.to_owned()] } else { self.buckets.clone() }
    }
}

/// The bucket file of that name among those of some places, if it is there.
pub fn file_called(places: &[PathBuf], name: &str) -> Option<PathBuf> {
    let is_called = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == name) && file.exists();
    places.iter().flat_map(|place| bucket_files_at(place).unwrap_or_default()).find(is_called)
}

/// The street's file among those of some places.
fn the_only_one(places: &[PathBuf], round: Round, study: &OfStudy<'_>) -> anyhow::Result<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for place in places.iter().filter(|place| place.exists()) {
        let found = bucket_files_of(place)?.into_iter().filter(|(of, _)| *of == round).map(|(_, file)| file);
        for file in found {
            // The same file may be in several places, in a run as a link.
            if !files.iter().any(|other| is_same_file(other, &file)) {
                files.push(file);
            }
        }
    }
    let link = places.iter().find_map(|place| dangling_link(place, round)).filter(|_| files.is_empty());
    if let Some(link) = link {
        let (target, link) = (link.read_link().unwrap_or_default(), link.display());
        let target = target.display();
        return Err(wrong(format!(
            "{link}: a link to {target}, where nothing is; give the folder that the buckets moved to with --buckets"
        )));
    }
    let place = listed(places);
    match files.as_slice() {
        [file] => Ok(file.clone()),
        [] => {
            let missing = if places.iter().any(|place| place.exists()) { "" } else { "no such folder, and so " };
            let called = study.names[round.number() - 1].map_or(String::new(), |name| format!(" ('{name}.buckets')"));
            let make = study.cure(round);
            Err(wrong(format!(
                "{place}: {missing}no bucket file of the {round}{called}; {make}, or give --buckets or --{round}"
            )))
        }
        several => {
            let variants = match study.variants.as_slice() {
                [] => String::new(),
                variants => format!(", or give a --variant of the study: {}", variants.join(", ")),
            };
            Err(wrong(format!(
                "{place}: {} bucket files of the {round} ({}); choose one with --{round}{variants}",
                several.len(),
                listed(several)
            )))
        }
    }
}

fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// A link in a run folder to a bucket file that is not there any more, perhaps the street's.
fn dangling_link(folder: &Path, round: Round) -> Option<PathBuf> {
    let links = RunFolder::new(folder).bucket_files().unwrap_or_default();
    let links: Vec<(String, PathBuf)> = links.into_iter().filter(|(_, path)| is_dangling(path)).collect();
    let named = links.iter().position(|(name, _)| name.contains(round.name()));
    links.into_iter().nth(named.unwrap_or(0)).map(|(_, path)| path)
}

/// The bucket files at a place, each with its street, sorted by path. Links that lead nowhere only matter where a
/// street has no other file.
pub fn bucket_files_of(place: &Path) -> anyhow::Result<Vec<(Round, PathBuf)>> {
    let refuse = |error| wrong(format!("{}: cannot be read ({error}); check the path", place.display()));
    let mut files = bucket_files_at(place).map_err(refuse)?;
    files.retain(|file| !is_dangling(file));
    // A damaged file in the folder is named rather than passed over: it may be the one that is meant.
    files.into_iter().map(|file| Ok((BucketTable::open(&file)?.round(), file))).collect()
}

/// Which feature.
#[derive(Args, Debug)]
pub struct FeatureChoice {
    /// What describes a hand: hsd, ochs, ochs-strength, strength or strength-squared
    #[arg(long, value_name = "FEATURE")]
    pub feature: Feature,
    #[command(flatten)]
    opponents: OpponentChoice,
    /// Bins of strength histograms [default: 50]
    #[arg(long, value_name = "B", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=500))]
    pub bins: Option<u16>,
}

impl FeatureChoice {
    /// Refuses opponent clusters beside a feature that has none.
    pub fn refuse_clusters(&self) -> anyhow::Result<()> {
        let names_clusters = self.opponents.clusters.is_some() || self.opponents.opponent_clusters.is_some();
        if names_clusters && !self.uses_clusters() {
            let name = self.feature.name();
            return Err(wrong(format!(
                "--feature {name}: has no opponent clusters; leave them out or give --feature ochs"
            )));
        }
        Ok(())
    }

    /// The feature, before the opponent clusters are counted.
    pub fn feature(&self) -> anyhow::Result<Feature> {
        self.refuse_clusters()?;
        let name = self.feature.name();
        match (self.feature, self.bins) {
            (Feature::Hsd { .. }, Some(bins)) => Ok(Feature::Hsd { bins }),
            (_, Some(_)) => {
                Err(wrong(format!("--feature {name}: has no bins; leave --bins out or give --feature hsd")))
            }
            // One cluster stands for as many as the file will have; that number is checked by itself.
            (feature, None) => Ok(feature.with_opponent_clusters(1)),
        }
    }

    fn uses_clusters(&self) -> bool {
        self.feature.opponent_clusters().is_some()
    }

    /// Whether a cluster file that was named can be read, before anything else is made.
    pub fn check(&self) -> anyhow::Result<()> {
        self.opponents.check()
    }

    /// The opponent clusters with the file that holds them, if the feature needs any; what has no file yet gets one
    /// in the run folder.
    pub fn clusters(
        &self,
        source: &mut FeatureSource,
        folder: &RunFolder,
        session: &Session,
    ) -> anyhow::Result<Option<(OpponentClusters, Parent)>> {
        self.uses_clusters().then(|| self.opponents.kept_clusters(source, folder, session)).transpose()
    }

    /// The folders of a run that [`Self::clusters`] may write to.
    pub fn subfolders(&self) -> &'static [Subfolder] {
        if self.uses_clusters() { &[Subfolder::OpponentClusters] } else { &[] }
    }

    /// What the feature is called in the names of files made of it: `hsd50`, `ochs8`, `strength`.
    pub fn short_name(&self) -> String {
        let numbers = match (self.feature, self.bins) {
            _ if self.uses_clusters() => self.opponents.short_name(),
            (Feature::Hsd { .. }, Some(bins)) | (Feature::Hsd { bins }, None) => bins.to_string(),
            _ => String::new(),
        };
        format!("{}{numbers}", self.feature.name())
    }
}

/// The clusters of a file; what is no file may be a mistyped name.
fn named_clusters(file: &Path) -> anyhow::Result<(OpponentClusters, Parent)> {
    let meant = did_you_mean(&text::written(file), [JOHANSON_2013]);
    if !file.exists() && !meant.is_empty() {
        let file = file.display();
        return Err(wrong(format!("--opponent-clusters '{file}': neither a file nor {JOHANSON_2013}{meant}")));
    }
    Ok(read_clusters(file)?)
}

/// Clusters where no number is given.
pub const DEFAULT_CLUSTERS: u8 = 8;

/// Which opponent clusters.
#[derive(Args, Debug)]
pub struct OpponentChoice {
    /// How many opponent clusters to compute [default: 8]
    #[arg(long, value_name = "K", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u8).range(1..=169), conflicts_with = "opponent_clusters")]
    pub clusters: Option<u8>,
    /// A file of opponent clusters, or johanson2013 for the published ones
    #[arg(long, value_name = "FILE|johanson2013")]
    pub opponent_clusters: Option<PathBuf>,
}

impl OpponentChoice {
    /// The clusters, read or computed.
    pub fn clusters(&self, source: &mut FeatureSource, session: &Session) -> anyhow::Result<OpponentClusters> {
        match self.origin(session) {
            Ok(ClusterOrigin::Johanson2013) if session.deck().is_full() => Ok(OpponentClusters::johanson_2013()),
            Ok(ClusterOrigin::Johanson2013) => {
                let deck = session.deck();
                Err(wrong(format!("johanson2013: clusters of the full deck, not of {deck} cards; give --clusters")))
            }
            Ok(ClusterOrigin::Search(search)) => {
                Ok(search
                    .compute(&source.preflop(session.deck(), search.bins, &session.progress)?, &session.progress)?)
            }
            Err(file) => Ok(named_clusters(file)?.0),
        }
    }

    /// Whether a file that was named can be read, before anything else is made.
    pub fn check(&self) -> anyhow::Result<()> {
        if let Some(file) = self.opponent_clusters.as_deref().filter(|&file| file != Path::new(JOHANSON_2013)) {
            named_clusters(file)?;
        }
        Ok(())
    }

    /// The clusters with the file that holds them; what has no file yet gets one in the run folder.
    pub fn kept_clusters(
        &self,
        source: &mut FeatureSource,
        folder: &RunFolder,
        session: &Session,
    ) -> anyhow::Result<(OpponentClusters, Parent)> {
        let origin = match self.origin(session) {
            Ok(origin) => origin,
            Err(file) => return named_clusters(file),
        };
        let path = folder.opponent_clusters(&origin.file_name())?;
        if !origin.is_made(&path) {
            origin.write(
                &path,
                &source.preflop(session.deck(), origin.bins(), &session.progress)?,
                &session.progress,
            )?;
        }
        Ok(read_clusters(&path)?)
    }

    /// Where the clusters come from, or the file they are in.
    fn origin(&self, session: &Session) -> Result<ClusterOrigin, &Path> {
        match &self.opponent_clusters {
            Some(name) if name == Path::new(JOHANSON_2013) => Ok(ClusterOrigin::Johanson2013),
            Some(file) => Err(file),
            None => {
                let count = self.clusters.unwrap_or(DEFAULT_CLUSTERS);
                Ok(ClusterOrigin::Search(ClusterSearch::new(session.deck(), count, session.seed())))
            }
        }
    }

    /// What the clusters are called in the names of files made with them.
    pub fn short_name(&self) -> String {
        match &self.opponent_clusters {
            None => self.clusters.unwrap_or(DEFAULT_CLUSTERS).to_string(),
            Some(file) => {
                let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
                format!("-{}", stem.trim_start_matches("ochs"))
            }
        }
    }
}
