//! Reads boards in rows: drawn or printed by programs, or lists of lists.
//!
//! All rows must have one of the [`layouts`], and no other line may look like a row. A drawing
//! that has lost or gained a character is thus rejected and not read as another position.

use std::cmp::Reverse;

use super::Convention;
use super::cells::check_known;
use super::marks::{ALPHABETS, BARS, Cell, Marks, board_with};
use crate::game::Size;
use crate::game::error::{ErrorAt, Expected, offset};

/// A way in which a drawing writes its rows: the number of cells in each part next to or between
/// bars, and the index of the first cell of the board. The cells before and after those of the board
/// are the number of the row, which may be missing next to a bar.
type Layout = (Vec<usize>, usize);

/// Returns the layouts of rows of `width` cells.
fn layouts(width: usize) -> [Layout; 11] {
    [
        (vec![width], 0),
        (vec![width + 1], 1),
        (vec![width + 1], 0),
        (vec![width + 2], 1),
        (vec![1, width], 1),
        (vec![width, 1], 0),
        (vec![1, width, 1], 1),
        (vec![1; width], 0),
        (vec![1; width + 1], 1),
        (vec![1; width + 1], 0),
        (vec![1; width + 2], 1),
    ]
}

/// The number of parts of a line with a frame. Only in a frame a blank without a bar next to it may
/// be an empty cell.
const IN_A_FRAME: usize = 3;

/// The number of cells that make a line look like a row if it has no bars.
const LIKE_A_ROW: usize = 3;

/// Returns the cells of a board of rows. There may be frames and other text between, above and below
/// the rows. `lines` are parts of `text`.
pub(super) fn read<'a>(
    text: &'a str,
    lines: impl Iterator<Item = &'a str>,
    convention: Convention,
    size: Size,
) -> Result<Vec<Cell<'a>>, ErrorAt<'a>> {
    let width = usize::from(size.width());
    let lines = lines.map(|line| Line::new(line, convention, width));
    let lines: Vec<Line> = lines.collect();
    let layouts = layouts(width);
    // If marks of several alphabets, or unknown marks, make a board, its error names them.
    let known = ALPHABETS.as_flattened().concat();
    let alphabets = ALPHABETS.map(|alphabet| alphabet.concat());
    let choices = || alphabets.iter().chain([&known]).map(Some).chain([None]);
    let drawings = || {
        let layouts = choices().flat_map(|marks| layouts.iter().map(move |layout| (marks, layout)));
        layouts.map(|(marks, layout)| {
            let is_row = |line: &&Line| line.is_row(layout, marks.map(String::as_str));
            let (rows, others) = lines.iter().partition(is_row);
            Drawing {
                text,
                rows,
                others,
                size,
                layout,
                named: convention.marks,
            }
        })
    };
    let complete = drawings().filter(|drawing| drawing.rows.len() == usize::from(size.height()));
    let read = complete.map(|drawing| drawing.board()).find(Result::is_ok);
    read.unwrap_or_else(|| {
        let nearest = drawings().min_by_key(|drawing| Reverse(drawing.rows.len()));
        nearest.expect("there are layouts").board()
    })
}

/// Returns whether a line names the columns of a drawing, from the first one on, and has nothing
/// else. Blanks before the names, or several between them, show that they are not moves.
pub(super) fn names_columns(line: &str) -> bool {
    let is_drawn = line.starts_with(char::is_whitespace) || line.trim_end().contains("  ");
    is_drawn && may_name_columns(line)
}

/// Returns whether a line may name the columns of a drawing. It may also be moves.
pub(super) fn may_name_columns(line: &str) -> bool {
    const COLUMNS: [&str; 4] = ["0123456", "1234567", "abcdefg", "ABCDEFG"];
    let names: Vec<&str> = line.split_whitespace().collect();
    let begin = |columns: &&str| columns.starts_with(&names.concat());
    names.len() >= LIKE_A_ROW && COLUMNS.iter().any(begin)
}

