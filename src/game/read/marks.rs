//! The marks that people and programs write for cells.

use std::fmt;
use std::str::FromStr;

use crate::game::Side;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

/// The marks of one kind of board: for an empty cell, for the first player and for the second. A
/// board has one mark of each list.
pub(super) type Alphabet = [&'static [&'static str]; 3];

/// All kinds of boards, the likeliest first. `.` is also the mark of a `_`, and a blank is a cell
/// between bars without a text.
///
/// If a board has two discs that are not red, the later one in [`DISCS`] is the empty cell. If it
/// has one, this is the empty cell if it is black or white and no other mark is.
pub(super) const ALPHABETS: [Alphabet; 7] = [
    [&["0"], &["1"], &["2", "-1"]],
    [&[".", " "], &["1"], &["2", "-1"]],
    [&[".", " "], &["x", "X"], &["o", "O"]],
    [&[".", " "], &["r", "R"], &["y", "Y"]],
    [COLOURLESS, RED, COLOURED],
    [&[".", " "], RED, &DISCS],
    [&DISCS, RED, &DISCS],
];

/// The number of [`ALPHABETS`] whose marks are ASCII. They come first, and have all such marks.
const ASCII_ALPHABETS: usize = 4;

/// Discs and squares that are not red: those with a color, then those that are black or white.
const DISCS: [&str; 14] = [
    "🟡", "🟨", "🔵", "🟢", "🟠", "🟣", "🟤", "🟦", "🟩", "🟧", "⚫", "⬛", "⚪", "⬜",
];
const COLOURED: &[&str] = DISCS.split_at(10).0;
const COLOURLESS: &[&str] = DISCS.split_at(10).1;
const RED: &[&str] = &["🔴", "🟥"];

/// The mark of an empty cell in the UCI data set, which has an order of its own.
const UCI_EMPTY: &str = "b";

/// Characters that programs print as bars between cells.
pub(super) const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// Invisible characters that chat programs write after their discs.
pub(super) const INVISIBLE: [char; 3] = ['\u{fe0e}', '\u{fe0f}', '\u{200d}'];

/// Characters that separate cells or surround them, except white space. This engine prints `[X]`
/// for the last move and `(X)` for a winning four.
pub(super) const SEPARATORS: [char; 11] = ['"', '\'', '`', '[', ']', '(', ')', '{', '}', ',', ';'];

/// The text of a cell, or a text that is not a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    pub(super) text: &'a str,
    /// The offset in the whole text, in bytes.
    pub(super) offset: usize,
    /// The mark that is written; `None` if the text is not a cell.
    pub(super) mark: Option<&'static str>,
}

impl<'a> Cell<'a> {
    /// Creates an empty cell for which there is only a blank, or no text at all.
    pub(super) fn blank(text: &'a str, offset: usize) -> Cell<'a> {
        let mark = Some(" ");
        Cell { text, offset, mark }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.mark == Some(" ")
    }

    /// Returns whether the text may also be a move or a part of one.
    pub(super) fn is_move(&self) -> bool {
        let is_move = |c: char| c.is_ascii_digit() || "abcdefgABCDEFGPp@-".contains(c);
        self.text.chars().all(is_move)
    }
}

/// Returns the mark that is written as `text`, a character or the number -1.
pub(super) fn known(text: &str) -> Option<&'static str> {
    let text = if text == "_" { "." } else { text };
    let (ascii, discs) = ALPHABETS.split_at(ASCII_ALPHABETS);
    let alphabets = if text.is_ascii() { ascii } else { discs };
    let marks = alphabets.as_flattened().iter().copied().flatten();
    let mut marks = marks.chain([&UCI_EMPTY]).copied();
    marks.find(|&mark| mark == text)
}

/// Returns the mark for a number, such as `0`, `-1` or the float `1.`.
pub(super) fn number(word: &str) -> Option<&'static str> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let whole = if whole == "-0" { "0" } else { whole };
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    known(whole).filter(|mark| is_whole && mark.ends_with(|last: char| last.is_ascii_digit()))
}

/// Returns the marks for an empty cell, the first player and the second on a board that may have all
/// of `marks`, or `None` if no board may.
pub(super) fn board_with(marks: &[&str]) -> Option<[&'static str; 3]> {
    ALPHABETS.iter().find_map(|[empties, firsts, seconds]| {
        let pairs = seconds
            .iter()
            .flat_map(|second| empties.iter().map(move |empty| (empty, second)));
        let mut boards = pairs
            .flat_map(|(empty, second)| firsts.iter().map(move |first| [*empty, *first, *second]));
        boards.find(|board| marks.iter().all(|mark| board.contains(mark)))
    })
}

