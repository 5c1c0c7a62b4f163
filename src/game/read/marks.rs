//! The marks that people and programs write for cells.

use std::fmt;
use std::str::FromStr;

use super::Convention;
use crate::game::cursor::words;
use crate::game::error::Expected;

/// The mark of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellMark {
    /// A blank between bars: an empty cell of a board that writes no mark for it.
    Blank,
    /// `.` or `_`: an empty cell in every alphabet.
    Empty(char),
    /// `0` for an empty cell, `1` for the first player, `2` or `-1` for the second.
    Digit(i8),
    /// `x` and `o`, or `r` and `y`, in either case.
    Letter(char),
    /// `b`, which is an empty cell only in the UCI data set.
    UciEmpty,
    /// A disc or a square, as chat programs print them.
    Disc(char),
}

/// A set of marks that occur together on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Digits,
    Crosses,
    Colours,
    Discs,
}

impl Alphabet {
    pub(super) const ALL: [Alphabet; 4] = [
        Alphabet::Digits,
        Alphabet::Crosses,
        Alphabet::Colours,
        Alphabet::Discs,
    ];
}

/// The red disc and the red square, which are the first player's.
pub(super) const RED: [char; 2] = ['🔴', '🟥'];

/// Black and white discs and squares. One of them is the empty cell if it is the only kind besides
/// red and no other mark is an empty cell.
pub(super) const COLOURLESS: [char; 4] = ['⚫', '⬛', '⚪', '⬜'];

/// Other discs and squares. If a board has two of them, the later one in this list is the empty
/// cell.
pub(super) const OTHER_DISCS: [char; 14] = [
    '🟡', '🟨', '🔵', '🟢', '🟠', '🟣', '🟤', '🟦', '🟩', '🟧', '⚫', '⬛', '⚪', '⬜',
];

/// Characters that programs print as bars between cells.
pub(super) const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

impl CellMark {
    /// Returns the mark for a character.
    fn of(character: char) -> Option<CellMark> {
        Some(match character {
            '.' | '_' => CellMark::Empty(character),
            '0'..='2' => CellMark::Digit(i8::try_from(character.to_digit(10)?).ok()?),
            'x' | 'o' | 'r' | 'y' | 'X' | 'O' | 'R' | 'Y' => CellMark::Letter(character),
            'b' => CellMark::UciEmpty,
            _ if RED.contains(&character) || OTHER_DISCS.contains(&character) => {
                CellMark::Disc(character)
            }
            _ => return None,
        })
    }

    /// Returns the mark for a number, such as `0`, `-1` or the float `1.`.
    pub(super) fn number(word: &str) -> Option<CellMark> {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        let number = match whole {
            "0" | "-0" => 0,
            "1" => 1,
            "2" => 2,
            "-1" => -1,
            _ => return None,
        };
        let is_whole = fraction.bytes().all(|digit| digit == b'0');
        is_whole.then_some(CellMark::Digit(number))
    }

    /// Returns the alphabet of this mark; `None` if it belongs to all alphabets.
    pub(super) fn alphabet(self) -> Option<Alphabet> {
        match self {
            CellMark::Blank | CellMark::Empty(_) | CellMark::UciEmpty => None,
            CellMark::Digit(_) => Some(Alphabet::Digits),
            CellMark::Letter('x' | 'o' | 'X' | 'O') => Some(Alphabet::Crosses),
            CellMark::Letter(_) => Some(Alphabet::Colours),
            CellMark::Disc(_) => Some(Alphabet::Discs),
        }
    }
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
    /// Returns the known mark that a character of these marks stands for.
    fn meaning(self, character: char) -> Option<CellMark> {
        let known = [
            CellMark::Empty(character),
            CellMark::Letter('x'),
            CellMark::Letter('o'),
        ];
        let index = self.0.iter().position(|&mark| mark == character)?;
        Some(known[index])
    }
}

