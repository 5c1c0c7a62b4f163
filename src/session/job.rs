//! The data that the session and the runner of its jobs exchange. Pure.
//!
//! The session starts a [`Job`]. The runner sends every [`Notice`] and, between them, the latest
//! [`Progress`]: a newer progress replaces an older one that has not been read.

use std::sync::Arc;

use super::perft::PerftCounts;
use crate::game::{Game, Position};
use crate::measure::bench::Row;
use crate::play::levels::Turn;
use crate::review::why::Why;
use crate::session::protocol::BenchArgs;
use crate::solver::{Report, Task};

/// A piece of work for the runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Job {
    /// Sets up the table; ends in [`Ending::Prepared`].
    Prepare(TableSpec),
    /// Searches; ends in [`Ending::Searched`].
    Search {
        /// The task for the solver.
        task: Task,
        /// The table of the search.
        table: TableSpec,
        /// The number of threads asked for.
        threads: usize,
        /// Whether the search uses an opening book.
        own_book: bool,
        /// Whether to choose a move by the opponent's likely errors where best play does not win.
        practical: bool,
        /// The game whose last move to explain, or its position if that is the one to search.
        why: Option<Game>,
    },
    /// Chooses a move at a level; ends in [`Ending::Searched`].
    Play(Turn),
    /// Counts the lines of `depth` plies; ends in [`Ending::Counted`].
    Perft {
        /// The first position of the lines.
        position: Position,
        /// The length of the lines in plies.
        depth: u8,
    },
    /// Solves the built-in positions; ends in [`Ending::Benched`].
    Bench(BenchArgs),
}

impl Job {
    /// Returns whether the job is a search that looks up its openings in a book.
    #[must_use]
    pub fn uses_book(&self) -> bool {
        matches!(self, Job::Search { own_book: true, .. })
    }
}

#[cfg(test)]
impl Job {
    /// Returns the table that the job needs, if it uses the table shared by searches.
    pub(super) fn table(&self) -> Option<TableSpec> {
        match self {
            Job::Prepare(table) | Job::Search { table, .. } => Some(*table),
            Job::Play(_) | Job::Perft { .. } | Job::Bench(_) => None,
        }
    }
}

/// The table that a job needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSpec {
    /// The size in MiB.
    pub hash_mib: usize,
    /// Whether the runner clears the table first.
    pub cleared: bool,
}

/// A message from the runner that must not be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The system refused a table; the runner keeps one of `kept_mib` instead.
    TableRefused {
        /// The reason, for people. It names the option.
        reason: String,
        /// The size of the table kept, in MiB.
        kept_mib: usize,
    },
    /// A job has ended.
    Done {
        /// The id of the job.
        id: u64,
        /// The end of the job.
        ending: Ending,
    },
}

/// The end of a job, with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The table is set up.
    Prepared,
    /// A search finished, reached a limit or was stopped.
    Searched {
        /// The result.
        report: Report,
        /// The used part of the table in thousandths.
        hashfull: u16,
        /// The reason, if the job asked for one and it was found.
        why: Option<Why>,
    },
    /// A perft ended, with these counts.
    Counted(PerftCounts),
    /// A bench finished or was stopped; an error if memory was short.
    Benched(Result<Row, String>),
}

/// The latest state of the running job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// The id of the job.
    pub id: u64,
    /// A number that grows with each report. `nodes` and `hashfull` may be newer than the report.
    pub revision: u64,
    /// The latest report of a search.
    pub report: Option<Arc<Report>>,
    /// The latest counts of a bench.
    pub bench: Option<Row>,
    /// The number of nodes visited or lines counted.
    pub nodes: u64,
    /// The used part of the table in thousandths.
    pub hashfull: u16,
}

impl Progress {
    pub(super) fn depth(&self) -> u8 {
        self.report.as_ref().map_or(0, |report| report.depth)
    }

    /// Returns the ending that answers a running search with its latest report, or `None` before
    /// its first report.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.report.as_ref().map(|report| Ending::Searched {
            report: Report {
                nodes: self.nodes,
                ..(**report).clone()
            },
            hashfull: self.hashfull,
            why: None,
        })
    }
}
