//! An entry of the table: one word.
//!
//! ```text
//! bit 63..24 remainder   23..18 lower + 20   17..12 upper + 20
//! bit 11..9 table move, a column counted from one, 0 for none
//! bit 8..5 generation   4..0 effort, log2 of the subtree's nodes
//! ```

use super::TtKey;
use crate::solver::types::NodeBounds;

pub(super) const REMAINDER_SHIFT: u8 = 24;
const LOWER_SHIFT: u8 = 18;
const UPPER_SHIFT: u8 = 12;
const TABLE_MOVE_SHIFT: u8 = 9;
pub(super) const GENERATION_SHIFT: u8 = 5;
pub(super) const GENERATION_MASK: u64 = 0xf << GENERATION_SHIFT;
pub(super) const EFFORT_MASK: u64 = 0x1f;
/// Bits of a bound.
const BOUND_BITS: u8 = 6;
/// The number added to a bound, so that the least bound, -20, is not negative.
const BOUND_OFFSET: i8 = 20;

// The fields do not overlap.
const _: () =
    assert!(LOWER_SHIFT + BOUND_BITS <= REMAINDER_SHIFT && UPPER_SHIFT + BOUND_BITS <= LOWER_SHIFT);

/// Packs an entry.
pub(super) fn pack(key: TtKey, bounds: NodeBounds, age_and_effort: u64) -> u64 {
    let bound = |value: i8| u64::from((value + BOUND_OFFSET).cast_unsigned());
    key.remainder() << REMAINDER_SHIFT
        | bound(bounds.lower) << LOWER_SHIFT
        | bound(bounds.upper) << UPPER_SHIFT
        | u64::from(key.mirror(bounds.table_move)) << TABLE_MOVE_SHIFT
        | age_and_effort
}

/// Unpacks the bounds of an entry.
pub(super) fn unpack(entry: u64, key: TtKey) -> NodeBounds {
    let bound = |shift: u8| (entry >> shift & ((1 << BOUND_BITS) - 1)) as i8 - BOUND_OFFSET;
    NodeBounds {
        lower: bound(LOWER_SHIFT),
        upper: bound(UPPER_SHIFT),
        table_move: key.mirror((entry >> TABLE_MOVE_SHIFT & 7) as u8),
    }
}

/// Returns the effort for a subtree: log2 of its nodes.
#[inline]
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2()).min(EFFORT_MASK)
}
