//! The marks that people and programs write for cells.

use std::fmt;
use std::str::FromStr;

use crate::game::Side;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

/// The marks of one kind of board: for an empty cell, for the first player and for the second. A
/// board has one mark of each list.
type Alphabet = [&'static str; 3];

/// All kinds of boards, the likeliest first. `-` is the number -1, and `_` counts as `.`; a blank is
/// a cell between bars without a text.
///
/// If a board has two discs that are not red, the later one in [`DISCS`] is the empty cell. If it
/// has one, this is the empty cell if it is black or white and no other mark is.
pub(super) const ALPHABETS: [Alphabet; 7] = [
    ["0", "1", "2-"],
    [". ", "1", "2-"],
    [". ", "xX", "oO"],
    [". ", "rR", "yY"],
    ["⚫⬛⚪⬜", RED, "🟡🟨🔵🟢🟠🟣🟤🟦🟩🟧"],
    [". ", RED, DISCS],
    [DISCS, RED, DISCS],
];

const RED: &str = "🔴🟥";
/// Discs and squares that are not red.
const DISCS: &str = "🟡🟨🔵🟢🟠🟣🟤🟦🟩🟧⚫⬛⚪⬜";

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
    /// The mark that is written; `None` if the text is not a cell.
    pub(super) mark: Option<char>,
}

impl<'a> Cell<'a> {
    /// Creates an empty cell for which there is only a blank, or no text at all.
    pub(super) fn blank(text: &'a str) -> Cell<'a> {
        let mark = Some(' ');
        Cell { text, mark }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.mark == Some(' ')
    }

    /// Returns whether the text may also be a move or a part of one.
    pub(super) fn is_move(&self) -> bool {
        let is_move = |c: char| c.is_ascii_digit() || "abcdefgABCDEFGPp@-".contains(c);
        self.text.chars().all(is_move)
    }
}

/// Returns the mark that a character is.
pub(super) fn known(character: char) -> Option<char> {
    let is_known = match character {
        '_' => return Some('.'),
        '\0'..='\x7f' => ".012xXoOrRyY".contains(character),
        _ => RED.contains(character) || DISCS.contains(character),
    };
    is_known.then_some(character)
}

/// Returns the mark for a number, such as `0`, `-1` or the float `1.`.
pub(super) fn number(word: &str) -> Option<char> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let mark = match whole {
        "0" | "-0" => '0',
        "1" => '1',
        "2" => '2',
        "-1" => '-',
        _ => return None,
    };
    fraction.bytes().all(|digit| digit == b'0').then_some(mark)
}

/// Returns the marks for an empty cell, the first player and the second on a board that may have all
/// of `marks`, or `None` if no board may.
pub(super) fn board_with(marks: &[char]) -> Option<[char; 3]> {
    ALPHABETS.iter().find_map(|[empties, firsts, seconds]| {
        let pairs = seconds
            .chars()
            .flat_map(|second| empties.chars().map(move |empty| (empty, second)));
        let mut boards = pairs
            .flat_map(|(empty, second)| firsts.chars().map(move |first| [empty, first, second]));
        boards.find(|board| marks.iter().all(|mark| board.contains(mark)))
    })
}

/// Returns the side of the stone in each of `cells`, whose marks are known. The first mark of a
/// board is the first player's.
///
/// # Errors
/// Fails at the first mark that cannot be on one board with those before it.
pub(super) fn sides<'a>(cells: &[Cell<'a>]) -> Result<Vec<Option<Side>>, ErrorAt<'a>> {
    let (mut marks, mut board) = (Vec::new(), [' '; 3]);
    for cell in cells {
        let Some(mark) = cell.mark.filter(|mark| !marks.contains(mark)) else {
            continue;
        };
        marks.push(mark);
        board = board_with(&marks).ok_or_else(|| mixed(cells, cell))?;
    }
    let side = |cell: &Cell| match board.iter().position(|&mark| Some(mark) == cell.mark) {
        Some(1) => Some(Side::First),
        Some(2) => Some(Side::Second),
        _ => None,
    };
    Ok(cells.iter().map(side).collect())
}

/// Returns the error of cells that cannot be on one board because of `last`, the first of them with
/// its mark.
fn mixed<'a>(cells: &[Cell<'a>], last: &Cell<'a>) -> ErrorAt<'a> {
    let marks = |cell: &Cell| cell.mark.into_iter().chain(last.mark).collect::<Vec<_>>();
    let clashes = |cell: &&Cell| board_with(&marks(cell)).is_none();
    let before = || cells.iter().take_while(|cell| cell.mark != last.mark);
    // Of three marks, each two may fit.
    let other = before().find(clashes).or(before().last()).unwrap_or(last);
    let [other, last_text] =
        [other, last].map(|cell| if cell.is_blank() { " " } else { cell.text });
    let wanted = "marks of one alphabet, such as . x o or ⚪ 🔴 🟡";
    let error = Expected::named(wanted, format!("both {other:?} and {last_text:?}"));
    ErrorAt::new(last.text, TextErrorKind::Marks(error))
}

/// The marks of a board that its reader does not know: for an empty cell, for the first player and
/// for the second.
///
/// ```
/// use claimeven::game::read::{self, Convention, Marks};
///
/// let convention = Convention::default().marks("-XO".parse::<Marks>()?);
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
    pub(super) fn meaning(self, character: char) -> Option<char> {
        let index = self.0.iter().position(|&mark| mark == character)?;
        Some(['.', 'x', 'o'][index])
    }
}

/// Reads three different characters, none of which separates cells.
impl FromStr for Marks {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Marks, Expected> {
        let marks: Vec<char> = text.chars().filter(|c| !INVISIBLE.contains(c)).collect();
        let separates = |mark: &char| {
            let is_bar = BARS.contains(mark) || *mark == '/';
            is_bar || mark.is_whitespace() || SEPARATORS.contains(mark)
        };
        match marks[..] {
            [a, b, c] if a != b && a != c && b != c && !marks.iter().any(separates) => {
                Ok(Marks([a, b, c]))
            }
            _ => {
                let wanted = "three different characters for an empty cell, the first player and \
                              the second, such as .XO, but no blanks, bars, '/', ',', ';', brackets \
                              or quotes";
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
