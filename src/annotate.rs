//! What every move of a game was worth, exactly, and what it gave away.
//!
//! Knows the game and the solver; no I/O, no clock. Positions are solved from the
//! end of the game backwards over one table: what is proven of the late ones is
//! there when the early ones are solved, which cost most.

use crate::game::{Column, Columns, Position};
use crate::solver::{Bounds, Mode, Solver, StopFlag};

/// A move of a game, judged. Values are those of the side that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotation {
    /// Where it was played.
    pub position: Position,
    /// What was played.
    pub column: Column,
    /// The most that could be had.
    pub before: Bounds,
    /// What the move got.
    pub after: Bounds,
    /// Every column that gets the most.
    pub best: Columns,
    /// What is wrong with the move, if anything.
    pub mark: Option<Mark>,
}

/// How bad a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Wins later or loses sooner than need be: `?!`.
    Inaccuracy,
    /// Turns a win into a draw or a draw into a loss: `?`.
    Blunder,
    /// Turns a win into a loss: `??`.
    DoubleBlunder,
}

impl Mark {
    /// Judges a move by the most that could be had and by what it got.
    #[must_use]
    pub fn of(before: Bounds, after: Bounds, mode: Mode) -> Option<Mark> {
        let class = |bounds: Bounds| bounds.lower.outcome() as i8;
        match class(before) - class(after) {
            2.. => Some(Mark::DoubleBlunder),
            1 => Some(Mark::Blunder),
            // In weak mode the distance is chance.
            _ if mode == Mode::Strong && before != after => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Whether the outcome changed.
    #[must_use]
    pub fn is_blunder(self) -> bool {
        self >= Mark::Blunder
    }

    /// The mark as it is written behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Blunder => "?",
            Mark::DoubleBlunder => "??",
        }
    }
}

/// The moves of a game, judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotated {
    /// All moves in order; when `stop` was set, the last ones only.
    pub annotations: Vec<Annotation>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Judges every move of a game, each of which must be legal; calls `advance`
