//! `--buckets`: where the bucket files of a strategy are looked for, in every command the same.

use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Bucket files besides those of a strategy's own bundle or run.
#[derive(Args, Debug)]
pub struct BucketPlaces {
    /// Bucket files, or folders that hold them (a run does), where the strategy's own bundle or run does not: several
    /// files, or the option again
    #[arg(long = "buckets", value_name = "FILE|DIR")]
    pub places: Vec<PathBuf>,
}

/// The options that name bucket files, as they are typed.
const OPTIONS: [&str; 2] = ["--buckets", "--from-buckets"];

/// The words of the command line with the option before each of several bucket files, such as `*.buckets` gives: an
/// option that took all words after it would take the hand or the strategy, too.
pub fn with_each_bucket_file_named(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut named: Vec<OsString> = Vec::new();
    // The option whose values come here, and whether it has one already.
    let mut option: Option<(OsString, bool)> = None;
    let mut is_over = false;
    for word in words {
        is_over |= word == "--";
        option = match option {
            _ if is_over => None,
            _ if OPTIONS.iter().any(|option| word == *option) => Some((word.clone(), false)),
            // `--buckets=FILE`, perhaps, or another option.
            _ if word.as_encoded_bytes().starts_with(b"-") => option_with_value(&word),
            Some((option, false)) => Some((option, true)),
            Some((option, true)) if is_bucket_file(&word) => {
                named.push(option.clone());
                Some((option, true))
            }
            _ => None,
        };
        named.push(word);
    }
    named
}

/// The option of `--option=value`, if it is one of those.
fn option_with_value(word: &OsStr) -> Option<(OsString, bool)> {
    let (option, _) = word.to_str()?.split_once('=')?;
    OPTIONS.contains(&option).then(|| (option.into(), true))
}

/// By its name: all bucket files end so.
fn is_bucket_file(word: &OsStr) -> bool {
    Path::new(word).extension().is_some_and(|ending| ending == "buckets")
}
