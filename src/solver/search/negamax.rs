//! Negamax with alpha-beta: the main recursion of the exact search.
//!
//! Values are in the unit of [`Score`](crate::game::Score). The search is fail-soft: a value inside
//! the window is exact, a value of at most `alpha` is an upper bound, and one of at least `beta` a
//! lower bound. Only quiet positions that are expanded count as nodes: no forced sequence, no
//! table hit, nothing that static proofs or a win with the second stone decide.
//!
//! Read from the top: the known bounds may decide the window; else the node is expanded, its children
//! are scored and queued, the table is probed for all of them, and the rest are searched one after
//! the other. Each node is stored on the way back.
//!
//! Two things differ from a textbook negamax. First, a node is not probed when it is entered: its
//! parent probes all its children together and passes on what was found as `bounds`. Where a search
//! starts, [`Search::probe`] probes. Second, the search calls itself through a function pointer
//! ([`Kernel`](super::kernel::Kernel)), so that all of this is compiled for the machine's vectors.

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

use std::ops::ControlFlow;

use super::Search;
use super::expand::{self, ChildVectors, Children, Lookup};
use crate::solver::node::{self, Node, Successors};
use crate::solver::ordering::KillerKey;
use crate::solver::ordering::policy::POLICY_STONES;
use crate::solver::simd::{Isa, Vector, nonzero_bytes};
use crate::solver::tt::{TtKey, UNTABLED_STONES};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Stopped, Window};

/// Nodes of a failed move after which its refutation is worth a bonus.
const REFUTATION_NODES: u64 = 128;

/// Whether a node is expanded in a call of its own, as in builds for debugging. As a part of the
/// recursion the expansion is a tenth faster; without optimisation its vectors would then take a
/// megabyte of the stack a ply.
pub(super) const EXPANDS_IN_A_CALL: bool = cfg!(debug_assertions);

/// Nodes after which a search asks the policy network: asking it takes as long as a node.
const POLICY_NODES: u64 = 512;

impl Search<'_> {
    /// The value of a node, converted by its perspective, and its best move: by its bounds if
    /// that decides the window, else by [`negamax`].
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
        let BestMove { value, column } = if let Some(value) = bounds.decides(window) {
            let column = bounds.table_move;
            BestMove { value, column }
        } else {
            let kernel = self.kernel;
            kernel.negamax(self, node, tt_key, bounds, window)?
        };
        Ok(BestMove {
            value: perspective.value(value),
            column,
        })
    }
}

/// Expands a node and probes the table for its children: the children, and which entries of each
/// child's bucket match, see [`Children::probe_all`]. Leaves the function that it is a part of with
/// the best move, as [`Search::expand_node`] breaks off. (A function that returns either would copy
/// the children: 2 % of all instructions.)
macro_rules! children {
    ($search:ident, $isa:ident, $node:ident, $window:ident, $table_move:ident, $key:expr,
     |$best:ident| $leave:expr) => {{
        let has_few = I::has_few($node.moves);
        // Duplicated for the two vector widths: a common type would spill to memory.
        let children = if has_few {
            match $search.expand_node::<I::Few, _>($isa, $node, $window, $search.table)? {
                ControlFlow::Break($best) => $leave,
                ControlFlow::Continue(vectors) => {
                    vectors.into_children($node, $table_move, &$search.killers.get($key))
                }
            }
        } else {
            match $search.expand_node::<I::Full, _>($isa, $node, $window, $search.table)? {
                ControlFlow::Break($best) => $leave,
                ControlFlow::Continue(vectors) => {
                    vectors.into_children($node, $table_move, &$search.killers.get($key))
                }
            }
        };
        let matches = if has_few {
            children.probe_all::<I::Few>($isa)
        } else {
            children.probe_all::<I::Full>($isa)
        };
        (children, matches)
    }};
}

/// The children of a node and their matches, or the node's best move.
pub(super) type Expanded<'a> = Result<ControlFlow<BestMove, (Children<'a>, u64)>, Stopped>;

/// Searches a node and stores what it proves: returns its value and its best move. `bounds` holds
/// what static proofs and the table have proven of the node. The caller has checked that this does
/// not decide `window`.
///
/// `expand` is for [`Search::search_node`].
#[inline(always)]
pub(super) fn negamax<'a, I: Isa>(
    isa: I,
    search: &mut Search<'a>,
    node: &Node,
    tt_key: TtKey,
    bounds: NodeBounds,
    window: Window<i8>,
    expand: impl Fn(&mut Search<'a>, &Node, Window<i8>, u8, &KillerKey) -> Expanded<'a>,
) -> Result<BestMove, Stopped> {
    if let Some(score) = search.book.score_of_node(node) {
        return Ok(BestMove::without_column(score));
    }
    let window = window.within(bounds.lower, bounds.upper);
    let before = search.limiter.nodes();
    let best = search.search_node(isa, node, window, bounds.table_move, expand)?;
    let nodes = search.limiter.nodes() - before;
    // Without a counted node it was a short win, which is as cheap to find again as a probe.
    if nodes > 0 && node.stones < UNTABLED_STONES {
        let (lower, upper) = window.bounds_of(best.value).get();
        let bounds = NodeBounds {
            lower: bounds.lower.max(lower),
            upper: bounds.upper.min(upper),
            table_move: best.column,
        };
        // The node itself is not part of its subtree.
        search.table.store(isa, tt_key, bounds, nodes - 1);
    }
    Ok(best)
}

