//! Standard output, as every command writes to it: whole texts, all of which arrive
//! even where it does not block.

use std::io::{self, Write};

use anstream::AutoStream;

use crate::patient::Patient;

/// Prints a text.
pub(super) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    write(io::stdout().lock(), text.as_ref())
}

/// Prints a text with styles, as far as the terminal shows them.
pub(super) fn print_styled(
    compose: impl FnOnce(&mut AutoStream<Vec<u8>>) -> io::Result<()>,
) -> io::Result<()> {
    let shown = AutoStream::choice(&io::stdout());
    let mut text = AutoStream::new(Vec::new(), shown);
    compose(&mut text)?;
    // What strips styles writes again what it has written when it is asked again: that is
    // why nothing is left here to strip.
    write(anstream::stdout().lock(), &text.into_inner())
}

/// Flushed, for of a write that was cut short the rest is kept, and forgotten at the end
/// of the process if it still cannot be written.
fn write(stdout: impl Write, text: &[u8]) -> io::Result<()> {
    let mut stdout = Patient(stdout);
    stdout.write_all(text)?;
    stdout.flush()
}
