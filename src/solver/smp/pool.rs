//! The threads of a solver: the caller's, and helpers that join once a search takes a while.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use super::shared::SharedContext;
use crate::solver::tt::Table;
use crate::solver::types::{Observer, Report, Silent, StopFlag};

/// The helpers start once the main thread has visited this many nodes, which takes half a
/// millisecond.
const NODES_ALONE: u64 = 4 << 10;

/// The pulses between two yields of a core: half a millisecond.
///
/// If every core searches, the thread that must receive `stop` would otherwise wait until the
/// system takes a core away from the search. (Without yields, two threads on two cores took 3 ms or
/// more for one of ten stops.)
const PULSES: u32 = 4;
/// The pulses after a long yield: 30 ms.
///
/// If a yield takes long, another busy program has the core. The system gives that program its
/// share in any case, so the thread yields less often.
const PULSES_WHEN_BUSY: u32 = 256;
/// The longest time that a brief yield takes. The thread that receives `stop` needs the core for a
/// fraction of this; another busy program keeps it for some milliseconds.
const BRIEF: Duration = Duration::from_micros(500);

/// The table of a helper, created when it first helps and kept for later searches. It is `None` if
/// there was no memory for it.
type HelperTable = OnceLock<Option<Table>>;

/// The helpers of a solver, each with a table.
#[derive(Default)]
pub(crate) struct ThreadPool {
    helper_tables: Vec<HelperTable>,
}

impl ThreadPool {
    /// Returns the number of threads, including the caller's.
    pub(crate) fn threads(&self) -> usize {
        self.helper_tables.len() + 1
    }

    /// Sets the number of threads, including the caller's.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.helper_tables.resize_with(helpers, OnceLock::new);
    }

    /// Drops the helpers' tables, which share parts of a table that has been replaced.
    pub(crate) fn drop_tables(&mut self) {
        self.helper_tables.fill_with(OnceLock::new);
    }

    /// Clears the parts of the helpers' tables that are not shared.
    pub(crate) fn clear(&self) {
        let tables = self.helper_tables.iter();
        for table in tables.filter_map(|table| table.get()?.as_ref()) {
            table.clear_own();
        }
    }

    /// Whether a helper has helped, and so has a table.
    #[cfg(test)]
    pub(crate) fn has_helped(&self) -> bool {
        self.helper_tables.iter().any(|table| table.get().is_some())
    }

    /// Runs `main` on this thread and, once it has visited [`NODES_ALONE`] nodes, `help` on the
    /// others, each with its table and the flag that stops it. The helpers stop when `main` ends, or
    /// earlier by [`SharedContext::stop_helpers`].
    pub(crate) fn run<T>(
        &self,
        shared: &SharedContext,
        table: &Table,
        observer: &mut dyn Observer,
        main: impl FnOnce(&mut dyn Observer) -> T,
        help: impl Fn(&Table, &StopFlag, &mut dyn Observer) + Sync,
    ) -> T {
        if self.helper_tables.is_empty() {
            return main(observer);
        }
        thread::scope(|scope| {
            let (helpers_stop, help) = (shared.helpers_stop(), &help);
            let start_helpers = move || {
                if helpers_stop.is_stopped() {
                    return;
                }
                shared.begin_sharing();
                for own in &self.helper_tables {
                    let thread = thread::Builder::new().name("helper".into());
                    let work = move || {
                        // Without memory for a table, the helper does not help.
                        if let Some(own) = own.get_or_init(|| table.for_another_thread().ok()) {
                            own.join_search(table);
                            let mut silent = Silent;
                            let mut observer = ThreadObserver::new(&mut silent, || {});
                            help(own, helpers_stop, &mut observer);
                        }
                    };
                    if thread.spawn_scoped(scope, work).is_err() {
                        // The system has no more threads: continue with those that started.
                        break;
                    }
                }
            };
            let _stop_helpers = StopOnDrop(shared);
            main(&mut ThreadObserver::new(observer, start_helpers))
        })
    }
}

/// The observer of one thread. At the pulses of its search, it yields the core now and then and
/// passes everything on to another observer.
struct ThreadObserver<'a, F> {
    observer: &'a mut dyn Observer,
    /// A function called at the first pulse after [`NODES_ALONE`] nodes: shorter searches need no
    /// helpers.
    on_long_search: Option<F>,
    /// The pulses until the next yield.
    pulses_left: u32,
}

impl<'a, F: FnOnce()> ThreadObserver<'a, F> {
    fn new(observer: &'a mut dyn Observer, on_long_search: F) -> ThreadObserver<'a, F> {
        ThreadObserver {
            observer,
            on_long_search: Some(on_long_search),
            pulses_left: PULSES,
        }
    }
}

impl<F: FnOnce()> Observer for ThreadObserver<'_, F> {
    fn report(&mut self, report: Report) {
        self.observer.report(report);
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        if nodes >= NODES_ALONE
            && let Some(on_long_search) = self.on_long_search.take()
        {
            on_long_search();
        }
        self.pulses_left -= 1;
        if self.pulses_left == 0 {
            let before = Instant::now();
            thread::yield_now();
            let is_brief = before.elapsed() < BRIEF;
            self.pulses_left = if is_brief { PULSES } else { PULSES_WHEN_BUSY };
        }
        self.observer.pulse(nodes, hashfull);
    }
}

/// A guard that stops the helpers even if the main thread panics: the thread scope waits for them
/// in any case.
struct StopOnDrop<'a>(&'a SharedContext);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop_helpers();
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::share_below;
    use super::*;

    #[test]
    fn children_are_shared_once_there_are_helpers() {
        let table = Table::new(1).expect("1 MiB can be had");
        let mut pool = ThreadPool::default();
        pool.set_threads(2);
        let stones = 20;
        let shared = SharedContext::new(2, stones, None);
        let main = |observer: &mut dyn Observer| {
            let mut shares_after = |nodes| {
                observer.pulse(nodes, &|| 0);
                let end = share_below(2, stones);
                [stones, end - 1, end].map(|stones| shared.shares(stones))
            };
            assert_eq!(shares_after(NODES_ALONE - 1), [false; 3]);
            assert_eq!(shares_after(NODES_ALONE), [true, true, false]);
        };
        pool.run(&shared, &table, &mut Silent, main, |_, _, _| {});
    }
}
