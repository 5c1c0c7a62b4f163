//! Ctrl-C: it stops what is being done, and the exit code tells.

use std::process::{self, ExitCode};

use super::CliError;
use crate::signals::Listener;
use crate::solver::StopFlag;

/// The exit code of a job that Ctrl-C ended: 128 and the signal's number.
pub(super) const INTERRUPTED: u8 = 130;

/// What the first Ctrl-C stops; the second ends the process.
pub(super) struct Interrupt {
    /// Set once the first has come.
    pub(super) stop: StopFlag,
    listener: Listener,
}

/// Lets Ctrl-C end a command at once that finds nothing before its end, or tells at once
/// what it finds.
pub(super) fn exit_on_interrupt() -> Result<(), CliError> {
    let listener = Listener::spawn(|| process::exit(INTERRUPTED.into()));
    listener.map(drop).map_err(CliError::Interrupt)
}

impl Interrupt {
    /// Listens from now on, even when this is dropped.
    pub(super) fn listen() -> Result<Interrupt, CliError> {
        let stop = StopFlag::default();
        let flag = stop.clone();
        let listener = Listener::spawn(move || {
            if flag.is_stopped() {
                process::exit(INTERRUPTED.into());
            }
            flag.stop();
        });
        let listener = listener.map_err(CliError::Interrupt)?;
        Ok(Interrupt { stop, listener })
    }

    /// The exit code of a job whose results are good, or not, if it was not stopped.
    ///
    /// An interrupt counts that came before the end of the input which ended the job: the
    /// same Ctrl-C ends who writes that.
    pub(super) fn exit_code(&self, good: bool) -> ExitCode {
        self.listener.settle();
        match (self.stop.is_stopped(), good) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::SUCCESS,
            (false, false) => ExitCode::FAILURE,
        }
    }
}
