//! Expansion: finds the bounds and scores of all moves of a node in one pass.
//!
//! ```text
//! Successors      the positions right after each move                      (node::positions)
//!   | leave if a move threatens a win that the opponent cannot stop
//!   | forced replies are played
//! PlayedMoves
//!   | the table's buckets are prefetched
//!   | static bounds are compared with the window; leave if they decide it
//! OpenMoves       the moves left to search, still in vectors
//!   | the moves are scored and queued
//! Children        the same in memory: the search takes one after the other
//! ```
//!
//! The pass works on vectors with one lane per move, from the centre outwards, and does not branch
//! between lanes. [`kernel`](super::kernel) compiles it for each instruction set.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::{NodeExit, Search};
#[cfg(any(feature = "training", test))]
use crate::game::Column;
use crate::game::bitboard::CENTRE_FIRST;
use crate::solver::node::{self, Node, Nodes, Positions, Successors};
use crate::solver::ordering::move_score::{self, MoveHints, ScoredMoves};
use crate::solver::ordering::policy::PolicyScores;
use crate::solver::ordering::{KillerKey, MoveQueue, Weights};
#[cfg(any(feature = "training", test))]
use crate::solver::simd::lanes_in;
use crate::solver::simd::{Isa, LANES, LaneMap, U16s, U64x8, Vector, spread_bits};
use crate::solver::tt::{self, Addresses, Buckets, LATE_STONES, Table, TtKey};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Window};

impl<'a> Search<'a> {
    /// Expands a node into `storage`. Leaves the node if no child has to be searched, because a
    /// short win or the bounds of its children decide it.
    ///
    /// (If it returned the children by value, copying them would take 2 % of all instructions.)
    ///
    /// In optimised builds, this function is inlined into the recursion, which makes the search a
    /// tenth faster. In debug builds it is not, because its vectors would take a megabyte of the
    /// stack per ply.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn expand<'s, I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        storage: &'s mut Option<TabledChildren<'a>>,
    ) -> Result<&'s mut TabledChildren<'a>, NodeExit> {
        if I::has_few(node.moves) {
            self.expand_in::<I::Few>(isa, node, window, table_move, killer_key, storage)
        } else {
            self.expand_in::<I::Full>(isa, node, window, table_move, killer_key, storage)
        }
    }

    #[inline(always)]
    fn expand_in<'s, V: Vector>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        storage: &'s mut Option<TabledChildren<'a>>,
    ) -> Result<&'s mut TabledChildren<'a>, NodeExit> {
        let moves = PlayedMoves::of(node, self.successors::<V>(isa, node, window)?)?;
        // Prefetch the table's buckets now: they take about as long to arrive as all the work below
        // takes.
        let keys = TtKeyVectors::of(self.table, &moves);
        let open = moves.open_in(window)?;
        let weights = self.weights.of(node.stones, window.alpha);
        let killers = self.killers.get(killer_key);
        let hints = MoveHints {
            table_move,
            killers,
        };
        let children = open.into_children(weights, Some(&hints), keys.entries(weights));
        Ok(storage.insert(children))
    }

    /// Expands a node like [`Search::expand`], but without a table.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn expand_tableless<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        window: Window<i8>,
    ) -> Result<Children<()>, NodeExit> {
        if I::has_few(node.moves) {
            self.expand_tableless_in::<I::Few>(isa, node, window)
        } else {
            self.expand_tableless_in::<I::Full>(isa, node, window)
        }
    }

    #[inline(always)]
    fn expand_tableless_in<V: Vector>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
    ) -> Result<Children<()>, NodeExit> {
        let moves = PlayedMoves::of(node, self.successors::<V>(isa, node, window)?)?;
        let open = moves.open_in(window)?;
        let weights = self.weights.of(node.stones, window.alpha);
        Ok(open.into_children(weights, None, ()))
    }

    /// Plays the moves of a node, unless a short win decides it. Counts the node, unless a win
    /// with the second stone decides it.
    #[inline(always)]
    fn successors<V: Vector>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
    ) -> Result<Successors<V>, NodeExit> {
        // This comes first, because it takes the longest and all that follows waits for it.
        let successors = Successors::of(isa, node);
        if let Some(best) = node::win_with_second_stone(isa, node, &successors, window) {
            return Err(NodeExit::Decided(best));
        }
        self.limiter.enter_node(node.stones)?;
        if node::asks_for_third_stone(node, window) {
            let best = node::win_with_third_stone(isa, node, successors);
            return Err(NodeExit::Decided(best));
        }
        Ok(successors)
    }
}

/// The moves of a node and the positions that they lead to after forced replies, in vectors.
struct PlayedMoves<'n, V: Vector> {
    node: &'n Node,
    lane_map: &'static LaneMap,
    /// Lanes that have a move.
    played: V::Mask,
    /// Lanes in which the opponent had a single safe reply.
    forcing: V::Mask,
    /// The winning cells of the side that moves, right after its move.
    winning_cells: V,
    positions: Positions<V>,
}

