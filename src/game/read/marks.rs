//! The marks that people and programs write for cells.

use crate::game::cursor::words;

/// The mark of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellMark {
    /// `.`, `_`, or a blank between bars: an empty cell in every alphabet.
    Empty,
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

impl CellMark {
    /// Returns the mark for a character.
    fn of(character: char) -> Option<CellMark> {
        Some(match character {
            '.' | '_' => CellMark::Empty,
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
            CellMark::Empty | CellMark::UciEmpty => None,
            CellMark::Digit(_) => Some(Alphabet::Digits),
            CellMark::Letter('x' | 'o' | 'X' | 'O') => Some(Alphabet::Crosses),
            CellMark::Letter(_) => Some(Alphabet::Colours),
            CellMark::Disc(_) => Some(Alphabet::Discs),
        }
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
    /// Creates an empty cell that has no text.
    pub(super) fn blank(offset: usize) -> WrittenCell<'static> {
        WrittenCell {
            text: "",
            offset,
            mark: Some(CellMark::Empty),
        }
    }
}

/// Returns whether a character separates cells or surrounds them. This engine prints `[X]` for the
/// last move, `(X)` for a winning four, and `?` and `!` in its marks of bad moves. Chat programs
/// write invisible characters after their discs.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || "\"'`[](){},;?!\u{fe0e}\u{fe0f}\u{200d}".contains(character)
}

/// Splits a part of a text into cells. A number is one cell; in every other word, each character
/// is a cell. The part begins at `offset` in the text.
pub(super) fn cells_of(part: &str, offset: usize) -> Vec<WrittenCell<'_>> {
    let mut cells = Vec::new();
    for (before, word) in words(part, is_separator) {
        let offset = offset + before;
        if let Some(mark) = CellMark::number(word) {
            let (text, mark) = (word, Some(mark));
            cells.push(WrittenCell { text, offset, mark });
            continue;
        }
        cells.extend(word.char_indices().map(|(before, c)| WrittenCell {
            text: &word[before..before + c.len_utf8()],
            offset: offset + before,
            mark: CellMark::of(c),
        }));
    }
    cells
}
