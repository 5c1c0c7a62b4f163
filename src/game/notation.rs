//! Moves as people and programs write them: `"4453"`, `P@d1`, `4`.
//!
//! Pure. Reading a move and playing it are separate: [`tokens`] reads a word, and [`Game::play`](super::Game::play) is
//! the only function that plays a written move.

use super::bitboard::{self, HEIGHT, STRIDE, WIDTH};
use super::cursor::Cursor;
use super::error::MovesError;
use super::position::{Column, Position};

/// A move: the column of the stone and the row on which it lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The column played.
    pub column: Column,
    /// The row the stone lands on, `1..=6` from the ground.
    pub row: u8,
}

impl Move {
    /// Returns the move that ends on a cell, given as a bitboard with that one bit.
    pub(crate) fn of_cell(cell: u64) -> Move {
        #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
        let bit = cell.trailing_zeros() as u8;
        Move {
            column: Column::of_cell(cell),
            row: bit % STRIDE + 1,
        }
    }

    /// Returns the moves that end on these cells, column by column.
    pub(crate) fn of_cells(cells: u64) -> Vec<Move> {
        bitboard::each(cells).map(Move::of_cell).collect()
    }

    /// Returns the names of moves or cells with a text between them.
    pub(crate) fn join(moves: &[Move], between: &str) -> String {
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        names.join(between)
    }

    /// Returns the move of a stone in `column`, if the column has room.
    #[must_use]
    pub fn landing(position: &Position, column: Column) -> Option<Move> {
        let cell = position.landing_cell(column);
        (cell != 0).then(|| Move::of_cell(cell))
    }

    /// Returns the moves of a line of columns, up to the first column that is full.
    ///
    /// ```
    /// use claimeven::game::{Game, Move, Notation};
    ///
    /// let game: Game = "44".parse()?;
    /// let line = Move::line(game.start(), game.moves());
    /// assert_eq!(Notation::Drop.show(line[1]), "P@d2");
    /// # Ok::<(), claimeven::game::TextError>(())
    /// ```
    #[must_use]
    pub fn line(start: &Position, columns: &[Column]) -> Vec<Move> {
        columns
            .iter()
            .scan(*start, |position, &column| {
                let played = Move::landing(position, column)?;
                *position = position.play(column);
                Some(played)
            })
            .collect()
    }
}

/// A notation in which moves are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The number of the column: `4`.
    #[default]
    Column,
    /// A drop on the landing cell: `P@d1`, for either side.
    Drop,
}

impl Notation {
    /// Returns a move in this notation.
    #[must_use]
    pub fn show(self, Move { column, row }: Move) -> String {
        match self {
            Notation::Column => column.number().to_string(),
            Notation::Drop => format!("P@{}{row}", column.letter()),
        }
    }
}

/// A move read from a text and not yet played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveToken {
    /// The column of the move.
    pub column: Column,
    /// The row on which the stone lands according to the text, `1..=6`, if it names a row.
    pub row: Option<u8>,
}

/// The rest of a word from an error on, and the thing expected there.
pub type WantedAt<'a> = (&'a str, &'static str);

/// The words for a move in error messages.
pub(super) const MOVE: &str = "a move such as 4, d, d1 or P@d1";

/// Reads the moves of one word: `4`, `d`, `d1`, `P@d1`, or several columns such as `4453`. Each of
/// several columns is one character.
///
/// # Errors
/// Fails at the first character that is not part of a move.
pub fn tokens(word: &str) -> Result<Vec<MoveToken>, WantedAt<'_>> {
    tokens_from(1, word)
}

/// Reads the moves of one word like [`tokens`]. The leftmost column has the number `first`, 0 or 1.
pub(super) fn tokens_from(first: u8, word: &str) -> Result<Vec<MoveToken>, WantedAt<'_>> {
    if !word.starts_with(|digit| column_from(first, digit).is_some()) {
        let (column, row) = square(word)?;
        return Ok(vec![MoveToken { column, row }]);
    }
    let columns = word.char_indices().map(|(offset, digit)| {
        let column = column_from(first, digit).ok_or((&word[offset..], column_range(first)))?;
        Ok(MoveToken { column, row: None })
    });
    columns.collect()
}

