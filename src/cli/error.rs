//! The error that ends a command.

use std::error::Error;
use std::io;
use std::iter;
use std::path::Path;

use crate::solver::TableError;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    #[error("{0}")]
    Message(String),
    /// An error in a file or in another part of the work, which `what` names.
    #[error("{what}: {error}")]
    Within {
        what: String,
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// Returns whether the reader of an output has closed its pipe.
    pub(super) fn is_closed_pipe(&self) -> bool {
        let causes = iter::successors(Some(self as &dyn Error), |&error| error.source());
        let mut causes = causes.filter_map(|error| error.downcast_ref::<io::Error>());
        causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Turns the error of a closed stdout into success, for commands that also report their work in
/// files or in the exit code. A command that only prints ends with the error.
pub(super) fn ignore_closed_stdout(
    printed: Result<(), impl Into<CliError>>,
) -> Result<(), CliError> {
    match printed.map_err(Into::into) {
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Returns a function that adds the file's path to an error.
pub(super) fn in_file<E: Into<Box<dyn Error + Send + Sync>>>(
    path: &Path,
) -> impl Fn(E) -> CliError + use<E> {
    within(&path.display().to_string())
}

/// Returns a function that adds to an error where it occurred.
pub(super) fn within<E: Into<Box<dyn Error + Send + Sync>>>(
    what: &str,
) -> impl Fn(E) -> CliError + use<E> {
    let what = what.to_owned();
    move |error| CliError::Within {
        what: what.clone(),
        error: error.into(),
    }
}
