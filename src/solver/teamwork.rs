//! How several threads share the moves of one node.
//!
//! All are at the same window of the root. By its likely answer one side is expected to
//! have its way, the *prover*. Where the prover is to move one move suffices: a thread
//! goes after the one that others are at, and helps with it. Where the other side is to
//! move every move has to be refuted: threads go separate ways and put off the moves that
//! others are at (Weill's ABDADA). What one of them proves may decide a node that others
//! are still below: they see it after each shared move, and leave.
//!
//! (Nodes of two threads beside those of one, where each had a window of the root of its
//! own and put off marked moves at all nodes, and now: empty board 1.08 and 0.96, 28
//! openings of up to six stones 1.19 and 1.11, Begin-Hard 1.28 and 1.28, Begin-Medium 1.20
//! and 1.19. Leaving took the empty board from 1.13 to 1.05; a quarter more in one of three
//! runs when the first of equal moves to be done was remembered as the best.)

use std::ops::ControlFlow;

use super::children::{Best, Children};
use super::lanes::lanes;
use super::limits::Stopped;
use super::node::Node;
use super::search::Search;
use super::table::Table;
use super::windows::Window;

/// Nodes after which it pays to look whether an ancestor is decided.
const WORTH_LOOKING: u64 = 512;

/// A shared node that a thread is below.
struct Ancestor {
    node: Node,
    window: Window<i8>,
}

impl Ancestor {
    /// Its value and best move, if the table decides it.
    fn decided(&self, table: &Table) -> Option<Best> {
        let known = self.node.known().with(table.probe(self.node.slot())?);
        let value = known.decides(self.window)?;
        let column = known.best;
        Some(Best { value, column })
    }
}

/// Where a thread leaves for: an ancestor that another thread has decided.
struct Exit {
    depth: usize,
    best: Best,
}

/// A thread's part in the work of all.
#[derive(Default)]
pub(super) struct Part {
    /// Whose turn it is where one move suffices: the number of stones is even, or odd.
    prover: u8,
    /// The shared nodes from the root on.
    ancestors: Vec<Ancestor>,
    exit: Option<Exit>,
}

impl Part {
    /// Of a root with so many stones the value is expected to exceed the window, or not.
    pub(super) fn expect(&mut self, stones: u8, exceeds: bool) {
        self.prover = (stones + u8::from(!exceeds)) % 2;
    }

    /// Whether one move is expected to suffice with so many stones on the board.
    pub(super) fn is_provers(&self, stones: u8) -> bool {
        stones % 2 == self.prover
    }
}

