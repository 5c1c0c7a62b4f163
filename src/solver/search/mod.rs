//! The exact search.
//!
//! | File | Contents |
//! |-|-|
//! | [`negamax`] | the main recursion: window, expansion, cutoffs, loop, store |
//! | [`expand`](mod@expand) | all children of a node, in vectors |
//! | [`one_by_one`] | the same in scalar code, one move after the other |
//! | [`children`] | the children in memory, the result of both |
//! | [`kernel`] | the recursion compiled for each instruction set, chosen at run time |
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
#[cfg(any(feature = "training", test))]
pub(super) mod trials;

use crate::book::Book;
use crate::solver::node::{Node, Settled};
use crate::solver::ordering::{Killers, LastMoves, WeightSets};
use crate::solver::smp::SharedContext;
use crate::solver::tt::{Table, TtKey};
use crate::solver::types::{BestMove, NodeBounds, Observer, StopFlag, Unfinished, Window};
use abdada::SharedStack;
pub(crate) use book::SearchBook;
pub(crate) use depth_search::{DepthSearch, DepthTable, INFINITE, PROVEN, estimate_range};
pub(crate) use kernel::Kernel;
pub(crate) use limiter::{Counts, SearchLimiter};

/// Roots with at least this many stones are searched without a table.
///
/// Below such a root a search takes a handful of nodes, and hardly any position comes up twice. (The
/// late tier of the table begins earlier, at `tt::LATE_STONES` stones.)
///
/// (End-Easy takes 7 % more nodes than with a table, but on an EPYC with AVX-512 the search with a
/// table takes 1.3 times as long. If the search without a table began at 27 stones, such roots
/// would take 1.3 times the nodes and 1.14 times the time; if it began at 26 stones, 1.6 and 1.11
/// times.)
pub(crate) const TABLELESS_STONES: u8 = 28;

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
        self.root_value::<true>(settled, window)
    }

    /// Returns the value of a late position, like [`Search::value`], but without a table.
    #[inline]
    pub(crate) fn tableless_value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        self.root_value::<false>(settled, window)
    }

    #[inline]
    fn root_value<const TABLED: bool>(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Quiet { node, perspective } => {
                self.last_moves = LastMoves::default();
                let (tt_key, bounds) = if TABLED {
                    (node.tt_key(), self.probe(node))
                } else {
                    (TtKey::NONE, node.static_bounds())
                };
                let best = self.value_from::<TABLED>(*perspective, node, tt_key, bounds, window)?;
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
    use crate::solver::tests::sample;
    use crate::solver::{Bounds, Solver, StopFlag};

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

    #[test]
    fn a_value_is_that_of_the_search_with_a_table() {
        let (mut exact, mut bounds) = (0, 0);
        let late = sample::positions().filter(|position| position.stones() >= TABLELESS_STONES);
        with_search(1, TABLELESS_STONES, |mut search| {
            for position in late.take(20_000) {
                let root = Settled::of(&position);
                let (least, most) = Bounds::of_unfinished(position.stones()).get();
                let all = Window {
                    alpha: least,
                    beta: most,
                };
                let expected = search.value(&root, all).expect("nobody stops it");
                let nulls = (least..most).map(Window::null);
                for window in nulls.chain([all, Window { alpha: -1, beta: 1 }]) {
                    let value = search
                        .tableless_value(&root, window)
                        .expect("nobody stops it");
                    let (lower, upper) = window.bounds_of(value).get();
                    assert!(
                        lower <= expected && expected <= upper,
                        "{position:?} {window:?} {value}"
                    );
                    if window.alpha < expected && expected < window.beta {
                        assert_eq!(value, expected, "{position:?} {window:?}");
                        exact += 1;
                    } else {
                        bounds += 1;
                    }
                }
            }
        });
        assert!(exact > 5_000, "only {exact} values");
        assert!(bounds > 50_000, "only {bounds} bounds");
    }
}
