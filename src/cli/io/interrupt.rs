//! Signals that ask a command to end: Ctrl-C, a hangup or a `kill`. They stop the work and set the
//! exit code.
//!
//! Only a second Ctrl-C ends the process at once. One `kill` may cause several signals: `timeout`
//! sends its signal to the command and then to the whole process group.

use std::fmt::Display;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::stderr;
use crate::cli::error::{CliError, within};
use crate::solver::StopFlag;
use crate::system::signals::ending;

/// The error of a process that cannot receive signals.
const UNHEARD: &str = "cannot listen for signals";

/// A stop flag that the first signal sets; a second Ctrl-C ends the process.
pub(in crate::cli) struct Interrupt {
    /// Set by the first signal.
    pub(in crate::cli) stop: StopFlag,
    /// The number of the signal received, or 0.
    came: Arc<AtomicUsize>,
}

/// Lets a signal end the process at once, for commands that have no result before their end or
/// print each result at once.
pub(in crate::cli) fn exit_on_interrupt() -> Result<(), CliError> {
    ending::exit_at_once().map_err(within(UNHEARD))
}

impl Interrupt {
    /// Listens for signals from now on, even after the value is dropped.
    pub(in crate::cli) fn listen() -> Result<Interrupt, CliError> {
        let (stop, came) = (Arc::default(), Arc::default());
        ending::set_flags(&came, &stop).map_err(within(UNHEARD))?;
        let stop = StopFlag::from(stop);
        Ok(Interrupt { stop, came })
    }

    /// Returns whether a signal came.
    pub(in crate::cli) fn came(&self) -> bool {
        self.came.load(Ordering::SeqCst) != 0
    }

    /// Returns the exit code of a command. After a signal it is 128 plus the signal's number, as in
    /// shells, and a line on stderr says what is done; otherwise it is `result`.
    ///
    /// A signal counts even if the command ended because its input ended: the same Ctrl-C also ends
    /// the program that writes the input. The system delivers the signal to the main thread if it
    /// can. This function runs on the main thread, so the handler has run.
    pub(in crate::cli) fn exit_code(&self, result: ExitCode, done: impl Display) -> ExitCode {
        match u8::try_from(self.came.load(Ordering::SeqCst)) {
            Ok(signal @ 1..) => {
                stderr::print_line(format_args!("interrupted: {done}"));
                ExitCode::from(128 + signal)
            }
            _ => result,
        }
    }
}
