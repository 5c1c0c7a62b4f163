//! The files that a run reads. The run must not write to them, under any of their names.
//!
//! Every function that opens an input calls [`check_input`], and [`super::output::Target::open`]
//! is given all inputs.

use std::io;
use std::path::Path;

use same_file::Handle;

use crate::cli::error::{CliError, in_file};

/// The name of standard input as an argument.
pub(in crate::cli) const STANDARD: &str = "-";

/// Fails if standard output would write to an input. `-` is standard input.
pub(in crate::cli) fn check_input(input: &Path) -> Result<(), CliError> {
    let written = stream_identity(Handle::stdout());
    refuse(Path::new("standard output"), written, &[input])
}

/// Fails if the file `output`, which need not exist, is one of the inputs.
pub(super) fn refuse_inputs(output: &Path, inputs: &[&Path]) -> Result<(), CliError> {
    refuse(output, file_identity(output), inputs)
}

fn refuse(output: &Path, written: Option<Handle>, inputs: &[&Path]) -> Result<(), CliError> {
    let Some(written) = written else {
        return Ok(());
    };
    let mut inputs = inputs.iter().map(|&input| {
        if input == Path::new(STANDARD) {
            (
                Path::new("standard input"),
                stream_identity(Handle::stdin()),
            )
        } else {
            (input, file_identity(input))
        }
    });
    let Some((input, _)) = inputs.find(|(_, read)| read.as_ref() == Some(&written)) else {
        return Ok(());
    };
    let input = input.display();
    Err(in_file(output)(format!(
        "expected a file that this run does not read; found the same file as {input}"
    )))
}

/// Returns the identity of a plain file, which is the same under all of its names. A pipe is not
/// opened, because that would wait for its other end.
fn file_identity(path: &Path) -> Option<Handle> {
    path.is_file()
        .then(|| stream_identity(Handle::from_path(path)))?
}

/// Returns the identity of an open plain file, or `None` for a device, a pipe or a closed stream.
fn stream_identity(handle: io::Result<Handle>) -> Option<Handle> {
    handle.ok().filter(|handle| {
        let found = handle.as_file().metadata();
        found.is_ok_and(|found| found.is_file())
    })
}
