//! A thread that handles interrupts, for the commands of the command line.

use std::future::ready;
use std::io;
use std::thread;

use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use super::{Interrupt, interrupt, runtime};

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