/// Reads three different characters, none of which separates cells.
impl FromStr for Marks {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Marks, Expected> {
        let marks: Vec<char> = text.chars().filter(|c| !INVISIBLE.contains(c)).collect();
        let separates = |mark: &&char| {
            mark.is_whitespace()
                || SEPARATORS.contains(mark)
                || BARS.contains(mark)
                || **mark == '/'
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

/// The text of a cell, or a text that is not a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenCell<'a> {
    pub(super) text: &'a str,
    /// The offset in the whole text, in bytes.
    pub(super) offset: usize,
    /// The meaning of the text; `None` if it is not a cell.
    pub(super) mark: Option<CellMark>,
}

impl WrittenCell<'_> {
    /// Creates an empty cell for which there is only a blank, or no text at all.
    pub(super) fn blank(text: &str, offset: usize) -> WrittenCell<'_> {
        WrittenCell {
            text,
            offset,
            mark: Some(CellMark::Blank),
        }
    }

    /// Returns whether the text may also be a move or a part of one.
    pub(super) fn is_move(&self) -> bool {
        let is_move = |c: char| c.is_ascii_digit() || "abcdefgABCDEFGPp@-".contains(c);
        self.text.chars().all(is_move)
    }
}

/// Characters that separate cells or surround them, except white space. This engine prints `[X]`
/// for the last move and `(X)` for a winning four.
const SEPARATORS: [char; 11] = ['"', '\'', '`', '[', ']', '(', ')', '{', '}', ',', ';'];

/// Invisible characters that chat programs write after their discs.
const INVISIBLE: [char; 3] = ['\u{fe0e}', '\u{fe0f}', '\u{200d}'];

/// The way in which a text writes the cells of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellSyntax {
    pub(super) convention: Convention,
    /// Whether the text is a drawing of several lines. In one, this engine prints `?` and `!` after
    /// stones.
    pub(super) is_drawing: bool,
}

impl CellSyntax {
    /// Returns the syntax of a text that is not a drawing.
    pub(super) fn flat(convention: Convention) -> CellSyntax {
        CellSyntax {
            convention,
            is_drawing: false,
        }
    }

    pub(super) fn mark(self, character: char) -> Option<CellMark> {
        match self.convention.marks {
            None => CellMark::of(character),
            Some(marks) => marks.meaning(character),
        }
    }

    fn is_separator(self, character: char) -> bool {
        let is_note = self.is_drawing && ['?', '!'].contains(&character);
        character.is_whitespace()
            || SEPARATORS.contains(&character)
            || INVISIBLE.contains(&character)
            || is_note && self.mark(character).is_none()
    }

    /// Splits a part of a text into cells. A number is one cell; in every other word, each
    /// character is a cell. The part begins at `offset` in the text.
    pub(super) fn cells_of(self, part: &str, offset: usize) -> Vec<WrittenCell<'_>> {
        let mut cells = Vec::new();
        for (before, word) in words(part, |character| self.is_separator(character)) {
            let offset = offset + before;
            let number = CellMark::number(word).filter(|_| self.convention.marks.is_none());
            if number.is_some() {
                let (text, mark) = (word, number);
                cells.push(WrittenCell { text, offset, mark });
                continue;
            }
            cells.extend(word.char_indices().map(|(before, c)| WrittenCell {
                text: &word[before..before + c.len_utf8()],
                offset: offset + before,
                mark: self.mark(c),
            }));
        }
        cells
    }

    /// Returns whether a word is one cell.
    pub(super) fn is_cell(self, word: &str) -> bool {
        let cells = self.cells_of(word, 0);
        matches!(cells[..], [cell] if cell.mark.is_some() && cell.text == word)
    }

    /// Returns the words for a cell in error messages.
    pub(super) fn cell_words(self) -> String {
        match self.convention.marks {
            None => "a cell such as 0, 1, 2, -1, '.', x or o".to_owned(),
            Some(Marks([empty, first, second])) => format!("a cell: {empty}, {first} or {second}"),
        }
    }
}
