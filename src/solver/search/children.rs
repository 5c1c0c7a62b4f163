//! The children of a node in memory: the result of its expansion.

#![expect(clippy::inline_always, reason = "as in `simd`")]

#[cfg(any(feature = "training", test))]
use crate::game::Column;
use crate::solver::node::{Node, Nodes};
use crate::solver::ordering::policy::PolicyScores;
use crate::solver::ordering::{MoveQueue, Weights};
use crate::solver::simd::{LANES, LaneMap, U64x8, lanes_in};
use crate::solver::tt::{self, BucketIsa, Buckets, LATE_STONES, TtKey};
use crate::solver::types::{BestMove, NodeBounds, Perspective};

/// The children of a node in memory, one lane per move: the positions after each move and its
/// forced replies. The contents of lanes without a move do not matter.
pub(crate) struct Children<'a> {
    pub(super) lane_map: &'static LaneMap,
    pub(super) nodes: Nodes,
    /// Bounds of each child, for its side to move, as signed numbers.
    pub(super) lower: U64x8,
    pub(super) upper: U64x8,
    /// Lanes in which the side that made the move is to move again, because an odd number of forced
    /// replies was played. There is one bit per lane.
    pub(super) same_side: u8,
    /// The best move by static bounds.
    pub(super) best: BestMove,
    /// Lanes left to search, one bit per lane.
    pub(crate) open: u8,
    /// The lanes left to search, best first.
    pub(super) queue: MoveQueue,
    pub(super) weights: &'a Weights,
    pub(super) table: TableEntries<'a>,
}

/// The table keys, buckets and table moves of a node's children, one lane per move. A search without
/// a table does not fill them in.
pub(crate) struct TableEntries<'a> {
    /// The bucket of each child.
    pub(super) buckets: Buckets<'a>,
    /// The mixed key of each child or of its mirror image, and the part of it that an entry holds.
    pub(super) hash: U64x8,
    pub(super) remainders: U64x8,
    /// The table move of each child, a column counted from one, or 0.
    pub(super) table_moves: [u8; LANES],
    /// Lanes that use the key of the mirrored position, one bit per lane.
    pub(super) mirrored: u8,
}

