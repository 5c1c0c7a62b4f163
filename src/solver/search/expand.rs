//! Expansion: finds the bounds and scores of all moves of a node in one pass.
//!
//! ```text
//! Successors          the positions right after each move             (node::positions)
//!   | break off if a move threatens a win that the opponent cannot stop
//!   | forced replies are played, the table's buckets prefetched,
//!   | static bounds compared with the window
//! ChildVectors        the moves that no rule decides, still in vectors
//!   | scored and queued
//! Children            the same in memory: the search picks one after the other
//! ```
//!
//! The pass works on vectors with one lane per move, from the centre outwards, and does not branch
//! between lanes. [`kernel`](super::kernel) compiles it for each instruction set.

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

use std::ops::ControlFlow;

use crate::game::Column;
use crate::game::bitboard::{CENTRE_FIRST, playable};
use crate::solver::node::{Node, Nodes, Positions, Successors};
use crate::solver::ordering::move_score::{cell_bonus, threat_score};
use crate::solver::ordering::policy::PolicyScores;
use crate::solver::ordering::{KillerMoves, MoveQueue, Weights};
use crate::solver::simd::{Isa, LANES, LaneMap, U16s, U64x8, Vector, lanes_in, spread_bits};
use crate::solver::tt::{self, Addresses, Buckets, LATE_STONES, Table, TtKey};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Window};

/// Where the children of a node are looked up: the table, or nothing.
pub(super) trait Lookup<V: Vector> {
    /// Where each child is in the table, a lane each.
    type Keys;

    /// The keys of the positions. Lanes that are not in `asked` need none.
    fn keys(self, positions: &Positions<V>, asked: V::Mask) -> Self::Keys;
}

/// The children's keys in the table, still in vectors.
pub(super) struct TtKeyVectors<'a, V: Vector> {
    addresses: Addresses<'a, V>,
    hash: V,
    mirrored: V::Mask,
}

impl<'a, V: Vector> Lookup<V> for &'a Table {
    type Keys = TtKeyVectors<'a, V>;

    /// Computes the keys and prefetches their buckets. Lanes without a position prefetch a
    /// tier's first bucket, so that no branch hangs on how many positions there are.
    #[inline(always)]
    fn keys(self, positions: &Positions<V>, asked: V::Mask) -> TtKeyVectors<'a, V> {
        let (hash, mirrored) = tt::hash(positions.mover, positions.mask);
        let hash = hash.and_mask(asked);
        let addresses = self.prefetch(hash, positions.stones);
        TtKeyVectors {
            addresses,
            hash,
            mirrored,
        }
    }
}

/// The moves of a node that no rule decides, still in vectors.
pub(super) struct ChildVectors<'a, V: Vector, S> {
    isa: V::Isa,
    lane_map: &'static LaneMap,
    /// The positions once every forced reply is played.
    pub(super) positions: Positions<V>,
    /// Each move's score by its threats.
    threat_scores: V,
    weights: &'a Weights,
    keys: S,
    /// Bounds of each position, for its side to move.
    pub(super) lower: V,
    pub(super) upper: V,
    /// Lanes in which the side that made the move is to move again.
    pub(super) same_side: V::Mask,
    /// Lanes that have to be searched.
    pub(super) open: V::Mask,
    /// The best move by what is proven without search.
    pub(super) best: BestMove,
}

