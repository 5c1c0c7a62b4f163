//! The lines of an input.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::cli::error::{CliError, in_file, within};
use crate::solver::StopFlag;
use crate::system::lines::{InputLine, read_line_of};

/// The size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

/// An iterator over the lines of an input.
pub(in crate::cli) struct Lines<R> {
    /// The path of the input, for errors.
    pub(super) path: PathBuf,
    source: BufReader<R>,
    /// The maximum number of bytes in a line.
    most: usize,
    /// Whether no line is read yet.
    is_new: bool,
}

/// The first bytes of compressed files, and their names.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
];

/// Fails if a source begins like a compressed file.
pub(in crate::cli) fn refuse_compressed(begin: &[u8], path: &Path) -> Result<(), CliError> {
    match COMPRESSED
        .iter()
        .find(|(bytes, _)| begin.starts_with(bytes))
    {
        Some((_, name)) => Err(in_file(path)(format!(
            "expected a text; found {name}; decompress it first"
        ))),
        None => Ok(()),
    }
}

impl<R: Read> Lines<R> {
    pub(super) fn new(path: PathBuf, source: R, most: usize) -> Lines<R> {
        let source = BufReader::with_capacity(BUFFER, source);
        Lines {
            path,
            source,
            most,
            is_new: true,
        }
    }

    /// Returns the bytes that are read but do not belong to a line yet.
    pub(super) fn buffered(&self) -> &[u8] {
        self.source.buffer()
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Result<InputLine, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        // An error occurs again when the line is read.
        if std::mem::take(&mut self.is_new)
            && let Ok(begin) = self.source.fill_buf()
        {
            if begin.is_empty() {
                return None;
            }
            if let Err(error) = refuse_compressed(begin, &self.path) {
                return Some(Err(error));
            }
        }
        let line = read_line_of(&mut self.source, self.most).transpose()?;
        Some(line.map_err(in_file(&self.path)))
    }
}

/// Time between two checks of the stop flag: short for people, long for a machine.
const TICK: Duration = Duration::from_millis(20);

/// An iterator over the lines of an input, which a separate thread reads, so that a stop does not
/// wait for the next line. It ends early at a stop.
pub(in crate::cli) struct LinesAhead {
    read: Receiver<Result<InputLine, CliError>>,
    stop: StopFlag,
}

impl LinesAhead {
    /// Starts the reading thread. It is at most two lines ahead of the caller.
    pub(in crate::cli) fn start(
        mut lines: Lines<impl Read + Send + 'static>,
        stop: StopFlag,
    ) -> Result<LinesAhead, CliError> {
        let (sender, read) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("reader".into())
            // If the receiver is gone, the other lines are not needed.
            .spawn(move || lines.try_for_each(|line| sender.send(line)))
            .map_err(within("cannot start a thread"))?;
        Ok(LinesAhead { read, stop })
    }
}

impl Iterator for LinesAhead {
    type Item = Result<InputLine, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.stop.is_stopped() {
            match self.read.recv_timeout(TICK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}
