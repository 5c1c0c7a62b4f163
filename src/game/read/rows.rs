//! Boards in rows: drawn or printed by programs, or lists of lists.

use super::marks::{Alphabet, Mark, WrittenCell, cells_of};
use super::{Convention, ErrorAt, TextErrorKind, cells};
use crate::game::Position;
use crate::game::bitboard::{HEIGHT, WIDTH};

/// Cells in a row.
const IN_A_ROW: usize = WIDTH as usize;
/// Rows of a board.
const ROWS: usize = HEIGHT as usize;

/// Lines between cells.
const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// Reads a board of rows, the top row first. The rows follow one another, with frames between
/// them at most; above and below them may stand anything.
///
/// `lines` come with their places in the text.
pub(super) fn read(lines: &[(usize, &str)], convention: Convention) -> Result<Position, ErrorAt> {
    // Where rows have bars, other lines are frames and numbers.
    let with_bars = lines
        .iter()
        .filter(|(_, text)| text.matches(BARS).count() > 1);
    let has_bars = with_bars.count() + 1 >= ROWS;
    let lines: Vec<DrawnLine> = lines
        .iter()
        .filter(|(_, text)| !has_bars || text.contains(BARS))
        .map(|&(at, text)| DrawnLine::new(at, text))
        .collect();
    let mut most = Vec::new();
    for numbers in RowNumbers::ALL {
        for alphabet in Alphabet::ALL {
            let rows = rows(&lines, numbers, alphabet);
            let is_board = rows.len() == ROWS
                && numbers.fit(&lines, &rows)
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
    Err(fault(&lines, &most))
}

/// Whether cells are a row with stones that are no digits: such a row belongs to a board, while
/// digits may be scores.
fn are_stones(cells: &[WrittenCell]) -> bool {
    let is_stone = |cell: &WrittenCell| matches!(cell.mark, Some(Mark::Letter(_) | Mark::Disc(_)));
    cells.len() == IN_A_ROW
        && cells.iter().all(|cell| cell.mark.is_some())
        && cells.iter().any(is_stone)
}

/// A line of a drawing.
struct DrawnLine<'a> {
    /// The place of its first byte.
    at: usize,
    cells: Vec<WrittenCell<'a>>,
}

impl DrawnLine<'_> {
    fn new(at: usize, text: &str) -> DrawnLine<'_> {
        let mut parts = text
            .split(BARS)
            .map(|part| (at + super::offset(text, part), part));
        let bars = text.matches(BARS).count();
        let cells = match bars {
            0 | 1 => parts.flat_map(|(at, part)| cells_of(part, at)).collect(),
            // What stands outside of the bars are numbers of rows.
            2 => parts
                .nth(1)
                .map_or(Vec::new(), |(at, part)| between_bars(part, at)),
            _ => cell_parts(&parts.collect::<Vec<_>>())
                .into_iter()
                .flat_map(|(at, part)| one_or_empty(part, at))
                .collect(),
        };
        DrawnLine { at, cells }
    }

    /// Whether a line has nothing that looks like a cell.
    fn is_frame(&self) -> bool {
        let is_drawn = |cell: &WrittenCell| !cell.text.chars().any(char::is_alphanumeric);
        self.cells.len() != IN_A_ROW && self.cells.iter().all(is_drawn)
    }

    /// Whether a line looks like a row, damaged perhaps. (Of the numbers of columns, two are
    /// also marks.)
    fn looks_like_a_row(&self) -> bool {
        let known = self.cells.iter().filter(|cell| cell.mark.is_some());
        let others = self.cells.len();
        known.count() * 2 > others
    }
}

/// The parts of a line with bars that are cells. There may be bars at both ends, behind which
/// stand numbers of rows, at one or at none.
fn cell_parts<'a>(parts: &[(usize, &'a str)]) -> Vec<(usize, &'a str)> {
    let text = |place: usize| parts.get(place).map_or("", |(_, part)| part.trim());
    let is_number = text(0).parse::<u8>().is_ok() && !text(IN_A_ROW).is_empty();
    let skipped = match parts.len() {
        IN_A_ROW => 0,
        parts if parts == IN_A_ROW + 1 => usize::from(text(0).is_empty() || is_number),
        _ => return parts[1..parts.len() - 1].to_vec(),
    };
    parts[skipped..skipped + IN_A_ROW].to_vec()
}

/// The cells of a part between two bars; if nothing is written in it, one that is empty.
fn one_or_empty(part: &str, at: usize) -> Vec<WrittenCell<'_>> {
    let mut cells = cells_of(part, at);
    if cells.is_empty() {
        cells.push(WrittenCell::empty(at));
    }
    cells
}

