//! Several threads on one search.
//!
//! All of them work on the same task over the same table, so that what one has
//! proven the others find there. Near the root they mark the children being searched, so
//! that they share the work as `teamwork` has it; as long as there is but one, it searches
//! as if it were alone. Which thread is first decides what is searched, so node counts
//! differ from run to run; values do not.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use super::arch::Kernel;
use super::killers::{Killers, Trail};
use super::ledger::Ledger;
use super::limits::{Meter, StopFlag};
use super::openings::Openings;
use super::report::{Observer, Report};
use super::search::Search;
use super::table::{Slot, Table};
use super::teamwork::Part;
use super::weights::Scales;
use crate::book::Book;

/// Places for the marks of each thread: many more than it has marks at a time.
const PLACES_PER_THREAD: usize = 512;
/// Nodes so many plies below the root, or deeper, are not shared.
const SHARED_PLIES: u8 = 12;
/// Nodes after which a search is worth help: half a millisecond.
const NODES_ALONE: u64 = 4 << 10;

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
    /// Keys of the children being searched; empty for a single thread.
    marks: Box<[AtomicU64]>,
    /// Threads share nodes with fewer stones than this: none before there is help, and none
    /// after.
    shared_stones: AtomicU8,
    /// The same as long as there is help.
    would_share: u8,
    /// Set when the assistants' work ends; none where there are none.
    ///
    /// (Made for each search alike, it would take 7 % of End-Easy's time.)
    over: OnceLock<StopFlag>,
    /// Nodes of all threads, as far as they were counted in.
    nodes: AtomicU64,
}

/// Marks a child as long as it lives, or until another mark in the same place ends.
pub(super) struct Mark<'a>(&'a AtomicU64);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl<'a> Crew<'a> {
    /// A crew for a root with so many stones.
    pub(super) fn new(tools: Tools<'a>, stones: u8, limit: Option<u64>) -> Crew<'a> {
        let places = match tools.assistants_tables.len() {
            0 => 0,
            assistants => PLACES_PER_THREAD * (assistants + 1),
        };
        Crew {
            tools,
            openings: Openings::new(tools.book),
            ledger: Ledger::new(stones),
            limit,
            marks: (0..places).map(|_| AtomicU64::new(0)).collect(),
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
                    let work = move || {
                        let table = table.get_or_init(|| self.tools.table.beside().ok());
                        if let Some(table) = table {
                            assist(self.search(
                                table,
                                over,
                                &mut Assistant::default(),
                                &mut Killers::new(),
                            ));
                        }
                    };
                    if thread.spawn_scoped(scope, work).is_err() {
                        // The system has no more threads: those there are will do.
                        break;
                    }
                }
            };
            let _ending = Ending(self);
            let mut foreman = Foreman {
                observer,
                start: Some(start),
                courtesy: Courtesy::default(),
            };
            lead(self.search(self.tools.table, stop, &mut foreman, &mut Killers::new()))
        })
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

    /// Marks a child as being searched for as long as the mark lives.
    pub(super) fn mark(&self, slot: Slot) -> Option<Mark<'_>> {
        let place = self.place(slot)?;
        // Relaxed: a mark is advice; missing one costs time only.
        place.store(slot.key(), Ordering::Relaxed);
        Some(Mark(place))
    }

    /// Whether some thread searches this child.
    pub(super) fn is_marked(&self, slot: Slot) -> bool {
        self.place(slot)
            .is_some_and(|place| place.load(Ordering::Relaxed) == slot.key())
    }

    fn place(&self, slot: Slot) -> Option<&AtomicU64> {
        #[expect(clippy::cast_possible_truncation, reason = "reduced to a place")]
        let place = (slot.key() as usize).checked_rem(self.marks.len())?;
        self.marks.get(place)
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

/// Signs of life between which a thread keeps its core: half a millisecond.
const SIGNS_PER_YIELD: u8 = 4;

/// Lets whoever waits for a core go first, now and then: where every core searches, the
/// thread that is to hear of a `stop` would otherwise wait until the system takes one away.
/// (Two threads on two cores: one of ten stops took 3 ms and more.)
#[derive(Default)]
struct Courtesy {
    signs: u8,
}

impl Courtesy {
    fn show(&mut self) {
        self.signs += 1;
        if self.signs == SIGNS_PER_YIELD {
            self.signs = 0;
            thread::yield_now();
        }
    }
}

/// What an assistant tells nobody.
#[derive(Default)]
struct Assistant(Courtesy);

impl Observer for Assistant {
    fn report(&mut self, _: &Report) {}

    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {
        self.0.show();
    }
}

/// Calls for help at the first sign of life of a search after some nodes: what is
/// solved by then needs none.
struct Foreman<'a, F: FnOnce()> {
    observer: &'a mut dyn Observer,
    start: Option<F>,
    courtesy: Courtesy,
}

impl<F: FnOnce()> Observer for Foreman<'_, F> {
    fn report(&mut self, report: &Report) {
        self.observer.report(report);
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        if nodes >= NODES_ALONE
            && let Some(start) = self.start.take()
        {
            start();
        }
        self.courtesy.show();
        self.observer.pulse(nodes, hashfull);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::report::Silent;

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
