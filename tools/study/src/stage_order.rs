//! The order of a study: clusters, buckets, stability, training, export, league, report; shared stages stand once.

use evaluator::round::Round;

use crate::error::StudyError;
use crate::opponents::ClusterChoice;
use crate::street::Street;
use crate::study_file::Study;

/// The streets that have buckets.
const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// One bucket file, for every variant that uses it.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketFile {
    /// Its name in the run folder.
    pub name: String,
    /// The street.
    pub round: Round,
    /// Its settings.
    pub street: Street,
    /// Its opponents among [`StageOrder::clusters`], if its feature needs any.
    pub clusters: Option<usize>,
}

/// One card abstraction of a study.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Names its training and strategy.
    pub name: String,
    /// Its files of flop, turn and river among [`StageOrder::bucket_files`].
    pub bucket_files: [Option<usize>; 3],
}

/// What a stage does; numbers are places in the order's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Opponent clusters.
    Clusters(usize),
    /// A bucket file.
    Buckets(usize),
    /// All bucket files again with other seeds.
    Stability,
    /// A variant's training.
    Training(usize),
    /// A variant's strategy file.
    Export(usize),
    /// All strategies against each other.
    League,
    /// The page about it all.
    Report,
}

/// All that a study makes, in order.
#[derive(Clone, PartialEq, Debug)]
pub struct StageOrder {
    /// Opponent clusters.
    pub clusters: Vec<ClusterChoice>,
    /// Bucket files, street after street.
    pub bucket_files: Vec<BucketFile>,
    /// The variants.
    pub variants: Vec<Variant>,
    /// Names and work of the stages.
    pub stages: Vec<(String, Work)>,
}

