//! Files that may answer "not now": a socket or a terminal that another process, which
//! shares it with us, has set not to block.
//!
//! Such an answer is neither an end nor a fault, so the call is made again.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// The pause between two calls: a move can bear to lose it, and an idle process does not
/// feel what the calls cost.
const PAUSE: Duration = Duration::from_millis(1);

/// A file whose calls wait until it is ready.
#[derive(Debug)]
pub(crate) struct Retrying<F>(pub(crate) F);

impl<F: Read> Read for Retrying<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        patiently(|| self.0.read(buffer))
    }
}

impl<F: Write> Write for Retrying<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        patiently(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        patiently(|| self.0.flush())
    }
}

fn patiently<T>(mut ask: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match ask() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            answer => return answer,
        }
    }
}
