//! Reads boards in rows: drawn or printed by programs, or lists of lists.
//!
//! All six rows must have one of the [`LAYOUTS`], and no other line may look like a row. A drawing
//! that has lost or gained a character is thus rejected and not read as another position.

use super::cells::{self, CellSyntax, check_known};
use super::marks::{ALPHABETS, BARS, Cell, board_with};
use crate::game::Position;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::error::offset;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

/// Cells in a row.
const IN_A_ROW: usize = WIDTH as usize;
/// Rows of a board.
const ROWS: usize = HEIGHT as usize;

/// The ways in which a drawing writes its rows. `#` is a cell, `|` a bar, and `n` the number of the
/// row, which may be missing next to a bar.
const LAYOUTS: [&str; 11] = [
    "#######",
    "n#######",
    "#######n",
    "n#######n",
    "n|#######",
    "#######|n",
    FRAME,
    "#|#|#|#|#|#|#",
    "n|#|#|#|#|#|#|#",
    "#|#|#|#|#|#|#|n",
    "n|#|#|#|#|#|#|#|n",
];

/// The layout without bars in which a blank may be an empty cell.
const FRAME: &str = "n|#######|n";

/// The number of cells that make a line look like a row if it has no bars.
const LIKE_A_ROW: usize = 3;

/// Reads a board of rows. There may be frames and other text between, above and below the rows.
///
/// Each of `lines` has its offset in the text.
pub(super) fn read(lines: &[(usize, &str)], syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let lines: Vec<Line> = lines.iter().map(|&line| Line::new(line)).collect();
    let drawings = LAYOUTS.map(|layout| Drawing::new(&lines, layout, syntax));
    // If marks of several alphabets, or unknown marks, make a board, its error names them.
    let known = ALPHABETS.as_flattened().concat();
    let alphabets = ALPHABETS.map(|alphabet| alphabet.concat());
    let choices = alphabets.iter().chain([&known]).map(Some).chain([None]);
    let mut nearest = (0, drawings[0].board(&[]));
    for (choice, drawing) in choices.flat_map(|choice| drawings.iter().map(move |d| (choice, d))) {
        let rows = drawing.rows(choice.map(Vec::as_slice));
        let is_nearest = rows.len() > nearest.0;
        if !is_nearest && rows.len() < ROWS {
            continue;
        }
        let board = drawing.board(&rows);
        if let Ok(cells) = board {
            return cells::by_rows(&cells, syntax.convention);
        }
        if is_nearest {
            nearest = (rows.len(), board);
        }
    }
    cells::by_rows(&nearest.1?, syntax.convention)
}

/// Returns whether a line names the columns of a drawing, from the first one on, and has nothing
/// else. Blanks before the names, or several between them, show that they are not moves.
pub(super) fn names_columns(line: &str) -> bool {
    const COLUMNS: [&str; 4] = ["0123456", "1234567", "abcdefg", "ABCDEFG"];
    let names: Vec<&str> = line.split_whitespace().collect();
    let is_drawn = names.len() >= LIKE_A_ROW && line.trim_end() != names.join(" ");
    let begin = |columns: &&str| columns.starts_with(&names.concat());
    is_drawn && COLUMNS.iter().any(begin)
}

/// A line of a drawing.
struct Line<'a> {
    /// The offset of its first byte in the text.
    offset: usize,
    text: &'a str,
    /// The parts between and next to the bars, each with its offset in the text.
    parts: Vec<(usize, &'a str)>,
}

