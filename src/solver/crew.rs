//! Several threads on one search.
//!
//! All of them work on the same task over the same table, so that what one has
//! proven the others find there. Near the root they mark the children being searched, so
//! that they share the work as `teamwork` has it; as long as there is but one, it searches
//! as if it were alone. Which thread is first decides what is searched, so node counts
//! differ from run to run; values do not.

mod help;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use super::arch::Kernel;
use super::killers::{Killers, Trail};
use super::ledger::Ledger;
use super::limits::{Meter, StopFlag};
use super::marks::Marks;
use super::openings::Openings;
use super::report::Observer;
use super::search::Search;
use super::table::Table;
use super::teamwork::Part;
use super::weights::Scales;
use crate::book::Book;
use help::{Assistant, Foreman};

/// Nodes so many plies below the root, or deeper, are not shared.
const SHARED_PLIES: u8 = 12;
/// The table of a thread that helps, made when it first does and kept for the next search;
/// without room for one it does not help.
pub(super) type AssistantsTable = OnceLock<Option<Table>>;

/// What a search works with.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub(super) table: &'a Table,
    /// One for each thread besides the first.
    pub(super) assistants_tables: &'a [AssistantsTable],
    pub(super) kernel: Kernel,
    pub(super) weights: &'a Scales,
    pub(super) book: Option<&'a Book>,
}

impl Tools<'_> {
    /// The same for one thread.
    pub(super) fn alone(self) -> Self {
        Tools {
            assistants_tables: &[],
            ..self
        }
    }
}

#[cfg(test)]
impl<'a> Tools<'a> {
    /// A table, and all else as it comes.
    pub(super) fn over(table: &'a Table) -> Tools<'a> {
        Tools {
            table,
            assistants_tables: &[],
            kernel: Kernel::detect(),
            weights: Scales::built_in(),
            book: None,
        }
    }
}

/// What the threads of one search share.
pub(super) struct Crew<'a> {
    tools: Tools<'a>,
    pub(super) openings: Openings<'a>,
    pub(super) ledger: Ledger,
    /// Nodes they may visit together.
    limit: Option<u64>,
    /// The children being searched; none for a single thread.
    pub(super) marks: Marks,
    /// Threads share nodes with fewer stones than this: 0 as long as there is but one.
    shared_stones: AtomicU8,
    /// What that is while there are more.
    would_share: u8,
    /// Set when the assistants' work ends; none where there are none.
    ///
    /// (Made for each search alike, it would take 7 % of End-Easy's time.)
    over: OnceLock<StopFlag>,
    /// Nodes of all threads, as far as they were counted in.
    nodes: AtomicU64,
}

impl<'a> Crew<'a> {
    /// A crew for a root with so many stones.
    pub(super) fn new(tools: Tools<'a>, stones: u8, limit: Option<u64>) -> Crew<'a> {
        Crew {
            tools,
            openings: Openings::new(tools.book),
            ledger: Ledger::new(stones),
            limit,
            marks: Marks::of(tools.assistants_tables.len() + 1),
            shared_stones: AtomicU8::new(0),
            would_share: stones + SHARED_PLIES,
            over: OnceLock::new(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Runs `lead` on this thread and, once it proves to take a while, `assist`
    /// on the others, who end when it does.
    pub(super) fn run<T>(
        &self,
        stop: &StopFlag,
        observer: &mut dyn Observer,
        lead: impl FnOnce(Search) -> T,
        assist: impl Fn(Search) + Sync,
    ) -> T {
        let tables = self.tools.assistants_tables;
        if tables.is_empty() {
            return lead(self.search(self.tools.table, stop, observer, &mut Killers::new()));
        }
        thread::scope(|scope| {
            let (over, assist) = (self.over.get_or_init(StopFlag::default), &assist);
            let start = move || {
                if over.is_stopped() {
                    return;
                }
                // Relaxed: who sees it later shares later.
                self.shared_stones
                    .store(self.would_share, Ordering::Relaxed);
                for table in tables {
                    let thread = thread::Builder::new().name("assistant".into());
                    let work = move || self.help(table, over, assist);
                    if thread.spawn_scoped(scope, work).is_err() {
                        // The system has no more threads: those there are will do.
                        break;
                    }
                }
            };
            let _ending = Ending(self);
            let mut foreman = Foreman::new(observer, start);
            lead(self.search(self.tools.table, stop, &mut foreman, &mut Killers::new()))
        })
    }

    /// What an assistant does.
    fn help(&self, table: &AssistantsTable, over: &StopFlag, assist: &impl Fn(Search)) {
        let table = table.get_or_init(|| self.tools.table.beside().ok());
        if let Some(table) = table {
            let (observer, killers) = (&mut Assistant::default(), &mut Killers::new());
            assist(self.search(table, over, observer, killers));
        }
    }

    /// The search of one of its threads.
    fn search<'b>(
        &'b self,
        table: &'b Table,
        stop: &'b StopFlag,
        observer: &'b mut dyn Observer,
        killers: &'b mut Killers,
    ) -> Search<'b> {
        Search {
            table,
            kernel: self.tools.kernel,
            weights: self.tools.weights,
            crew: self,
            killers,
            trail: Trail::default(),
            part: Part::default(),
            meter: Meter::new(self.limit, stop, table, self, observer),
        }
    }

    /// Ends the assistants' work: what the lead goes on with it does alone.
    pub(super) fn dismiss(&self) {
        if let Some(over) = self.over.get() {
            over.stop();
        }
        self.shared_stones.store(0, Ordering::Relaxed);
    }

    /// Whether threads share the children of a node with so many stones, and mark them.
    #[inline]
    pub(super) fn shares(&self, stones: u8) -> bool {
        stones < self.shared_stones.load(Ordering::Relaxed)
    }

    /// Counts in more nodes of a thread.
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes counted in so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Ends the assistants' work however the lead ends: the scope waits for them.
struct Ending<'a, 'b>(&'a Crew<'b>);

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::report::Silent;
    use help::NODES_ALONE;

    #[test]
    fn children_are_shared_once_there_is_help() {
        let table = Table::new(1).expect("1 MiB can be had");
        let tools = Tools {
            assistants_tables: &[OnceLock::new()],
            ..Tools::over(&table)
        };
        let stones = 20;
        let crew = Crew::new(tools, stones, None);
        let lead = |search: Search| {
            let mut shares_after = |nodes| {
                search.meter.observer.pulse(nodes, &|| 0);
                let shares = |plies| crew.shares(stones + plies);
                [0, SHARED_PLIES - 1, SHARED_PLIES].map(shares)
            };
            assert_eq!(shares_after(NODES_ALONE - 1), [false; 3]);
            assert_eq!(shares_after(NODES_ALONE), [true, true, false]);
        };
        crew.run(&StopFlag::default(), &mut Silent, lead, |_| {});
    }
}
