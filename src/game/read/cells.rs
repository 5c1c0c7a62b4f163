//! Boards of 42 cells: from the order of the cells to a position.

use super::marks::{COLOURLESS, Mark, OTHER_DISCS, RED, WrittenCell, cells_of};
use super::{Convention, ErrorAt, TextErrorKind, offset, rows, unexpected};
use crate::game::bitboard::{CELLS, HEIGHT};
use crate::game::stones::{Stones, StonesError};
use crate::game::{Column, Position, Side};

/// Stones that fill three columns. More digits 0, 1 and 2 than that are no moves but a board.
const THREE_COLUMNS: usize = 3 * HEIGHT as usize;

/// Reads a board in any form.
pub(super) fn read(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    const OPENING: [char; 3] = ['[', '(', '{'];
    let is_list = text.starts_with(OPENING);
    if is_list && text.matches(OPENING).count() > 1 {
        rows::read(&parts(text, &[']', ')', '}']), convention)
    } else if text.contains('\n') && !is_list {
        rows::read(&parts(text, &['\n']), convention).map_err(|(at, fault)| match fault {
            TextErrorKind::Rows { found: 0 | 1 } => (at, TextErrorKind::SeveralLines),
            fault => (at, fault),
        })
    } else if text.contains('/') {
        rows::read(&parts(text, &['/']), convention)
    } else {
        flat(text, convention)
    }
}

/// The parts of a text that hold anything, each with its place.
fn parts<'a>(text: &'a str, ends: &[char]) -> Vec<(usize, &'a str)> {
    let parts = text.split(ends).map(|part| (offset(text, part), part));
    parts
        .filter(|(_, part)| !part.trim_matches([' ', ',', '\r', '\n']).is_empty())
        .collect()
}

/// Whether a text of one line, without a `/`, is a board, however faulty, and no list of moves.
pub(super) fn is_flat(text: &str) -> bool {
    let cells = cells_of(text, 0);
    // The dot may be that of a move number.
    let is_numbered = text.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = |cell: &WrittenCell| match cell.mark {
        Some(Mark::Digit(_) | Mark::UciEmpty) => false,
        Some(Mark::Empty) => !is_numbered,
        _ => true,
    };
    cells.iter().all(|cell| cell.mark.is_some())
        && (cells.len() > THREE_COLUMNS || cells.iter().any(is_mark))
}

/// Whether a text holds only cells and `/`.
pub(super) fn holds_cells_only(text: &str) -> bool {
    let parts = || text.split('/').map(|part| cells_of(part, 0));
    parts().flatten().all(|cell| cell.mark.is_some())
}

/// Reads 42 cells, the top row first.
fn flat(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    let cells = cells_of(text, 0);
    if let Some(cell) = cells.iter().find(|cell| cell.mark.is_none()) {
        return Err(unexpected(
            text,
            &text[cell.at..],
            "a cell such as 0, 1, 2, -1, '.', x or o",
        ));
    }
    let found = cells.len();
    if found != usize::from(CELLS) {
        return Err((text.len(), TextErrorKind::Cells { found }));
    }
    by_rows(&cells, convention)
}

/// The position of 42 cells, the top row first.
pub(super) fn by_rows(cells: &[WrittenCell], convention: Convention) -> Result<Position, ErrorAt> {
    let rows = (0..HEIGHT).rev();
    let places = rows.flat_map(|row| Column::ALL.map(|column| (column, row)));
    position(cells, places, convention)
}

/// The cells of a line of the UCI data set connect-4, however faulty: `b`, `x` and `o` between
/// commas, and behind them perhaps a class.
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

/// Reads what [`data_set`] found: the cells by columns, from the ground up.
pub(super) fn read_data_set(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    let found = text.split(',').count();
    if found != usize::from(CELLS) {
        return Err((text.len(), TextErrorKind::Cells { found }));
    }
    let cells: Vec<WrittenCell> = cells_of(text, 0)
        .into_iter()
        .map(|cell| match cell.mark {
            Some(Mark::UciEmpty) => WrittenCell::empty(cell.at),
            _ => cell,
        })
        .collect();
    let columns = Column::ALL.into_iter();
    let places = columns.flat_map(|column| (0..HEIGHT).map(move |row| (column, row)));
    position(&cells, places, convention)
}