impl<'a> Line<'a> {
    fn new((offset, text): (usize, &'a str)) -> Line<'a> {
        let parts = text.split(BARS);
        let parts = parts.map(|part| (offset + self::offset(text, part), part));
        let parts = parts.collect();
        Line {
            offset,
            text,
            parts,
        }
    }

    /// Returns all cells of the line. A blank between bars is a cell unless the bars are a frame.
    fn cells(&self, syntax: CellSyntax) -> Vec<Cell<'a>> {
        let bars = self.parts.len() - 1;
        let parts = self.parts.iter().enumerate();
        let cells = parts.flat_map(|(index, &(at, part))| match index {
            1.. if index < bars && bars > 2 => one_or_blank(part, at, syntax),
            _ => syntax.cells_of(part, at),
        });
        cells.collect()
    }
}

/// A line that has a layout.
struct Row<'a> {
    /// The index of the line.
    line: usize,
    /// Seven cells.
    cells: Vec<Cell<'a>>,
    /// The texts in place of the number of the row.
    numbers: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// Reads a line, if it has the bars and the cells of `layout`.
    fn new((line, text): (usize, &Line<'a>), layout: &str, syntax: CellSyntax) -> Option<Row<'a>> {
        let patterns = layout.split('|');
        let (mut cells, mut numbers) = (Vec::new(), Vec::new());
        if patterns.clone().count() != text.parts.len() {
            return None;
        }
        for (pattern, &(at, part)) in patterns.zip(&text.parts) {
            let written = match pattern {
                "n" => vec![Cell::blank(part, at)],
                "#" => one_or_blank(part, at, syntax),
                _ if layout == FRAME => framed(part, at, syntax)?,
                _ => syntax.cells_of(part, at),
            };
            if written.len() != pattern.len() {
                return None;
            }
            for (kind, cell) in pattern.chars().zip(written) {
                match kind {
                    'n' => numbers.push(cell.text.trim()),
                    _ => cells.push(cell),
                }
            }
        }
        Some(Row {
            line,
            cells,
            numbers,
        })
    }
}

/// Returns the cells of a part between two bars. A blank part is an empty cell.
fn one_or_blank(part: &str, offset: usize, syntax: CellSyntax) -> Vec<Cell<'_>> {
    let mut cells = syntax.cells_of(part, offset);
    if cells.is_empty() {
        cells.push(Cell::blank(part, offset));
    }
    cells
}

/// Returns the cells of a part that has bars only at its ends.
///
/// If fewer than seven cells are written, the others are blanks of the same width. Returns `None`
/// if the width does not show which cell each mark is in.
fn framed(part: &str, at: usize, syntax: CellSyntax) -> Option<Vec<Cell<'_>>> {
    let written = syntax.cells_of(part, at);
    if written.len() == IN_A_ROW {
        return Some(written);
    }
    let (first, width, gap) = match part.chars().count() {
        // `X O` has blanks between cells; ` X O ` also has blanks at its ends.
        13 => (0, 2, 1),
        15 => (1, 2, 1),
        length if length > 0 && length.is_multiple_of(IN_A_ROW) => (0, length / IN_A_ROW, 0),
        _ => return None,
    };
    let mut cells = vec![Cell::blank(part, at); IN_A_ROW];
    for cell in written {
        let before = &part[..cell.offset - at];
        let column = before.chars().count().checked_sub(first)?;
        let place = cells.get_mut(column / width)?;
        // Discs are wider than blanks.
        let is_in_place = cell.text.is_ascii() && column % width < width - gap;
        if !is_in_place || !place.is_blank() {
            return None;
        }
        *place = cell;
    }
    Some(cells)
}

/// All lines, and those that are rows in one layout.
struct Drawing<'a> {
    lines: &'a [Line<'a>],
    layout: &'static str,
    syntax: CellSyntax,
    rows: Vec<Row<'a>>,
}

impl<'a> Drawing<'a> {
    fn new(lines: &'a [Line<'a>], layout: &'static str, syntax: CellSyntax) -> Drawing<'a> {
        let rows = lines.iter().enumerate();
        let rows = rows.filter_map(|line| Row::new(line, layout, syntax));
        Drawing {
            lines,
            layout,
            syntax,
            rows: rows.collect(),
        }
    }

