//! Signals that ask the process to end: Ctrl-C and, on Unix, termination and hangup.
//!
//! A signal that was ignored when the process began stays ignored: `nohup` starts a process so that
//! it survives a hangup, and a script starts jobs in the background so that Ctrl-C does not reach
//! them. The file `ignored` tests whether a signal is ignored; `ending` has the signals of commands.

pub(crate) mod ending;
#[cfg(unix)]
mod ignored;

use std::future::poll_fn;
use std::io;
use std::task::Poll;

#[cfg(unix)]
type Stream = tokio::signal::unix::Signal;
#[cfg(windows)]
type Stream = tokio::signal::windows::CtrlC;

/// The signals at which the daemon gives its last answer and ends: Ctrl-C and, on Unix,
/// termination. After a hangup, the system ends the daemon.
pub(crate) struct Signals(Vec<Stream>);

impl Signals {
    /// Creates a receiver of the signals, which no longer end the process.
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let received = [libc::SIGINT, libc::SIGTERM]
            .into_iter()
            .filter(|&number| !ignored::is_ignored(number));
        let streams = received.map(|number| signal(SignalKind::from_raw(number)));
        streams.collect::<io::Result<_>>().map(Signals)
    }

    /// Creates a receiver of Ctrl-C, which no longer ends the process.
    #[cfg(windows)]
    pub(crate) fn new() -> io::Result<Signals> {
        Ok(Signals(vec![tokio::signal::windows::ctrl_c()?]))
    }

    /// Waits for one of the signals. A signal that came since the last wait counts, too.
    pub(crate) async fn next(&mut self) {
        poll_fn(|context| {
            let mut streams = self.0.iter_mut();
            if streams.any(|stream| stream.poll_recv(context).is_ready()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}
