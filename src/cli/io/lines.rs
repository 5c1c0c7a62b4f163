//! The lines of an input.

use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::input::Input;
use super::json::MAX_JSON;
use crate::cli::error::{CliError, in_file, within};
use crate::solver::StopFlag;
use crate::system::lines::{InputLine, MAX_LINE, read_line_of};

/// An iterator over the lines of an input. It ends after an error.
pub(in crate::cli) struct Lines {
    path: PathBuf,
    source: Option<BufReader<Box<dyn Read + Send>>>,
    /// The maximum number of bytes in a line.
    most: usize,
}

impl Lines {
    pub(in crate::cli) fn of(input: Input) -> Lines {
        Lines {
            path: input.path().to_owned(),
            source: Some(BufReader::new(input.into_source())),
            most: MAX_LINE,
        }
    }
}

impl Iterator for Lines {
    type Item = Result<InputLine, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = read_line_of(self.source.as_mut()?, self.most).transpose()?;
        Some(line.map_err(|error| {
            self.source = None;
            in_file(&self.path)(error)
        }))
    }
}

/// Time between two checks of the stop flag: short for people, long for a machine.
const TICK: Duration = Duration::from_millis(20);

/// An iterator over the lines of an input, which a separate thread reads, so that a stop does not
/// wait for the next line. It ends early at a stop. A line may contain a large JSON object.
pub(super) struct LinesAhead {
    read: Receiver<Result<InputLine, CliError>>,
    stop: StopFlag,
}

impl LinesAhead {
    /// Starts the reading thread. It is at most two lines ahead of the caller.
    pub(super) fn start(input: Input, stop: StopFlag) -> Result<LinesAhead, CliError> {
        let (sender, read) = mpsc::sync_channel(1);
        let mut lines = Lines {
            most: MAX_JSON,
            ..Lines::of(input)
        };
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
