//! The observers of threads: the main thread's starts the helpers, and each yields its core now and
//! then. Both happen at the pulse of a search.

use super::backoff::Backoff;
use crate::solver::types::{Observer, Report};

/// Nodes after which helpers start: half a millisecond.
pub(super) const NODES_ALONE: u64 = 4 << 10;

/// The observer of a helper: it yields, and tells nobody.
#[derive(Default)]
pub(super) struct Helper(Backoff);

impl Observer for Helper {
    fn report(&mut self, _: Report) {}

    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {
        self.0.pulse();
    }
}

/// The observer of the main thread: it starts the helpers at the first pulse after
/// [`NODES_ALONE`] (what is solved by then needs none), yields, and passes everything on.
pub(super) struct MainThread<'a, F: FnOnce()> {
    observer: &'a mut dyn Observer,
    start_helpers: Option<F>,
    backoff: Backoff,
}

impl<'a, F: FnOnce()> MainThread<'a, F> {
    /// Starts helpers by `start_helpers` and passes everything on to `observer`.
    pub(super) fn new(observer: &'a mut dyn Observer, start_helpers: F) -> MainThread<'a, F> {
        MainThread {
            observer,
            start_helpers: Some(start_helpers),
            backoff: Backoff::default(),
        }
    }
}

impl<F: FnOnce()> Observer for MainThread<'_, F> {
    fn report(&mut self, report: Report) {
        self.observer.report(report);
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        if nodes >= NODES_ALONE
            && let Some(start_helpers) = self.start_helpers.take()
        {
            start_helpers();
        }
        self.backoff.pulse();
        self.observer.pulse(nodes, hashfull);
    }
}
