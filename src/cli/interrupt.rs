//! Signals that ask a command to end: Ctrl-C, a hangup or a `kill`. They stop the work, and
//! the exit code tells.

use std::process::{self, ExitCode};
use std::sync::{Arc, OnceLock};

use super::CliError;
use crate::signals::Listener;
use crate::solver::StopFlag;

/// A stop flag that the first signal sets; the second one ends the process.
pub(super) struct Interrupt {
    /// Set by the first signal.
    pub(super) stop: StopFlag,
    /// The number of the first signal, once it has come.
    first: Arc<OnceLock<u8>>,
    listener: Listener,
}

/// Lets a signal end the process at once: for commands that find nothing before their end,
/// or tell at once what they find. It listens even after what this returns is dropped.
pub(super) fn exit_on_interrupt() -> Result<Listener, CliError> {
    let listener = Listener::spawn(|signal| process::exit(code(signal).into()));
    listener.map_err(CliError::Interrupt)
}

impl Interrupt {
    /// Listens for signals from now on, even after this is dropped.
    pub(super) fn listen() -> Result<Interrupt, CliError> {
        let stop = StopFlag::default();
        let first = Arc::new(OnceLock::new());
        let (flag, number) = (stop.clone(), first.clone());
        let listener = Listener::spawn(move |signal| {
            let first = *number.get_or_init(|| signal);
            if flag.is_stopped() {
                process::exit(code(first).into());
            }
            flag.stop();
        });
        let listener = listener.map_err(CliError::Interrupt)?;
        Ok(Interrupt {
            stop,
            first,
            listener,
        })
    }

    /// The exit code of a job: that of the first signal if one came, else that of its result.
    ///
    /// A signal counts even if the end of the input ended the job right after it: the same
    /// Ctrl-C ends the program that writes the input.
    pub(super) fn exit_code(&self, result: ExitCode) -> ExitCode {
        self.listener.settle();
        match self.first.get() {
            Some(&signal) => ExitCode::from(code(signal)),
            None => result,
        }
    }
}

/// The exit code of a job that a signal ended, as shells tell it: 130 for Ctrl-C, 143 for
/// `kill`, 129 for a hangup.
fn code(signal: u8) -> u8 {
    128 + signal
}
