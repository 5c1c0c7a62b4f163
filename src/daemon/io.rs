//! The reader of stdin and the only writer of stdout.
//!
//! Each is a plain thread between a blocking file and a bounded channel. tokio's own stdin would
//! keep the process from exiting until another line came in; a thread that is not joined does not.

use std::io::{self, Write};
use std::thread;

use tokio::sync::{mpsc, oneshot};

use super::clock::ProcessClock;
use crate::session::{MOST_LINES, Moment};
use crate::system::lines::{InputLine, read_line};
use crate::system::retry::Retrying;

/// The maximum number of lines that wait between the reader and the session. Further lines stay in
/// the pipe, so that a client that sends too fast must wait.
const INPUT_QUEUE: usize = 16;

/// The maximum number of lines that wait between the session and the writer. The session gets a
/// line only if half of the queue is free, which leaves room for its answer and for the end of a
/// search.
const OUTPUT_QUEUE: usize = 4 * MOST_LINES;

/// A write takes no further line once it has at least this many bytes.
const WRITE_SIZE: usize = 16 << 10;

/// A line and the moment at which it was read.
///
/// The player's clock runs while the line waits in the channel, so the time of a search counts from
/// this moment.
pub(super) struct TimedLine {
    pub(super) line: InputLine,
    pub(super) read_at: Moment,
}

/// Reads stdin on a thread of its own. The channel closes at the end of input.
pub(super) fn spawn_reader(clock: ProcessClock) -> io::Result<mpsc::Receiver<TimedLine>> {
    let (sender, receiver) = mpsc::channel(INPUT_QUEUE);
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let mut source = Retrying(io::stdin().lock());
            // An error ends the input like the end of the file.
            while let Ok(Some(line)) = read_line(&mut source) {
                let read_at = clock.now();
                if sender.blocking_send(TimedLine { line, read_at }).is_err() {
                    break;
                }
            }
        })?;
    Ok(receiver)
}

/// The channels to and from the thread that writes stdout.
pub(super) struct Writer {
    /// Takes lines without their line ends. The channel closes once writing has failed.
    pub(super) lines: mpsc::Sender<String>,
    /// Receives the result once everything is written or writing has failed.
    pub(super) finished: oneshot::Receiver<io::Result<()>>,
}

/// Writes lines on a thread of its own until the channel closes.
pub(super) fn spawn_writer<W>(sink: W) -> io::Result<Writer>
where
    W: Write + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(OUTPUT_QUEUE);
    let (done, finished) = oneshot::channel();
    thread::Builder::new()
        .name("writer".into())
        .spawn(move || {
            // Ignore the error: the process is exiting and does not wait for the result.
            let _ = done.send(write_lines(sink, receiver));
        })?;
    Ok(Writer {
        lines: sender,
        finished,
    })
}

/// Writes all queued lines together and flushes after each write.
fn write_lines(mut sink: impl Write, mut lines: mpsc::Receiver<String>) -> io::Result<()> {
    while let Some(mut text) = lines.blocking_recv() {
        text.push('\n');
        while text.len() < WRITE_SIZE
            && let Ok(line) = lines.try_recv()
        {
            text.push_str(&line);
            text.push('\n');
        }
        sink.write_all(text.as_bytes())?;
        sink.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn a_failed_write_closes_the_channel_and_is_reported() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let writer = spawn_writer(Broken).expect("a thread can be started");
        writer
            .lines
            .blocking_send("uciok".into())
            .expect("open until it failed");
        let result = writer
            .finished
            .blocking_recv()
            .expect("the writer sends it");
        assert_eq!(
            result.map_err(|error| error.kind()),
            Err(ErrorKind::BrokenPipe)
        );
    }
}
