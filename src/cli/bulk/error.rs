//! The errors of an analysis of a whole file.

use std::io;
use std::path::PathBuf;

/// The reason why a file of positions was not analyzed to its end. The messages of `NotResumable`
/// and `SolverFailed` are complete; the caller adds the path of the file to all others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum BulkError {
    #[error("{error}; it contains {records} whole records")]
    Write {
        #[source]
        error: io::Error,
        records: u64,
    },
    #[error("expected a first line that names the column {wanted:?}; found {found:?}")]
    NoColumn { wanted: String, found: String },
    #[error(
        "expected a first line that names a column position, moves, fen, board or input; \
         found {found:?}; use --column"
    )]
    NoPositions { found: String },
    #[error("the first line names {}; choose with --column", found.join(" and "))]
    Ambiguous { found: Vec<String> },
    #[error("cannot be resumed: its manifest {} is missing", manifest.display())]
    NoManifest { manifest: PathBuf },
    #[error("--resume: expected {wanted}; found {found}")]
    NotResumable { wanted: &'static str, found: String },
    #[error("a solver thread failed; the records before its position are written")]
    SolverFailed,
}
