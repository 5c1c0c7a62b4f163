//! Reads boards of 42 cells, in one line or in rows.

use std::collections::HashSet;

use super::cells::check_known;
use super::marks::{self, Cell, Marks};
use super::{Convention, MarkOwner, is_separator, rows};
use crate::game::bitboard::{CELLS, HEIGHT};
use crate::game::cursor::words;
use crate::game::error::{ErrorAt, Expected, StonesError, TextErrorKind, rest, unexpected};
use crate::game::stones::Stones;
use crate::game::{Column, Position, Size};

/// The number of cells of a board.
const BOARD: usize = CELLS as usize;

/// The number of cells in three columns. A longer text of digits 0, 1 and 2 must be a board: three
/// columns have no room for more moves.
const THREE_COLUMNS: usize = 3 * HEIGHT as usize;

/// The results of games in the UCI data set.
const CLASSES: [&str; 3] = ["win", "loss", "draw"];

/// Reads a board of the usual size in any form.
pub(super) fn read(text: &str, convention: Convention) -> Result<Position, ErrorAt<'_>> {
    read_sized(text, convention, Size::USUAL)?.position()
}

/// Reads a board of a size: in rows or, if the size is the usual one, in any form.
pub(crate) fn read_sized(
    text: &str,
    convention: Convention,
    size: Size,
) -> Result<Stones<'_>, ErrorAt<'_>> {
    const OPENING: [char; 3] = ['[', '(', '{'];
    let is_list = text.starts_with(OPENING);
    let is_drawing = text.contains('\n') && !is_list;
    let ends: &[char] = if is_list && text.matches(OPENING).count() > 1 {
        &[']', ')', '}']
    } else if is_drawing {
        &['\n']
    } else if text.contains('/') {
        &['/']
    } else {
        return flat(text, convention);
    };
    let parts = text.split(ends).map(|part| part.trim_end_matches('\r'));
    let parts = parts.filter(|part| !part.trim_matches([' ', ',', '\r', '\n']).is_empty());
    match rows::read(text, parts.clone(), convention, size) {
        Ok(cells) => by_rows(&cells, convention, size),
        Err(error) => {
            let is_position =
                |line| !rows::may_name_columns(line) && super::read(line, convention).is_ok();
            let are_positions = is_drawing && parts.clone().next().is_some_and(is_position);
            let is_of = |other: &Size| rows::read(text, parts.clone(), convention, *other).is_ok();
            let other = || Size::all().find(is_of);
            let kind = if are_positions {
                Some(TextErrorKind::SeveralLines)
            } else {
                other().map(|found| TextErrorKind::OtherSize { size, found })
            };
            Err(kind.map_or(error, |kind| ErrorAt::new(text, kind)))
        }
    }
}

/// Reads 42 cells in one line.
fn flat(text: &str, convention: Convention) -> Result<Stones<'_>, ErrorAt<'_>> {
    let cells = convention.cells_of(text);
    let board = &cells[..cells.len().min(BOARD)];
    check_known(board, convention.marks)?;
    if let Some(extra) = cells.get(BOARD).filter(|cell| cell.mark.is_none()) {
        let wanted = "a class (win, loss, draw or a number) or the end of the board";
        return Err(unexpected(rest(text, extra.text), wanted));
    }
    if cells.len() != BOARD {
        let wanted = "a board of 42 cells";
        return Err(Expected::named(wanted, cells.len()).at(&text[text.len()..]));
    }
    by_rows(&cells, convention, Size::USUAL)
}

