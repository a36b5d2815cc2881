//! Sets of up to five ranks of one suit as numbers, and the free ranks between them.

use crate::card::RANKS;

/// The most cards that a board can have in one suit.
const MOST_RANKS: u32 = 5;
/// Bits of a key that number the sets of one size: C(13, 5) = 1,287 is the most.
const NUMBER_BITS: u32 = 11;

/// For each 13-bit mask its key `size << 11 | number`.
///
/// `number` counts the smaller masks of that size, so that keys order sets by size, then by mask. Sets of more than
/// five ranks have number 0: no board holds them, only their size is right.
static KEYS: [u16; 1 << RANKS] = keys();

const fn keys() -> [u16; 1 << RANKS] {
    let mut seen = [0u16; RANKS + 1];
    let mut table = [0; 1 << RANKS];
    let mut mask = 0usize;
    while mask < 1 << RANKS {
        let size = mask.count_ones();
        table[mask] = (size as u16) << NUMBER_BITS;
        if size <= MOST_RANKS {
            table[mask] |= seen[size as usize];
            seen[size as usize] += 1;
        }
        mask += 1;
    }
    table
}

/// Where the masks of each size of 0 to 5 start: 1, 13, 78, 286, 715 and 1,287 sets have these sizes.
const FIRST_MASK: [usize; MOST_RANKS as usize + 1] = [0, 1, 14, 92, 378, 1_093];

/// The masks of up to five ranks in the order of their keys.
static MASKS: [u16; 2_380] = masks();

const fn masks() -> [u16; 2_380] {
    let keys = keys();
    let mut table = [0; 2_380];
    let mut mask = 0usize;
    while mask < 1 << RANKS {
        let size = mask.count_ones();
        if size <= MOST_RANKS {
            table[FIRST_MASK[size as usize] + number_of_key(keys[mask]) as usize] = mask as u16;
        }
        mask += 1;
    }
    table
}

/// The key of a 13-bit mask, `size << 11 | number`.
#[inline]
pub(super) fn key(mask: u16) -> u16 {
    KEYS[usize::from(mask & 0x1fff)]
}

#[inline]
pub(super) const fn size_of_key(key: u16) -> u16 {
    key >> NUMBER_BITS
}

/// The number in a key: how many masks of the same size are smaller.
#[inline]
pub(super) const fn number_of_key(key: u16) -> u16 {
    key & ((1 << NUMBER_BITS) - 1)
}

/// The mask of a size (0..=5) and a number, which must be below C(13, size).
#[inline]
pub(super) fn mask(size: usize, number: usize) -> u16 {
    MASKS[FIRST_MASK[size] + number]
}

/// Position (0 = lowest) of a rank among the ranks that are not in the mask.
#[inline]
pub(super) fn free_position(mask: u16, rank: u8) -> u8 {
    rank - size_of_key(key(mask & ((1 << rank) - 1))) as u8
}

/// The ranks that are not in the mask, lowest first, padded with zeros.
#[inline]
pub(super) fn free_ranks(mask: u16) -> [u8; RANKS] {
    let (mut ranks, mut position) = ([0; RANKS], 0);
    for rank in 0..RANKS as u8 {
        ranks[position] = rank;
        // The last rank may be taken while all others are free: the position stays below 13.
        position = (position + usize::from(mask >> rank & 1 == 0)).min(RANKS - 1);
    }
    ranks
}

/// The free rank at a position (0 = lowest), which must be below the number of free ranks.
#[inline]
pub(super) fn free_rank(mask: u16, position: u8) -> u8 {
    let mut free = !mask & 0x1fff;
    for _ in 0..position {
        free &= free.wrapping_sub(1);
    }
    (free.trailing_zeros() as u8).min(RANKS as u8 - 1)
}

pub(super) const fn binomial(n: u64, k: u64) -> u64 {
    let (mut result, mut i) = (1, 0);
    while i < k {
        if i >= n {
            return 0;
        }
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_and_key_are_inverse_for_every_set_of_up_to_five_ranks() {
        let mut sets = 0;
        for ranks in 0..1 << RANKS {
            let key = key(ranks);
            assert_eq!(u32::from(size_of_key(key)), ranks.count_ones());
            if ranks.count_ones() <= MOST_RANKS {
                assert_eq!(mask(ranks.count_ones() as usize, usize::from(number_of_key(key))), ranks);
                sets += 1;
            }
        }
        assert_eq!(sets, MASKS.len());
    }

    #[test]
    fn free_ranks_and_positions_are_inverse() {
        for taken in 0..1u16 << RANKS {
            let free: Vec<u8> = (0..RANKS as u8).filter(|rank| taken >> rank & 1 == 0).collect();
            assert_eq!(free_ranks(taken)[..free.len()], free[..]);
            for (position, &rank) in free.iter().enumerate() {
                assert_eq!(free_rank(taken, position as u8), rank);
                assert_eq!(usize::from(free_position(taken, rank)), position);
            }
        }
    }
}
