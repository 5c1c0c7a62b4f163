//! Work on all cores. Their number does not change the results.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::Failure;

/// Creates a state for each core.
///
/// # Errors
/// Fails if `new` does.
pub fn states<S>(new: impl Fn() -> Result<S, Failure>) -> Result<Vec<S>, Failure> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (0..cores).map(|_| new()).collect()
}

/// Returns the results of `work` for some numbers, in their order. Each thread has one of `states`.
///
/// # Errors
/// Fails if a thread panics.
pub fn work<S: Send, T: Send>(
    states: &mut [S],
    numbers: Range<usize>,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let numbers = Mutex::new(numbers);
    let next = || {
        let mut numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.next()
    };
    let run = |state: &mut S| -> Vec<(usize, T)> {
        let numbers = std::iter::from_fn(next);
        let done = numbers.map(|number| (number, work(state, number)));
        done.collect()
    };
    let mut found = thread::scope(|scope| {
        let states = states.iter_mut();
        let threads: Vec<_> = states.map(|state| scope.spawn(|| run(state))).collect();
        let ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
        let found: Result<Vec<_>, _> = ended.collect();
        found.map(|found| found.into_iter().flatten().collect::<Vec<_>>())
    })
    .map_err(|_| "a thread panicked")?;
    found.sort_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, result)| result).collect())
}
