//! Reads boards in rows: drawn or printed by programs, or lists of lists.

use super::Convention;
use super::cells::{self, CELL};
use super::marks::{Alphabet, CellMark, WrittenCell, cells_of};
use crate::game::Position;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::cursor::offset;
use crate::game::error::{ErrorAt, Expected};

/// Cells in a row.
const IN_A_ROW: usize = WIDTH as usize;
/// Rows of a board.
const ROWS: usize = HEIGHT as usize;

/// The words for a board of rows in error messages.
pub(super) const SIX_ROWS: &str = "six rows of seven cells";

/// Characters that programs print as bars between cells.
const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// Reads a board of rows, the top row first. There may be frames between the rows, and any text
/// above and below them.
///
/// Each of `lines` has its offset in the text.
pub(super) fn read(lines: &[(usize, &str)], convention: Convention) -> Result<Position, ErrorAt> {
    // If rows have bars, lines without bars are frames or numbers of columns.
    let with_bars = lines
        .iter()
        .filter(|(_, text)| text.matches(BARS).count() > 1);
    let has_bars = with_bars.count() + 1 >= ROWS;
    let lines: Vec<DrawnLine> = lines
        .iter()
        .filter(|(_, text)| !has_bars || text.contains(BARS))
        .map(|&(offset, text)| DrawnLine::new(offset, text))
        .collect();
    let mut most = Vec::new();
    for numbers in RowNumbers::ALL {
        for alphabet in Alphabet::ALL {
            let rows = rows(&lines, numbers, alphabet);
            let is_board = rows.len() == ROWS
                && numbers.are_consecutive(&lines, &rows)
                && check_between(&lines, &rows).is_ok()
                && !lines.iter().enumerate().any(|(line, text)| {
                    !rows.contains(&line) && numbers.strip(text).is_some_and(are_stones)
                });
            if is_board {
                let cells = rows.iter().filter_map(|&row| numbers.strip(&lines[row]));
                return cells::by_rows(&cells.collect::<Vec<_>>().concat(), convention);
            }
            if rows.len() > most.len() {
                most = rows;
            }
        }
    }
    Err(error(&lines, &most))
}

/// Returns whether the cells are a row in which a letter or a disc is a stone. Such a row belongs
/// to a board; a row of digits may be scores.
fn are_stones(cells: &[WrittenCell]) -> bool {
    let is_stone =
        |cell: &WrittenCell| matches!(cell.mark, Some(CellMark::Letter(_) | CellMark::Disc(_)));
    cells.len() == IN_A_ROW
        && cells.iter().all(|cell| cell.mark.is_some())
        && cells.iter().any(is_stone)
}

/// A line of a drawing.
struct DrawnLine<'a> {
    /// The offset of its first byte in the text.
    offset: usize,
    cells: Vec<WrittenCell<'a>>,
}

impl DrawnLine<'_> {
    fn new(at: usize, text: &str) -> DrawnLine<'_> {
        let mut parts = text.split(BARS).map(|part| (at + offset(text, part), part));
        let cells = match text.matches(BARS).count() {
            0 | 1 => parts.flat_map(|(at, part)| cells_of(part, at)).collect(),
            // Only numbers of rows are outside the bars.
            2 => parts
                .nth(1)
                .map_or(Vec::new(), |(at, part)| between_bars(part, at)),
            _ => cell_parts(&parts.collect::<Vec<_>>())
                .iter()
                .flat_map(|&(at, part)| one_or_blank(part, at))
                .collect(),
        };
        DrawnLine { offset: at, cells }
    }

    /// Returns whether the line is a frame: it does not have seven cells, and it contains no letter
    /// or digit.
    fn is_frame(&self) -> bool {
        let is_drawn = |cell: &WrittenCell| !cell.text.chars().any(char::is_alphanumeric);
        self.cells.len() != IN_A_ROW && self.cells.iter().all(is_drawn)
    }

    /// Returns whether the line looks like a row, perhaps with errors: most of its cells are marks.
    /// In a line of column numbers, at most three are.
    fn looks_like_a_row(&self) -> bool {
        let known = self.cells.iter().filter(|cell| cell.mark.is_some());
        known.count() * 2 > self.cells.len()
    }
}

/// Returns the parts between bars that are the cells of a row. A row may have bars at both ends, at
/// one end, or at neither. A row number may be outside the bars.
fn cell_parts<'a, 'b>(parts: &'b [(usize, &'a str)]) -> &'b [(usize, &'a str)] {
    let text = |index: usize| parts.get(index).map_or("", |(_, part)| part.trim());
    let is_number = text(0).parse::<u8>().is_ok() && !text(IN_A_ROW).is_empty();
    let skipped = match parts.len() {
        IN_A_ROW => 0,
        parts if parts == IN_A_ROW + 1 => usize::from(text(0).is_empty() || is_number),
        parts_and_ends => return &parts[1..parts_and_ends - 1],
    };
    &parts[skipped..skipped + IN_A_ROW]
}

/// Returns the cells of a part between two bars. A blank part is an empty cell.
fn one_or_blank(part: &str, offset: usize) -> Vec<WrittenCell<'_>> {
    let mut cells = cells_of(part, offset);
    if cells.is_empty() {
        cells.push(WrittenCell::blank(offset));
    }
    cells
}

