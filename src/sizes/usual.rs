//! The usual board as one of the sizes. The layouts of the bits are the same.

use super::{Analysis, Game, Position};
use crate::game::{self, Column, Size};
use crate::solver;

impl From<game::Position> for Position {
    fn from(position: game::Position) -> Position {
        let (mover, mask) = (position.mover().into(), position.mask().into());
        Position::from_bits(Size::USUAL, mover, mask)
    }
}

impl From<game::Game> for Game {
    fn from(game: game::Game) -> Game {
        let mut same = Game::from(Position::from(*game.start()));
        for column in game.moves() {
            same.play(column.number(), None).expect("a legal move");
        }
        same
    }
}

impl Game {
    /// Returns the game as the 7x6 engine has it. Its board must be the usual one.
    pub(crate) fn usual(&self) -> game::Game {
        let [mover, mask] = [self.start().mover(), self.start().mask()];
        let bits = mover.try_into().ok().zip(mask.try_into().ok());
        let start = bits.and_then(|(mover, mask)| game::Position::from_bits(mover, mask));
        let mut same = game::Game::from(start.expect("a position of the usual board"));
        for &column in self.moves() {
            let column = Column::from_number(column).expect("a column of the usual board");
            same.play(column).expect("a legal move");
        }
        same
    }
}

impl From<solver::Analysis> for Analysis {
    fn from(found: solver::Analysis) -> Analysis {
        Analysis {
            bounds: found.bounds.into(),
            columns: found.columns.map(|bounds| bounds.map(Into::into)).into(),
            best: found.best.map(Column::number),
            line: found.line.into_iter().map(Column::number).collect(),
            nodes: found.nodes,
        }
    }
}
