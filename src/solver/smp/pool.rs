//! The threads of a solver: the caller's, and helpers that join once a search takes a while.

use std::sync::OnceLock;
use std::thread;

use super::observers::{Helper, MainThread};
use super::shared::SharedContext;
use crate::solver::tt::Table;
use crate::solver::types::{Observer, StopFlag};

/// The table of a helper, made when it first helps and kept for the next search; none where there
/// is no memory for it.
type HelperTable = OnceLock<Option<Table>>;

/// The helpers of a solver: each has a table.
#[derive(Default)]
pub(crate) struct ThreadPool {
    helper_tables: Vec<HelperTable>,
}

/// What one thread of a search works with.
pub(crate) struct ThreadEnv<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a StopFlag,
    pub(crate) observer: &'a mut dyn Observer,
}

impl ThreadPool {
    /// How many threads there are, the caller's included.
    pub(crate) fn threads(&self) -> usize {
        self.helper_tables.len() + 1
    }

    /// Sets the number of threads, the caller's included.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.helper_tables.resize_with(helpers, OnceLock::new);
    }

    /// Drops the helpers' tables: they shared a table that is gone.
    pub(crate) fn drop_tables(&mut self) {
        self.helper_tables.fill_with(OnceLock::new);
    }

    /// Forgets what the helpers' tables hold of their own.
    pub(crate) fn clear(&self) {
        let tables = self.helper_tables.iter();
        for table in tables.filter_map(|table| table.get()?.as_ref()) {
            table.clear_own();
        }
    }

    /// Whether a helper has a table, which it makes when it first helps.
    #[cfg(test)]
    pub(crate) fn has_helped(&self) -> bool {
        self.helper_tables.iter().any(|table| table.get().is_some())
    }

    /// Runs `main` on this thread and, once it proves to take a while, `help` on the others, each
    /// with the context and an environment of its own. The helpers are stopped when `main` ends, or
    /// before by [`SharedContext::stop_helpers`].
    pub(crate) fn run<'a, C: AsRef<SharedContext> + Sync, T>(
        &self,
        context: &'a C,
        env: ThreadEnv<'a>,
        main: impl for<'b> FnOnce(&'b C, ThreadEnv<'b>) -> T,
        help: impl for<'b> Fn(&'b C, ThreadEnv<'b>) + Sync,
    ) -> T {
        if self.helper_tables.is_empty() {
            return main(context, env);
        }
        let shared = context.as_ref();
        thread::scope(|scope| {
            let (table, helpers_stop, help) = (env.table, shared.helpers_stop(), &help);
            let start = move || {
                if helpers_stop.is_stopped() {
                    return;
                }
                shared.begin_sharing();
                for own in &self.helper_tables {
                    let thread = thread::Builder::new().name("helper".into());
                    let work = move || {
                        // Without memory for a table the helper does not help.
                        if let Some(table) = own.get_or_init(|| table.for_another_thread().ok()) {
                            let observer = &mut Helper::default();
                            let env = ThreadEnv {
                                table,
                                stop: helpers_stop,
                                observer,
                            };
                            help(context, env);
                        }
                    };
                    if thread.spawn_scoped(scope, work).is_err() {
                        // The system has no more threads: those there are will do.
                        break;
                    }
                }
            };
            let _stop_helpers = StopOnDrop(shared);
            let mut observer = MainThread::new(env.observer, start);
            let (stop, observer) = (env.stop, &mut observer);
            let env = ThreadEnv {
                table,
                stop,
                observer,
            };
            main(context, env)
        })
    }
}

/// Stops the helpers however the main thread ends: the scope waits for them.
struct StopOnDrop<'a>(&'a SharedContext);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop_helpers();
    }
}

#[cfg(test)]
mod tests {
    use super::super::observers::NODES_ALONE;
    use super::super::shared::SHARED_PLIES;
    use super::*;
    use crate::solver::types::Silent;

    #[test]
    fn children_are_shared_once_there_is_help() {
        let table = Table::new(1).expect("1 MiB can be had");
        let mut pool = ThreadPool::default();
        pool.set_threads(2);
        let stones = 20;
        let shared = SharedContext::new(2, stones, None);
        let main = |_: &SharedContext, env: ThreadEnv| {
            let mut shares_after = |nodes| {
                env.observer.pulse(nodes, &|| 0);
                let is_shared = |plies| shared.shares(stones + plies);
                [0, SHARED_PLIES - 1, SHARED_PLIES].map(is_shared)
            };
            assert_eq!(shares_after(NODES_ALONE - 1), [false; 3]);
            assert_eq!(shares_after(NODES_ALONE), [true, true, false]);
        };
        let env = ThreadEnv {
            table: &table,
            stop: &StopFlag::default(),
            observer: &mut Silent,
        };
        pool.run(&shared, env, main, |_, _| {});
    }
}
