//! When a search calls for help, and how its threads leave room for others: as observers.

use std::thread;

use crate::solver::report::{Observer, Report};

/// Nodes after which a search is worth help: half a millisecond.
pub(super) const NODES_ALONE: u64 = 4 << 10;

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
pub(super) struct Assistant(Courtesy);

impl Observer for Assistant {
    fn report(&mut self, _: &Report) {}

    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {
        self.0.show();
    }
}

/// Calls for help at the first sign of life of a search after some nodes: what is
/// solved by then needs none.
pub(super) struct Foreman<'a, F: FnOnce()> {
    observer: &'a mut dyn Observer,
    start: Option<F>,
    courtesy: Courtesy,
}

impl<'a, F: FnOnce()> Foreman<'a, F> {
    /// Calls for help by `start`, and tells `observer` all it hears.
    pub(super) fn new(observer: &'a mut dyn Observer, start: F) -> Foreman<'a, F> {
        Foreman {
            observer,
            start: Some(start),
            courtesy: Courtesy::default(),
        }
    }
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
