//! ABDADA: how several threads share the children of one node (Weill, 1996).
//!
//! All threads search the same window of the root. The child with the best score is likely to
//! decide a node. Therefore every thread begins with this child, and helps the threads that already
//! search it. Once it has failed, all others are likely to fail. Then each thread turns to children
//! that no other thread searches, and defers the busy ones. A result of one thread may decide a
//! node below which others still search. They check for this after each shared child that took a
//! while, and leave the decided node. The moves of the root are shared in the same way.
//!
//! (Two threads take 10 to 25 % more nodes than one: `docs/figures.md` has a table. Three other
//! rules that decide which children the threads share take 1 to 4 % more nodes on the empty board. If
//! threads did not leave decided nodes, two would take 1.1 times as long for Begin-Hard and 1.27 times
//! for the empty board.)

use super::children::Children;
use super::expand::ExpandIsa;
use super::{NodeExit, Search};
use crate::solver::node::{Node, Settled};
use crate::solver::tt::Table;
use crate::solver::types::{BestMove, Unfinished, Window};

/// After a shared child that took at least this many nodes, a thread checks whether another thread
/// has decided a node above. After a shorter search, the check would cost more than it saves.
const UNWIND_NODES: u64 = 512;

/// The shared nodes from the root down to the current node.
#[derive(Default)]
pub(super) struct SharedStack {
    nodes: Vec<(Node, Window<i8>)>,
    /// The depth and the best move of a node that another thread has decided. This thread unwinds
    /// to it.
    decided: Option<(usize, BestMove)>,
}

impl SharedStack {
    /// Pushes a node before its children are searched. Returns its depth for
    /// [`SharedStack::leave`].
    fn enter(&mut self, node: Node, window: Window<i8>) -> usize {
        self.nodes.push((node, window));
        self.nodes.len() - 1
    }

    /// Pops all nodes down to the one at `depth`. Returns its value and best move if the thread was
    /// unwinding to it.
    fn leave(&mut self, depth: usize) -> Option<BestMove> {
        self.nodes.truncate(depth);
        let decided = self.decided.take_if(|(decided, _)| *decided == depth);
        decided.map(|(_, best)| best)
    }

    /// Whether the table decides one of the nodes. If so, the thread must unwind to the first such
    /// node.
    fn is_decided(&mut self, table: &Table) -> bool {
        let mut nodes = self.nodes.iter().enumerate();
        self.decided = nodes.find_map(|(depth, (node, window))| {
            let entry = table.probe(node.tt_key())?;
            let best = node.static_bounds().with(entry).decides(*window)?;
            Some((depth, best))
        });
        self.decided.is_some()
    }
}

