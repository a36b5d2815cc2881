//! A bucket file's answer about one hand: which bucket, what else is in it, and which centres are near.

use abstraction::cluster_file::{ClusterOrigin, JOHANSON_2013, read_clusters};
use abstraction::error::AbstractionError;
use abstraction::explain::bucket::{Occupancy, Placement, occupancy, place_hand, recipe_of};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::buckets::table::BucketTable;
use tables::error::Failure;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Fingerprint;
use tables::file::header::FileKind;
use tables::run::folder::RunFolder;
use tables::text::written;

use super::failure::wrong;
use super::plain_table::{columns, grouped, histogram};
use super::session::Session;
use super::typed_cards::Hand;

/// A bucket file, and the bucket that a hand is in on the file's street.
pub struct FoundBucket {
    file: PathBuf,
    table: BucketTable,
    street: Round,
    index: HandIndex,
    bucket: u32,
}

pub struct ExplainedBucket {
    found: FoundBucket,
    occupancy: Occupancy,
    /// Or what is missing to measure the hand.
    placement: Result<Placement, String>,
}

pub fn look_up(file: &Path, deck: Deck, hand: &Hand) -> anyhow::Result<FoundBucket> {
    let table = BucketTable::open(file)?;
    table.require_deck(deck)?;
    let street = table.round();
    if street > hand.round {
        return Err(wrong(format!(
            "{}: buckets of the {street}, but the hand is on the {}; give a board of {} cards or another file",
            file.display(),
            hand.round,
            street.board_cards()
        )));
    }
    let index = table.index().index(hand.hole, hand.board_of(street));
    let bucket = table.bucket_on(index.0, &hand.board)?;
    Ok(FoundBucket { file: file.to_owned(), table, street, index, bucket: bucket.0 })
}

impl FoundBucket {
    /// Explains the bucket; `given` is a file of opponent clusters to try besides those next to the bucket file.
    pub fn explain(
        self,
        hand: &Hand,
        given: Option<&Path>,
        source: &mut FeatureSource,
        session: &Session,
    ) -> anyhow::Result<ExplainedBucket> {
        let occupancy = occupancy(&self.table, self.bucket, self.index).expect("the bucket was found in the table");
        let cards = (hand.hole, hand.board_of(self.street));
        let placement = self.opponent_clusters(given).and_then(|clusters| {
            let clusters = clusters.as_ref();
            Ok(place_hand(&self.table, cards, self.bucket, clusters, source, &session.progress)?)
        });
        let placement = match placement {
            Ok(placement) => Ok(placement),
            Err(Missing::Said(line)) => Err(line),
            Err(Missing::Failed(error)) => return Err(error.into()),
        };
        Ok(ExplainedBucket { found: self, occupancy, placement })
    }

    /// The opponent clusters that the file was made with: `given`, the published ones, or a file of its run folder.
    fn opponent_clusters(&self, given: Option<&Path>) -> Result<Option<OpponentClusters>, Missing> {
        if recipe_of(&self.table)?.feature.opponent_clusters().is_none() {
            return Ok(None);
        }
        let parents = &self.table.file().header().parents;
        let wanted = parents.first().ok_or_else(|| {
            let line = "the file does not name its opponent clusters; make it again with buckets build";
            Missing::Said(line.to_owned())
        })?;
        let wanted = wanted.fingerprint;
        let published = ClusterOrigin::Johanson2013.recipe();
        if wanted == Fingerprint::of(FileKind::OpponentClusters.name(), &published, &[]) {
            return Ok(Some(OpponentClusters::johanson_2013()));
        }
        let beside = std::path::absolute(&self.file).ok();
        let run = beside.as_deref().and_then(|file| file.parent()?.parent());
        let in_run = run.and_then(|run| RunFolder::new(run).opponent_cluster_files().ok()).unwrap_or_default();
        let tried = given.filter(|&file| file != Path::new(JOHANSON_2013)).map(Path::to_owned);
        let fits = |file: &PathBuf| {
            ArrayFile::open_kind(file, FileKind::OpponentClusters).is_ok_and(|file| file.fingerprint() == wanted)
        };
        let found = tried.into_iter().chain(in_run.into_iter().map(|(_, file)| file)).find(fits);
        let found = found.ok_or_else(|| {
            Missing::Said(format!(
                "its opponent clusters (fingerprint {wanted}) are not in its run folder; give their file with \
                 --opponent-clusters"
            ))
        })?;
        Ok(Some(read_clusters(&found)?.0))
    }
}

/// Why a hand is not measured: something is missing, or the work failed.
enum Missing {
    Said(String),
    Failed(AbstractionError),
}

impl From<AbstractionError> for Missing {
    fn from(error: AbstractionError) -> Self {
        if error.is_input_error() { Self::Said(error.to_string()) } else { Self::Failed(error) }
    }
}

impl ExplainedBucket {
    pub fn json(&self) -> Value {
        json!({
            "file": written(&self.found.file),
            "street": self.found.street.name(),
            "index_unordered": self.found.index.0,
            "bucket": self.found.bucket,
            "of": self.occupancy.of,
            "occupancy": self.occupancy,
            "placement": self.placement.as_ref().ok(),
            "missing": self.placement.as_ref().err(),
        })
    }

    /// For people; `shown` is the strength histogram that the reader has already seen.
    pub fn text(&self, shown: &[f64]) -> String {
        let Occupancy { size, of, size_rank, public_cluster, mates } = &self.occupancy;
        let mut text = format!(
            "\n\nbucket {} of {} on the {} in {}",
            grouped(u64::from(self.found.bucket)),
            grouped(*of as u64),
            self.found.street,
            self.found.file.display()
        );
        text += &format!(
            "\n  size           {} hands, {} deals, {:.4} % of all, number {} from the largest",
            grouped(size.hands),
            grouped(size.deals),
            100.0 * size.share,
            grouped(*size_rank as u64)
        );
        if let Some(cluster) = public_cluster {
            text += &format!("\n  public cluster {cluster}, by the first three cards of the board");
        }
        text += &format!("\n  mean strength  {:.4}", size.mean_strength);
        match &self.placement {
            Ok(placement) => text += &placement_text(placement, shown),
            Err(missing) => text += &format!("\n  not measured   {missing}"),
        }
        if !mates.is_empty() {
            text += "\n  other hands in it, with their strength";
        }
        for mate in mates {
            text += &format!("\n    {} {}  {:.4}", mate.hole, mate.board, mate.strength);
        }
        text
    }
}

fn placement_text(placement: &Placement, shown: &[f64]) -> String {
    let Placement { feature, row, unit, own_distance, own_is_nearest, nearest } = placement;
    let mut text = format!("\n  {feature:<13}  ");
    text += &match *feature {
        "hsd" if row == shown => "as above".to_owned(),
        "hsd" => histogram(row),
        _ => row.iter().map(|entry| format!("{entry:.4}")).collect::<Vec<_>>().join(" "),
    };
    let place = if *own_is_nearest { "no centre is nearer" } else { "other centres are nearer" };
    text += &format!("\n  own centre     {own_distance:.6} {unit} away, {place}\n  nearest centres\n");
    let rows: Vec<Vec<String>> = nearest
        .iter()
        .map(|near| {
            let bucket = format!("    {}", grouped(near.bucket as u64));
            vec![bucket, format!("{:.6}", near.distance), format!("{:.4}", near.mean_strength)]
        })
        .collect();
    text + &columns(&["    bucket", &format!("distance in {unit}"), "mean strength"], &rows)
}
