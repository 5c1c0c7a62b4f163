//! Reads boards in rows: drawn or printed by programs, or lists of lists.
//!
//! All six rows must have one [`Layout`], and no other line may look like a row. A drawing that has
//! lost or gained a character is thus rejected and not read as another position.

use super::cells::{self, are_marks, can_mix, check_known};
use super::marks::{Alphabet, BARS, CellMark, CellSyntax, WrittenCell};
use crate::game::Position;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::cursor::offset;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

/// Cells in a row.
const IN_A_ROW: usize = WIDTH as usize;
/// Rows of a board.
const ROWS: usize = HEIGHT as usize;

/// The number of cells that make a line look like a row.
const LIKE_A_ROW: usize = 3;

/// The numbers and letters of the columns, which are not cells.
const COLUMNS: [&str; 4] = ["0123456", "1234567", "abcdefg", "ABCDEFG"];

/// The words for the layouts with bars in error messages.
const BARRED: &str = "8 bars around seven cells, 6 bars between them, or a frame of 1 or 2 bars";

/// Reads a board of rows. There may be frames and other text between, above and below the rows.
///
/// Each of `lines` has its offset in the text.
pub(super) fn read(lines: &[(usize, &str)], syntax: CellSyntax) -> Result<Position, ErrorAt> {
    let lines: Vec<Line> = lines.iter().map(|&line| Line::new(line)).collect();
    let drawings = Layout::all().map(|layout| Drawing::new(&lines, layout, syntax));
    let drawings: Vec<Drawing> = drawings.collect();
    // If marks of several alphabets make a board, its error names them.
    let alphabets = Alphabet::ALL.into_iter().map(Some).chain([None]);
    let boards = alphabets.flat_map(|alphabet| {
        let accepted = move |mark: Option<CellMark>| {
            let is_own = |own| alphabet.is_none_or(|alphabet| own == alphabet);
            mark.is_some_and(|mark| mark.alphabet().is_none_or(is_own))
        };
        let drawings = drawings.iter();
        drawings.map(move |drawing| (drawing, drawing.rows(accepted)))
    });
    let mut nearest: (&Drawing, Vec<usize>) = (&drawings[0], Vec::new());
    for (drawing, rows) in boards {
        if rows.len() == ROWS && drawing.check(&rows).is_ok() {
            return cells::by_rows(&drawing.cells(&rows), syntax);
        }
        if rows.len() > nearest.1.len() {
            nearest = (drawing, rows);
        }
    }
    let (drawing, rows) = nearest;
    let error = drawing.check(&rows).expect_err("checked above");
    Err(unread(&lines, &drawings, syntax).unwrap_or(error))
}

/// Returns whether a line names the columns of a drawing, from the first one on, and has nothing
/// else. Blanks before the names, or several between them, show that they are not moves.
pub(super) fn names_columns(line: &str) -> bool {
    let names: Vec<&str> = line.split_whitespace().collect();
    let is_drawn = names.len() >= LIKE_A_ROW && line.trim_end() != names.join(" ");
    is_drawn
        && COLUMNS
            .iter()
            .any(|columns| columns.starts_with(&names.concat()))
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

    fn bars(&self) -> usize {
        self.parts.len() - 1
    }
}

/// The way in which every row of a drawing is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The number of bars. Up to two are a frame; more are between the cells.
    bars: usize,
    /// Whether a row has a text before its cells: its number, or blanks before the first bar.
    before: bool,
    /// Whether a row has a text after its cells.
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
        let parts = &line.parts;
        if self.bars == 0 {
            let mut cells = syntax.cells_of(line.text, line.offset);
            let after = if self.after { cells.pop() } else { None };
            let before = (self.before && !cells.is_empty()).then(|| cells.remove(0));
            let number = |cell: WrittenCell<'a>| (cell.offset, cell.text);
            return Row {
                before: before.map(number),
                cells,
                after: after.map(number),
            };
        }
        let end = parts.len() - usize::from(self.after);
        let cells = match parts[usize::from(self.before)..end] {
            [(at, part)] if self.bars == 2 => framed(part, at, syntax),
            [(at, part)] => syntax.cells_of(part, at),
            ref parts => {
                let cells = parts.iter();
                cells
                    .flat_map(|&(at, part)| one_or_blank(part, at, syntax))
                    .collect()
            }
        };
        Row {
            before: self.before.then_some(parts[0]),
            cells,
            after: self.after.then_some(parts[self.bars]),
        }
    }
}

