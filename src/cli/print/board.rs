//! Boards in colour.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::game::diagram::{Span, SpanKind};
use crate::game::{Diagram, Side};

/// Style of the first player's stones, red as on the page and in reports.
const FIRST: Style = AnsiColor::Red.on_default().bold();
/// Style of the second player's stones.
const SECOND: Style = AnsiColor::Yellow.on_default().bold();
/// Style of the winning four.
const WINNING: Style = AnsiColor::Green.on_default().bold();
/// Style of empty cells and column numbers.
const QUIET: Style = Style::new().dimmed();

/// Writes a board in colour.
pub(in crate::cli) fn draw(out: &mut impl Write, drawing: &Diagram) -> io::Result<()> {
    for line in drawing.lines() {
        for Span { blanks, text, kind } in line {
            let style = style(*kind);
            write!(out, "{:blanks$}{style}{text}{style:#}", "")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

const fn style(kind: SpanKind) -> Style {
    match kind {
        SpanKind::Number | SpanKind::Empty => QUIET,
        SpanKind::Stone(Side::First) => FIRST,
        SpanKind::Stone(Side::Second) => SECOND,
        SpanKind::Four => WINNING,
        SpanKind::Note => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_coloured_board_without_its_colours_is_the_diagram() {
        let game = Game::default().with_moves("1212121").expect("a game");
        let drawing = Diagram::new(&game);
        let mut coloured = Vec::new();
        draw(&mut coloured, &drawing).expect("memory");
        let plain = anstream::adapter::strip_bytes(&coloured).into_vec();
        assert!(coloured.len() > plain.len());
        assert_eq!(plain, format!("{drawing}\n").into_bytes());
    }
}