/// The position of cells, each with its place on the board.
fn position(
    cells: &[WrittenCell],
    places: impl Iterator<Item = (Column, u8)>,
    convention: Convention,
) -> Result<Position, ErrorAt> {
    check_alphabet(cells)?;
    let disc = second_disc(cells)?;
    let mut stones = Stones::NONE;
    let mut second_mark = "";
    for (cell, (column, row)) in cells.iter().zip(places) {
        let mut side = cell.mark.and_then(|mark| side_of(mark, disc));
        if convention.swap_sides {
            side = side.map(Side::other);
        }
        if side == Some(Side::Second) {
            second_mark = cell.text;
        }
        stones.put(column, row, side, cell.at);
    }
    stones.position().map_err(|(at, fault)| match fault {
        StonesError::Counts { first, second } if second == first + 1 => {
            let mark = second_mark.to_owned();
            (at, TextErrorKind::OtherFirst { mark })
        }
        fault => (at, fault.into()),
    })
}

/// The player whose stone a mark is; `None` for an empty cell. `disc` is the second player's.
fn side_of(mark: Mark, disc: Option<char>) -> Option<Side> {
    match mark {
        Mark::Digit(1) | Mark::Letter('x' | 'X' | 'r' | 'R') => Some(Side::First),
        Mark::Digit(2 | -1) | Mark::Letter(_) => Some(Side::Second),
        Mark::Disc(sign) if RED.contains(&sign) => Some(Side::First),
        Mark::Disc(sign) if disc == Some(sign) => Some(Side::Second),
        Mark::Empty | Mark::UciEmpty | Mark::Digit(_) | Mark::Disc(_) => None,
    }
}

/// Refuses marks of two alphabets: also `2` beside `-1`, and a letter in both cases.
fn check_alphabet(cells: &[WrittenCell]) -> Result<(), ErrorAt> {
    let mut known: Vec<&WrittenCell> = Vec::new();
    for cell in cells {
        let Some(mark) = cell.mark else { continue };
        if mark == Mark::UciEmpty {
            return Err((cell.at, TextErrorKind::BlankB));
        }
        let is_other =
            |known: &&&WrittenCell| known.mark.is_some_and(|known| are_apart(known, mark));
        if let Some(other) = known.iter().find(is_other) {
            let (first, second) = (other.text.to_owned(), cell.text.to_owned());
            return Err((cell.at, TextErrorKind::Mixed { first, second }));
        }
        if known.iter().all(|known| known.mark != cell.mark) {
            known.push(cell);
        }
    }
    Ok(())
}

fn are_apart(one: Mark, other: Mark) -> bool {
    match (one, other) {
        (Mark::Letter(one), Mark::Letter(other)) if one.eq_ignore_ascii_case(&other) => {
            one != other
        }
        (Mark::Digit(one), Mark::Digit(other)) => [(2, -1), (-1, 2)].contains(&(one, other)),
        (Mark::Empty, Mark::Digit(0)) | (Mark::Digit(0), Mark::Empty) => true,
        _ => one
            .alphabet()
            .zip(other.alphabet())
            .is_some_and(|(one, other)| one != other),
    }
}

/// The disc of the second player, if the board is of discs: red ones, those and empty cells.
fn second_disc(cells: &[WrittenCell]) -> Result<Option<char>, ErrorAt> {
    let is_disc = |cell: &&WrittenCell| matches!(cell.mark, Some(Mark::Disc(_)));
    let Some(first) = cells.iter().find(is_disc) else {
        return Ok(None);
    };
    let occurs = |disc: &char| {
        cells
            .iter()
            .any(|cell| cell.mark == Some(Mark::Disc(*disc)))
    };
    let reds: Vec<char> = RED.into_iter().filter(occurs).collect();
    let others: Vec<char> = OTHER_DISCS.into_iter().filter(occurs).collect();
    let has_empty = cells.iter().any(|cell| cell.mark == Some(Mark::Empty));
    match (&reds[..], &others[..]) {
        ([_], []) => Ok(None),
        // Beside red discs alone, or alone, a colourless one is the empty cell.
        ([] | [_], [empty]) if !has_empty && COLOURLESS.contains(empty) => Ok(None),
        ([_], [second]) => Ok(Some(*second)),
        ([_], [second, _]) if !has_empty => Ok(Some(*second)),
        _ => {
            let found = reds.into_iter().chain(others).collect();
            Err((first.at, TextErrorKind::Discs { found }))
        }
    }
}
