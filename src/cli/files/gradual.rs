//! An output that is written piece by piece. A file changes only when the output is complete.

use std::io::Write;
use std::path::PathBuf;

use super::atomic::Draft;
use super::target::Target;
use crate::cli::stdout::print;
use crate::cli::{CliError, in_file, stderr};

/// An output to which a command appends.
pub(in crate::cli) struct Gradual {
    target: Target,
    kind: Kind,
}

enum Kind {
    /// The new content of a file, next to the file.
    Draft(Draft),
    Stream(Box<dyn Write>),
    Stdout,
}

impl Gradual {
    pub(in crate::cli) fn open(target: Target) -> Result<Gradual, CliError> {
        let kind = if target.is_stdout() {
            Kind::Stdout
        } else if target.is_file() {
            Kind::Draft(Draft::create(target.path()).map_err(in_file(target.path()))?)
        } else {
            Kind::Stream(target.stream()?)
        };
        Ok(Gradual { target, kind })
    }

    pub(in crate::cli) fn is_stdout(&self) -> bool {
        self.target.is_stdout()
    }

    /// Appends bytes, which the reader of a pipe gets at once.
    pub(in crate::cli) fn append(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let written = match &mut self.kind {
            Kind::Draft(draft) => draft.write_all(bytes),
            Kind::Stream(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            Kind::Stdout => return Ok(print(bytes)?),
        };
        written.map_err(in_file(self.target.path()))
    }

    /// Replaces a file by the appended bytes. If that fails, they stay next to it.
    pub(in crate::cli) fn finish(self) -> Result<(), CliError> {
        let Kind::Draft(draft) = self.kind else {
            return Ok(());
        };
        let path = self.target.path();
        draft.persist(path).map(drop).map_err(|(error, draft)| {
            // If this fails too, the first error is the useful one.
            if let Ok(kept) = self.target.keep(draft) {
                stderr::print_line(format_args!("the result is in {}", kept.display()));
            }
            in_file(path)(error)
        })
    }

    /// Leaves the appended bytes next to a file, which stays unchanged, and returns their path.
    /// Returns `None` for an output that is not a file.
    pub(in crate::cli) fn leave(self) -> Result<Option<PathBuf>, CliError> {
        match self.kind {
            Kind::Draft(draft) => self.target.keep(draft).map(Some),
            Kind::Stream(_) | Kind::Stdout => Ok(None),
        }
    }
}
