//! Signals that ask the process to end: Ctrl-C and, on Unix, termination and hangup.
//!
//! A signal that was ignored when the process began stays ignored: `nohup` lets a process
//! survive a hangup, and a shell script a job in the background somebody's Ctrl-C.

#[cfg(unix)]
mod ignored;
#[cfg(feature = "cli")]
mod listener;

use std::future::poll_fn;
use std::io;
use std::task::Poll;

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
type Stream = tokio::signal::unix::Signal;
#[cfg(windows)]
type Stream = tokio::signal::windows::CtrlC;

/// The numbers of the signals, which are the same on every Unix.
#[cfg(feature = "cli")]
const HANGUP: u8 = 1;
const INTERRUPT: u8 = 2;
const TERMINATION: u8 = 15;

/// Signals that are taken over from the system's default, each with its number.
pub(crate) struct Signals(Vec<(u8, Stream)>);

impl Signals {
    /// Takes over the signals that end the daemon with its last answer. A hangup ends it by the
    /// system's default.
    pub(crate) fn of_daemon() -> io::Result<Signals> {
        Signals::take_over(&[INTERRUPT, TERMINATION])
    }

    /// Takes over the signals that end a command of the command line.
    #[cfg(feature = "cli")]
    fn of_commands() -> io::Result<Signals> {
        Signals::take_over(&[INTERRUPT, TERMINATION, HANGUP])
    }

    #[cfg(unix)]
    fn take_over(numbers: &[u8]) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let heard = numbers
            .iter()
            .filter(|&&number| !ignored::is_ignored(number.into()));
        let streams =
            heard.map(|&number| Ok((number, signal(SignalKind::from_raw(number.into()))?)));
        streams.collect::<io::Result<_>>().map(Signals)
    }

    /// Other systems have Ctrl-C alone.
    #[cfg(windows)]
    fn take_over(_: &[u8]) -> io::Result<Signals> {
        Ok(Signals(vec![(
            INTERRUPT,
            tokio::signal::windows::ctrl_c()?,
        )]))
    }

    /// Waits for one of the signals and returns its number; one that came since the last
    /// wait counts too.
    pub(crate) async fn next(&mut self) -> u8 {
        poll_fn(|context| {
            let mut came = self.0.iter_mut().filter_map(|(number, stream)| {
                stream.poll_recv(context).is_ready().then_some(*number)
            });
            came.next().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}