/// The cells of a line that has bars only at its ends. If fewer than seven are written, the
/// others are blanks: each cell is as wide as the others. Where that leaves it open in which
/// cell a mark stands, only what is written counts, and the line is no row.
fn between_bars(text: &str, at: usize) -> Vec<WrittenCell<'_>> {
    let written = cells_of(text, at);
    // Discs are wider than blanks.
    let has_discs = written
        .iter()
        .any(|cell| matches!(cell.mark, Some(Mark::Disc(_))));
    let are_at = |odd: usize| {
        let place = |cell: &WrittenCell| text[..cell.at - at].chars().count();
        written.iter().all(|cell| place(cell) % 2 == odd)
    };
    let (text, at, each) = match text.chars().count() {
        _ if written.len() >= IN_A_ROW || has_discs => return written,
        // `X O` has a blank between cells, ` X O ` also at its ends.
        13 if are_at(0) => (text, at, 2),
        15 if are_at(1) => {
            let first = text.chars().next().map_or(0, char::len_utf8);
            (&text[first..], at + first, 2)
        }
        width if width.is_multiple_of(IN_A_ROW) && width > 0 => (text, at, width / IN_A_ROW),
        _ => return written,
    };
    let starts: Vec<usize> = text
        .char_indices()
        .map(|(byte, _)| byte)
        .step_by(each)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().copied().zip(ends).take(IN_A_ROW);
    parts
        .flat_map(|(start, end)| one_or_empty(&text[start..end], at + start))
        .collect()
}

/// Where the rows' numbers stand.
#[derive(Debug, Clone, Copy)]
struct RowNumbers {
    left: bool,
    right: bool,
}

impl RowNumbers {
    const ALL: [RowNumbers; 4] = [
        RowNumbers {
            left: false,
            right: false,
        },
        RowNumbers {
            left: true,
            right: false,
        },
        RowNumbers {
            left: false,
            right: true,
        },
        RowNumbers {
            left: true,
            right: true,
        },
    ];

    /// The cells of a line without its numbers.
    fn strip<'a, 'b>(self, line: &'a DrawnLine<'b>) -> Option<&'a [WrittenCell<'b>]> {
        let end = line.cells.len().checked_sub(usize::from(self.right))?;
        line.cells.get(usize::from(self.left)..end)
    }

    /// Whether the numbers of rows rise or fall by one, where they stand.
    fn fit(self, lines: &[DrawnLine], rows: &[usize]) -> bool {
        let count = |end: fn(&[WrittenCell]) -> Option<u8>| {
            let numbers: Option<Vec<u8>> = rows.iter().map(|&row| end(&lines[row].cells)).collect();
            numbers.is_some_and(|numbers| {
                numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
                    || numbers.windows(2).all(|pair| pair[1] + 1 == pair[0])
            })
        };
        (!self.left || count(|cells| cells.first()?.text.parse().ok()))
            && (!self.right || count(|cells| cells.last()?.text.parse().ok()))
    }
}

/// Which lines are rows of an alphabet.
fn rows(lines: &[DrawnLine], numbers: RowNumbers, alphabet: Alphabet) -> Vec<usize> {
    let belongs = |cell: &WrittenCell| {
        let mark = cell.mark.map(Mark::alphabet);
        mark.is_some_and(|own| own.is_none_or(|own| own == alphabet))
    };
    let is_row = |&row: &usize| {
        let cells = numbers.strip(&lines[row]);
        cells.is_some_and(|cells| cells.len() == IN_A_ROW && cells.iter().all(belongs))
    };
    (0..lines.len()).filter(is_row).collect()
}

/// Refuses a line between rows that is no frame: a row that is damaged.
fn check_between(lines: &[DrawnLine], rows: &[usize]) -> Result<(), ErrorAt> {
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return Ok(());
    };
    let damaged = (first..last).find(|row| !rows.contains(row) && !lines[*row].is_frame());
    damaged.map_or(Ok(()), |row| Err(damage(&lines[row])))
}

/// The fault of a drawing in which not six lines are rows; `rows` are those that are.
fn fault(lines: &[DrawnLine], rows: &[usize]) -> ErrorAt {
    let found = rows.len();
    if found == ROWS {
        return fault_of_six(lines, rows);
    }
    let at = rows.first().map_or(0, |&row| lines[row].at);
    if found < ROWS && found > 0 {
        if let Err(damaged) = check_between(lines, rows) {
            return damaged;
        }
        // The first or the last row, then.
        let near = [rows[0].checked_sub(1), rows.last().map(|row| row + 1)];
        let near = near.into_iter().flatten().filter_map(|row| lines.get(row));
        if let Some(line) = near.into_iter().find(|line| line.looks_like_a_row()) {
            return damage(line);
        }
    }
    (at, TextErrorKind::Rows { found })
}

/// The fault of a drawing whose six rows are no board.
fn fault_of_six(lines: &[DrawnLine], rows: &[usize]) -> ErrorAt {
    if let Err(damaged) = check_between(lines, rows) {
        return damaged;
    }
    let first = &lines[rows[0]];
    let is_row = |line: &&DrawnLine| line.cells.len() == IN_A_ROW && line.looks_like_a_row();
    match lines.iter().filter(is_row).count() {
        0 | ROWS => (
            first.at,
            TextErrorKind::Row {
                found: first.cells.len(),
            },
        ),
        found => (first.at, TextErrorKind::Rows { found }),
    }
}

/// What is wrong with a row.
fn damage(line: &DrawnLine) -> ErrorAt {
    let found = line.cells.len();
    let unknown = line.cells.iter().find(|cell| cell.mark.is_none());
    match unknown {
        Some(cell) if found == IN_A_ROW => {
            let fault = TextErrorKind::Unexpected {
                wanted: "a cell such as 0, 1, 2, -1, '.', x or o",
                found: cell.text.to_owned(),
            };
            (cell.at, fault)
        }
        _ => (line.at, TextErrorKind::Row { found }),
    }
}
