//! Lines of an input, read ahead by a thread of their own, so that a stop need not wait
//! for the next line.

use std::io::{self, BufReader};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::cli::bulk::{BulkError, Input};
use crate::solver::StopFlag;
use crate::system::lines::{self, InputLine};

/// The longest time until a stop is noticed: short for people, long for the machine.
const TICK: Duration = Duration::from_millis(20);

const EMPTY: InputLine = InputLine::Whole(String::new());

/// The lines of an input.
pub(super) struct Lines {
    name: String,
    read: Receiver<io::Result<InputLine>>,
    /// Empty lines before `held`, of which only the number is kept.
    empty: u64,
    /// The first line that is not empty, once it was looked at.
    held: Option<InputLine>,
}

impl Lines {
    /// Begins to read: at most two lines are read before they are asked for.
    pub(super) fn of(input: Input) -> io::Result<Lines> {
        let name = input.name().to_owned();
        let (sender, read) = mpsc::sync_channel(1);
        let mut source = BufReader::new(input.into_source());
        thread::Builder::new()
            .name("reader".into())
            .spawn(move || {
                while let Some(line) = lines::read_line(&mut source).transpose() {
                    let failed = line.is_err();
                    // The receiver is gone: nobody needs the rest.
                    if sender.send(line).is_err() || failed {
                        return;
                    }
                }
            })?;
        Ok(Lines {
            name,
            read,
            empty: 0,
            held: None,
        })
    }

    /// The first line that is not empty; to be asked for before any other. `next` gives it and
    /// the empty ones before it all the same.
    pub(super) fn first(&mut self, stop: &StopFlag) -> Result<Option<&InputLine>, BulkError> {
        let mut first = self.receive(stop)?;
        while first.as_ref().is_some_and(|line| *line == EMPTY) {
            self.empty += 1;
            first = self.receive(stop)?;
        }
        self.held = first;
        Ok(self.held.as_ref())
    }

    /// The next line; `None` at the end or once `stop` is set.
    pub(super) fn next(&mut self, stop: &StopFlag) -> Result<Option<InputLine>, BulkError> {
        if stop.is_stopped() {
            return Ok(None);
        }
        if self.empty > 0 {
            self.empty -= 1;
            return Ok(Some(EMPTY));
        }
        match self.held.take() {
            Some(line) => Ok(Some(line)),
            None => self.receive(stop),
        }
    }

    fn receive(&self, stop: &StopFlag) -> Result<Option<InputLine>, BulkError> {
        while !stop.is_stopped() {
            match self.read.recv_timeout(TICK) {
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => {
                    let name = self.name.clone();
                    return Err(BulkError::Read { name, error });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(None)
    }
}
