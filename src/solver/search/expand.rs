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
//! between lanes. [`kernel`](super::kernel) compiles it for each instruction set that has vectors;
//! without them, [`one_by_one`](super::one_by_one) finds the same children.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::children::{Children, TableEntries};
use super::{NodeExit, Search};
use crate::game::bitboard::CENTRE_FIRST;
use crate::solver::node::{self, FirstWin, Node, NodeIsa, Positions, Successors};
use crate::solver::ordering::move_score::{self, MoveHints, ScoredMoves};
use crate::solver::ordering::{KillerKey, MoveQueue, Weights};
use crate::solver::simd::{Isa, LANES, LaneMap, Vector, VectorIsa, spread_bits};
use crate::solver::tt::{self, BucketIsa, Table};
use crate::solver::types::{BestMove, Window};

/// How the code for an instruction set expands nodes.
pub(crate) trait ExpandIsa: NodeIsa + BucketIsa {
    /// Expands a node into `storage`. Leaves the node if no child has to be searched, because a
    /// short win or the bounds of its children decide it. If the search is not `TABLED`, it uses
    /// neither the table nor killers.
    ///
    /// (If it returned the children by value, copying them would take 2 % of all instructions.)
    ///
    /// In optimised builds, this function is inlined into the recursion, which makes the search a
    /// tenth faster. In debug builds it is not, because its vectors would take a megabyte of the
    /// stack per ply.
    fn expand<'a, 's, const TABLED: bool>(
        self,
        search: &mut Search<'a>,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        storage: &'s mut Option<Children<'a>>,
    ) -> Result<&'s mut Children<'a>, NodeExit>;

    /// Probes the table for all children left to search. The result has one byte per lane. Bit `i`
    /// of this byte is set if entry `i` of the child's bucket has the child's remainder.
    fn probe_all(self, node: &Node, children: &Children) -> u64;
}

impl<I: VectorIsa> ExpandIsa for I {
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expand<'a, 's, const TABLED: bool>(
        self,
        search: &mut Search<'a>,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        storage: &'s mut Option<Children<'a>>,
    ) -> Result<&'s mut Children<'a>, NodeExit> {
        if I::has_few(node.moves) {
            search.expand_in::<I::Few, TABLED>(self, node, window, table_move, killer_key, storage)
        } else {
            search.expand_in::<I::Full, TABLED>(self, node, window, table_move, killer_key, storage)
        }
    }

    #[inline(always)]
    fn probe_all(self, node: &Node, children: &Children) -> u64 {
        if I::has_few(node.moves) {
            probe_lanes::<I::Few>(self, children)
        } else {
            probe_lanes::<I::Full>(self, children)
        }
    }
}

/// Probes all lanes of `V`, so that no branch depends on which are left to search.
#[inline(always)]
fn probe_lanes<V: Vector>(isa: V::Isa, children: &Children) -> u64 {
    let mut all = 0;
    for lane in 0..V::LANES.min(CENTRE_FIRST.len()) {
        let matching = children.matching_entries(isa, lane);
        all |= u64::from(matching) << (u8::BITS as usize * lane);
    }
    all & spread_bits(children.open)
}

impl<'a> Search<'a> {
    #[inline(always)]
    fn expand_in<'s, V: Vector, const TABLED: bool>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        storage: &'s mut Option<Children<'a>>,
    ) -> Result<&'s mut Children<'a>, NodeExit> {
        let moves = PlayedMoves::of(node, self.successors::<V>(isa, node, window)?)?;
        // Prefetch the table's buckets now: they take about as long to arrive as all the work below
        // takes.
        let table = if TABLED {
            TableEntries::of(self.table, &moves)
        } else {
            TableEntries::new(self.table)
        };
        let open = moves.open_in(window)?;
        let weights = self.weights.of(node.stones, window.alpha);
        let hints = self.hints(node, table_move, killer_key);
        Ok(storage.insert(open.into_children::<TABLED>(weights, &hints, table)))
    }

    /// Returns the hints for a node, whose table move is a column counted from one, or 0.
    #[inline(always)]
    pub(super) fn hints(&self, node: &Node, table_move: u8, killer_key: &KillerKey) -> MoveHints {
        let [killer, countermove, continuation] = self.killers.get(killer_key);
        let table_move = node.move_in(table_move);
        [table_move, killer, countermove, continuation]
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
        self.limiter.enter_node(node.stones, self.table)?;
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
    let (lane, below_max) = values.isa().least(&below_max.narrow(), u8::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "below 256")]
    let value = i8::MAX.wrapping_sub_unsigned(below_max as u8);
    BestMove::new(value, lane_map.column(lane))
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
    fn into_children<'a, const TABLED: bool>(
        self,
        weights: &'a Weights,
        hints: &MoveHints,
        table: TableEntries<'a>,
    ) -> Children<'a> {
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
            columns: V::load(isa, &lane_map.columns),
            cell_bonuses: V::load_mapped(isa, &weights.cell_table, &lane_map.places),
            winning_cells,
            forcing,
            replies: positions.moves,
        };
        let scores = move_score::scores::<_, TABLED>(isa, &moves, weights, hints);
        Children {
            lane_map,
            nodes: positions.nodes(),
            lower: self.lower.to_array(),
            upper: self.upper.to_array(),
            same_side: V::movemask(self.same_side),
            best: self.best,
            open: V::movemask(self.open),
            queue: MoveQueue::new(isa, scores, self.open),
            weights,
            table,
        }
    }
}

impl<'a> TableEntries<'a> {
    /// Computes the keys of positions and prefetches their buckets. Lanes without a position
    /// prefetch a tier's first bucket, so that no branch depends on the number of positions.
    #[inline(always)]
    fn of<V: Vector>(table: &'a Table, moves: &PlayedMoves<V>) -> TableEntries<'a> {
        let positions = &moves.positions;
        let (hash, mirrored) = tt::hash(positions.mover, positions.mask);
        let hash = hash.and_mask(moves.played & !positions.without_safe_move());
        TableEntries {
            buckets: table.buckets(hash, positions.stones),
            hash: hash.to_array(),
            remainders: tt::remainder(hash).to_array(),
            table_moves: [0; LANES],
            mirrored: V::movemask(mirrored),
        }
    }
}
