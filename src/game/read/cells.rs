//! Reads boards of 42 cells.

use std::collections::HashSet;

use super::marks::{COLOURLESS, CellMark, CellSyntax, OTHER_DISCS, RED, WrittenCell};
use super::{Convention, MarkOwner, is_separator, rows};
use crate::game::bitboard::{CELLS, HEIGHT};
use crate::game::cursor::{offset, words};
use crate::game::error::{ErrorAt, Expected, TextErrorKind};
use crate::game::stones::Stones;
use crate::game::{Column, Position, Side, fen};

/// The number of cells in three columns. A longer text of digits 0, 1 and 2 must be a board: three
/// columns have no room for more moves.
const THREE_COLUMNS: usize = 3 * HEIGHT as usize;

/// The words for an empty cell and for a `b` in error messages.
const EMPTY: &str = "'.' or '_' for an empty cell";
const UCI_EMPTY: &str = "'b', which is an empty cell only in lines of the UCI data set connect-4: \
    42 of b, x, o between commas";

/// Reads a board in any form.
pub(super) fn read(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    const OPENING: [char; 3] = ['[', '(', '{'];
    let is_list = text.starts_with(OPENING);
    let is_drawing = text.contains('\n') && !is_list;
    let syntax = CellSyntax {
        convention,
        is_drawing,
    };
    if is_list && text.matches(OPENING).count() > 1 {
        rows::read(&parts(text, &[']', ')', '}']), syntax)
    } else if is_drawing {
        rows::read(&parts(text, &['\n']), syntax)
    } else if text.contains('/') {
        rows::read(&parts(text, &['/']), syntax)
    } else {
        flat(text, syntax)
    }
}

/// Splits a text at `ends` into parts, each with its offset. Leaves out parts that contain only
/// blanks and commas.
fn parts<'a>(text: &'a str, ends: &[char]) -> Vec<(usize, &'a str)> {
    let parts = text.split(ends).map(|part| (offset(text, part), part));
    parts
        .filter(|(_, part)| !part.trim_matches([' ', ',', '\r', '\n']).is_empty())
        .map(|(offset, part)| (offset, part.trim_end_matches('\r')))
        .collect()
}