/// after each, from the last to the first.
pub fn annotate(
    solver: &mut Solver,
    (start, moves): (&Position, &[Column]),
    mode: Mode,
    stop: &StopFlag,
    mut advance: impl FnMut(),
) -> Annotated {
    let mut annotated = Annotated::default();
    if moves.is_empty() {
        return annotated;
    }
    let positions: Vec<Position> = moves
        .iter()
        .scan(*start, |next, &column| {
            let position = *next;
            *next = position.play(column);
            Some(position)
        })
        .collect();
    let end = moves
        .iter()
        .fold(*start, |position, &column| position.play(column));
    // The value of the position behind the move at hand, for the side to move there.
    let mut next = Bounds::of_finished(&end);
    if !end.is_over() {
        let solution = solver.solve(&end, mode, stop);
        annotated.nodes += solution.nodes;
        if !solution.bounds.settled(mode) {
            return annotated;
        }
        next = solution.bounds;
    }
    for (position, &column) in positions.into_iter().zip(moves).rev() {
        let Some(best) = solver.best(&position, mode, stop) else {
            break;
        };
        let after = -next;
        annotated.nodes += best.nodes;
        annotated.annotations.push(Annotation {
            position,
            column,
            before: best.bounds,
            after,
            best: best.columns,
            mark: Mark::of(best.bounds, after, mode),
        });
        next = best.bounds;
        advance();
    }
    annotated.annotations.reverse();
    annotated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Score, notation};
    use crate::solver::{Query, Scores};

    #[test]
    fn a_mark_tells_what_a_move_gave_away() {
        let exactly = |score| Bounds::exactly(Score::new(score).expect("in range"));
        for (before, after, strong, weak) in [
            (4, 4, None, None),
            (4, 3, Some("?!"), None),
            (-3, -4, Some("?!"), None),
            (1, 0, Some("?"), Some("?")),
            (0, -1, Some("?"), Some("?")),
            (18, -18, Some("??"), Some("??")),
            (1, -1, Some("??"), Some("??")),
            (0, 0, None, None),
            (-18, -18, None, None),
        ] {
            for (mode, wanted) in [(Mode::Strong, strong), (Mode::Weak, weak)] {
                let mark = Mark::of(exactly(before), exactly(after), mode);
                assert_eq!(mark.map(Mark::sign), wanted, "{before} {after} {mode:?}");
                let blunder = before.signum() != after.signum();
                assert_eq!(mark.is_some_and(Mark::is_blunder), blunder);
            }
        }
    }

    #[test]
    fn in_weak_mode_a_wider_bound_of_the_same_outcome_is_no_mistake() {
        let win = |lower, upper| Bounds {
            lower: Score::new(lower).expect("in range"),
            upper: Score::new(upper).expect("in range"),
        };
        assert_eq!(Mark::of(win(3, 18), win(1, 18), Mode::Weak), None);
    }

    /// Each move against the exact values of all columns.
    #[test]
    fn a_move_is_worth_what_its_column_is() {
        let game = notation::columns("2252576253462244111563365343671351441").expect("columns");
        let late = game.len() - 17;
        let start = game[..late]
            .iter()
            .fold(Position::EMPTY, |position, &column| position.play(column));
        let stop = StopFlag::default();
        let mut solver = Solver::new(1).expect("a megabyte");
        let mut calls = 0;
        let judged = annotate(
            &mut solver,
            (&start, &game[late..]),
            Mode::Strong,
            &stop,
            || calls += 1,
        );
        assert_eq!((calls, judged.annotations.len()), (17, 17));
        let query = Query {
            mode: Mode::Strong,
            scores: Scores::All,
            line: false,
        };
        for annotation in &judged.annotations {
            let answer = solver.answer(&annotation.position, query, &stop);
            let answer = answer.expect("nobody stops it");
            let column = answer.columns[annotation.column.index()];
            assert_eq!(Some(annotation.after), column);
            assert_eq!(annotation.before, answer.bounds);
            let equal = annotation
                .position
                .legal_columns()
                .iter()
                .filter(|column| answer.columns[column.index()] == Some(answer.bounds));
            assert_eq!(annotation.best, equal.collect());
        }
    }

    #[test]
    fn a_stopped_annotation_holds_no_guess() {
        let moves = notation::columns("4444").expect("columns");
        let stop = StopFlag::default();
        stop.stop();
        let mut solver = Solver::new(1).expect("a megabyte");
        let game = (&Position::EMPTY, &moves[..]);
        let judged = annotate(&mut solver, game, Mode::Strong, &stop, || ());
        assert_eq!(judged.annotations, []);
    }

    /// The win that was missed is seen at a glance, what came of it is not.
    #[test]
    fn without_the_value_of_its_end_no_move_of_a_game_is_judged() {
        let start = notation::replay("112233").expect("a game");
        let moves = notation::columns("7").expect("columns");
        let stop = StopFlag::default();
        stop.stop();
        let mut solver = Solver::new(1).expect("a megabyte");
        assert!(solver.best(&start, Mode::Strong, &stop).is_some());
        let judged = annotate(&mut solver, (&start, &moves), Mode::Strong, &stop, || ());
        assert_eq!(judged.annotations, []);
    }

    #[test]
    fn a_game_whose_judgement_is_stopped_keeps_that_of_its_last_moves() {
        let moves = notation::columns("2232341145311512135567").expect("columns");
        let (before, judged) = moves.split_at(10);
        let start = before
            .iter()
            .fold(Position::EMPTY, |position, &column| position.play(column));
        let stop = StopFlag::default();
        let solver = || Solver::new(1).expect("a megabyte");
        let judge = |stop: &StopFlag, advance: &mut dyn FnMut()| {
            annotate(&mut solver(), (&start, judged), Mode::Strong, stop, advance)
        };
        let whole = judge(&StopFlag::default(), &mut || ());
        assert_eq!(whole.annotations.len(), 12);
        let mut count = 0;
        let part = judge(&stop, &mut || {
            count += 1;
            if count == 6 {
                stop.stop();
            }
        });
        // A search hears of it only after a while.
        assert!((6..12).contains(&part.annotations.len()));
        assert!(whole.annotations.ends_with(&part.annotations));
    }

    #[test]
    fn nodes_are_counted() {
        let start = notation::replay("4444422").expect("a game");
        let moves = notation::columns("2").expect("columns");
        let stop = StopFlag::default();
        let solver = || Solver::new(1).expect("a megabyte");
        let alone = solver().solve(&start.play(moves[0]), Mode::Strong, &stop);
        let game = (&start, &moves[..]);
        let judged = annotate(&mut solver(), game, Mode::Strong, &stop, || ());
        assert!(judged.nodes > alone.nodes);
    }
}