impl Children<'_> {
    /// Returns the node of a lane.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        self.nodes.node(lane)
    }

    /// Returns the bounds proven on a child, for its side to move.
    #[inline]
    pub(super) fn bounds(&self, lane: usize) -> NodeBounds {
        NodeBounds::between(self.lower.0[lane], self.upper.0[lane])
    }

    /// Returns a lane's move together with a value.
    #[inline]
    pub(super) fn best_move(&self, value: i8, lane: usize) -> BestMove {
        BestMove::new(value, self.lane_map.column(lane))
    }

    /// Sets the bounds proven on a child, for its side to move.
    #[inline]
    pub(super) fn set_bounds(&mut self, lane: usize, bounds: NodeBounds) {
        self.lower.0[lane] = i64::from(bounds.lower).cast_unsigned();
        self.upper.0[lane] = i64::from(bounds.upper).cast_unsigned();
    }

    /// Returns the side to move in a child, relative to that in the node.
    #[inline]
    pub(super) fn perspective(&self, lane: usize) -> Perspective {
        if self.same_side >> lane & 1 != 0 {
            Perspective::Same
        } else {
            Perspective::Opponent
        }
    }

    /// Returns the columns left to search, each with its score.
    #[cfg(any(feature = "training", test))]
    pub(crate) fn scores(&self) -> impl Iterator<Item = (Column, i64)> {
        lanes_in(self.open).filter_map(|lane| {
            let column = Column::from_number(self.lane_map.column(lane))?;
            Some((column, self.queue.score(lane)))
        })
    }

    /// Returns the cell of a lane's move in `node`.
    #[inline]
    pub(super) fn cell(&self, node: &Node, lane: usize) -> u64 {
        node.moves & self.lane_map.columns.0[lane]
    }

    /// Returns the table key of a child.
    #[inline]
    pub(super) fn tt_key(&self, lane: usize) -> TtKey {
        TtKey {
            hash: self.table.hash.0[lane],
            mirrored: self.table.mirrored >> lane & 1 != 0,
            late: self.nodes.stones.0[lane] >= LATE_STONES.into(),
        }
    }

    /// Returns the entries of a child's bucket with the child's remainder, like
    /// [`BucketIsa::matching_entries`].
    #[inline(always)]
    pub(super) fn matching_entries<I: BucketIsa>(&self, isa: I, lane: usize) -> u8 {
        let TableEntries {
            buckets,
            remainders,
            ..
        } = &self.table;
        isa.matching_entries(buckets.bucket(lane), &remainders.0[lane])
    }

    /// Narrows a child's bounds by the first entry in `matching` if that is the child's own.
    #[inline(always)]
    pub(super) fn read_entry(&mut self, lane: usize, matching: u8) {
        let entry = tt::read_entry(self.table.buckets.bucket(lane), matching, self.tt_key(lane));
        if let Some(entry) = entry {
            let bounds = self.bounds(lane).with(entry);
            self.set_bounds(lane, bounds);
            self.table.table_moves[lane] = bounds.table_move;
        }
    }

    /// Probes the table again for one child.
    #[inline(always)]
    pub(super) fn probe<I: BucketIsa>(&mut self, isa: I, lane: usize) {
        self.read_entry(lane, self.matching_entries(isa, lane));
    }

    /// Returns the bounds proven on a child, for its side to move, with its table move.
    #[inline]
    pub(super) fn tabled_bounds(&self, lane: usize) -> NodeBounds {
        NodeBounds {
            table_move: self.table.table_moves[lane],
            ..self.bounds(lane)
        }
    }

    /// Adds the policy network's scores to the scores of the queued moves, such that the column with
    /// the least one gets none.
    pub(super) fn add_policy_scores(&mut self, scores: &PolicyScores) {
        let mut least = i32::MAX;
        for &score in scores {
            least = least.min(score);
        }
        for lane in lanes_in(self.open) {
            let column = usize::from(self.lane_map.column(lane)) - 1;
            self.queue.add_bonus(lane, (scores[column] - least).into());
        }
    }

    /// Adds the refutation bonus after a lane's move of `node` has failed. `column`, counted from
    /// one, is the opponent's reply to it. The bonus goes to the move of `node` into the cell of
    /// this reply, if there is one: that cell may be a good one to take. (Nodes of Begin-Medium: 3 %
    /// less.)
    pub(super) fn add_refutation_bonus(&mut self, node: &Node, lane: usize, column: u8) {
        let cell = self.node(lane).move_in(column);
        if self.perspective(lane) == Perspective::Opponent && cell & node.moves != 0 {
            self.queue
                .add_bonus(self.lane_map.lane(column), self.weights.refutation);
        }
    }

    /// Replaces the best move by a lane's move if that has a greater value, or the same value and a
    /// better move score. The moves of a shared node are searched in any order, but the best move
    /// must be the one that a search in order of the scores would find.
    pub(super) fn improve_unordered(&self, best: &mut BestMove, value: i8, lane: usize) {
        let other = self.best_move(value, lane);
        if value == best.value && self.queue.is_better(lane, self.lane_map.lane(best.column)) {
            *best = other;
        }
        best.improve(other);
    }

    /// Whether the first move was tried, or the table proves that its value does not exceed
    /// `alpha`.
    pub(super) fn first_has_failed(&self, alpha: i8) -> bool {
        let fails = |lane| self.perspective(lane).bounds(self.bounds(lane)).upper <= alpha;
        self.queue.is_begun() || self.queue.best().is_some_and(fails)
    }

    /// Returns the lower bound proven on a lane's move, for the side that makes it.
    #[inline]
    pub(super) fn lower_bound(&self, lane: usize) -> i8 {
        let bounds = self.bounds(lane);
        // `perspective.bounds` would make Middle-Medium take 7 % longer.
        match self.perspective(lane) {
            Perspective::Same => bounds.lower,
            Perspective::Opponent => -bounds.upper,
        }
    }
}

#[cfg(test)]
impl Children<'_> {
    /// Returns all that a search reads: the best move, if there is one, and every move left to
    /// search, in order.
    pub(super) fn summary(&mut self) -> (BestMove, Vec<String>) {
        use crate::solver::simd::Portable;
        let order: Vec<_> = std::iter::from_fn(|| self.queue.next(Portable)).collect();
        let open = order.into_iter().map(|lane| {
            let (node, tt_key) = (self.node(lane), self.tt_key(lane));
            let (bounds, perspective) = (self.tabled_bounds(lane), self.perspective(lane));
            let column = self.lane_map.column(lane);
            format!("{column} {node:?} {tt_key:?} {bounds:?} {perspective:?}")
        });
        // Without a best move the column has no meaning.
        let best = if self.best.value == BestMove::NONE.value {
            BestMove::NONE
        } else {
            self.best
        };
        (best, open.collect())
    }
}
