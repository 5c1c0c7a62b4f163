//! The first layer of a network: a sum of rows of weights, one for each input bit that is set.

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

/// Reads little-endian numbers from byte `begin` on.
pub(crate) const fn read_i16s<const COUNT: usize>(bytes: &[u8], begin: usize) -> [i16; COUNT] {
    let mut numbers = [0; COUNT];
    let mut number = 0;
    while number < COUNT {
        let at = begin + 2 * number;
        numbers[number] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
        number += 1;
    }
    numbers
}

/// Adds the row of each of some cells to the sums.
#[inline(always)]
pub(crate) fn add_rows<const COUNT: usize>(
    sums: &mut [i16; COUNT],
    rows: &[[i16; COUNT]],
    mut cells: u64,
) {
    while cells != 0 {
        add_row(sums, &rows[cells.trailing_zeros() as usize]);
        cells &= cells - 1;
    }
}

/// Adds a row to the sums.
#[inline(always)]
pub(crate) fn add_row<const COUNT: usize>(sums: &mut [i16; COUNT], row: &[i16; COUNT]) {
    // A loop, not a closure: a closure is compiled without the vectors of the caller.
    for unit in 0..COUNT {
        sums[unit] += row[unit];
    }
}