/// Returns the side of the stone in each of `cells`, whose marks are known. The first mark of a
/// board is the first player's.
///
/// # Errors
/// Fails at the first mark that cannot be on one board with those before it.
pub(super) fn sides(cells: &[Cell]) -> Result<Vec<Option<Side>>, ErrorAt> {
    let (mut marks, mut board) = (Vec::new(), [""; 3]);
    for cell in cells {
        let Some(mark) = cell.mark.filter(|mark| !marks.contains(mark)) else {
            continue;
        };
        marks.push(mark);
        let mixed = || {
            (
                cell.offset,
                TextErrorKind::Marks(mixed(cells, cell, &marks)),
            )
        };
        board = board_with(&marks).ok_or_else(mixed)?;
    }
    let side = |cell: &Cell| match board.iter().position(|&mark| Some(mark) == cell.mark) {
        Some(1) => Some(Side::First),
        Some(2) => Some(Side::Second),
        _ => None,
    };
    Ok(cells.iter().map(side).collect())
}

/// Returns the error of cells that cannot be on one board because of `last`, the first of them with
/// the last of `marks`.
fn mixed(cells: &[Cell], last: &Cell, marks: &[&str]) -> Expected {
    let (mark, before) = marks.split_last().expect("there is a wrong mark");
    if *mark == UCI_EMPTY {
        let found = "'b', which is an empty cell only in lines of the UCI data set connect-4: 42 of \
                     b, x, o between commas";
        return Expected::named("'.' or '_' for an empty cell", found);
    }
    let clashes = |other: &&&str| board_with(&[other, mark]).is_none();
    let other = before.iter().find(clashes).or(before.last()).copied();
    let other = cells.iter().find(|cell| cell.mark == other).unwrap_or(last);
    let [other, last] = [other, last].map(|cell| if cell.is_blank() { " " } else { cell.text });
    let wanted = "marks of one alphabet, such as . x o or ⚪ 🔴 🟡";
    Expected::named(wanted, format!("both {other:?} and {last:?}"))
}

/// The marks of a board that its reader does not know: for an empty cell, for the first player and
/// for the second.
///
/// ```
/// use claimeven::game::read::{self, Convention, Marks};
///
/// let marks = Some("-XO".parse::<Marks>()?);
/// let convention = Convention { marks, ..Convention::default() };
/// let board = "-------/-------/-------/-------/---O---/--OXX--";
/// assert_eq!(read::game_with(board, convention)?.position().stones(), 4);
/// assert!("-XX".parse::<Marks>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks([char; 3]);

impl Marks {
    /// The marks of the UCI data set connect-4.
    pub(super) const UCI: Marks = Marks(['b', 'x', 'o']);

    /// Returns the known mark that a character of these marks stands for.
    pub(super) fn meaning(self, character: char) -> Option<&'static str> {
        let marks = self.0.into_iter().zip([".", "x", "o"]);
        let mut meanings = marks.filter(|&(mark, _)| mark == character);
        meanings.next().map(|(_, meaning)| meaning)
    }
}

/// Reads three different characters, none of which separates cells.
impl FromStr for Marks {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Marks, Expected> {
        let marks: Vec<char> = text.chars().filter(|c| !INVISIBLE.contains(c)).collect();
        let separates = |mark: &&char| {
            let is_bar = BARS.contains(mark) || **mark == '/';
            is_bar || mark.is_whitespace() || SEPARATORS.contains(mark)
        };
        if let Some(separator) = marks.iter().find(separates) {
            let wanted = "marks other than blanks, bars, '/', ',', ';', brackets and quotes";
            return Err(Expected::new(wanted, &separator.to_string()));
        }
        match marks[..] {
            [empty, first, second] if empty != first && empty != second && first != second => {
                Ok(Marks([empty, first, second]))
            }
            _ => {
                let wanted = "three different characters for an empty cell, the first player and \
                              the second, such as .XO";
                Err(Expected::new(wanted, text))
            }
        }
    }
}

/// Writes the three characters.
impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mark| write!(f, "{mark}"))
    }
}