/// A line as a layout reads it. It is a row of the board if it has seven cells.
struct Row<'a> {
    /// The text before the cells, with its offset.
    before: Option<(usize, &'a str)>,
    cells: Vec<WrittenCell<'a>>,
    /// The text after the cells, with its offset.
    after: Option<(usize, &'a str)>,
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
    let parts = starts.iter().zip(ends);
    parts
        .flat_map(|(&start, end)| one_or_blank(&text[start..end], at + start, syntax))
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
        let row = |line: &Line<'a>| (line.bars() == layout.bars).then(|| layout.row(line, syntax));
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
        let count = match rows.len() {
            0 | 1 if self.syntax.is_drawing => (first, TextErrorKind::SeveralLines),
            count => Expected::named("six rows of seven cells", count).at(first),
        };
        if rows.len() > ROWS {
            return Err(count);
        }
        let cells = self.cells(rows);
        let marks: Vec<CellMark> = cells.iter().filter_map(|cell| cell.mark).collect();
        let mut others = (0..self.lines.len()).filter(|line| !rows.contains(line));
        if let Some(damaged) = others.find(|&line| self.is_like_a_row(line, &marks)) {
            return Err(self.damage(damaged));
        }
        if rows.len() < ROWS {
            return Err(count);
        }
        check_outside(rows.iter().filter_map(|&line| self.row(line).before))?;
        check_outside(rows.iter().filter_map(|&line| self.row(line).after))?;
        self.check_ends(rows)?;
        let width = |line: usize| self.lines[line].text.trim().chars().count();
        let wanted = width(rows[0]);
        // A frame with blanks shows by its width which cells are empty.
        let has_widths = self.layout.bars == 2 && marks.contains(&CellMark::Blank);
        if has_widths && let Some(&line) = rows.iter().find(|&&line| width(line) != wanted) {
            let words = format!("{wanted} characters, as in the rows above");
            return Err(Expected::named(words, width(line)).at(self.lines[line].offset));
        }
        Ok(())
    }

    /// Returns whether a line that is not a row looks like one next to rows with `marks`: like a row
    /// that was damaged.
    fn is_like_a_row(&self, line: usize, marks: &[CellMark]) -> bool {
        let is_cell = |cell: &WrittenCell| match cell.mark {
            Some(CellMark::Letter(_) | CellMark::Disc(_)) => true,
            mark => mark.is_some_and(|mark| marks.contains(&mark)),
        };
        let bars = self.lines[line].bars();
        let parts = self.lines[line].parts.iter().enumerate();
        let cells = parts.flat_map(|(index, &(at, part))| match index {
            // The bars of a frame may have a text between them.
            1.. if index < bars && bars > 2 => one_or_blank(part, at, self.syntax),
            _ => self.syntax.cells_of(part, at),
        });
        // Underscores without bars are the frame of rows that have bars.
        let is_frame = |cell: &WrittenCell| {
            self.layout.bars > 0 && bars == 0 && cell.mark == Some(CellMark::Empty('_'))
        };
        let cells: Vec<WrittenCell> = cells.filter(|cell| !is_frame(cell)).collect();
        // A line with bars has nothing but cells if it is a row, even if it lost a bar.
        let is_barred = self.layout.bars > 1 && bars > 0 && !cells.is_empty();
        if is_barred && !marks.is_empty() && cells.iter().all(is_cell) {
            return true;
        }
        let own = marks.iter().find_map(|mark| mark.alphabet());
        // Next to a board without stones, digits may be scores.
        let may_occur =
            |&alphabet: &Alphabet| own.map_or(alphabet != Alphabet::Digits, |own| own == alphabet);
        let mut alphabets = Alphabet::ALL.into_iter().filter(may_occur);
        alphabets.any(|alphabet| count_marks(&cells, marks, alphabet) >= LIKE_A_ROW)
    }

    /// Checks that there is a cell at each end without a bar, and not the space around a board that
    /// is less wide.
    fn check_ends(&self, rows: &[usize]) -> Result<(), ErrorAt> {
        let Layout { bars, before, .. } = self.layout;
        let end = if before { IN_A_ROW - 1 } else { 0 };
        let has_cell = |&line: &usize| {
            let cell = self.row(line).cells[end];
            match bars {
                6 => !cell.text.is_empty(),
                // One bar is outside. A mark must show which.
                7 => cell.mark != Some(CellMark::Blank),
                _ => true,
            }
        };
        if rows.iter().any(has_cell) {
            return Ok(());
        }
        Err(Expected::named(BARRED, bars).at(self.lines[rows[0]].offset))
    }

    /// Returns the error of a damaged row.
    fn damage(&self, line: usize) -> ErrorAt {
        let offset = self.lines[line].offset;
        let Some(row) = &self.rows[line] else {
            let wanted = match self.layout.bars {
                0 => "no bars, as in the other rows".to_owned(),
                1 => "1 bar, as in the other rows".to_owned(),
                bars => format!("{bars} bars, as in the other rows"),
            };
            return Expected::named(wanted, self.lines[line].bars()).at(offset);
        };
        let found = row.cells.len();
        if found == IN_A_ROW
            && let Err(error) = check_known(&row.cells, self.syntax)
        {
            return error;
        }
        Expected::named("a row of seven cells", found).at(offset)
    }
}

