//! The solver: exact values by search. A call returns when the search is done; no clock influences
//! what is searched.
//
// Start reading in `search/negamax.rs`, the main recursion. Each folder depends only on the
// folders above it in this table:
//
// | Folder | Contents |
// |-|-|
// | `types` | plain data of a search: tasks, bounds, windows, reports |
// | `simd` | vectors with one lane per move of a node, for several instruction sets |
// | `tt` | the transposition table |
// | `node` | a position as the search sees it, static proofs, short wins |
// | `eval` | the static evaluation, a small network |
// | `ordering` | move scores, killers, the policy network, the queue of moves |
// | `smp` | the thread pool, and the data shared by the threads of a search |
// | `search` | negamax, expansion, kernels, ABDADA, depth-limited search |
// | `root` | windows, root moves, principal variations, reports |
//
// The other modules:
//
// | File | Contents |
// |-|-|
// | `one_call` | the analysis of one position in one call |
// | `many` | many positions on several threads, answered in order |
// | `pause` | a search that pauses, for callers with one thread |
// | `timer` | a stop flag that a timer sets |
// | `training` | the interface for `scripts/trainers`, compiled with the feature `training` |
//
// Comments give measurements in brackets. Names such as Begin-Medium are sets of positions, named
// after the stage of the game and the distance to its end.

mod eval;
pub(crate) mod many;
mod node;
mod one_call;
mod ordering;
mod pause;
mod root;
mod search;
mod simd;
mod smp;
#[cfg(not(target_family = "wasm"))]
mod timer;
#[cfg(any(feature = "training", test))]
pub mod training;
mod tt;
mod types;

pub(crate) use eval::{EvalInput, Network, evaluate};
pub use one_call::{AnalyzeError, analyze};
pub(crate) use pause::PausableSearch;
pub(crate) use root::WindowPolicy;
pub(crate) use root::guessed_move;
pub use root::{Analysis, AnalysisOptions, EndedEarly, Scores};
pub(crate) use tt::Memory;
pub use tt::TableError;
pub(crate) use types::{BestMove, NodeBounds, Perspective, Window};
pub use types::{
    Bounds, ColumnValue, Limits, Line, Observer, Report, Silent, Solution, StopFlag, Task, Until,
};

use std::fmt;
use std::sync::Arc;

use crate::book::Book;
use crate::game::{Mode, Position, Score};
use ordering::WeightSets;
use root::WindowSchedule;
use search::{Kernel, Search, SearchContext};
use smp::{SharedContext, ThreadPool};
use tt::Table;

/// Returns the name of the instruction set that searches on this machine use, such as `avx2`.
pub(crate) fn instruction_set() -> &'static str {
    Kernel::detect().name
}

/// A solver: finds exact values, and keeps its proofs in a table.
///
/// | Method | Finds | Returns |
/// |-|-|-|
/// | [`solve`](Solver::solve) | the score of a position | a [`Score`] |
/// | [`analyze`](Solver::analyze) | the scores of its columns, the best column, best play | an [`Analysis`] |
/// | [`search`](Solver::search) | the same within limits, with reports during the search | a [`Report`] |
///
/// [`solve_until`](Solver::solve_until) and [`analyze_until`](Solver::analyze_until) can be stopped,
/// by a flag or after a number of nodes.
pub struct Solver {
    table: Table,
    kernel: Kernel,
    weights: Box<WeightSets>,
    pool: ThreadPool,
    window_policy: WindowPolicy,
    book: Option<Arc<Book>>,
}

