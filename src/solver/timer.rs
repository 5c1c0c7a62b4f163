//! A stop flag that a timer sets. The solver itself has no clock.

use std::thread;
use std::time::{Duration, Instant};

use crate::solver::StopFlag;

/// The maximum time for which the thread of a timer outlives its flag.
const TICK: Duration = Duration::from_millis(50);

impl StopFlag {
    /// Creates a flag that is set after `time`.
    ///
    /// A thread waits for that time. It ends early if the flag is set by [`StopFlag::stop`] or no
    /// clone of the flag is left.
    ///
    /// ```
    /// use std::time::Duration;
    /// use claimeven::game::{Mode, Position};
    /// use claimeven::solver::{Solver, StopFlag};
    ///
    /// let mut solver = Solver::without_book(16)?;
    /// let stop = StopFlag::after(Duration::from_millis(20));
    /// let solution = solver.solve_until(&Position::EMPTY, Mode::Strong, &stop);
    /// assert!(stop.is_stopped() && solution.bounds.exact().is_none());
    /// # Ok::<(), claimeven::solver::TableError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the thread cannot be started.
    #[must_use]
    pub fn after(time: Duration) -> StopFlag {
        let flag = StopFlag::default();
        flag.stop_after(time);
        flag
    }

    /// Sets the flag after `time`, as a flag of [`StopFlag::after`] is set.
    ///
    /// # Panics
    /// Panics if the thread cannot be started.
    pub fn stop_after(&self, time: Duration) {
        let (flag, start) = (self, Instant::now());
        let weak = flag.downgrade();
        thread::spawn(move || {
            while let Some(flag) = weak.upgrade().map(StopFlag::from)
                && !flag.is_stopped()
            {
                let left = time.saturating_sub(start.elapsed());
                if left.is_zero() {
                    flag.stop();
                }
                drop(flag);
                thread::sleep(left.min(TICK));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// Waits until the thread of a timer has ended: `flag` is then the only weak reference.
    fn wait_for_the_thread(flag: &Weak<AtomicBool>) {
        while flag.weak_count() > 1 {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_flag_is_set_after_its_time_and_not_before() {
        let start = Instant::now();
        let flag = StopFlag::after(Duration::from_millis(120));
        while !flag.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(start.elapsed() >= Duration::from_millis(120));
        wait_for_the_thread(&flag.downgrade());
    }

    #[test]
    fn the_thread_of_a_timer_ends_with_its_flag() {
        let stopped = StopFlag::after(Duration::MAX);
        stopped.stop();
        wait_for_the_thread(&stopped.downgrade());
        let dropped = StopFlag::after(Duration::MAX).downgrade();
        wait_for_the_thread(&dropped);
    }
}
