//! Turns the arguments of a `go` into a task for the solver and a budget of time. Pure.

use std::time::Duration;

use super::limits::SearchLimits;
use super::running::Purpose;
use super::settings::Settings;
use super::time::{Budget, Costs};
use crate::game::{Column, Columns, Game, Mode};
use crate::protocol::{CommandError, GoArgs};
use crate::solver::{Limits, Task};

/// Nodes for a move that has no time: enough to see forced moves, in a fraction of a
/// millisecond.
pub(super) const AT_ONCE_NODES: u64 = 1_000;

/// What a `go` asks of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) task: Task,
    /// How long it may take; `None` if no time limits it, or if nodes do because none is left.
    pub(super) budget: Option<Budget>,
    /// The moves of `searchmoves` that cannot be played.
    pub(super) refused: Vec<CommandError>,
}

impl Plan {
    /// Plans a search from its arguments, what they limit it to, the game and the settings.
    pub(super) fn new(
        purpose: Purpose,
        args: &GoArgs,
        limits: &SearchLimits,
        game: &Game,
        settings: &Settings,
        lag: Duration,
    ) -> Plan {
        let (columns, refused) = columns(args, game);
        let overhead = settings.overhead;
        let budget = budget(limits, Costs { overhead, lag });
        // A search without time is as short as a limit of nodes makes it. A count has no such
        // limit, and who ponders has time until then.
        let is_search = matches!(purpose, Purpose::Play | Purpose::Analyze);
        let no_time = is_search && !args.ponder && budget.as_ref().is_some_and(Budget::is_spent);
        let lines = match purpose {
            Purpose::Analyze => Column::ALL.len(),
            _ => settings.multi_pv,
        };
        let task = Task {
            position: *game.position(),
            columns,
            lines,
            mode: mode(limits, settings),
            complete_line: true,
            limits: Limits {
                nodes: if no_time {
                    Some(limits.nodes.unwrap_or(AT_ONCE_NODES).min(AT_ONCE_NODES))
                } else {
                    limits.nodes
                },
                depth: limits.depth,
                mate: limits.mate,
                timed: budget.is_some(),
            },
        };
        Plan {
            task,
            budget: budget.filter(|_| !no_time),
            refused,
        }
    }
}

/// What the search has to prove: `mate` asks for a distance, which only strong solving gives.
fn mode(limits: &SearchLimits, settings: &Settings) -> Mode {
    if limits.mate.is_some() {
        Mode::Strong
    } else {
        settings.mode
    }
}

/// The columns of `searchmoves` that can be played, or all columns if none can; and why the
/// others cannot.
fn columns(args: &GoArgs, game: &Game) -> (Columns, Vec<CommandError>) {
    if game.position().is_over() {
        return (Columns::ALL, Vec::new());
    }
    let mut refused = Vec::new();
    let mut playable: Vec<Column> = Vec::new();
    for token in &args.search_moves {
        match token.play(&mut game.clone()) {
            Ok(()) => playable.push(token.column),
            Err(error) => refused.push(error.into()),
        }
    }
    let columns = if playable.is_empty() {
        Columns::ALL
    } else {
        playable.into_iter().collect()
    };
    (columns, refused)
}