/// A variant before its files are known.
struct Wanted<'s> {
    name: String,
    clusters: Option<ClusterChoice>,
    /// Flop, turn and river, and whether they are the variant's own.
    streets: [Option<(&'s Street, bool)>; 3],
}

impl StageOrder {
    /// The order of a study; nothing is read.
    ///
    /// # Errors
    /// Variants that are not told apart, opponents that are missing or not used.
    pub fn of(study: &Study) -> Result<Self, StudyError> {
        let wanted = wanted_variants(study)?;
        let mut order = Self {
            clusters: Vec::new(),
            bucket_files: Vec::new(),
            variants: wanted.iter().map(|it| Variant { name: it.name.clone(), bucket_files: [None; 3] }).collect(),
            stages: Vec::new(),
        };
        for choice in wanted.iter().filter_map(|variant| variant.clusters.as_ref()) {
            if !order.clusters.contains(choice) {
                order.clusters.push(choice.clone());
            }
        }
        for round in STREETS {
            for (number, variant) in wanted.iter().enumerate() {
                let place = round.number() - 1;
                if let Some((street, own)) = variant.streets[place] {
                    let file = order.bucket_file(study, variant, round, street, own)?;
                    order.variants[number].bucket_files[place] = Some(file);
                }
            }
        }
        let file_names: Vec<String> = order.clusters.iter().map(ClusterChoice::file_name).collect();
        each_once("opponents.files", &file_names)?;
        order.list_stages(study);
        Ok(order)
    }

    /// The file for a variant's street: one that is there already, or a new one.
    fn bucket_file(
        &mut self,
        study: &Study,
        variant: &Wanted<'_>,
        round: Round,
        street: &Street,
        own: bool,
    ) -> Result<usize, StudyError> {
        let choice = variant.clusters.as_ref().filter(|_| street.uses_clusters());
        let clusters = choice.and_then(|choice| self.clusters.iter().position(|it| it == choice));
        let recipe = |street: &Street| street.recipe(round, 1, study.street_seed(round));
        let wanted = recipe(street)?;
        for (number, file) in self.bucket_files.iter().enumerate() {
            if file.round == round && file.clusters == clusters && recipe(&file.street)? == wanted {
                return Ok(number);
            }
        }
        let name = match choice {
            _ if own => format!("{round}-{}", variant.name),
            Some(choice) => format!("{round}-{}", choice.variant_name()),
            None => round.to_string(),
        };
        if self.bucket_files.iter().any(|file| file.name == name) {
            let expected = "a name unlike those of other variants and opponents".to_owned();
            return Err(StudyError::Setting { what: "variant.name", expected, found: variant.name.clone() });
        }
        self.bucket_files.push(BucketFile { name, round, street: street.clone(), clusters });
        Ok(self.bucket_files.len() - 1)
    }

    fn list_stages(&mut self, study: &Study) {
        let clusters = self.clusters.iter().enumerate().map(|(i, it)| (it.stage_name(), Work::Clusters(i)));
        let buckets = self.bucket_files.iter().enumerate();
        let mut stages: Vec<_> =
            clusters.chain(buckets.map(|(i, it)| (format!("buckets-{}", it.name), Work::Buckets(i)))).collect();
        if study.stability.is_some() {
            stages.push(("stability".to_owned(), Work::Stability));
        }
        if study.training.is_some() {
            for (number, variant) in self.variants.iter().enumerate() {
                stages.push((format!("training-{}", variant.name), Work::Training(number)));
                stages.push((format!("export-{}", variant.name), Work::Export(number)));
            }
        }
        if study.league.is_some() {
            stages.push(("league".to_owned(), Work::League));
        }
        stages.push(("report".to_owned(), Work::Report));
        self.stages = stages;
    }

    /// The work that must be done before.
    pub fn needs(&self, work: Work) -> Vec<Work> {
        let all = |kind: fn(&Work) -> bool| self.stages.iter().map(|(_, work)| *work).filter(kind).collect();
        match work {
            Work::Clusters(_) => Vec::new(),
            Work::Buckets(number) => self.bucket_files[number].clusters.into_iter().map(Work::Clusters).collect(),
            Work::Stability => all(|work| matches!(work, Work::Buckets(_))),
            Work::Training(number) => {
                self.variants[number].bucket_files.into_iter().flatten().map(Work::Buckets).collect()
            }
            Work::Export(number) => vec![Work::Training(number)],
            Work::League => all(|work| matches!(work, Work::Export(_))),
            Work::Report => all(|work| *work != Work::Report),
        }
    }
}

/// The variants of a study: one for each choice of opponents, and those with a table of their own.
fn wanted_variants(study: &Study) -> Result<Vec<Wanted<'_>>, StudyError> {
    let setting =
        |what, expected: &str, found: String| Err(StudyError::Setting { what, expected: expected.to_owned(), found });
    let base = STREETS.map(|round| study.street(round).map(|street| (street, false)));
    let choices = study.opponents.choices(study.seed, &study.folder)?;
    let mut wanted: Vec<Wanted<'_>> = choices
        .iter()
        .map(|choice| Wanted { name: choice.variant_name(), clusters: Some(choice.clone()), streets: base })
        .collect();
    if choices.is_empty() && study.variants.is_empty() {
        wanted.push(Wanted { name: "base".to_owned(), clusters: None, streets: base });
    }
    for table in &study.variants {
        let own = STREETS.map(|round| table.street(round).map(|street| (street, true)));
        let streets = [0, 1, 2].map(|place: usize| own[place].or(base[place]));
        let given = table.opponents.as_ref().map(|name| study.opponents.choice(name, study.seed, &study.folder));
        let clusters = match given.transpose()? {
            Some(choice) => Some(choice),
            None => choices.first().filter(|_| choices.len() == 1 && uses_clusters(&streets)).cloned(),
        };
        wanted.push(Wanted { name: table.name.clone(), clusters, streets });
    }
    for variant in &wanted {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if !variant.name.starts_with(|first: char| first.is_ascii_alphanumeric()) || !variant.name.chars().all(plain) {
            return setting("variant.name", "letters, digits, -, _ and .", format!("'{}'", variant.name));
        }
        if variant.streets.iter().all(Option::is_none) {
            let expected = "at least one of [flop], [turn] and [river], and [opponents] where a feature is ochs";
            return setting("streets", expected, "none".to_owned());
        }
        // A misspelt feature should not be taken for one that needs no opponents.
        for (round, (street, _)) in
            STREETS.into_iter().zip(variant.streets).filter_map(|(it, street)| Some((it, street?)))
        {
            street.recipe(round, 1, 0)?;
        }
        match (&variant.clusters, uses_clusters(&variant.streets)) {
            (None, true) => {
                let expected = "clusters or files for the feature ochs";
                return setting("opponents", expected, format!("none for the variant {}", variant.name));
            }
            (Some(_), false) => {
                let expected = "a street with the feature ochs to use them";
                return setting("opponents", expected, format!("none in the variant {}", variant.name));
            }
            _ => {}
        }
    }
    each_once("variant.name", &wanted.iter().map(|variant| variant.name.clone()).collect::<Vec<_>>())?;
    Ok(wanted)
}

fn uses_clusters(streets: &[Option<(&Street, bool)>; 3]) -> bool {
    streets.iter().flatten().any(|(street, _)| street.uses_clusters())
}

fn each_once(what: &'static str, names: &[String]) -> Result<(), StudyError> {
    match (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
        Some(place) => {
            let expected = "each name once".to_owned();
            Err(StudyError::Setting { what, expected, found: names[place].clone() })
        }
        None => Ok(()),
    }
}