impl<'n, V: Vector> PlayedMoves<'n, V> {
    /// Plays the forced replies. Leaves the node if a move leaves the opponent no safe reply.
    #[inline(always)]
    fn of(node: &'n Node, successors: Successors<V>) -> Result<PlayedMoves<'n, V>, NodeExit> {
        if let Some(best) = successors.won(node) {
            return Err(NodeExit::Decided(best));
        }
        let Successors {
            lane_map,
            played,
            mut positions,
            ..
        } = successors;
        let forcing = positions.forced() & played;
        let winning_cells = positions.opponent_winning_cells;
        positions.settle(played);
        Ok(PlayedMoves {
            node,
            lane_map,
            played,
            forcing,
            winning_cells,
            positions,
        })
    }

    /// Selects the moves left to search in a window. Leaves the node if no move is left, or if a
    /// move cuts.
    #[inline(always)]
    fn open_in(self, window: Window<i8>) -> Result<OpenMoves<'n, V>, NodeExit> {
        let PlayedMoves {
            played, lane_map, ..
        } = self;
        let (lower, upper) = self.positions.bounds();
        let parity = self.positions.stones ^ u64::from(self.node.stones);
        let same_side = (parity & 1).is_zero();
        // The bounds of each move, for the side to move in the node.
        let move_lower = V::select(same_side, lower, upper.neg());
        let move_upper = V::select(same_side, upper, lower.neg());
        // In a null window a proven lower bound either cuts or does not matter.
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
        // Test the masks rather than the best value, because the processor has them sooner.
        if V::any(cuts & played) || !V::any(open) {
            return Err(NodeExit::Decided(best));
        }
        Ok(OpenMoves {
            moves: self,
            lower,
            upper,
            same_side,
            open,
            best,
        })
    }
}

/// Returns the best of the moves in `lanes` by their values.
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

/// The moves of a node that static bounds leave to search, in vectors.
struct OpenMoves<'n, V: Vector> {
    moves: PlayedMoves<'n, V>,
    /// Bounds of each position, for its side to move.
    lower: V,
    upper: V,
    /// Lanes in which the side that made the move is to move again, because an odd number of forced
    /// replies was played.
    same_side: V::Mask,
    /// Lanes left to search.
    open: V::Mask,
    /// The best move by static bounds.
    best: BestMove,
}

impl<V: Vector> OpenMoves<'_, V> {
    /// Scores and queues the moves.
    #[inline(always)]
    fn into_children<T>(
        self,
        weights: &Weights,
        hints: Option<&MoveHints>,
        table: T,
    ) -> Children<T> {
        let isa = self.lower.isa();
        let PlayedMoves {
            node,
            lane_map,
            forcing,
            winning_cells,
            positions,
            ..
        } = self.moves;
        let moves = ScoredMoves {
            node,
            lane_map,
            winning_cells,
            forcing,
            replies: positions.moves,
        };
        let scores = move_score::scores(isa, &moves, weights, hints);
        Children {
            lane_map,
            nodes: positions.nodes(),
            lower: self.lower.to_array(),
            upper: self.upper.to_array(),
            same_side: V::movemask(self.same_side),
            best: self.best,
            open: V::movemask(self.open),
            queue: MoveQueue::new(isa, scores, self.open),
            table,
        }
    }
}

/// The table keys of a node's children and the addresses of their buckets, in vectors.
struct TtKeyVectors<'a, V: Vector> {
    addresses: Addresses<'a, V>,
    hash: V,
    mirrored: V::Mask,
}

impl<'a, V: Vector> TtKeyVectors<'a, V> {
    /// Computes the keys of positions and prefetches their buckets. Lanes without a position
    /// prefetch a tier's first bucket, so that no branch depends on the number of positions.
    #[inline(always)]
    fn of(table: &'a Table, moves: &PlayedMoves<V>) -> TtKeyVectors<'a, V> {
        let positions = &moves.positions;
        let (hash, mirrored) = tt::hash(positions.mover, positions.mask);
        let hash = hash.and_mask(moves.played & !positions.without_safe_move());
        TtKeyVectors {
            addresses: table.prefetch(hash, positions.stones),
            hash,
            mirrored,
        }
    }

    /// Returns the keys and buckets in memory.
    #[inline(always)]
    fn entries(self, weights: &'a Weights) -> TableEntries<'a> {
        TableEntries {
            weights,
            buckets: self.addresses.buckets(),
            hash: self.hash.to_array(),
            remainders: tt::remainder(self.hash).to_array(),
            table_moves: [0; LANES],
            mirrored: V::movemask(self.mirrored),
        }
    }
}

/// The children of a node in memory, one lane per move: the positions after each move and its
/// forced replies. The contents of lanes without a move do not matter.
///
/// `T` is the data of the children for the table, if the search uses one.
pub(crate) struct Children<T> {
    lane_map: &'static LaneMap,
    nodes: Nodes,
    /// Bounds of each child, for its side to move, as signed numbers.
    lower: U64x8,
    upper: U64x8,
    /// Lanes in which the side that made the move is to move again, because an odd number of forced
    /// replies was played. There is one bit per lane.
    same_side: u8,
    /// The best move by static bounds.
    pub(super) best: BestMove,
    /// Lanes left to search, one bit per lane.
    pub(crate) open: u8,
    /// The lanes left to search, best first.
    pub(super) queue: MoveQueue,
    table: T,
}

/// The table keys, buckets and table moves of a node's children, one lane per move.
pub(crate) struct TableEntries<'a> {
    weights: &'a Weights,
    /// The bucket of each child.
    buckets: Buckets<'a>,
    /// The mixed key of each child or of its mirror image, and the part of it that an entry holds.
    hash: U64x8,
    remainders: U64x8,
    /// The table move of each child, a column counted from one, or 0.
    table_moves: [u8; LANES],
    /// Lanes that use the key of the mirrored position, one bit per lane.
    mirrored: u8,
}

/// The children of a node, looked up in the table.
pub(crate) type TabledChildren<'a> = Children<TableEntries<'a>>;

impl<T> Children<T> {
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
}

impl TabledChildren<'_> {
    /// Returns the cell of a lane's move in `node`.
    #[inline]
    pub(super) fn cell(&self, node: &Node, lane: usize) -> u64 {
        node.moves & self.lane_map.columns().0[lane]
    }

