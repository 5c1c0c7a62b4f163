//! Counts the nodes of a thread and ends its search at its limits. It has no clock: at a deadline,
//! the caller sets the stop flag.

use crate::solver::smp::{ActiveWindow, SharedContext, ThreadEnv};
use crate::solver::tt::Table;
use crate::solver::types::{Observer, StopFlag, Stopped};

/// The number of nodes between two pulses, which take about a tenth of a millisecond. After each
/// pulse, the search checks the stop flag.
const PULSE_INTERVAL: u64 = 1024;

/// A counter of the nodes of one thread that ends its search at its limits.
pub(crate) struct SearchLimiter<'a> {
    nodes: u64,
    /// The part of these nodes that is already added to the nodes of all threads.
    added: u64,
    next_pulse: u64,
    /// The number of nodes at which the current slice of work ends.
    slice_end: u64,
    /// The window of the root that the work belongs to. Another thread may answer it.
    pub(crate) active_window: Option<ActiveWindow<'a>>,
    /// The number of nodes at which all work ends.
    limit: u64,
    /// The largest number of stones a node has had.
    deepest: u8,
    stop: &'a StopFlag,
    table: &'a Table,
    shared: &'a SharedContext,
    pub(crate) observer: &'a mut dyn Observer,
}

impl<'a> SearchLimiter<'a> {
    pub(crate) fn new<'env: 'a>(
        shared: &'a SharedContext,
        env: ThreadEnv<'env>,
    ) -> SearchLimiter<'a> {
        let ThreadEnv {
            table,
            stop,
            observer,
        } = env;
        let limit = shared.node_limit.unwrap_or(u64::MAX);
        SearchLimiter {
            nodes: 0,
            added: 0,
            next_pulse: limit.min(PULSE_INTERVAL),
            slice_end: u64::MAX,
            active_window: None,
            limit,
            deepest: 0,
            stop,
            table,
            shared,
            observer,
        }
    }

    /// Returns the nodes of this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the nodes of all threads. The number is exact only with a single thread, because
    /// each thread adds its nodes once per pulse.
    pub(crate) fn total(&self) -> u64 {
        self.shared.nodes() + self.nodes - self.added
    }

    /// Returns the largest number of stones on the board of any node so far.
    pub(crate) fn deepest(&self) -> u8 {
        self.deepest
    }

    /// Begins a slice of work that ends after `nodes` more nodes; the search as a whole continues.
    pub(crate) fn begin_slice(&mut self, nodes: u64) {
        self.slice_end = self.nodes.saturating_add(nodes);
        self.schedule_pulse();
    }

    /// Whether the search as a whole must end.
    pub(crate) fn is_over(&self) -> bool {
        self.total() >= self.limit || self.stop.is_stopped()
    }

    /// Leaves the active window. Returns `Ok` if another thread has answered it, otherwise
    /// `searched`.
    pub(crate) fn leave_window(&mut self, searched: Result<(), Stopped>) -> Result<(), Stopped> {
        let is_answered = self.is_answered();
        self.active_window = None;
        if is_answered { Ok(()) } else { searched }
    }

    /// Whether another thread has answered the active window.
    fn is_answered(&self) -> bool {
        let window = self.active_window.as_ref();
        window.is_some_and(ActiveWindow::is_answered)
    }

    /// Counts a node, unless the work must end.
    #[inline]
    pub(crate) fn enter_node(&mut self, stones: u8) -> Result<(), Stopped> {
        if self.nodes >= self.next_pulse {
            self.pulse()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(stones);
        Ok(())
    }

    #[cold]
    fn pulse(&mut self) -> Result<(), Stopped> {
        self.shared.add_nodes(self.nodes - self.added);
        self.added = self.nodes;
        let table = self.table;
        // Call the observer first, because it may set the stop flag.
        self.observer.pulse(self.total(), &|| table.hashfull());
        if self.nodes >= self.slice_end || self.is_over() || self.is_answered() {
            return Err(Stopped);
        }
        self.schedule_pulse();
        Ok(())
    }

    fn schedule_pulse(&mut self) {
        let left = self.limit.saturating_sub(self.total());
        self.next_pulse = (self.nodes + left.min(PULSE_INTERVAL)).min(self.slice_end);
    }
}