/// The budget of this search, if a clock or `movetime` limits it.
fn budget(limits: &SearchLimits, costs: Costs) -> Option<Budget> {
    let fixed = limits.move_time.map(|time| Budget::fixed(time, costs));
    let clock = limits.clock.as_ref();
    let shared = clock.map(|clock| Budget::of_clock(clock, costs));
    match (fixed, shared) {
        (Some(fixed), Some(shared)) => Some(fixed.tighter(&shared)),
        (fixed, shared) => fixed.or(shared),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read::Setup;
    use crate::game::{MoveToken, Position};
    use crate::protocol::{Clock, Setting};

    const COSTS: Costs = Costs {
        overhead: Duration::from_millis(10),
        lag: Duration::ZERO,
    };

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn token(number: u8, row: Option<u8>) -> MoveToken {
        MoveToken {
            column: Column::from_number(number).expect("a column"),
            row,
            at: 1,
        }
    }

    fn after(numbers: &[u8]) -> Game {
        let start = Position::EMPTY;
        let moves = numbers.iter().map(|&number| token(number, None)).collect();
        Setup { start, moves }.play().expect("legal moves")
    }

    /// What the arguments of a search of the game limit it to.
    fn limits(args: &GoArgs, game: &Game) -> SearchLimits {
        SearchLimits::of(args, game.position())
    }

    #[test]
    fn each_player_looks_at_its_own_clock() {
        let clock = |time_ms| Clock {
            time_ms: Some(time_ms),
            increment_ms: None,
        };
        let args = GoArgs {
            first: clock(60_000),
            second: clock(0),
            ..GoArgs::default()
        };
        let budget = |game| {
            let limits = limits(&args, &game);
            budget(&limits, COSTS).expect("a clock was given")
        };
        assert!(!budget(after(&[])).is_spent());
        assert!(budget(after(&[4])).is_spent());
    }

    #[test]
    fn the_tighter_of_clock_and_move_time_counts() {
        let mut args = GoArgs {
            move_time_ms: Some(100),
            ..GoArgs::default()
        };
        args.first.time_ms = Some(60_000);
        let budget = |args| budget(&limits(args, &after(&[])), COSTS);
        assert_eq!(budget(&args).expect("limited").hard, ms(90));
        assert_eq!(budget(&GoArgs::default()), None);
    }

    #[test]
    fn a_win_in_so_many_moves_is_proven_with_its_distance() {
        let mut settings = Settings::default();
        settings.set(&Setting::Solve(Mode::Weak));
        let mode = |mate| {
            let args = GoArgs {
                mate,
                ..GoArgs::default()
            };
            mode(&limits(&args, &after(&[])), &settings)
        };
        assert_eq!(mode(None), Mode::Weak);
        assert_eq!(mode(Some(0)), Mode::Weak);
        assert_eq!(mode(Some(3)), Mode::Strong);
    }

    #[test]
    fn search_moves_that_cannot_be_played_are_left_out_and_named() {
        let game = after(&[4, 4, 4, 4, 4, 4]);
        let columns_of = |tokens: &[MoveToken]| {
            let args = GoArgs {
                search_moves: tokens.to_vec(),
                ..GoArgs::default()
            };
            let (columns, refused) = columns(&args, &game);
            (columns.len(), refused.len())
        };
        assert_eq!(columns_of(&[]), (7, 0));
        assert_eq!(columns_of(&[token(1, None), token(4, None)]), (1, 1));
        assert_eq!(columns_of(&[token(4, None)]), (7, 1));
        assert_eq!(columns_of(&[token(1, Some(2)), token(2, Some(1))]), (1, 1));
    }

    #[test]
    fn a_clock_makes_a_timed_search_and_its_increment_and_period_count() {
        let game = after(&[]);
        let settings = Settings::default();
        let plan = |args: &GoArgs| {
            let limits = limits(args, &game);
            Plan::new(Purpose::Play, args, &limits, &game, &settings, ms(0))
        };
        let soft = |args: &GoArgs| plan(args).budget.expect("a clock").soft;
        let mut clocked = GoArgs::default();
        assert!(!plan(&clocked).task.limits.timed);
        clocked.first.time_ms = Some(10_000);
        assert!(plan(&clocked).task.limits.timed);
        let period = GoArgs {
            moves_to_go: Some(1),
            ..clocked.clone()
        };
        assert!(soft(&period) > soft(&clocked));
        let mut increment = clocked.clone();
        increment.first.increment_ms = Some(1_000);
        assert!(soft(&increment) > soft(&clocked));
        let spent = GoArgs {
            move_time_ms: Some(-1),
            nodes: Some(1 << 40),
            ..GoArgs::default()
        };
        assert_eq!(plan(&spent).task.limits.nodes, Some(AT_ONCE_NODES));
    }
}
