//! The solver: exact values by search. A call blocks until it is done; no clock decides what is
//! searched.
//!
//! The main recursion is in `search/negamax.rs`; start reading there. Each folder below knows only
//! the folders above it:
//!
//! | Folder | What it holds |
//! |-|-|
//! | `types` | what a search is asked, proves and tells: tasks, bounds, windows, reports |
//! | `simd` | vectors with a lane for each move of a node, for several instruction sets |
//! | `tt` | the transposition table |
//! | `node` | a position as the search sees it, static proofs, short wins |
//! | `eval` | the static evaluation, a small network |
//! | `ordering` | move scores, killers, the policy network, the queue of moves |
//! | `smp` | what the threads of a search share, and the thread pool |
//! | `search` | negamax, expansion, kernels, ABDADA, depth-limited search |
//! | `root` | windows, root moves, principal variations, reports |
//!
//! Beside the folders are `training`, for the trainers in `scripts/trainers` and behind the feature
//! of that name, and what tests share. Numbers in brackets are measurements; names such as
//! Begin-Medium are sets of positions, by how far the game is and how far its end is away.

mod eval;
mod node;
mod ordering;
mod root;
#[cfg(test)]
mod sample;
mod search;
mod simd;
mod smp;
#[cfg(any(feature = "training", test))]
pub mod training;
mod tt;
mod types;

pub use eval::evaluate;
pub use root::{Analysis, AnalysisOptions, Scores, WindowPolicy};
pub use tt::TableError;
pub use types::{Bounds, Limits, Line, Observer, Report, Silent, Solution, StopFlag, Task};

use std::mem;
use std::sync::Arc;

use crate::book::Book;
use crate::game::{Mode, Position};
use ordering::WeightSets;
use root::{Driver, WindowSchedule};
use search::{DepthTable, Kernel, Search, SearchBook, SearchContext};
use smp::{SharedContext, ThreadEnv, ThreadPool};
use tt::Table;

/// Finds exact values and remembers what it proved.
pub struct Solver {
    table: Table,
    depth_table: DepthTable,
    kernel: Kernel,
    weights: Box<WeightSets>,
    pool: ThreadPool,
    window_policy: WindowPolicy,
    book: Option<Arc<Book>>,
}

impl Solver {
    /// A solver with a table of `hash_mib` MiB.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn new(hash_mib: usize) -> Result<Solver, TableError> {
        Ok(Solver {
            table: Table::new(hash_mib)?,
            depth_table: DepthTable::new(),
            kernel: Kernel::detect(),
            weights: Box::new(WeightSets::built_in().clone()),
            pool: ThreadPool::default(),
            window_policy: WindowPolicy::default(),
            book: None,
        })
    }

    /// Another solver for another thread. It shares the book and the table, except the part for
    /// late positions, which each has to itself.
    ///
    /// # Errors
    /// The memory for what it proves of late positions cannot be had.
    pub fn sharing(&self) -> Result<Solver, TableError> {
        let mut solver = Solver {
            table: self.table.for_another_thread()?,
            depth_table: DepthTable::new(),
            kernel: self.kernel,
            weights: self.weights.clone(),
            pool: ThreadPool::default(),
            window_policy: self.window_policy,
            book: self.book.clone(),
        };
        solver.set_threads(self.threads());
        Ok(solver)
    }

    /// Sets the book in which openings are looked up, or none, as at first.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Sets whether [`Solver::solve`] chooses its windows for one position alone or the same windows
    /// for related positions, so that each finds the proofs of the others.
    pub fn set_window_policy(&mut self, policy: WindowPolicy) {
        self.window_policy = policy;
    }

    #[cfg(test)]
    fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// How many threads work on a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Sets how many threads work on a search that takes a while: at first one. With several,
    /// node counts differ from run to run, values do not.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    /// Takes a new, empty table of another size; the old one stays on failure. Solvers that shared
    /// the old one keep it.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mib)?;
        self.pool.drop_tables();
        Ok(())
    }

    /// Forgets everything proven so far. What other solvers that share the table know of late
    /// positions stays.
    pub fn clear(&mut self) {
        self.table.clear();
        self.pool.clear();
    }

    /// The used share of the table in thousandths, sampled.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        self.table.hashfull()
    }

    /// Works on a task until it is done, a limit is reached or `stop` is set.
    ///
    /// Every unfinished position gets at least one line of at least one move, however early the
    /// search ends; a finished one gets none.
    pub fn search(&mut self, task: &Task, stop: &StopFlag, observer: &mut dyn Observer) -> Report {
        // The main thread's search mutates this table; the helpers only read the rest of the
        // solver.
        let mut depth_table = mem::replace(&mut self.depth_table, DepthTable::new());
        depth_table.clear();
        let report = self.pool.run(
            &self.context(&task.position, task.limits.nodes),
            self.thread_env(stop, observer),
            |context, env| {
                let search = Search::new(context, env);
                Driver::new(task, search, &mut depth_table).run()
            },
            |context, env| {
                let search = Search::new(context, env);
                Driver::new(task, search, &mut DepthTable::new()).help();
            },
        );
        self.depth_table = depth_table;
        report
    }

    /// The exact score of a position, or its outcome, and nothing else; when `stop` is set, what
    /// is proven by then.
    pub fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        if position.is_over() {
            return Solution {
                bounds: Bounds::of_finished(position),
                nodes: 0,
            };
        }
        let schedule = WindowSchedule::new(mode, self.window_policy, position.stones());
        let schedule = schedule.evaluating(position);
        self.run(position, stop, |mut search| Solution {
            bounds: root::solve(&mut search, position, schedule),
            nodes: search.limiter.total(),
        })
    }

    /// Analyses any position: the value of its columns, the best ones, and best play. The result
    /// does not depend on what was searched before. `None` when `stop` was set.
    pub fn analyse(
        &mut self,
        position: &Position,
        options: AnalysisOptions,
        stop: &StopFlag,
    ) -> Option<Analysis> {
        let (canonical, mirrored) = match options.scores {
            Scores::All | Scores::Best => position.canonical(),
            // All columns are found, so none has to be chosen.
            Scores::Ties => (*position, false),
        };
        let analysis = self.run(position, stop, |mut search| {
            root::analyse(&mut search, &canonical, options).ok()
        })?;
        Some(if mirrored {
            analysis.mirror()
        } else {
            analysis
        })
    }

    /// Runs the same work on all threads; what the main thread finds counts.
    fn run<T>(&self, position: &Position, stop: &StopFlag, work: impl Fn(Search) -> T + Sync) -> T {
        self.pool.run(
            &self.context(position, None),
            self.thread_env(stop, &mut Silent),
            |context, env| work(Search::new(context, env)),
            |context, env| {
                work(Search::new(context, env));
            },
        )
    }

    /// What the threads of a search of `position` work with.
    fn context(&self, position: &Position, node_limit: Option<u64>) -> SearchContext<'_> {
        SearchContext {
            kernel: self.kernel,
            weights: &self.weights,
            book: SearchBook::new(self.book.as_deref()),
            shared: SharedContext::new(self.threads(), position.stones(), node_limit),
        }
    }

    fn thread_env<'a>(
        &'a self,
        stop: &'a StopFlag,
        observer: &'a mut dyn Observer,
    ) -> ThreadEnv<'a> {
        ThreadEnv {
            table: &self.table,
            stop,
            observer,
        }
    }
}

#[cfg(test)]
mod tests;
