//! Expansion in scalar code, one move after the other, for machines without wide vectors.
//!
//! It finds the same children as [`expand`](super::expand) by the same rules, which are written for
//! vectors and for a `u64`. But it computes only what is needed: it stops at a move that wins,
//! looks only at the moves that there are, and scores only those that the window leaves to search.
//! (Emulated vectors of eight lanes would take 1.6 times as long.)

#![expect(clippy::inline_always, reason = "as in `simd`")]

use std::hint;

use super::children::{Children, TableEntries};
use super::expand::ExpandIsa;
use super::{NodeExit, Search};
use crate::solver::node::{self, Node, Nodes, OneByOne, Settled};
use crate::solver::ordering::move_score::{self, MoveHints, ScoredMoves};
use crate::solver::ordering::{KillerKey, MoveQueue, Weights};
use crate::solver::simd::{LANES, LaneMap, Portable, U64x8, lanes_in};
use crate::solver::tt::{self, Buckets, Table, TtKey};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Window};

impl ExpandIsa for Portable {
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
        let weights = search.weights.of(node.stones, window.alpha);
        let children = storage.insert(Children::new(weights, TableEntries::new(search.table)));
        let count = search.play_moves(node, window, children)?;
        let hints = search.hints(node, table_move, killer_key);
        children.settle::<TABLED>(node, count, window, search.table, &hints)?;
        Ok(children)
    }

    #[inline(always)]
    fn probe_all(self, _: &Node, children: &Children) -> u64 {
        let mut all = 0;
        for lane in lanes_in(children.open) {
            let matching = children.matching_entries(self, lane);
            all |= u64::from(matching) << (u8::BITS as usize * lane);
        }
        all
    }
}

impl Search<'_> {
    /// Plays the moves of a node, unless a short win decides it. Counts the node, unless a win with
    /// the second stone decides it. Returns the number of moves.
    #[inline(always)]
    fn play_moves(
        &mut self,
        node: &Node,
        window: Window<i8>,
        children: &mut Children,
    ) -> Result<usize, NodeExit> {
        if let Some(best) = node::win_with_second_stone(Portable, node, &OneByOne, window) {
            return Err(NodeExit::Decided(best));
        }
        self.limiter.enter_node(node.stones, self.table)?;
        let lane_map = LaneMap::of_moves(node.moves);
        children.lane_map = lane_map;
        let nodes = &mut children.nodes;
        let count = nodes
            .play_moves(node, lane_map)
            .map_err(NodeExit::Decided)?;
        if node::asks_for_third_stone(node, window) {
            let best = node::win_with_third_stone_one_by_one(node, lane_map, nodes, count);
            return Err(NodeExit::Decided(best));
        }
        Ok(count)
    }
}

#[cfg(any(feature = "training", test))]
impl<'a> Search<'a> {
    /// Expands a node.
    pub(crate) fn children_of(
        &mut self,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
    ) -> Result<Children<'a>, NodeExit> {
        let killer_key = KillerKey::new(node.stones, window.alpha, self.last_moves);
        let mut storage = None;
        Portable.expand::<true>(self, node, window, table_move, &killer_key, &mut storage)?;
        Ok(storage.expect("an expansion that does not fail stores the children"))
    }
}

impl<'a> Children<'a> {
    /// Creates children of which nothing is known yet.
    #[inline(always)]
    fn new(weights: &'a Weights, table: TableEntries<'a>) -> Children<'a> {
        Children {
            lane_map: LaneMap::of_moves(0),
            nodes: Nodes::NONE,
            lower: U64x8::ZERO,
            upper: U64x8::ZERO,
            same_side: 0,
            best: BestMove::NONE,
            open: 0,
            queue: MoveQueue::EMPTY,
            weights,
            table,
        }
    }

    /// Returns the score of a lane's move of `node` to `after`, where `replies` are the safe moves
    /// after the forced replies.
    #[inline(always)]
    fn score<const TABLED: bool>(
        &self,
        node: &Node,
        lane: usize,
        after: &Node,
        replies: u64,
        hints: &MoveHints,
    ) -> u64 {
        let place = usize::from(self.lane_map.places[lane % LANES]);
        let moves = ScoredMoves {
            node,
            columns: self.lane_map.columns.0[lane],
            cell_bonuses: self.weights.cell_table.0[place],
            winning_cells: after.opponent_winning_cells,
            forcing: after.is_forced(),
            replies,
        };
        move_score::scores::<_, TABLED>(Portable, &moves, self.weights, hints)
    }

    /// Plays the forced replies, and queues the moves left to search in a window. Leaves the node
    /// if no move is left, or if a move cuts.
    #[inline(always)]
    fn settle<const TABLED: bool>(
        &mut self,
        node: &Node,
        count: usize,
        window: Window<i8>,
        table: &'a Table,
        hints: &MoveHints,
    ) -> Result<(), NodeExit> {
        // The moves with the greatest bounds: the lower bounds of all moves, and the upper bounds
        // of those that do not exceed `alpha`.
        let (mut proven, mut closed) = (BestMove::NONE, BestMove::NONE);
        for lane in 0..count {
            let after = self.node(lane);
            // For the side to move in the node.
            let bounds = match after.play_forced() {
                Settled::Decided(score) => NodeBounds::exactly(-score),
                Settled::Quiet {
                    node: child,
                    perspective,
                } => {
                    if TABLED {
                        self.table.enter(table, lane, child.tt_key());
                    }
                    let bounds = child.static_bounds();
                    self.nodes.set(lane, &child);
                    self.set_bounds(lane, bounds);
                    let perspective = perspective.next();
                    self.same_side |= u8::from(perspective == Perspective::Same) << lane;
                    let bounds = perspective.bounds(bounds);
                    if bounds.upper > window.alpha {
                        let score = self.score::<TABLED>(node, lane, &after, child.moves, hints);
                        self.queue.add(lane, score);
                        self.open |= 1 << lane;
                    }
                    bounds
                }
            };
            proven.improve(self.best_move(bounds.lower, lane));
            let is_open = bounds.upper > window.alpha;
            let value = hint::select_unpredictable(is_open, BestMove::NONE.value, bounds.upper);
            closed.improve(self.best_move(value, lane));
        }
        self.best = closed;
        if proven.value > window.alpha {
            self.best = proven;
            for lane in lanes_in(self.open) {
                let upper = self.perspective(lane).bounds(self.bounds(lane)).upper;
                self.open ^= u8::from(upper <= proven.value) << lane;
            }
        }
        if proven.value >= window.beta || self.open == 0 {
            return Err(NodeExit::Decided(self.best));
        }
        self.queue.begin(self.open);
        Ok(())
    }
}

impl<'a> TableEntries<'a> {
    /// Creates the entries of children that are not known yet.
    #[inline(always)]
    pub(super) fn new(table: &'a Table) -> TableEntries<'a> {
        TableEntries {
            buckets: Buckets::all(table.bucket(TtKey::NONE)),
            hash: U64x8::ZERO,
            remainders: U64x8::ZERO,
            table_moves: [0; LANES],
            mirrored: 0,
        }
    }

    /// Sets the key of a child, and prefetches its bucket.
    #[inline(always)]
    fn enter(&mut self, table: &'a Table, lane: usize, tt_key: TtKey) {
        self.buckets.prefetch(lane, table.bucket(tt_key));
        self.hash.0[lane] = tt_key.hash;
        self.remainders.0[lane] = tt::remainder(tt_key.hash);
        self.mirrored |= u8::from(tt_key.mirrored) << lane;
    }
}
