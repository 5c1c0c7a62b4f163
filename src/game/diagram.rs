//! Diagrams of the board, the same in all output for people. Pure, without colour.
//!
//! ```text
//!   1   2   3   4   5   6   7
//!   .   .   .   .   .   .   .
//!   .   .   .   .   .   .   .
//!   .   .   .   .   .   .   .
//!   .   .   .   .   .   .   .
//!   .   .   O   O   .   .   .
//!   .   .  [X]  X   X   .   .
//! ```
//!
//! The first line has the numbers of the columns; the lowest row is the last one. `.` is an empty
//! cell, `X` a stone of the first player and `O` one of the second. `[X]` is the last move, `(X)`
//! another stone of a winning four.

use std::fmt;

use super::{Game, Side, Size};

/// A diagram of the position at the end of a game.
///
/// ```
/// use claimeven::game::{Diagram, Game};
///
/// let game = Game::default().with_moves("4453")?;
/// let diagram = Diagram::new(&game).to_string();
/// assert_eq!(diagram.lines().nth(6), Some("  .   .  [O]  X   X   .   ."));
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    lines: Vec<Vec<Span>>,
}

/// A text in a line of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    /// The number of blanks before the text.
    pub blanks: usize,
    /// The text, which is not empty.
    pub text: String,
    /// The kind of the text.
    pub kind: SpanKind,
}

/// The kind of a text in a diagram, for callers that print it in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// The number of a column.
    Number,
    /// An empty cell.
    Empty,
    /// A player's stone.
    Stone(Side),
    /// A stone of a winning four.
    Four,
    /// A note after a stone or below a column.
    Note,
}

/// Notes in a diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notes {
    /// A word below each column, or none.
    pub words: Vec<String>,
    /// The marks after stones, each with the cell of its stone.
    pub marks: Vec<(u64, &'static str)>,
}

impl Diagram {
    /// Draws the board without notes.
    #[must_use]
    pub fn new(game: &Game) -> Diagram {
        Diagram::with_notes(game, &Notes::default())
    }

    /// Draws the board with notes. The columns are as far apart as the notes need.
    pub(crate) fn with_notes(game: &Game, notes: &Notes) -> Diagram {
        let stones = Side::BOTH.map(|side| game.position().stones_of(side).into());
        let last = game.moves().last().map(|column| column.number());
        Diagram::of(Size::USUAL, stones, last, notes)
    }

    /// Draws a board of any size. `stones` are those of both sides, and `last` is the column of the last
    /// move, counted from 1.
    pub(crate) fn of(size: Size, stones: [u128; 2], last: Option<u8>, notes: &Notes) -> Diagram {
        let Notes { words, marks } = notes;
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        let layout = RowLayout {
            // Every column has room for `[X]` and a blank.
            cell: longest.max(3) + 1,
            mark: marks.iter().map(|(_, mark)| mark.len()).max().unwrap_or(0),
        };
        let on_top = |column| {
            let mut cells = (0..size.height()).map(|row| size.cell(column - 1, row));
            cells.rfind(|cell| (stones[0] | stones[1]) & cell != 0)
        };
        let last = last.and_then(on_top);
        let fours = size.fours(stones[0]) | size.fours(stones[1]);
        let draw = |cell| {
            let mark = marks.iter().find(|(marked, _)| u128::from(*marked) == cell);
            let mut owner = Side::BOTH.into_iter();
            let (kind, text) = match owner.find(|side| stones[*side as usize] & cell != 0) {
                None => (SpanKind::Empty, ".".to_owned()),
                Some(owner) => draw_stone(owner, last == Some(cell), fours & cell != 0),
            };
            (kind, text, mark.map_or("", |(_, mark)| mark))
        };
        let columns = 0..size.width();
        let number = |column: u8| (SpanKind::Number, (column + 1).to_string(), "");
        let mut lines = vec![layout.line(columns.clone().map(number))];
        for row in (0..size.height()).rev() {
            let cells = columns.clone().map(|column| size.cell(column, row));
            lines.push(layout.line(cells.map(draw)));
        }
        if longest > 0 {
            let notes = words.iter().map(|word| (SpanKind::Note, word.clone(), ""));
            lines.push(layout.line(notes));
        }
        Diagram { lines }
    }

    /// Returns the lines from the top, each from left to right.
    pub(crate) fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }
}

/// Writes the diagram without colour and without a line end after the last line.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.lines.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for Span { blanks, text, .. } in line {
                write!(f, "{:blanks$}{text}", "")?;
            }
        }
        Ok(())
    }
}

