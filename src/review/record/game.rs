//! The record of an annotated game: a JSON object on one line.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::Given;
use crate::game::{Column, Columns, Game, GameResult, Mode, Outcome, Score, Side};
use crate::review::annotate::{Annotated, Annotation, Mark};
use crate::review::why::Why;
use crate::solver::Bounds;

/// Tags of PGN, as names and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tags<'a>(pub(crate) &'a [(String, String)]);

/// A game, and its text in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct GivenGame<'a> {
    /// The text of the game.
    #[serde(flatten)]
    pub(crate) text: Given<'a>,
    /// The number of the game in the input, counted from 1; `None` if the input is a single game.
    #[serde(rename = "game")]
    pub(crate) number: Option<usize>,
    /// The tags in the order of the file, if it was PGN.
    pub(crate) tags: Option<Tags<'a>>,
    /// The game that the text describes: its start and its moves.
    #[serde(flatten)]
    pub(crate) game: &'a Game,
}

/// The record of an annotated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GameRecord<'a> {
    /// The game in the input.
    #[serde(flatten)]
    pub(crate) given: GivenGame<'a>,
    /// The winner, or `draw`; `None` if the game is not over.
    pub(crate) result: Option<GameResult>,
    /// The number of moves that changed the outcome.
    pub(crate) blunders: usize,
    /// The number of moves that won later or lost sooner than the best move.
    pub(crate) inaccuracies: usize,
    /// The annotated moves: all, or only the last ones if the work was stopped.
    pub(crate) annotations: Vec<MoveRecord>,
    /// The number of nodes visited.
    pub(crate) nodes: u64,
    /// The time taken, in microseconds.
    pub(crate) time_us: u64,
}

/// The record of one move. Values are for the side that made the move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct MoveRecord {
    /// The number of the move in the game, counted from 1.
    pub(crate) ply: usize,
    /// The side that made the move.
    pub(crate) side: Side,
    /// The column that was played.
    pub(crate) column: Column,
    /// The score of the best move; `None` in weak mode.
    pub(crate) before: Option<Score>,
    /// The score of the move; `None` in weak mode.
    pub(crate) after: Option<Score>,
    /// The outcome of the best move.
    pub(crate) outcome_before: Option<Outcome>,
    /// The outcome of the move.
    pub(crate) outcome_after: Option<Outcome>,
    /// The number of plies from the position before the move to the end of the game, with the
    /// best move.
    pub(crate) plies_before: Option<u8>,
    /// The number of plies from the position before the move to the end of the game, with the
    /// move that was played.
    pub(crate) plies_after: Option<u8>,
    /// All best columns.
    pub(crate) best: Columns,
    /// The mark of a bad move: `??`, `?` or `?!`.
    pub(crate) mark: Option<Mark>,
    /// What the move gave away, if the caller asked for it and the move has a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<Why>,
}

impl GameRecord<'_> {
    /// The fields in a table, whose rows are moves, or texts that are not games.
    pub(crate) const FIELDS: &'static str = "\
        input,label,game,start,moves,result,ply,side,column,before,after,outcome_before,\
        outcome_after,plies_before,plies_after,best,mark,why,line,char,error";

    /// Creates the record of a game.
    #[must_use]
    pub(crate) fn annotated<'a>(
        given: &GivenGame<'a>,
        mode: Mode,
        annotated: &Annotated,
        time: Duration,
    ) -> GameRecord<'a> {
        let game = given.game;
        let moves = || annotated.annotations.iter();
        let marked = |wanted: fn(Mark) -> bool| {
            moves()
                .filter(|annotation| annotation.mark.is_some_and(wanted))
                .count()
        };
        GameRecord {
            given: *given,
            result: game.position().result(),
            blunders: marked(Mark::is_blunder),
            inaccuracies: marked(|mark| mark == Mark::Inaccuracy),
            annotations: moves()
                .map(|played| MoveRecord::new(played, mode))
                .collect(),
            nodes: annotated.nodes,
            time_us: super::microseconds(time),
        }
    }
}

/// Serializes tags as an object with a field for each tag.
impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl MoveRecord {
    fn new(annotation: &Annotation, mode: Mode) -> MoveRecord {
        let &Annotation {
            ply,
            position,
            column,
            before,
            after,
            best,
            mark,
            ref why,
        } = annotation;
        // In weak mode, a score may be exact by chance; it is never reported.
        let score = |bounds: Bounds| bounds.exact().filter(|_| mode == Mode::Strong);
        let plies = |bounds| score(bounds).map(|score| score.plies(position.stones()));
        MoveRecord {
            ply,
            side: position.side_to_move(),
            column,
            before: score(before),
            after: score(after),
            outcome_before: before.outcome(),
            outcome_after: after.outcome(),
            plies_before: plies(before),
            plies_after: plies(after),
            best,
            mark,
            why: why.clone(),
        }
    }
}
