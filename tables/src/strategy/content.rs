//! What a node's block unpacks to: marks for what is certain, then the numbers of what is mixed.
//!
//! Most of a trained strategy is nothing, or all that the earlier actions have left. Two bits record this, and only the
//! rest needs a number; marks and numbers have different statistics, so each stream is compressed by itself.

use super::block::ProbabilityBits;

/// The marks of a free probability: nothing, all that the earlier actions have left, a number between these.
const NOTHING: u8 = 0;
const ALL_LEFT: u8 = 1;
const BETWEEN: u8 = 2;
/// Marks in a byte, the first in the lowest bits.
const MARKS_IN_A_BYTE: usize = 4;

/// The most bytes that a block of this many free probabilities unpacks to.
pub(crate) fn most_bytes(free: usize, bits: ProbabilityBits) -> usize {
    free.div_ceil(MARKS_IN_A_BYTE) + bytes_of_numbers(free, bits)
}

/// The streams of a node's free parts, `[action][bucket]` with `buckets` > 0: marks, then numbers (of 16 bits the
/// high bytes, then the low ones).
pub(crate) fn streams(parts: &[u16], buckets: usize, bits: ProbabilityBits) -> Vec<Vec<u8>> {
    let free = parts.len() / buckets;
    let mut marks = vec![0u8; parts.len().div_ceil(MARKS_IN_A_BYTE)];
    let mut numbers = Vec::new();
    let mut left = vec![bits.parts(); buckets];
    for (action, row) in parts.chunks_exact(buckets).enumerate() {
        for (bucket, (&part, left)) in row.iter().zip(&mut left).enumerate() {
            let mark = match part {
                0 => NOTHING,
                part if part == *left => ALL_LEFT,
                _ => BETWEEN,
            };
            let place = bucket * free + action;
            marks[place / MARKS_IN_A_BYTE] |= mark << (2 * (place % MARKS_IN_A_BYTE));
            if mark == BETWEEN {
                numbers.push(part);
            }
            *left -= part;
        }
    }
    let mut streams = vec![marks];
    match bits {
        ProbabilityBits::Four => {
            let pair = |pair: &[u16]| pair[0] as u8 | pair.get(1).map_or(0, |&second| (second as u8) << 4);
            streams.push(numbers.chunks(2).map(pair).collect());
        }
        ProbabilityBits::Eight => streams.push(numbers.iter().map(|&number| number as u8).collect()),
        ProbabilityBits::Sixteen => {
            streams.push(numbers.iter().map(|&number| (number >> 8) as u8).collect());
            streams.push(numbers.iter().map(|&number| number as u8).collect());
        }
    }
    streams
}

/// The free parts, `[action][bucket]`, from a block of the older coding, a byte for each; `None` if it does not have this
/// many free actions and buckets.
pub(crate) fn plain_parts(content: &[u8], free: usize, buckets: usize, bits: ProbabilityBits) -> Option<Vec<u16>> {
    if free.checked_mul(buckets)? != content.len() {
        return None;
    }
    let mut left = vec![bits.parts(); buckets];
    // Only damage can claim more than there is.
    let part = |(place, &byte): (usize, &u8)| {
        let left = &mut left[place % buckets];
        let part = u16::from(byte).min(*left);
        *left -= part;
        part
    };
    Some(content.iter().enumerate().map(part).collect())
}

/// The same from a block's content.
pub(crate) fn parts_of(content: &[u8], free: usize, buckets: usize, bits: ProbabilityBits) -> Option<Vec<u16>> {
    let cells = free.checked_mul(buckets)?;
    let (marks, numbers) = content.split_at_checked(cells.div_ceil(MARKS_IN_A_BYTE))?;
    let between: u32 = marks.iter().map(|&byte| ((byte >> 1) & !byte & 0b0101_0101).count_ones()).sum();
    let between = between as usize;
    if numbers.len() != bytes_of_numbers(between, bits)
        || has_spare_bits(marks, 2 * cells)
        || has_spare_bits(numbers, bits.number() as usize * between)
    {
        return None;
    }
    let filled = Filled { marks, free, buckets, whole: bits.parts() };
    match bits {
        ProbabilityBits::Eight => filled.parts(numbers.iter().map(|&number| u16::from(number))),
        _ => filled.parts((0..between).map(|place| number_at(numbers, place, between, bits))),
    }
}

/// Marks that are to be filled with numbers.
struct Filled<'a> {
    marks: &'a [u8],
    free: usize,
    buckets: usize,
    whole: u16,
}

impl Filled<'_> {
    /// The free parts. Marks are hardly predictable, so nothing branches on them.
    fn parts(&self, numbers: impl Iterator<Item = u16>) -> Option<Vec<u16>> {
        // One extra number is read after the last, but never used.
        let numbers: Vec<u16> = numbers.chain([0]).collect();
        let marks: Vec<u8> = self.marks.iter().flat_map(|&byte| [0, 2, 4, 6].map(|bit| byte >> bit & 3)).collect();
        let mut parts = vec![0; self.free * self.buckets];
        let mut left = vec![self.whole; self.buckets];
        let (mut next, mut is_wrong) = (0, false);
        for (action, row) in parts.chunks_exact_mut(self.buckets.max(1)).enumerate() {
            let marks = marks[action..].iter().step_by(self.free);
            for ((part, left), &mark) in row.iter_mut().zip(&mut left).zip(marks) {
                let (is_all, is_between) = (mark == ALL_LEFT, mark == BETWEEN);
                let number = numbers[next];
                next += usize::from(is_between);
                // All of nothing is marked as nothing, and a number lies between nothing and all.
                is_wrong |= (mark > BETWEEN) | (is_all & (*left == 0));
                is_wrong |= is_between & ((number == 0) | (number >= *left));
                *part = (*left * u16::from(is_all)) | (number * u16::from(is_between));
                *left = left.wrapping_sub(*part);
            }
        }
        (!is_wrong).then_some(parts)
    }
}

/// Whether a stream's last byte has set bits beyond those that mean something; writers leave the other bits zero.
fn has_spare_bits(stream: &[u8], bits: usize) -> bool {
    !bits.is_multiple_of(8) && stream.last().is_some_and(|&byte| byte >> (bits % 8) != 0)
}

/// The bytes that a number of values take.
fn bytes_of_numbers(numbers: usize, bits: ProbabilityBits) -> usize {
    match bits {
        ProbabilityBits::Four => numbers.div_ceil(2),
        ProbabilityBits::Eight => numbers,
        ProbabilityBits::Sixteen => 2 * numbers,
    }
}

/// The number at a place among `count` numbers, whose bytes are all present.
#[inline]
fn number_at(bytes: &[u8], place: usize, count: usize, bits: ProbabilityBits) -> u16 {
    match bits {
        ProbabilityBits::Four => u16::from(bytes[place / 2] >> (4 * (place % 2)) & 0b1111),
        ProbabilityBits::Eight => u16::from(bytes[place]),
        ProbabilityBits::Sixteen => u16::from_be_bytes([bytes[place], bytes[count + place]]),
    }
}
