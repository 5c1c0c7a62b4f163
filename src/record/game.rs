//! The record of an annotated game: a JSON object on one line.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::annotate::{Annotated, Annotation, Mark};
use crate::game::{Column, Game, GameResult, Mode, Outcome, Position, Score, Side, fen, notation};
use crate::solver::Bounds;

/// Tags of PGN: names and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tags<'a>(pub(crate) &'a [(String, String)]);

/// A game with what gave it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GivenGame<'a> {
    /// The text as it was given; `None` if it was PGN.
    pub(crate) input: Option<&'a str>,
    /// The label that was given with it.
    pub(crate) label: Option<&'a str>,
    /// Its number in the input, counted from 1; `None` if it was not one of many.
    pub(crate) number: Option<usize>,
    /// Its tags, if it was PGN.
    pub(crate) tags: Option<Tags<'a>>,
    /// The game that the text means.
    pub(crate) game: &'a Game,
}

/// The record of what is no game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct BadGame<'a> {
    /// The text in place of a game; `None` in PGN.
    pub(crate) input: Option<&'a str>,
    /// The label that was given with it.
    pub(crate) label: Option<&'a str>,
    /// Its number in the input, counted from 1.
    pub(crate) game: usize,
    /// The line of the fault, counted from 1.
    pub(crate) line: usize,
    /// The character of the line at which the fault is, counted from 1.
    pub(crate) char: usize,
    /// What is wrong there.
    pub(crate) error: String,
}

/// The record of an annotated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GameRecord<'a> {
    /// The game as it was given; `None` if it was PGN.
    pub(crate) input: Option<&'a str>,
    /// The label that was given with it.
    pub(crate) label: Option<&'a str>,
    /// Its number in the input, counted from 1; `None` if it was not one of many.
    pub(crate) game: Option<usize>,
    /// Its tags in the order of the file, if it was PGN.
    pub(crate) tags: Option<Tags<'a>>,
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
        given: &GivenGame<'a>,
        mode: Mode,
        annotated: &Annotated,
        time: Duration,
    ) -> GameRecord<'a> {
        let GivenGame {
            input,
            label,
            number,
            tags,
            game,
        } = *given;
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
            game: number,
            tags,
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

/// An object with a field for each tag.
impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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
        let given = GivenGame {
            input: None,
            label: None,
            number: None,
            tags: None,
            game: &game,
        };
        let record = GameRecord::annotated(&given, Mode::Strong, &judged, Duration::ZERO);
        let numbers: Vec<usize> = record.annotations.iter().map(|record| record.ply).collect();
        assert_eq!(numbers, [4]);
    }
}
