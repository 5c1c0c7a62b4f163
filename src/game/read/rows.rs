//! Reads boards in rows: drawn or printed by programs, or lists of lists.
//!
//! All six rows must have one [`Layout`], and no other line may look like a row. A drawing that has
//! lost or gained a character is thus rejected and not read as another position.

use super::cells::{self, are_marks, can_mix, check_known};
use super::marks::{Alphabet, BARS, CellMark, CellSyntax, WrittenCell};
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

/// The number of cells that make a line look like a row.
const LIKE_A_ROW: usize = 3;

/// The numbers and letters of the columns, which are not cells.
const COLUMNS: [&str; 4] = ["0123456", "1234567", "abcdefg", "ABCDEFG"];

/// The words for the layouts with bars in error messages.
const BARRED: &str = "8 bars around seven cells, 6 bars between them, or a frame of 1 or 2 bars";

/// Reads a board of rows. There may be frames between the rows, and any text above and below them.
///
/// Each of `lines` has its offset in the text.
pub(super) fn read(lines: &[(usize, &str)], syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let lines: Vec<Line> = lines
        .iter()
        .map(|&(offset, text)| Line {
            offset,
            text,
            bars: text.matches(BARS).count(),
        })
        .collect();
    let drawings = Layout::all().map(|layout| Drawing::new(&lines, layout, syntax));
    let drawings: Vec<Drawing> = drawings.collect();
    // If marks of several alphabets make a board, its error names them.
    let alphabets = Alphabet::ALL.into_iter().map(Some).chain([None]);
    let rows = alphabets.flat_map(|alphabet| {
        let accepted = move |mark: Option<CellMark>| {
            mark.is_some_and(|mark| {
                let alphabets = mark.alphabet().zip(alphabet);
                alphabets.is_none_or(|(own, wanted)| own == wanted)
            })
        };
        let drawings = drawings.iter();
        drawings.map(move |drawing| (drawing, drawing.rows(accepted)))
    });
    let mut most: (&Drawing, Vec<usize>) = (&drawings[0], Vec::new());
    for (drawing, rows) in rows {
        if rows.len() == ROWS && drawing.check(&rows).is_ok() {
            return cells::by_rows(&drawing.cells(&rows), syntax);
        }
        if rows.len() > most.1.len() {
            most = (drawing, rows);
        }
    }
    let (drawing, rows) = most;
    let error = drawing.check(&rows).expect_err("checked above");
    Err(unread(&lines, &drawings, syntax).unwrap_or(error))
}

/// A line of a drawing.
struct Line<'a> {
    /// The offset of its first byte in the text.
    offset: usize,
    text: &'a str,
    /// The number of bars.
    bars: usize,
}

/// The way in which every row of a drawing is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The number of bars. Up to two are a frame; more are between the cells.
    bars: usize,
    /// Whether there is something before the cells: the number of the row or, outside a bar, space.
    before: bool,
    /// Whether there is something after the cells.
    after: bool,
}

impl Layout {
    /// Returns all layouts.
    fn all() -> impl Iterator<Item = Layout> {
        let ends = [(false, false), (true, false), (false, true), (true, true)];
        let layouts = [0, 1, 2, 6, 7, 8].into_iter().flat_map(move |bars| {
            ends.map(|(before, after)| Layout {
                bars,
                before,
                after,
            })
        });
        // The cells are in one part of the line or in seven.
        layouts.filter(|layout| layout.bars == 0 || [1, IN_A_ROW].contains(&layout.cell_parts()))
    }

    /// Returns the number of parts between and next to the bars that have cells.
    fn cell_parts(self) -> usize {
        self.bars + 1 - usize::from(self.before) - usize::from(self.after)
    }

