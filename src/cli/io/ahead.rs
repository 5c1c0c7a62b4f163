//! Reads the lines of an input on a separate thread, so that a stop does not wait for the next
//! line.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::input::Input;
use super::json::MAX_JSON;
use crate::cli::error::{CliError, in_file, within};
use crate::solver::StopFlag;
use crate::system::lines::{InputLine, read_line_of};

/// Time between two checks of the stop flag: short for people, long for a machine.
const TICK: Duration = Duration::from_millis(20);

/// An iterator over the lines of an input. It ends early at a stop.
pub(super) struct LinesAhead {
    path: PathBuf,
    read: Receiver<io::Result<InputLine>>,
    stop: StopFlag,
}

impl LinesAhead {
    /// Starts the reading thread. It is at most two lines ahead of the caller.
    pub(super) fn start(input: Input, stop: StopFlag) -> Result<LinesAhead, CliError> {
        let path = input.path().to_owned();
        let (sender, read) = mpsc::sync_channel(1);
        let mut source = BufReader::new(input.into_source());
        thread::Builder::new()
            .name("reader".into())
            .spawn(move || {
                while let Some(line) = read_line_of(&mut source, MAX_JSON).transpose() {
                    let failed = line.is_err();
                    // If the receiver is gone, the other lines are not needed.
                    if sender.send(line).is_err() || failed {
                        return;
                    }
                }
            })
            .map_err(within("cannot start a thread"))?;
        Ok(LinesAhead { path, read, stop })
    }
}

impl Iterator for LinesAhead {
    type Item = Result<InputLine, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.stop.is_stopped() {
            match self.read.recv_timeout(TICK) {
                Ok(line) => return Some(line.map_err(in_file(&self.path))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}