/// Expands a node from the positions after its moves, or breaks off with its best move if none
/// has to be searched.
#[inline(always)]
pub(super) fn expand<'a, V: Vector, L: Lookup<V>>(
    isa: V::Isa,
    node: &Node,
    successors: Successors<V>,
    window: Window<i8>,
    weights: &'a Weights,
    lookup: L,
) -> ControlFlow<BestMove, ChildVectors<'a, V, L::Keys>> {
    if let Some(best) = successors.won(node) {
        return ControlFlow::Break(best);
    }
    let Successors {
        lane_map,
        played,
        mut positions,
        ..
    } = successors;
    let mask = positions.mask;
    let opponents = V::splat(isa, node.opponent_winning_cells);
    let threats = threat_score(
        positions.opponent_winning_cells,
        opponents,
        playable(mask),
        weights,
    );
    let forces = positions.forced() & played;
    let forcing = V::splat_i64(isa, weights.forcing).and_mask(forces);
    positions.settle(played);

    // The table's buckets take about as long to arrive as all that follows.
    let keys = lookup.keys(&positions, played & !positions.without_safe_move());

    let (lower, upper) = positions.bounds();
    let parity = positions.stones ^ u64::from(node.stones);
    let same_side = (parity & 1).is_zero();
    // The bounds of each move, for the side to move in the node.
    let move_lower = V::select(same_side, lower, upper.neg());
    let move_upper = V::select(same_side, upper, lower.neg());
    // In a null window a proven lower bound cuts or is of no use.
    let proven = if window.is_null() {
        BestMove::NONE
    } else {
        best_lane(move_lower, played, lane_map)
    };
    let alpha = window.alpha.max(proven.value);
    let cuts = move_lower.gt_i64(i64::from(window.beta) - 1);
    let open = !cuts & move_upper.gt_i64(alpha.into()) & played;
    let best = if proven.value > window.alpha {
        proven
    } else {
        let values = V::select(cuts, move_lower, move_upper);
        best_lane(values, played & !open, lane_map)
    };
    // The processor knows these masks sooner than the best value.
    if V::any(cuts & played) || !V::any(open) {
        return ControlFlow::Break(best);
    }
    ControlFlow::Continue(ChildVectors {
        isa,
        lane_map,
        positions,
        threat_scores: threats + forcing,
        weights,
        keys,
        lower,
        upper,
        same_side,
        open,
        best,
    })
}

/// The best of the moves in `lanes` by their values.
#[inline(always)]
fn best_lane<V: Vector>(values: V, lanes: V::Mask, lane_map: &LaneMap) -> BestMove {
    let none = V::splat_i64(values.isa(), BestMove::NONE.value.into());
    let values = V::select(lanes, values, none);
    let below_max = values.sub_from(u64::from(i8::MAX.unsigned_abs()));
    let (lane, below_max) = below_max.narrow().min_index();
    #[expect(clippy::cast_possible_truncation, reason = "below 256")]
    let value = i8::MAX.wrapping_sub_unsigned(below_max as u8);
    BestMove {
        value,
        column: lane_map.column(lane),
    }
}

impl<V: Vector, S> ChildVectors<'_, V, S> {
    /// The cell of each lane's move in `node`.
    #[inline(always)]
    fn cells(&self, node: &Node) -> V {
        V::load(self.isa, self.lane_map.columns()) & node.moves
    }

    /// Each move's score by what is on the board.
    #[inline(always)]
    pub(super) fn board_scores(&self, node: &Node) -> V {
        let (cells, weights) = (self.cells(node), self.weights);
        let is_on_own_stone = !(cells >> 1 & node.mover).is_zero();
        self.threat_scores
            + cell_bonus(self.isa, cells, weights, self.lane_map)
            + V::splat_i64(self.isa, weights.on_own_stone).and_mask(is_on_own_stone)
            + self.positions.moves.count_ones().mul_i32(weights.replies)
    }
}

impl<'a, V: Vector> ChildVectors<'a, V, TtKeyVectors<'a, V>> {
    /// Scores and queues the moves. `table_move` is the column that the table names for the node,
    /// counted from one, or 0.
    #[inline(always)]
    pub(super) fn into_children(
        self,
        node: &Node,
        table_move: u8,
        killers: &KillerMoves,
    ) -> Children<'a> {
        let (cells, weights) = (self.cells(node), self.weights);
        let bonus = |weight: i64, cell: u64| {
            let is_move = cells.eq_word(cell);
            V::splat_i64(self.isa, weight).and_mask(is_move)
        };
        let scores = self.board_scores(node)
            + bonus(weights.table_move, node.move_in(table_move))
            + bonus(weights.killer, killers.killer)
            + bonus(weights.countermove, killers.countermove)
            + bonus(weights.follow_up, killers.follow_up);
        Children {
            lane_map: self.lane_map,
            weights,
            nodes: self.positions.nodes(),
            buckets: self.keys.addresses.buckets(),
            hash: self.keys.hash.to_array(),
            remainders: tt::remainder(self.keys.hash).to_array(),
            lower: self.lower.to_array(),
            upper: self.upper.to_array(),
            table_moves: [0; LANES],
            mirrored: V::movemask(self.keys.mirrored),
            same_side: V::movemask(self.same_side),
            best: self.best,
            open: V::movemask(self.open),
            queue: MoveQueue::new(self.isa, scores, self.open),
        }
    }
}

