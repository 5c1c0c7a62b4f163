//! Turns the numbers of a `go` into the limits of its search. Pure.
//!
//! A manager fills in a template and sends zero for every limit that its user has not set: `go
//! wtime 0 btime 0 movetime 100 depth 0 nodes 0` means `go movetime 100`. So a zero means "not
//! given", but zeros never make a search endless:
//!
//! - The mover's clock at zero is a spent clock, unless the opponent's is zero too and the `go` has
//!   another limit.
//! - If every number given is zero, the search has no time.
//!
//! With `infinite` no clock and no `movetime` limits the search.
//!
//! A limit that cannot be read does not make a search endless either, because the manager wants a
//! limit. A negative time counts as no time. Any other negative number becomes the least number of
//! its range.

use std::time::Duration;

use super::time::{Budget, ClockReading, Costs};
use crate::game::{Position, Side};
use crate::session::protocol::GoArgs;
use crate::solver::Limits;

/// The limits of a search. The first limit reached ends it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SearchLimits {
    /// The limits that the solver checks by itself: `1..=42` plies, at least 1 node, `1..=21` own
    /// moves to a win.
    pub(super) search: Limits,
    /// Plies of the lines to count, `1..=42`.
    pub(super) perft: Option<u8>,
    /// Zero if there is no time.
    move_time: Option<Duration>,
    /// The clock that limits the search. It is zero if it is spent.
    clock: Option<ClockReading>,
    /// Whether this clock is the opponent's.
    is_opponents_clock: bool,
    /// Whether `move_time` replaces limits that could not be read.
    pub(super) is_fallback: bool,
}

/// The time of a search whose limits cannot be read: short enough for most clocks and long enough
/// for a good move.
const FALLBACK_MOVE_TIME: Duration = Duration::from_secs(1);

/// The message for a search that gets [`FALLBACK_MOVE_TIME`].
pub(super) const FALLBACK_NOTE: &str = "no limit could be read: the search gets one second";

/// The node limit of a search whose time is already used up: enough to see forced moves, within a
/// fraction of a millisecond.
const NODES_WITHOUT_TIME: u64 = 1_000;

