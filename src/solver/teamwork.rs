//! How several threads share the moves of one node.
//!
//! All are at the same window of the root. The likeliest move of a node may well decide it:
//! every thread begins with it, and helps those that are there. Once it has failed all others
//! are likely to: threads go separate ways and put off the moves that others are at (Weill's
//! ABDADA, where young brothers wait). What one of them proves may decide a node that others
//! are still below: they see it after each shared move that took a while, and leave.
//!
//! (Nodes of two threads beside those of one: the empty board 1.00, Begin-Hard 1.17,
//! Begin-Medium 1.14. If the likeliest move is marked too, and threads begin with the moves
//! that others are at: 1.01, 1.17 and 1.15, in as much time. If they then part once any move is
//! known to fail, not only the likeliest: 1.03, 1.165 and 1.155; if only moves count that the
//! thread itself has searched: 1.04, 1.19 and 1.15. That threads leave what is decided took the
//! empty board from 1.13 to 1.05.)

use std::ops::ControlFlow;

use super::arch::Portable;
use super::best_move::BestMove;
use super::children::Children;
use super::limits::Stopped;
use super::node::Node;
use super::search::Search;
use super::table::Table;
use super::window::Window;

/// Nodes after which it pays to look whether an ancestor is decided.
const WORTH_LOOKING: u64 = 512;

/// A shared node that a thread is below.
struct Ancestor {
    node: Node,
    window: Window<i8>,
}

impl Ancestor {
    /// Its value and best move, if the table decides it.
    fn decided(&self, table: &Table) -> Option<BestMove> {
        let known = self.node.known().with(table.probe(self.node.slot())?);
        let value = known.decides(self.window)?;
        let column = known.best;
        Some(BestMove { value, column })
    }
}

/// Where a thread leaves for: an ancestor that another thread has decided.
struct Exit {
    depth: usize,
    best: BestMove,
}

/// A thread's part in the work of all.
#[derive(Default)]
pub(super) struct Part {
    /// The shared nodes from the root on.
    ancestors: Vec<Ancestor>,
    exit: Option<Exit>,
}

impl Search<'_> {
    /// The lane of a shared node, whose value is to exceed `alpha`, to search next.
    pub(super) fn next_shared(&self, children: &mut Children, alpha: i8) -> Option<usize> {
        if !children.has_failed(alpha) {
            return children.order.next::<Portable>();
        }
        loop {
            let lane = children.order.next::<Portable>()?;
            let is_marked = || self.crew.marks.is_marked(children.slot(lane));
            if !children.order.may_put_off() || !is_marked() {
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
    ) -> Result<ControlFlow<BestMove, BestMove>, Stopped> {
        let crew = self.crew;
        // Nobody puts off the move that all begin with.
        let is_put_off = children.order.is_past_first();
        let _mark = is_put_off.then(|| crew.marks.mark(children.slot(lane)));
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
    use std::sync::OnceLock;

    use super::super::children;
    use super::super::crew::{Crew, Tools};
    use super::super::killers::{Place, Trail};
    use super::super::known::Known;
    use super::super::lanes::lanes;
    use super::super::node::Settled;
    use super::super::positions::Played;
    use super::super::table::Table;
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
        let moves = Played::<Portable>::of(node);
        match children::look(node, moves, WINDOW, weights, search.table) {
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
            assistants_tables: &[OnceLock::new()],
            ..Tools::over(&table)
        };
        let crew = Crew::new(tools, node.stones, None);
        let lead = |search: Search| test(search, &node);
        crew.run(&StopFlag::default(), &mut Silent, lead, |_| {});
    }

    /// The lanes that a thread searches, in turn.
    fn in_turn(search: &Search, mut children: Children) -> Vec<usize> {
        std::iter::from_fn(|| search.next_shared(&mut children, WINDOW.alpha)).collect()
    }

    /// Lets the table know that a lane is worth no more than the window is to exceed.
    fn fail(search: &Search, children: &Children, lane: usize) {
        let known = Known::between(-9, WINDOW.alpha.into());
        let known = children.turn(lane).known(known);
        let slot = children.slot(lane);
        search.table.store::<Portable>(slot, known, 1);
    }

    #[test]
    fn a_thread_begins_with_the_likeliest_move_and_then_does_first_what_no_other_is_at() {
        with_search(|search, node| {
            let alone = in_turn(&search, look(&search, node));
            assert!(alone.len() > 3, "{alone:?}");
            for &marked in &alone {
                let _mark = search.crew.marks.mark(look(&search, node).slot(marked));
                let mut expected = alone.clone();
                if marked != alone[0] {
                    expected.retain(|&lane| lane != marked);
                    expected.push(marked);
                }
                assert_eq!(in_turn(&search, look(&search, node)), expected);
            }
        });
    }

    #[test]
    fn the_likeliest_move_has_failed_too_where_another_thread_found_out() {
        with_search(|search, node| {
            let alone = in_turn(&search, look(&search, node));
            // Of another it means little.
            let mut children = look(&search, node);
            fail(&search, &children, alone[2]);
            children.recall_again::<Portable>(alone[2]);
            assert!(!children.has_failed(WINDOW.alpha));

            let failed = alone[0];
            let children = look(&search, node);
            fail(&search, &children, failed);
            let _mark = search.crew.marks.mark(children.slot(alone[1]));
            let mut children = look(&search, node);
            children.recall_again::<Portable>(failed);
            let mut expected = alone.clone();
            let marked = expected.remove(1);
            expected.push(marked);
            assert_eq!(in_turn(&search, children), expected);
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
            let expected = BestMove {
                value: 5,
                column: 4,
            };
            assert_eq!(left.expect("nobody stops it"), ControlFlow::Break(expected));
            assert_ne!(child, expected);
        });
    }
}