/// Leaves out the contents of the table.
impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("threads", &self.threads())
            .field("window_policy", &self.window_policy)
            .field("book", &self.book)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver with a table of `hash_mib` MiB and the built-in opening book. Without the
    /// feature `book`, it has no book.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated.
    pub fn new(hash_mib: usize) -> Result<Solver, TableError> {
        Ok(Solver {
            #[cfg(feature = "book")]
            book: Some(Arc::new(Book::embedded())),
            ..Solver::without_book(hash_mib)?
        })
    }

    /// Creates a solver with a table of `hash_mib` MiB and without a book.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated.
    pub fn without_book(hash_mib: usize) -> Result<Solver, TableError> {
        Ok(Solver {
            table: Table::new(hash_mib)?,
            kernel: Kernel::detect(),
            weights: Box::new(WeightSets::built_in().clone()),
            pool: ThreadPool::default(),
            window_policy: WindowPolicy::default(),
            book: None,
        })
    }

    /// Creates a solver for another thread. The two solvers share the book and the table, but each
    /// has its own part of the table for late positions.
    ///
    /// # Errors
    /// Fails if the part for late positions cannot be allocated.
    pub fn sharing(&self) -> Result<Solver, TableError> {
        let mut solver = Solver {
            table: self.table.for_another_thread()?,
            kernel: self.kernel,
            weights: self.weights.clone(),
            pool: ThreadPool::default(),
            window_policy: self.window_policy,
            book: self.book.clone(),
        };
        solver.set_threads(self.threads());
        Ok(solver)
    }

    /// Sets the opening book.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Sets how [`Solver::solve`] chooses its windows: those that suit one position alone, or the
    /// same ones for all related positions, so that each search finds the proofs of the others in
    /// the table.
    pub(crate) fn set_window_policy(&mut self, policy: WindowPolicy) {
        self.window_policy = policy;
    }

    #[cfg(test)]
    fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// Returns the number of threads that work on a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Sets the number of threads that work on a search once it has run for a while. A new solver
    /// has one. With several threads, node counts differ from run to run; values do not.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    /// Replaces the table with an empty one of another size. Solvers that share the old table keep
    /// it.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated. The old table is kept.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mib)?;
        self.pool.drop_tables();
        Ok(())
    }

    /// Clears the table. Other solvers that share it keep their own parts for late positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.pool.clear();
    }

    /// Returns the used part of the table in thousandths, estimated from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        self.table.hashfull()
    }

    /// Works on a task until it is done, a limit is reached or `stop` is set.
    ///
    /// The report of an unfinished position has at least one line with at least one move, however
    /// early the search ends. The report of a finished position has no lines.
    pub fn search(&mut self, task: &Task, stop: &StopFlag, observer: &mut dyn Observer) -> Report {
        let mut search = self.begin_search(task);
        loop {
            if let Some(report) = self.resume_search(&mut search, u64::MAX, stop, observer) {
                return report;
            }
        }
    }

    /// Returns the exact score of a position.
    #[expect(clippy::missing_panics_doc, reason = "the flag is never set")]
    pub fn solve(&mut self, position: &Position) -> Score {
        let solution = self.solve_until(position, Mode::Strong, &StopFlag::default());
        let score = solution.bounds.exact();
        score.expect("a search that is not stopped proves the score")
    }

    /// Finds the exact score of a position, or its outcome in weak mode. If the search ends early, the
    /// bounds are those proven by then.
    pub fn solve_until<'a>(
        &mut self,
        position: &Position,
        mode: Mode,
        until: impl Into<Until<'a>>,
    ) -> Solution {
        if position.is_over() {
            return Solution {
                bounds: Bounds::of_finished(position),
                nodes: 0,
            };
        }
        let schedule = WindowSchedule::new(mode, self.window_policy, position);
        let work = |mut search: Search| Solution {
            bounds: root::solve(&mut search, position, schedule),
            nodes: search.limiter.total(),
        };
        self.run(position, until.into(), &mut Silent, work)
    }

    /// Analyzes any position: the value of its columns, the best column, and best play. The result
    /// does not depend on earlier searches.
    #[expect(clippy::missing_panics_doc, reason = "the flag is never set")]
    pub fn analyze(&mut self, position: &Position, options: AnalysisOptions) -> Analysis {
        let analysis = self.analyze_until(position, options, &StopFlag::default());
        analysis.expect("the flag is never set")
    }

    /// Analyzes any position like [`Solver::analyze`], but stops early.
    ///
    /// ```
    /// use std::time::Duration;
    /// use claimeven::game::Position;
    /// use claimeven::solver::{AnalysisOptions, Solver, StopFlag};
    ///
    /// let (mut solver, options) = (Solver::without_book(16)?, AnalysisOptions::default());
    /// let stop = StopFlag::after(Duration::from_millis(10));
    /// match solver.analyze_until(&Position::EMPTY, options, &stop) {
    ///     Ok(analysis) => println!("{:?}", analysis.scores()),
    ///     Err(ended) => println!("proven: {:?}", ended.proven.columns),
    /// }
    /// # Ok::<(), claimeven::solver::TableError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the search ends early. The error has what was proven by then.
    pub fn analyze_until<'a>(
        &mut self,
        position: &Position,
        options: AnalysisOptions,
        until: impl Into<Until<'a>>,
    ) -> Result<Analysis, EndedEarly> {
        self.analyze_observed(position, options, until.into(), &mut Silent)
    }

    /// Analyzes any position like [`Solver::analyze_until`]. `observer` receives the node counts.
    pub(crate) fn analyze_observed(
        &mut self,
        position: &Position,
        options: AnalysisOptions,
        until: Until,
        observer: &mut dyn Observer,
    ) -> Result<Analysis, EndedEarly> {
        let work = |mut search: Search| root::analyze(&mut search, position, options);
        self.run(position, until, observer, work)
    }

    /// Runs the same work on all threads. Returns the result of the main thread.
    fn run<T>(
        &self,
        position: &Position,
        until: Until,
        observer: &mut dyn Observer,
        work: impl Fn(Search) -> T + Sync,
    ) -> T {
        let (shared, table) = (self.begin(position, until.nodes), &self.table);
        self.pool.run(
            &shared,
            table,
            observer,
            |observer| work(self.thread(&shared, table, until.stop, observer)),
            |own, stop, observer| drop(work(self.thread(&shared, own, stop, observer))),
        )
    }

    /// Begins a search of `position`: creates the data that its threads share.
    fn begin(&self, position: &Position, node_limit: Option<u64>) -> SharedContext {
        self.table.begin_search();
        SharedContext::new(self.threads(), position.stones(), node_limit)
    }

    /// Creates the search of one thread.
    fn thread<'a>(
        &'a self,
        shared: &'a SharedContext,
        table: &'a Table,
        stop: &'a StopFlag,
        observer: &'a mut dyn Observer,
    ) -> Search<'a> {
        Search::new(SearchContext {
            kernel: self.kernel,
            weights: &self.weights,
            book: self.book.as_deref(),
            shared,
            table,
            stop,
            observer,
        })
    }
}

#[cfg(test)]
mod tests;
