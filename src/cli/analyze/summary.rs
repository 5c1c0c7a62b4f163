//! The progress of an analysis, on stderr: a bar during the run and a summary at the end.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use indicatif::ProgressBar;

use super::records::Written;
use crate::cli::io::entries::Asked;
use crate::cli::io::progress::Progress;
use crate::cli::io::{stderr, text};
use crate::cli::print::numbers::{counted, duration, grouped, rate};
use crate::game::{Mode, TextError};
use crate::measure::bench::WrongScore;
use crate::sizes::Analysis;

/// The counts of an analysis.
pub(super) struct Summary {
    kept: Written,
    positions: u64,
    /// The number of positions that came shortly before.
    pub(super) repeated: u64,
    bad: u64,
    /// The number of scores that differ from those of the input.
    pub(super) wrong: u64,
    nodes: u64,
    /// The first line that could not be read.
    first_bad: Option<String>,
    start: Instant,
    processor: Option<ProcessTime>,
    progress: Progress,
    bar: ProgressBar,
}

impl Summary {
    /// Creates a summary whose counts are zero. `kept` comes from an earlier run; `all` is the
    /// number of all entries, if it is known.
    pub(super) fn new(kept: Written, all: Option<u64>, progress: Progress) -> Summary {
        Summary {
            kept,
            positions: 0,
            repeated: 0,
            bad: 0,
            wrong: 0,
            nodes: 0,
            first_bad: None,
            start: Instant::now(),
            processor: ProcessTime::try_now().ok(),
            bar: progress.count("lines", all, kept.records),
            progress,
        }
    }

    /// Counts a position and its analysis, and reports a score that differs from that of the input.
    pub(super) fn count(&mut self, asked: &Asked, analysis: &Analysis, mode: Mode) {
        self.positions += 1;
        self.nodes += analysis.nodes;
        let compare = |expected| WrongScore::compare(asked.line, expected, analysis.bounds, mode);
        if let Some(wrong) = asked.expected.and_then(compare) {
            self.wrong += 1;
            let place = asked.place();
            self.bar
                .suspend(|| stderr::print_line(format_args!("{place}{wrong}")));
        }
    }

    /// Counts a line that is not a position.
    pub(super) fn count_bad(&mut self, asked: &Asked, error: &TextError) {
        self.bad += 1;
        if self.first_bad.is_none() {
            let (place, number, at) = (asked.place(), asked.line, error.character);
            let error = text::error_within(error);
            self.first_bad = Some(format!("{place}line {number}, char {at}: {error}"));
        }
    }

    /// Updates the bar.
    pub(super) fn show(&self) {
        let done = self.kept.records + self.positions + self.bad;
        self.bar.set_position(done);
    }

    /// Returns the number of lines that could not be read, in this run and in earlier ones.
    pub(super) fn bad(&self) -> u64 {
        self.kept.bad + self.bad
    }

    /// Returns whether this run has answered no line.
    pub(super) fn is_empty(&self) -> bool {
        self.positions + self.bad == 0
    }

    /// Prints the summary, one or a few lines, unless it is switched off, and the first error.
    pub(super) fn print(&self) {
        self.bar.finish_and_clear();
        if !self.progress.is_quiet() {
            // Ignore the error: stderr is closed.
            let _ = self.write(&mut io::stderr().lock(), self.start.elapsed());
        }
        if let Some(error) = &self.first_bad {
            stderr::print_line(format_args!("first bad line: {error}"));
        }
    }

    fn write(&self, out: &mut impl Write, time: Duration) -> io::Result<()> {
        write!(
            out,
            "{} ({} repeated), {} in {}: {}",
            counted(self.positions, "position"),
            grouped(self.repeated),
            counted(self.bad, "bad line"),
            duration(time),
            self.speed(time)
        )?;
        if self.kept.records > 0 {
            let kept = counted(self.kept.records, "record");
            let all = grouped(self.kept.records + self.positions + self.bad);
            let bad = grouped(self.kept.bad);
            write!(out, "; kept {kept} ({bad} bad), {all} in all")?;
        }
        if self.wrong > 0 {
            write!(out, "\n{}", counted(self.wrong, "wrong score"))?;
        }
        writeln!(out)
    }

    fn speed(&self, time: Duration) -> String {
        #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
        let count = self.positions as f64;
        let seconds = time.as_secs_f64().max(1e-6);
        let cores = self.processor.and_then(|start| start.try_elapsed().ok());
        let cores = cores.map(|used| format!(" on {:.2} cores", used.as_secs_f64() / seconds));
        format!(
            "{} a second{}, {}",
            rate(count / seconds),
            cores.unwrap_or_default(),
            counted(self.nodes, "node")
        )
    }
}
