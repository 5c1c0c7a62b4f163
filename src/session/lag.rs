//! Lag: the time that a move costs on the player's clock beyond the time given to its search. Pure.
//!
//! The clock also runs while the `go` travels to the engine and the answer travels back. On a busy
//! machine, both wait for a processor. The engine cannot measure that wait, but the player's clock
//! in its next `go` shows it. If a `go` has no clock, the engine's own clock shows at least how
//! late it answered.

use std::time::Duration;

use super::moment::Moment;
use super::time::ClockReading;

impl ClockReading {
    /// Returns the time that this move cost on the clock, if `next` is the reading at the same
    /// player's next move. Returns `None` if it is another reading, or if time was added to the
    /// clock in between.
    fn cost(self, next: ClockReading) -> Option<Duration> {
        let (before, after) = (self.position, next.position);
        let may_follow = after.stones() == before.stones() + 2
            && before.mover() & !after.mover() == 0
            && before.opponent() & !after.opponent() == 0;
        let left = (self.remaining + self.increment).checked_sub(next.remaining);
        left.filter(|_| may_follow)
    }
}

/// The number of latest moves that are remembered. The clock filter of NTP (RFC 5905) remembers the
/// same number of messages.
const REMEMBERED: usize = 8;

/// The number of largest lost times to ignore. If the machine slept or was busy during one move,
/// the next move need not lose as much.
const OUTLIERS: usize = 1;

/// The lost times of the latest moves.
#[derive(Debug, Default)]
pub(super) struct Lag {
    lost: [Duration; REMEMBERED],
    moves: usize,
    latest: TimedSearch,
}

/// The latest search.
#[derive(Debug, Default)]
struct TimedSearch {
    /// The player's clock at the beginning of the search, if the `go` contained it.
    reading: Option<ClockReading>,
    /// The moment at which the clock of the search began to run, and the time given to the search.
    given: Option<(Moment, Duration)>,
    /// The time that the search took.
    took: Option<Duration>,
}

impl Lag {
    /// Returns the lost time to expect for the next move: the largest of the latest lost times,
    /// except outliers.
    pub(super) fn expected(&self) -> Duration {
        let mut lost = self.lost;
        lost.sort_unstable();
        // A single lost time is not an outlier.
        let outliers = OUTLIERS.min(self.moves.saturating_sub(1));
        lost[REMEMBERED - 1 - outliers]
    }

    /// Records that a search begins, with or without a clock. Computes the lost time of the search
    /// before it.
    pub(super) fn begin(&mut self, reading: Option<ClockReading>) {
        let search = std::mem::replace(
            &mut self.latest,
            TimedSearch {
                reading,
                ..TimedSearch::default()
            },
        );
        if let (Some((_, given)), Some(took)) = (search.given, search.took) {
            let readings = search.reading.zip(reading);
            let cost = readings.and_then(|(last, next)| last.cost(next));
            let lost = cost.unwrap_or(took).saturating_sub(took.min(given));
            self.lost[self.moves % REMEMBERED] = lost;
            self.moves += 1;
        }
    }

    /// Records that the clock of the search begins to run, and the time given to the search.
    pub(super) fn run(&mut self, from: Moment, given: Duration) {
        self.latest.given = Some((from, given));
    }

    /// Records that the search is answered, which stops its clock. Ignores later answers, because
    /// they do not belong to this search.
    pub(super) fn stop(&mut self, now: Moment) {
        let search = &mut self.latest;
        if search.took.is_none() {
            search.took = search.given.map(|(from, _)| now.since(from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Creates the reading of a player's clock in a long game, at the turn with `stones` stones on
    /// the board.
    fn turn(stones: usize, remaining: u64) -> ClockReading {
        let moves = &"16223414344371252143533416765565772276"[..stones];
        ClockReading {
            position: replay(moves).expect("a game"),
            remaining: ms(remaining),
            increment: ms(2),
            moves_to_go: None,
        }
    }

    /// Returns the lost times of moves with these readings. Each move was given eight milliseconds
    /// and took ten.
    fn lost_in(turns: &[ClockReading]) -> Vec<Duration> {
        let mut lag = Lag::default();
        for &turn in turns {
            lag.begin(Some(turn));
            lag.run(Moment::START + ms(1000), ms(8));
            lag.stop(Moment::START + ms(1010));
        }
        lag.begin(None);
        lag.lost[..turns.len()].to_vec()
    }

    #[test]
    fn a_move_loses_its_cost_beyond_the_time_given_to_it() {
        let clocks = [turn(4, 2000), turn(6, 1972), turn(8, 1968), turn(10, 1963)];
        // The first move began with 2000 ms and cost 30 ms: 28 ms and its increment. No clock shows
        // the cost of the last move.
        assert_eq!(lost_in(&clocks), [ms(22), ms(0), ms(0), ms(2)]);
    }

    #[test]
    fn another_game_or_added_time_shows_no_cost() {
        let mirrored = ClockReading {
            position: turn(6, 0).position.mirror(),
            ..turn(6, 1900)
        };
        for next in [turn(7, 1972), turn(0, 1900), turn(6, 10_000), mirrored] {
            assert_eq!(lost_in(&[turn(4, 2000), next]), [ms(2), ms(2)], "{next:?}");
        }
    }

    #[test]
    fn a_search_that_ends_early_was_given_the_time_that_it_took() {
        let mut lag = Lag::default();
        lag.begin(Some(turn(4, 2000)));
        lag.run(Moment::START, ms(500));
        lag.stop(Moment::START + ms(10));
        lag.begin(Some(turn(6, 1985)));
        assert_eq!(lag.lost[0], ms(7));
    }

    #[test]
    fn a_search_without_a_clock_or_an_answer_shows_no_loss() {
        let mut lag = Lag::default();
        lag.begin(Some(turn(4, 2000)));
        lag.stop(Moment::START + ms(1010));
        lag.begin(Some(turn(6, 1900)));
        lag.run(Moment::START, ms(8));
        lag.begin(Some(turn(8, 1800)));
        assert_eq!(lag.moves, 0);
    }

    /// Returns the lost time to expect after moves that were answered this many milliseconds late.
    fn after(late: &[u64]) -> Duration {
        let mut lag = Lag::default();
        for &late in late {
            lag.begin(None);
            lag.run(Moment::START, ms(10));
            lag.stop(Moment::START + ms(10 + late));
        }
        lag.begin(None);
        lag.expected()
    }

    #[test]
    fn the_worst_of_the_latest_moves_is_ignored_and_the_second_counts() {
        assert_eq!(after(&[]), ms(0));
        assert_eq!(after(&[40]), ms(40));
        assert_eq!(after(&[2000, 0]), ms(0));
        assert_eq!(after(&[3, 2000, 4]), ms(4));
        assert_eq!(after(&[40, 40]), ms(40));
        let quiet_again = [40, 40, 40, 1, 1, 1, 1, 1, 1];
        assert_eq!(after(&quiet_again), ms(40));
        assert_eq!(after(&[&quiet_again[..], &[1]].concat()), ms(1));
    }
}
