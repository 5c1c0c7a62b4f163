//! Standard output as every command writes to it: whole texts, even to a non-blocking pipe or
//! socket.

use std::io::{self, Stdout, Write};

use anstream::AutoStream;

use crate::cli::error::{CliError, ignore_closed_stdout};
use crate::system::retry::Retrying;

/// Returns stdout, to write to it piece by piece.
pub(in crate::cli) fn open() -> Retrying<Stdout> {
    Retrying(io::stdout())
}

/// Prints a text.
pub(in crate::cli) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    write(io::stdout().lock(), text.as_ref())
}

/// Prints a text for a command that also reports its work in files or in the exit code: it finishes
/// even if nothing reads stdout.
pub(in crate::cli) fn say(text: impl AsRef<[u8]>) -> Result<(), CliError> {
    ignore_closed_stdout(print(text))
}

/// Prints a text with styles, or without them if stdout does not show styles.
pub(in crate::cli) fn print_styled(
    compose: impl FnOnce(&mut AutoStream<Vec<u8>>) -> io::Result<()>,
) -> io::Result<()> {
    let shown = AutoStream::choice(&io::stdout());
    let mut text = AutoStream::new(Vec::new(), shown);
    compose(&mut text)?;
    // Styles are removed above, because a stream that removes them repeats a part of the text when a
    // write is tried again.
    write(anstream::stdout().lock(), &text.into_inner())
}

/// Writes a whole text and flushes it. Without the flush, a text left in the buffer could be lost
/// at the end of the process, without an error.
fn write(stdout: impl Write, text: &[u8]) -> io::Result<()> {
    let mut stdout = Retrying(stdout);
    stdout.write_all(text)?;
    stdout.flush()
}
