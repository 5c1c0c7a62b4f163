//! Time management: turns a player's clock into a time budget for one move. Pure arithmetic.

use std::time::Duration;

use crate::game::Position;

/// The clock of the side to move, as sent in its `go`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClockReading {
    pub(super) position: Position,
    /// The time left at the start of this move.
    pub(super) remaining: Duration,
    /// The time added after each own move.
    pub(super) increment: Duration,
    /// The number of own moves until time is added; `None` if the clock is for the whole game.
    pub(super) moves_to_go: Option<u32>,
}

/// The time that a search may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    /// The time after which the search begins no new depth.
    pub(super) soft: Duration,
    /// The time after which the search ends in any case.
    pub(super) hard: Duration,
}

/// The costs of a move on the player's clock beyond the time of its search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Costs {
    /// The time that the user reserves with `Move Overhead`.
    pub(super) overhead: Duration,
    /// The lost time to expect, see [`Lag`](super::lag::Lag).
    pub(super) lag: Duration,
}

/// Positions with at least this many stones are solved almost at once, so that their moves need no
/// share of the clock.
const SOLVED_AT_ONCE: u8 = 20;

/// The minimum number of moves that share the time left, so that a hard late position does not use
/// all of it.
const MIN_SHARES: u32 = 2;

/// The maximum number of moves whose overhead is kept in reserve. The reserve is for late answers,
/// which a busy machine gives now and then even if a search ends early.
const OVERHEADS: u32 = 9;

/// A search may always use the time left divided by this number, even if the lag is large, because
/// the next move may lose less time.
const LEAST_PART: u32 = 16;

/// A search may use up to this many times its share of the clock to finish a depth that it has
/// begun.
const STRETCH: u32 = 3;

impl Costs {
    /// Returns the part of `time` that remains after the costs of the `moves` moves that share it.
    /// The increments between the moves make up for some of the lag.
    fn left_of(self, time: Duration, moves: u32, increment: Duration) -> Duration {
        let lag = (self.lag * moves).saturating_sub(increment * (moves - 1));
        let kept_back = self.overhead * moves.min(OVERHEADS) + lag;
        let least = time.saturating_sub(self.overhead) / LEAST_PART;
        time.saturating_sub(kept_back).max(least)
    }
}

impl Budget {
    /// Returns the budget of a fixed time for one move: all of it except the costs.
    pub(super) fn fixed(move_time: Duration, costs: Costs) -> Budget {
        let all = costs.left_of(move_time, 1, Duration::ZERO);
        Budget {
            soft: all,
            hard: all,
        }
    }

    /// Returns a share of the clock, less the costs of this and later moves.
    ///
    /// The early moves are the hard ones, so the early moves that remain share the clock. A search
    /// of a later position ends by itself once the position is solved.
    pub(super) fn of_clock(clock: &ClockReading, costs: Costs) -> Budget {
        let stones = clock.position.stones();
        let hard_moves = u32::from(SOLVED_AT_ONCE.saturating_sub(stones).div_ceil(2));
        let game_moves = u32::from(42_u8.saturating_sub(stones).div_ceil(2));
        let moves = game_moves.min(clock.moves_to_go.unwrap_or(u32::MAX)).max(1);
        let shares = hard_moves.max(MIN_SHARES).min(moves);
        // The increment of this move is added to the clock only after the move.
        let usable = costs.left_of(clock.remaining, moves, clock.increment);
        let gained = clock.increment.saturating_sub(costs.overhead) * 3 / 4;
        let soft = (usable / shares).saturating_add(gained).min(usable);
        let most = if shares == 1 { usable } else { usable * 3 / 4 };
        let hard = soft.saturating_mul(STRETCH).min(most).max(soft);
        Budget { soft, hard }
    }

    /// Returns the tighter of two budgets.
    pub(super) fn tighter(&self, other: &Budget) -> Budget {
        Budget {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }

    /// Returns whether no time is left, so that the engine must move at once.
    pub(super) fn is_spent(&self) -> bool {
        self.hard.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn after(stones: usize) -> Position {
        const GAME: &str = "156773731413476534472373522264422156165561";
        replay(&GAME[..stones]).expect("a game")
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockReading {
        ClockReading {
            position: Position::EMPTY,
            remaining: ms(remaining),
            increment: ms(increment),
            moves_to_go,
        }
    }

    /// Returns the costs of moves that lose `lag` milliseconds.
    fn losing(lag: u64) -> Costs {
        Costs {
            overhead: OVERHEAD,
            lag: ms(lag),
        }
    }

    /// Returns the budget of a clock without lag.
    fn budget(clock: &ClockReading) -> Budget {
        Budget::of_clock(clock, losing(0))
    }

    #[test]
    fn a_fixed_time_is_used_except_the_overhead() {
        assert_eq!(Budget::fixed(ms(100), losing(0)).hard, ms(90));
        assert_eq!(Budget::fixed(ms(100), losing(7)).hard, ms(83));
        assert_eq!(Budget::fixed(ms(90), losing(1000)).hard, ms(5));
        assert!(Budget::fixed(ms(10), losing(0)).is_spent());
        assert!(Budget::fixed(ms(0), losing(0)).is_spent());
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
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
                // The worst case: every search takes its whole budget and a little more.
                let spent = budget(&clock).hard + OVERHEAD / 50;
                assert!(spent < left, "{stones} stones, {left:?} left");
                left = left.saturating_sub(spent) + ms(increment);
            }
        }
    }

    #[test]
    fn the_costs_of_moves_are_kept_back() {
        let game = clock(1_000, 2, None);
        // 21 moves lose 20 ms each; 20 increments make up for 2 ms each.
        let lag = 21 * 20 - 20 * 2;
        assert_eq!(
            losing(20).left_of(ms(1_000), 21, ms(2)),
            ms(1_000 - 90 - lag)
        );
        assert_eq!(
            losing(20).left_of(ms(1_000), 2, ms(30)),
            ms(1_000 - 20 - 10)
        );
        assert_eq!(losing(20).left_of(ms(1_000), 2, ms(40)), ms(1_000 - 20));
        assert_eq!(losing(20).left_of(ms(330), 21, ms(2)), ms(20));
        let (with, without) = (Budget::of_clock(&game, losing(20)), budget(&game));
        assert!(with.hard < without.hard, "{with:?}, {without:?}");
        let last = clock(1_000, 2, Some(1));
        assert_eq!(Budget::of_clock(&last, losing(20)).hard, ms(970));
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
    fn a_short_clock_is_shared_and_no_clock_is_used_up_in_one_move() {
        let of = |left, increment, stones| {
            budget(&ClockReading {
                position: after(stones),
                ..clock(left, increment, None)
            })
        };
        // The costs exceed the time left, so the search may use a sixteenth of that time.
        assert_eq!(of(90, 0, 18).hard, ms(5) * 3 / 4);
        // A late move and a move with three shares each leave a quarter of the time.
        assert_eq!(of(10_060, 0, 30).hard, ms(10_000) * 3 / 4);
        assert_eq!(of(10_090, 0, 16).hard, ms(10_000) * 3 / 4);
        // An increment as large as the overhead has no effect.
        assert_eq!(of(10_090, 10, 8), of(10_090, 0, 8));
    }
}
