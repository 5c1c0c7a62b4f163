//! Signs of life on stderr while a command works: only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::number::{duration, grouped};
use crate::game::{Mode, notation};
use crate::record::column_value;
use crate::solver::{Observer, Report};

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

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates in this file are well formed")
}

/// A bar over the positions of a set; draws nothing unless stderr is a terminal.
pub(super) fn bar(set: &str, positions: usize) -> ProgressBar {
    ProgressBar::new(positions as u64)
        .with_style(style("{msg} {wide_bar} {pos}/{len} {eta}"))
        .with_message(set.to_owned())
}

/// A bar over the moves of a game, alive while a move takes long; draws nothing
/// unless stderr is a terminal.
pub(super) fn moves(count: usize) -> ProgressBar {
    let template = "{spinner} {pos}/{len} moves {wide_bar} {elapsed}";
    let bar = ProgressBar::new(count as u64).with_style(style(template));
    bar.enable_steady_tick(INTERVAL);
    bar
}

/// Tells of the beginning of a job on a book, which takes a while at deep plies.
pub(super) fn counting(ply: u8) {
    let _ = writeln!(io::stderr(), "counting the positions of {ply} stones");
}

/// Time between two lines about a job of hours.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// How far a long job has come, how fast it is and how long it will take: a bar
/// on a terminal, a line now and then otherwise.
pub(super) struct Pace {
    what: &'static str,
    bar: ProgressBar,
    /// Done before this run.
    before: usize,
    done: usize,
    total: usize,
    start: Instant,
    told: Instant,
}

impl Pace {
    pub(super) fn new(what: &'static str, before: usize, total: usize) -> Pace {
        let template = "{wide_bar} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
        let bar = ProgressBar::new(total as u64)
            .with_style(style(template))
            .with_message(what)
            .with_position(before as u64);
        bar.reset_eta();
        let now = Instant::now();
        Pace {
            what,
            bar,
            before,
            done: before,
            total,
            start: now,
            told: now,
        }
    }

    pub(super) fn advance(&mut self, more: usize) {
        self.done += more;
        self.bar.inc(more as u64);
        if self.bar.is_hidden() && self.told.elapsed() >= LINE_INTERVAL {
            self.told = Instant::now();
            // Progress that nobody can read is no reason to stop.
            let _ = writeln!(io::stderr(), "{}", self.line());
        }
    }

    /// Removes the bar, or tells a last time.
    pub(super) fn finish(&self) {
        if self.bar.is_hidden() {
            let _ = writeln!(io::stderr(), "{}", self.line());
        }
        self.bar.finish_and_clear();
    }

    fn line(&self) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        let (fresh, left) = (
            (self.done - self.before) as f64,
            (self.total - self.done) as f64,
        );
        let rate = fresh / seconds.max(1e-3);
        let left = Duration::try_from_secs_f64(left / rate).unwrap_or(Duration::MAX);
        let (done, total) = (grouped(self.done as u64), grouped(self.total as u64));
        let left = if fresh > 0.0 {
            format!("{:#} left", HumanDuration(left))
        } else {
            "time left unknown".to_owned()
        };
        format!(
            "{done} of {total} {}, {rate:.1} a second, {left}",
            self.what
        )
    }
}

/// A bar over lines of which `done` are there already: without an end when
/// nobody knows it, and never unless stderr is a terminal.
pub(super) fn lines(all: Option<u64>, done: u64) -> ProgressBar {
    let (bar, template) = match all {
        Some(all) => (
            ProgressBar::new(all),
            "{wide_bar} {human_pos}/{human_len} {per_sec} {eta}",
        ),
        None => (ProgressBar::new_spinner(), "{human_pos} lines {per_sec}"),
    };
    let bar = bar.with_style(style(template)).with_position(done);
    bar.reset_eta();
    bar
}
