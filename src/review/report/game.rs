//! A game of a report.

use super::{Board, words};
use crate::game::pgn::PgnGame;
use crate::game::{Columns, Mode, Move, Side, printable};
use crate::review::annotate::{Annotation, Mark};

/// A game of a report.
#[derive(Debug)]
pub(crate) struct ReportGame {
    /// The game, with marks and comments.
    pub(crate) pgn: PgnGame,
    /// The annotations of all moves, or only of the last ones.
    pub(crate) annotations: Vec<Annotation>,
    pub(crate) mode: Mode,
}

impl ReportGame {
    /// Returns the value of a tag, if it is known.
    pub(super) fn tag(&self, name: &str) -> Option<String> {
        let value = printable(self.pgn.tag(name)?.trim());
        (!value.is_empty() && !value.starts_with('?')).then_some(value)
    }

    pub(super) fn player(&self, side: Side) -> Option<String> {
        self.tag(["White", "Black"][side as usize])
    }

    /// Returns the players or, if they are not known, the event.
    pub(super) fn title(&self) -> String {
        match Side::BOTH.map(|side| self.player(side)) {
            [Some(first), Some(second)] => format!("{first} – {second}"),
            _ => self
                .tag("Event")
                .unwrap_or_else(|| "A game of Connect Four".to_owned()),
        }
    }

    /// Returns the number of moves before the first annotated one.
    pub(super) fn skipped(&self) -> usize {
        self.pgn.game.moves().len() - self.annotations.len()
    }

    /// Counts the moves of a player with a mark.
    pub(super) fn count(&self, side: Side, mark: Mark) -> usize {
        let key = |played: &Annotation| (played.position.side_to_move(), played.mark);
        let moves = self.annotations.iter();
        moves
            .filter(|played| key(played) == (side, Some(mark)))
            .count()
    }

    /// Returns the board after a move.
    pub(super) fn board(&self, played: &Annotation) -> Board {
        let game = &self.pgn.game;
        Board {
            position: played.position.play(played.column),
            moves: Move::line(game.start(), &game.moves()[..played.ply]),
            mark: played.mark,
            best: played.mark.map_or(Columns::NONE, |_| played.best),
            title: words::describe(played, self.mode),
            cells: played.why.clone().map_or(vec![], |why| why.cells),
            ..Board::default()
        }
    }
}
