//! The marks that people and programs write for cells.

use std::fmt;
use std::str::FromStr;

use super::cells::{Cell, SEPARATORS};
use crate::game::Side;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

/// The marks of one kind of board: for an empty cell, for the first player and for the second.
pub(super) type Alphabet = [&'static [&'static str]; 3];

/// All kinds of boards. A board has one mark for each player and one for empty cells.
///
/// `.` is also the mark of a `_`, and a blank is a cell between bars without a text.
pub(super) const ALPHABETS: [Alphabet; 5] = [
    [&["0"], &["1"], &["2", "-1"]],
    [&[".", " "], &["1"], &["2", "-1"]],
    [&[".", " "], &["x", "X"], &["o", "O"]],
    [&[".", " "], &["r", "R"], &["y", "Y"]],
    [&[".", " "], &RED, &DISCS],
];

/// The red disc and the red square, which are the first player's.
const RED: [&str; 2] = ["🔴", "🟥"];

/// Discs and squares that are not red. If a board has two of them, the later one in this list is
/// the empty cell.
const DISCS: [&str; 14] = [
    "🟡", "🟨", "🔵", "🟢", "🟠", "🟣", "🟤", "🟦", "🟩", "🟧", "⚫", "⬛", "⚪", "⬜",
];

/// Black and white discs and squares. One of them is the empty cell if it is the only kind besides
/// red and no other mark is an empty cell.
const COLOURLESS: [&str; 4] = ["⚫", "⬛", "⚪", "⬜"];

/// Characters that programs print as bars between cells.
pub(super) const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// Invisible characters that chat programs write after their discs.
pub(super) const INVISIBLE: [char; 3] = ['\u{fe0e}', '\u{fe0f}', '\u{200d}'];

/// Returns the mark that is written as `text`, a character or the number -1.
pub(super) fn known(text: &str) -> Option<&'static str> {
    let text = if text == "_" { "." } else { text };
    let marks = ALPHABETS.as_flattened().iter().copied().flatten();
    marks.copied().find(|&mark| mark == text)
}

/// Returns the mark for a number, such as `0`, `-1` or the float `1.`.
pub(super) fn number(word: &str) -> Option<&'static str> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let whole = if whole == "-0" { "0" } else { whole };
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    known(whole).filter(|mark| is_whole && mark.ends_with(|last: char| last.is_ascii_digit()))
}

/// Returns whether two marks may be on one board: marks of one alphabet, for different cells. Two
/// discs may both be in the last list, because one of them may be the empty cell.
pub(super) fn can_mix(one: &str, other: &str) -> bool {
    let differ = |alphabet: &Alphabet| {
        let owner = |mark| alphabet.iter().position(|marks| marks.contains(&mark));
        let owners = owner(one).zip(owner(other));
        owners.is_some_and(|(one, other)| one != other)
    };
    let are_discs = [one, other].iter().all(|disc| DISCS.contains(disc));
    one == other || are_discs || ALPHABETS.iter().any(differ)
}

/// Returns the side of the stone that a mark is, or `None` for an empty cell. `disc` is the disc of
/// the second player.
fn side_of(mark: &str, disc: Option<&str>) -> Option<Side> {
    let is_of = |player: usize| ALPHABETS.iter().any(|marks| marks[player].contains(&mark));
    if is_of(1) {
        Some(Side::First)
    } else if is_of(2) && (disc == Some(mark) || !DISCS.contains(&mark)) {
        Some(Side::Second)
    } else {
        None
    }
}

/// Returns the side of the stone in each of `cells`, whose marks are known. The first mark of a
/// board is the first player's.
///
/// # Errors
/// Fails at the first mark that is not of one alphabet with the marks before it.
pub(super) fn sides(cells: &[Cell]) -> Result<Vec<Option<Side>>, ErrorAt> {
    let mut kinds: Vec<(&Cell, &'static str)> = Vec::new();
    for cell in cells {
        let is_new = |mark: &&str| kinds.iter().all(|(_, known)| known != mark);
        let Some(mark) = cell.mark.filter(is_new) else {
            continue;
        };
        if let Some((other, _)) = kinds.iter().find(|(_, known)| !can_mix(known, mark)) {
            let wanted = "marks of one alphabet, such as . x o";
            let shown = |cell: &Cell| if cell.is_blank() { " " } else { cell.text }.to_owned();
            let found = format!("both {:?} and {:?}", shown(other), shown(cell));
            let mixed = Expected::named(wanted, found);
            return Err((cell.offset, TextErrorKind::Marks(mixed)));
        }
        kinds.push((cell, mark));
    }
    let marks: Vec<&str> = kinds.iter().map(|&(_, mark)| mark).collect();
    let disc = second_disc(&marks).map_err(|error| {
        let disc = kinds.iter().find(|(_, mark)| !mark.is_ascii());
        let offset = disc.map_or(0, |(cell, _)| cell.offset);
        (offset, TextErrorKind::Marks(error))
    })?;
    let side = |cell: &Cell| cell.mark.and_then(|mark| side_of(mark, disc));
    Ok(cells.iter().map(side).collect())
}

/// Returns the disc of the second player on a board with `marks`, if it consists of discs. The first
/// player's discs are red; discs of a third kind are empty cells.
fn second_disc(marks: &[&str]) -> Result<Option<&'static str>, Expected> {
    let discs = DISCS.into_iter().filter(|disc| marks.contains(disc));
    let discs: Vec<&str> = discs.collect();
    let has_empty = marks.contains(&".") || marks.contains(&" ");
    match discs[..] {
        [] => Ok(None),
        // If the only discs, except for red ones, are of one colourless kind, they are the empty
        // cells.
        [empty] if !has_empty && COLOURLESS.contains(&empty) => Ok(None),
        [second] => Ok(Some(second)),
        [second, _] if !has_empty => Ok(Some(second)),
        _ => {
            let wanted = "an empty cell and two kinds of discs, one of them red";
            Err(Expected::new(wanted, &discs.concat()))
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
    /// The marks of the UCI data set connect-4.
    pub(super) const UCI: Marks = Marks(['b', 'x', 'o']);

    /// Returns the known mark that a character of these marks stands for.
    pub(super) fn meaning(self, character: char) -> Option<&'static str> {
        let marks = self.0.into_iter().zip([".", "x", "o"]);
        let mut meanings = marks.filter(|&(mark, _)| mark == character);
        meanings.next().map(|(_, meaning)| meaning)
    }

    /// Returns the words for a cell with one of these marks in error messages.
    pub(super) fn cell_words(self) -> String {
        let Marks([empty, first, second]) = self;
        format!("a cell: {empty}, {first} or {second}")
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