/// Returns whether a text of one line without a `/` is a board, perhaps with errors, and not a list
/// of moves.
pub(super) fn is_flat(text: &str, convention: Convention) -> bool {
    let cells = CellSyntax::flat(convention).cells_of(text, 0);
    let all_known = cells.iter().all(|cell| cell.mark.is_some());
    // If the text begins with a digit, a dot may belong to a move number.
    let is_numbered = text.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = |cell: &&WrittenCell| match cell.mark {
        Some(CellMark::Digit(_)) | None => false,
        Some(CellMark::Empty('.')) => !is_numbered,
        Some(_) => !cell.is_move(),
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
pub(super) fn are_marks(cells: &[WrittenCell]) -> bool {
    const KINDS: usize = 4;
    let kinds: HashSet<&str> = cells.iter().map(|cell| cell.text.trim()).collect();
    cells.len() == usize::from(CELLS)
        && kinds.len() <= KINDS
        && !cells.iter().all(|cell| cell.is_move() && cell.text != "-")
}

/// Reads 42 cells.
fn flat(text: &str, syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let cells = syntax.cells_of(text, 0);
    check_known(&cells, syntax)?;
    check_count(text, cells.len())?;
    by_rows(&cells, syntax)
}

/// Checks that every cell has a mark.
///
/// # Errors
/// Fails at the first one that has not. If there are several, the user should name the marks.
pub(super) fn check_known(cells: &[WrittenCell], syntax: CellSyntax) -> Result<(), ErrorAt> {
    let mut unknown = cells.iter().filter(|cell| cell.mark.is_none());
    let Some(first) = unknown.next() else {
        return Ok(());
    };
    let error = Expected::new(syntax.cell_words(), first.text);
    let are_several = unknown.next().is_some() && syntax.convention.marks.is_none();
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

/// Returns the position of 42 cells, row by row.
pub(super) fn by_rows(cells: &[WrittenCell], syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let bottom_up = syntax.convention.bottom_up;
    let rows = (0..HEIGHT).map(|row| if bottom_up { row } else { HEIGHT - 1 - row });
    let order = rows.flat_map(|row| Column::ALL.map(|column| column.cell(row)));
    let (mut stones, marks) = place(cells, order)?;
    stones
        .check_grounded()
        .map_err(|(offset, kind)| match kind {
            TextErrorKind::Stones(stone) if stones.stand_upside_down() => {
                (offset, TextErrorKind::UpsideDown { stone, bottom_up })
            }
            kind => (offset, kind),
        })?;
    let owner = syntax.convention.first_mark;
    let [first, second] = stones.counts();
    // The mark that cannot have one stone more than the other.
    let (mark, has_more) = match owner {
        MarkOwner::FirstPlayer => (marks[1], second == first + 1),
        MarkOwner::SecondPlayer | MarkOwner::SideToMove => (marks[0], first == second + 1),
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
    let is_classed = ["win", "loss", "draw"].contains(&last.trim());
    let cells = if is_classed { cells } else { text };
    let is_cell = |field: &str| ["b", "x", "o"].contains(&field.trim());
    let fields = || cells.split(',');
    let is_data = is_classed
        || fields().count() == usize::from(CELLS) && fields().any(|field| field.trim() == "b");
    (is_data && fields().all(is_cell)).then_some(cells)
}

/// Returns the cells of a board of 42 words before a class: `win`, `loss`, `draw` or a number.
/// Returns `None` for any other text.
pub(super) fn classed(text: &str, convention: Convention) -> Option<&str> {
    let fields: Vec<(usize, &str)> = words(text, is_separator).take(44).collect();
    let (&(_, class), cells) = fields.split_last()?;
    let is_class = ["win", "loss", "draw"].contains(&class) || class.parse::<f64>().is_ok();
    let syntax = CellSyntax::flat(convention);
    let are_cells = cells.iter().all(|(_, cell)| syntax.is_cell(cell));
    let &(before, last) = cells.last()?;
    let is_classed = is_class && are_cells && cells.len() == usize::from(CELLS);
    is_classed.then_some(&text[..before + last.len()])
}

/// Reads the result of [`data_set`]: the cells by columns, from the ground up. `x` is the first
/// player's unless the sides are swapped.
pub(super) fn read_data_set(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    check_count(text, text.split(',').count())?;
    let syntax = CellSyntax::flat(Convention {
        marks: None,
        ..convention
    });
    let mut cells = syntax.cells_of(text, 0);
    for cell in &mut cells {
        if cell.mark == Some(CellMark::UciEmpty) {
            cell.mark = Some(CellMark::Blank);
        }
    }
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
    cells: &[WrittenCell<'a>],
    order: impl Iterator<Item = u64>,
) -> Result<(Stones, [&'a str; 2]), ErrorAt> {
    check_alphabet(cells)?;
    let disc = second_disc(cells)?;
    let (mut stones, mut marks) = (Stones::NONE, [""; 2]);
    for (written, cell) in cells.iter().zip(order) {
        let side = written.mark.and_then(|mark| side_of(mark, disc));
        if let Some(side) = side {
            marks[side as usize] = written.text;
        }
        stones.put(cell, side, written.offset);
    }
    Ok((stones, marks))
}

/// Returns the side that has a stone with this mark; `None` for an empty cell. `disc` is the disc
/// of the second player.
fn side_of(mark: CellMark, disc: Option<char>) -> Option<Side> {
    match mark {
        CellMark::Digit(1) | CellMark::Letter('x' | 'X' | 'r' | 'R') => Some(Side::First),
        CellMark::Digit(2 | -1) | CellMark::Letter(_) => Some(Side::Second),
        CellMark::Disc(own) if RED.contains(&own) => Some(Side::First),
        CellMark::Disc(own) if disc == Some(own) => Some(Side::Second),
        _ => None,
    }
}

/// Checks that all marks are of one alphabet.
///
/// # Errors
/// Fails at a `b`, which is an empty cell only in the UCI data set, or at a mark that [`can_mix`]
/// does not allow with an earlier one.
fn check_alphabet(cells: &[WrittenCell]) -> Result<(), ErrorAt> {
    let mut known: Vec<(CellMark, &str)> = Vec::new();
    for cell in cells {
        let is_new = |&mark: &CellMark| known.iter().all(|&(other, _)| other != mark);
        let Some(mark) = cell.mark.filter(is_new) else {
            continue;
        };
        if mark == CellMark::UciEmpty {
            return Err((
                cell.offset,
                TextErrorKind::Marks(Expected::named(EMPTY, UCI_EMPTY)),
            ));
        }
        let text = match mark {
            CellMark::Blank => " ",
            _ => cell.text,
        };
        let is_other = |&&(other, _): &&(CellMark, &str)| !can_mix(other, mark);
        if let Some((_, other)) = known.iter().find(is_other) {
            let wanted = "marks of one alphabet, such as . x o";
            let mixed = Expected::named(wanted, format!("both {other:?} and {text:?}"));
            return Err((cell.offset, TextErrorKind::Marks(mixed)));
        }
        known.push((mark, text));
    }
    Ok(())
}

/// Returns whether two marks may be on one board.
pub(super) fn can_mix(one: CellMark, other: CellMark) -> bool {
    use CellMark::{Blank, Digit, Empty};
    let is_empty = |mark| matches!(mark, Empty(_) | Blank | Digit(0));
    match (one, other) {
        (CellMark::Letter(one), CellMark::Letter(other)) if one.eq_ignore_ascii_case(&other) => {
            one == other
        }
        (Digit(2), Digit(-1)) | (Digit(-1), Digit(2)) => false,
        (Empty(_), Empty(_)) => true,
        _ if is_empty(one) && is_empty(other) => one == other,
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
    let marks: Vec<CellMark> = cells.iter().filter_map(|cell| cell.mark).collect();
    let occurs = |&disc: &char| marks.contains(&CellMark::Disc(disc));
    let occurring =
        |discs: &[char]| -> Vec<char> { discs.iter().copied().filter(occurs).collect() };
    let (reds, others) = (occurring(&RED), occurring(&OTHER_DISCS));
    let is_empty = |mark: &CellMark| matches!(mark, CellMark::Empty(_) | CellMark::Blank);
    let has_empty = marks.iter().any(is_empty);
    match (&reds[..], &others[..]) {
        ([_], []) => Ok(None),
        // If the only discs, except for red ones, are of one colourless kind, they are the empty
        // cells.
        ([] | [_], [empty]) if !has_empty && COLOURLESS.contains(empty) => Ok(None),
        ([_], [second]) => Ok(Some(*second)),
        ([_], [second, _]) if !has_empty => Ok(Some(*second)),
        _ => {
            let found: String = reds.into_iter().chain(others).collect();
            let wanted = "an empty cell and two kinds of discs, one of them red";
            let error = Expected::new(wanted, &found);
            Err((first.offset, TextErrorKind::Marks(error)))
        }
    }
}
