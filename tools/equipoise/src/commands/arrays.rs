//! `arrays` and `features`: the arrays of one of our files, and a street's features of all canonical hands, for NumPy.

use abstraction::features::build_features::FeatureSource;
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use clap::Args;
use evaluator::round::Round;
use exchange::arrays::{export_arrays, export_features};
use serde_json::json;
use std::path::PathBuf;
use tables::run::folder::RunFolder;
use tables::text::written;

use crate::bucket_choice::FeatureChoice;
use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};

#[derive(Args, Debug)]
pub struct ArraySettings {
    /// A file of any kind, such as a bucket file
    file: PathBuf,
}

pub fn arrays(settings: &ArraySettings, session: &Session) -> anyhow::Result<Document> {
    let folder = session.new_folder("runs/arrays")?;
    let arrays = export_arrays(&settings.file, &folder, &session.progress)?;
    let row = |array: &exchange::arrays::WrittenArray| {
        vec![array.file.display().to_string(), array.element.to_owned(), format!("{:?}", array.shape)]
    };
    let text = columns(&["file", "type", "shape"], &arrays.iter().map(row).collect::<Vec<_>>());
    Ok(Document::new(json!({ "arrays": arrays }), text))
}

#[derive(Args, Debug)]
pub struct FeatureSettings {
    /// flop, turn or river
    street: Round,
    #[command(flatten)]
    features: FeatureChoice,
}

pub fn features(settings: &FeatureSettings, session: &Session) -> anyhow::Result<Document> {
    let feature = settings.features.feature()?;
    settings.features.check()?;
    let mut recipe = BucketRecipe::new(Street::new(session.deck(), settings.street), feature, 1, session.seed());
    recipe.check()?;
    let folder = RunFolder::new(session.out_or("runs/arrays"));
    let _lock = folder.lock_for(settings.features.subfolders())?;
    let clusters = settings.features.clusters(&mut FeatureSource::default(), &folder, session)?;
    if let Some((clusters, _)) = &clusters {
        recipe.feature = recipe.feature.with_opponent_clusters(clusters.count());
    }
    let file = folder.root().join(format!("{}-{}.npy", settings.street, settings.features.short_name()));
    let clusters = clusters.as_ref().map(|(clusters, _)| clusters);
    let shape = export_features(&recipe, clusters, &file, &session.progress)?;
    let one = one_of(feature, recipe.street());
    let json =
        json!({ "file": written(&file), "shape": shape, "element": "u16", "one": one, "recipe": recipe.to_json() });
    let shown = format!("{} hands, {} numbers each", grouped(shape[0]), shape[1]);
    let scale = match feature {
        Feature::Hsd { .. } => format!("deals of the rest of the board: a row sums to {}", grouped(one)),
        _ => format!("{} = 1", grouped(one)),
    };
    Ok(Document::new(json, facts(&[("file", file.display().to_string()), ("array", shown), ("scale", scale)])))
}

/// The number in the array that stands for 1: for a histogram the sum of a row, the ways to deal the rest of the board.
fn one_of(feature: Feature, street: Street) -> u64 {
    match feature {
        Feature::Hsd { .. } => u64::from(street.runouts()),
        _ => u64::from(u16::MAX),
    }
}
