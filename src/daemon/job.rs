//! What the session and the worker tell each other. Pure data.
//!
//! The session says what [`Work`] to do. The worker answers by [`Notice`]s, none of which is
//! lost, and by [`Progress`], of which only the latest counts.

use std::sync::Arc;

use super::perft::Counts;
use crate::bench;
use crate::game::{Mode, Position};
use crate::solver::{Report, Task};

/// What one job does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Work {
    /// Only sets the table up.
    Prepare(TableSpec),
    Search {
        task: Task,
        table: TableSpec,
        /// How many threads may search.
        threads: usize,
        /// Whether the search looks openings up.
        own_book: bool,
    },
    Perft {
        position: Position,
        depth: u8,
    },
    /// Solves the built-in set, or its first `limit` positions.
    Bench {
        mode: Mode,
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
pub(super) struct TableSpec {
    pub(super) hash_mib: usize,
    /// Whether the worker empties the table first.
    pub(super) cleared: bool,
}

/// Something that the worker tells and that must not be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Notice {
    /// The system refused the table; the worker keeps one of `kept_mib` instead.
    TableRefused { reason: String, kept_mib: usize },
    /// The table of a [`Work::Prepare`] stands.
    Prepared,
    /// Any other job is over.
    Done { id: u64, ending: Ending },
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    Searched {
        report: Report,
        hashfull: u16,
    },
    Counted(Counts),
    /// `None` when the bench was stopped, an error when there was no memory for it.
    Benched(Result<Option<bench::Row>, String>),
}

/// The latest state of the running job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Progress {
    pub(super) id: u64,
    /// Grows with each report. `nodes` and `hashfull` may be newer than the report.
    pub(super) revision: u64,
    pub(super) report: Option<Arc<Report>>,
    pub(super) bench: Option<BenchStep>,
    pub(super) nodes: u64,
    pub(super) hashfull: u16,
}

/// How far a bench has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BenchStep {
    pub(super) solved: u32,
    pub(super) correct: u32,
    pub(super) of: usize,
}
