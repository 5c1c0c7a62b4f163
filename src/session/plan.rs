//! Turns the arguments of a `go` into a task for the solver and a budget of time. Pure.

use std::time::Duration;

use super::deadline::AT_ONCE_NODES;
use super::running::Purpose;
use super::settings::Settings;
use super::time::{Budget, ClockReading};
use crate::game::{Column, Columns, Game, Mode, Side};
use crate::protocol::{CommandError, GoArgs};
use crate::solver::{Limits, Task};

/// What a `go` asks of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) task: Task,
    pub(super) budget: Option<Budget>,
    /// The moves of `searchmoves` that cannot be played.
    pub(super) refused: Vec<CommandError>,
}

impl Plan {
    /// Plans a search from its arguments, the game and the settings.
    pub(super) fn new(
        purpose: Purpose,
        args: &GoArgs,
        game: &Game,
        settings: &Settings,
        lag: Duration,
    ) -> Plan {
        let (columns, refused) = columns(args, game);
        let budget = budget(args, game, settings.overhead, lag);
        let no_time = budget.as_ref().is_some_and(Budget::is_spent);
        let lines = match purpose {
            Purpose::Analyze => Column::ALL.len(),
            _ => settings.multi_pv,
        };
        let task = Task {
            position: *game.position(),
            columns,
            lines,
            mode: mode(args, settings),
            complete_lines: lines,
            limits: Limits {
                nodes: if no_time && !args.ponder {
                    Some(args.nodes.unwrap_or(AT_ONCE_NODES).min(AT_ONCE_NODES))
                } else {
                    args.nodes
                },
                depth: args.depth,
                mate: args.mate,
                timed: budget.is_some(),
            },
        };
        Plan {
            task,
            budget,
            refused,
        }
    }
}

/// What the search has to prove: `mate` asks for a distance, which only strong solving gives.
fn mode(args: &GoArgs, settings: &Settings) -> Mode {
    if args.mate.is_some() {
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

/// The clock of the side to move, if it has one.
pub(super) fn clock_reading(args: &GoArgs, game: &Game) -> Option<ClockReading> {
    let position = game.position();
    let clock = match position.side_to_move() {
        Side::First => args.first,
        Side::Second => args.second,
    };
    clock.time.map(|remaining| ClockReading {
        position: *position,
        remaining,
        increment: clock.increment.unwrap_or_default(),
        moves_to_go: args.moves_to_go,
    })
}

/// The budget of this search, if a clock or `movetime` limits it.
fn budget(args: &GoArgs, game: &Game, overhead: Duration, lag: Duration) -> Option<Budget> {
    let fixed = args.move_time.map(|time| Budget::fixed(time, overhead));
    let shared = clock_reading(args, game).map(|clock| Budget::of_clock(&clock, overhead, lag));
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

    const OVERHEAD: Duration = Duration::from_millis(10);

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

    #[test]
    fn each_player_looks_at_its_own_clock() {
        let clock = |time| Clock {
            time: Some(ms(time)),
            increment: None,
        };
        let args = GoArgs {
            first: clock(60_000),
            second: clock(0),
            ..GoArgs::default()
        };
        let first = budget(&args, &after(&[]), OVERHEAD, ms(0)).expect("a clock was given");
        assert!(!first.is_spent());
        let second = budget(&args, &after(&[4]), OVERHEAD, ms(0)).expect("a clock was given");
        assert!(second.is_spent());
    }

    #[test]
    fn the_tighter_of_clock_and_move_time_counts() {
        let mut args = GoArgs {
            move_time: Some(ms(100)),
            ..GoArgs::default()
        };
        args.first.time = Some(ms(60_000));
        let both = budget(&args, &after(&[]), OVERHEAD, ms(0)).expect("limited");
        assert_eq!(both.hard, ms(90));
        assert_eq!(
            budget(&GoArgs::default(), &after(&[]), OVERHEAD, ms(0)),
            None
        );
    }

    #[test]
    fn a_win_in_so_many_moves_is_proven_with_its_distance() {
        let mut settings = Settings::default();
        settings.set(&Setting::Solve(Mode::Weak));
        let plain = GoArgs::default();
        let within = GoArgs {
            mate: Some(3),
            ..GoArgs::default()
        };
        assert_eq!(mode(&plain, &settings), Mode::Weak);
        assert_eq!(mode(&within, &settings), Mode::Strong);
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
        let plan = |args: &GoArgs| Plan::new(Purpose::Play, args, &game, &settings, ms(0));
        let soft = |args: &GoArgs| plan(args).budget.expect("a clock").soft;
        let mut clocked = GoArgs::default();
        assert!(!plan(&clocked).task.limits.timed);
        clocked.first.time = Some(ms(10_000));
        assert!(plan(&clocked).task.limits.timed);
        let period = GoArgs {
            moves_to_go: Some(1),
            ..clocked.clone()
        };
        assert!(soft(&period) > soft(&clocked));
        let mut increment = clocked.clone();
        increment.first.increment = Some(ms(1_000));
        assert!(soft(&increment) > soft(&clocked));
        let spent = GoArgs {
            move_time: Some(ms(0)),
            nodes: Some(1 << 40),
            ..GoArgs::default()
        };
        assert_eq!(plan(&spent).task.limits.nodes, Some(AT_ONCE_NODES));
    }
}
