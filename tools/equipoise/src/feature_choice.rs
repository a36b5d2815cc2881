//! Which feature describes a hand, as flags: the feature, its bins, its opponent clusters.

use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::Feature;
use clap::Args;
use tables::file::fingerprint::Parent;
use tables::run::folder::{RunFolder, Subfolder};

use crate::failure::wrong;
use crate::opponent_source::OpponentChoice;
use crate::session::Session;

/// Which feature.
#[derive(Args, Debug)]
pub struct FeatureChoice {
    /// What describes a hand: hsd, ochs, ochs-strength, strength or strength-squared
    #[arg(long, value_name = "FEATURE")]
    feature: Feature,
    #[command(flatten)]
    opponents: OpponentChoice,
    /// Bins of strength histograms [default: 50]
    #[arg(long, value_name = "B", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=500))]
    bins: Option<u16>,
}

impl FeatureChoice {
    /// The feature, before the opponent clusters are counted.
    pub fn feature(&self) -> anyhow::Result<Feature> {
        let (name, uses_clusters) = (self.feature.name(), self.uses_clusters());
        let names_clusters = self.opponents.clusters.is_some() || self.opponents.opponent_clusters.is_some();
        if names_clusters && !uses_clusters {
            return Err(wrong(format!(
                "--feature {name}: has no opponent clusters; leave them out or give --feature ochs"
            )));
        }
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
