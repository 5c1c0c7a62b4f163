//! Standard output as every command writes to it: whole texts, even to a non-blocking pipe or
//! socket.

use std::io::{self, Stdout, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicI32, Ordering};

use anstream::AutoStream;

use crate::system::retry::Retrying;

/// The error of stdout if it was closed when the process started, otherwise 0.
static CLOSED: AtomicI32 = AtomicI32::new(0);

/// Notes whether stdout is closed. Only a call before `main` finds that out: the runtime opens
/// `/dev/null` in place of a closed stdout, and writes to it succeed.
#[cfg(unix)]
pub fn note_closed() {
    let error = io::stdout().as_fd().try_clone_to_owned().err();
    if error.and_then(|error| error.raw_os_error()) == Some(libc::EBADF) {
        CLOSED.store(libc::EBADF, Ordering::Relaxed);
    }
}

/// Checks that stdout was open when the process started.
pub(in crate::cli) fn check() -> io::Result<()> {
    match CLOSED.load(Ordering::Relaxed) {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// Returns stdout, to write to it piece by piece.
pub(in crate::cli) fn open() -> io::Result<Retrying<Stdout>> {
    check().map(|()| Retrying(io::stdout()))
}

/// Prints a text.
pub(in crate::cli) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    write(io::stdout().lock(), text.as_ref())
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
    check()?;
    let mut stdout = Retrying(stdout);
    stdout.write_all(text)?;
    stdout.flush()
}
