//! Reads boards of 42 cells.

use super::marks::{COLOURLESS, CellMark, OTHER_DISCS, RED, WrittenCell, cells_of};
use super::{Convention, is_separator, rows};
use crate::game::bitboard::{CELLS, HEIGHT};
use crate::game::cursor::{offset, words};
use crate::game::error::{ErrorAt, Expected, Found, TextErrorKind, unexpected};
use crate::game::stones::{Stones, StonesError};
use crate::game::{Column, Position, Side};

/// The number of cells in three columns. A longer text of digits 0, 1 and 2 must be a board: three
/// columns have no room for more moves.
const THREE_COLUMNS: usize = 3 * HEIGHT as usize;

/// Reads a board in any form.
pub(super) fn read(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    const OPENING: [char; 3] = ['[', '(', '{'];
    let is_list = text.starts_with(OPENING);
    if is_list && text.matches(OPENING).count() > 1 {
        rows::read(&parts(text, &[']', ')', '}']), convention)
    } else if text.contains('\n') && !is_list {
        rows::read(&parts(text, &['\n']), convention).map_err(|(offset, kind)| match kind {
            TextErrorKind::Expected(Expected {
                wanted,
                found: Found::Count(0 | 1),
            }) if wanted == rows::SIX_ROWS => (offset, TextErrorKind::SeveralLines),
            kind => (offset, kind),
        })
    } else if text.contains('/') {
        rows::read(&parts(text, &['/']), convention)
    } else {
        flat(text, convention)
    }
}

/// Splits a text at `ends` into parts, each with its offset. Leaves out parts that contain only
/// blanks and commas.
fn parts<'a>(text: &'a str, ends: &[char]) -> Vec<(usize, &'a str)> {
    let parts = text.split(ends).map(|part| (offset(text, part), part));
    parts
        .filter(|(_, part)| !part.trim_matches([' ', ',', '\r', '\n']).is_empty())
        .collect()
}

/// Returns whether a text of one line without a `/` is a board, perhaps with errors, and not a list
/// of moves.
pub(super) fn is_flat(text: &str) -> bool {
    let cells = cells_of(text, 0);
    // If the text begins with a digit, a dot may belong to a move number.
    let is_numbered = text.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = |cell: &WrittenCell| match cell.mark {
        Some(CellMark::Digit(_) | CellMark::UciEmpty) => false,
        Some(CellMark::Empty) => !is_numbered,
        _ => true,
    };
    cells.iter().all(|cell| cell.mark.is_some())
        && (cells.len() > THREE_COLUMNS || cells.iter().any(is_mark))
}

/// Returns whether a text contains only cells and `/`.
pub(super) fn has_cells_only(text: &str) -> bool {
    let mut parts = text.split('/');
    parts.all(|part| cells_of(part, 0).iter().all(|cell| cell.mark.is_some()))
}

/// Reads 42 cells, the top row first.
fn flat(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    let cells = cells_of(text, 0);
    if let Some(cell) = cells.iter().find(|cell| cell.mark.is_none()) {
        return Err(unexpected(text, &text[cell.offset..], CELL));
    }
    check_count(text, cells.len())?;
    by_rows(&cells, convention)
}

/// The words for a cell in error messages.
pub(super) const CELL: &str = "a cell such as 0, 1, 2, -1, '.', x or o";

fn check_count(text: &str, found: usize) -> Result<(), ErrorAt> {
    if found == usize::from(CELLS) {
        return Ok(());
    }
    let error = Expected::count("a board of 42 cells", found);
    Err((text.len(), error.into()))
}

/// Returns the position of 42 cells, the top row first.
pub(super) fn by_rows(cells: &[WrittenCell], convention: Convention) -> Result<Position, ErrorAt> {
    let rows = (0..HEIGHT).rev();
    let order = rows.flat_map(|row| Column::ALL.map(|column| column.cell(row)));
    position(cells, order, convention)
}

/// Returns the cells of a line of the UCI data set connect-4: `b`, `x` and `o` between commas. A
/// class may follow them. Returns `None` for any other text. The number of cells may be wrong.
pub(super) fn data_set(text: &str) -> Option<&str> {
    let (cells, last) = text.rsplit_once(',')?;
    let is_classed = ["win", "loss", "draw"].contains(&last.trim());
    let cells = if is_classed { cells } else { text };
    let is_cell = |field: &str| ["b", "x", "o"].contains(&field.trim());
    let fields = || cells.split(',');
    let is_data = is_classed
        || fields().count() == usize::from(CELLS) && fields().any(|field| field.trim() == "b");
    (is_data && fields().all(is_cell)).then_some(cells)
}

/// Returns the cells of a board of 42 numbers before a class: `win`, `loss`, `draw` or a number.
/// Returns `None` for any other text.
pub(super) fn classed(text: &str) -> Option<&str> {
    let fields: Vec<(usize, &str)> = words(text, is_separator).take(44).collect();
    let (&(_, class), cells) = fields.split_last()?;
    let is_class = ["win", "loss", "draw"].contains(&class) || class.parse::<f64>().is_ok();
    let are_cells = cells
        .iter()
        .all(|(_, cell)| CellMark::number(cell).is_some());
    let &(before, last) = cells.last()?;
    let is_classed = is_class && are_cells && cells.len() == usize::from(CELLS);
    is_classed.then_some(&text[..before + last.len()])
}

