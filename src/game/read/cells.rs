//! Reads boards of 42 cells.

use std::collections::HashSet;

use super::marks::{self, Cell, INVISIBLE, Marks, SEPARATORS, known};
use super::{Convention, MarkOwner, is_separator};
use crate::game::bitboard::{CELLS, HEIGHT};
use crate::game::cursor::words;
use crate::game::error::{ErrorAt, Expected, TextErrorKind, unexpected};
use crate::game::stones::Stones;
use crate::game::{Column, Position, fen};

/// The number of cells in three columns. A longer text of digits 0, 1 and 2 must be a board: three
/// columns have no room for more moves.
const THREE_COLUMNS: usize = 3 * HEIGHT as usize;

/// The results of games in the UCI data set.
const CLASSES: [&str; 3] = ["win", "loss", "draw"];

/// The way in which a text writes the cells of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellSyntax {
    pub(super) convention: Convention,
    /// Whether the text is a drawing of several lines. In one, this engine prints `?` and `!` after
    /// stones.
    pub(super) is_drawing: bool,
}

impl CellSyntax {
    /// Returns the syntax of a text that is not a drawing.
    pub(super) fn flat(convention: Convention) -> CellSyntax {
        CellSyntax {
            convention,
            is_drawing: false,
        }
    }

    /// Returns the mark that a character is.
    fn mark(self, character: char) -> Option<&'static str> {
        match self.convention.marks {
            None => known(character.encode_utf8(&mut [0; 4])),
            Some(marks) => marks.meaning(character),
        }
    }

    fn is_separator(self, character: char) -> bool {
        let is_note = self.is_drawing && ['?', '!'].contains(&character);
        character.is_whitespace()
            || SEPARATORS.contains(&character)
            || INVISIBLE.contains(&character)
            || is_note && self.mark(character).is_none()
    }

    /// Splits a part of a text into cells. A number is one cell; in every other word, each
    /// character is a cell. The part begins at `offset` in the text.
    pub(super) fn cells_of(self, part: &str, offset: usize) -> Vec<Cell<'_>> {
        let mut cells = Vec::new();
        for (before, text) in words(part, |character| self.is_separator(character)) {
            let offset = offset + before;
            let number = marks::number(text).filter(|_| self.convention.marks.is_none());
            if let mark @ Some(_) = number {
                cells.push(Cell { text, offset, mark });
                continue;
            }
            cells.extend(text.char_indices().map(|(before, c)| Cell {
                text: &text[before..before + c.len_utf8()],
                offset: offset + before,
                mark: self.mark(c),
            }));
        }
        cells
    }

    /// Returns whether a word is one cell.
    pub(super) fn is_cell(self, word: &str) -> bool {
        let cells = self.cells_of(word, 0);
        matches!(cells[..], [cell] if cell.mark.is_some() && cell.text == word)
    }
}

/// Returns whether a text of one line without a `/` is a board, perhaps with errors, and not a list
/// of moves.
pub(super) fn is_flat(text: &str, convention: Convention) -> bool {
    let cells = CellSyntax::flat(convention).cells_of(text, 0);
    // After 42 cells, a wrong class may follow.
    let mut board = cells.iter().take(usize::from(CELLS));
    let all_known = board.all(|cell| cell.mark.is_some());
    // If the text begins with a digit, a dot may belong to a move number.
    let is_numbered = text.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = |cell: &&Cell| match cell.text {
        "." => cell.mark.is_some() && !is_numbered,
        _ => cell.mark.is_some() && !cell.is_move() && marks::number(cell.text).is_none(),
    };
    let marks = cells.iter().filter(is_mark).count();
    all_known && (cells.len() > THREE_COLUMNS || marks > 0)
        || marks > THREE_COLUMNS
        || are_marks(&cells)
}

/// Returns whether a text with a `/` is a FEN, perhaps with errors: it has characters that are only
/// in ranks.
pub(super) fn has_ranks(text: &str, convention: Convention) -> bool {
    let syntax = CellSyntax::flat(convention);
    // A FEN of the empty board may have only numbers that are also marks.
    let is_empty = || convention.marks.is_none() && fen::read(text).is_ok();
    text.contains(|c| "Pp7".contains(c) && syntax.mark(c).is_none()) || is_empty()
}

/// Returns whether cells look like those of a board, even if their marks are unknown: there are 42,
/// with at most four different marks. A board needs three; the fourth may be a typing error.
fn are_marks(cells: &[Cell]) -> bool {
    const KINDS: usize = 4;
    let kinds: HashSet<&str> = cells.iter().map(|cell| cell.text.trim()).collect();
    cells.len() == usize::from(CELLS)
        && kinds.len() <= KINDS
        && !cells.iter().all(|cell| cell.is_move() && cell.text != "-")
}

/// Reads 42 cells.
pub(super) fn flat(text: &str, syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let cells = syntax.cells_of(text, 0);
    let board = &cells[..cells.len().min(usize::from(CELLS))];
    check_known(board, syntax.convention.marks)?;
    if let Some(extra) = cells.get(board.len()).filter(|cell| cell.mark.is_none()) {
        let wanted = "a class (win, loss, draw or a number) or the end of the board";
        return Err(unexpected(text, &text[extra.offset..], wanted));
    }
    check_count(text, cells.len())?;
    by_rows(&cells, syntax.convention)
}

