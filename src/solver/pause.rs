//! A search that pauses, for a caller that has only one thread and other work to do.
//!
//! When a search is resumed, it begins again at the root and finds its proofs in the table. Only the
//! nodes on the way to where it has paused are searched twice. (With pauses about every 20 ms in
//! WebAssembly, Middle-Medium and Begin-Medium take 0.2 to 1.1 % more nodes.)

use std::mem;

use super::ordering::Killers;
use super::root::{Driver, Findings};
use super::search::{Counts, SearchBook};
use super::smp::SharedContext;
use super::tt::Table;
use super::{Observer, Report, Solver, StopFlag, Task};

/// A search that can pause.
pub(crate) struct PausableSearch {
    task: Task,
    shared: SharedContext,
    found: Findings,
    killers: Killers,
    counts: Counts,
}

impl Solver {
    /// Begins a search that can pause.
    pub(crate) fn begin_search(&mut self, task: &Task) -> PausableSearch {
        let shared = self.begin(&task.position, task.limits.nodes);
        PausableSearch {
            task: *task,
            found: Findings::new(task, &SearchBook::new(self.book.as_deref(), &shared)),
            shared,
            killers: Killers::default(),
            counts: Counts::default(),
        }
    }

    /// Continues a search, see [`Solver::search`]. Returns `None` if it pauses after `nodes` more
    /// nodes. After the first pause, it uses only one thread.
    pub(crate) fn resume_search(
        &mut self,
        search: &mut PausableSearch,
        nodes: u64,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Report> {
        let PausableSearch {
            task,
            shared,
            found,
            killers,
            counts,
        } = search;
        let (task, shared, table) = (&*task, &*shared, &self.table);
        let main = |observer: &mut dyn Observer| {
            let mut search = self.thread(shared, table, stop, observer);
            search.killers = mem::take(killers);
            search.limiter.resume(*counts, nodes);
            let report = Driver::new(task, &mut search, found).run();
            (*killers, *counts) = (search.killers, search.limiter.counts);
            report
        };
        let help = |own: &Table, stop: &StopFlag, observer: &mut dyn Observer| {
            let mut search = self.thread(shared, own, stop, observer);
            let mut found = Findings::new(task, &search.book);
            Driver::new(task, &mut search, &mut found).help();
        };
        self.pool.run(shared, table, observer, main, help)
    }
}