    /// Reads a line with this number of bars as a row.
    fn row<'a>(self, line: &Line<'a>, syntax: CellSyntax) -> Row<'a> {
        let parts = line.text.split(BARS);
        let parts = parts.map(|part| (line.offset + offset(line.text, part), part));
        let parts: Vec<(usize, &str)> = parts.collect();
        let (first, last) = (parts[0], parts[parts.len() - 1]);
        if self.bars == 0 {
            return self.numbered(syntax.cells_of(first.1, first.0));
        }
        let mut row = Row {
            before: if self.before { first } else { (first.0, "") },
            after: if self.after { last } else { (last.0, "") },
            cells: Vec::new(),
        };
        let end = parts.len() - usize::from(self.after);
        match parts[usize::from(self.before)..end] {
            [(at, part)] if self.bars == 2 => row.cells = framed(part, at, syntax),
            [(at, part)] => row.cells = syntax.cells_of(part, at),
            ref parts => {
                let cells = parts.iter();
                row.cells = cells
                    .flat_map(|&(at, part)| one_or_blank(part, at, syntax))
                    .collect();
            }
        }
        row
    }

    /// Returns a row without bars; its numbers are among its cells.
    fn numbered<'a>(self, mut cells: Vec<WrittenCell<'a>>) -> Row<'a> {
        let number = |cell: WrittenCell<'a>| (cell.offset, cell.text);
        let after = if self.after { cells.pop() } else { None };
        let before = (self.before && !cells.is_empty()).then(|| cells.remove(0));
        Row {
            before: before.map_or((0, ""), number),
            after: after.map_or((0, ""), number),
            cells,
        }
    }
}

/// A line as a layout reads it. It is a row of the board if it has seven cells.
struct Row<'a> {
    /// The text before the cells, with its offset.
    before: (usize, &'a str),
    cells: Vec<WrittenCell<'a>>,
    /// The text after the cells, with its offset.
    after: (usize, &'a str),
}

/// Returns the cells of a part between two bars. A blank part is an empty cell.
fn one_or_blank(part: &str, offset: usize, syntax: CellSyntax) -> Vec<WrittenCell<'_>> {
    let mut cells = syntax.cells_of(part, offset);
    if cells.is_empty() {
        cells.push(WrittenCell::blank(part, offset));
    }
    cells
}

/// Returns the cells of a part that has bars only at its ends.
///
/// If fewer than seven cells are written, the others are blanks of the same width. If the width
/// does not show which cell each mark is in, the function returns only the written cells. The line
/// is then not a row.
fn framed(text: &str, at: usize, syntax: CellSyntax) -> Vec<WrittenCell<'_>> {
    let written = syntax.cells_of(text, at);
    // Discs are wider than blanks.
    let has_discs = written.iter().any(|cell| !cell.text.is_ascii());
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
        .flat_map(|(start, end)| one_or_blank(&text[start..end], at + start, syntax))
        .collect()
}

/// All lines, each read as a row of one layout.
struct Drawing<'a> {
    lines: &'a [Line<'a>],
    layout: Layout,
    syntax: CellSyntax,
    /// The rows; `None` for lines with another number of bars.
    rows: Vec<Option<Row<'a>>>,
}

