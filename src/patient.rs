//! Files that may answer "not now": a socket or a terminal that whoever shares it with
//! us has told not to block.
//!
//! That is neither an end nor a fault, so what was asked is asked again.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// From one question to the next: what a move may lose, at a cost that an idle
/// process does not feel.
const PAUSE: Duration = Duration::from_millis(1);

/// A file that is waited for.
#[derive(Debug)]
pub(crate) struct Patient<F>(pub(crate) F);

impl<F: Read> Read for Patient<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        patiently(|| self.0.read(buffer))
    }
}

impl<F: Write> Write for Patient<F> {
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