/// The children of a node in memory, a lane a move: the positions once every forced reply is
/// played. Lanes without a move have no meaning.
pub(crate) struct Children<'a> {
    lane_map: &'static LaneMap,
    weights: &'a Weights,
    nodes: Nodes,
    /// The bucket of each child.
    buckets: Buckets<'a>,
    /// The mixed key of each child or of its mirror image, and the part of it that an entry holds.
    hash: U64x8,
    remainders: U64x8,
    /// Bounds of each child, for its side to move: signed.
    lower: U64x8,
    upper: U64x8,
    /// The table move of each child, a column counted from one, or 0.
    table_moves: [u8; LANES],
    /// Lanes whose key is the mirror image's, a bit each.
    mirrored: u8,
    /// Lanes in which the side that made the move is to move again, a bit each.
    same_side: u8,
    /// The best move by what is proven without search.
    pub(super) best: BestMove,
    /// Lanes that have to be searched, a bit each.
    pub(crate) open: u8,
    /// Those lanes, best first.
    pub(super) queue: MoveQueue,
}

impl Children<'_> {
    /// The node of a lane.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        self.nodes.node(lane)
    }

    /// The cell of a lane's move in `node`.
    #[inline]
    pub(super) fn cell(&self, node: &Node, lane: usize) -> u64 {
        node.moves & self.lane_map.columns().0[lane]
    }

    /// A lane's move with a value.
    #[inline]
    pub(super) fn best_move(&self, value: i8, lane: usize) -> BestMove {
        BestMove {
            value,
            column: self.lane_map.column(lane),
        }
    }

    /// Where a child is in the table.
    #[inline]
    pub(super) fn tt_key(&self, lane: usize) -> TtKey {
        TtKey {
            hash: self.hash.0[lane],
            mirrored: self.mirrored >> lane & 1 != 0,
            late: self.nodes.stones.0[lane] >= LATE_STONES.into(),
        }
    }

    /// Probes the table for all children left to search. The result has one byte per lane; bit `i`
    /// of it is set if entry `i` of the child's bucket has the child's remainder.
    ///
    /// All lanes of `V` are probed where comparing is fast, so that no branch hangs on how many
    /// there are or on which of them the table knows.
    #[inline(always)]
    pub(super) fn probe_all<V: Vector>(&self, isa: V::Isa) -> u64 {
        let mut all = 0;
        for lane in 0..V::LANES.min(CENTRE_FIRST.len()) {
            if V::Isa::IS_FAST || self.open >> lane & 1 != 0 {
                let matching = self.matching_entries(isa, lane);
                all |= u64::from(matching) << (u8::BITS as usize * lane);
            }
        }
        all & spread_bits(self.open)
    }

    #[inline(always)]
    fn matching_entries<I: Isa>(&self, isa: I, lane: usize) -> u8 {
        tt::matching_entries(isa, self.buckets.bucket(lane), &self.remainders.0[lane])
    }

    /// Narrows a child's bounds by its table entry, which is among those in `matching`.
    #[inline(always)]
    pub(super) fn read_entry(&mut self, lane: usize, matching: u8) {
        let entry = tt::read_entry(self.buckets.bucket(lane), matching, self.tt_key(lane));
        if let Some(entry) = entry {
            let NodeBounds {
                lower,
                upper,
                table_move,
            } = self.bounds(lane).with(entry);
            self.lower.0[lane] = i64::from(lower).cast_unsigned();
            self.upper.0[lane] = i64::from(upper).cast_unsigned();
            self.table_moves[lane] = table_move;
        }
    }

    /// Probes the table again for one child.
    #[inline(always)]
    pub(super) fn probe<I: Isa>(&mut self, isa: I, lane: usize) {
        self.read_entry(lane, self.matching_entries(isa, lane));
    }

    /// What is proven of a child by the rules and the table, for its side to move.
    #[inline]
    pub(super) fn bounds(&self, lane: usize) -> NodeBounds {
        let (lower, upper) = (self.lower.0[lane], self.upper.0[lane]);
        NodeBounds {
            table_move: self.table_moves[lane],
            ..NodeBounds::between(lower.cast_signed(), upper.cast_signed())
        }
    }

    /// The side to move in a child, seen from the node.
    #[inline]
    pub(super) fn perspective(&self, lane: usize) -> Perspective {
        if self.same_side >> lane & 1 != 0 {
            Perspective::Same
        } else {
            Perspective::Opponent
        }
    }

    /// The columns left to search, each with its score.
    #[cfg(any(feature = "training", test))]
    pub(crate) fn scores(&self) -> impl Iterator<Item = (Column, i64)> {
        lanes_in(self.open).filter_map(|lane| {
            let column = Column::from_number(self.lane_map.column(lane))?;
            Some((column, self.queue.score(lane)))
        })
    }

    /// Adds the policy network's scores to the others.
    #[cold]
    pub(super) fn add_policy_scores(&mut self, scores: &PolicyScores) {
        for lane in lanes_in(self.open) {
            let column = usize::from(self.lane_map.column(lane)) - 1;
            self.queue.add_bonus(lane, scores[column].into());
        }
    }

    /// The refutation bonus: a lane's move of `node` failed because the opponent plays `column`
    /// (counted from one), so that cell may be a good one to take. (Nodes of Begin-Medium: 3 %
    /// less.)
    pub(super) fn add_refutation_bonus(&mut self, node: &Node, lane: usize, column: u8) {
        let refutation = self.node(lane).move_in(column);
        if self.perspective(lane) == Perspective::Opponent && refutation & node.moves != 0 {
            let lane = self.lane_map.lane(Column::of_cell(refutation).number());
            self.queue.add_bonus(lane, self.weights.refutation);
        }
    }

    /// Takes over a lane's move if it is better than the best one, or as good with a better score:
    /// the moves of a shared node are searched in any order, and the best one is to be the one
    /// that would have come first.
    pub(super) fn improve_unordered(&self, best: &mut BestMove, value: i8, lane: usize) {
        let other = self.best_move(value, lane);
        if value == best.value && self.queue.is_better(lane, self.lane_map.lane(best.column)) {
            *best = other;
        }
        best.improve(other);
    }

    /// Whether the first move was tried, or the table proves that it does not exceed `alpha`.
    pub(super) fn first_has_failed(&self, alpha: i8) -> bool {
        let fails = |lane| self.upper_bound(lane) <= alpha;
        self.queue.is_begun() || self.queue.best().is_some_and(fails)
    }

    /// What a lane's move is worth at least, for the side that makes it.
    #[inline]
    pub(super) fn lower_bound(&self, lane: usize) -> i8 {
        let bounds = self.bounds(lane);
        // Written out: as in `upper_bound` Middle-Medium would take 7 % longer.
        match self.perspective(lane) {
            Perspective::Same => bounds.lower,
            Perspective::Opponent => -bounds.upper,
        }
    }

    /// What it is worth at most.
    fn upper_bound(&self, lane: usize) -> i8 {
        self.perspective(lane).bounds(self.bounds(lane)).upper
    }
}