impl<'a> Drawing<'a> {
    fn new(lines: &'a [Line<'a>], layout: Layout, syntax: CellSyntax) -> Drawing<'a> {
        let row = |line: &Line<'a>| (line.bars == layout.bars).then(|| layout.row(line, syntax));
        Drawing {
            lines,
            layout,
            syntax,
            rows: lines.iter().map(row).collect(),
        }
    }

    /// Returns the indices of the lines that have seven cells, all of them `accepted`.
    fn rows(&self, accepted: impl Fn(Option<CellMark>) -> bool) -> Vec<usize> {
        let is_row = |&line: &usize| {
            let row = self.rows[line].as_ref();
            row.is_some_and(|row| {
                row.cells.len() == IN_A_ROW && row.cells.iter().all(|cell| accepted(cell.mark))
            })
        };
        (0..self.lines.len()).filter(is_row).collect()
    }

    fn row(&self, line: usize) -> &Row<'a> {
        self.rows[line]
            .as_ref()
            .expect("the line was read as a row")
    }

    /// Returns the cells of rows.
    fn cells(&self, rows: &[usize]) -> Vec<WrittenCell<'a>> {
        rows.iter()
            .flat_map(|&line| self.row(line).cells.iter().copied())
            .collect()
    }

    /// Checks that `rows` are the rows of a board, and that no other line looks like a row.
    fn check(&self, rows: &[usize]) -> Result<(), ErrorAt> {
        let first = rows.first().map_or(0, |&first| self.lines[first].offset);
        let count = (first, Expected::count(SIX_ROWS, rows.len()).into());
        if rows.len() > ROWS {
            return Err(count);
        }
        let mut marks: Vec<CellMark> = Vec::new();
        for mark in self.cells(rows).iter().filter_map(|cell| cell.mark) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        let is_damaged = |line: &usize| {
            let is_between = rows.first() < Some(line) && Some(line) < rows.last();
            !rows.contains(line)
                && (is_between && !self.is_frame(*line) || self.is_like_a_row(*line, &marks))
        };
        if let Some(damaged) = (0..self.lines.len()).find(is_damaged) {
            return Err(self.damage(damaged));
        }
        if rows.len() < ROWS {
            return Err(count);
        }
        check_outside(rows.iter().map(|&line| self.row(line).before))?;
        check_outside(rows.iter().map(|&line| self.row(line).after))?;
        self.check_ends(rows)?;
        let width = |line: usize| self.lines[line].text.trim().chars().count();
        let wanted = width(rows[0]);
        // A frame with blanks shows by its width which cells are empty.
        let has_widths = self.layout.bars == 2 && marks.contains(&CellMark::Blank);
        match rows
            .iter()
            .find(|&&line| has_widths && width(line) != wanted)
        {
            Some(&line) => {
                let words = format!("{wanted} characters, as in the rows above");
                let error = Expected::count(words, width(line));
                Err((self.lines[line].offset, error.into()))
            }
            None => Ok(()),
        }
    }

    /// Returns whether a line is a frame: it does not have seven cells, and it contains no letter
    /// or digit.
    fn is_frame(&self, line: usize) -> bool {
        let has_seven = |row: &Row| row.cells.len() == IN_A_ROW;
        !self.rows[line].as_ref().is_some_and(has_seven)
            && !self.lines[line].text.contains(char::is_alphanumeric)
    }

    /// Returns whether a line that is not a row looks like one next to rows with `marks`: like a row
    /// that was damaged.
    fn is_like_a_row(&self, line: usize, marks: &[CellMark]) -> bool {
        let is_stone =
            |cell: &WrittenCell| matches!(cell.mark, Some(CellMark::Letter(_) | CellMark::Disc(_)));
        if let Some(Row { cells, .. }) = &self.rows[line] {
            // Letters and discs of another alphabet are stones; digits may be scores.
            let all_known = cells.iter().all(|cell| cell.mark.is_some());
            if all_known && cells.len() == IN_A_ROW && cells.iter().any(is_stone) {
                return true;
            }
            // A line between bars has nothing but cells if it is a row.
            let is_cell = |cell: &WrittenCell| {
                is_stone(cell) || cell.mark.is_some_and(|mark| marks.contains(&mark))
            };
            if self.layout.bars > 1 && !marks.is_empty() && cells.iter().all(is_cell) {
                return true;
            }
        }
        let own = marks.iter().find_map(|mark| mark.alphabet());
        let mut alphabets = Alphabet::ALL.into_iter();
        alphabets.any(|alphabet| {
            own.is_none_or(|own| own == alphabet)
                && self.count_marks(line, marks, alphabet) >= LIKE_A_ROW
        })
    }

    /// Counts the marks in a line that may be on a board with `marks`, all of one alphabet.
    fn count_marks(&self, line: usize, marks: &[CellMark], alphabet: Alphabet) -> usize {
        let Line { offset, text, bars } = self.lines[line];
        let belongs = |cell: &WrittenCell| match cell.mark {
            // Underscores without bars are the frame of rows that have bars.
            Some(CellMark::Empty('_')) if self.layout.bars > 0 && bars == 0 => false,
            Some(mark) => {
                let is_stone = mark.alphabet() == Some(alphabet);
                let mixes = marks.iter().all(|&known| can_mix(known, mark));
                marks.contains(&mark) || is_stone && mixes
            }
            None => false,
        };
        let parts = text.split(BARS);
        let parts = parts.map(|part| (offset + self::offset(text, part), part));
        let parts: Vec<(usize, &str)> = parts.collect();
        let cells = parts
            .iter()
            .flat_map(|&(at, part)| self.syntax.cells_of(part, at));
        let cells: Vec<WrittenCell> = cells.collect();
        let numbers: String = cells.iter().map(|cell| cell.text).collect();
        // Next to a board without stones, digits alone may be scores.
        let has_stones = marks.iter().any(|mark| mark.alphabet().is_some());
        let words = cells.chunk_by(|one, next| one.offset + one.text.len() == next.offset);
        let words: Vec<&[WrittenCell]> = words.filter(|word| !is_decimal(word)).collect();
        let is_empty = |cell: &WrittenCell| matches!(cell.mark, Some(CellMark::Empty(_)));
        let has_empty = words.iter().copied().flatten().any(is_empty);
        let may_be_scores = alphabet == Alphabet::Digits && !has_stones && !has_empty;
        if may_be_scores || COLUMNS.iter().any(|columns| numbers.contains(columns)) {
            return 0;
        }
        let blanks = match &parts[..] {
            [_, inner @ .., _] if bars > 2 && marks.contains(&CellMark::Blank) => inner
                .iter()
                .filter(|(_, part)| part.trim().is_empty())
                .count(),
            _ => 0,
        };
        // Letters in longer words are not marks.
        let in_words = words.iter().map(|word| {
            let known = word.iter().filter(|&cell| belongs(cell)).count();
            if known * 2 > word.len() { known } else { 0 }
        });
        in_words.sum::<usize>() + blanks
    }

    /// Checks that there is a cell at each end without a bar, and not the space around a board that
    /// is less wide.
    fn check_ends(&self, rows: &[usize]) -> Result<(), ErrorAt> {
        let Layout { bars, before, .. } = self.layout;
        let end = if before { IN_A_ROW - 1 } else { 0 };
        let has_cell = |&line: &usize| {
            let cell = self.row(line).cells[end];
            // Of seven bars, one is outside. A mark must show which.
            cell.mark != Some(CellMark::Blank) || bars < IN_A_ROW && !cell.text.is_empty()
        };
        if bars < IN_A_ROW - 1 || before && bars > IN_A_ROW || rows.iter().any(has_cell) {
            return Ok(());
        }
        let error = Expected::count(BARRED, bars);
        Err((self.lines[rows[0]].offset, error.into()))
    }

    /// Returns the error of a damaged row.
    fn damage(&self, line: usize) -> ErrorAt {
        let Line { offset, bars, .. } = self.lines[line];
        let Some(row) = &self.rows[line] else {
            let wanted = match self.layout.bars {
                0 => "no bars, as in the other rows".to_owned(),
                1 => "1 bar, as in the other rows".to_owned(),
                bars => format!("{bars} bars, as in the other rows"),
            };
            return (offset, Expected::count(wanted, bars).into());
        };
        let found = row.cells.len();
        if found == IN_A_ROW
            && let Err(error) = check_known(&row.cells, self.syntax)
        {
            return error;
        }
        (
            offset,
            Expected::count("a row of seven cells", found).into(),
        )
    }
}

