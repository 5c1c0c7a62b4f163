//! Annotated games: the exact value of every move, and a mark for every bad move.
//!
//! The positions are solved from the last to the first with one table. The early positions take
//! longest, and by then the table has the bounds of the later ones.
//!
//! The module uses no I/O and no clock.

use std::fmt;

use crate::game::{Column, Columns, Game, Mode, Position};
use crate::review::reason::Why;
use crate::solver::{AnalysisOptions, Bounds, Scores, Solver, StopFlag};

/// A move of a game and its value, for the side that made the move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Annotation {
    /// The number of the move in the game, counted from 1.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The column that was played.
    pub column: Column,
    /// The value of the position before the move, which is the value of the best move.
    pub before: Bounds,
    /// The value of the move.
    pub after: Bounds,
    /// All best columns.
    pub best: Columns,
    /// The mark of the move, if it is a bad one.
    pub mark: Option<Mark>,
    /// What the move gave away, once [`Explainer::explain`] has found it.
    ///
    /// [`Explainer::explain`]: crate::review::why::Explainer::explain
    pub why: Option<Why>,
}

/// The mark of a bad move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Mark {
    /// The move wins later or loses sooner than the best move: `?!`.
    #[cfg_attr(feature = "serde", serde(rename = "?!"))]
    Inaccuracy,
    /// The move turns a win into a draw or a draw into a loss: `?`.
    #[cfg_attr(feature = "serde", serde(rename = "?"))]
    Blunder,
    /// The move turns a win into a loss: `??`.
    #[cfg_attr(feature = "serde", serde(rename = "??"))]
    DoubleBlunder,
}

impl Mark {
    /// Returns the mark of a move. `before` is the value of the position before the move, and
    /// `after` the value of the move.
    #[must_use]
    pub fn of(before: Bounds, after: Bounds, mode: Mode) -> Option<Mark> {
        let class = |bounds: Bounds| bounds.lower.outcome() as i8;
        match class(before) - class(after) {
            2.. => Some(Mark::DoubleBlunder),
            1 => Some(Mark::Blunder),
            // Weak mode does not prove the distance to the end of the game.
            _ if mode == Mode::Strong && before != after => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Whether the move changed the outcome.
    #[must_use]
    pub fn is_blunder(self) -> bool {
        self >= Mark::Blunder
    }

    /// Returns the sign that is written after the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Blunder => "?",
            Mark::DoubleBlunder => "??",
        }
    }

    /// Returns the numeric annotation glyph of the mark in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Blunder => 2,
            Mark::DoubleBlunder => 4,
        }
    }
}

/// The annotations of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Annotated {
    /// One annotation per move, in order; only those of the last moves if `stop` was set.
    pub annotations: Vec<Annotation>,
    /// The number of nodes visited.
    pub nodes: u64,
}

/// Prints the sign.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sign())
    }
}

/// Annotates every move of a game. The [front page](crate) has an example.
pub fn annotate(solver: &mut Solver, game: &Game, mode: Mode) -> Annotated {
    annotate_until(solver, game, mode, &StopFlag::default(), || ())
}

/// Annotates every move of a game, from the last to the first, until `stop` is set. Calls `advance`
/// after each move.
pub fn annotate_until(
    solver: &mut Solver,
    game: &Game,
    mode: Mode,
    stop: &StopFlag,
    mut advance: impl FnMut(),
) -> Annotated {
    let mut annotated = Annotated::default();
    if game.moves().is_empty() {
        return annotated;
    }
    let end = solver.solve_until(game.position(), mode, stop);
    annotated.nodes += end.nodes;
    if !end.bounds.is_solved(mode) {
        return annotated;
    }
    // The value of the position after the current move, for the side to move there.
    let mut next = end.bounds;
    let options = AnalysisOptions {
        mode,
        scores: Scores::Ties,
        line: false,
    };
    let moves = (1..).zip(game.moves()).zip(game.positions());
    for ((ply, &column), position) in moves.collect::<Vec<_>>().into_iter().rev() {
        let Ok(found) = solver.analyze_until(&position, options, stop) else {
            break;
        };
        let after = -next;
        annotated.nodes += found.nodes;
        annotated.annotations.push(Annotation {
            ply,
            position,
            column,
            before: found.bounds,
            after,
            best: found.ties,
            mark: Mark::of(found.bounds, after, mode),
            why: None,
        });
        next = found.bounds;
        advance();
    }
    annotated.annotations.reverse();
    annotated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Score, replay};

    fn game(before: &str, moves: &str) -> Game {
        let start = replay(before).expect("a game");
        Game::from(start).with_moves(moves).expect("a game")
    }

    #[test]
    fn the_mark_follows_from_the_values_before_and_after_a_move() {
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
        // A wider bound of the same outcome is not a mistake.
        let [wider, narrower] = [1, 3].map(Bounds::at_least);
        assert_eq!(Mark::of(narrower, wider, Mode::Weak), None);
    }

    #[test]
    fn a_stopped_annotation_has_no_unproven_values() {
        let stop = StopFlag::default();
        stop.stop();
        // The score of the missed win in the second game needs no search, but that of the last
        // position does.
        for game in [game("", "4444"), game("112233", "7")] {
            let mut solver = Solver::without_book(1).expect("a megabyte");
            let annotated = annotate_until(&mut solver, &game, Mode::Strong, &stop, || ());
            assert_eq!(annotated.annotations, []);
        }
    }

    #[test]
    fn a_stopped_annotation_has_the_last_moves() {
        let game = game("2232341145", "311512135567");
        let stop = StopFlag::default();
        let solver = || Solver::without_book(1).expect("a megabyte");
        let run = |stop: &StopFlag, advance: &mut dyn FnMut()| {
            annotate_until(&mut solver(), &game, Mode::Strong, stop, advance)
        };
        let whole = run(&StopFlag::default(), &mut || ());
        assert_eq!(whole.annotations.len(), 12);
        let mut count = 0;
        let part = run(&stop, &mut || {
            count += 1;
            if count == 6 {
                stop.stop();
            }
        });
        // A search does not check the flag at every node.
        assert!((6..12).contains(&part.annotations.len()));
        assert!(whole.annotations.ends_with(&part.annotations) && whole.nodes > part.nodes);
    }
}
