//! The request in progress, from its command to its answer. Pure: the caller passes in moments.

use std::time::Duration;

use super::job::{Ending, Progress};
use super::moment::Moment;
use super::render::{self, View};
use super::time::Budget;
use crate::game::Game;
use crate::review::why::Why;
use crate::session::protocol::reply;
use crate::solver::Report;

/// The time after which a search without a report prints its counters.
const FIRST_COUNTERS: Duration = Duration::from_millis(60);
/// The time after the last lines at which a search without a new report prints its counters.
const NEXT_COUNTERS: Duration = Duration::from_millis(200);
/// The shortest time between two printed reports. Without it, a search would print dozens of depths
/// in its first millisecond.
const REPORT_GAP: Duration = Duration::from_millis(10);

/// The kind of a request, which decides its answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum RequestKind {
    /// `isready` before the table is set up: ends in `readyok`.
    #[default]
    IsReady,
    /// `go`: ends in `bestmove`.
    Go,
    /// `go perft`: ends in counts and `bestmove (none)`.
    Perft,
    /// `analyze`: ends in `analysis`.
    Analyze,
    /// `why`: ends in `why`.
    Why,
    /// `d scores`: prints the board with the scores at its end, and nothing before.
    Scores { game: Game },
    /// `bench`: ends in its result.
    Bench,
}

/// The state of the request in progress.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Request {
    /// The id of its job.
    pub(super) id: u64,
    pub(super) kind: RequestKind,
    /// Whether the answer waits for `ponderhit` or `stop`.
    pub(super) ponders: bool,
    /// Whether the answer waits for `stop`.
    pub(super) is_infinite: bool,
    /// The time that its search may take.
    pub(super) budget: Option<Budget>,
    /// The moment from which the search uses its budget.
    clock_from: Option<Moment>,
    /// Whether the deadline passed before the first report, so that no alarm is due any more.
    pub(super) overdue: bool,
    view: View,
    begun: Moment,
    /// Whether the runner has been asked to stop the job.
    pub(super) stopped: bool,
    /// The latest progress of the job.
    pub(super) latest: Progress,
    /// The revision of the last lines printed about the job, and their moment.
    last_report: Option<(u64, Moment)>,
    /// The answer, from the end of the job until it is given.
    answer: Option<String>,
}

impl Request {
    /// Creates a request without a time limit whose answer is given as soon as it is known.
    pub(super) fn new(id: u64, kind: RequestKind, view: View, now: Moment) -> Request {
        Request {
            id,
            kind,
            view,
            begun: now,
            ..Request::default()
        }
    }

    /// Starts the clock of the search and returns its budget; `None` if the search ponders or has
    /// no time limit.
    pub(super) fn start_clock(&mut self, from: Moment) -> Option<Budget> {
        if self.ponders {
            return None;
        }
        self.clock_from = Some(from);
        self.budget
    }

    #[cfg(test)]
    pub(super) fn clock(&self) -> Option<(Moment, Budget)> {
        self.clock_from.zip(self.budget)
    }

    /// Returns the moment at which the search ends in any case.
    pub(super) fn deadline(&self) -> Option<Moment> {
        self.after(self.budget?.hard)
    }

    /// Returns the moment after which the search ends as soon as it finishes a depth.
    pub(super) fn soft_deadline(&self) -> Option<Moment> {
        self.after(self.budget?.soft)
    }

    /// Returns the moment at which the clock has run for `time`; `None` if no search is running.
    fn after(&self, time: Duration) -> Option<Moment> {
        let is_on = !self.stopped && !self.is_finished();
        self.clock_from.filter(|_| is_on).map(|from| from + time)
    }

    /// Stores new progress. Returns the lines to print if there is a new report, or if the counters
    /// are due.
    pub(super) fn report_if_changed(&mut self, progress: Progress, now: Moment) -> Option<String> {
        self.latest = progress;
        let progress = &self.latest;
        let due = match self.last_report {
            None if progress.revision > 0 => self.begun,
            None => self.begun + FIRST_COUNTERS,
            Some((revision, at)) if progress.revision > revision => at + REPORT_GAP,
            Some((_, at)) => at + NEXT_COUNTERS,
        };
        if now < due || self.is_silent() {
            return None;
        }
        self.last_report = Some((progress.revision, now));
        let elapsed = now.since(self.begun);
        let hits = progress
            .report
            .as_ref()
            .map_or(0, |report| report.book_hits);
        let counters = render::counters(progress.nodes, progress.hashfull, hits, elapsed);
        Some(match (&progress.bench, &progress.report) {
            (Some(row), _) => render::bench_step(row),
            (None, Some(report)) => self.view.block(report, &counters).join("\n"),
            (None, None) => format!("info {counters}"),
        })
    }

    /// Ends the request and returns its last lines. [`Request::take_answer`] returns its answer.
    pub(super) fn finish(&mut self, ending: Ending, now: Moment) -> Vec<String> {
        let (lines, answer) = match ending {
            Ending::Prepared => (Vec::new(), reply::ready()),
            Ending::Searched {
                report,
                hashfull,
                why,
            } => {
                let elapsed = now.since(self.begun);
                let counters = render::counters(report.nodes, hashfull, report.book_hits, elapsed);
                let lines = if self.is_silent() {
                    Vec::new()
                } else if self.view.position.is_over() {
                    vec![self.view.finished()]
                } else {
                    self.view.block(&report, &counters)
                };
                (lines, self.answer_to(&report, why.as_ref()))
            }
            Ending::Counted(counts) => {
                let no_move = self.view.best_move(&Report::default());
                (self.view.counts(&counts), no_move)
            }
            Ending::Benched(Ok(row)) => (Vec::new(), render::bench(&row)),
            Ending::Benched(Err(error)) => (Vec::new(), reply::error(error)),
        };
        self.answer = Some(answer);
        lines
    }

    /// Ends a request for which there is no position. Its answer has no move and no value.
    pub(super) fn finish_without_position(&mut self) {
        self.answer = Some(self.answer_to(&Report::default(), None));
    }

    fn answer_to(&self, report: &Report, why: Option<&Why>) -> String {
        match &self.kind {
            RequestKind::Scores { game } => self.view.board(game, &report.columns),
            RequestKind::Why => self.view.why(why),
            RequestKind::Analyze => self.view.analysis(&report.columns),
            _ => self.view.best_move(report),
        }
    }

    /// Returns whether the request prints only its answer.
    fn is_silent(&self) -> bool {
        matches!(self.kind, RequestKind::IsReady | RequestKind::Scores { .. })
    }

    /// Returns whether the answer is known and not yet given.
    pub(super) fn is_finished(&self) -> bool {
        self.answer.is_some()
    }

    /// Returns whether the answer waits for a command of the client.
    pub(super) fn is_held(&self) -> bool {
        self.ponders || self.is_infinite
    }

    /// Lets the answer be given as soon as it is known.
    pub(super) fn release(&mut self) {
        (self.ponders, self.is_infinite) = (false, false);
    }

    /// Takes the answer, if it is known and released.
    pub(super) fn take_answer(&mut self) -> Option<String> {
        self.answer.take_if(|_| !(self.ponders || self.is_infinite))
    }
}
