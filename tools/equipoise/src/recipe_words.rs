//! Recipes of files in words, and the commands that follow them once more.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch};
use abstraction::recipe::{BucketRecipe, Feature, PublicRecipe, Sample};
use evaluator::deck::Deck;
use serde_json::Value;
use std::path::Path;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Fingerprint;
use tables::file::header::{FileKind, Header};
use tables::run::folder::RunFolder;
use tables::text::written;

/// Where the commands write.
const AGAIN: &str = "runs/again";

/// A recipe as a list of its entries: `feature ochs, clusters 8, seed 1`.
pub fn in_words(recipe: &Value) -> String {
    match recipe {
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let (key, value) = (key.replace('_', " "), in_words(value));
                if value.is_empty() { key } else { format!("{key} {value}") }
            };
            entries.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        Value::Array(values) => format!("({})", values.iter().map(in_words).collect::<Vec<_>>().join(", ")),
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Null => String::new(),
        plain => plain.to_string(),
    }
}

/// The command that makes a file of this kind again, byte for byte; `None` where one command cannot.
pub fn make_again(file: &Path, header: &Header) -> Option<String> {
    match header.kind {
        FileKind::OpponentClusters => clusters_again(&header.recipe),
        FileKind::Buckets => {
            let opponents = header.parents.iter().find(|parent| parent.name == "opponent_clusters");
            buckets_again(file, &header.recipe, opponents.map(|parent| parent.fingerprint))
        }
        _ => None,
    }
}

/// A command and its flags, of which those that say what is usual are left out.
struct CommandLine(String);

impl CommandLine {
    fn with(self, flag: &str, value: impl ToString) -> Self {
        let value = value.to_string();
        // As a shell reads it back.
        let is_plain = value.chars().all(|letter| letter.is_alphanumeric() || "-_./+:,=@".contains(letter));
        let value = if is_plain { value } else { format!("'{}'", value.replace('\'', r"'\''")) };
        Self(format!("{} --{flag} {value}", self.0))
    }

    fn with_unusual<T: ToString + PartialEq>(self, flag: &str, value: T, usual: T) -> Self {
        if value == usual { self } else { self.with(flag, value) }
    }
}

fn clusters_again(recipe: &Value) -> Option<String> {
    let command = CommandLine("equipoise opponent-clusters".to_owned());
    let command = match recipe["named"].as_str() {
        Some(name) => command.with("named", name),
        None => {
            let number = |key: &str| recipe[key].as_u64();
            let deck = number("deck").map_or(Some(Deck::FULL), |cards| Deck::try_from(cards as usize).ok())?;
            let usual = ClusterSearch::new(deck, u8::try_from(number("clusters")?).ok()?, number("seed")?);
            let command = command.with("clusters", usual.count).with("seed", usual.seed);
            let command = command.with_unusual("restarts", number("restarts")?, usual.restarts as u64);
            let command = command.with_unusual("bins", number("bins")?, u64::from(usual.bins));
            command.with_unusual("deck", deck, Deck::FULL)
        }
    };
    Some(command.with("out", AGAIN).0)
}

/// `None` for imported buckets, whose numbers are not in the recipe.
fn buckets_again(file: &Path, recipe: &Value, opponents: Option<Fingerprint>) -> Option<String> {
    let recipe: BucketRecipe = serde_json::from_value(recipe.clone()).ok()?;
    let usual = BucketRecipe::new(recipe.street(), recipe.feature, recipe.count, recipe.seed);
    let usual = usual.with_distance(recipe.distance);
    let command =
        CommandLine(format!("equipoise buckets build {}", recipe.round)).with("feature", recipe.feature.name());
    let command = match recipe.feature {
        Feature::Hsd { bins } => command.with("bins", bins),
        Feature::OchsStrength { strength_percent, .. } => command.with("strength-percent", strength_percent),
        _ => command,
    };
    let command = match opponents {
        Some(fingerprint) => with_opponents(command, file, &recipe, fingerprint)?,
        None => command,
    };
    let command = command.with("count", recipe.count).with_unusual("method", recipe.method, usual.method);
    let command = command.with("distance", recipe.distance).with_unusual("weights", recipe.weights, usual.weights);
    // Cuts have no centre to choose.
    let command = match recipe.method.is_a_cut() {
        true => command,
        false => command.with_unusual("centre", recipe.centre, usual.centre),
    };
    let command = match recipe.public {
        Some(PublicRecipe { clusters, fine }) => command.with("public-clusters", clusters).with("fine", fine),
        None => command,
    };
    let command = match recipe.sample {
        Sample::All => command,
        Sample::Rows(rows) => command.with("sample-rows", rows),
        Sample::Fraction(share) => command.with("sample-fraction", share),
    };
    let command = command.with_unusual("restarts", recipe.restarts, 1);
    let command = command.with_unusual("max-iterations", recipe.max_iterations, usual.max_iterations);
    let command = command.with_unusual("tolerance", recipe.tolerance, usual.tolerance);
    let command = command.with("seed", recipe.seed).with_unusual("deck", recipe.deck, Deck::FULL);
    Some(command.with("out", AGAIN).0)
}

/// The opponent clusters of a fingerprint: those that the same seed finds, the published ones, or a file of the run.
fn with_opponents(
    command: CommandLine,
    file: &Path,
    recipe: &BucketRecipe,
    wanted: Fingerprint,
) -> Option<CommandLine> {
    let count = u8::try_from(recipe.feature.opponent_clusters()?).ok()?;
    let is_wanted =
        |origin: ClusterOrigin| Fingerprint::of(FileKind::OpponentClusters.name(), &origin.recipe(), &[]) == wanted;
    if is_wanted(ClusterOrigin::Search(ClusterSearch::new(recipe.deck, count, recipe.seed))) {
        return Some(command.with("clusters", count));
    }
    if is_wanted(ClusterOrigin::Johanson2013) {
        return Some(command.with("opponent-clusters", ClusterOrigin::Johanson2013.file_name()));
    }
    // RUN/buckets/NAME.buckets
    let files = RunFolder::new(file.parent()?.parent()?).opponent_cluster_files().ok()?;
    let is_wanted_file = |path: &Path| {
        ArrayFile::open_kind(path, FileKind::OpponentClusters).is_ok_and(|file| file.fingerprint() == wanted)
    };
    let (_, found) = files.into_iter().find(|(_, path)| is_wanted_file(path))?;
    Some(command.with("opponent-clusters", written(&found)))
}