/// A line of a drawing.
struct Line<'a> {
    text: &'a str,
    /// The number of cells in each part next to or between bars.
    parts: Vec<usize>,
    cells: Vec<Cell<'a>>,
    /// The number of cells in a row of the board.
    width: usize,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, convention: Convention, width: usize) -> Line<'a> {
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        let count = text.split(BARS).count();
        for (index, part) in text.split(BARS).enumerate() {
            let written = convention.cells_of(part);
            let written = match (count, index) {
                (IN_A_FRAME, 1) => framed(part, written, width),
                (2.., _) if written.is_empty() => vec![Cell::blank(part)],
                _ => written,
            };
            parts.push(written.len());
            cells.extend(written);
        }
        Line {
            text,
            parts,
            cells,
            width,
        }
    }

    /// Returns whether the line has the layout, and cells of the board that are all of `marks`.
    fn is_row(&self, (parts, first): &Layout, marks: Option<&str>) -> bool {
        let is_of = |cell: &Cell, marks: &str| cell.mark.is_some_and(|mark| marks.contains(mark));
        let are_of = |marks| self.board(*first).iter().all(|cell| is_of(cell, marks));
        self.parts == *parts && marks.is_none_or(are_of)
    }

    /// Returns the cells of the board in a row.
    fn board(&self, first: usize) -> &[Cell<'a>] {
        &self.cells[first..first + self.width]
    }

    /// Returns the cells, except blanks that may be the space around them.
    fn inner_cells(&self) -> impl Iterator<Item = &Cell<'a>> {
        let is_inner =
            |index| self.parts.len() > IN_A_FRAME && (1..self.cells.len() - 1).contains(&index);
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, cell)| (!cell.is_blank() || is_inner(index)).then_some(cell))
    }
}

/// Returns the cells of a part that has bars only at its ends, of which some are `written`.
///
/// If fewer than `count` are, the others are blanks of the same width. If the width does not show
/// which cell each mark is in, returns only those that are written.
fn framed<'a>(part: &'a str, written: Vec<Cell<'a>>, count: usize) -> Vec<Cell<'a>> {
    let (first, width, gap) = match part.chars().count() {
        // `X O` has blanks between cells; ` X O ` also has blanks at its ends.
        length if length == 2 * count - 1 => (0, 2, 1),
        length if length == 2 * count + 1 => (1, 2, 1),
        length if length > 0 && length.is_multiple_of(count) => (0, length / count, 0),
        _ => return written,
    };
    let mut cells = vec![Cell::blank(part); count];
    for cell in &written {
        let before = part[..offset(part, cell.text)].chars().count();
        let column = before.wrapping_sub(first);
        let place = cells.get_mut(column / width);
        let is_free = |place: &&mut Cell| place.is_blank() && column % width < width - gap;
        // Discs are wider than blanks.
        let Some(place) = place.filter(is_free).filter(|_| cell.text.is_ascii()) else {
            return written;
        };
        *place = *cell;
    }
    cells
}

/// The lines of a text: those that are rows in one layout, and the others.
struct Drawing<'l, 'a> {
    text: &'a str,
    rows: Vec<&'l Line<'a>>,
    others: Vec<&'l Line<'a>>,
    size: Size,
    layout: &'l Layout,
    named: Option<Marks>,
}

