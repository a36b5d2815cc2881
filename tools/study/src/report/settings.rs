//! The report's section on what was compared: the study's settings as tables that can be read without knowing its file.

use abstraction::cluster_file::ClusterWeights;
use abstraction::distance::Distance;
use abstraction::recipe::{BucketRecipe, Feature, Method, Sample};
use report::number_format::{DASH, percent, whole};
use report::page::Page;
use report::page_parts::{DataTable, Facts};
use solver::train::{Sampler, UpdateRule};
use tables::text::written;

use super::standings::cluster_count;
use crate::error::StudyError;
use crate::file::order::StageOrder;
use crate::file::street::StreetBuckets;
use crate::file::study::Study;
use crate::file::training::Training;
use crate::own_files::OwnFile;
use crate::study_run::StudyRun;

/// Adds the section.
pub fn settings_section(page: Page, run: &StudyRun<'_>) -> Result<Page, StudyError> {
    let (study, order) = (run.study, run.order());
    let several = order.settings.len() > 1;
    let differ = if several { "; the settings differ in what makes hands alike" } else { "" };
    let intro = format!("Hands that are alike share a bucket and are played alike{differ}.{}", about_clusters(order));
    let mut buckets =
        DataTable::new(&["street", "setting", "hands are described by", "alike by", "clustered on", "buckets"], 5);
    // Settings whose buckets are described alike share a row.
    let mut rows: Vec<(StreetRow, Vec<String>)> = Vec::new();
    for (number, file) in order
        .made_buckets()
        .map(|number| (number, &order.bucket_files[number]))
        .filter(|(_, file)| file.clustering == 1)
    {
        let users: Vec<String> = order
            .variants
            .iter()
            .filter(|variant| variant.clustering == 1)
            .filter(|variant| {
                variant.bucket_files.into_iter().flatten().any(|number| order.bucket_files[number] == *file)
            })
            .map(|variant| order.settings[variant.setting].clone())
            .collect();
        let described = match &file.street {
            StreetBuckets::Made(_) => {
                let recipe = study.recipe(file, 1)?;
                [feature(&recipe), likeness(&recipe), sample(&recipe)]
            }
            StreetBuckets::File(path) => {
                // It may be gone once the study is done.
                let fingerprint = run.own_fingerprint(OwnFile::Buckets(number)).ok();
                let fingerprint = fingerprint.map_or_else(|| DASH.to_owned(), |it| it.to_string());
                let file = format!("the file {}, fingerprint {fingerprint}", written(path));
                [file, DASH.to_owned(), DASH.to_owned()]
            }
        };
        let users = match users.len() {
            _ if order.opponents_files.contains(&number) => vec!["the exact opponent".to_owned()],
            count if count == order.settings.len() => vec!["all".to_owned()],
            _ => users,
        };
        let row = StreetRow { street: file.round.name(), described, count: run.bucket_count(number).ok() };
        match rows.iter_mut().find(|(other, _)| *other == row) {
            Some((_, others)) => others.extend(users),
            None => rows.push((row, users)),
        }
    }
    for (StreetRow { street, described, count }, users) in rows {
        let row = [street.to_owned(), users.join(", ")].into_iter().chain(described);
        let count = count.map_or_else(|| DASH.to_owned(), |count| whole(count as u64));
        buckets.rows.push(row.chain([count]).collect());
    }
    let heading = if several { "What was compared" } else { "What was made" };
    let page = page.section(heading, intro).table(&buckets, "Buckets of each street");
    let caption = match (&study.league, study.training.is_empty()) {
        (Some(_), _) if several => "How the settings were played against each other",
        (_, false) => "How the strategies were trained and measured",
        (_, true) => "How the buckets were made",
    };
    Ok(page.folded(caption, |page| page.facts(&facts(study, order), "All settings of the study")))
}

#[derive(PartialEq)]
struct StreetRow {
    street: &'static str,
    described: [String; 3],
    count: Option<usize>,
}

/// What the names of settings mean, where they are those of opponent clusters: explained for the first of them.
fn about_clusters(order: &StageOrder) -> String {
    let meaning = "groups of starting hands against which a hand's strength is measured";
    let counted = order.settings.iter().find_map(|name| Some((name, cluster_count(name)?)));
    match counted {
        Some((name, 1)) => format!(" {name} stands for one opponent cluster, {meaning}."),
        Some((name, count)) => format!(" {name} stands for {count} opponent clusters, {meaning}."),
        None if order.made_clusters().next().is_none() => String::new(),
        None => format!(" Opponent clusters are {meaning}."),
    }
}

fn feature(recipe: &BucketRecipe) -> String {
    match recipe.feature {
        Feature::Hsd { bins } => format!("distribution of final strength (HSD), {bins} bins"),
        Feature::Ochs { .. } => "strength against each opponent cluster (OCHS)".to_owned(),
        Feature::OchsStrength { strength_percent, .. } => format!(
            "strength against each opponent cluster (OCHS), and expected strength, which counts {strength_percent} % \
             of all clusters together"
        ),
        Feature::Strength => "expected strength".to_owned(),
        Feature::StrengthSquared => "expected squared strength".to_owned(),
    }
}

