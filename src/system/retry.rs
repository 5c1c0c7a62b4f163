//! Files that may not be ready: a socket or a terminal that another process shares and has made
//! non-blocking.
//!
//! A call that fails because the file is not ready is repeated.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// The pause between two calls: short compared with a move, and long enough that an idle process
/// uses almost no CPU.
const PAUSE: Duration = Duration::from_millis(1);

/// A file whose calls wait until the file is ready.
#[derive(Debug)]
pub(crate) struct Retrying<F>(pub(crate) F);

impl<F: Read> Read for Retrying<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry(|| self.0.read(buffer))
    }
}

impl<F: BufRead> BufRead for Retrying<F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let is_at_end = retry(|| self.0.fill_buf().map(<[u8]>::is_empty))?;
        // At the end a second call would ask a terminal for more input.
        if is_at_end {
            Ok(&[])
        } else {
            self.0.fill_buf()
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.0.consume(bytes);
    }
}

impl<F: Write> Write for Retrying<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        retry(|| self.0.flush())
    }
}

/// Calls `call` until it does not fail with [`ErrorKind::WouldBlock`].
fn retry<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}