/// One year. Longer times are cut to it, so that adding a time to the present moment never
/// overflows.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl SearchLimits {
    /// Reads the arguments of a search of `position`.
    pub(super) fn of(args: &GoArgs, position: &Position) -> SearchLimits {
        let mut limits = SearchLimits {
            search: Limits {
                depth: count(args.depth, 42),
                nodes: given(args.nodes).map(|nodes| nodes.max(1).unsigned_abs()),
                mate: count(args.mate, 21),
                timed: false,
            },
            perft: count(args.perft, 42),
            ..SearchLimits::default()
        };
        // With `infinite` the answer waits for the client, so no time ends the search.
        if args.infinite {
            return limits;
        }
        limits.move_time = given(args.move_time_ms).map(time);
        limits.read_clocks(args, position);
        if limits.is_empty() {
            limits.is_fallback = args.unread_limit;
            limits.move_time = if args.unread_limit {
                Some(FALLBACK_MOVE_TIME)
            } else {
                args.zero_limit.then_some(Duration::ZERO)
            };
        }
        limits
    }

    /// Reads the mover's clock, or the opponent's if only that is given. The caller has read the
    /// other limits.
    fn read_clocks(&mut self, args: &GoArgs, position: &Position) {
        let (own, other) = match position.side_to_move() {
            Side::First => (args.first, args.second),
            Side::Second => (args.second, args.first),
        };
        let clock = if own.time_ms.is_some() { own } else { other };
        let Some(remaining_ms) = clock.time_ms else {
            return;
        };
        let both_are_zero = own.time_ms == Some(0) && other.time_ms == Some(0);
        let another_limit = args.unread_limit || !self.is_empty();
        if remaining_ms == 0 && both_are_zero && another_limit {
            return;
        }
        self.is_opponents_clock = own.time_ms.is_none();
        self.clock = Some(ClockReading {
            position: *position,
            remaining: time(remaining_ms),
            increment: clock.increment_ms.map(time).unwrap_or_default(),
            moves_to_go: given(args.moves_to_go)
                .map(|moves| u32::try_from(moves.max(1)).unwrap_or(u32::MAX)),
        });
    }

    /// Returns whether there is no limit, so that the search runs until the position is solved or
    /// `stop` comes.
    fn is_empty(&self) -> bool {
        *self == SearchLimits::default()
    }

    /// Returns the clock if it is the mover's. The opponent's clock does not show the cost of the
    /// mover's turns.
    pub(super) fn own_clock(&self) -> Option<ClockReading> {
        self.clock.filter(|_| !self.is_opponents_clock)
    }

    /// Returns the budget of time, if a clock or `movetime` limits the search.
    pub(super) fn budget(&self, costs: Costs) -> Option<Budget> {
        let fixed = self.move_time.map(|time| Budget::fixed(time, costs));
        let shared = self.clock.map(|clock| Budget::of_clock(&clock, costs));
        let budgets = fixed.into_iter().chain(shared);
        budgets.reduce(|fixed, shared| fixed.tighter(&shared))
    }

    /// Returns the limits for the solver. If `budget` is spent, a node limit replaces it, except in
    /// a search that ponders, because that search has time until `ponderhit`.
    pub(super) fn for_solver(&self, budget: &mut Option<Budget>, ponder: bool) -> Limits {
        let timed = budget.is_some();
        let spent = budget.take_if(|budget| !ponder && budget.is_spent());
        let few = spent.map(|_| NODES_WITHOUT_TIME);
        Limits {
            nodes: self.search.nodes.into_iter().chain(few).min(),
            timed,
            ..self.search
        }
    }
}

fn given(number: Option<i64>) -> Option<i64> {
    number.filter(|&number| number != 0)
}

/// Returns the number from 1 to `most` that is nearest to `number`, or `None` for zero.
fn count(number: Option<i64>, most: u8) -> Option<u8> {
    given(number).map(|number| u8::try_from(number.max(1)).unwrap_or(most).min(most))
}

