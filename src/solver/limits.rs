//! What ends a search before its proof: budgets given with the task, and a flag
//! that the observer or another thread may set at any time. No clock: whoever has
//! a deadline sets the flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::crew::Crew;
use super::ledger::Asking;
use super::report::Observer;
use super::table::Table;

/// Budgets of one search: the first one used up ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes to visit at most; several threads may each visit some 1,000 more.
    pub nodes: Option<u64>,
    /// Plies to look ahead at most, forced replies not counted; what lies beyond is
    /// estimated.
    pub depth: Option<u8>,
    /// Only a win with at most this many own stones is of interest.
    pub mate: Option<u8>,
    /// Whether a clock, which the solver does not see, may end the search.
    pub timed: bool,
}

/// Set by anyone, seen by the search within a fraction of a millisecond.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search that holds a clone of this flag to end.
    pub fn stop(&self) {
        // Relaxed: the flag publishes no other data.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        // Relaxed: the flag publishes no other data.
        self.0.load(Ordering::Relaxed)
    }
}

/// A search ended before its answer was proven; unwinds with `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two signs of life, each followed by a look at the stop flag:
/// about a tenth of a millisecond.
const LOOK_INTERVAL: u64 = 1024;

/// Counts the nodes of one thread and says when its search has to end.
pub(super) struct Meter<'a> {
    nodes: u64,
    /// How many of them the crew knows of.
    counted: u64,
    next_look: u64,
    /// Where the present slice of work ends.
    slice_end: u64,
    /// The window of the root that the work is for: another thread may answer it.
    pub(super) asking: Option<Asking<'a>>,
    /// Where all work ends.
    limit: u64,
    /// The largest number of stones a node has had.
    deepest: u8,
    stop: &'a StopFlag,
    table: &'a Table,
    crew: &'a Crew<'a>,
    pub(super) observer: &'a mut dyn Observer,
}

impl<'a> Meter<'a> {
    pub(super) fn new(
        limit: Option<u64>,
        stop: &'a StopFlag,
        table: &'a Table,
        crew: &'a Crew<'a>,
        observer: &'a mut dyn Observer,
    ) -> Meter<'a> {
        let limit = limit.unwrap_or(u64::MAX);
        Meter {
            nodes: 0,
            counted: 0,
            next_look: limit.min(LOOK_INTERVAL),
            slice_end: u64::MAX,
            asking: None,
            limit,
            deepest: 0,
            stop,
            table,
            crew,
            observer,
        }
    }

    /// The nodes of this thread.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of the whole crew; those of a single thread are exact.
    pub(super) fn total(&self) -> u64 {
        self.crew.nodes() + self.nodes - self.counted
    }

    /// The largest number of stones on the board of any node so far.
    pub(super) fn deepest(&self) -> u8 {
        self.deepest
    }

    /// Ends the work that follows after `nodes` more nodes, the search as a
    /// whole going on.
    pub(super) fn begin_slice(&mut self, nodes: u64) {
        self.slice_end = self.nodes.saturating_add(nodes);
        self.schedule_look();
    }

    /// Whether the search as a whole has to end.
    pub(super) fn is_over(&self) -> bool {
        self.total() >= self.limit || self.stop.is_stopped()
    }

    /// Whether another thread has answered the window that the work was for.
    pub(super) fn is_answered(&self) -> bool {
        self.asking.as_ref().is_some_and(Asking::is_answered)
    }

    /// Counts a node, if there may be another one.
    #[inline]
    pub(super) fn enter_node(&mut self, stones: u8) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(stones);
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.crew.count(self.nodes - self.counted);
        self.counted = self.nodes;
        let table = self.table;
        // First, for the observer may be the one who stops the search.
        self.observer.pulse(self.total(), &|| table.hashfull());
        if self.nodes >= self.slice_end || self.is_over() || self.is_answered() {
            return Err(Stopped);
        }
        self.schedule_look();
        Ok(())
    }

    fn schedule_look(&mut self) {
        let left = self.limit.saturating_sub(self.total());
        self.next_look = (self.nodes + left.min(LOOK_INTERVAL)).min(self.slice_end);
    }
}
