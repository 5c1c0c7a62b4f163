//! The parts of a move's score that depend on the board: its threats and its cell.
//!
//! A score tells how likely a move is to cut. `search::expand` adds these parts to the bonuses of
//! the table move and the killers (`board_scores` and `into_children`). Threats and the fixed bonus
//! of the cell weigh about the same: where equal moves always come in the same order, equal
//! positions share their transpositions. [`Weights`] holds how much each part counts.

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

use super::weights::Weights;
use crate::game::bitboard::{BOTTOM, upwards};
use crate::solver::simd::{LaneMap, Simd, Vector};

/// Log2 of the bits in a byte.
const BYTE_SHIFT: u8 = 3;
/// The bits below the highest byte.
const HIGHEST_BYTE: u8 = 56;

/// The score of a move by its threats: the more winning cells it leaves to its side, and the
/// sooner they bind the opponent, the better. `playable` are the cells that can be played after
/// the move.
#[inline(always)]
pub(crate) fn threat_score<V: Simd>(winning: V, opponents: V, playable: V, weights: &Weights) -> V {
    // Above a winning cell of the opponent's no stone will be played in time.
    let useful = winning & !(upwards(opponents) << 1);
    (useful & playable << 1)
        .count_ones()
        .mul_i32(weights.threat_above_playable)
        + (useful & playable << 2)
            .count_ones()
            .mul_i32(weights.threat_two_above)
        + useful.count_ones().mul_i32(weights.threat_anywhere)
}

/// The bonus of the cell in each lane, by the weights' cell table.
#[inline(always)]
pub(crate) fn cell_bonus<V: Vector>(
    isa: V::Isa,
    cells: V,
    weights: &Weights,
    lane_map: &LaneMap,
) -> V {
    let columns = V::load(isa, lane_map.columns());
    // The bonus of row `r` is byte `r + 1`. A shift by one byte for each cell from this one to
    // the top makes it the highest; a lane without a cell is not shifted, and its highest byte is
    // zero.
    let from_cell = columns & !(cells - (columns & BOTTOM));
    V::load_mapped(isa, &weights.cell_table, lane_map)
        .shl_lanes(from_cell.count_ones() << BYTE_SHIFT)
        >> HIGHEST_BYTE
}