/// Converts milliseconds to a duration, negative ones to zero.
fn time(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::protocol::{Command, parse};

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn args(line: &str) -> GoArgs {
        match parse(line) {
            Ok(Some(Command::Go(args))) => args,
            other => panic!("{line:?} is read as {other:?}"),
        }
    }

    /// Reads the limits of a search of the empty board, where the first player is the mover.
    fn limits(line: &str) -> SearchLimits {
        SearchLimits::of(&args(line), &Position::EMPTY)
    }

    fn none() -> SearchLimits {
        SearchLimits::default()
    }

    fn no_time() -> SearchLimits {
        SearchLimits {
            move_time: Some(ms(0)),
            ..none()
        }
    }

    fn one_second() -> SearchLimits {
        SearchLimits {
            move_time: Some(ms(1000)),
            is_fallback: true,
            ..none()
        }
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> SearchLimits {
        SearchLimits {
            clock: Some(ClockReading {
                position: Position::EMPTY,
                remaining: ms(remaining),
                increment: ms(increment),
                moves_to_go,
            }),
            ..none()
        }
    }

    fn opponents_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> SearchLimits {
        SearchLimits {
            is_opponents_clock: true,
            ..clock(remaining, increment, moves_to_go)
        }
    }

    #[test]
    fn a_zero_with_another_limit_is_not_given() {
        for (line, wanted) in [
            ("go depth 0 nodes 7", "go nodes 7"),
            ("go nodes 0 depth 7", "go depth 7"),
            ("go movetime 0 depth 7", "go depth 7"),
            ("go mate 0 depth 7", "go depth 7"),
            ("go perft 0 depth 7", "go depth 7"),
            ("go depth 0 mate 7", "go mate 7"),
            ("go depth 0 nodes 0 movetime 0 perft 3", "go perft 3"),
            ("go movetime 0 wtime 900 btime 800", "go wtime 900"),
            ("go wtime 900 btime 800 movestogo 0", "go wtime 900"),
            ("go wtime 900 btime 800 winc 0 binc 0", "go wtime 900"),
            ("go wtime 0 btime 0 movetime 70", "go movetime 70"),
            ("go wtime 0 btime 0 depth 7", "go depth 7"),
            ("go wtime 0 btime 0 nodes 7 ponder", "go nodes 7"),
            ("go wtime 0 btime 0 mate 7", "go mate 7"),
            ("go wtime 0 btime 0 perft 7", "go perft 7"),
            (
                "go wtime 0 btime 0 winc 0 binc 0 movestogo 0 depth 0 nodes 0 mate 0 perft 0 \
                 movetime 70",
                "go movetime 70",
            ),
        ] {
            assert_ne!(limits(wanted), none(), "{wanted}");
            assert_eq!(limits(line), limits(wanted), "{line}");
        }
    }

    #[test]
    fn if_every_number_is_zero_there_is_no_time() {
        for line in [
            "go depth 0",
            "go nodes 0",
            "go movetime 0",
            "go mate 0",
            "go perft 0",
            "go movestogo 0",
            "go winc 0 binc 0",
            "go depth 0 nodes 0 movetime 0 mate 0 perft 0",
            "go depth 0 searchmoves 4",
            "go depth 0 searchmoves 9",
            "go movetime 0 ponder",
            // An increment or a number of moves is not a limit.
            "go winc 50 depth 0",
            "go movestogo 9 depth 0",
        ] {
            assert_eq!(limits(line), no_time(), "{line}");
        }
        for line in [
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 ponder",
            "go wtime 0 btime 0 depth 0 nodes 0 movetime 0 mate 0 perft 0 movestogo 0",
        ] {
            assert_eq!(limits(line), clock(0, 0, None), "{line}");
        }
    }

    #[test]
    fn a_clock_of_the_mover_at_zero_is_spent() {
        for line in [
            "go wtime 0 btime 800",
            "go wtime 0",
            "go wtime 0 btime 800 ponder",
            "go wtime -5 btime 0",
            "go wtime -5 btime 800",
        ] {
            assert_eq!(limits(line), clock(0, 0, None), "{line}");
        }
        for line in [
            "go wtime 0 btime 800 depth 7",
            "go wtime 0 depth 7",
            "go wtime -5 btime 0 depth 7",
            "go wtime 0 btime -5 depth 7",
        ] {
            let mut spent = clock(0, 0, None);
            spent.search.depth = Some(7);
            assert_eq!(limits(line), spent, "{line}");
        }
        // The other player's clock does not matter.
        assert_eq!(limits("go wtime 900 btime 0"), clock(900, 0, None));
    }

    #[test]
    fn times_zeros_and_unreadable_limits_do_not_limit_infinite() {
        for line in [
            "go infinite",
            "go infinite wtime 20 btime 20",
            "go infinite wtime -5 movestogo 1",
            "go infinite movetime 100",
            "go infinite movetime -5",
            "go infinite ponder p1time 20 p2time 20 p1inc 1 p2inc 1",
            "go infinite depth 0 nodes 0 movetime 0 mate 0 perft 0 movestogo 0",
            "go infinite wtime 0 btime 0 winc 0 binc 0",
            "go infinite wtime 0 btime 800",
            "go infinite btime 0",
            "go infinite ponder depth 0",
            "go infinite soon",
        ] {
            assert_eq!(limits(line), none(), "{line}");
        }
        assert_eq!(limits("go infinite depth 7"), limits("go depth 7"));
        assert_eq!(
            limits("go infinite nodes 7 movetime 9"),
            limits("go nodes 7")
        );
    }

    #[test]
    fn without_a_readable_limit_an_unreadable_one_gives_one_second() {
        for line in [
            "go movetime soon",
            "go movetime",
            "go movetime 1e3",
            "go movetme 100",
            "go 5",
            "go soon searchmoves 4",
            "go depth soon nodes many",
            "go soon ponder",
            "go wtime soon winc 50",
            // Zeros come from a template.
            "go depth 0 movetime soon",
            "go wtime 0 btime 0 movetime soon",
        ] {
            assert_eq!(limits(line), one_second(), "{line}");
        }
        for (line, wanted) in [
            ("go depth 7 movetime soon", "go depth 7"),
            ("go fast 5 depth 7", "go depth 7"),
            ("go wtime 900 btime soon", "go wtime 900"),
            ("go wtime 0 btime soon", "go wtime 0"),
            ("go wtime 0 btime 800 soon", "go wtime 0"),
            ("go wtime soon btime 800", "go btime 800"),
            ("go perft 7 soon", "go perft 7"),
        ] {
            assert_eq!(limits(line), limits(wanted), "{line}");
        }
    }

    #[test]
    fn without_a_limit_the_search_runs_to_its_end() {
        for line in [
            "go",
            "go ponder",
            "go searchmoves 4",
            "go searchmoves 9 d8",
            "go winc 50 movestogo 9",
        ] {
            assert_eq!(limits(line), none(), "{line}");
        }
    }

    #[test]
    fn the_clock_of_the_opponent_is_used_if_it_is_the_only_one() {
        let second = Position::EMPTY.play(crate::game::Column::ALL[3]);
        let of_second = |line| SearchLimits::of(&args(line), &second);
        let theirs = opponents_clock(800, 8, Some(9));
        let line = "go btime 800 binc 8 winc 5 movestogo 9";
        assert_eq!(limits(line), theirs);
        assert_eq!(theirs.own_clock(), None);
        assert_eq!(limits("go btime 0"), opponents_clock(0, 0, None));
        assert_eq!(limits("go btime -5"), opponents_clock(0, 0, None));
        let ours = of_second(line);
        let reading = ours.clock.expect("a clock");
        assert_eq!(ours.own_clock(), Some(reading));
        let alone = of_second("go wtime 800 winc 8 binc 5 movestogo 9").clock;
        assert_eq!(alone, Some(reading), "for the other player, too");
        let both = of_second("go wtime 100 btime 800 binc 8 movestogo 9");
        assert_eq!(both.own_clock(), Some(reading));
    }

    #[test]
    fn a_number_outside_its_range_becomes_the_nearest_in_it() {
        let absurd = "9".repeat(400);
        let most = limits(&format!(
            "go depth {absurd} nodes {absurd} mate {absurd} perft {absurd} movetime {absurd} \
             wtime {absurd} winc {absurd} movestogo {absurd}"
        ));
        let year = 365 * 24 * 60 * 60 * 1000;
        let wanted = SearchLimits {
            search: Limits {
                depth: Some(42),
                nodes: Some(i64::MAX.unsigned_abs()),
                mate: Some(21),
                timed: false,
            },
            perft: Some(42),
            move_time: Some(ms(year)),
            ..clock(year, year, Some(u32::MAX))
        };
        assert_eq!(most, wanted);
        let least = limits("go depth -5 nodes -5 mate -5 perft -5 movetime -5 wtime -5 winc -5");
        let wanted = SearchLimits {
            search: Limits {
                depth: Some(1),
                nodes: Some(1),
                mate: Some(1),
                timed: false,
            },
            perft: Some(1),
            move_time: Some(ms(0)),
            ..clock(0, 0, None)
        };
        assert_eq!(least, wanted);
        assert_eq!(limits("go wtime 9 movestogo -5"), clock(9, 0, Some(1)));
    }
}