/// Reads the result of [`data_set`]: the cells by columns, from the ground up.
pub(super) fn read_data_set(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    check_count(text, text.split(',').count())?;
    let cells: Vec<WrittenCell> = cells_of(text, 0)
        .into_iter()
        .map(|cell| match cell.mark {
            Some(CellMark::UciEmpty) => WrittenCell::blank(cell.offset),
            _ => cell,
        })
        .collect();
    let columns = Column::ALL.into_iter();
    let order = columns.flat_map(|column| (0..HEIGHT).map(move |row| column.cell(row)));
    position(&cells, order, convention)
}

/// Returns the position that the text of `cells` describes. `order` gives the cell of the board for
/// each of them.
fn position(
    cells: &[WrittenCell],
    order: impl Iterator<Item = u64>,
    convention: Convention,
) -> Result<Position, ErrorAt> {
    check_alphabet(cells)?;
    let disc = second_disc(cells)?;
    let mut stones = Stones::NONE;
    let mut second_mark = "";
    for (written, cell) in cells.iter().zip(order) {
        let mut side = written.mark.and_then(|mark| side_of(mark, disc));
        if convention.swap_sides {
            side = side.map(Side::other);
        }
        if side == Some(Side::Second) {
            second_mark = written.text;
        }
        stones.put(cell, side, written.offset);
    }
    stones.position().map_err(|(offset, kind)| match kind {
        TextErrorKind::Stones(StonesError::Counts { first, second }) if second == first + 1 => {
            let mark = second_mark.to_owned();
            (offset, TextErrorKind::OtherFirst { mark })
        }
        kind => (offset, kind),
    })
}

/// Returns the side that has a stone with this mark; `None` for an empty cell. `disc` is the disc
/// of the second player.
fn side_of(mark: CellMark, disc: Option<char>) -> Option<Side> {
    match mark {
        CellMark::Digit(1) | CellMark::Letter('x' | 'X' | 'r' | 'R') => Some(Side::First),
        CellMark::Digit(2 | -1) | CellMark::Letter(_) => Some(Side::Second),
        CellMark::Disc(own) if RED.contains(&own) => Some(Side::First),
        CellMark::Disc(own) if disc == Some(own) => Some(Side::Second),
        CellMark::Empty | CellMark::UciEmpty | CellMark::Digit(_) | CellMark::Disc(_) => None,
    }
}

/// Checks that all marks are of one alphabet.
///
/// # Errors
/// Fails at a `b`, or at a mark that [`can_mix`] does not allow with an earlier one.
fn check_alphabet(cells: &[WrittenCell]) -> Result<(), ErrorAt> {
    let mut known: Vec<&WrittenCell> = Vec::new();
    for cell in cells {
        let Some(mark) = cell.mark else { continue };
        if mark == CellMark::UciEmpty {
            return Err((cell.offset, TextErrorKind::BlankB));
        }
        let is_other =
            |known: &&&WrittenCell| known.mark.is_some_and(|known| !can_mix(known, mark));
        if let Some(other) = known.iter().find(is_other) {
            let (first, second) = (other.text.to_owned(), cell.text.to_owned());
            return Err((cell.offset, TextErrorKind::Mixed { first, second }));
        }
        if known.iter().all(|known| known.mark != cell.mark) {
            known.push(cell);
        }
    }
    Ok(())
}

/// Returns whether two marks may be on one board.
fn can_mix(one: CellMark, other: CellMark) -> bool {
    match (one, other) {
        (CellMark::Letter(one), CellMark::Letter(other)) if one.eq_ignore_ascii_case(&other) => {
            one == other
        }
        (CellMark::Digit(one), CellMark::Digit(other)) => {
            ![(2, -1), (-1, 2)].contains(&(one, other))
        }
        (CellMark::Empty, CellMark::Digit(0)) | (CellMark::Digit(0), CellMark::Empty) => false,
        _ => {
            let alphabets = one.alphabet().zip(other.alphabet());
            alphabets.is_none_or(|(one, other)| one == other)
        }
    }
}

/// Returns the disc of the second player if the board consists of discs. The first player's discs
/// are red; discs of a third kind are empty cells.
fn second_disc(cells: &[WrittenCell]) -> Result<Option<char>, ErrorAt> {
    let is_disc = |cell: &&WrittenCell| matches!(cell.mark, Some(CellMark::Disc(_)));
    let Some(first) = cells.iter().find(is_disc) else {
        return Ok(None);
    };
    let occurs = |mark: CellMark| cells.iter().any(|cell| cell.mark == Some(mark));
    let occurring = |discs: &[char]| -> Vec<char> {
        let discs = discs.iter().copied();
        discs.filter(|&disc| occurs(CellMark::Disc(disc))).collect()
    };
    let (reds, others) = (occurring(&RED), occurring(&OTHER_DISCS));
    let has_empty = occurs(CellMark::Empty);
    match (&reds[..], &others[..]) {
        ([_], []) => Ok(None),
        // If the only discs, except for red ones, are of one colourless kind, they are the empty
        // cells.
        ([] | [_], [empty]) if !has_empty && COLOURLESS.contains(empty) => Ok(None),
        ([_], [second]) => Ok(Some(*second)),
        ([_], [second, _]) if !has_empty => Ok(Some(*second)),
        _ => {
            let found = reds.into_iter().chain(others).collect();
            Err((first.offset, TextErrorKind::Discs { found }))
        }
    }
}
