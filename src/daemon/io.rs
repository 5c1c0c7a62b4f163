//! The two ends of the conversation: a reader of capped lines, and the one
//! writer of stdout.
//!
//! Both are plain threads between a blocking file and a bounded channel.
//! tokio's own stdin would hold the process at its end until one more line came
//! in; a thread that nobody joins does not.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::thread;

use tokio::sync::{mpsc, oneshot};

/// Bytes of a line that are kept. The longest sensible command, a position with
/// all its moves, has less than 400.
pub(super) const MAX_LINE: usize = 64 << 10;

/// Bytes that are kept of a line too long: enough for its first word.
const HEAD: usize = 64;

/// Lines that wait between the reader and the session: more stay in the pipe,
/// so that a peer which sends faster than it is served has to wait.
const INPUT_QUEUE: usize = 16;

/// Replies that wait between the session and the writer.
const OUTPUT_QUEUE: usize = 64;

/// Bytes gathered from the queue for one write.
const BATCH: usize = 16 << 10;

/// What was read up to an end of line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes: its beginning, the rest is thrown
    /// away.
    TooLong(String),
}

/// Reads lines on a thread of its own; the channel closes at the end of input.
pub(super) fn spawn_reader<R>(source: R) -> io::Result<mpsc::Receiver<Input>>
where
    R: Read + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(INPUT_QUEUE);
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let mut source = io::BufReader::new(source);
            // An error of the source is its end: there is nobody to tell.
            while let Ok(Some(input)) = read_line(&mut source) {
                if sender.blocking_send(input).is_err() {
                    break;
                }
            }
        })?;
    Ok(receiver)
}

/// The next line, or `None` at the end. Never holds more than [`MAX_LINE`].
fn read_line(source: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() && line.is_empty() && !too_long {
            return Ok(None);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE - line.len();
        too_long |= text.len() > room;
        line.extend_from_slice(&text[..text.len().min(room)]);
        let finished = end.is_some() || chunk.is_empty();
        let used = end.map_or(chunk.len(), |end| end + 1);
        source.consume(used);
        if finished {
            return Ok(Some(if too_long {
                line.truncate(HEAD);
                Input::TooLong(String::from_utf8_lossy(&line).into_owned())
            } else {
                Input::Line(String::from_utf8_lossy(&line).trim_end().to_owned())
            }));
        }
    }
}

/// The way to stdout.
#[derive(Debug)]
pub(super) struct Writer {
    /// Takes lines without their end; closed once writing has failed.
    pub(super) lines: mpsc::Sender<String>,
    /// Tells when everything is written, or why not.
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

/// Writes what is queued in one go, and flushes each time.
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
    use super::*;

    fn lines_of(bytes: &[u8]) -> Vec<Input> {
        // A tiny buffer, so that every line comes in pieces.
        let mut source = io::BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| read_line(&mut source).expect("a slice cannot fail")).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_with_either_ending_or_with_the_input() {
        assert_eq!(
            lines_of(b"uci\r\n\nisready\ngo"),
            [line("uci"), line(""), line("isready"), line("go")]
        );
        assert_eq!(lines_of(b""), []);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines_of(b"go \xff\xfe\n"), [line("go \u{fffd}\u{fffd}")]);
    }

    #[test]
    fn the_rest_of_a_line_too_long_is_thrown_away() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\n");
        bytes.extend(vec![b'y'; MAX_LINE + 1]);
        bytes.extend(b"\nuci\n");
        bytes.extend(vec![b'z'; 3 * MAX_LINE]);
        let lines = lines_of(&bytes);
        assert_eq!(lines.len(), 4);
        assert!(matches!(&lines[0], Input::Line(text) if text.len() == MAX_LINE));
        let too_long = |letter: &str| Input::TooLong(letter.repeat(HEAD));
        assert_eq!(lines[1..], [too_long("y"), line("uci"), too_long("z")]);
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
