//! The signals by which a machine asks a process to end.

use std::io;

use tokio::runtime::{Builder, Runtime};

/// What a runtime opens is six files on Linux; the rest is for other systems.
const PIPES: usize = 4;

/// A runtime in which signals can be waited for.
///
/// # Errors
/// Too few files can be opened, of which tokio would partly complain by a panic.
pub(super) fn runtime() -> io::Result<Runtime> {
    let pipes: io::Result<Vec<_>> = (0..PIPES).map(|_| io::pipe()).collect();
    pipes.map(drop).map_err(|error| {
        let files = 2 * PIPES;
        io::Error::other(format!(
            "expected room for {files} more open files: {error}"
        ))
    })?;
    Builder::new_current_thread().enable_all().build()
}

/// Termination and interrupt.
#[cfg(unix)]
pub(super) struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Takes the signals over from now on.
    pub(super) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of them.
    pub(super) async fn terminated(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(windows)]
pub(super) struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    /// Takes it over from now on.
    pub(super) fn new() -> io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    /// Waits for it.
    pub(super) async fn terminated(&mut self) {
        // What came since the last wait is told too.
        self.0.recv().await;
    }
}
