//! The reader of stdin, whose lines are capped, and the one writer of stdout.
//!
//! Each is a plain thread between a blocking file and a bounded channel. tokio's own stdin
//! would keep the process from exiting until one more line came in; a thread that nobody
//! joins does not.

use std::io::{self, BufRead, Read, Write};
use std::thread;

use tokio::sync::{mpsc, oneshot};

use super::stopwatch::Stopwatch;
use crate::session::Moment;
use crate::system::lines::{self, InputLine};

/// Lines that wait between the reader and the session. More lines stay in the pipe, so
/// that a peer that sends too fast has to wait.
const INPUT_QUEUE: usize = 16;

/// Replies that wait between the session and the writer.
const OUTPUT_QUEUE: usize = 64;

/// A write takes queued lines together until it has so many bytes.
const BATCH: usize = 16 << 10;

/// A line and the moment at which it was read.
///
/// The line may wait in the channel while the player's clock runs: its time counts from
/// this moment.
#[derive(Debug)]
pub(super) struct TimedLine {
    pub(super) line: InputLine,
    pub(super) read_at: Moment,
}

/// Reads lines on a thread of its own. The channel closes at the end of input.
pub(super) fn spawn_reader<R>(
    source: R,
    stopwatch: Stopwatch,
) -> io::Result<mpsc::Receiver<TimedLine>>
where
    R: Read + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(INPUT_QUEUE);
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let mut source = io::BufReader::new(source);
            // An error of the source is its end: there is nobody to tell.
            while let Ok(Some(line)) = read_line(&mut source) {
                let read_at = stopwatch.now();
                if sender.blocking_send(TimedLine { line, read_at }).is_err() {
                    break;
                }
            }
        })?;
    Ok(receiver)
}

/// Reads the next line; `None` at the end. A line that is too long keeps its whole words.
fn read_line(source: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    Ok(lines::read_line(source)?.map(|input| match input {
        InputLine::TooLong(mut text) => {
            let words = text.rfind(char::is_whitespace).unwrap_or(0);
            text.truncate(words);
            InputLine::TooLong(text)
        }
        line @ InputLine::Whole(_) => line,
    }))
}

/// The channel to the thread that writes stdout.
#[derive(Debug)]
pub(super) struct Writer {
    /// Takes lines without their line ends. It closes once writing has failed.
    pub(super) lines: mpsc::Sender<String>,
    /// Tells that everything is written, or why not.
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
            // Nobody may be waiting any more, and then it does not matter.
            let _ = done.send(write_lines(sink, receiver));
        })?;
    Ok(Writer {
        lines: sender,
        finished,
    })
}

/// Writes all queued lines at once and flushes after each write.
fn write_lines(mut sink: impl Write, mut lines: mpsc::Receiver<String>) -> io::Result<()> {
    let mut batch = String::new();
    while let Some(line) = lines.blocking_recv() {
        batch.clear();
        push_line(&mut batch, &line);
        while batch.len() < BATCH
            && let Ok(line) = lines.try_recv()
        {
            push_line(&mut batch, &line);
        }
        sink.write_all(batch.as_bytes())?;
        sink.flush()?;
    }
    Ok(())
}

fn push_line(batch: &mut String, line: &str) {
    batch.push_str(line);
    batch.push('\n');
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;
    use crate::system::lines::MAX_LINE;

    #[test]
    fn a_line_too_long_keeps_its_whole_words() {
        let mut bytes = b"go depth 3 ".to_vec();
        bytes.extend(vec![b'z'; 2 * MAX_LINE]);
        bytes.extend(b"\nuci");
        let mut source = io::BufReader::new(&bytes[..]);
        let mut next = || read_line(&mut source).expect("a slice cannot fail");
        assert_eq!(next(), Some(InputLine::TooLong("go depth 3".to_owned())));
        assert_eq!(next(), Some(InputLine::Whole("uci".to_owned())));
        assert_eq!(next(), None);
    }

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
        let result = writer.finished.blocking_recv().expect("the writer tells");
        assert_eq!(
            result.map_err(|error| error.kind()),
            Err(ErrorKind::BrokenPipe)
        );
    }
}
