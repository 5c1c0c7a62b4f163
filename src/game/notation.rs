//! Moves as people and programs write them: `"4453"`, `P@d1`, `4`.
//!
//! Pure. Reading a notation and playing it are apart: [`tokens`] reads a word, and [`advance`]
//! is the one place where a written move meets a board.

use std::fmt;

use super::bitboard::{HEIGHT, STRIDE};
use super::position::{Column, Position};

/// A stone's place: the column it falls in and the row it comes to rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The column played.
    pub column: Column,
    /// The row the stone lands on, `1..=6` from the ground.
    pub row: u8,
}

impl Move {
    /// The move that a stone in `column` makes, if the column has room.
    #[must_use]
    pub fn landing(position: &Position, column: Column) -> Option<Move> {
        position.can_play(column).then(|| Move {
            column,
            row: landing_row(position, column),
        })
    }

    /// The moves of a line of columns, as far as the columns have room.
    ///
    /// ```
    /// use claimeven::game::{Position, notation::{Move, Notation, columns}};
    ///
    /// let line = Move::line(&Position::EMPTY, &columns("44")?);
    /// assert_eq!(Notation::Drop.show(line[1]).to_string(), "P@d2");
    /// # Ok::<(), claimeven::game::MovesError>(())
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

fn landing_row(position: &Position, column: Column) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let bit = position.landing_cell(column).trailing_zeros() as u8;
    bit % STRIDE + 1
}

/// How moves are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// The column's number: `4`.
    #[default]
    Column,
    /// A drop on the landing cell: `P@d1`, for either side.
    Drop,
}

impl Notation {
    /// The move in this notation.
    #[must_use]
    pub const fn show(self, shown: Move) -> Shown {
        Shown {
            notation: self,
            shown,
        }
    }
}

/// A move on its way to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    notation: Notation,
    shown: Move,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { column, row } = self.shown;
        match self.notation {
            Notation::Column => write!(f, "{}", column.number()),
            Notation::Drop => write!(f, "P@{}{row}", column.letter()),
        }
    }
}

/// A move as somebody wrote it, not yet played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveToken {
    /// The column it names.
    pub column: Column,
    /// The row it claims to land on, `1..=6`, if it names one.
    pub row: Option<u8>,
    /// The place of its first character: in a [`Setup`](super::read::Setup) and in what the
    /// protocol reads, characters of the text, 1 the first.
    pub at: usize,
}

/// The moves of one word: `4`, `d`, `d1`, `P@d1`, or several columns such as `4453`. `at` is the
/// place of the word's first character.
///
/// # Errors
/// The place of the first character that is not understood, and what was expected there.
pub fn tokens(word: &str, at: usize) -> Result<Vec<MoveToken>, (usize, &'static str)> {
    if !word.starts_with(|first| column_of_digit(first).is_some()) {
        return Ok(vec![square(word, at)?]);
    }
    let columns = (at..).zip(word.chars()).map(|(at, found)| {
        let column = column_of_digit(found).ok_or((at, "a column (1-7)"))?;
        let row = None;
        Ok(MoveToken { column, row, at })
    });
    columns.collect()
}

/// `d`, `d1` or `P@d1`.
fn square(word: &str, at: usize) -> Result<MoveToken, (usize, &'static str)> {
    let is_drop = word.starts_with(['P', 'p']);
    let mut signs = word.chars();
    let mut places = at..;
    let mut next = || (places.next().unwrap_or(at), signs.next());
    if is_drop {
        next();
        let (place, sign) = next();
        if sign != Some('@') {
            return Err((place, "'@'"));
        }
    }
    let wanted = if is_drop {
        "a file (a-g)"
    } else {
        "a move such as 4, d, d1 or P@d1"
    };
    let (place, file) = next();
    let column = file.and_then(column_of_letter).ok_or((place, wanted))?;
    let (place, sign) = next();
    let row = sign.and_then(row_of_digit);
    if row.is_none() && (is_drop || sign.is_some()) {
        return Err((place, "a row (1-6)"));
    }
    match next() {
        (place, Some(_)) => Err((place, "the end of the move")),
        _ => Ok(MoveToken { column, row, at }),
    }
}

/// Why a move list does not describe a game. Plies are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum MovesError {
    #[error("ply {ply}: {found:?} is not a column (1-7)")]
    NotAColumn { ply: usize, found: char },
    #[error("ply {ply}: column {column} is full")]
    ColumnFull { ply: usize, column: u8 },
    #[error("ply {ply}: a stone in column {column} lands on row {landing}, not {claimed}")]
    WrongRow {
        ply: usize,
        column: u8,
        landing: u8,
        claimed: u8,
    },
    #[error("ply {ply}: the game is over")]
    GameOver { ply: usize },
}

impl MovesError {
    /// The move at fault, counted from 1.
    #[must_use]
    pub const fn ply(&self) -> usize {
        match self {
            MovesError::NotAColumn { ply, .. }
            | MovesError::ColumnFull { ply, .. }
            | MovesError::WrongRow { ply, .. }
            | MovesError::GameOver { ply } => *ply,
        }
    }
}

