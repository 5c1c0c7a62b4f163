//! The moves of a node played one after the other, for machines without wide vectors.

use super::Node;
use super::positions::Nodes;
use super::short_wins::FirstWin;
use crate::game::Score;
use crate::solver::simd::LaneMap;
use crate::solver::types::BestMove;

/// Plays the moves of a node one after the other, as far as the caller needs them.
pub(crate) struct OneByOne;

impl FirstWin for OneByOne {
    #[inline(always)]
    fn won(&self, node: &Node) -> Option<BestMove> {
        let lane_map = LaneMap::of_moves(node.moves);
        for (lane, column) in lane_map.columns().0.into_iter().enumerate() {
            let cell = node.moves & column;
            if cell == 0 {
                break;
            }
            if node.play(cell).moves == 0 {
                return Some(win(node, lane_map, lane));
            }
        }
        None
    }
}

impl Nodes {
    /// Plays all moves of a node, each in its lane. Returns the number of lanes. Fails with the
    /// first move that leaves the opponent no safe reply.
    #[inline(always)]
    pub(crate) fn play_moves(
        &mut self,
        node: &Node,
        lane_map: &LaneMap,
    ) -> Result<usize, BestMove> {
        for (lane, column) in lane_map.columns().0.into_iter().enumerate() {
            let cell = node.moves & column;
            if cell == 0 {
                return Ok(lane);
            }
            let after = node.play(cell);
            if after.moves == 0 {
                return Err(win(node, lane_map, lane));
            }
            self.set(lane, &after);
        }
        Ok(0)
    }
}

/// Returns a lane's move of a node with the value of a win with the second stone.
#[inline(always)]
fn win(node: &Node, lane_map: &LaneMap, lane: usize) -> BestMove {
    BestMove {
        value: Score::win_in(2, node.stones).get(),
        column: lane_map.column(lane),
    }
}

/// Whether some move of a node leaves the opponent no safe reply.
#[inline(always)]
pub(super) fn is_won(node: &Node) -> bool {
    let mut left = node.moves;
    while left != 0 {
        if node.play(left & left.wrapping_neg()).moves == 0 {
            return true;
        }
        left &= left - 1;
    }
    false
}
