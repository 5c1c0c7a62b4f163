//! Time management: turns a player's clock into a budget for one move. Pure arithmetic.

use std::time::Duration;

use crate::game::Position;

/// The clock of the side to move, as its `go` tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClockReading {
    pub(super) position: Position,
    /// Left at the start of this move.
    pub(super) remaining: Duration,
    /// Added after each own move.
    pub(super) increment: Duration,
    /// Own moves until more time is added; `None` for the whole game.
    pub(super) moves_to_go: Option<u32>,
}

/// How long one search may take.
///
/// Not `Copy`, so that it has one owner at a time: the job until its clock runs, and then
/// the deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// After this time the search begins no new depth.
    pub soft: Duration,
    /// After this time the search ends wherever it is.
    pub hard: Duration,
}

/// A position with this many stones is solved almost at once, so that later moves need no
/// share of the clock.
const SOLVED_AT_ONCE: u8 = 20;

/// The clock is shared among at least so many moves: a late position may be hard, too.
const MIN_SHARES: u32 = 2;

/// Kept back for later moves on the same clock: now and then a busy machine answers late,
/// however early a search ends.
const RESERVE: Duration = Duration::from_millis(80);

/// At least one part in so many of the clock is used to think, however large the lag: the
/// next move may have less lag.
const LEFT: u32 = 8;

/// How many of its shares a search may use while a depth is unfinished.
const STRETCH: u32 = 3;

impl Budget {
    /// The budget of a fixed time a move: all of it but the overhead.
    pub(super) fn fixed(move_time: Duration, overhead: Duration) -> Budget {
        let all = move_time.saturating_sub(overhead);
        Budget {
            soft: all,
            hard: all,
        }
    }

    /// A share of the clock, less what moves lately cost beyond their search.
    ///
    /// The early moves are the hard ones: the clock is shared among those of them that are
    /// left. A search of a later position ends by itself once the position is solved.
    pub(super) fn of_clock(clock: &ClockReading, overhead: Duration, lag: Duration) -> Budget {
        let stones = clock.position.stones();
        // The increment of this move comes too late for it.
        let mut usable = clock.remaining.saturating_sub(overhead);
        let hard_moves = u32::from(SOLVED_AT_ONCE.saturating_sub(stones).div_ceil(2));
        let game_moves = u32::from(42_u8.saturating_sub(stones).div_ceil(2));
        let moves = game_moves.min(clock.moves_to_go.unwrap_or(u32::MAX)).max(1);
        let shares = hard_moves.max(MIN_SHARES).min(moves);
        usable -= late(clock, lag, moves).min(usable / LEFT * (LEFT - 1));
        if moves > 1 {
            usable = usable.saturating_sub(RESERVE).max(usable / 8);
        }
        let gained = clock.increment.saturating_sub(overhead) * 3 / 4;
        let soft = (usable / shares).saturating_add(gained).min(usable);
        let most = if shares == 1 { usable } else { usable * 3 / 4 };
        let hard = soft.saturating_mul(STRETCH).min(most).max(soft);
        Budget { soft, hard }
    }

