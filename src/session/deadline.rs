//! The deadline of a job, checked by the thread that works on it.
//!
//! A timer on another thread would need a processor beside a busy solver, and on a loaded
//! machine it gets one too late. So the worker itself checks the time, some thousand times a
//! second. It cannot check while it waits for a processor. The longest pause between two
//! checks therefore tells how long the answer may have to wait on its way to the peer, and
//! the job ends earlier by that time.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::moment::Moment;
use super::time::Budget;
use crate::solver::StopFlag;

/// Nodes for a move that has no time: enough to see forced moves, in a fraction of a
/// millisecond.
pub(super) const AT_ONCE_NODES: u64 = 1_000;

/// The shell's control of one job: ends it at once, or at its deadline.
#[derive(Debug, Clone, Default)]
pub struct JobControl {
    /// Ends the job when it is set.
    pub stop: StopFlag,
    deadline: Arc<OnceLock<Deadline>>,
}

impl JobControl {
    /// Sets the deadline. A job has at most one: later calls have no effect.
    pub fn set_deadline(&self, deadline: Deadline) {
        let _ = self.deadline.set(deadline);
    }
}

/// A budget of time that is being used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// When the clock began to run.
    pub from: Moment,
    /// How long it may run.
    pub budget: Budget,
}

/// How long the machine lately made this thread wait for a processor.
#[derive(Debug)]
pub struct Pauses {
    longest: Duration,
    faded: Moment,
}

/// How many of the longest pauses to leave room for: the answer passes two of our threads,
/// and then the peer has to wake up.
const PAUSES_BEFORE_AN_ANSWER: u32 = 2;

/// How long a pause counts in full. After each such period it counts a quarter less.
const FRESH: Duration = Duration::from_secs(1);

impl Pauses {
    /// No pause was seen yet.
    #[must_use]
    pub fn new(now: Moment) -> Pauses {
        Pauses {
            longest: Duration::ZERO,
            faded: now,
        }
    }

    fn add(&mut self, pause: Duration, now: Moment) {
        // Pauses also fade while nothing is searched.
        while now >= self.faded + FRESH && !self.longest.is_zero() {
            self.longest = self.longest * 3 / 4;
            self.faded = self.faded + FRESH;
        }
        if self.longest <= pause {
            self.longest = pause;
            self.faded = now;
        }
    }

    /// How much earlier a job of this much time ends. At most half of the time, so that some
    /// is left to search after the machine was asleep for a night.
    fn room(&self, time: Duration) -> Duration {
        (self.longest * PAUSES_BEFORE_AN_ANSWER).min(time / 2)
    }
}

/// Checks one job's deadline for the worker.
pub struct DeadlineWatch<'a> {
    control: &'a JobControl,
    pauses: &'a mut Pauses,
    last_look: Moment,
}

impl DeadlineWatch<'_> {
    /// Watches over a job that begins now.
    pub fn new<'a>(
        control: &'a JobControl,
        pauses: &'a mut Pauses,
        now: Moment,
    ) -> DeadlineWatch<'a> {
        DeadlineWatch {
            control,
            pauses,
            last_look: now,
        }
    }

    /// Ends the job if its hard limit, less the room for pauses, is reached.
    pub fn look(&mut self, now: Moment, nodes: u64) {
        let pause = now.since(self.last_look);
        self.pauses.add(pause, now);
        self.last_look = now;
        if let Some(Deadline { from, budget }) = self.control.deadline.get()
            && now >= *from + budget.hard.saturating_sub(self.pauses.room(budget.hard))
        {
            self.end_after(nodes);
        }
    }

    /// Ends the job after a finished depth, if its soft limit is reached.
    pub fn depth_finished(&self, now: Moment, nodes: u64) {
        if let Some(Deadline { from, budget }) = self.control.deadline.get()
            && now >= *from + budget.soft
        {
            self.end_after(nodes);
        }
    }

    fn end_after(&self, nodes: u64) {
        if nodes >= AT_ONCE_NODES {
            self.control.stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// When a job of at most 90 ms ends whose deadline is checked every `step`.
    fn end_of_job(pauses: &mut Pauses, from: Moment, step: Duration) -> Duration {
        let control = JobControl::default();
        let mut watch = DeadlineWatch::new(&control, pauses, from);
        let (soft, hard) = (ms(90), ms(90));
        control.set_deadline(Deadline {
            from,
            budget: Budget { soft, hard },
        });
        let mut time = Duration::ZERO;
        while !control.stop.is_stopped() {
            time += step;
            watch.look(from + time, AT_ONCE_NODES);
        }
        time
    }

    #[test]
    fn an_idle_machine_gives_a_job_all_its_time() {
        let now = Moment::START;
        assert_eq!(end_of_job(&mut Pauses::new(now), now, ms(1)), ms(88));
    }

    #[test]
    fn room_is_left_for_pauses_and_given_back_when_they_are_over() {
        let now = Moment::START;
        let mut pauses = Pauses::new(now);
        assert_eq!(end_of_job(&mut pauses, now, ms(10)), ms(70));
        let after: Vec<Duration> = (1..20)
            .map(|second| end_of_job(&mut pauses, now + ms(1000) * second, ms(1)))
            .collect();
        assert!(after.is_sorted(), "{after:?}");
        assert!(after[0] < ms(80) && after[18] == ms(88), "{after:?}");
    }

    #[test]
    fn a_pause_is_forgotten_while_nothing_is_searched_too() {
        let now = Moment::START;
        let mut pauses = Pauses::new(now);
        pauses.add(ms(1_000), now);
        let later = now + ms(30_000);
        assert_eq!(end_of_job(&mut pauses, later, ms(1)), ms(88));
    }

    #[test]
    fn a_night_asleep_costs_half_of_the_next_time_at_most() {
        let now = Moment::START;
        let mut pauses = Pauses::new(now);
        pauses.add(ms(10_000_000), now);
        assert_eq!(end_of_job(&mut pauses, now, ms(1)), ms(45));
    }

    #[test]
    fn only_a_finished_depth_ends_a_job_past_its_soft_limit() {
        let from = Moment::START;
        let (control, mut pauses) = (JobControl::default(), Pauses::new(from));
        let mut watch = DeadlineWatch::new(&control, &mut pauses, from);
        let (soft, hard) = (ms(10), ms(30));
        let nodes = AT_ONCE_NODES;
        watch.depth_finished(from + hard, nodes);
        assert!(!control.stop.is_stopped(), "no clock runs yet");
        control.set_deadline(Deadline {
            from,
            budget: Budget { soft, hard },
        });
        watch.depth_finished(from + ms(9), nodes);
        watch.look(from + ms(1), nodes);
        assert!(!control.stop.is_stopped());
        watch.depth_finished(from + soft, nodes);
        assert!(control.stop.is_stopped());
    }

    #[test]
    fn a_clock_without_time_leaves_enough_to_see_what_is_forced() {
        let from = Moment::START;
        let (control, mut pauses) = (JobControl::default(), Pauses::new(from));
        let mut watch = DeadlineWatch::new(&control, &mut pauses, from);
        let (soft, hard) = (ms(0), ms(0));
        control.set_deadline(Deadline {
            from,
            budget: Budget { soft, hard },
        });
        watch.depth_finished(from, 0);
        watch.look(from, AT_ONCE_NODES - 1);
        assert!(!control.stop.is_stopped());
        watch.look(from, AT_ONCE_NODES);
        assert!(control.stop.is_stopped());
    }
}