fn likeness(recipe: &BucketRecipe) -> String {
    match (recipe.method, recipe.distance) {
        (Method::Percentiles, _) => "percentiles",
        (Method::SplitPercentiles, _) => "split percentiles",
        // The entries of OCHS are win rates, not masses: nothing is moved.
        (Method::KMeans, Distance::EarthMover) if recipe.feature.opponent_clusters().is_some() => {
            "L1 distance of running sums (computed as EMD), k-means"
        }
        (Method::KMeans, Distance::EarthMover) => "earth mover's distance (EMD), k-means",
        (Method::KMeans, Distance::Euclidean) if recipe.weights == ClusterWeights::Equal => {
            "Euclidean distance (L2), every cluster counting alike, k-means"
        }
        (Method::KMeans, Distance::Euclidean) => "weighted Euclidean distance (L2), k-means",
    }
    .to_owned()
}

fn sample(recipe: &BucketRecipe) -> String {
    match recipe.sample {
        Sample::All => "all hands".to_owned(),
        Sample::Rows(rows) => format!("a sample of {}, then all assigned", whole(rows as u64)),
        Sample::Fraction(share) => format!("a sample of {}, then all assigned", percent(share)),
    }
}

fn facts(study: &Study, order: &StageOrder) -> Facts {
    let mut facts = Facts::default().with("settings", order.settings.join(", "));
    if !study.only.is_all() {
        let chosen = [("settings", &study.only.settings), ("trainings", &study.only.trainings)];
        let chosen = chosen.into_iter().filter(|(_, names)| !names.is_empty());
        let chosen: Vec<String> = chosen.map(|(what, names)| format!("{what} {}", names.join(", "))).collect();
        facts = facts.with("a part of the study", format!("only {}; the others were left out", chosen.join("; ")));
    }
    if order.made_clusters().any(|clusters| clusters.choice.is_drawn()) {
        let starts = whole(study.opponents.restarts as u64);
        facts = facts.with("opponent clusters", format!("the best of {starts} searches for each number"));
    }
    let repeats = study.repeats;
    let clusterings = match repeats.clusterings {
        1 => "one of each setting".to_owned(),
        count => format!("{count} of each setting, clusters and buckets from seeds of their own"),
    };
    facts = facts.with("clusterings", clusterings);
    for variant in order.variants.iter().filter(|variant| !variant.strategies.is_empty()) {
        let files = variant.strategies.iter().map(|file| written(file)).collect::<Vec<_>>().join(", ");
        facts = facts.with(variant.name.clone(), format!("not trained here, given as {files}"));
    }
    for training in study.trainings() {
        let name = training.name.as_ref().map_or("training".to_owned(), |name| format!("training {name}"));
        let each = if repeats.trainings > 1 {
            format!(", {} times on each clustering", repeats.trainings)
        } else {
            String::new()
        };
        facts = facts.with(name, format!("{}{each}", budget(training, &order.settings)));
    }
    if let Some(league) = &study.league {
        let how = match league.method {
            matches::method::Method::Hands => {
                format!("{} hands for each pair, every deal from both seats", whole(league.amount()))
            }
            _ => format!(
                "{} boards drawn for each pair; on them all hole cards and all betting are computed exactly",
                whole(league.amount())
            ),
        };
        facts = facts.with("matches", how);
    }
    if let Some(exploitability) = &study.exploitability {
        let whose = match exploitability.clusterings {
            Some(1) if repeats.clusterings > 1 => " for the first clustering of each setting".to_owned(),
            Some(count) if count < repeats.clusterings => format!(" for the first {count} clusterings of each setting"),
            _ => String::new(),
        };
        facts = facts.with("exploitability", format!("measured on {} flops{whose}", exploitability.drawn()));
    }
    facts.with("seed", study.seed.to_string())
}

/// The budget of a training, with that of the settings that are made where it differs.
fn budget(training: &Training, settings: &[String]) -> String {
    let cards = match training.sampler() {
        Sampler::Public => " (a board at a time, all hole cards)",
        Sampler::Chance => " (a deal of all cards at a time, all betting)",
        Sampler::External => " (a deal at a time, the opponent's actions drawn)",
        Sampler::Full => "",
    };
    let length = match (&training.time, training.iterations()) {
        (Some(time), _) => format!("{time} each"),
        (None, Some(iterations)) => {
            let own = training.iterations_of.iter().filter(|(setting, _)| settings.contains(setting));
            let others = own.map(|(setting, own)| format!(" ({setting} {})", whole(*own)));
            format!("{} iterations each{}", whole(iterations), others.collect::<String>())
        }
        (None, None) => String::new(),
    };
    let rule = training.rule();
    let algorithm = if rule == UpdateRule::DCFR { "dcfr".to_owned() } else { rule.to_string() };
    format!("{length}, algorithm {algorithm}, sampler {}{cards}", training.sampler())
}
