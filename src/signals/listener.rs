//! A thread that handles signals, for the commands of the command line.

use std::future::ready;
use std::io;
use std::thread;

use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use super::{Signals, runtime};

/// A thread that handles the signals that ask the process to end.
pub(crate) struct Listener {
    /// The thread drops each question once it has handled the signals before it.
    questions: mpsc::UnboundedSender<oneshot::Sender<()>>,
}

impl Listener {
    /// Calls `heed` with the number of each signal from now on, on a thread of its own.
    /// Several signals of one number at once may be one call.
    pub(crate) fn spawn(heed: impl FnMut(u8) + Send + 'static) -> io::Result<Listener> {
        let runtime = runtime()?;
        let signals = {
            let _inside = runtime.enter();
            Signals::of_commands()?
        };
        let (questions, asked) = mpsc::unbounded_channel();
        thread::Builder::new()
            .name("signals".into())
            .spawn(move || runtime.block_on(listen(signals, asked, heed)))?;
        Ok(Listener { questions })
    }

    /// Waits until every signal that this process has received is handled.
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
    mut signals: Signals,
    mut asked: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    mut heed: impl FnMut(u8),
) {
    loop {
        tokio::select! {
            number = signals.next() => heed(number),
            Some(question) = asked.recv() => {
                // The runtime looks for signals before this goes on.
                yield_now().await;
                while let Some(number) = tokio::select! {
                    biased;
                    number = signals.next() => Some(number),
                    () = ready(()) => None,
                } {
                    heed(number);
                }
                drop(question);
            }
        }
    }
}
