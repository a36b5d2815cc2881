//! What goes out as `.npy` arrays: a street's features of all canonical hands, the hands themselves in the order of
//! their index, and the arrays of any of our files.

use abstraction::error::AbstractionError;
use abstraction::estimate::require_memory_for_rows;
use abstraction::features::board_feature::for_some_rows;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::BucketRecipe;
use abstraction::street::Street;
use evaluator::card::Card;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::Holding;
use npyz::AutoSerialize;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tables::error::TableError;
use tables::file::array::{ArrayFile, Element, ElementType};
use tables::together::progress::{Progress, Update};

use super::error::ExchangeError;
use super::npy::NpyWriter;

/// Writes the rows of a recipe's feature, `[hand][dimension]` of `u16` by board-first hand index, and gives their
/// shape.
///
/// A strength histogram counts deals of the rest of the board (46 on the turn, 1,081 on the flop); strengths, their
/// squares and OCHS are in 65,535ths.
pub fn export_features(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    path: &Path,
    progress: &dyn Progress,
) -> Result<[u64; 2], ExchangeError> {
    let mut source = FeatureSource::default();
    require_memory_for_rows(recipe, source.prepared(), 0)?;
    let feature = source.feature(recipe, clusters, progress)?;
    let shape = [feature.boards().hands(), feature.dimensions() as u64];
    let mut writer = NpyWriter::<u16>::create(path, &shape).map_err(AbstractionError::from)?;
    for_some_rows(&feature, progress, |rows, _| writer.push(rows).map_err(ExchangeError::from))?;
    writer.finish()?;
    Ok(shape)
}

/// Hands that are made between two checks of the progress.
const HANDS_AT_ONCE: u64 = 1 << 20;
/// The most cards of a hand: two of the player and five of the board.
const MOST_CARDS: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// The board is a set, as in features and bucket files.
    BoardFirst,
    /// Rounds are kept apart.
    RoundsApart,
}

impl Numbering {
    /// How many hands a street has.
    pub fn hands(self, Street { deck, round }: Street) -> u64 {
        match self {
            Self::BoardFirst => BoardFirst::of(deck, round).hands(),
            Self::RoundsApart => RoundsApart::of(deck, round).hands(),
        }
    }

    /// The cards of a hand, the player's two first; the places after them are empty.
    fn cards(self, Street { deck, round }: Street, index: u64) -> Option<[u8; MOST_CARDS]> {
        let mut cards = [0; MOST_CARDS];
        let (hole, board): (Holding, Vec<Card>) = match self {
            Self::BoardFirst => BoardFirst::of(deck, round)
                .unindex(HandIndex(index))
                .map(|(hole, board)| (hole, board.iter().collect())),
            Self::RoundsApart => {
                RoundsApart::of(deck, round).unindex(HandIndex(index)).map(|(hole, board)| (hole, board.to_vec()))
            }
        }?;
        for (place, card) in cards.iter_mut().zip(<[Card; 2]>::from(hole.cards()).into_iter().chain(board)) {
            *place = card.number() as u8;
        }
        Some(cards)
    }
}

/// Writes the cards of all canonical hands, `[hand][card]` of `u8`: the player's two cards, then the board; a card's
/// number is 4 · rank + suit, deuce 0 to ace 12, clubs 0 to spades 3. Returns the array's shape.
pub fn write_hands(
    street: Street,
    numbering: Numbering,
    path: &Path,
    progress: &dyn Progress,
) -> Result<[u64; 2], ExchangeError> {
    let (hands, width) = (numbering.hands(street), 2 + street.round.board_cards());
    let shape = [hands, width as u64];
    let mut writer = NpyWriter::<u8>::create(path, &shape)?;
    for first in (0..hands).step_by(HANDS_AT_ONCE as usize) {
        progress.check()?;
        let last = hands.min(first + HANDS_AT_ONCE);
        let some: Vec<[u8; MOST_CARDS]> =
            (first..last).into_par_iter().filter_map(|index| numbering.cards(street, index)).collect();
        writer.push(some.iter().flat_map(|cards| &cards[..width]).copied())?;
        progress.report(&Update { stage: "canonical hands", done: last, of: hands, unit: "hands", note: None });
    }
    writer.finish()?;
    Ok(shape)
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenArray {
    /// The section's name.
    pub name: String,
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    /// Its type in our header: `u8`, `u16`, `u32`, `u64`, `f32`, `f64`.
    pub element: &'static str,
    pub shape: Vec<u64>,
}

/// Writes every section of a file that is an array as `<file's name>-<section>.npy` into a folder; sections of bytes
/// with a structure of their own, such as compressed blocks, are left out. The file is verified first.
pub fn export_arrays(file: &Path, folder: &Path, progress: &dyn Progress) -> Result<Vec<WrittenArray>, ExchangeError> {
    let file = ArrayFile::open(file)?;
    file.verify_with(progress)?;
    let stem = file.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut written = Vec::new();
    for section in &file.header().sections {
        progress.check()?;
        let path = folder.join(format!("{stem}-{}.npy", section.name));
        let array = (&file, section.name.as_str(), section.shape.as_slice(), path.as_path());
        match section.element {
            ElementType::U8 => write::<u8>(array)?,
            ElementType::U16 => write::<u16>(array)?,
            ElementType::U32 => write::<u32>(array)?,
            ElementType::U64 => write::<u64>(array)?,
            ElementType::F32 => write::<f32>(array)?,
            ElementType::F64 => write::<f64>(array)?,
            ElementType::Bytes => continue,
        }
        let (name, shape) = (section.name.clone(), section.shape.clone());
        written.push(WrittenArray { name, file: path, element: section.element.name(), shape });
    }
    Ok(written)
}

fn write<T: Element + AutoSerialize>(
    (file, name, shape, path): (&ArrayFile, &str, &[u64], &Path),
) -> Result<(), TableError> {
    let mut writer = NpyWriter::<T>::create(path, shape)?;
    writer.push(file.section::<T>(name)?.iter().copied())?;
    writer.finish().map(drop)
}
