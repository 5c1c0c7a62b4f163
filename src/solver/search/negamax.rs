//! Negamax with alpha-beta: the main recursion of the exact search.
//!
//! The search is fail-soft: a value inside the window is exact, one at or below `alpha` is an upper
//! bound, and one at or above `beta` a lower bound. Values are in the unit of
//! [`Score`](crate::game::Score). Only quiet positions that are expanded count as nodes. Forced
//! sequences and table hits do not count, nor do positions that static proofs or a win with the
//! second stone decide.
//!
//! It differs from a textbook negamax in five ways:
//!
//! - A node is not probed on entry. Its parent probes all children together and passes the results
//!   down as `bounds`; [`Search::probe`] probes where a search starts.
//! - A child is the position after a move and its forced replies. The same side may be to move
//!   there, so a value is converted by a [`Perspective`] instead of negated.
//! - Expansion may decide a node: by a short win or by static bounds.
//! - If the search is not `TABLED`, it does without what pays only in larger trees: table, killers,
//!   policy network, refutation bonuses and shared nodes.
//! - The recursion goes through a function pointer ([`Kernel`](super::kernel::Kernel)), so that it
//!   is compiled for each instruction set.
//!
//! A *lane* is the index of a child in the vectors of its node, from the centre outwards.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::children::Children;
use super::expand::ExpandIsa;
use super::{NodeExit, Search};
use crate::solver::node::Node;
use crate::solver::ordering::KillerKey;
use crate::solver::ordering::policy;
use crate::solver::simd::nonzero_bytes;
use crate::solver::tt::{TtKey, UNTABLED_STONES};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Unfinished, Window};

/// If a move fails after at least this many nodes, the cell that refutes it gets a bonus.
const REFUTATION_NODES: u64 = 128;

/// A search uses the policy network only after this many nodes, because the network takes as long
/// as a node, and a short search gains little.
const POLICY_NODES: u64 = 128;

impl Search<'_> {
    /// Returns the value of a node, converted by its perspective, and its best move. Searches the
    /// node unless `bounds` decide the window.
    #[inline(always)]
    pub(super) fn value_from<const TABLED: bool>(
        &mut self,
        perspective: Perspective,
        node: &Node,
        tt_key: TtKey,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<BestMove, Unfinished> {
        let window = perspective.window(window);
        let best = if let Some(best) = bounds.decides(window) {
            best
        } else {
            let kernel = self.kernel;
            kernel.search_node::<TABLED>(self, node, tt_key, bounds, window)?
        };
        Ok(BestMove {
            value: perspective.value(best.value),
            ..best
        })
    }

    /// Searches a node and stores the bounds that this proves. Returns the node's value and best
    /// move. `bounds` are those of the static proofs and the table; they do not decide `window`.
    #[inline(always)]
    pub(super) fn search_node<I: ExpandIsa, const TABLED: bool>(
        &mut self,
        isa: I,
        node: &Node,
        tt_key: TtKey,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<BestMove, Unfinished> {
        if let Some(score) = self.book.score_of_node(node) {
            return Ok(BestMove::without_column(score));
        }
        let window = window.within(bounds.lower, bounds.upper);
        let before = self.limiter.nodes();
        let table_move = bounds.table_move;
        let best = match self.search_children::<I, TABLED>(isa, node, window, table_move) {
            Ok(best) | Err(NodeExit::Decided(best)) => best,
            Err(NodeExit::Unfinished(reason)) => return Err(reason),
        };
        let nodes = self.limiter.nodes() - before;
        // If no node was counted, a win with the second stone decided the node. Finding that again
        // is as cheap as a probe.
        if TABLED && nodes > 0 && node.stones < UNTABLED_STONES {
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
    fn search_children<I: ExpandIsa, const TABLED: bool>(
        &mut self,
        isa: I,
        node: &Node,
        mut window: Window<i8>,
        table_move: u8,
    ) -> Result<BestMove, NodeExit> {
        let killer_key = KillerKey::new(node.stones, window.alpha, self.last_moves);
        // `expand` creates the children in `storage`, so that they are not copied. It leaves the
        // node if a short win or static bounds decide it.
        let mut storage = None;
        let children =
            isa.expand::<TABLED>(self, node, window, table_move, &killer_key, &mut storage)?;
        let mut best = children.best;
        window.raise(best.value);
        // Enhanced transposition cutoffs: a child's table entry may decide the node before any
        // child is searched.
        let matching = if TABLED {
            isa.probe_all(node, children)
        } else {
            0
        };
        for (lane, matching) in nonzero_bytes(matching) {
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
        let is_scored = TABLED && policy::is_scored(node.stones, children.open);
        if is_scored && self.limiter.nodes() >= POLICY_NODES {
            children.add_policy_scores(&self.kernel.policy_scores(node, window.alpha));
        }
        while let Some(lane) = self.next_child::<I, TABLED>(isa, node, children, window.alpha) {
            let cell = children.cell(node, lane);
            if TABLED {
                // This need not be restored: the next child starts from `killer_key` again.
                self.last_moves = killer_key.last_moves.after(cell);
            }
            let before = self.limiter.nodes();
            let result =
                self.search_and_compare::<I, TABLED>(isa, node, children, lane, window, &mut best)?;
            if result.value >= window.beta {
                // A move that cuts when it is searched first is already ordered first: the
                // killers need not remember it.
                if TABLED && children.queue.is_past_first() {
                    self.killers.update(&killer_key, cell);
                }
                break;
            }
            window.raise(result.value);
            if TABLED && self.limiter.nodes() - before >= REFUTATION_NODES {
                let reply = result.column;
                children.add_refutation_bonus(node, lane, reply);
            }
        }
        Ok(best)
    }

    /// Takes the lane to search next out of the queue.
    #[inline(always)]
    fn next_child<I: ExpandIsa, const TABLED: bool>(
        &self,
        isa: I,
        node: &Node,
        children: &mut Children,
        alpha: i8,
    ) -> Option<usize> {
        if TABLED && self.shared.shares(node.stones) {
            self.next_shared(isa, children, alpha)
        } else {
            children.queue.next(isa)
        }
    }

    /// Searches a child and replaces `best` if the move to it is better. Returns the child's value,
    /// seen from the node, and the best move in the child.
    #[inline(always)]
    fn search_and_compare<I: ExpandIsa, const TABLED: bool>(
        &mut self,
        isa: I,
        node: &Node,
        children: &mut Children,
        lane: usize,
        window: Window<i8>,
        best: &mut BestMove,
    ) -> Result<BestMove, NodeExit> {
        if TABLED && self.shared.shares(node.stones) {
            let child = self.search_shared_child(isa, node, children, lane, window)?;
            children.improve_unordered(best, child.value, lane);
            Ok(child)
        } else {
            let child = self.search_child::<TABLED>(children, lane, window)?;
            best.improve(children.best_move(child.value, lane));
            Ok(child)
        }
    }

    /// Searches a child. Returns its value, seen from the node, and the best move in the child.
    #[inline(always)]
    pub(super) fn search_child<const TABLED: bool>(
        &mut self,
        children: &Children,
        lane: usize,
        window: Window<i8>,
    ) -> Result<BestMove, Unfinished> {
        let (node, perspective) = (children.node(lane), children.perspective(lane));
        let (tt_key, bounds) = if TABLED {
            (children.tt_key(lane), children.tabled_bounds(lane))
        } else {
            (TtKey::NONE, children.bounds(lane))
        };
        self.value_from::<TABLED>(perspective, &node, tt_key, bounds, window)
    }
}
