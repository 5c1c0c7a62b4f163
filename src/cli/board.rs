//! The board in colour, and how a game ended in words.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::game::drawing::{Kind, Piece};
use crate::game::{Drawing, GameResult, Position, Side};

/// Style of the first player's stones.
const FIRST: Style = AnsiColor::Yellow.on_default().bold();
/// Style of the second player's stones.
const SECOND: Style = AnsiColor::Red.on_default().bold();
/// Style of the winning four.
const WINNING: Style = AnsiColor::Green.on_default().bold();
/// Style of empty cells and column numbers.
const QUIET: Style = Style::new().dimmed();

/// How a game ended, in words; `None` if it is not over.
pub(super) fn ending(position: &Position) -> Option<String> {
    position.result().map(|result| match result {
        GameResult::Won(side) => format!("{} has won", side.letter()),
        GameResult::Draw => "drawn: the board is full".to_owned(),
    })
}

/// Writes a drawing in colour.
pub(super) fn draw(out: &mut impl Write, drawing: &Drawing) -> io::Result<()> {
    for line in drawing.lines() {
        for Piece { blanks, text, kind } in line {
            let style = style(*kind);
            write!(out, "{:blanks$}{style}{text}{style:#}", "")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

const fn style(kind: Kind) -> Style {
    match kind {
        Kind::Number | Kind::Empty => QUIET,
        Kind::Stone(Side::First) => FIRST,
        Kind::Stone(Side::Second) => SECOND,
        Kind::Four => WINNING,
        Kind::Note => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn without_its_colours_a_board_is_the_drawing() {
        let game = Game::default().with_moves("1212121").expect("a game");
        let drawing = Drawing::new(&game);
        let mut coloured = Vec::new();
        draw(&mut coloured, &drawing).expect("memory");
        let plain = anstream::adapter::strip_bytes(&coloured).into_vec();
        assert!(coloured.len() > plain.len());
        assert_eq!(plain, format!("{drawing}\n").into_bytes());
    }
}