/// The columns of a packed line such as `"4453"`. Whether they can be played
/// is for [`advance`] to say.
///
/// # Errors
/// [`MovesError::NotAColumn`] at the first character that is not `1..=7`.
pub fn columns(packed: &str) -> Result<Vec<Column>, MovesError> {
    packed
        .chars()
        .enumerate()
        .map(|(index, found)| {
            column_of_digit(found).ok_or(MovesError::NotAColumn {
                ply: index + 1,
                found,
            })
        })
        .collect()
}

/// The column a digit names.
#[must_use]
pub fn column_of_digit(digit: char) -> Option<Column> {
    Column::from_number(u8::try_from(digit.to_digit(10)?).ok()?)
}

/// The column a file's letter names, in either case.
#[must_use]
pub fn column_of_letter(letter: char) -> Option<Column> {
    Column::ALL
        .into_iter()
        .find(|column| column.letter() == letter.to_ascii_lowercase())
}

/// The row a digit names, `1..=6`.
#[must_use]
pub fn row_of_digit(digit: char) -> Option<u8> {
    let row = u8::try_from(digit.to_digit(10)?).ok()?;
    (1..=HEIGHT).contains(&row).then_some(row)
}

/// The packed line of some columns: `"4453"`.
#[must_use]
pub fn packed(columns: &[Column]) -> String {
    columns
        .iter()
        .map(|column| char::from(b'0' + column.number()))
        .collect()
}

/// The position after one written move, the `ply`-th of its list, with the row
/// its writer expects the stone to land on, if told.
///
/// # Errors
/// The game is over, the column is full, or the stone lands elsewhere.
pub fn advance(
    position: &Position,
    ply: usize,
    column: Column,
    claimed: Option<u8>,
) -> Result<Position, MovesError> {
    if position.is_over() {
        return Err(MovesError::GameOver { ply });
    }
    let number = column.number();
    let Some(Move { row: landing, .. }) = Move::landing(position, column) else {
        return Err(MovesError::ColumnFull {
            ply,
            column: number,
        });
    };
    match claimed {
        Some(claimed) if claimed != landing => Err(MovesError::WrongRow {
            ply,
            column: number,
            landing,
            claimed,
        }),
        _ => Ok(position.play(column)),
    }
}

/// The position after a packed line such as `"4453"` from the empty board.
///
/// ```
/// use claimeven::game::{MovesError, notation::replay};
///
/// assert_eq!(replay("4453")?.stones(), 4);
/// assert_eq!(
///     replay("4444444"),
///     Err(MovesError::ColumnFull { ply: 7, column: 4 })
/// );
/// # Ok::<(), MovesError>(())
/// ```
///
/// # Errors
/// The first character that is not a column or cannot be played.
pub fn replay(packed: &str) -> Result<Position, MovesError> {
    let columns = columns(packed)?;
    columns
        .into_iter()
        .enumerate()
        .try_fold(Position::EMPTY, |position, (index, column)| {
            advance(&position, index + 1, column, None)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_lines_and_columns_undo_each_other() {
        for line in ["", "4", "1234567", "4453"] {
            assert_eq!(columns(line).map(|read| packed(&read)), Ok(line.to_owned()));
        }
        assert_eq!(
            columns("4x"),
            Err(MovesError::NotAColumn { ply: 2, found: 'x' })
        );
    }

    #[test]
    fn a_word_is_one_move_or_several_columns() {
        let read = |word: &str| {
            let moves = tokens(word, 10)?;
            Ok(moves
                .iter()
                .map(|token| (token.column.number(), token.row, token.at))
                .collect::<Vec<_>>())
        };
        for (word, wanted) in [
            ("4", Ok(vec![(4, None, 10)])),
            ("453", Ok(vec![(4, None, 10), (5, None, 11), (3, None, 12)])),
            ("d", Ok(vec![(4, None, 10)])),
            ("D6", Ok(vec![(4, Some(6), 10)])),
            ("P@g1", Ok(vec![(7, Some(1), 10)])),
            ("p@a2", Ok(vec![(1, Some(2), 10)])),
            ("", Err((10, "a move such as 4, d, d1 or P@d1"))),
            ("x", Err((10, "a move such as 4, d, d1 or P@d1"))),
            ("48", Err((11, "a column (1-7)"))),
            ("d7", Err((11, "a row (1-6)"))),
            ("d1x", Err((12, "the end of the move"))),
            ("Pd1", Err((11, "'@'"))),
            ("P@h1", Err((12, "a file (a-g)"))),
            ("P@d", Err((13, "a row (1-6)"))),
        ] {
            assert_eq!(read(word), wanted, "{word}");
        }
    }

    #[test]
    fn a_fault_names_its_ply() {
        for (line, message) in [
            ("48", "ply 2: '8' is not a column (1-7)"),
            ("4444444", "ply 7: column 4 is full"),
            ("12121212", "ply 8: the game is over"),
        ] {
            assert_eq!(
                replay(line).map_err(|error| error.to_string()),
                Err(message.to_owned())
            );
        }
        let wrong_row = advance(&Position::EMPTY, 1, Column::ALL[3], Some(2));
        assert_eq!(
            wrong_row.map_err(|error| error.to_string()),
            Err("ply 1: a stone in column 4 lands on row 1, not 2".to_owned())
        );
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
