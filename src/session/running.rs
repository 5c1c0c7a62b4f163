//! The running job, from its `go` to its answer. Pure: moments are handed in.

use std::time::Duration;

use super::job::{Ending, Progress};
use super::moment::Moment;
use super::render::{self, Stats, View};
use super::time::Budget;
use crate::protocol::{GoArgs, Reply};
use crate::solver::Report;

/// When a job without news shows its counters for the first time.
const FIRST_INFO: Duration = Duration::from_millis(60);
/// How long after the latest lines a job without news shows its counters again.
const NEXT_INFO: Duration = Duration::from_millis(200);

/// The shortest time between two blocks of news: a search finishes dozens of depths in its
/// first millisecond.
const MIN_NEWS_GAP: Duration = Duration::from_millis(10);

/// What the peer asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// `go`: ends in `bestmove`.
    Play,
    /// `analyze`: ends in `analysis`.
    Analyze,
    /// `go perft`: ends in counts and a `bestmove (none)`.
    Perft { depth: u8 },
    /// `bench`: ends in its result.
    Bench,
}

/// When the answer may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Release {
    /// As soon as it is known.
    AtOnce,
    /// Not before `stop`.
    Stop,
    /// Not before `ponderhit` or `stop`. If `then_stop`, `ponderhit` is not enough: the answer
    /// then waits for `stop`.
    PonderHit { then_stop: bool },
}

impl Release {
    /// Reads `ponder` and `infinite` of a `go`.
    pub(super) fn of(args: &GoArgs) -> Release {
        match (args.ponder, args.infinite) {
            (true, then_stop) => Release::PonderHit { then_stop },
            (false, true) => Release::Stop,
            (false, false) => Release::AtOnce,
        }
    }
}

/// The state of the running job.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: u64,
    pub(super) purpose: Purpose,
    pub(super) release: Release,
    /// How long the search may take.
    pub(super) budget: Option<Budget>,
    /// Since when it takes its time.
    clock_from: Option<Moment>,
    /// Whether its deadline has passed before its first report: no alarm rings again.
    pub(super) overdue: bool,
    view: View,
    begun: Moment,
    /// Whether the worker was told to stop the job.
    pub(super) stopped: bool,
    /// What is known of the job.
    pub(super) latest: Progress,
    shown: Shown,
    /// The answer, from the end of the job until it is given.
    answer: Option<Vec<Reply>>,
}

/// What the peer has seen of the search.
#[derive(Debug, Default)]
struct Shown {
    revision: u64,
    at: Option<Moment>,
}

impl Running {
    /// A job without a time limit that may be answered as soon as it is over.
    pub(super) fn new(id: u64, purpose: Purpose, view: View, now: Moment) -> Running {
        Running {
            id,
            purpose,
            release: Release::AtOnce,
            budget: None,
            clock_from: None,
            overdue: false,
            view,
            begun: now,
            stopped: false,
            latest: Progress::default(),
            shown: Shown::default(),
            answer: None,
        }
    }

    /// Starts the clock of the search and returns how long it may run; `None` if the search
    /// ponders or has no time limit.
    pub(super) fn start_clock(&mut self, from: Moment) -> Option<Budget> {
        if matches!(self.release, Release::PonderHit { .. }) {
            return None;
        }
        self.clock_from = Some(from);
        self.budget
    }

    #[cfg(test)]
    pub(super) fn clock(&self) -> Option<(Moment, Budget)> {
        self.clock_from.zip(self.budget)
    }

    /// When the search ends wherever it is.
    pub(super) fn deadline(&self) -> Option<Moment> {
        self.after(self.budget?.hard)
    }

    /// From when on the search ends with the next depth that it finishes.
    pub(super) fn soft_deadline(&self) -> Option<Moment> {
        self.after(self.budget?.soft)
    }

    /// The moment at which the clock will have run for so long; `None` once nothing is searched.
    fn after(&self, time: Duration) -> Option<Moment> {
        let is_on = !self.stopped && !self.is_finished();
        self.clock_from.filter(|_| is_on).map(|from| from + time)
    }

    /// The expected move was played. Returns whether the job waited for that.
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

    /// Takes new progress in, and returns the lines to print; none if nothing is due.
    pub(super) fn progress(&mut self, progress: Progress, now: Moment) -> Vec<Reply> {
        self.latest = progress;
        let progress = &self.latest;
        let news = progress.revision > self.shown.revision;
        let due = match self.shown.at {
            None if news => self.begun,
            None => self.begun + FIRST_INFO,
            Some(at) if news => at + MIN_NEWS_GAP,
            Some(at) => at + NEXT_INFO,
        };
        if now < due {
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

    /// Ends the job and returns its last lines. [`Running::take_answer`] gives its answer.
    pub(super) fn finish(&mut self, ending: Ending, now: Moment) -> Vec<Reply> {
        let (lines, answer) = match ending {
            Ending::Searched { report, hashfull } => {
                let stats = self.stats(report.nodes, hashfull, now);
                (self.last_block(&report, stats), self.answer_to(&report))
            }
            Ending::Counted(counts) => (self.view.counts(&counts), vec![self.view.no_move()]),
            Ending::Benched(Ok(row)) => (vec![render::bench(row.as_ref())], Vec::new()),
            Ending::Benched(Err(error)) => (vec![Reply::Error(error)], Vec::new()),
        };
        self.answer = Some(answer);
        lines
    }

    /// Ends a job without a position: nothing was searched, and there is no move.
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

    /// Whether the job is over and only its answer has to be given.
    pub(super) fn is_finished(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the answer, if it is known and may be given.
    pub(super) fn take_answer(&mut self) -> Option<Vec<Reply>> {
        match self.release {
            Release::AtOnce => self.answer.take(),
            Release::Stop | Release::PonderHit { .. } => None,
        }
    }
}
