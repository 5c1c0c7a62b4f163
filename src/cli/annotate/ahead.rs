//! Reads the lines of an input on a separate thread, so that a stop does not wait for the next
//! line.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::cli::bulk::Input;
use crate::cli::{CliError, in_file, json, within};
use crate::game::{pgn, read};
use crate::solver::StopFlag;
use crate::system::lines::{self, InputLine};

/// Time between two checks of the stop flag: short for people, long for a machine.
const TICK: Duration = Duration::from_millis(20);

/// An empty line.
pub(super) const EMPTY: InputLine = InputLine::Whole(String::new());

/// A line, or a JSON object of several lines, and the number of its lines.
pub(super) type Lines = (u64, InputLine);

/// Returns whether an input is PGN. `first` is its first line or object that is not empty.
pub(super) fn begins_pgn(first: &InputLine) -> bool {
    // A comment of PGN may also begin with a brace alone on its line.
    let is_object = |line: &str| json::is_object(&line.replace('\n', " "));
    let is_json = |line: &str| is_object(line) || read::format_name(line) == Some("JSON");
    let is_pgn = |line: &str| pgn::is_first_line(line) && !is_json(line);
    matches!(first, InputLine::Whole(line) if is_pgn(line))
}

/// An iterator over the lines of an input. It ends early at a stop.
pub(super) struct LinesAhead {
    path: PathBuf,
    read: Receiver<io::Result<Lines>>,
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
                let mut is_pgn = None;
                let mut next = || -> io::Result<Option<Lines>> {
                    let read = match is_pgn {
                        Some(true) => lines::read_line(&mut source)?.map(|line| (1, line)),
                        _ => json::read_line(&mut source)?,
                    };
                    let first = read.as_ref().filter(|(_, line)| *line != EMPTY);
                    is_pgn = is_pgn.or_else(|| first.map(|(_, line)| begins_pgn(line)));
                    Ok(read)
                };
                while let Some(line) = next().transpose() {
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
    type Item = Result<Lines, CliError>;

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
