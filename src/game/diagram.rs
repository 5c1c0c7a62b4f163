//! The board as a drawing, the same wherever a person sees one. Pure, without colour.
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
//! The columns stand below their numbers, the ground last. `.` is an empty cell, `X` a stone of
//! the first player and `O` one of the second. `[X]` is the last move, `(X)` any other stone of a
//! winning four.

use std::fmt;

use super::bitboard::{self, BOTTOM, HEIGHT};
use super::{Column, Game, Side};

/// A drawing of the position to which a game has led.
///
/// ```
/// use claimeven::game::{Diagram, Game};
///
/// let game = Game::default().with_moves("4453")?;
/// let drawing = Diagram::new(&game).to_string();
/// assert_eq!(drawing.lines().nth(6), Some("  .   .  [O]  X   X   .   ."));
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    lines: Vec<Vec<Span>>,
}

/// A text in a line of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// How many blanks come before it.
    pub blanks: usize,
    /// The text, which is not empty.
    pub text: String,
    /// What it is.
    pub kind: SpanKind,
}

/// What a text in a drawing is, for whoever gives it a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanKind {
    /// The number of a column.
    Number,
    /// An empty cell.
    Empty,
    /// A player's stone.
    Stone(Side),
    /// A stone of a winning four.
    Four,
    /// A note beside a stone or below a column.
    Note,
}

/// What is noted in a drawing beside the stones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// A word below each column.
    pub words: [String; 7],
    /// Signs behind stones, each with its stone's cell.
    pub signs: Vec<(u64, &'static str)>,
}

impl Diagram {
    /// Draws the board alone.
    #[must_use]
    pub fn new(game: &Game) -> Diagram {
        Diagram::with_notes(game, &Notes::default())
    }

    /// Draws the board with notes, for which the columns stand farther apart.
    #[must_use]
    pub fn with_notes(game: &Game, notes: &Notes) -> Diagram {
        let Notes { words, signs } = notes;
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        // Room for `[X]` at least, and a blank.
        let width = longest.max(3) + 1;
        let behind = signs.iter().map(|(_, sign)| sign.len()).max().unwrap_or(0);
        let line = RowLayout::new(width, behind);
        let numbers = Column::ALL.map(|column| (SpanKind::Number, column.number().to_string(), ""));
        let mut lines = vec![line.of(numbers)];
        for row in (0..HEIGHT).rev() {
            lines.push(line.of(Column::ALL.map(|column| {
                let cell = column.cells() & (BOTTOM << row);
                let sign = signs.iter().find(|(signed, _)| *signed == cell);
                let (kind, text) = draw_cell(game, cell);
                (kind, text, sign.map_or("", |(_, sign)| sign))
            })));
        }
        if longest > 0 {
            lines.push(
                line.of(words
                    .each_ref()
                    .map(|word| (SpanKind::Note, word.clone(), ""))),
            );
        }
        Diagram { lines }
    }

    /// The lines from the top, each from left to right.
    #[must_use]
    pub fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }
}

/// The drawing without colour; its last line has no end.
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

/// How seven texts make a line: each in the middle of `width` characters, an odd blank before
/// it, and `behind` characters for its sign.
#[derive(Clone, Copy)]
struct RowLayout {
    width: usize,
    behind: usize,
}

impl RowLayout {
    const fn new(width: usize, behind: usize) -> RowLayout {
        RowLayout { width, behind }
    }

    fn of(self, cells: [(SpanKind, String, &str); 7]) -> Vec<Span> {
        let mut pieces = Vec::new();
        // Kept back until a text follows, so that no line ends in blanks.
        let mut blanks = 0;
        let mut push = |blanks: &mut usize, kind, text: &str| {
            if !text.is_empty() {
                let text = text.to_owned();
                let blanks = std::mem::take(blanks);
                pieces.push(Span { blanks, text, kind });
            }
        };
        for (kind, text, sign) in cells {
            let right = (self.width - text.len()) / 2;
            blanks += self.width - text.len() - right;
            push(&mut blanks, kind, &text);
            blanks += right;
            push(&mut blanks, SpanKind::Note, sign);
            blanks += self.behind - sign.len();
        }
        pieces
    }
}

fn draw_cell(game: &Game, cell: u64) -> (SpanKind, String) {
    let position = game.position();
    if position.mask() & cell == 0 {
        return (SpanKind::Empty, ".".to_owned());
    }
    let is_first = position.stones_of(Side::First) & cell != 0;
    let side = if is_first { Side::First } else { Side::Second };
    let letter = side.letter();
    let wins = bitboard::fours(position.opponent()) & cell != 0;
    // The last stone of a column is the one with nothing above it.
    let on_top = position.mask() & (cell << 1) == 0;
    let is_last = on_top && game.moves().last() == Some(&Column::of_cell(cell));
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

    fn game(moves: &str) -> Game {
        Game::default().with_moves(moves).expect("a game")
    }

    #[test]
    fn the_last_move_and_the_winning_four_are_marked() {
        let words = ["W", "-1", "", "", "", "", "-18"].map(str::to_owned);
        let notes = Notes {
            words,
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
        let drawing = Diagram::with_notes(&game, &notes);
        assert_eq!(drawing.to_string(), wanted);
        let without_words = wanted.rsplit_once('\n').expect("lines").0;
        assert_eq!(Diagram::new(&game).to_string(), without_words);
        let kinds: Vec<SpanKind> = drawing.lines()[3].iter().map(|piece| piece.kind).collect();
        assert_eq!(kinds[..2], [SpanKind::Four, SpanKind::Empty]);
        assert_eq!(drawing.lines()[4][1].kind, SpanKind::Stone(Side::Second));
    }

    #[test]
    fn signs_stand_behind_their_stones() {
        let cell = |column: usize, row: u8| Column::ALL[column].cells() & (BOTTOM << row);
        let notes = Notes {
            signs: vec![(cell(3, 1), "??"), (cell(4, 0), "?")],
            ..Notes::default()
        };
        let drawing = Diagram::with_notes(&game("4435"), &notes).to_string();
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[0], "  1     2     3     4     5     6     7");
        assert_eq!(lines[5], "  .     .     .     O ??  .     .     .");
        assert_eq!(lines[6], "  .     .     X     X    [O]?   .     .");
        assert_eq!(lines.len(), 7, "no line of words");
    }

    #[test]
    fn long_words_set_the_columns_apart() {
        let words = ["-14..-2", "", "", "", "", "", "2"].map(str::to_owned);
        let notes = Notes {
            words,
            ..Notes::default()
        };
        let drawing = Diagram::with_notes(&game("1"), &notes).to_string();
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[6].find("[X]"), Some(3));
        assert_eq!(lines[7].find("-14..-2"), Some(1));
        assert_eq!(lines[6].len(), lines[7].len());
    }

    #[test]
    fn no_move_is_the_last_of_a_position_alone() {
        let drawing = Diagram::new(&Game::from(*game("44").position())).to_string();
        assert!(
            drawing.contains("  O  ") && !drawing.contains('['),
            "{drawing}"
        );
    }
}
