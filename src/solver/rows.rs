//! Rows of whole numbers, of which the first layers of the engine's networks are sums.

#![expect(clippy::inline_always, reason = "see `arch`")]

/// The little-endian numbers that begin at a byte.
pub(super) const fn numbers<const COUNT: usize>(bytes: &[u8], begin: usize) -> [i16; COUNT] {
    let mut numbers = [0; COUNT];
    let mut number = 0;
    while number < COUNT {
        let at = begin + 2 * number;
        numbers[number] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
        number += 1;
    }
    numbers
}

/// Adds the rows of some cells to sums.
#[inline(always)]
pub(super) fn add_all<const COUNT: usize>(
    sums: &mut [i16; COUNT],
    rows: &[[i16; COUNT]],
    mut cells: u64,
) {
    while cells != 0 {
        add(sums, &rows[cells.trailing_zeros() as usize]);
        cells &= cells - 1;
    }
}

/// Adds a row to sums.
#[inline(always)]
pub(super) fn add<const COUNT: usize>(sums: &mut [i16; COUNT], row: &[i16; COUNT]) {
    // A loop, for it is compiled with what is around it.
    for unit in 0..COUNT {
        sums[unit] += row[unit];
    }
}
