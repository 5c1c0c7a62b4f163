//! The files that a run reads. The run must not write to them, under any of their names.
//!
//! Every function that opens an input calls [`check_input`], and [`super::output::Target::open`]
//! is given all inputs.

use std::path::Path;

use same_file::Handle;

use crate::cli::error::{CliError, in_file};
use crate::system::identity;

/// The name of standard input as an argument.
pub(in crate::cli) const STANDARD: &str = "-";

/// Fails if standard output would write to an input. `-` is standard input.
pub(in crate::cli) fn check_input(input: &Path) -> Result<(), CliError> {
    let written = identity::of(Handle::stdout());
    refuse(Path::new("standard output"), written, &[input])
}

/// Fails if the file `output`, which need not exist, is one of the inputs.
pub(super) fn refuse_inputs(output: &Path, inputs: &[&Path]) -> Result<(), CliError> {
    refuse(output, identity::of_file(output), inputs)
}

fn refuse(output: &Path, written: Option<Handle>, inputs: &[&Path]) -> Result<(), CliError> {
    let Some(written) = written else {
        return Ok(());
    };
    let mut inputs = inputs.iter().map(|&input| {
        if input == Path::new(STANDARD) {
            (Path::new("standard input"), identity::of(Handle::stdin()))
        } else {
            (input, identity::of_file(input))
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
