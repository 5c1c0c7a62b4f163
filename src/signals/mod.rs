//! Signals that ask the process to end: Ctrl-C and, on Unix, termination.

#[cfg(feature = "cli")]
mod listener;

use std::io;

use tokio::runtime::{Builder, Runtime};

#[cfg(feature = "cli")]
pub(crate) use listener::Listener;

/// Pipes that are opened and closed to see whether a runtime can open its files. A runtime
/// opens six files on Linux; four pipes are eight, to be safe on other systems.
const PIPES: usize = 4;

/// A tokio runtime in which signals can be awaited.
///
/// # Errors
/// Too few files can be opened. This is tried first, because tokio would panic in some of
/// these cases.
pub(crate) fn runtime() -> io::Result<Runtime> {
    let pipes: io::Result<Vec<_>> = (0..PIPES).map(|_| io::pipe()).collect();
    pipes.map(drop).map_err(|error| {
        let files = 2 * PIPES;
        io::Error::other(format!(
            "expected room for {files} more open files: {error}"
        ))
    })?;
    Builder::new_current_thread().enable_all().build()
}

#[cfg(unix)]
type Interrupt = tokio::signal::unix::Signal;
#[cfg(windows)]
type Interrupt = tokio::signal::windows::CtrlC;

/// Takes Ctrl-C over from the system's default from now on.
fn interrupt() -> io::Result<Interrupt> {
    #[cfg(unix)]
    return tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    #[cfg(windows)]
    return tokio::signal::windows::ctrl_c();
}

/// The two signals that end the daemon: interrupt and, on Unix, termination.
pub(crate) struct Signals {
    interrupt: Interrupt,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// Takes the signals over from now on.
    pub(crate) fn new() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: interrupt()?,
            #[cfg(unix)]
            terminate: {
                use tokio::signal::unix::{SignalKind, signal};
                signal(SignalKind::terminate())?
            },
        })
    }

    /// Waits for one of the signals; one that came since the last wait counts too.
    pub(crate) async fn terminated(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