    /// The tighter of two budgets.
    pub(super) fn tighter(&self, other: &Budget) -> Budget {
        Budget {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }

    /// Whether nothing is left: any move will do, at once.
    pub(super) fn is_spent(&self) -> bool {
        self.hard.is_zero()
    }
}

/// How much of a clock the lag of so many moves takes, less the increments. The increment of
/// the last move comes too late.
fn late(clock: &ClockReading, lag: Duration, moves: u32) -> Duration {
    (lag * moves).saturating_sub(clock.increment * (moves - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn after(stones: usize) -> Position {
        const GAME: &str = "156773731413476534472373522264422156165561";
        notation::replay(&GAME[..stones]).expect("a game")
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockReading {
        ClockReading {
            position: Position::EMPTY,
            remaining: ms(remaining),
            increment: ms(increment),
            moves_to_go,
        }
    }

    /// The budget of a clock that loses nothing beyond the searches.
    fn budget(clock: &ClockReading) -> Budget {
        Budget::of_clock(clock, OVERHEAD, ms(0))
    }

    #[test]
    fn a_fixed_time_leaves_the_overhead() {
        assert_eq!(Budget::fixed(ms(100), OVERHEAD).hard, ms(90));
        assert!(Budget::fixed(ms(10), OVERHEAD).is_spent());
        assert!(Budget::fixed(ms(0), OVERHEAD).is_spent());
    }

    #[test]
    fn no_budget_reaches_beyond_the_clock() {
        for stones in 0..42 {
            for remaining in [0, 1, 9, 10, 11, 50, 1_000, 60_000, u64::MAX / 2] {
                for increment in [0, 10, 50, 5_000] {
                    for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                        let clock = ClockReading {
                            position: after(stones),
                            ..clock(remaining, increment, moves_to_go)
                        };
                        let budget = budget(&clock);
                        let usable = ms(remaining).saturating_sub(OVERHEAD);
                        assert!(budget.soft <= budget.hard, "{clock:?} {stones}");
                        assert!(budget.hard <= usable, "{clock:?} {stones}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_into_its_clock() {
        for (start, increment, period) in [(1_000, 0, None), (1_050, 50, None), (9_000, 0, Some(5))]
        {
            let mut left = ms(start);
            for (played, stones) in (0_u32..).zip((0..42).step_by(2)) {
                let to_go = period.map(|period| period - played % period);
                if to_go == period && period.is_some() {
                    left += ms(start);
                }
                let clock = ClockReading {
                    position: after(stones),
                    remaining: left,
                    increment: ms(increment),
                    moves_to_go: to_go,
                };
                // The worst case: every search takes all it may, and a little more.
                let spent = budget(&clock).hard + OVERHEAD / 50;
                assert!(spent < left, "{stones} stones, {left:?} left");
                left = left.saturating_sub(spent) + ms(increment);
            }
        }
    }

    #[test]
    fn a_short_game_bears_a_late_answer_at_every_move_and_one_very_late() {
        let (start, increment) = (ms(200), ms(2));
        for hiccup in (0..42).step_by(2) {
            let mut left = start;
            for stones in (0..42).step_by(2) {
                let clock = ClockReading {
                    position: after(stones),
                    remaining: left,
                    increment,
                    moves_to_go: None,
                };
                let mut spent = Budget::of_clock(&clock, OVERHEAD, ms(3)).hard;
                // Once most of the board is full, the search needs no time.
                if clock.position.stones() >= SOLVED_AT_ONCE {
                    spent = Duration::ZERO;
                }
                spent += ms(3) + if stones == hiccup { ms(30) } else { ms(0) };
                assert!(spent < left, "{stones} stones, {left:?} left, {hiccup}");
                left = left.saturating_sub(spent) + increment;
            }
        }
    }

    #[test]
    fn lag_at_every_move_is_kept_back() {
        let clock = clock(1_000, 2, None);
        // Of 20 ms for each of 21 moves, 20 increments bring back 2 ms each.
        assert_eq!(late(&clock, ms(20), 21), ms(21 * 20 - 20 * 2));
        assert_eq!(late(&clock, ms(0), 21), ms(0));
        let with_lag = |clock| Budget::of_clock(clock, OVERHEAD, ms(20));
        let (with, without) = (with_lag(&clock), budget(&clock));
        assert!(with.hard < without.hard, "{with:?}, {without:?}");
        let last = ClockReading {
            moves_to_go: Some(1),
            ..clock
        };
        assert_eq!(with_lag(&last).hard, ms(970));
        let eaten_up = ClockReading {
            remaining: ms(300),
            ..clock
        };
        let hardly_any = with_lag(&eaten_up).hard;
        assert!(hardly_any > ms(0) && hardly_any < ms(3), "{hardly_any:?}");
    }

    #[test]
    fn the_last_move_before_the_control_may_use_all() {
        let budget = budget(&clock(1_010, 0, Some(1)));
        assert_eq!(budget.soft, ms(1_000));
        assert_eq!(budget.hard, ms(1_000));
    }

    #[test]
    fn early_moves_get_more_than_an_even_share() {
        let budget = budget(&clock(21_090, 0, None));
        assert_eq!(budget.soft, ms(2_100));
        assert_eq!(budget.hard, ms(6_300));
    }

    #[test]
    fn a_short_clock_is_shared_and_none_is_used_up_in_one_move() {
        let of = |left, increment, stones| {
            budget(&ClockReading {
                position: after(stones),
                ..clock(left, increment, None)
            })
        };
        // Less than the reserve: an eighth is left to think.
        assert_eq!(of(50, 0, 18).hard, ms(5) * 3 / 4);
        // What is late in the game, and what has three shares, leaves a quarter.
        assert_eq!(of(10_090, 0, 30).hard, ms(10_000) * 3 / 4);
        assert_eq!(of(10_090, 0, 16).hard, ms(10_000) * 3 / 4);
        // An increment that the overhead eats up is none.
        assert_eq!(of(10_090, 10, 8), of(10_090, 0, 8));
    }
}
