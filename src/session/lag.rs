//! Lag: what a move costs on the player's clock beyond the time that it was given. Pure.
//!
//! The clock runs while a `go` is on its way to us and while the answer is on its way back, and
//! on a loaded machine either waits for a processor. We cannot see that wait, but the clock of
//! our next move shows it. Where no clock is told, our own shows at least how late we answered.

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

/// So many of the latest moves are remembered, as many as the clock filter of NTP remembers
/// messages (RFC 5905).
const REMEMBERED: usize = 8;

/// So many of them may have lost more than is believed: a machine that was asleep, or busy for a
/// moment, is no sign of the next move.
const OUTLIERS: usize = 1;

/// What the latest moves lost.
#[derive(Debug, Default)]
pub(super) struct Lag {
    lost: [Duration; REMEMBERED],
    moves: usize,
    latest: TimedSearch,
}

/// The latest search.
#[derive(Debug, Default)]
struct TimedSearch {
    /// The player's clock at its beginning, if that is told.
    reading: Option<ClockReading>,
    /// When its clock began to run, and the time that it was given.
    given: Option<(Moment, Duration)>,
    /// How long it took.
    took: Option<Duration>,
}

impl Lag {
    /// What the next move has to be expected to lose: the largest of the latest losses but for
    /// outliers.
    pub(super) fn expected(&self) -> Duration {
        let mut lost = self.lost;
        lost.sort_unstable();
        // One alone is all that is known.
        let outliers = OUTLIERS.min(self.moves.saturating_sub(1));
        lost[REMEMBERED - 1 - outliers]
    }

    /// A search begins, under a clock or not.
    pub(super) fn begin(&mut self, reading: Option<ClockReading>) {
        let search = std::mem::replace(
            &mut self.latest,
            TimedSearch {
                reading,
                ..TimedSearch::default()
            },
        );
        if let (Some((_, given)), Some(took)) = (search.given, search.took) {
            let told = search.reading.zip(reading);
            let cost = told.and_then(|(last, next)| last.cost(next));
            let lost = cost.unwrap_or(took).saturating_sub(took.min(given));
            self.lost[self.moves % REMEMBERED] = lost;
            self.moves += 1;
        }
    }

    /// The clock of this search runs; it may take so long.
    pub(super) fn run(&mut self, from: Moment, given: Duration) {
        self.latest.given = Some((from, given));
    }

    /// The search is answered: its clock stops. What is answered later took none of its time.
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

    /// The losses of moves of a game with so much on the clock, each of which took ten
    /// milliseconds of the eight that it was given.
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
    fn what_a_move_cost_beyond_the_time_that_it_was_given_is_lost() {
        let clocks = [turn(4, 2000), turn(6, 1972), turn(8, 1968), turn(10, 1963)];
        // The first began at 2000 and cost 30 with its increment. Of the last no clock tells.
        assert_eq!(lost_in(&clocks), [ms(22), ms(0), ms(0), ms(2)]);
    }

    #[test]
    fn another_game_or_a_clock_filled_up_tells_nothing() {
        let mirrored = ClockReading {
            position: turn(6, 0).position.mirror(),
            ..turn(6, 1900)
        };
        for next in [turn(7, 1972), turn(0, 1900), turn(6, 10_000), mirrored] {
            assert_eq!(lost_in(&[turn(4, 2000), next]), [ms(2), ms(2)], "{next:?}");
        }
    }

    #[test]
    fn a_search_that_ends_by_itself_was_given_the_time_that_it_took() {
        let mut lag = Lag::default();
        lag.begin(Some(turn(4, 2000)));
        lag.run(Moment::START, ms(500));
        lag.stop(Moment::START + ms(10));
        lag.begin(Some(turn(6, 1985)));
        assert_eq!(lag.lost[0], ms(7));
    }

    #[test]
    fn a_search_without_a_clock_or_an_answer_tells_nothing() {
        let mut lag = Lag::default();
        lag.begin(Some(turn(4, 2000)));
        lag.stop(Moment::START + ms(1010));
        lag.begin(Some(turn(6, 1900)));
        lag.run(Moment::START, ms(8));
        lag.begin(Some(turn(8, 1800)));
        assert_eq!(lag.moves, 0);
    }

    /// What is expected after moves that were late by so much.
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
    fn the_worst_of_the_latest_moves_is_no_sign_and_the_second_is() {
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