/// Returns whether a text of one line without a `/` is a board, perhaps with errors, and not a list
/// of moves.
pub(super) fn is_flat(text: &str, convention: Convention) -> bool {
    let cells = convention.cells_of(text);
    // After 42 cells, a wrong class may follow.
    let all_known = cells.iter().take(BOARD).all(|cell| cell.mark.is_some());
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

/// Returns whether cells look like those of a board, even if their marks are unknown: there are 42,
/// with at most four different marks. A board needs three; the fourth may be a typing error.
fn are_marks(cells: &[Cell]) -> bool {
    const KINDS: usize = 4;
    let are_moves = || cells.iter().all(|cell| cell.is_move() && cell.text != "-");
    if cells.len() != BOARD || are_moves() {
        return false;
    }
    let kinds: HashSet<&str> = cells.iter().map(|cell| cell.text.trim()).collect();
    kinds.len() <= KINDS
}

/// Returns the part of a text that is 42 words of one cell each, and the class after them: `win`,
/// `loss`, `draw` or a number. Returns `None` for any other text.
pub(super) fn separate(text: &str, convention: Convention) -> Option<(&str, Option<&str>)> {
    let fields: Vec<&str> = words(text, is_separator).take(BOARD + 2).collect();
    let (cells, after) = fields.split_at_checked(BOARD)?;
    let class = match after {
        [] => None,
        &[class] if CLASSES.contains(&class) || class.parse::<f64>().is_ok() => Some(class),
        _ => return None,
    };
    let are_cells = cells.iter().all(|cell| convention.is_cell(cell));
    let after = &rest(text, cells[BOARD - 1])[cells[BOARD - 1].len()..];
    are_cells.then_some((&text[..text.len() - after.len()], class))
}

/// Returns the cells of a line of the UCI data set connect-4: `b`, `x` and `o` between commas. A
/// class may follow them. Returns `None` for any other text.
pub(super) fn data_set(text: &str) -> Option<&str> {
    let (cells, class) = separate(text, in_data_set(Convention::default()))?;
    let is_data = cells.contains('b') || class.is_some_and(|class| CLASSES.contains(&class));
    (is_data && cells.matches(',').count() == BOARD - 1).then_some(cells)
}

fn in_data_set(convention: Convention) -> Convention {
    Convention {
        marks: Some(Marks::UCI),
        ..convention
    }
}

/// Reads the result of [`data_set`]: the cells by columns, from the ground up. `x` is the first
/// player's unless the sides are swapped.
pub(super) fn read_data_set(text: &str, convention: Convention) -> Result<Position, ErrorAt<'_>> {
    let cells = in_data_set(convention).cells_of(text);
    let columns = Column::ALL.into_iter();
    let order = columns.flat_map(|column| (0..HEIGHT).map(move |row| column.cell(row).into()));
    let (mut stones, _) = place(&cells, order, Size::USUAL)?;
    if convention.first_mark == MarkOwner::SecondPlayer {
        stones.swap();
    }
    stones.position()
}

/// Returns the stones of cells with known marks, row by row. They can come from a game.
fn by_rows<'a>(
    cells: &[Cell<'a>],
    convention: Convention,
    size: Size,
) -> Result<Stones<'a>, ErrorAt<'a>> {
    let (bottom_up, owner) = (convention.bottom_up, convention.first_mark);
    let top = size.height() - 1;
    let rows = (0..=top).map(|row| if bottom_up { row } else { top - row });
    let order = rows.flat_map(|row| (0..size.width()).map(move |column| size.cell(column, row)));
    let (mut stones, texts) = place(cells, order, size)?;
    let [first, second] = stones.counts();
    let is_swapped = match owner {
        MarkOwner::FirstPlayer => false,
        MarkOwner::SecondPlayer => true,
        // With one stone more of the first mark, neither reading is possible.
        MarkOwner::SideToMove => second > first || first == second + 1,
    };
    if is_swapped {
        stones.swap();
    }
    let checked = stones.checked().map(|_| ());
    checked.map_err(|ErrorAt { rest, kind }| {
        let kind = match kind {
            TextErrorKind::Stones(stone @ StonesError::Floating { .. })
                if stones.stand_upside_down() =>
            {
                TextErrorKind::UpsideDown { stone, bottom_up }
            }
            TextErrorKind::Stones(StonesError::Counts { first, second }) if second == first + 1 => {
                let mark = texts[usize::from(!is_swapped)].to_owned();
                TextErrorKind::OneStoneMore { mark, owner }
            }
            kind => kind,
        };
        ErrorAt { rest, kind }
    })?;
    Ok(stones)
}

/// Returns the stones that `cells` describe, and a text of each mark. `order` gives the cell of the
/// board for each of `cells`. The stones with the first mark become the first player's.
fn place<'a>(
    cells: &[Cell<'a>],
    order: impl Iterator<Item = u128>,
    size: Size,
) -> Result<(Stones<'a>, [&'a str; 2]), ErrorAt<'a>> {
    let (mut stones, mut texts) = (Stones::none(size), [""; 2]);
    for ((written, side), cell) in cells.iter().zip(marks::sides(cells)?).zip(order) {
        if let Some(side) = side {
            texts[side as usize] = written.text;
        }
        stones.put(cell, side, written.text);
    }
    Ok((stones, texts))
}
