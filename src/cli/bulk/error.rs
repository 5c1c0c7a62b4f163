//! The errors of an analysis of a whole file.

use std::io;
use std::path::PathBuf;

/// Why a file of positions was not analysed to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum BulkError {
    #[error("{name}: {error}; it contains {records} whole records")]
    Write {
        name: String,
        error: io::Error,
        records: u64,
    },
    #[error("{name}: expected a first line that names the column {wanted:?}; found {found:?}")]
    NoColumn {
        name: String,
        wanted: String,
        found: String,
    },
    #[error("{name}: the first line names {}; choose with --column", found.join(" and "))]
    Ambiguous { name: String, found: Vec<String> },
    #[error("--resume: expected {wanted}; found {found}")]
    NotResumable { wanted: &'static str, found: String },
    #[error("{name}: cannot be resumed: its manifest {} is missing", manifest.display())]
    NoManifest { name: String, manifest: PathBuf },
    #[error("a solver thread failed; the records before its position are written")]
    SolverFailed,
}
