//! The progress of the running job.

use std::sync::Arc;
use std::time::Duration;

use super::Host;
use crate::measure::bench::Row;
use crate::session::{Moment, Progress};
use crate::solver::{Observer, Report};

/// The time between two updates of the counters of a job.
pub(super) const PULSE: Duration = Duration::from_millis(40);

/// An observer that shows the progress of a job to the host.
pub(super) struct Reporter<H> {
    pub(super) host: H,
    pub(super) progress: Progress,
    last_pulse: Moment,
}

impl<H: Host> Reporter<H> {
    pub(super) fn new(host: H) -> Reporter<H> {
        Reporter {
            host,
            progress: Progress::default(),
            last_pulse: Moment::START,
        }
    }

    /// Forgets the job before and counts from zero.
    pub(super) fn begin(&mut self, id: u64) {
        self.progress = Progress {
            id,
            ..Progress::default()
        };
        self.last_pulse = self.host.now();
    }

    pub(super) fn show(&mut self) {
        self.host.show(&self.progress);
    }

    pub(super) fn bench_step(&mut self, row: &Row) {
        self.progress.revision += 1;
        self.progress.bench = Some(row.clone());
        self.show();
    }
}

impl<H: Host> Observer for Reporter<H> {
    fn report(&mut self, report: Report) {
        self.progress.revision += 1;
        self.progress.nodes = report.nodes;
        self.progress.report = Some(Arc::new(report));
        self.show();
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        self.progress.nodes = nodes;
        let now = self.host.now();
        if now >= self.last_pulse + PULSE {
            self.last_pulse = now;
            self.progress.hashfull = hashfull();
            self.show();
        }
    }
}