/// Counts the cells of a line that may be on a board with `marks`, all of one alphabet.
fn count_marks(cells: &[WrittenCell], marks: &[CellMark], alphabet: Alphabet) -> usize {
    let belongs = |cell: &WrittenCell| {
        cell.mark.is_some_and(|mark| {
            let is_stone = mark.alphabet() == Some(alphabet);
            let mixes = marks.iter().all(|&known| can_mix(known, mark));
            marks.contains(&mark) || is_stone && mixes
        })
    };
    let numbers: String = cells.iter().map(|cell| cell.text).collect();
    if COLUMNS.iter().any(|columns| numbers.contains(columns)) {
        return 0;
    }
    let words = cells.chunk_by(|one, next| one.offset + one.text.len() == next.offset);
    let words = words.filter(|word| !is_decimal(word));
    // Letters in longer words are not marks.
    let known = words.map(|word| {
        let marks = word.iter().filter(|&cell| belongs(cell)).count();
        if marks * 2 > word.len() { marks } else { 0 }
    });
    known.sum()
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
    let numbers = texts.iter().map(|(_, text)| text.parse::<u8>().ok());
    let numbers = numbers.collect::<Option<Vec<u8>>>().unwrap_or_default();
    let follow = |one: usize, next: usize| {
        !numbers.is_empty() && numbers.windows(2).all(|pair| pair[one] + 1 == pair[next])
    };
    if follow(0, 1) || follow(1, 0) {
        return Ok(());
    }
    let wanted = "the numbers of the rows in order, or nothing, outside the cells";
    Err(Expected::new(wanted, text).at(at))
}

/// Returns the error of lines that no layout makes a board if they look like one: because of their
/// bars, or because of their marks.
fn unread(lines: &[Line], drawings: &[Drawing], syntax: CellSyntax) -> Option<ErrorAt> {
    for drawing in drawings {
        let cells = drawing.cells(&drawing.rows(|_| true));
        if are_marks(&cells) {
            return check_known(&cells, syntax).err();
        }
    }
    let has_layout = |bars| Layout::all().any(|layout| layout.bars == bars);
    let bars: Vec<usize> = lines.iter().map(Line::bars).collect();
    let index = bars.iter().position(|&bars| !has_layout(bars))?;
    let same = bars.iter().filter(|&&other| other == bars[index]).count();
    (same >= ROWS).then(|| Expected::named(BARRED, bars[index]).at(lines[index].offset))
}
