//! Writes an output piece by piece. A file changes only when the output is complete.

use std::io::{self, Seek, Write};

use anstream::AutoStream;
use tempfile::{NamedTempFile, PersistError};

use super::atomic;
use super::target::{Target, UNFINISHED};
use crate::cli::stdout::print_styled;
use crate::cli::{CliError, in_file, stderr};

/// An output to which a command appends.
pub(in crate::cli) struct TargetWriter<'a> {
    target: &'a Target,
    sink: Sink,
}

enum Sink {
    /// The new content of a file, next to the file.
    Draft(NamedTempFile),
    Stream(Box<dyn Write>),
}

impl TargetWriter<'_> {
    pub(in crate::cli) fn open(target: &Target) -> Result<TargetWriter<'_>, CliError> {
        let sink = if target.is_file() {
            Sink::Draft(atomic::draft(target.path()).map_err(in_file(target.path()))?)
        } else {
            Sink::Stream(target.stream()?)
        };
        Ok(TargetWriter { target, sink })
    }

    /// Appends bytes, which the reader of a pipe gets at once. A file gets all of them or none.
    pub(in crate::cli) fn append(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        let bytes = bytes.as_ref();
        let written = match &mut self.sink {
            Sink::Draft(draft) => draft.stream_position().and_then(|end| {
                draft.write_all(bytes).inspect_err(|_| {
                    // If this fails too, the first error is the useful one.
                    let _ = draft.as_file().set_len(end);
                })
            }),
            Sink::Stream(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
        };
        written.map_err(|error| {
            if self.target.is_stdout() {
                error.into()
            } else {
                in_file(self.target.path())(error)
            }
        })
    }

    /// Appends a text, with styles only if the output is a stdout that shows them.
    pub(in crate::cli) fn append_styled(
        &mut self,
        compose: impl FnOnce(&mut AutoStream<Vec<u8>>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        if self.target.is_stdout() {
            return Ok(print_styled(compose)?);
        }
        let mut text = AutoStream::never(Vec::new());
        compose(&mut text)?;
        self.append(text.into_inner())
    }

    /// Replaces a file by the appended bytes. If the file cannot be replaced, for example because it
    /// is a mount point, keeps the bytes next to it and fails.
    pub(in crate::cli) fn finish(self) -> Result<(), CliError> {
        let Sink::Draft(draft) = self.sink else {
            return Ok(());
        };
        let path = self.target.path();
        let replaced = atomic::replace(path, draft);
        replaced.map(drop).map_err(|PersistError { error, file }| {
            let kept = self.target.beside(UNFINISHED);
            // If this fails too, the first error is the useful one.
            if atomic::replace(&kept, file).is_ok() {
                stderr::print_line(format_args!("the result is in {}", kept.display()));
            }
            in_file(path)(error)
        })
    }

    /// Keeps the result of a stopped run next to a file, which stays unchanged. Returns a text that
    /// says where the result is.
    pub(in crate::cli) fn leave(self) -> Result<String, CliError> {
        let path = match self.sink {
            Sink::Stream(_) if self.target.is_stdout() => {
                return Ok("the result so far is printed".to_owned());
            }
            Sink::Stream(_) => self.target.path().to_owned(),
            Sink::Draft(draft) => {
                let path = self.target.beside(UNFINISHED);
                let kept = atomic::replace(&path, draft).map_err(io::Error::from);
                kept.map_err(in_file(&path))?;
                path
            }
        };
        Ok(format!("the result so far is in {}", path.display()))
    }
}