/// Expands a node outside a search, for training and tests: without the look at short wins, and
/// without counting it.
#[cfg(any(feature = "training", test))]
#[inline(always)]
pub(crate) fn children_of<'a, I: Isa>(
    isa: I,
    node: &Node,
    window: Window<i8>,
    weights: &'a Weights,
    table: &'a Table,
    table_move: u8,
    killers: &KillerMoves,
) -> ControlFlow<BestMove, Children<'a>> {
    if I::has_few(node.moves) {
        let successors = Successors::<I::Few>::of(isa, node);
        expand(isa, node, successors, window, weights, table)
            .map_continue(|vectors| vectors.into_children(node, table_move, killers))
    } else {
        let successors = Successors::<I::Full>::of(isa, node);
        expand(isa, node, successors, window, weights, table)
            .map_continue(|vectors| vectors.into_children(node, table_move, killers))
    }
}

#[cfg(test)]
impl Children<'_> {
    /// All that a search reads: the best move known, if there is one, and every move left to
    /// search, in order.
    pub(super) fn summary(mut self) -> (BestMove, Vec<String>) {
        use crate::solver::simd::Portable;
        let order: Vec<_> = std::iter::from_fn(|| self.queue.next(Portable)).collect();
        let open = order.into_iter().map(|lane| {
            let (node, tt_key, bounds) = (self.node(lane), self.tt_key(lane), self.bounds(lane));
            let perspective = self.perspective(lane);
            let column = self.lane_map.column(lane);
            format!("{column} {node:?} {tt_key:?} {bounds:?} {perspective:?}")
        });
        // Without one its column has no meaning.
        let best = if self.best.value == BestMove::NONE.value {
            BestMove::NONE
        } else {
            self.best
        };
        (best, open.collect())
    }
}
