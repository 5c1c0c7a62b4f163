//! Expansion of a node in scalar code: one move after the other, for machines without wide vectors.
//!
//! It finds the same children as [`expand`](super::expand), but computes only what is needed: it
//! stops at a move that wins, and scores only the moves that are left to search.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::children::{Children, TableEntries, TabledChildren};
use super::expand::ExpandIsa;
use super::{NodeExit, Search};
use crate::solver::node::{self, Node, Nodes, OneByOne, Settled};
use crate::solver::ordering::move_score::{self, MoveHints, ScoredMoves};
use crate::solver::ordering::{KillerKey, MoveQueue, Weights};
use crate::solver::simd::{LANES, LaneMap, Portable, U64x8, lanes_in};
use crate::solver::tt::{self, Buckets, Table};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Window};

impl ExpandIsa for Portable {
    type Storage<'a> = TabledChildren<'a>;

    #[inline(always)]
    fn storage<'a>(table: &'a Table, weights: &'a Weights) -> TabledChildren<'a> {
        Children::new(TableEntries::new(table, weights))
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expand<'a, 's>(
        self,
        search: &mut Search<'a>,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        killer_key: &KillerKey,
        children: &'s mut TabledChildren<'a>,
    ) -> Result<&'s mut TabledChildren<'a>, NodeExit> {
        let count = search.play_moves(node, window, children)?;
        let winning_cells = children.settle(count, window, search.table)?;
        let weights = children.table.weights;
        let hints = MoveHints {
            table_move,
            killers: search.killers.get(killer_key),
        };
        children.score(node, &winning_cells, weights, Some(&hints));
        Ok(children)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expand_tableless(
        self,
        search: &mut Search,
        node: &Node,
        window: Window<i8>,
    ) -> Result<Children<()>, NodeExit> {
        let mut children = Children::new(());
        let count = search.play_moves(node, window, &mut children)?;
        let winning_cells = children.settle(count, window, search.table)?;
        let weights = search.weights.of(node.stones, window.alpha);
        children.score(node, &winning_cells, weights, None);
        Ok(children)
    }

    #[inline(always)]
    fn probe_all(self, _: &Node, children: &TabledChildren) -> u64 {
        let mut all = 0;
        for lane in lanes_in(children.open) {
            let matching = children.matching_entries(self, lane);
            all |= u64::from(matching) << (u8::BITS as usize * lane);
        }
        all
    }

    #[cfg(any(feature = "training", test))]
    fn children_of<'a>(
        self,
        node: &Node,
        window: Window<i8>,
        weights: &'a Weights,
        table: &'a Table,
        hints: &MoveHints,
    ) -> Result<TabledChildren<'a>, NodeExit> {
        let mut children = Portable::storage(table, weights);
        let count = children.play(node)?;
        let winning_cells = children.settle(count, window, table)?;
        children.score(node, &winning_cells, weights, Some(hints));
        Ok(children)
    }
}

impl Search<'_> {
    /// Plays the moves of a node, unless a short win decides it. Counts the node, unless a win with
    /// the second stone decides it. Returns the number of moves.
    #[inline(always)]
    fn play_moves<T>(
        &mut self,
        node: &Node,
        window: Window<i8>,
        children: &mut Children<T>,
    ) -> Result<usize, NodeExit> {
        if let Some(best) = node::win_with_second_stone(Portable, node, &OneByOne, window) {
            return Err(NodeExit::Decided(best));
        }
        self.limiter.enter_node(node.stones)?;
        let count = children.play(node)?;
        if node::asks_for_third_stone(node, window) {
            let best = node::win_with_third_stone_one_by_one(
                node,
                children.lane_map,
                &mut children.nodes,
                count,
            );
            return Err(NodeExit::Decided(best));
        }
        Ok(count)
    }
}

/// The winning cells of the side that moves right after each move, and the lanes in which the
/// opponent has a single safe reply.
struct AfterMove {
    winning_cells: [u64; LANES],
    forcing: u8,
}

impl<T> Children<T> {
    /// Creates children of which nothing is known yet.
    #[inline(always)]
    fn new(table: T) -> Children<T> {
        Children {
            lane_map: LaneMap::of_moves(0),
            nodes: Nodes::NONE,
            lower: U64x8::ZERO,
            upper: U64x8::ZERO,
            same_side: 0,
            best: BestMove::NONE,
            open: 0,
            queue: MoveQueue::EMPTY,
            table,
        }
    }

