//! The score of a move: the likelier the move is to cut, the higher its score.
//!
//! | Term | What it counts |
//! |-|-|
//! | threats | winning cells of the side that moves, by how soon they can be played |
//! | forcing | the opponent has a single safe reply |
//! | cell | a fixed bonus for each cell |
//! | on own stone | the cell below holds a stone of the same side |
//! | replies | safe moves of whichever side is to move after the forced replies |
//! | table move | the best move of an earlier search |
//! | killers | moves that cut in similar nodes ([`killers`](super::killers)) |
//! | policy | the score of a network ([`policy`](super::policy)), in early nodes |
//! | refutation | the cell by which the opponent refuted a move of the node |
//!
//! [`scores`] adds up all terms except policy and refutation, which are added to moves in the
//! queue. [`Weights`] contains the weight of each term. Threats do not outweigh the fixed bonus of
//! the cell. Therefore similar nodes try their moves in the same order and reach the same
//! positions, which are then in the table.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::weights::Weights;
use crate::game::bitboard::{BOTTOM, playable, upwards};
use crate::solver::node::{Node, safe_moves};
use crate::solver::simd::Simd;

/// Log2 of the bits in a byte.
const BYTE_SHIFT: u8 = 3;
const BITS_BELOW_HIGHEST_BYTE: u8 = 56;

/// The moves of a node, one lane per move; a single one if `V` is `u64`.
pub(crate) struct ScoredMoves<'a, V: Simd> {
    pub(crate) node: &'a Node,
    /// The cells of each move's column.
    pub(crate) columns: V,
    /// The entry of each move's column in the weights' cell table.
    pub(crate) cell_bonuses: V,
    /// The winning cells of the side that moves, right after its move.
    pub(crate) winning_cells: V,
    /// Lanes in which the opponent has a single safe reply.
    pub(crate) forcing: V::Mask,
    /// The safe moves of whichever side is to move after the forced replies.
    pub(crate) replies: V,
}

/// The cells of moves that cut in earlier searches of the node or of similar ones, 0 for none: the
/// table move, the killer, the countermove and the continuation.
pub(crate) type MoveHints = [u64; 4];

/// Returns the score of each move. A search that is not `TABLED` takes no hints.
#[inline(always)]
pub(crate) fn scores<V: Simd, const TABLED: bool>(
    isa: V::Isa,
    moves: &ScoredMoves<V>,
    weights: &Weights,
    hints: &MoveHints,
) -> V {
    let bonus = |weight: i64, lanes: V::Mask| V::splat_i64(isa, weight).and_mask(lanes);
    let node = moves.node;
    let cells = moves.columns & node.moves;
    let opponents = V::splat(isa, node.opponent_winning_cells);
    let playable_after = playable(cells | V::splat(isa, node.mask));
    let mut scores = threat_score(moves.winning_cells, opponents, playable_after, weights)
        .plus(bonus(weights.forcing, moves.forcing))
        .plus(cell_bonus(cells, moves.columns, moves.cell_bonuses))
        .plus(bonus(
            weights.on_own_stone,
            !(cells >> 1 & node.mover).is_zero(),
        ))
        .plus(moves.replies.count_ones().mul_i32(weights.replies));
    if TABLED {
        for (hint, &cell) in hints.iter().enumerate() {
            scores = scores.plus(bonus(weights.hints[hint], cells.eq_word(cell)));
        }
    }
    scores
}

/// Returns the move score of the depth-limited search, which counts only threats and whether the
/// move is forcing. The move leads from `node` to `after`.
pub(crate) fn short_score(node: &Node, after: &Node, weights: &Weights) -> i64 {
    let playable_after = playable(after.mask);
    let threats = threat_score(
        after.opponent_winning_cells,
        node.opponent_winning_cells,
        playable_after,
        weights,
    );
    let is_forcing = safe_moves(after.mask, after.opponent_winning_cells).is_power_of_two();
    threats.cast_signed() + if is_forcing { weights.forcing } else { 0 }
}

/// Returns the part of a move's score that counts threats. It is higher the more winning cells
/// (`winning`) the side has after the move, and the sooner they can be played. `opponents` are the
/// opponent's winning cells, and `playable` the playable cells after the move.
#[inline(always)]
fn threat_score<V: Simd>(winning: V, opponents: V, playable: V, weights: &Weights) -> V {
    // A winning cell above one of the opponent's is rarely of use, because play reaches the
    // opponent's cell first.
    let useful = winning & !(upwards(opponents) << 1);
    let above_playable = (useful & playable << 1).count_ones();
    let two_above = (useful & playable << 2).count_ones();
    above_playable
        .mul_i32(weights.threat_above_playable)
        .plus(two_above.mul_i32(weights.threat_two_above))
        .plus(useful.count_ones().mul_i32(weights.threat_anywhere))
}

/// Returns the bonus of each cell. `columns` are the cells of its column, and `bonuses` the entry of
/// the column in the weights' cell table.
#[inline(always)]
pub(super) fn cell_bonus<V: Simd>(cells: V, columns: V, bonuses: V) -> V {
    // The bonus of row `r` is byte `r + 1`. A shift by one byte for each cell from this one to the
    // top moves the bonus into the highest byte. A lane without a cell is not shifted, and its
    // highest byte is zero.
    let from_cell = columns & !(cells - (columns & BOTTOM));
    bonuses.shl_lanes(from_cell.count_ones() << BYTE_SHIFT) >> BITS_BELOW_HIGHEST_BYTE
}
