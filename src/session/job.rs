//! What the session and the worker tell each other. Pure data.
//!
//! The session says what [`Work`] to do. The worker answers by [`Notice`]s, none of which is
//! lost, and by [`Progress`], of which only the latest counts.

use std::sync::Arc;
use std::time::Duration;

use super::perft::PerftCounts;
use crate::game::{Mode, Position};
use crate::solver::{Report, Task};

/// What one job does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// Only sets the table up.
    Prepare(TableSpec),
    /// Searches; ends in [`Ending::Searched`].
    Search {
        /// What to find out.
        task: Task,
        /// The table to do it with.
        table: TableSpec,
        /// How many threads may search.
        threads: usize,
        /// Whether the search looks openings up.
        own_book: bool,
    },
    /// Counts the lines of `depth` plies, see [`perft`](super::perft()).
    Perft {
        /// Where the lines begin.
        position: Position,
        /// Their plies.
        depth: u8,
    },
    /// Solves the built-in set.
    Bench {
        /// Whether distances count or only the outcome.
        mode: Mode,
        /// How many positions of the set, from its first on; `None` for all.
        limit: Option<usize>,
    },
}

#[cfg(test)]
impl Work {
    /// The table that the work needs, if it uses that of the searches.
    pub(super) fn table(&self) -> Option<TableSpec> {
        match self {
            Work::Prepare(table) | Work::Search { table, .. } => Some(*table),
            Work::Perft { .. } | Work::Bench { .. } => None,
        }
    }
}

/// The table that a job needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSpec {
    /// Its size in MiB.
    pub hash_mib: usize,
    /// Whether the worker empties the table first.
    pub cleared: bool,
}

/// Something that the worker tells and that must not be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The system refused the table; the worker keeps one of `kept_mib` instead.
    TableRefused {
        /// For people, what the table's option is called included.
        reason: String,
        /// In MiB.
        kept_mib: usize,
    },
    /// The table of a [`Work::Prepare`] stands.
    Prepared,
    /// Any other job is over.
    Done {
        /// The job's.
        id: u64,
        /// How it ended.
        ending: Ending,
    },
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// A search: done, at a limit or stopped.
    Searched {
        /// What it found.
        report: Report,
        /// The used share of the table in thousandths.
        hashfull: u16,
    },
    /// A count of lines.
    Counted(PerftCounts),
    /// `None` when the bench was stopped, an error when there was no memory for it.
    Benched(Result<Option<BenchResult>, String>),
}

/// The latest state of the running job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// The job's.
    pub id: u64,
    /// Grows with each report. `nodes` and `hashfull` may be newer than the report.
    pub revision: u64,
    /// The latest news of a search.
    pub report: Option<Arc<Report>>,
    /// How far a bench has come.
    pub bench: Option<BenchStep>,
    /// Nodes visited, or lines counted.
    pub nodes: u64,
    /// The used share of the table in thousandths.
    pub hashfull: u16,
}

impl Progress {
    pub(super) fn depth(&self) -> u8 {
        self.report.as_ref().map_or(0, |report| report.depth)
    }

    /// The ending of a search that ends with what is known now; `None` if nothing is.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.report.as_ref().map(|report| Ending::Searched {
            report: Report {
                nodes: self.nodes,
                ..(**report).clone()
            },
            hashfull: self.hashfull,
        })
    }
}

/// How far a bench has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchStep {
    /// Positions solved.
    pub solved: u32,
    /// How many of them have the expected value.
    pub correct: u32,
    /// Positions of the set.
    pub of: usize,
}

/// The result of a bench that reached its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchResult {
    /// How many positions were solved.
    pub positions: u32,
    /// How many of them have the expected value.
    pub correct: u32,
    /// The time that it took.
    pub time: Duration,
    /// Nodes visited: the signature.
    pub nodes: u64,
}
