//! The exact search.
//!
//! | File | Contents |
//! |-|-|
//! | [`negamax`] | the main recursion: window, expansion, cutoffs, loop, store |
//! | [`expand`](mod@expand) | all children of a node, in vectors |
//! | [`one_by_one`] | the same in scalar code, one move after the other |
//! | [`children`] | the children in memory, the result of both |
//! | [`kernel`] | the recursion compiled for each instruction set, chosen at run time |
//! | [`tableless`] | the search of late positions, without a table |
//! | [`abdada`] | how threads share the children of a node |
//! | [`depth_search`] | the depth-limited search with its static evaluation |
//! | [`book`] | the opening book as the search uses it |
//! | [`limiter`] | counts nodes and ends the search at its limits |
//! | `trials` | measures the cost of moves, for training |
//!
//! This folder depends on `game`, `book`, and the folders above it: `types`, `simd`, `tt`, `node`,
//! `eval`, `ordering` and `smp`, the last for the data that threads share.

mod abdada;
mod book;
mod children;
mod depth_search;
mod expand;
mod kernel;
mod limiter;
mod negamax;
mod one_by_one;
mod tableless;
#[cfg(any(feature = "training", test))]
pub(super) mod trials;

use crate::book::Book;
use crate::solver::node::{Node, Settled};
use crate::solver::ordering::{Killers, LastMoves, WeightSets};
use crate::solver::smp::SharedContext;
use crate::solver::tt::Table;
use crate::solver::types::{BestMove, NodeBounds, Observer, StopFlag, Unfinished, Window};
use abdada::SharedStack;
pub(crate) use book::SearchBook;
pub(crate) use depth_search::{DepthSearch, DepthTable, INFINITE, PROVEN, estimate_range};
pub(crate) use kernel::Kernel;
pub(crate) use limiter::{Counts, SearchLimiter};
pub(crate) use tableless::TABLELESS_STONES;

/// All that one thread of a search borrows. Only `table`, `stop` and `observer` differ from thread
/// to thread.
pub(crate) struct SearchContext<'a> {
    pub(crate) kernel: Kernel,
    pub(crate) weights: &'a WeightSets,
    pub(crate) book: Option<&'a Book>,
    pub(crate) shared: &'a SharedContext,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a StopFlag,
    pub(crate) observer: &'a mut dyn Observer,
}

/// The search of one thread.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) book: SearchBook<'a>,
    pub(crate) shared: &'a SharedContext,
    kernel: Kernel,
    weights: &'a WeightSets,
    pub(crate) killers: Killers,
    /// The last two moves before the node being searched, not counting forced ones.
    last_moves: LastMoves,
    /// The shared nodes above the node being searched.
    shared_stack: SharedStack,
    pub(crate) limiter: SearchLimiter<'a>,
    #[cfg(any(feature = "training", test))]
    trials: Option<trials::Trials<'a>>,
}

impl<'a> Search<'a> {
    /// Creates the search of one thread.
    #[inline]
    pub(crate) fn new(context: SearchContext<'a>) -> Search<'a> {
        let SearchContext {
            kernel,
            weights,
            book,
            shared,
            table,
            stop,
            observer,
        } = context;
        Search {
            table,
            book: SearchBook::new(book, shared),
            shared,
            kernel,
            weights,
            killers: Killers::default(),
            last_moves: LastMoves::default(),
            shared_stack: SharedStack::default(),
            limiter: SearchLimiter::new(shared, stop, observer),
            #[cfg(any(feature = "training", test))]
            trials: None,
        }
    }

    /// Returns the value of a settled position, for its side to move.
    pub(crate) fn value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Quiet { node, perspective } => {
                self.last_moves = LastMoves::default();
                let bounds = self.probe(node);
                let best = self.value_from(*perspective, node, node.tt_key(), bounds, window)?;
                Ok(best.value)
            }
        }
    }

    /// Returns the bounds that static rules and the table prove, with the table move.
    pub(crate) fn probe(&self, node: &Node) -> NodeBounds {
        let bounds = node.static_bounds();
        let entry = self.table.probe(node.tt_key());
        entry.map_or(bounds, |entry| bounds.with(entry))
    }
}

/// The reason why a search leaves a node early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeExit {
    /// The node is decided. Contains its value and best move.
    Decided(BestMove),
    /// The node has no value.
    Unfinished(Unfinished),
}

impl From<Unfinished> for NodeExit {
    #[inline]
    fn from(reason: Unfinished) -> NodeExit {
        NodeExit::Unfinished(reason)
    }
}

/// Runs a test with the search of one of `threads` threads, without a book, from a root with
/// `stones` stones.
#[cfg(test)]
fn with_search<T>(threads: usize, stones: u8, test: impl FnOnce(Search) -> T) -> T {
    test(Search::new(SearchContext {
        kernel: Kernel::detect(),
        weights: WeightSets::built_in(),
        book: None,
        shared: &SharedContext::new(threads, stones, None),
        table: &Table::new(1).expect("1 MiB can be had"),
        stop: &StopFlag::default(),
        observer: &mut crate::solver::Silent,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::solver::{Bounds, Solver, StopFlag, sample};

    #[test]
    fn a_value_is_exact_inside_its_window_and_a_bound_outside() {
        let mut solver = Solver::without_book(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut inside, mut outside) = (0, 0);
        for position in sample::positions().filter(|position| position.stones() > 20) {
            let exact = solver
                .solve_until(&position, Mode::Strong, &stop)
                .bounds
                .exact();
            let exact = exact.expect("nobody stops it").get();
            let (least, most) = Bounds::of_unfinished(position.stones()).get();
            with_search(1, position.stones(), |mut search| {
                let root = Settled::of(&position);
                // Search some windows with an empty table and others with the results of earlier
                // windows.
                for (alpha, beta) in
                    (least..most).flat_map(|alpha| [(alpha, most), (least, alpha + 1)])
                {
                    if outside % 3 == 0 {
                        search.table.clear();
                    }
                    let window = Window { alpha, beta };
                    let value = search.value(&root, window).expect("nobody stops it");
                    let (lower, upper) = window.bounds_of(value).get();
                    assert!(
                        lower <= exact && exact <= upper,
                        "{position:?} {window:?} {value}"
                    );
                    if alpha < exact && exact < beta {
                        assert_eq!(value, exact, "{position:?} {window:?}");
                        inside += 1;
                    } else {
                        outside += 1;
                    }
                }
            });
            if inside > 10_000 {
                break;
            }
        }
        assert!(outside > 10_000, "only {outside}");
    }
}
