//! Negamax with alpha-beta: the main recursion of the exact search.
//!
//! The search is fail-soft: a value inside the window is exact, one at or below `alpha` is an upper
//! bound, and one at or above `beta` a lower bound. Values are in the unit of
//! [`Score`](crate::game::Score). Only quiet positions that are expanded count as nodes: no forced
//! sequence, no table hit, nothing that static proofs or a win with the second stone decide.
//!
//! It differs from a textbook negamax in two ways. A node is not probed on entry: its parent probes
//! all children together and passes the results down as `bounds`; [`Search::probe`] probes where a
//! search starts. The recursion goes through a function pointer
//! ([`Kernel`](super::kernel::Kernel)), so that it is compiled for each instruction set.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::expand::TabledChildren;
use super::{NodeExit, Search};
use crate::solver::node::Node;
use crate::solver::ordering::KillerKey;
use crate::solver::ordering::policy::POLICY_STONES;
use crate::solver::simd::{Isa, nonzero_bytes};
use crate::solver::tt::{TtKey, UNTABLED_STONES};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Stopped, Window};

/// Nodes of a failed move after which its refutation is worth a bonus.
const REFUTATION_NODES: u64 = 128;

/// Nodes after which a search asks the policy network: asking it takes as long as a node.
const POLICY_NODES: u64 = 512;

impl Search<'_> {
    /// Returns the value of a node, converted by its perspective, and its best move. Searches the
    /// node unless `bounds` decide the window.
    #[inline(always)]
    pub(super) fn value_from(
        &mut self,
        perspective: Perspective,
        node: &Node,
        tt_key: TtKey,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let window = perspective.window(window);
        let best = if let Some(best) = bounds.decides(window) {
            best
        } else {
            let kernel = self.kernel;
            kernel.search_node(self, node, tt_key, bounds, window)?
        };
        Ok(BestMove {
            value: perspective.value(best.value),
            ..best
        })
    }

    /// Searches a node and stores the bounds that this proves. Returns the node's value and best
    /// move. `bounds` are those of the static proofs and the table; they do not decide `window`.
    #[inline(always)]
    pub(super) fn search_node<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        tt_key: TtKey,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        if let Some(score) = self.book.score_of_node(node) {
            return Ok(BestMove::without_column(score));
        }
        let window = window.within(bounds.lower, bounds.upper);
        let before = self.limiter.nodes();
        let best = match self.best_child(isa, node, window, bounds.table_move) {
            Ok(best) | Err(NodeExit::Decided(best)) => best,
            Err(NodeExit::Stopped) => return Err(Stopped),
        };
        let nodes = self.limiter.nodes() - before;
        // Without a counted node it was a short win, which is as cheap to find again as a probe.
        if nodes > 0 && node.stones < UNTABLED_STONES {
            let (lower, upper) = window.bounds_of(best.value).get();
            let proven = NodeBounds {
                lower,
                upper,
                table_move: best.column,
            };
            // The node itself is not part of its subtree.
            self.table
                .store(isa, tt_key, bounds.with(proven), nodes - 1);
        }
        Ok(best)
    }

    /// Expands a node and searches its children, best first, until one reaches `beta`.
    #[inline(always)]
    fn best_child<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        mut window: Window<i8>,
        table_move: u8,
    ) -> Result<BestMove, NodeExit> {
        let key = KillerKey::new(node.stones, window.alpha, self.last_moves);
        let mut place = None;
        let children = self.expand(isa, node, window, table_move, &key, &mut place)?;
        let mut best = children.best;
        window.raise(best.value);
        // Enhanced transposition cutoffs: a child's table entry may decide the node before any
        // child is searched.
        for (lane, matching) in nonzero_bytes(children.probe_all(isa, node)) {
            children.read_entry(lane, matching);
            let lower = children.lower_bound(lane);
            if lower >= window.beta {
                return Ok(children.best_move(lower, lane));
            }
            if lower > window.alpha {
                best = children.best_move(lower, lane);
                window.raise(lower);
            }
        }
        if node.stones < POLICY_STONES
            && self.limiter.nodes() >= POLICY_NODES
            && !children.open.is_power_of_two()
        {
            children.add_policy_scores(&self.kernel.policy_scores(node, window.alpha));
        }
        while let Some(lane) = self.next_child(isa, node, children, window.alpha) {
            let cell = children.cell(node, lane);
            // Not restored after the child: `key` keeps the moves that lead to this node.
            self.last_moves = key.last_moves.after(cell);
            let before = self.limiter.nodes();
            let child = self.search_next(isa, node, children, lane, window, &mut best)?;
            if child.value >= window.beta {
                // A move that cuts when it is searched first is already ordered first: the
                // killers need not remember it.
                if children.queue.is_past_first() {
                    self.killers.update(&key, cell);
                }
                break;
            }
            window.raise(child.value);
            if self.limiter.nodes() - before >= REFUTATION_NODES {
                children.add_refutation_bonus(node, lane, child.column);
            }
        }
        Ok(best)
    }

    /// Takes the lane to search next out of the queue.
    #[inline(always)]
    fn next_child<I: Isa>(
        &self,
        isa: I,
        node: &Node,
        children: &mut TabledChildren,
        alpha: i8,
    ) -> Option<usize> {
        if self.shared.shares(node.stones) {
            self.next_shared(isa, children, alpha)
        } else {
            children.queue.next(isa)
        }
    }

    /// Searches a child and replaces `best` if its move is better. Returns the child's value and
    /// best move, seen from the node.
    #[inline(always)]
    fn search_next<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        children: &mut TabledChildren,
        lane: usize,
        window: Window<i8>,
        best: &mut BestMove,
    ) -> Result<BestMove, NodeExit> {
        if self.shared.shares(node.stones) {
            let child = self.search_shared_child(isa, node, children, lane, window)?;
            children.improve_unordered(best, child.value, lane);
            Ok(child)
        } else {
            let child = self.search_child(children, lane, window)?;
            best.improve(children.best_move(child.value, lane));
            Ok(child)
        }
    }

    /// Searches a child. Returns its value and best move, seen from the node.
    #[inline(always)]
    pub(super) fn search_child(
        &mut self,
        children: &TabledChildren,
        lane: usize,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let (node, tt_key) = (children.node(lane), children.tt_key(lane));
        let (bounds, perspective) = (children.tabled_bounds(lane), children.perspective(lane));
        self.value_from(perspective, &node, tt_key, bounds, window)
    }
}
