//! A number for each hand as a file keeps it: 16 bits where all numbers fit, 32 where there are more.

use evaluator::processor::prefetch;
use std::ops::Range;

use crate::error::TableError;
use crate::file::array::{ArrayFile, ElementType};
use crate::file::header::Section;
use crate::file::writer::ArrayWriter;

/// How many numbers 16 bits can tell apart.
const NARROW: usize = 1 << 16;

/// Hands whose numbers are narrowed at once while a file is written.
const HANDS_AT_ONCE: usize = 1 << 16;

/// Numbers of hands straight from the map, unverified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandNumbers<'a> {
    /// All below 65,536.
    Narrow(&'a [u16]),
    /// Where there are more.
    Wide(&'a [u32]),
}

impl<'a> HandNumbers<'a> {
    /// Bytes that one number takes in a file with `distinct` different numbers.
    pub fn entry_bytes(distinct: usize) -> u64 {
        Self::element(distinct).size()
    }

    /// The width in which `distinct` different numbers are kept.
    pub(crate) fn element(distinct: usize) -> ElementType {
        if distinct <= NARROW { ElementType::U16 } else { ElementType::U32 }
    }

    /// Writes a section of numbers, each below `distinct`.
    pub(crate) fn write(
        writer: &mut ArrayWriter,
        section: &str,
        distinct: usize,
        numbers: &[u32],
    ) -> Result<(), TableError> {
        if Self::element(distinct) == ElementType::U32 {
            return writer.write_section(section, numbers);
        }
        for numbers in numbers.chunks(HANDS_AT_ONCE) {
            let narrow: Vec<u16> = numbers.iter().map(|&number| number as u16).collect();
            writer.write_section(section, &narrow)?;
        }
        Ok(())
    }

    /// The numbers in a file's section.
    #[inline]
    pub(crate) fn of(file: &'a ArrayFile, section: &Section) -> Self {
        match section.element {
            ElementType::U32 => Self::Wide(file.elements(section).unwrap_or(&[])),
            _ => Self::Narrow(file.elements(section).unwrap_or(&[])),
        }
    }

    /// The section of this name, whose numbers must have the width that `distinct` different numbers need.
    pub(crate) fn check(file: &ArrayFile, section: &str, distinct: usize) -> Result<Section, TableError> {
        match Self::element(distinct) {
            ElementType::U32 => file.section::<u32>(section).map(drop)?,
            _ => file.section::<u16>(section).map(drop)?,
        }
        file.find(section).cloned()
    }

    /// How many hands there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn get(&self, hand: usize) -> Option<u32> {
        match self {
            Self::Narrow(numbers) => numbers.get(hand).map(|&number| u32::from(number)),
            Self::Wide(numbers) => numbers.get(hand).copied(),
        }
    }

    #[inline]
    pub fn prefetch(&self, hand: usize) {
        match self {
            Self::Narrow(numbers) => numbers.get(hand).map_or((), prefetch),
            Self::Wide(numbers) => numbers.get(hand).map_or((), prefetch),
        }
    }

    #[inline]
    pub fn slice(&self, hands: Range<usize>) -> Option<Self> {
        match self {
            Self::Narrow(numbers) => numbers.get(hands).map(Self::Narrow),
            Self::Wide(numbers) => numbers.get(hands).map(Self::Wide),
        }
    }

    /// Runs of the given number of hands; the last one may be shorter.
    pub fn chunks(self, hands: usize) -> impl Iterator<Item = Self> {
        let starts = (0..self.len()).step_by(hands.max(1));
        starts.filter_map(move |start| self.slice(start..(start + hands).min(self.len())))
    }

    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + Clone + 'a {
        (0..self.len()).map(move |hand| self.get(hand).unwrap_or_default())
    }

    /// The largest number. Found in vector registers at the speed of memory, where a search would stop to test each
    /// number.
    pub fn largest(&self) -> Option<u32> {
        match self {
            Self::Narrow(numbers) => numbers.iter().copied().max().map(u32::from),
            Self::Wide(numbers) => numbers.iter().copied().max(),
        }
    }
}
