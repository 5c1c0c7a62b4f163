//! The marks with which people and programs write cells.

use super::place::words;

/// What stands for a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// `.`, `_`, or a blank between bars: an empty cell in every alphabet.
    Empty,
    /// `0` for an empty cell, `1` for the first player, `2` or `-1` for the second.
    Digit(i8),
    /// `x` and `o`, or `r` and `y`, in either case.
    Letter(char),
    /// `b`, which is an empty cell only in the UCI data set.
    UciEmpty,
    /// A disc or a square of a chat program.
    Disc(char),
}

/// Marks that occur together.
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

/// Discs and squares that are empty cells beside red ones alone.
pub(super) const COLOURLESS: [char; 4] = ['⚫', '⬛', '⚪', '⬜'];

/// Other discs and squares: of two, the one that comes later here is the empty cell.
pub(super) const OTHER_DISCS: [char; 14] = [
    '🟡', '🟨', '🔵', '🟢', '🟠', '🟣', '🟤', '🟦', '🟩', '🟧', '⚫', '⬛', '⚪', '⬜',
];

impl Mark {
    /// The mark that one character is.
    fn of(sign: char) -> Option<Mark> {
        Some(match sign {
            '.' | '_' => Mark::Empty,
            '0'..='2' => Mark::Digit(i8::try_from(sign.to_digit(10)?).ok()?),
            'x' | 'o' | 'r' | 'y' | 'X' | 'O' | 'R' | 'Y' => Mark::Letter(sign),
            'b' => Mark::UciEmpty,
            _ if RED.contains(&sign) || OTHER_DISCS.contains(&sign) => Mark::Disc(sign),
            _ => return None,
        })
    }

    /// The mark that a number is, such as `0`, `-1` or `1.`, as programs print floats.
    fn number(word: &str) -> Option<Mark> {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        let number = match whole {
            "0" | "-0" => 0,
            "1" => 1,
            "2" => 2,
            "-1" => -1,
            _ => return None,
        };
        let is_whole = fraction.bytes().all(|digit| digit == b'0');
        is_whole.then_some(Mark::Digit(number))
    }

    /// The alphabet that has this mark; `None` if all have it.
    pub(super) fn alphabet(self) -> Option<Alphabet> {
        match self {
            Mark::Empty | Mark::UciEmpty => None,
            Mark::Digit(_) => Some(Alphabet::Digits),
            Mark::Letter('x' | 'o' | 'X' | 'O') => Some(Alphabet::Crosses),
            Mark::Letter(_) => Some(Alphabet::Colours),
            Mark::Disc(_) => Some(Alphabet::Discs),
        }
    }
}

/// A cell as it was written, or something else in its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenCell<'a> {
    pub(super) text: &'a str,
    /// The place in the whole text, in bytes.
    pub(super) at: usize,
    /// `None` if it is no cell.
    pub(super) mark: Option<Mark>,
}

impl WrittenCell<'_> {
    /// An empty cell that nothing is written in.
    pub(super) fn empty(at: usize) -> WrittenCell<'static> {
        WrittenCell {
            text: "",
            at,
            mark: Some(Mark::Empty),
        }
    }
}

/// What stands between cells and around them: `[X]` and `(X)` are this engine's last move and
/// winning four, `?` and `!` its marks of bad moves. Chat programs put invisible characters
/// behind their discs.
pub(super) fn is_separator(sign: char) -> bool {
    let is_quote = matches!(sign, '"' | '\'' | '`');
    let is_bracket = matches!(sign, '[' | ']' | '(' | ')' | '{' | '}');
    let is_invisible = matches!(sign, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}');
    is_bracket
        || is_quote
        || is_invisible
        || matches!(sign, ',' | ';' | '?' | '!')
        || sign.is_whitespace()
}

/// The cells of a part of a text that begins at byte `at` of it: a number is one cell, in every
/// other word each character is.
pub(super) fn cells_of(part: &str, at: usize) -> Vec<WrittenCell<'_>> {
    let mut cells = Vec::new();
    for (before, word) in words(part, is_separator) {
        let at = at + before;
        if let Some(mark) = Mark::number(word) {
            let (text, mark) = (word, Some(mark));
            cells.push(WrittenCell { text, at, mark });
            continue;
        }
        cells.extend(word.char_indices().map(|(before, sign)| WrittenCell {
            text: &word[before..before + sign.len_utf8()],
            at: at + before,
            mark: Mark::of(sign),
        }));
    }
    cells
}
