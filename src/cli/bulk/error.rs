//! The errors of an analysis of a whole file.

use std::io;

use crate::cli::head::HeadError;
use crate::cli::lock::LockError;

/// Why a file of positions was not analysed to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum BulkError {
    #[error("{name}: {error}")]
    Read { name: String, error: io::Error },
    #[error("{name}: {error}")]
    Open { name: String, error: io::Error },
    #[error("{name}: {error}; it holds {records} whole records")]
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
    #[error("{name}: expected different files for input and output")]
    SameFile { name: String },
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error("{name}: holds an unfinished run; --resume goes on with it, remove it to begin again")]
    Unfinished { name: String },
    #[error("--resume: expected {wanted}, found {found}")]
    NotResumable { wanted: &'static str, found: String },
    #[error("{name}: cannot be resumed: {manifest} is missing, which tells how it was made")]
    NoManifest { name: String, manifest: String },
    #[error("{name}: cannot be resumed: {error}")]
    Head { name: String, error: HeadError },
    #[error("{name}: {manifest} is none of this version; remove both to begin again")]
    OtherManifest { name: String, manifest: String },
    #[error("a solver thread has died; the records before its position are written")]
    SolverFailed,
}
