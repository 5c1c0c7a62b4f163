//! Progress on stderr while a command works: on a terminal only, except for jobs that may take
//! hours.

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::stderr;
use crate::cli::print::numbers::{grouped, rate};
use crate::solver::{Observer, Report};

/// The time between two lines: short enough to show activity, long enough to read.
const INTERVAL: Duration = Duration::from_millis(250);

/// The argument that switches progress off, and all progress of a command.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct Progress {
    /// Print no progress and no summary
    #[arg(short, long)]
    quiet: bool,
}

/// Shows the nodes of a search.
impl Observer for ProgressBar {
    fn report(&mut self, _: Report) {}

    fn pulse(&mut self, nodes: u64, _: &dyn Fn() -> u16) {
        self.set_position(nodes);
    }
}

impl Progress {
    pub(in crate::cli) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Returns a bar for a number of things, of which `done` are already done, or their number so
    /// far if `total` is unknown. It is hidden unless stderr is a terminal.
    pub(in crate::cli) fn count(
        self,
        what: impl Into<Cow<'static, str>>,
        total: Option<u64>,
        done: u64,
    ) -> ProgressBar {
        let template = match total {
            Some(_) => "{spinner} {msg} {wide_bar} {human_pos}/{human_len} {rate} {eta}",
            None => "{spinner} {human_pos} {msg} {rate}",
        };
        let style = ProgressStyle::with_template(template).expect("both are well formed");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Writing to memory does not fail.
            let _ = write!(out, "{}/s", rate(state.per_sec()));
        });
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        if self.quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let bar = bar.with_style(style).with_position(done).with_message(what);
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(INTERVAL);
        }
        bar
    }

    /// Announces that the positions of a ply are counted, which takes a while at deep plies.
    pub(in crate::cli) fn counting(self, ply: u8) {
        if !self.quiet {
            stderr::print_line(format_args!("counting the positions of {ply} stones"));
        }
    }

    /// Returns the progress of a job that may take hours, of which `done` parts are already done.
    pub(in crate::cli) fn pace(self, what: &'static str, done: usize, total: usize) -> Pace {
        let bar = self.count(what, Some(total as u64), done as u64);
        Pace {
            prints_lines: !self.quiet && bar.is_hidden(),
            bar,
            printed: Instant::now(),
        }
    }
}

/// The time between two lines about a job that may take hours.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The progress of a job that may take hours: a bar on a terminal, otherwise one line per interval.
pub(in crate::cli) struct Pace {
    bar: ProgressBar,
    prints_lines: bool,
    printed: Instant,
}

impl Pace {
    pub(in crate::cli) fn advance(&mut self, more: usize) {
        self.bar.inc(more as u64);
        if self.prints_lines && self.printed.elapsed() >= LINE_INTERVAL {
            self.printed = Instant::now();
            self.print();
        }
    }

    /// Removes the bar. Without a bar, prints a last line instead.
    pub(in crate::cli) fn finish(&self) {
        if self.prints_lines {
            self.print();
        }
        self.bar.finish_and_clear();
    }

    fn print(&self) {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let (done, all, what) = (grouped(done), grouped(all), self.bar.message());
        let (rate, left) = (rate(self.bar.per_sec()), HumanDuration(self.bar.eta()));
        stderr::print_line(format_args!(
            "{done} of {all} {what}, {rate} a second, {left:#} left"
        ));
    }
}
