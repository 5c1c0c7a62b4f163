//! Work without the lock of the interpreter, which Ctrl-C stops.

use std::thread;
use std::time::Duration;

use claimeven::solver::StopFlag;
use crossbeam_channel::{RecvTimeoutError, bounded};
use pyo3::prelude::*;

use crate::errors::engine_error;

/// The time between two looks for signals: short for people.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// Runs `work` on a thread of its own. Until its end, the calling thread lets Python handle signals;
/// if a handler raises an exception, such as `KeyboardInterrupt`, stops the work and returns it.
///
/// A panic of the work becomes an exception, too.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = &StopFlag::default();
    thread::scope(|scope| {
        // Both the end of the work and a panic drop `working`, which disconnects `ended`.
        let (working, ended) = bounded::<()>(0);
        let work = move || {
            let _working = working;
            work(stop)
        };
        let worker = thread::Builder::new().spawn_scoped(scope, work)?;
        let mut handled = Ok(());
        while handled.is_ok()
            && py.detach(|| ended.recv_timeout(TICK)) == Err(RecvTimeoutError::Timeout)
        {
            handled = py.check_signals();
        }
        if handled.is_err() {
            stop.stop();
        }
        let result = py.detach(|| worker.join());
        handled?;
        result.unwrap_or_else(|_| Err(engine_error("a bug in the engine ended the work")))
    })
}
