//! One thing the worker is busy with, from its `go` to its answer.
//!
//! Pure: times are handed in, counted from the start of the process.

use std::time::Duration;

use super::deadline::Deadline;
use super::job::{Ending, Progress};
use super::moment::Moment;
use super::render::{self, Stats, View};
use super::time::Budget;
use crate::protocol::{GoArgs, Reply};
use crate::solver::Report;

/// The first sign of life comes at this time, and the next ones this far apart.
const FIRST_INFO: Duration = Duration::from_millis(60);
const NEXT_INFO: Duration = Duration::from_millis(200);

/// News closer together than this are gathered into one block: a search begins
/// with dozens of depths within a millisecond.
pub(super) const MIN_GAP: Duration = Duration::from_millis(10);

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// `go`: ends in `bestmove`.
    Play,
    /// `analyze`: ends in `analysis`.
    Analyze,
    /// `go perft`: ends in counts and a `bestmove (none)`.
    Perft { depth: u8 },
    /// `bench`: ends in its own words.
    Bench,
}

/// When the answer may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Release {
    /// As soon as it is known.
    AtOnce,
    /// Not before `stop`.
    Stop,
    /// Not before `ponderhit` or `stop`; after `ponderhit` it may have to wait for `stop`.
    PonderHit { then_stop: bool },
}

impl Release {
    /// As the words of the `go` have it.
    pub(super) fn of(args: &GoArgs) -> Release {
        match (args.ponder, args.infinite) {
            (true, then_stop) => Release::PonderHit { then_stop },
            (false, true) => Release::Stop,
            (false, false) => Release::AtOnce,
        }
    }
}

/// The state of a job.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: u64,
    pub(super) purpose: Purpose,
    pub(super) release: Release,
    /// The time for the search until its clock runs: then the worker has it.
    pub(super) budget: Option<Budget>,
    view: View,
    begun: Moment,
    /// Whether the worker was told to stop.
    pub(super) stopped: bool,
    shown: Shown,
    /// The answer, once the job is over and while it may not be given yet.
    answer: Option<Vec<Reply>>,
}

/// What a peer has seen of the search.
#[derive(Debug, Default)]
struct Shown {
    revision: u64,
    at: Option<Moment>,
}

impl Running {
    /// A job that has no limit of time and may be answered at once.
    pub(super) fn new(id: u64, purpose: Purpose, view: View, now: Moment) -> Running {
        Running {
            id,
            purpose,
            release: Release::AtOnce,
            budget: None,
            view,
            begun: now,
            stopped: false,
            shown: Shown::default(),
            answer: None,
        }
    }

    /// Starts the search's clock, unless it ponders, has no limit of time, or is timed
    /// already; gives the deadline.
    pub(super) fn start_clock(&mut self, from: Moment) -> Option<Deadline> {
        match self.release {
            Release::PonderHit { .. } => None,
            Release::AtOnce | Release::Stop => {
                let budget = self.budget.take()?;
                Some(Deadline { from, budget })
            }
        }
    }

    /// The expected move was played; tells whether the job was waiting for that.
    pub(super) fn ponder_hit(&mut self) -> bool {
        let Release::PonderHit { then_stop } = self.release else {
            return false;
        };
        self.release = if then_stop {
            Release::Stop
        } else {
            Release::AtOnce
        };
        true
    }

    /// The lines to print for a new state, none if nothing is due.
    pub(super) fn progress(&mut self, progress: &Progress, now: Moment) -> Vec<Reply> {
        let news = progress.revision > self.shown.revision;
        let due = match self.shown.at {
            None => now >= self.begun + FIRST_INFO,
            Some(at) => now >= at + NEXT_INFO,
        };
        if !news && !due {
            return Vec::new();
        }
        self.shown.revision = progress.revision;
        self.shown.at = Some(now);
        let stats = self.stats(progress.nodes, progress.hashfull, now);
        if let Some(step) = progress.bench {
            return vec![render::bench_step(step)];
        }
        let Some(report) = &progress.report else {
            return vec![View::counters(stats)];
        };
        self.view.block(report, stats)
    }

    fn stats(&self, nodes: u64, hashfull: u16, now: Moment) -> Stats {
        Stats {
            nodes,
            hashfull,
            elapsed: now.since(self.begun),
        }
    }

    /// The job is over: its last lines. Its answer follows from [`Running::answer`].
    pub(super) fn finish(&mut self, ending: Ending, now: Moment) -> Vec<Reply> {
        let (lines, answer) = match ending {
            Ending::Searched { report, hashfull } => {
                let stats = self.stats(report.nodes, hashfull, now);
                (self.last_block(&report, stats), self.answer_to(&report))
            }
            Ending::Counted(counts) => (self.view.counts(&counts), vec![self.view.no_move()]),
            Ending::Benched(Ok(row)) => (vec![render::bench(row.as_ref())], Vec::new()),
            Ending::Benched(Err(error)) => (vec![Reply::Error(error)], Vec::new()),
            Ending::Prepared => (Vec::new(), Vec::new()),
        };
        self.answer = Some(answer);
        lines
    }

    /// There is no position: nothing was searched, and there is no move.
    pub(super) fn finish_without_position(&mut self) {
        self.answer = Some(vec![match self.purpose {
            Purpose::Analyze => self.view.analysis(&[]),
            _ => self.view.no_move(),
        }]);
    }

    fn last_block(&self, report: &Report, stats: Stats) -> Vec<Reply> {
        if self.view.position.is_over() {
            vec![self.view.finished()]
        } else {
            self.view.block(report, stats)
        }
    }

    fn answer_to(&self, report: &Report) -> Vec<Reply> {
        vec![match self.purpose {
            Purpose::Analyze => self.view.analysis(&report.columns),
            _ => self.view.best_move(report),
        }]
    }

    /// Whether the job is over and only its answer is held back.
    pub(super) fn is_finished(&self) -> bool {
        self.answer.is_some()
    }

    /// The answer, if it is known and may be given.
    pub(super) fn answer(&mut self) -> Option<Vec<Reply>> {
        match self.release {
            Release::AtOnce => self.answer.take(),
            Release::Stop | Release::PonderHit { .. } => None,
        }
    }
}
