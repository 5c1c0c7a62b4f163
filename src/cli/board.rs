//! The board as text, with a word under each column.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::game::bitboard::{self, BOTTOM, HEIGHT};
use crate::game::{Column, Game, GameResult, Position, Side};

/// Style of the first player's stones.
const FIRST: Style = AnsiColor::Yellow.on_default().bold();
/// Style of the second player's stones.
const SECOND: Style = AnsiColor::Red.on_default().bold();
/// Style of the winning four.
const WINNING: Style = AnsiColor::Green.on_default().bold();
/// Style of empty cells and column numbers.
const QUIET: Style = Style::new().dimmed();

/// The letter for a player's stones.
pub(super) const fn stone_name(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// How a game ended, in words; `None` if it is not over.
pub(super) fn ending(position: &Position) -> Option<String> {
    position.result().map(|result| match result {
        GameResult::Won(side) => format!("{} has won", stone_name(side)),
        GameResult::Draw => "drawn: the board is full".to_owned(),
    })
}

/// Signs to draw behind stones, each with its stone's cell.
pub(super) type Signs<'a> = &'a [(u64, &'static str)];

/// Draws the board: `[X]` is the last move, `(X)` any other stone of a winning four.
pub(super) fn draw(
    out: &mut impl Write,
    game: &Game,
    words: &[String; 7],
    signs: Signs,
) -> io::Result<()> {
    let (position, last) = (game.position(), game.moves().last().copied());
    let width = words.iter().map(String::len).max().unwrap_or(0).max(3) + 1;
    let behind = signs.iter().map(|(_, sign)| sign.len()).max().unwrap_or(0);
    let mut line = Line { out, blanks: 0 };
    for column in Column::ALL {
        line.cell(width, QUIET, &column.number().to_string())?;
        line.blanks += behind;
    }
    line.end()?;
    for row in (0..HEIGHT).rev() {
        for column in Column::ALL {
            let place = column.cells() & (BOTTOM << row);
            let (style, text) = stone(position, place, last);
            line.cell(width, style, &text)?;
            let sign = signs.iter().find(|(cell, _)| *cell == place);
            let sign = sign.map_or("", |(_, sign)| sign);
            line.text(Style::new(), sign)?;
            line.blanks += behind - sign.len();
        }
        line.end()?;
    }
    if words.iter().all(String::is_empty) {
        return Ok(());
    }
    for word in words {
        line.cell(width, Style::new(), word)?;
    }
    line.end()
}

/// A line that is written from left to right.
struct Line<'a, W> {
    out: &'a mut W,
    /// Blanks to write before the next text, so that no line ends in blanks.
    blanks: usize,
}

impl<W: Write> Line<'_, W> {
    /// Writes a text in the middle of `width` characters; an odd blank comes before it.
    fn cell(&mut self, width: usize, style: Style, text: &str) -> io::Result<()> {
        let right = (width - text.len()) / 2;
        self.blanks += width - text.len() - right;
        self.text(style, text)?;
        self.blanks += right;
        Ok(())
    }

    fn text(&mut self, style: Style, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let blanks = std::mem::take(&mut self.blanks);
        write!(self.out, "{:blanks$}{style}{text}{style:#}", "")
    }

    fn end(&mut self) -> io::Result<()> {
        self.blanks = 0;
        writeln!(self.out)
    }
}

/// Style and text of a cell.
fn stone(position: &Position, cell: u64, last: Option<Column>) -> (Style, String) {
    if position.mask() & cell == 0 {
        return (QUIET, ".".to_owned());
    }
    let is_first = position.stones_of(Side::First) & cell != 0;
    let side = if is_first { Side::First } else { Side::Second };
    let name = stone_name(side);
    let wins = bitboard::fours(position.opponent()) & cell != 0;
    // The last stone of a column is the one with nothing above it.
    let on_top = position.mask() & (cell << 1) == 0;
    let is_last = on_top && last == Some(Column::of_cell(cell));
    let style = match (wins, side) {
        (true, _) => WINNING,
        (false, Side::First) => FIRST,
        (false, Side::Second) => SECOND,
    };
    let text = match (is_last, wins) {
        (true, _) => format!("[{name}]"),
        (false, true) => format!("({name})"),
        (false, false) => name.to_string(),
    };
    (style, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(out: anstream::StripStream<Vec<u8>>) -> Vec<String> {
        let text = String::from_utf8(out.into_inner()).expect("ASCII");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_last_move_and_the_winning_four_are_marked() {
        let game = Game::default().with_moves("1212121").expect("a game");
        let mut out = anstream::StripStream::new(Vec::new());
        let words = ["W", "-1", "", "", "", "", "-18"].map(str::to_owned);
        draw(&mut out, &game, &words, &[]).expect("memory");
        let lines = lines(out);
        let wanted = [
            "  1   2   3   4   5   6   7",
            "  .   .   .   .   .   .   .",
            "  .   .   .   .   .   .   .",
            " [X]  .   .   .   .   .   .",
            " (X)  O   .   .   .   .   .",
            " (X)  O   .   .   .   .   .",
            " (X)  O   .   .   .   .   .",
            "  W  -1                  -18",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn signs_stand_behind_their_stones() {
        let game = Game::default().with_moves("4435").expect("a game");
        let mut out = anstream::StripStream::new(Vec::new());
        let cell = |column: usize, row: u8| Column::ALL[column].cells() & (BOTTOM << row);
        let signs = [(cell(3, 1), "??"), (cell(4, 0), "?")];
        let none = [""; 7].map(str::to_owned);
        draw(&mut out, &game, &none, &signs).expect("memory");
        let lines = lines(out);
        assert_eq!(lines[0], "  1     2     3     4     5     6     7");
        assert_eq!(lines[5], "  .     .     .     O ??  .     .     .");
        assert_eq!(lines[6], "  .     .     X     X    [O]?   .     .");
        assert_eq!(lines.len(), 7, "no line of words");
    }
}
