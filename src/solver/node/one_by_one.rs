//! Plays the moves of a node in scalar code, one after the other, for machines without wide vectors.

use super::Node;
use super::positions::{FirstWin, Nodes};
use crate::game::Score;
use crate::solver::simd::{LANES, LaneMap};
use crate::solver::types::BestMove;

/// The moves of a node that are not played yet, in place of [`Successors`](super::Successors).
pub(crate) struct OneByOne;

impl FirstWin for OneByOne {
    #[inline(always)]
    fn won(&self, node: &Node) -> Option<BestMove> {
        let mut unused = Nodes::NONE;
        let played = unused.play_moves(node, LaneMap::of_moves(node.moves));
        played.err()
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
        for (lane, column) in lane_map.columns.0.into_iter().enumerate() {
            let cell = node.moves & column;
            if cell == 0 {
                return Ok(lane);
            }
            let after = node.play(cell);
            if after.moves == 0 {
                return Err(BestMove::new(
                    Score::win_in(2, node.stones).get(),
                    lane_map.column(lane),
                ));
            }
            self.set(lane, &after);
        }
        // Not reached, because the last lane of every map is idle.
        Ok(LANES)
    }
}