/// Reads `d`, `d1` or `P@d1`.
pub(super) fn square(word: &str) -> Result<(Column, Option<u8>), WantedAt<'_>> {
    // A longer word without a row is a word of a language, such as `draw`.
    if word.len() > 2 && !word.contains(|c: char| c.is_ascii_digit() || c == '@') {
        return Err((word, MOVE));
    }
    let mut cursor = Cursor::new(word);
    let is_drop = cursor.next_is('P') || cursor.next_is('p');
    if is_drop && !cursor.next_is('@') {
        return Err((cursor.rest(), "'@'"));
    }
    let wanted = if is_drop { "a file (a-g)" } else { MOVE };
    let column = cursor.next_if(column_of_letter);
    let column = column.ok_or((cursor.rest(), wanted))?;
    let row = cursor.next_if(row_of_digit);
    match (row, cursor.peek()) {
        (None, None) if !is_drop => Ok((column, row)),
        (None, _) => Err((cursor.rest(), "a row (1-6)")),
        (Some(_), None) => Ok((column, row)),
        (Some(_), Some(_)) => Err((cursor.rest(), "the end of the move")),
    }
}

/// Reads packed columns such as `"4453"`, without playing them.
///
/// # Errors
/// Fails with [`MovesError::NotAColumn`] at the first character that is not `1..=7`.
pub fn columns(packed: &str) -> Result<Vec<Column>, MovesError> {
    (1..)
        .zip(packed.chars())
        .map(|(ply, found)| {
            column_of_digit(found).ok_or(MovesError::not_a_column(ply, found, WIDTH))
        })
        .collect()
}

/// Returns the column that a digit names, `1..=7`.
pub(super) fn column_of_digit(digit: char) -> Option<Column> {
    column_from(1, digit)
}

/// Returns the column that a digit names if the leftmost column has the number `first`, 0 or 1.
pub(super) fn column_from(first: u8, digit: char) -> Option<Column> {
    let number = u8::try_from(digit.to_digit(10)?).ok()?;
    Column::from_number(number + 1 - first)
}

/// Returns the words for a column in error messages. The leftmost column has the number `first`.
pub(super) const fn column_range(first: u8) -> &'static str {
    match first {
        0 => "a column (0-6)",
        _ => "a column (1-7)",
    }
}

/// Returns the column that a letter names, in either case.
pub(super) fn column_of_letter(letter: char) -> Option<Column> {
    Column::ALL
        .into_iter()
        .find(|column| column.letter() == letter.to_ascii_lowercase())
}

/// Returns the row that a digit names, `1..=6`.
pub(super) fn row_of_digit(digit: char) -> Option<u8> {
    let row = u8::try_from(digit.to_digit(10)?).ok()?;
    (1..=HEIGHT).contains(&row).then_some(row)
}

/// Returns columns in packed form: `"4453"`.
#[must_use]
pub fn packed(columns: &[Column]) -> String {
    columns
        .iter()
        .map(|column| char::from(b'0' + column.number()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_columns_are_read_back() {
        for line in ["", "4", "1234567", "4453"] {
            assert_eq!(columns(line).map(|read| packed(&read)), Ok(line.to_owned()));
        }
        assert_eq!(
            columns("4x"),
            Err(MovesError::NotAColumn {
                ply: 2,
                found: 'x',
                columns: WIDTH
            })
        );
    }

    #[test]
    fn a_word_is_one_move_or_several_columns() {
        let read = |word: &'static str| {
            let moves = tokens(word)?;
            Ok(moves
                .iter()
                .map(|token| (token.column.number(), token.row))
                .collect::<Vec<_>>())
        };
        for (word, wanted) in [
            ("4", Ok(vec![(4, None)])),
            ("453", Ok(vec![(4, None), (5, None), (3, None)])),
            ("d", Ok(vec![(4, None)])),
            ("D6", Ok(vec![(4, Some(6))])),
            ("P@g1", Ok(vec![(7, Some(1))])),
            ("p@a2", Ok(vec![(1, Some(2))])),
            ("", Err(("", "a move such as 4, d, d1 or P@d1"))),
            ("x", Err(("x", "a move such as 4, d, d1 or P@d1"))),
            ("48", Err(("8", "a column (1-7)"))),
            ("d7", Err(("7", "a row (1-6)"))),
            ("d1x", Err(("x", "the end of the move"))),
            ("Pd1", Err(("d1", "'@'"))),
            ("P@h1", Err(("h1", "a file (a-g)"))),
            ("P@d", Err(("", "a row (1-6)"))),
        ] {
            assert_eq!(read(word), wanted, "{word}");
        }
    }

    #[test]
    fn letters_and_digits_name_the_same_columns() {
        for column in Column::ALL {
            let digit = char::from(b'0' + column.number());
            assert_eq!(column_of_digit(digit), Some(column));
            assert_eq!(column_of_letter(column.letter()), Some(column));
            let upper = column.letter().to_ascii_uppercase();
            assert_eq!(column_of_letter(upper), Some(column));
        }
        assert_eq!(column_of_digit('8'), None);
        assert_eq!(column_of_letter('h'), None);
        assert_eq!(row_of_digit('7'), None);
        assert_eq!(row_of_digit('6'), Some(6));
    }
}