/// The width of a column in characters.
#[derive(Clone, Copy)]
struct RowLayout {
    /// The width of a cell. Its text is in the middle; an odd blank is before the text.
    cell: usize,
    /// The width of the mark after a cell.
    mark: usize,
}

impl RowLayout {
    fn line(self, cells: impl Iterator<Item = (SpanKind, String, &'static str)>) -> Vec<Span> {
        let mut spans = Vec::new();
        // Blanks are only written before a text, so that no line ends in blanks.
        let mut blanks = 0;
        for (kind, text, mark) in cells {
            let right = (self.cell - text.len()) / 2;
            let left = self.cell - text.len() - right;
            let mark_end = self.mark - mark.len();
            for (before, text, after, kind) in [
                (left, text, right, kind),
                (0, mark.to_owned(), mark_end, SpanKind::Note),
            ] {
                blanks += before;
                if !text.is_empty() {
                    spans.push(Span { blanks, text, kind });
                    blanks = 0;
                }
                blanks += after;
            }
        }
        spans
    }
}

/// Returns the kind and the text of a stone. It may be the last move or in a winning four.
fn draw_stone(side: Side, is_last: bool, wins: bool) -> (SpanKind, String) {
    let letter = side.letter();
    let kind = if wins {
        SpanKind::Four
    } else {
        SpanKind::Stone(side)
    };
    let text = match (is_last, wins) {
        (true, _) => format!("[{letter}]"),
        (false, true) => format!("({letter})"),
        (false, false) => letter.to_string(),
    };
    (kind, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Column;

    fn game(moves: &str) -> Game {
        Game::default().with_moves(moves).expect("a game")
    }

    #[test]
    fn the_last_move_and_the_winning_four_are_marked() {
        let words = ["W", "-1", "", "", "", "", "-18"].map(str::to_owned);
        let notes = Notes {
            words: words.to_vec(),
            ..Notes::default()
        };
        let wanted = "  1   2   3   4   5   6   7
  .   .   .   .   .   .   .
  .   .   .   .   .   .   .
 [X]  .   .   .   .   .   .
 (X)  O   .   .   .   .   .
 (X)  O   .   .   .   .   .
 (X)  O   .   .   .   .   .
  W  -1                  -18";
        let game = game("1212121");
        let diagram = Diagram::with_notes(&game, &notes);
        assert_eq!(diagram.to_string(), wanted);
        let without_words = wanted.rsplit_once('\n').expect("lines").0;
        assert_eq!(Diagram::new(&game).to_string(), without_words);
        let kinds: Vec<SpanKind> = diagram.lines()[3].iter().map(|span| span.kind).collect();
        assert_eq!(kinds[..2], [SpanKind::Four, SpanKind::Empty]);
        assert_eq!(diagram.lines()[4][1].kind, SpanKind::Stone(Side::Second));
    }

    #[test]
    fn marks_are_after_their_stones() {
        let cell = |column: usize, row: u8| Column::ALL[column].cell(row);
        let notes = Notes {
            marks: vec![(cell(3, 1), "??"), (cell(4, 0), "?")],
            ..Notes::default()
        };
        let diagram = Diagram::with_notes(&game("4435"), &notes).to_string();
        let lines: Vec<&str> = diagram.lines().collect();
        assert_eq!(lines[0], "  1     2     3     4     5     6     7");
        assert_eq!(lines[5], "  .     .     .     O ??  .     .     .");
        assert_eq!(lines[6], "  .     .     X     X    [O]?   .     .");
        assert_eq!(lines.len(), 7, "no line of words");
    }

    #[test]
    fn long_words_widen_the_columns() {
        let words = ["-14..-2", "", "", "", "", "", "2"].map(str::to_owned);
        let notes = Notes {
            words: words.to_vec(),
            ..Notes::default()
        };
        let diagram = Diagram::with_notes(&game("1"), &notes).to_string();
        let lines: Vec<&str> = diagram.lines().collect();
        assert_eq!(lines[6].find("[X]"), Some(3));
        assert_eq!(lines[7].find("-14..-2"), Some(1));
        assert_eq!(lines[6].len(), lines[7].len());
    }

    #[test]
    fn a_position_without_moves_has_no_last_move() {
        let diagram = Diagram::new(&Game::from(*game("44").position())).to_string();
        assert!(
            diagram.contains("  O  ") && !diagram.contains('['),
            "{diagram}"
        );
    }
}