impl Search<'_> {
    /// The lane of a shared node to search next.
    pub(super) fn next_shared(&self, node: &Node, children: &mut Children) -> Option<usize> {
        let is_marked = |children: &Children, lane| self.crew.is_marked(children.slot(lane));
        if self.part.is_provers(node.stones) {
            let marked = lanes(children.order.queued())
                .filter(|&lane| is_marked(children, lane))
                .fold(0, |marked, lane| marked | 1 << lane);
            let helped = children.order.take(marked);
            return helped.or_else(|| children.order.next());
        }
        loop {
            let lane = children.order.next()?;
            if !children.order.may_put_off() || !is_marked(children, lane) {
                return Some(lane);
            }
            children.order.put_off(lane);
        }
    }

    /// The value of a lane's move of a shared node, or that of the node itself if another
    /// thread decides it meanwhile.
    pub(super) fn shared_child(
        &mut self,
        node: &Node,
        children: &Children,
        lane: usize,
        window: Window<i8>,
    ) -> Result<ControlFlow<Best, Best>, Stopped> {
        let crew = self.crew;
        let _mark = crew.mark(children.slot(lane));
        let depth = self.part.ancestors.len();
        let node = *node;
        self.part.ancestors.push(Ancestor { node, window });
        let before = self.meter.nodes();
        let mut child = self.child(children, lane, window);
        if self.meter.nodes() - before >= WORTH_LOOKING {
            child = child.and_then(|child| self.leave_decided().map(|()| child));
        }
        self.part.ancestors.truncate(depth);
        match self.part.exit.take_if(|exit| exit.depth == depth) {
            Some(exit) => Ok(ControlFlow::Break(exit.best)),
            None => child.map(ControlFlow::Continue),
        }
    }

    /// Leaves for the first ancestor that is decided, if there is one.
    fn leave_decided(&mut self) -> Result<(), Stopped> {
        let mut ancestors = self.part.ancestors.iter().enumerate();
        self.part.exit = ancestors.find_map(|(depth, ancestor)| {
            let best = ancestor.decided(self.table)?;
            Some(Exit { depth, best })
        });
        match self.part.exit {
            Some(_) => Err(Stopped),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arch::{Kernel, Portable};
    use super::super::children;
    use super::super::crew::{Crew, Tools};
    use super::super::killers::{Place, Trail};
    use super::super::node::Settled;
    use super::super::table::{Known, Table};
    use super::super::weights::Scales;
    use super::*;
    use crate::game::notation;
    use crate::solver::{Silent, StopFlag};

    const WINDOW: Window<i8> = Window { alpha: 0, beta: 1 };

    /// The moves of a node that no rule decides.
    fn look<'a>(search: &Search<'a>, node: &Node) -> Children<'a> {
        let weights = Scales::built_in().of(node.stones, WINDOW.alpha);
        let place = Place::new(node.stones, WINDOW.alpha, Trail::default());
        let suspects = search.killers.suspects(&place);
        match children::look::<Portable>(node, WINDOW, weights, search.table) {
            ControlFlow::Continue(undecided) => undecided.children(node, 0, &suspects),
            ControlFlow::Break(best) => panic!("decided: {best:?}"),
        }
    }

    /// Gives one of two threads a node of ten stones.
    fn with_search(test: impl Fn(Search, &Node)) {
        let position = notation::replay("4444443226").expect("a game");
        let Settled::Open { node, .. } = Settled::of(&position) else {
            panic!("expected an open position");
        };
        let table = Table::new(1).expect("1 MiB can be had");
        let tools = Tools {
            table: &table,
            kernel: Kernel::detect(),
            weights: Scales::built_in(),
            book: None,
        };
        let crew = Crew::new(tools, 2, node.stones, None);
        let lead = |search: Search| test(search, &node);
        crew.run(&StopFlag::default(), &mut Silent, lead, |_| {});
    }

    #[test]
    fn a_thread_helps_where_one_move_suffices_and_does_the_others_first_elsewhere() {
        with_search(|mut search, node| {
            let lanes_in_turn = |search: &mut Search, exceeds: bool| {
                search.part.expect(node.stones, exceeds);
                let mut children = look(search, node);
                std::iter::from_fn(|| search.next_shared(node, &mut children)).collect::<Vec<_>>()
            };
            let alone = lanes_in_turn(&mut search, true);
            assert!(alone.len() > 3, "{alone:?}");
            assert_eq!(lanes_in_turn(&mut search, false), alone);
            let children = look(&search, node);
            let crew = search.crew;
            for &marked in &alone {
                let _mark = crew.mark(children.slot(marked));
                let others = alone.iter().copied().filter(|&lane| lane != marked);
                let first: Vec<_> = [marked].into_iter().chain(others.clone()).collect();
                let last: Vec<_> = others.chain([marked]).collect();
                assert_eq!(lanes_in_turn(&mut search, true), first);
                assert_eq!(lanes_in_turn(&mut search, false), last);
            }
        });
    }

    #[test]
    fn a_thread_leaves_a_node_that_another_has_decided() {
        with_search(|mut search, node| {
            let children = look(&search, node);
            let lane = lanes(children.open).next().expect("a move to search");
            let searched = search.shared_child(node, &children, lane, WINDOW);
            let searched = searched.expect("nobody stops it");
            let ControlFlow::Continue(child) = searched else {
                panic!("nobody else decides it");
            };
            assert!(search.meter.nodes() > WORTH_LOOKING);

            // The child is to be searched again.
            search.table.clear();
            let decided = Known {
                lower: 5,
                best: 4,
                ..node.known()
            };
            let slot = node.slot();
            search.table.store::<Portable>(slot, decided, 1 << 20);
            let left = search.shared_child(node, &children, lane, WINDOW);
            let expected = Best {
                value: 5,
                column: 4,
            };
            assert_eq!(left.expect("nobody stops it"), ControlFlow::Break(expected));
            assert_ne!(child, expected);
        });
    }
}
