//! Signs of life on stderr while a command works: only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::number::{duration, grouped};
use crate::game::notation;
use crate::record::column_value;
use crate::solver::{Mode, Observer, Report};

/// Time between two lines: short enough to look alive, long enough to be read.
const INTERVAL: Duration = Duration::from_millis(250);

/// Prints how a search goes, one `info` line at a time.
pub(super) struct Thinking {
    mode: Mode,
    start: Instant,
    printed: Duration,
    /// What the last report said, without the counters.
    latest: String,
    shown: bool,
}

impl Thinking {
    pub(super) fn new(mode: Mode) -> Thinking {
        Thinking {
            mode,
            start: Instant::now(),
            printed: Duration::ZERO,
            latest: String::new(),
            shown: io::stderr().is_terminal(),
        }
    }

    fn print(&mut self, nodes: u64) {
        let time = self.start.elapsed();
        if !self.shown || time < self.printed + INTERVAL {
            return;
        }
        self.printed = time;
        let (nodes, time, latest) = (grouped(nodes), duration(time), &self.latest);
        // Progress that nobody can read is no reason to stop.
        let _ = writeln!(io::stderr(), "info time {time} nodes {nodes}{latest}");
    }
}

impl Observer for Thinking {
    fn report(&mut self, report: &Report) {
        if !self.shown {
            return;
        }
        if let Some(best) = report.lines.first() {
            let value = column_value(best.bounds, self.mode);
            let pv = notation::packed(&best.pv);
            self.latest = format!(" depth {} score {value} pv {pv}", report.depth);
        }
        self.print(report.nodes);
    }

    fn pulse(&mut self, nodes: u64, _: &dyn Fn() -> u16) {
        self.print(nodes);
    }
}

/// A bar over the positions of a set; draws nothing unless stderr is a terminal.
pub(super) fn bar(set: &str, positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(positions as u64)
        .with_style(style)
        .with_message(set.to_owned())
}