    /// Plays the moves of a node. Returns the number of moves. Leaves the node if one of them
    /// leaves the opponent no safe reply.
    #[inline(always)]
    fn play(&mut self, node: &Node) -> Result<usize, NodeExit> {
        self.lane_map = LaneMap::of_moves(node.moves);
        let played = self.nodes.play_moves(node, self.lane_map);
        played.map_err(NodeExit::Decided)
    }

    /// Scores and queues the moves.
    #[inline(always)]
    fn score(
        &mut self,
        node: &Node,
        after: &AfterMove,
        weights: &Weights,
        hints: Option<&MoveHints>,
    ) {
        for lane in lanes_in(self.open) {
            let moves = ScoredMoves {
                node,
                columns: self.lane_map.columns().0[lane],
                cell_bonuses: weights.cell_table.0[self.lane_map.place(lane)],
                winning_cells: after.winning_cells[lane],
                forcing: after.forcing >> lane & 1 != 0,
                replies: self.nodes.moves(lane),
            };
            let score = move_score::scores(Portable, &moves, weights, hints);
            self.queue.add(lane, score);
        }
    }
}

impl<'a, T: Entries<'a>> Children<T> {
    /// Plays the forced replies, and selects the moves left to search in a window. Leaves the node
    /// if no move is left, or if a move cuts.
    #[inline(always)]
    fn settle(
        &mut self,
        count: usize,
        window: Window<i8>,
        table: &'a Table,
    ) -> Result<AfterMove, NodeExit> {
        let count = count.min(LANES);
        let mut moves = AfterMove {
            winning_cells: [0; LANES],
            forcing: 0,
        };
        // The bounds of each move, for the side to move in the node.
        let mut bounds = [NodeBounds::exactly(0); LANES];
        for lane in 0..count {
            let after = self.node(lane);
            moves.winning_cells[lane] = after.opponent_winning_cells;
            moves.forcing |= u8::from(after.is_forced()) << lane;
            bounds[lane] = match after.play_forced() {
                Settled::Decided(score) => NodeBounds::exactly(-score),
                Settled::Quiet { node, perspective } => {
                    self.table.enter(table, lane, &node);
                    let perspective = perspective.next();
                    let bounds = node.static_bounds();
                    self.nodes.set(lane, &node);
                    self.set_bounds(lane, bounds);
                    self.same_side |= u8::from(perspective == Perspective::Same) << lane;
                    perspective.bounds(bounds)
                }
            };
        }
        let bounds = &bounds[..count];
        let mut proven = BestMove::NONE;
        if !window.is_null() {
            for (lane, bounds) in bounds.iter().enumerate() {
                proven.improve(self.best_move(bounds.lower, lane));
            }
        }
        let alpha = window.alpha.max(proven.value);
        let mut best = BestMove::NONE;
        let mut has_cut = false;
        for (lane, bounds) in bounds.iter().enumerate() {
            let cuts = bounds.lower >= window.beta;
            has_cut |= cuts;
            if !cuts && bounds.upper > alpha {
                self.open |= 1 << lane;
            } else {
                let value = if cuts { bounds.lower } else { bounds.upper };
                best.improve(self.best_move(value, lane));
            }
        }
        self.best = if proven.value > window.alpha {
            proven
        } else {
            best
        };
        if has_cut || self.open == 0 {
            return Err(NodeExit::Decided(self.best));
        }
        Ok(moves)
    }
}

impl<'a> TableEntries<'a> {
    /// Creates the entries of children that are not known yet.
    #[inline(always)]
    fn new(table: &'a Table, weights: &'a Weights) -> TableEntries<'a> {
        TableEntries {
            weights,
            buckets: Buckets::all_at(table.addresses(0, 0)),
            hash: U64x8::ZERO,
            remainders: U64x8::ZERO,
            table_moves: [0; LANES],
            mirrored: 0,
        }
    }
}

/// The data of children for the table, if the search uses one.
pub(crate) trait Entries<'a> {
    /// Computes the key of a child and prefetches its bucket.
    fn enter(&mut self, table: &'a Table, lane: usize, child: &Node);
}

impl<'a> Entries<'a> for TableEntries<'a> {
    #[inline(always)]
    fn enter(&mut self, table: &'a Table, lane: usize, child: &Node) {
        let (hash, mirrored) = tt::hash(child.mover, child.mask);
        let address = table.addresses(hash, child.stones.into());
        self.buckets.prefetch(lane, address);
        self.hash.0[lane] = hash;
        self.remainders.0[lane] = tt::remainder(hash);
        self.mirrored |= u8::from(mirrored) << lane;
    }
}

impl<'a> Entries<'a> for () {
    #[inline(always)]
    fn enter(&mut self, _: &'a Table, _: usize, _: &Node) {}
}
