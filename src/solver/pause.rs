//! A search that pauses, for a caller that has only one thread and other work to do.
//!
//! When a search is resumed, it begins again at the root and finds its proofs in the table. Only the
//! nodes on the way to where it has paused are searched twice. (With pauses about every 20 ms in
//! WebAssembly, Middle-Medium and Begin-Medium take 0.2 to 1.1 % more nodes.)

use super::root::{Driver, Findings};
use super::search::{PausedThread, Search, SearchBook};
use super::smp::{SharedContext, ThreadEnv};
use super::{Observer, Report, Solver, StopFlag, Task};

/// A search that can pause.
///
/// ```
/// use claimeven::game::Mode;
/// use claimeven::solver::{Silent, Solver, StopFlag, Task};
///
/// let mut solver = Solver::without_book(16)?;
/// let mut search = solver.begin_search(&Task::new("44444".parse()?, Mode::Strong));
/// let stop = StopFlag::default();
/// let report = loop {
///     if let Some(report) = solver.resume_search(&mut search, 10_000, &stop, &mut Silent) {
///         break report;
///     }
///     // Do other work here.
/// };
/// assert!(report.solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    missing_debug_implementations,
    reason = "as in `Solver`, the contents are private"
)]
pub struct PausableSearch {
    task: Task,
    shared: SharedContext,
    thread: PausedThread,
    book_hits: u64,
    found: Findings,
}

impl Solver {
    /// Begins a search that can pause.
    #[must_use]
    pub fn begin_search(&mut self, task: &Task) -> PausableSearch {
        let book = SearchBook::new(self.book.as_deref(), 0);
        PausableSearch {
            task: *task,
            shared: self.begin(&task.position, task.limits.nodes),
            thread: PausedThread::default(),
            found: Findings::new(task, &book),
            book_hits: book.hits(),
        }
    }

    /// Continues a search, see [`Solver::search`]. Returns `None` if it pauses after `nodes` more
    /// nodes. After the first pause, it uses only one thread.
    pub fn resume_search(
        &mut self,
        search: &mut PausableSearch,
        nodes: u64,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Report> {
        let (report, is_paused) = self.run_slice(search, nodes, stop, observer);
        (!is_paused).then_some(report)
    }

    /// Continues a search for `nodes` more nodes. Returns its report, which is preliminary if the
    /// search pauses, and whether it pauses.
    pub(super) fn run_slice(
        &mut self,
        search: &mut PausableSearch,
        nodes: u64,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> (Report, bool) {
        let (task, found) = (&search.task, &mut search.found);
        let context = self.context(&search.shared, search.book_hits);
        let paused = std::mem::take(&mut search.thread);
        let main = |env: ThreadEnv| {
            let mut search = Search::new(&context, env).resume(paused, nodes);
            let report = Driver::new(task, &mut search, found).run();
            let is_paused = search.limiter.is_paused();
            ((report, is_paused), search.pause())
        };
        let help = |env: ThreadEnv| {
            let mut search = Search::new(&context, env);
            let mut found = Findings::new(task, search.book);
            Driver::new(task, &mut search, &mut found).help();
        };
        let env = self.thread_env(stop, observer);
        let (result, thread) = self.pool.run(context.shared, env, main, help);
        (search.thread, search.book_hits) = (thread, context.book.hits());
        result
    }
}