impl<'a> Drawing<'_, 'a> {
    /// Returns the cells of the rows if they are those of a board, and no other line looks like a
    /// row.
    fn board(&self) -> Result<Vec<Cell<'a>>, ErrorAt<'a>> {
        let (_, first) = *self.layout;
        let cells = self.rows.iter().flat_map(|row| row.board(first)).copied();
        let cells: Vec<Cell> = cells.collect();
        let (count, height) = (self.rows.len(), self.size.height());
        let mut others = self.others.iter().filter(|_| count <= height.into());
        if let Some(damaged) = others.find(|line| self.is_like_a_row(line, &cells)) {
            return Err(self.damage(damaged));
        }
        if count != usize::from(height) {
            let first_line = self.rows.first().or(self.others.first());
            let place = first_line.map_or(self.text, |line| line.text);
            let [height, width] = [height, self.size.width()].map(number);
            let wanted = format!("{height} rows of {width} cells");
            return Err(Expected::named(wanted, count).at(place));
        }
        check_known(&cells, self.named)?;
        match self.misfit(&cells) {
            Some(row) => Err(self.damage(row)),
            None => Ok(cells),
        }
    }

    /// Returns whether a line may be a damaged row next to `board`: most of its cells have marks that
    /// fit those of the board.
    fn is_like_a_row(&self, line: &Line, board: &[Cell]) -> bool {
        let marks: Vec<char> = board.iter().filter_map(|cell| cell.mark).collect();
        let fits = |mark: &char| board_with(&[&marks[..], &[*mark]].concat()).is_some();
        let found = || line.inner_cells().filter_map(|cell| cell.mark);
        let (all, fitting) = (line.inner_cells().count(), found().filter(fits).count());
        let may_be_row = match (self.layout.0.len(), line.parts.len()) {
            // A line without bars is a part of the frame.
            (2.., 1) => false,
            // A line with bars has nothing but cells, even if it lost a bar.
            (IN_A_FRAME.., _) => fitting > 0,
            _ if board.is_empty() => fitting >= LIKE_A_ROW && fitting == all,
            // Next to an empty board, digits alone may be scores.
            _ => fitting >= LIKE_A_ROW && found().any(|mark| marks.contains(&mark)),
        };
        may_be_row && fitting * 2 > all
    }

    /// Returns a row that does not fit the other five. The rows have the cells of `board`.
    fn misfit(&self, board: &[Cell]) -> Option<&Line<'a>> {
        let ((parts, first), width) = (self.layout, usize::from(self.size.width()));
        let first = *first;
        let ends = |row: &Line| [0, row.cells.len() - 1];
        // Next to the board are the numbers of the rows, or nothing.
        let beside = ends(self.rows[0]).into_iter();
        let mut beside = beside.filter(|index| !(first..first + width).contains(index));
        let misnumbered = beside.find_map(|index| misnumbered(&self.rows, index));
        // An end without a bar may be the space around a board that is less wide. If only one end
        // has a bar, a mark must show that it is not.
        let end = if first > 0 { first + width - 1 } else { 0 };
        let has_end = |row: &&Line| match (parts.len(), &row.cells[end]) {
            (bars, cell) if bars == width => !cell.text.is_empty(),
            (bars, cell) if bars == width + 1 => !cell.is_blank(),
            _ => true,
        };
        let narrow = (!self.rows.iter().any(has_end)).then_some(0);
        // The width of a frame with blanks shows which cells are empty.
        let has_blanks = parts.len() == IN_A_FRAME && board.iter().any(Cell::is_blank);
        let length = |row: &Line| row.text.trim().chars().count();
        let is_other = |row: &&Line| has_blanks && length(row) != length(self.rows[0]);
        let other = || self.rows.iter().position(is_other);
        misnumbered
            .or(narrow)
            .or_else(other)
            .map(|row| self.rows[row])
    }

    /// Returns the error of a damaged row.
    fn damage(&self, line: &Line<'a>) -> ErrorAt<'a> {
        let cells = if line.is_row(self.layout, None) {
            line.board(self.layout.1)
        } else {
            &[]
        };
        let width = number(self.size.width());
        let wanted = format!("a row of {width} cells, written like all other rows");
        let damaged = || Expected::new(wanted, line.text.trim()).at(line.text);
        check_known(cells, self.named).err().unwrap_or_else(damaged)
    }
}

/// Returns the word for a number of rows or cells.
fn number(number: u8) -> String {
    const WORDS: [&str; 6] = ["four", "five", "six", "seven", "eight", "nine"];
    let word = WORDS.get(usize::from(number) - 4);
    word.map_or(number.to_string(), |word| (*word).to_owned())
}

/// Returns the first row whose number at an index is not that of the row before, plus or minus one.
/// The numbers may be blank.
fn misnumbered(rows: &[&Line], index: usize) -> Option<usize> {
    let texts = rows.iter().map(|row| row.cells[index].text.trim());
    if texts.clone().all(str::is_empty) {
        return None;
    }
    let numbers: Vec<Option<i16>> = texts
        .map(|text| Some(text.parse::<i8>().ok()?.into()))
        .collect();
    let breaks = |step| {
        let is_next =
            |pair: &[Option<i16>]| pair[1].is_some() && pair[0].map(|one| one + step) == pair[1];
        numbers.windows(2).position(|pair| !is_next(pair))
    };
    Some(breaks(1)?.max(breaks(-1)?) + 1)
}
