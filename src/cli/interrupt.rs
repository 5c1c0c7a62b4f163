//! Ctrl-C: it stops the work, and the exit code tells.

use std::process::{self, ExitCode};

use super::CliError;
use crate::signals::Listener;
use crate::solver::StopFlag;

/// The exit code of a job that Ctrl-C ended: 128 and the signal's number.
pub(super) const INTERRUPTED: u8 = 130;

/// A stop flag that the first Ctrl-C sets; the second one ends the process.
pub(super) struct Interrupt {
    /// Set by the first Ctrl-C.
    pub(super) stop: StopFlag,
    listener: Listener,
}

/// Lets Ctrl-C end the process at once: for commands that find nothing before their end,
/// or tell at once what they find. It listens even after what this returns is dropped.
pub(super) fn exit_on_interrupt() -> Result<Listener, CliError> {
    let listener = Listener::spawn(|| process::exit(INTERRUPTED.into()));
    listener.map_err(CliError::Interrupt)
}

impl Interrupt {
    /// Listens for Ctrl-C from now on, even after this is dropped.
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

    /// The exit code of a job: 130 if Ctrl-C came, else the code of its result.
    ///
    /// A Ctrl-C counts even if the end of the input ended the job right after it: the same
    /// Ctrl-C ends the program that writes the input.
    pub(super) fn exit_code(&self, result: ExitCode) -> ExitCode {
        self.listener.settle();
        if self.stop.is_stopped() {
            ExitCode::from(INTERRUPTED)
        } else {
            result
        }
    }
}