impl<'a> Search<'a> {
    /// The children of a node and their matches, or its best move.
    #[inline(always)]
    pub(super) fn expand_children<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        key: &KillerKey,
    ) -> Expanded<'a> {
        let found = children!(self, isa, node, window, table_move, key, |best| {
            return Ok(ControlFlow::Break(best));
        });
        Ok(ControlFlow::Continue(found))
    }

    /// Expands a node and searches the children that are left. `expand` calls
    /// [`Search::expand_children`], see [`EXPANDS_IN_A_CALL`].
    #[inline(always)]
    fn search_node<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        window: Window<i8>,
        table_move: u8,
        expand: impl Fn(&mut Self, &Node, Window<i8>, u8, &KillerKey) -> Expanded<'a>,
    ) -> Result<BestMove, Stopped> {
        let key = KillerKey::new(node.stones, window.alpha, self.last_moves);
        if EXPANDS_IN_A_CALL {
            return match expand(self, node, window, table_move, &key)? {
                ControlFlow::Break(best) => Ok(best),
                ControlFlow::Continue((mut children, matches)) => {
                    self.search_children(isa, node, &mut children, matches, &key, window)
                }
            };
        }
        let (mut children, matches) =
            children!(self, isa, node, window, table_move, &key, |best| return Ok(
                best
            ));
        self.search_children(isa, node, &mut children, matches, &key, window)
    }

    /// Prepares the search of a node. Breaks off with the best move if no child has to be searched:
    /// because a short win decides the node, or because the bounds of its children do. Counts the
    /// node, unless a win with the second stone decides it.
    #[inline(always)]
    pub(super) fn expand_node<V: Vector, L: Lookup<V>>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
        lookup: L,
    ) -> Result<ControlFlow<BestMove, ChildVectors<'a, V, L::Keys>>, Stopped> {
        // First, because it takes the longest and all that follows waits for it.
        let successors = Successors::<V>::of(isa, node);
        if let Some(best) = node::win_with_second_stone(isa, node, &successors, window) {
            return Ok(ControlFlow::Break(best));
        }
        self.limiter.enter_node(node.stones)?;
        if node::asks_for_third_stone(node, window) {
            let best = node::win_with_third_stone(isa, node, successors);
            return Ok(ControlFlow::Break(best));
        }
        let weights = self.weights.of(node.stones, window.alpha);
        Ok(expand::expand(
            isa, node, successors, window, weights, lookup,
        ))
    }

    /// Searches the children that are left of a node, best first, until one reaches `beta`.
    /// `matches` tells which entries of each child's bucket match, see [`Children::probe_all`].
    #[inline(always)]
    fn search_children<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        children: &mut Children,
        matches: u64,
        key: &KillerKey,
        mut window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let mut best = children.best;
        window.raise(best.value);
        // Enhanced transposition cutoffs: a child's table entry may decide the node before any
        // child is searched.
        for (lane, matching) in nonzero_bytes(matches) {
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
        let mut is_shared = self.shared.shares(node.stones);
        let mut next = if is_shared {
            self.next_shared(isa, children, window.alpha)
        } else {
            Some(children.queue.first())
        };
        while let Some(lane) = next {
            let cell = children.cell(node, lane);
            // Not restored after the child: `key` keeps the moves that lead to this node.
            self.last_moves = key.last_moves.after(cell);
            let before = self.limiter.nodes();
            let child = if is_shared {
                match self.search_shared_child(isa, node, children, lane, window)? {
                    ControlFlow::Break(decided) => return Ok(decided),
                    ControlFlow::Continue(child) => child,
                }
            } else {
                self.search_child(children, lane, window)?
            };
            if is_shared {
                children.improve_unordered(&mut best, child.value, lane);
            } else {
                best.improve(children.best_move(child.value, lane));
            }
            if child.value >= window.beta {
                // A move that cuts when it is searched first is already ordered first: the
                // killers need not remember it.
                if children.queue.is_past_first() {
                    self.killers.update(key, cell);
                }
                break;
            }
            window.raise(child.value);
            if self.limiter.nodes() - before >= REFUTATION_NODES {
                children.add_refutation_bonus(node, lane, child.column);
            }
            is_shared = self.shared.shares(node.stones);
            next = if is_shared {
                self.next_shared(isa, children, window.alpha)
            } else {
                children.queue.next(isa)
            };
        }
        Ok(best)
    }

    /// The value of a child and its best move, seen from the node.
    #[inline(always)]
    pub(super) fn search_child(
        &mut self,
        children: &Children,
        lane: usize,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let (node, tt_key) = (children.node(lane), children.tt_key(lane));
        let (bounds, perspective) = (children.bounds(lane), children.perspective(lane));
        self.value_from(perspective, &node, tt_key, bounds, window)
    }
}
