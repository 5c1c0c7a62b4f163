//! The clock of a bench: the CPU time of the calling thread if the platform measures it, otherwise
//! the wall clock. CPU time does not count what other processes do on the machine.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Returns a clock for work on `threads` threads. Several threads are measured by the wall clock.
pub(super) fn of(threads: usize) -> impl Fn() -> Duration {
    let begun = Instant::now();
    move || {
        let cpu = of_thread().filter(|_| threads == 1);
        cpu.unwrap_or_else(|| begun.elapsed())
    }
}

/// Returns the CPU time of the calling thread, if the platform measures it.
pub(crate) fn of_thread() -> Option<Duration> {
    ThreadTime::try_now().ok().map(|cpu| cpu.as_duration())
}