impl Search<'_> {
    /// Returns the index in `open` of the root's child to search next, if one is left. `has_failed`
    /// is whether some child has failed.
    pub(crate) fn next_of_root<'s>(
        &self,
        mut open: impl ExactSizeIterator<Item = &'s Settled>,
        has_failed: bool,
    ) -> Option<usize> {
        let first = (open.len() > 0).then_some(0);
        if !has_failed {
            return first;
        }
        let is_busy = |tt_key| self.shared.busy.is_busy(tt_key);
        let waiting = open.position(|child| !child.tt_key().is_some_and(is_busy));
        waiting.or(first)
    }

    /// Returns the value like [`Search::value`], and marks the position as busy for other threads
    /// during the search.
    pub(crate) fn busy_value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        let shared = self.shared;
        let _busy = settled
            .tt_key()
            .and_then(|tt_key| shared.busy.enter(tt_key));
        self.value(settled, window)
    }

    /// Takes the lane to search next out of the queue of a shared node, searched with `alpha`: once
    /// the first child has failed, the best one that no other thread searches, if there is any.
    pub(super) fn next_shared<I: ExpandIsa>(
        &self,
        isa: I,
        children: &mut Children,
        alpha: i8,
    ) -> Option<usize> {
        if children.first_has_failed(alpha) {
            let mut rest = children.queue.clone();
            while let Some(lane) = rest.next(isa) {
                if !self.shared.busy.is_busy(children.tt_key(lane)) {
                    return Some(children.queue.take(lane));
                }
            }
        }
        children.queue.next(isa)
    }

    /// Searches a child of a shared node. Leaves the node if another thread decides it during the
    /// search. (Inlined, it would make all nodes take 2 % more instructions.)
    #[inline(never)]
    pub(super) fn search_shared_child<I: ExpandIsa>(
        &mut self,
        isa: I,
        node: &Node,
        children: &mut Children,
        lane: usize,
        window: Window<i8>,
    ) -> Result<BestMove, NodeExit> {
        // Other threads may have proven more since the node was expanded.
        children.probe(isa, lane);
        let shared = self.shared;
        // The first child need not be marked as busy, because no thread defers it.
        let is_deferrable = children.queue.is_past_first();
        let _busy = is_deferrable.then(|| shared.busy.enter(children.tt_key(lane)));
        let depth = self.shared_stack.enter(*node, window);
        let before = self.limiter.nodes();
        let mut child = self.search_child::<true>(children, lane, window);
        if self.limiter.nodes() - before >= UNWIND_NODES
            && child.is_ok()
            && self.shared_stack.is_decided(self.table)
        {
            child = Err(Unfinished::Answered);
        }
        match self.shared_stack.leave(depth) {
            Some(decided) => Err(NodeExit::Decided(decided)),
            None => Ok(child?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;
    use crate::solver::simd::{Portable, lanes_in};
    use crate::solver::types::NodeBounds;

    const WINDOW: Window<i8> = Window { alpha: 0, beta: 1 };

    /// Returns the children of a node that no rule decides.
    fn expand<'a>(search: &mut Search<'a>, node: &Node) -> Children<'a> {
        match search.children_of(node, WINDOW, 0) {
            Ok(children) => children,
            Err(exit) => panic!("{exit:?}"),
        }
    }

    /// Runs a test on one of two threads, at a node of ten stones.
    fn with_search(test: impl Fn(Search, &Node)) {
        let position = replay("4444443226").expect("a game");
        let Settled::Quiet { node, .. } = Settled::of(&position) else {
            panic!("expected an open position");
        };
        super::super::with_search(2, node.stones, |search| test(search, &node));
    }

    /// Returns the lanes that a thread searches, in order.
    fn in_turn(search: &Search, mut children: Children) -> Vec<usize> {
        std::iter::from_fn(|| search.next_shared(Portable, &mut children, WINDOW.alpha)).collect()
    }

    /// Stores that a lane's value is at most `alpha`.
    fn fail(search: &Search, children: &Children, lane: usize) {
        let bounds = NodeBounds {
            upper: WINDOW.alpha,
            ..NodeBounds::exactly(-9)
        };
        let bounds = children.perspective(lane).bounds(bounds);
        let tt_key = children.tt_key(lane);
        search.table.store(Portable, tt_key, bounds, 1);
    }

    #[test]
    fn a_thread_begins_with_the_best_move_and_then_prefers_moves_that_no_other_searches() {
        with_search(|mut search, node| {
            let children = expand(&mut search, node);
            let alone = in_turn(&search, children);
            assert!(alone.len() > 3, "{alone:?}");
            for &busy in &alone {
                let children = expand(&mut search, node);
                let _busy = search.shared.busy.enter(children.tt_key(busy));
                let mut expected = alone.clone();
                if busy != alone[0] {
                    expected.retain(|&lane| lane != busy);
                    expected.push(busy);
                }
                assert_eq!(in_turn(&search, children), expected);
            }
        });
    }

    #[test]
    fn the_best_move_counts_as_failed_if_another_thread_has_proven_it() {
        with_search(|mut search, node| {
            let children = expand(&mut search, node);
            let alone = in_turn(&search, children);
            // A failure of another move does not count.
            let mut children = expand(&mut search, node);
            fail(&search, &children, alone[2]);
            children.probe(Portable, alone[2]);
            assert!(!children.first_has_failed(WINDOW.alpha));

            let failed = alone[0];
            let children = expand(&mut search, node);
            fail(&search, &children, failed);
            let _busy = search.shared.busy.enter(children.tt_key(alone[1]));
            let mut children = expand(&mut search, node);
            children.probe(Portable, failed);
            let mut expected = alone.clone();
            let busy = expected.remove(1);
            expected.push(busy);
            assert_eq!(in_turn(&search, children), expected);
        });
    }

    #[test]
    fn a_thread_leaves_a_node_that_another_has_decided() {
        with_search(|mut search, node| {
            let mut children = expand(&mut search, node);
            let lane = lanes_in(children.open).next().expect("a move to search");
            let searched = search.search_shared_child(Portable, node, &mut children, lane, WINDOW);
            let child = searched.expect("nothing stops it, and no other thread decides it");
            assert!(search.limiter.nodes() > UNWIND_NODES);

            // Clear the table, so that the child is searched again.
            search.table.clear();
            let decided = NodeBounds {
                lower: 5,
                table_move: 4,
                ..node.static_bounds()
            };
            let tt_key = node.tt_key();
            search.table.store(Portable, tt_key, decided, 1 << 20);
            let left = search.search_shared_child(Portable, node, &mut children, lane, WINDOW);
            let expected = BestMove::new(5, 4);
            assert_eq!(left, Err(NodeExit::Decided(expected)));
            assert_ne!(child, expected);
        });
    }
}
