//! Standard output as every command writes to it: whole texts, which arrive whole even if
//! it does not block.

use std::io::{self, Write};

use anstream::AutoStream;

use crate::system::retry::Retrying;

/// Prints a text.
pub(super) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    write(io::stdout().lock(), text.as_ref())
}

/// Prints a text with styles, or without where stdout does not show them.
pub(super) fn print_styled(
    compose: impl FnOnce(&mut AutoStream<Vec<u8>>) -> io::Result<()>,
) -> io::Result<()> {
    let shown = AutoStream::choice(&io::stdout());
    let mut text = AutoStream::new(Vec::new(), shown);
    compose(&mut text)?;
    // The styles are stripped above and not by this stream: a stream that strips writes
    // again what it has written when a write is tried again.
    write(anstream::stdout().lock(), &text.into_inner())
}

/// Writes a whole text and flushes it. At the end of the process, the rest of a text that
/// is still in the buffer would be lost without an error if it could not be written.
fn write(stdout: impl Write, text: &[u8]) -> io::Result<()> {
    let mut stdout = Retrying(stdout);
    stdout.write_all(text)?;
    stdout.flush()
}