    /// Returns the rows all of whose cells have one of `marks`, or all rows.
    fn rows(&self, marks: Option<&[&str]>) -> Vec<&Row<'a>> {
        let is_of =
            |cell: &Cell, marks: &[&str]| cell.mark.is_some_and(|mark| marks.contains(&mark));
        let are_of =
            |row: &&Row| marks.is_none_or(|marks| row.cells.iter().all(|cell| is_of(cell, marks)));
        self.rows.iter().filter(are_of).collect()
    }

    /// Returns the cells of `rows` if they are the rows of a board, and no other line looks like a
    /// row.
    fn board(&self, rows: &[&Row<'a>]) -> Result<Vec<Cell<'a>>, ErrorAt> {
        let first = rows.first().map_or(0, |row| self.lines[row.line].offset);
        let count = match rows.len() {
            0 | 1 if self.syntax.is_drawing => (first, TextErrorKind::SeveralLines),
            count => Expected::named("six rows of seven cells", count).at(first),
        };
        if rows.len() > ROWS {
            return Err(count);
        }
        let cells: Vec<Cell> = rows.iter().flat_map(|row| &row.cells).copied().collect();
        let is_other = |line: &usize| rows.iter().all(|row| row.line != *line);
        let mut others = (0..self.lines.len()).filter(is_other);
        if let Some(damaged) = others.find(|&line| self.is_like_a_row(&self.lines[line], &cells)) {
            return Err(self.damage(damaged));
        }
        if rows.len() < ROWS {
            return Err(count);
        }
        check_known(&cells, self.syntax.convention.marks)?;
        match self.misfit(rows) {
            Some(row) => Err(self.damage(row.line)),
            None => Ok(cells),
        }
    }

    /// Returns whether a line may be a damaged row next to `board`: most of its cells have marks that
    /// fit those of the board.
    fn is_like_a_row(&self, line: &Line, board: &[Cell]) -> bool {
        let mut marks: Vec<&str> = board.iter().filter_map(|cell| cell.mark).collect();
        marks.sort_unstable();
        marks.dedup();
        let fits = |mark: &str| board_with(&[&marks[..], &[mark]].concat()).is_some();
        let cells = line.cells(self.syntax);
        let found = || cells.iter().filter_map(|cell| cell.mark);
        let fitting = found().filter(|mark| fits(mark)).count();
        // Next to an empty board, digits alone may be scores.
        let has_own = || found().any(|mark| marks.contains(&mark));
        let may_be_row = match (self.layout.matches('|').count(), line.parts.len()) {
            // A line without bars is a part of the frame.
            (1.., 1) => false,
            // A line with bars has nothing but cells, even if it lost a bar.
            (2.., _) => fitting > 0,
            _ => fitting >= LIKE_A_ROW && (board.is_empty() || has_own()),
        };
        may_be_row && fitting * 2 > cells.len()
    }

    /// Returns a row that does not fit the other five.
    fn misfit<'r>(&self, rows: &'r [&Row<'a>]) -> Option<&'r Row<'a>> {
        let mut sides = 0..rows[0].numbers.len();
        let misnumbered = sides.find_map(|side| misnumbered(rows, side));
        // An end without a bar may be the space around a board that is less wide. If only one end
        // has a bar, a mark must show that it is not.
        let end = if self.layout.starts_with('n') {
            IN_A_ROW - 1
        } else {
            0
        };
        let has_end = |row: &&Row| match (self.layout.matches('|').count(), row.cells[end]) {
            (6, cell) => !cell.text.is_empty(),
            (7, cell) => !cell.is_blank(),
            _ => true,
        };
        let narrow = (!rows.iter().any(has_end)).then_some(0);
        // The width of a frame with blanks shows which cells are empty.
        let has_blanks = || rows.iter().flat_map(|row| &row.cells).any(Cell::is_blank);
        let width = |row: &Row| self.lines[row.line].text.trim().chars().count();
        let other = rows.iter().position(|row| width(row) != width(rows[0]));
        let other = other.filter(|_| self.layout == FRAME && has_blanks());
        misnumbered.or(narrow).or(other).map(|row| rows[row])
    }

    /// Returns the error of a damaged row.
    fn damage(&self, line: usize) -> ErrorAt {
        let row = self.rows.iter().find(|row| row.line == line);
        let cells = row.map_or(&[][..], |row| &row.cells);
        let Line { offset, text, .. } = self.lines[line];
        let wanted = "a row of seven cells, written like all other rows";
        let damaged = || Expected::new(wanted, text.trim()).at(offset);
        let known = check_known(cells, self.syntax.convention.marks);
        known.err().unwrap_or_else(damaged)
    }
}

/// Returns the first row whose number at one side is not that of the row before, plus or minus one.
/// The numbers may be blank.
fn misnumbered(rows: &[&Row], side: usize) -> Option<usize> {
    let texts = rows.iter().map(|row| row.numbers[side]);
    if texts.clone().all(str::is_empty) {
        return None;
    }
    let numbers: Vec<Option<i8>> = texts.map(|text| text.parse().ok()).collect();
    let breaks = |step| {
        let is_next = |pair: &[Option<i8>]| {
            pair[1].is_some() && pair[0].and_then(|one| one.checked_add(step)) == pair[1]
        };
        numbers.windows(2).position(|pair| !is_next(pair))
    };
    Some(breaks(1)?.max(breaks(-1)?) + 1)
}
