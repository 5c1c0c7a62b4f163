//! Signals that ask the process to end: Ctrl-C and, on Unix, termination.

use std::future::ready;
use std::io;
use std::thread;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

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

/// A thread that handles interrupts.
pub(crate) struct Listener {
    /// The thread drops each question once it has handled the interrupts before it.
    questions: mpsc::UnboundedSender<oneshot::Sender<()>>,
}

impl Listener {
    /// Calls `heed` after each interrupt from now on, on a thread of its own. Several
    /// interrupts at once may be one call.
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

    /// Waits until every interrupt that this process has received is handled.
    ///
    /// The system delivers a signal at once, but the listener may handle it only after the
    /// process has seen what the signal's sender did next.
    pub(crate) fn settle(&self) {
        let (question, answer) = oneshot::channel();
        if self.questions.send(question).is_ok() {
            // The thread sends nothing: that it drops the question is the answer.
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
