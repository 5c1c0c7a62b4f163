//! The signals by which people and machines ask a process to end.

use std::future::ready;
use std::io;
use std::thread;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

/// What a runtime opens is six files on Linux; the rest is for other systems.
const PIPES: usize = 4;

/// A runtime in which signals can be waited for.
///
/// # Errors
/// Too few files can be opened, of which tokio would partly complain by a panic.
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

/// Takes Ctrl-C over from now on.
fn interrupt() -> io::Result<Interrupt> {
    #[cfg(unix)]
    return tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    #[cfg(windows)]
    return tokio::signal::windows::ctrl_c();
}

/// Interrupt and, where there is one, termination.
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

    /// Waits for one of them: what came since the last wait is told too.
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

/// A thread that heeds interrupts.
pub(crate) struct Listener {
    /// Each is dropped once what came before it is heeded.
    questions: mpsc::UnboundedSender<oneshot::Sender<()>>,
}

impl Listener {
    /// Calls `heed` after each interrupt from now on, on a thread of its own; after one
    /// for several that come at once.
    pub(crate) fn spawn(heed: impl FnMut() + Send + 'static) -> io::Result<Listener> {
        let runtime = runtime()?;
        let interrupt = {
            let _inside = runtime.enter();
            interrupt()?
        };
        let (questions, asked) = mpsc::unbounded_channel();
        thread::Builder::new()
            .name("ctrl-c".into())
            .spawn(move || runtime.block_on(listen(interrupt, asked, heed)))?;
        Ok(Listener { questions })
    }

    /// Waits until each interrupt that this process has received is heeded.
    ///
    /// The system marks a signal in a thread before that goes on, but to heed it is the
    /// listener's turn, which may come later than what the signal's sender did next.
    pub(crate) fn settle(&self) {
        let (question, answer) = oneshot::channel();
        if self.questions.send(question).is_ok() {
            // Nothing is sent; that it will not be is the answer.
            let _ = answer.blocking_recv();
        }
    }
}

async fn listen(
    mut interrupt: Interrupt,
    mut asked: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    mut heed: impl FnMut(),
) {
    loop {
        tokio::select! {
            _ = interrupt.recv() => heed(),
            Some(question) = asked.recv() => {
                // The runtime looks for signals before this goes on.
                yield_now().await;
                tokio::select! {
                    biased;
                    _ = interrupt.recv() => heed(),
                    () = ready(()) => {}
                }
                drop(question);
            }
        }
    }
}