    /// Returns a lane's move together with a value.
    #[inline]
    pub(super) fn best_move(&self, value: i8, lane: usize) -> BestMove {
        BestMove {
            value,
            column: self.lane_map.column(lane),
        }
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

    /// Probes the table for all children left to search. The result has one byte per lane. Bit `i`
    /// of this byte is set if entry `i` of the child's bucket has the child's remainder.
    #[inline(always)]
    pub(super) fn probe_all<I: Isa>(&self, isa: I, node: &Node) -> u64 {
        if I::has_few(node.moves) {
            self.probe_lanes::<I::Few>(isa)
        } else {
            self.probe_lanes::<I::Full>(isa)
        }
    }

    /// Probes the lanes of `V` that are left to search. Where comparing is fast, it probes all
    /// lanes, so that no branch depends on which are left.
    #[inline(always)]
    fn probe_lanes<V: Vector>(&self, isa: V::Isa) -> u64 {
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
        let TableEntries {
            buckets,
            remainders,
            ..
        } = &self.table;
        tt::matching_entries(isa, buckets.bucket(lane), &remainders.0[lane])
    }

    /// Narrows a child's bounds by the first entry in `matching` if that is the child's own.
    #[inline(always)]
    pub(super) fn read_entry(&mut self, lane: usize, matching: u8) {
        let entry = tt::read_entry(self.table.buckets.bucket(lane), matching, self.tt_key(lane));
        if let Some(entry) = entry {
            let bounds = self.bounds(lane).with(entry);
            self.lower.0[lane] = i64::from(bounds.lower).cast_unsigned();
            self.upper.0[lane] = i64::from(bounds.upper).cast_unsigned();
            self.table.table_moves[lane] = bounds.table_move;
        }
    }

    /// Probes the table again for one child.
    #[inline(always)]
    pub(super) fn probe<I: Isa>(&mut self, isa: I, lane: usize) {
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

    /// Adds the policy network's scores to the scores of the queued moves.
    pub(super) fn add_policy_scores(&mut self, scores: &PolicyScores) {
        move_score::add_policy_scores(&mut self.queue, self.open, self.lane_map, scores);
    }

    /// Adds the refutation bonus after a lane's move of `node` has failed. `column`, counted from
    /// one, is the opponent's reply to it. The bonus goes to the move of `node` into the cell of
    /// this reply, if there is one.
    pub(super) fn add_refutation_bonus(&mut self, node: &Node, lane: usize, column: u8) {
        let cell = self.node(lane).move_in(column);
        if self.perspective(lane) == Perspective::Opponent && cell & node.moves != 0 {
            let weights = self.table.weights;
            move_score::add_refutation_bonus(&mut self.queue, cell, self.lane_map, weights);
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

/// Expands a node outside a search, for training and tests. It does not look for short wins and
/// does not count the node.
#[cfg(any(feature = "training", test))]
pub(crate) fn children_of<'a, I: Isa>(
    isa: I,
    node: &Node,
    window: Window<i8>,
    weights: &'a Weights,
    table: &'a Table,
    hints: &MoveHints,
) -> Result<TabledChildren<'a>, NodeExit> {
    #[inline(always)]
    fn of<'a, V: Vector>(
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
        weights: &'a Weights,
        table: &'a Table,
        hints: &MoveHints,
    ) -> Result<TabledChildren<'a>, NodeExit> {
        let moves = PlayedMoves::of(node, Successors::<V>::of(isa, node))?;
        let keys = TtKeyVectors::of(table, &moves);
        let open = moves.open_in(window)?;
        Ok(open.into_children(weights, Some(hints), keys.entries(weights)))
    }
    if I::has_few(node.moves) {
        of::<I::Few>(isa, node, window, weights, table, hints)
    } else {
        of::<I::Full>(isa, node, window, weights, table, hints)
    }
}

#[cfg(test)]
impl TabledChildren<'_> {
    /// Returns all that a search reads: the best move, if there is one, and every move left to
    /// search, in order.
    pub(super) fn summary(mut self) -> (BestMove, Vec<String>) {
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