/// Checks that every cell has a mark, of `named` if the user has named the marks.
///
/// # Errors
/// Fails at the first one that has not. If there are several, the user should name the marks.
pub(super) fn check_known(cells: &[Cell], named: Option<Marks>) -> Result<(), ErrorAt> {
    let mut unknown = cells.iter().filter(|cell| cell.mark.is_none());
    let Some(first) = unknown.next() else {
        return Ok(());
    };
    let wanted = match named {
        None => "a cell such as 0, 1, 2, -1, '.', x or o".to_owned(),
        Some(marks) => format!("a cell with one of the marks {marks}"),
    };
    let error = Expected::new(wanted, first.text);
    let are_several = unknown.next().is_some() && named.is_none();
    Err(if are_several {
        (first.offset, TextErrorKind::Marks(error))
    } else {
        error.at(first.offset)
    })
}

fn check_count(text: &str, found: usize) -> Result<(), ErrorAt> {
    if found == usize::from(CELLS) {
        return Ok(());
    }
    Err(Expected::named("a board of 42 cells", found).at(text.len()))
}

/// Returns the position of 42 cells with known marks, row by row.
pub(super) fn by_rows(cells: &[Cell], convention: Convention) -> Result<Position, ErrorAt> {
    let (bottom_up, owner) = (convention.bottom_up, convention.first_mark);
    let rows = (0..HEIGHT).map(|row| if bottom_up { row } else { HEIGHT - 1 - row });
    let order = rows.flat_map(|row| Column::ALL.map(|column| column.cell(row)));
    let (mut stones, texts) = place(cells, order)?;
    stones
        .check_grounded()
        .map_err(|(offset, kind)| match kind {
            TextErrorKind::Stones(stone) if stones.stand_upside_down() => {
                (offset, TextErrorKind::UpsideDown { stone, bottom_up })
            }
            kind => (offset, kind),
        })?;
    let [first, second] = stones.counts();
    // The mark that cannot have one stone more than the other.
    let (mark, has_more) = match owner {
        MarkOwner::FirstPlayer => (texts[1], second == first + 1),
        MarkOwner::SecondPlayer | MarkOwner::SideToMove => (texts[0], first == second + 1),
    };
    if has_more {
        let mark = mark.to_owned();
        return Err((cells[0].offset, TextErrorKind::OneStoneMore { mark, owner }));
    }
    if owner == MarkOwner::SecondPlayer || owner == MarkOwner::SideToMove && second > first {
        stones.swap();
    }
    stones.position()
}

/// Returns the cells of a line of the UCI data set connect-4: `b`, `x` and `o` between commas. A
/// class may follow them. Returns `None` for any other text. The number of cells may be wrong.
pub(super) fn data_set(text: &str) -> Option<&str> {
    let (cells, last) = text.rsplit_once(',')?;
    let is_classed = CLASSES.contains(&last.trim());
    let cells = if is_classed { cells } else { text };
    let fields: Vec<&str> = cells.split(',').map(str::trim).collect();
    let is_data = is_classed || fields.len() == usize::from(CELLS) && fields.contains(&"b");
    let is_cell = |field: &&str| ["b", "x", "o"].contains(field);
    (is_data && fields.iter().all(is_cell)).then_some(cells)
}

/// Returns the cells of a board of 42 words before a class: `win`, `loss`, `draw` or a number.
/// Returns `None` for any other text.
pub(super) fn classed(text: &str, convention: Convention) -> Option<&str> {
    let fields: Vec<(usize, &str)> = words(text, is_separator).take(44).collect();
    let (&(_, class), cells) = fields.split_last()?;
    let is_class = CLASSES.contains(&class) || class.parse::<f64>().is_ok();
    let syntax = CellSyntax::flat(convention);
    let are_cells = cells.iter().all(|(_, cell)| syntax.is_cell(cell));
    let &(before, last) = cells.last()?;
    let is_classed = is_class && are_cells && cells.len() == usize::from(CELLS);
    is_classed.then_some(&text[..before + last.len()])
}

/// Reads the result of [`data_set`]: the cells by columns, from the ground up. `x` is the first
/// player's unless the sides are swapped.
pub(super) fn read_data_set(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    let cells = CellSyntax::flat(Convention {
        marks: Some(Marks::UCI),
        ..convention
    })
    .cells_of(text, 0);
    check_count(text, cells.len())?;
    let columns = Column::ALL.into_iter();
    let order = columns.flat_map(|column| (0..HEIGHT).map(move |row| column.cell(row)));
    let (mut stones, _) = place(&cells, order)?;
    if convention.first_mark == MarkOwner::SecondPlayer {
        stones.swap();
    }
    stones.position()
}

/// Returns the stones that `cells` describe, and a text of each mark. `order` gives the cell of the
/// board for each of `cells`. The stones with the first mark become the first player's.
fn place<'a>(
    cells: &[Cell<'a>],
    order: impl Iterator<Item = u64>,
) -> Result<(Stones, [&'a str; 2]), ErrorAt> {
    let (mut stones, mut texts) = (Stones::NONE, [""; 2]);
    for ((written, side), cell) in cells.iter().zip(marks::sides(cells)?).zip(order) {
        if let Some(side) = side {
            texts[side as usize] = written.text;
        }
        stones.put(cell, side, written.offset);
    }
    Ok((stones, texts))
}
