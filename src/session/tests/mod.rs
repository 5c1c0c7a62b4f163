//! Tests of the guarantees of `protocol.md` that need no process.

mod answers;
mod clocks;
mod fuzz;
mod levels;
mod options;
mod order;

use super::*;
use crate::game::{Column, Score, notation};
use crate::measure::bench::Row;
use crate::session::job::{Ending, TableSpec};
use crate::session::time::Budget;
use crate::solver::{Bounds, Report};

/// A conversation in which the test acts as the runner and the clock.
struct Talk {
    session: Session,
    now: Moment,
    jobs: Vec<StartedJob>,
    stops: usize,
}

/// A job that the session has started.
struct StartedJob {
    id: u64,
    job: Job,
}

/// The ending of a bench that was stopped before its only position.
fn stopped_bench() -> Ending {
    Ending::Benched(Ok(Row {
        of: 1,
        ..Row::default()
    }))
}

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn at(millis: u64) -> Moment {
    Moment::START + ms(millis)
}

impl Talk {
    fn new() -> Talk {
        Talk::with(Client::Program)
    }

    fn with(client: Client) -> Talk {
        Talk {
            session: Session::new(Files::Allowed, client, 0),
            now: Moment::START,
            jobs: Vec::new(),
            stops: 0,
        }
    }

    /// Creates a conversation in which the client has sent some lines.
    fn after(lines: &[&str]) -> Talk {
        let mut talk = Talk::new();
        for line in lines {
            talk.send(line);
        }
        talk
    }

    fn event(&mut self, event: Event) -> Vec<String> {
        let actions = self.session.handle(event, self.now);
        let mut said = Vec::new();
        for action in actions {
            match action {
                Action::Print(reply) => said.push(reply),
                Action::PrintProgress(lines) => said.extend(lines.lines().map(str::to_owned)),
                Action::Start { id, job } => self.jobs.push(StartedJob { id, job }),
                Action::Stop => self.stops += 1,
                Action::Log(path) => said.push(format!("log {path:?}")),
                Action::OpenBook(path) => said.push(format!("book {path:?}")),
                Action::Exit => said.push("exit".to_owned()),
            }
        }
        said
    }

    fn send(&mut self, line: &str) -> Vec<String> {
        assert!(
            self.session.accepts_input(),
            "{line} would have stayed in the pipe"
        );
        self.event(Event::Input(InputLine::Whole(line.to_owned())))
    }

    /// Returns the moment at which the clock of the running search starts, and its budget.
    fn clock(&self) -> Option<(Moment, Budget)> {
        self.session.request.as_ref().and_then(Request::clock)
    }

    fn budget(&self) -> Budget {
        self.clock().expect("a clock runs").1
    }

    fn job(&self) -> &StartedJob {
        self.jobs.last().expect("a job was started")
    }

    fn table(&self) -> TableSpec {
        self.job().job.table().expect("a job with a table")
    }

    fn task(&self) -> &crate::solver::Task {
        match &self.job().job {
            Job::Search { task, .. } => task,
            other => panic!("not a search: {other:?}"),
        }
    }

    /// Ends a job with a report.
    fn done_with(&mut self, id: u64, report: Report) -> Vec<String> {
        let ending = Ending::Searched {
            report,
            hashfull: 3,
            why: None,
        };
        self.event(Event::Notice(Notice::Done { id, ending }))
    }

    fn done(&mut self, packed: &str) -> Vec<String> {
        self.done_with(self.job().id, report(1, packed))
    }

    fn prepared(&mut self) -> Vec<String> {
        let (id, ending) = (self.job().id, Ending::Prepared);
        self.event(Event::Notice(Notice::Done { id, ending }))
    }

    fn progress(&mut self, revision: u64, report: Report) -> Vec<String> {
        self.event(Event::Progress(Progress {
            id: self.job().id,
            revision,
            nodes: report.nodes,
            hashfull: 1,
            report: Some(report.into()),
            bench: None,
        }))
    }
}

/// Creates the report of a search that has only an estimate for its line.
fn report(depth: u8, packed: &str) -> Report {
    line_report(depth, packed, Bounds::UNKNOWN)
}

fn line_report(depth: u8, packed: &str, bounds: Bounds) -> Report {
    let pv = notation::columns(packed).expect("digits of columns");
    let lines = pv.first().map(|&column| solver::Line {
        column,
        bounds,
        estimate: 12,
        pv: pv.clone(),
    });
    Report {
        columns: Column::ALL.map(|column| (column, bounds)).to_vec(),
        lines: lines.into_iter().collect(),
        depth,
        seldepth: depth,
        nodes: 1000,
        book_hits: 2,
        ..Report::default()
    }
}

fn exactly(score: i8) -> Bounds {
    let score = Score::new(score).expect("in range");
    Bounds {
        lower: score,
        upper: score,
    }
}
