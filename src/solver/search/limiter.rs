//! Counts the nodes of a thread and ends its search at its limits. It has no clock: at a deadline,
//! the caller sets the stop flag.

use crate::solver::smp::SharedContext;
use crate::solver::tt::Table;
use crate::solver::types::{Observer, StopFlag, Unfinished};

/// The number of nodes between two pulses, a tenth of a millisecond. After each pulse, the search
/// checks the stop flag, see [`StopFlag`]. In between, the table may also move a slice of its
/// entries, see `tt::tier`. (A `bestmove` does not wait for the check, because the daemon answers
/// with the last report: half of all `stop`s are answered 0.1 ms after `cat` would echo them.)
const PULSE_INTERVAL: u64 = 1024;

/// The counts of one thread, which outlive a pause of its search.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    nodes: u64,
    /// The part of these nodes that is already added to the nodes of all threads.
    added: u64,
    /// The number of nodes at which the current slice of work ends.
    slice_end: u64,
    /// The largest number of stones a node has had.
    deepest: u8,
}

/// A counter of the nodes of one thread that ends its search at its limits.
pub(crate) struct SearchLimiter<'a> {
    pub(crate) counts: Counts,
    next_pulse: u64,
    /// The `alpha` of the root's window that the work belongs to. Another thread may answer it.
    root_alpha: Option<i8>,
    /// The number of nodes at which the search pauses.
    pause_at: u64,
    /// The number of nodes at which all work ends.
    limit: u64,
    stop: &'a StopFlag,
    shared: &'a SharedContext,
    pub(crate) observer: &'a mut dyn Observer,
}

impl<'a> SearchLimiter<'a> {
    pub(crate) fn new(
        shared: &'a SharedContext,
        stop: &'a StopFlag,
        observer: &'a mut dyn Observer,
    ) -> SearchLimiter<'a> {
        let limit = shared.node_limit.unwrap_or(u64::MAX);
        SearchLimiter {
            counts: Counts {
                slice_end: u64::MAX,
                ..Counts::default()
            },
            next_pulse: limit.min(PULSE_INTERVAL),
            root_alpha: None,
            pause_at: u64::MAX,
            limit,
            stop,
            shared,
            observer,
        }
    }

    /// Continues with the counts of a search that has paused. It pauses again after `nodes` nodes.
    pub(crate) fn resume(&mut self, counts: Counts, nodes: u64) {
        self.counts = counts;
        self.pause_at = counts.nodes.saturating_add(nodes);
        self.schedule_pulse();
    }

    /// Whether the search must pause. A search that is over does not pause.
    pub(crate) fn is_paused(&self) -> bool {
        self.counts.nodes >= self.pause_at && !self.is_over()
    }

    /// Continues the count of another search. Nodes so far do not count towards the limit.
    #[cfg(any(feature = "training", test))]
    pub(super) fn begin_copy(&mut self, other: &SearchLimiter) {
        self.counts.nodes = other.counts.nodes;
        self.counts.added = other.counts.nodes;
        self.schedule_pulse();
    }

    /// Returns the nodes of this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// Returns the nodes of all threads. The number is exact only with a single thread, because
    /// each thread adds its nodes once per pulse.
    pub(crate) fn total(&self) -> u64 {
        self.shared.nodes() + self.counts.nodes - self.counts.added
    }

    /// Returns the largest number of stones on the board of any node so far.
    pub(crate) fn deepest(&self) -> u8 {
        self.counts.deepest
    }

    /// Begins a slice of work that ends after `nodes` more nodes; the search as a whole continues.
    pub(crate) fn begin_slice(&mut self, nodes: u64) {
        self.counts.slice_end = self.counts.nodes.saturating_add(nodes);
        self.schedule_pulse();
    }

    /// Whether the search as a whole must end.
    pub(crate) fn is_over(&self) -> bool {
        self.total() >= self.limit || self.stop.is_stopped()
    }

    /// Enters the window of the root that begins with `alpha`.
    pub(crate) fn enter_window(&mut self, alpha: i8) {
        self.root_alpha = Some(alpha);
    }

    /// Leaves the root's window, which another thread may have answered.
    pub(crate) fn leave_window(
        &mut self,
        searched: Result<(), Unfinished>,
    ) -> Result<(), Unfinished> {
        self.root_alpha = None;
        match searched {
            Err(Unfinished::Answered) => Ok(()),
            _ => searched,
        }
    }

    /// Whether another thread has answered the root's window.
    fn is_answered(&self) -> bool {
        self.root_alpha
            .is_some_and(|alpha| self.shared.root_bounds.answer(alpha))
    }

    /// Counts a node of a search with `table`, unless the work must end.
    #[inline]
    pub(crate) fn enter_node(&mut self, stones: u8, table: &Table) -> Result<(), Unfinished> {
        if self.counts.nodes >= self.next_pulse {
            self.pulse(table)?;
        }
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(stones);
        Ok(())
    }

    #[cold]
    fn pulse(&mut self, table: &Table) -> Result<(), Unfinished> {
        let Counts { nodes, added, .. } = self.counts;
        self.shared.add_nodes(nodes - added);
        self.counts.added = nodes;
        // Call the observer first, because it may set the stop flag.
        self.observer.pulse(self.total(), &|| table.hashfull());
        let is_cut = nodes >= self.counts.slice_end.min(self.pause_at);
        if is_cut || self.is_over() {
            return Err(Unfinished::Stopped);
        }
        if self.is_answered() {
            return Err(Unfinished::Answered);
        }
        self.schedule_pulse();
        Ok(())
    }

    fn schedule_pulse(&mut self) {
        let left = self.limit.saturating_sub(self.total());
        let next = self.counts.nodes + left.min(PULSE_INTERVAL);
        self.next_pulse = next.min(self.counts.slice_end).min(self.pause_at);
    }
}
