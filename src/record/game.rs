//! One annotated game as programs read it: a JSON object on one line.

use std::time::Duration;

use serde::Serialize;

use super::Subject;
use crate::annotate::{Annotated, Annotation, Mark};
use crate::game::{Column, Game, GameResult, Mode, Outcome, Position, Score, Side, fen, notation};
use crate::solver::Bounds;

/// A game with each of its moves judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameRecord<'a> {
    /// The game as it was given.
    pub input: &'a str,
    /// What the giver calls it.
    pub label: Option<&'a str>,
    /// Where it begins, as a FEN.
    pub start: String,
    /// What was played, as packed columns.
    pub moves: String,
    /// `first` or `second` has won, or `draw`; none while the game goes on.
    pub result: Option<&'static str>,
    /// Moves that changed the outcome.
    pub blunders: usize,
    /// Moves that won later or lost sooner than need be.
    pub inaccuracies: usize,
    /// The moves; only the last ones when the work was stopped.
    pub annotations: Vec<MoveRecord>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken, in microseconds.
    pub time_us: u64,
}

/// A judged move; values are those of the side that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveRecord {
    /// Which of the game's moves it is, the first being 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// What was played, `1..=7`.
    pub column: u8,
    /// The best score that could be had; not in weak mode.
    pub before: Option<Score>,
    /// The score that the move got; not in weak mode.
    pub after: Option<Score>,
    /// The best outcome that could be had.
    pub outcome_before: Option<Outcome>,
    /// The outcome that the move got.
    pub outcome_after: Option<Outcome>,
    /// Plies to the end of the game from before the move, with the best move.
    pub plies_before: Option<u8>,
    /// The same with the move that was played.
    pub plies_after: Option<u8>,
    /// Every best column.
    pub best: Vec<u8>,
    /// `??`, `?` or `?!`.
    pub mark: Option<&'static str>,
}

impl GameRecord<'_> {
    /// The record of a game.
    #[must_use]
    pub fn annotated<'a>(
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
        // Weak mode proves no score. Where one is exact all the same, that is luck.
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
