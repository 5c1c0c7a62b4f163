//! Lag: what a manager's clock loses beyond the time of a search. Pure.
//!
//! The clock runs while a `go` is on its way to us and while the answer is on its way back.
//! On a loaded machine either may wait for a processor for as long as a search takes. We
//! cannot see that wait, but the clock of our next move shows it.

use std::time::Duration;

use super::moment::Moment;
use super::time::ClockReading;

impl ClockReading {
    /// What the clock lost in this move, as the reading at the same player's next move shows.
    /// `None` if `next` is not that move, or if time was added to the clock in between.
    fn cost(self, next: ClockReading) -> Option<Duration> {
        self.is_followed_by(next)
            .then(|| (self.remaining + self.increment).checked_sub(next.remaining))
            .flatten()
    }

    /// Whether `next` may be the same player's next move in the same game.
    fn is_followed_by(self, next: ClockReading) -> bool {
        let (before, after) = (self.position, next.position);
        after.stones() == before.stones() + 2
            && before.mover() & !after.mover() == 0
            && before.opponent() & !after.opponent() == 0
    }
}

/// How much the player's moves lately cost beyond their searches.
#[derive(Debug, Default)]
pub(super) struct Lag {
    average: Duration,
    /// How many moves the average is of.
    moves: u32,
    /// What the latest of these moves lost.
    latest: Duration,
    /// The clock at the latest search, if it has one.
    reading: Option<ClockReading>,
    /// Since when the latest search is timed.
    from: Option<Moment>,
    /// How long it took.
    took: Option<Duration>,
}

/// The latest move is one part in so many of the average: a late answer counts for a few
/// moves.
const WEIGHT: u32 = 4;

/// One move's lag counts for at most one part in so many of the clock, unless the move before
/// lost as much: the machine may have been asleep. Lag of this size would take half of the
/// clock in a player's 21 moves.
///
/// (Of some forty games of 200 ms and 2 more a move, each of which took the manager 10 ms,
/// 5 were lost on time without this limit and with the first move counted for a quarter, as
/// later ones are; none with the limit and the first move counted in full.)
const MOST: u32 = 42;

impl Lag {
    pub(super) fn average(&self) -> Duration {
        self.average
    }

    /// A search begins, under a clock or not.
    pub(super) fn begin(&mut self, reading: Option<ClockReading>) {
        if let (Some(last), Some(next), Some(took)) = (self.reading, reading, self.took)
            && let Some(cost) = last.cost(next)
        {
            // The manager may count in whole milliseconds, and fewer than we do.
            let lost = cost.saturating_sub(took);
            let lag = lost.min(self.latest.max(last.remaining / MOST));
            self.latest = lost;
            self.moves += 1;
            let weight = self.moves.min(WEIGHT);
            self.average = (self.average * (weight - 1) + lag) / weight;
        }
        *self = Lag {
            average: self.average,
            moves: self.moves,
            latest: self.latest,
            reading,
            ..Lag::default()
        };
    }

    /// The clock of this search runs.
    pub(super) fn run(&mut self, from: Moment) {
        self.from = Some(from);
    }

    /// The search is answered: its clock stops.
    pub(super) fn stop(&mut self, now: Moment) {
        self.took = self.from.map(|from| now.since(from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// A turn of a long game.
    fn turn(stones: usize, remaining: u64) -> ClockReading {
        let moves = &"16223414344371252143533416765565772276"[..stones];
        ClockReading {
            position: notation::replay(moves).expect("a game"),
            remaining: ms(remaining),
            increment: ms(2),
            moves_to_go: None,
        }
    }

    /// Ten milliseconds of thought, from one clock to the next.
    fn after(first: ClockReading, second: ClockReading) -> Duration {
        let mut lag = Lag::default();
        lag.begin(Some(first));
        lag.run(Moment::START + ms(1000));
        lag.stop(Moment::START + ms(1010));
        lag.begin(Some(second));
        lag.average()
    }

    #[test]
    fn what_the_clock_lost_beyond_the_search_is_lag() {
        assert_eq!(after(turn(4, 2000), turn(6, 1972)), ms(20));
        assert_eq!(after(turn(4, 2000), turn(6, 1992)), ms(0));
    }

    /// What turns tell each of which costs so much beyond ten milliseconds of thought.
    fn after_losing(lost: &[u64]) -> Duration {
        let mut lag = Lag::default();
        let mut remaining = 8400;
        lag.begin(Some(turn(0, remaining)));
        for (number, lost) in (1..).zip(lost) {
            lag.run(Moment::START);
            lag.stop(Moment::START + ms(10));
            remaining = remaining + 2 - 10 - lost;
            lag.begin(Some(turn(2 * number, remaining)));
        }
        lag.average()
    }

    #[test]
    fn the_first_turn_is_all_that_is_known_and_later_ones_are_averaged() {
        assert_eq!(after_losing(&[40]), ms(40));
        assert_eq!(after_losing(&[40, 0]), ms(20));
        assert_eq!(after_losing(&[40, 40, 40, 0]), ms(30));
    }

    #[test]
    fn a_pause_counts_for_a_part_of_the_clock_unless_another_follows() {
        assert_eq!(after_losing(&[1000]), ms(200));
        assert_eq!(after_losing(&[1000, 0]), ms(100));
        assert_eq!(after_losing(&[1000, 800]), ms(500));
    }

    #[test]
    fn another_game_or_a_clock_filled_up_tells_nothing() {
        assert_eq!(after(turn(4, 2000), turn(7, 1972)), ms(0));
        assert_eq!(after(turn(20, 2000), turn(0, 1900)), ms(0));
        assert_eq!(after(turn(4, 2000), turn(6, 10_000)), ms(0));
        let other = ClockReading {
            position: turn(6, 0).position.mirror(),
            ..turn(6, 1900)
        };
        assert_eq!(after(turn(4, 2000), other), ms(0));
    }

    #[test]
    fn a_search_whose_clock_never_ran_tells_nothing() {
        let mut lag = Lag::default();
        lag.begin(Some(turn(4, 2000)));
        lag.stop(Moment::START + ms(1010));
        lag.begin(Some(turn(6, 1900)));
        assert_eq!(lag.average(), ms(0));
    }

    #[test]
    fn a_machine_that_is_quiet_again_is_believed() {
        // By a clock as exact as ours, and by one that sees less of the search than we do.
        for took in [10, 11] {
            let mut lag = Lag::default();
            let mut averages = Vec::new();
            let mut remaining = 10_000;
            for number in 0..17 {
                lag.begin(Some(turn(2 * number, remaining)));
                averages.push(lag.average());
                lag.run(Moment::START);
                lag.stop(Moment::START + ms(took));
                remaining -= if number < 8 { 10 - 2 + 40 } else { 10 - 2 };
            }
            assert!(averages[..9].is_sorted(), "{averages:?}");
            assert!(averages[8] > ms(33) && averages[16] < ms(5), "{averages:?}");
        }
    }
}
