//! The record of an annotated game: a JSON object on one line.

use std::time::Duration;

use serde::Serialize;

use super::Subject;
use crate::annotate::{Annotated, Annotation, Mark};
use crate::game::{Column, Game, GameResult, Mode, Outcome, Position, Score, Side, fen, notation};
use crate::solver::Bounds;

/// The record of an annotated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GameRecord<'a> {
    /// The game as it was given.
    pub(crate) input: &'a str,
    /// The label that was given with it.
    pub(crate) label: Option<&'a str>,
    /// The position from which it begins, as a FEN.
    pub(crate) start: String,
    /// The moves, as packed columns.
    pub(crate) moves: String,
    /// `first` or `second`, whoever has won, or `draw`; `None` while the game goes on.
    pub(crate) result: Option<&'static str>,
    /// How many moves changed the outcome.
    pub(crate) blunders: usize,
    /// How many moves won later or lost sooner than the best move, with the same outcome.
    pub(crate) inaccuracies: usize,
    /// The moves; only the last ones if the work was stopped.
    pub(crate) annotations: Vec<MoveRecord>,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Time taken, in microseconds.
    pub(crate) time_us: u64,
}

/// The record of one move. Values are those of the side that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct MoveRecord {
    /// The move's number in the game, counted from 1.
    pub(crate) ply: usize,
    /// The side that made it.
    pub(crate) side: Side,
    /// The column that was played, `1..=7`.
    pub(crate) column: u8,
    /// The score of the best move; `None` in weak mode.
    pub(crate) before: Option<Score>,
    /// The score of the move; `None` in weak mode.
    pub(crate) after: Option<Score>,
    /// The outcome of the best move.
    pub(crate) outcome_before: Option<Outcome>,
    /// The outcome of the move.
    pub(crate) outcome_after: Option<Outcome>,
    /// Plies from before the move to the end of the game, with the best move.
    pub(crate) plies_before: Option<u8>,
    /// Plies from before the move to the end of the game, with the move that was played.
    pub(crate) plies_after: Option<u8>,
    /// Every best column.
    pub(crate) best: Vec<u8>,
    /// `??`, `?` or `?!`.
    pub(crate) mark: Option<&'static str>,
}

impl GameRecord<'_> {
    /// The record of a game.
    #[must_use]
    pub(crate) fn annotated<'a>(
        subject: &Subject<'a, Game>,
        mode: Mode,
        annotated: &Annotated,
        time: Duration,
    ) -> GameRecord<'a> {
        let Subject {
            input,
            label,
            meaning: game,
        } = *subject;
        let first = game.moves().len() - annotated.annotations.len() + 1;
        let moves = || annotated.annotations.iter();
        let marked = |wanted: fn(Mark) -> bool| {
            moves()
                .filter(|annotation| annotation.mark.is_some_and(wanted))
                .count()
        };
        GameRecord {
            input,
            label,
            start: fen::write(game.start()),
            moves: notation::packed(game.moves()),
            result: result(game.position()),
            blunders: marked(Mark::is_blunder),
            inaccuracies: marked(|mark| mark == Mark::Inaccuracy),
            annotations: (first..)
                .zip(moves())
                .map(|(ply, annotation)| MoveRecord::new(ply, annotation, mode))
                .collect(),
            nodes: annotated.nodes,
            time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

fn result(end: &Position) -> Option<&'static str> {
    end.result().map(|result| match result {
        GameResult::Won(Side::First) => "first",
        GameResult::Won(Side::Second) => "second",
        GameResult::Draw => "draw",
    })
}

impl MoveRecord {
    fn new(ply: usize, annotation: &Annotation, mode: Mode) -> MoveRecord {
        let Annotation {
            position,
            before,
            after,
            ..
        } = annotation;
        // Weak mode proves no score; if one is exact all the same, that is luck.
        let score = |bounds: &Bounds| bounds.exact().filter(|_| mode == Mode::Strong);
        let plies = |bounds| score(bounds).map(|score| score.plies(position.stones()));
        MoveRecord {
            ply,
            side: position.side_to_move(),
            column: annotation.column.number(),
            before: score(before),
            after: score(after),
            outcome_before: before.outcome(),
            outcome_after: after.outcome(),
            plies_before: plies(before),
            plies_after: plies(after),
            best: annotation.best.iter().map(Column::number).collect(),
            mark: annotation.mark.map(Mark::sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::annotate;
    use crate::solver::{Solver, StopFlag};

    #[test]
    fn the_last_moves_of_a_game_keep_their_numbers() {
        let start = notation::replay("2232341145311512135567").expect("a game");
        let game = Game::from(start).with_moves("2444").expect("a game");
        let mut solver = Solver::new(1).expect("a megabyte");
        let stop = StopFlag::default();
        let mut judged = annotate(&mut solver, &game, Mode::Strong, &stop, || ());
        // As a stop leaves it.
        judged.annotations.drain(..3);
        let subject = Subject {
            input: "",
            label: None,
            meaning: &game,
        };
        let record = GameRecord::annotated(&subject, Mode::Strong, &judged, Duration::ZERO);
        let numbers: Vec<usize> = record.annotations.iter().map(|record| record.ply).collect();
        assert_eq!(numbers, [4]);
    }
}