/// Returns whether a word of several cells is a number such as `2.61`, whose dot is not an empty
/// cell.
fn is_decimal(word: &[WrittenCell]) -> bool {
    let text: String = word.iter().map(|cell| cell.text).collect();
    word.len() > 1 && text.contains('.') && text.parse::<f64>().is_ok()
}

/// Checks the texts at one side of the cells of all rows: they are blank, or they are the numbers of
/// the rows in rising or falling order.
fn check_outside<'a>(texts: impl Iterator<Item = (usize, &'a str)>) -> Result<(), ErrorAt> {
    let texts = texts.map(|(at, text)| (at + offset(text, text.trim()), text.trim()));
    let texts: Vec<(usize, &str)> = texts.collect();
    let Some(&(at, text)) = texts.iter().find(|(_, text)| !text.is_empty()) else {
        return Ok(());
    };
    let numbers = texts.iter().map(|(_, text)| text.parse().ok());
    let numbers: Vec<u8> = numbers.collect::<Option<_>>().unwrap_or_default();
    let follow = |one: usize, next: usize| {
        !numbers.is_empty() && numbers.windows(2).all(|pair| pair[one] + 1 == pair[next])
    };
    if follow(0, 1) || follow(1, 0) {
        return Ok(());
    }
    let wanted = "the numbers of the rows in order, or nothing, outside the cells";
    Err((at, Expected::new(wanted, text).into()))
}

/// Returns the error of lines that no layout makes a board if they look like one: because of their
/// bars, or because of their marks.
fn unread(lines: &[Line], drawings: &[Drawing], syntax: CellSyntax) -> Option<ErrorAt> {
    for drawing in drawings {
        let rows = drawing.rows(|_| true);
        let cells = drawing.cells(&rows);
        if rows.len() == ROWS && are_marks(&cells) {
            return check_known(&cells, syntax).err();
        }
    }
    let has_no_layout = |line: &&Line| {
        drawings
            .iter()
            .all(|drawing| drawing.layout.bars != line.bars)
    };
    let first = lines.iter().find(has_no_layout)?;
    let same = lines.iter().filter(|line| line.bars == first.bars).count();
    (same >= ROWS).then(|| (first.offset, Expected::count(BARRED, first.bars).into()))
}