/// Returns the cells of a line that has bars only at its ends.
///
/// If fewer than seven cells are written, the others are blanks of the same width. If the width
/// does not show which cell each mark is in, the function returns only the written cells. The line
/// is then not a row.
fn between_bars(text: &str, at: usize) -> Vec<WrittenCell<'_>> {
    let written = cells_of(text, at);
    // Discs are wider than blanks.
    let has_discs = written
        .iter()
        .any(|cell| matches!(cell.mark, Some(CellMark::Disc(_))));
    let are_in_columns = |parity: usize| {
        let column = |cell: &WrittenCell| text[..cell.offset - at].chars().count();
        written.iter().all(|cell| column(cell) % 2 == parity)
    };
    let (first, width) = match text.chars().count() {
        _ if written.len() >= IN_A_ROW || has_discs => return written,
        // `X O` has blanks between cells; ` X O ` also has blanks at its ends.
        13 if are_in_columns(0) => (0, 2),
        15 if are_in_columns(1) => (1, 2),
        length if length.is_multiple_of(IN_A_ROW) && length > 0 => (0, length / IN_A_ROW),
        _ => return written,
    };
    let starts: Vec<usize> = text
        .char_indices()
        .map(|(byte, _)| byte)
        .skip(first)
        .step_by(width)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().copied().zip(ends).take(IN_A_ROW);
    parts
        .flat_map(|(start, end)| one_or_blank(&text[start..end], at + start))
        .collect()
}

/// The number of row numbers to the left and to the right of the cells of each row.
#[derive(Debug, Clone, Copy)]
struct RowNumbers {
    left: usize,
    right: usize,
}

impl RowNumbers {
    const ALL: [RowNumbers; 4] = [
        RowNumbers { left: 0, right: 0 },
        RowNumbers { left: 1, right: 0 },
        RowNumbers { left: 0, right: 1 },
        RowNumbers { left: 1, right: 1 },
    ];

    /// Returns the cells of a line without its numbers.
    fn strip<'a, 'b>(self, line: &'a DrawnLine<'b>) -> Option<&'a [WrittenCell<'b>]> {
        let end = line.cells.len().checked_sub(self.right)?;
        line.cells.get(self.left..end)
    }

    /// Returns whether the numbers of the rows increase or decrease by one from row to row.
    fn are_consecutive(self, lines: &[DrawnLine], rows: &[usize]) -> bool {
        let count = |end: fn(&[WrittenCell]) -> Option<u8>| {
            let numbers: Option<Vec<u8>> = rows.iter().map(|&row| end(&lines[row].cells)).collect();
            numbers.is_some_and(|numbers| {
                numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
                    || numbers.windows(2).all(|pair| pair[1] + 1 == pair[0])
            })
        };
        (self.left == 0 || count(|cells| cells.first()?.text.parse().ok()))
            && (self.right == 0 || count(|cells| cells.last()?.text.parse().ok()))
    }
}

/// Returns the indices of the lines that are rows with marks of `alphabet`.
fn rows(lines: &[DrawnLine], numbers: RowNumbers, alphabet: Alphabet) -> Vec<usize> {
    let belongs = |cell: &WrittenCell| {
        let mark = cell.mark.map(CellMark::alphabet);
        mark.is_some_and(|own| own.is_none_or(|own| own == alphabet))
    };
    let is_row = |&row: &usize| {
        let cells = numbers.strip(&lines[row]);
        cells.is_some_and(|cells| cells.len() == IN_A_ROW && cells.iter().all(belongs))
    };
    (0..lines.len()).filter(is_row).collect()
}

/// Checks that the lines between rows are frames.
///
/// # Errors
/// Fails if one of them is not a frame, and reports it as a damaged row.
fn check_between(lines: &[DrawnLine], rows: &[usize]) -> Result<(), ErrorAt> {
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return Ok(());
    };
    let damaged = (first..last).find(|row| !rows.contains(row) && !lines[*row].is_frame());
    damaged.map_or(Ok(()), |row| Err(damage(&lines[row])))
}

/// Returns the error of a drawing that is not a board; `rows` are the lines that are rows.
fn error(lines: &[DrawnLine], rows: &[usize]) -> ErrorAt {
    let six_rows = |offset, found| (offset, Expected::count(SIX_ROWS, found).into());
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return six_rows(0, 0);
    };
    let offset = lines[first].offset;
    if rows.len() > ROWS {
        return six_rows(offset, rows.len());
    }
    if let Err(damaged) = check_between(lines, rows) {
        return damaged;
    }
    if rows.len() < ROWS {
        // The damaged row may be the first or the last one.
        let near = [first.checked_sub(1), Some(last + 1)];
        let mut near = near.into_iter().flatten().filter_map(|row| lines.get(row));
        return match near.find(|line| line.looks_like_a_row()) {
            Some(line) => damage(line),
            None => six_rows(offset, rows.len()),
        };
    }
    let is_row = |line: &&DrawnLine| line.cells.len() == IN_A_ROW && line.looks_like_a_row();
    match lines.iter().filter(is_row).count() {
        0 | ROWS => wrong_length(&lines[first]),
        found => six_rows(offset, found),
    }
}

/// Returns the error of a damaged row.
fn damage(line: &DrawnLine) -> ErrorAt {
    match line.cells.iter().find(|cell| cell.mark.is_none()) {
        Some(cell) if line.cells.len() == IN_A_ROW => {
            (cell.offset, Expected::new(CELL, cell.text).into())
        }
        _ => wrong_length(line),
    }
}

fn wrong_length(line: &DrawnLine) -> ErrorAt {
    let found = line.cells.len();
    let error = Expected::count("a row of seven cells", found);
    (line.offset, error.into())
}
