//! Positions and games as people and programs write them, in any form that is known.
//!
//! Pure: text in, a [`Game`] or the place of a fault out. The shape of a text decides what it is,
//! in this order, and a fault is one of that shape:
//!
//! 1. A first word `startpos`, `fen`, `moves` or `board`: what follows `position` in the
//!    protocol, see [`setup()`].
//! 2. `pos=`, as in `https://connect4.gamesolver.org/?pos=4453`: the columns behind it.
//! 3. Several lines: a drawn or printed board, of which six rows of seven cells are read. Column
//!    and row numbers, frames and anything above or below are passed over, and between bars a
//!    blank is an empty cell.
//! 4. A `/`: a cfour FEN, or six rows of seven cells.
//! 5. 42 cells, the top row first, as one word or with separators: `0 1 2`, `0 1 -1`, `. x o`,
//!    `. r y`, or discs. `1`, `x`, `r` and the red disc are the first player's. If they are `b`,
//!    `x`, `o` between commas, it is a line of the UCI data set connect-4, which goes by columns
//!    from `a1` upwards and may end in the label `win`, `loss` or `draw`.
//! 6. One word: columns such as `4453` or files such as `ddec`. A number from -18 to 18 behind
//!    two or more of them is the label of the position.
//! 7. Several words, each one move: `4`, `d`, `d1`, `P@d1`, with move numbers such as `1.` or
//!    without.
//!
//! A tab ends a position of one line, and a label may follow. The empty text is the empty board.

mod cells;
mod error;
mod marks;
mod moves;
mod place;
mod rows;
mod scored;
mod setup;

pub use error::{TextError, TextErrorKind};
pub(crate) use place::Locator;
pub use scored::{Scored, scored};
pub use setup::{Setup, setup};

use super::{Game, Position, fen};
use place::{offset, words};

/// Where in a text, in bytes, something is wrong, and what.
type ErrorAt = (usize, TextErrorKind);

/// What the reader has to be told: from which number columns count, and whose marks are whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Convention {
    /// Columns are numbered from 0 to 6, not from 1 to 7.
    pub zero_based: bool,
    /// The marks of a board are the other way round: `2`, `-1`, `o`, `y` are the first player's.
    pub swap_sides: bool,
}

/// A position or a game, and what stood behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled<'a> {
    /// The game; of a board or a FEN its moves are not known.
    pub game: Game,
    /// The text of the position.
    pub input: &'a str,
    /// The label as it stood: behind a tab, a score behind packed columns, or the class of a line
    /// of the UCI data set.
    pub label: Option<&'a str>,
}

/// Reads a position or a game in any form.
///
/// ```
/// use claimeven::game::read;
///
/// for text in ["4453", "d1 d2 e1 c1", "[4, 4, 5, 3]", "https://connect4.gamesolver.org/?pos=4453"] {
///     assert_eq!(read::position(text)?.position().stones(), 4);
/// }
/// let error = read::position("4458").map_err(|error| error.to_string());
/// assert_eq!(error, Err("char 4: ply 4: '8' is not a column (1-7)".to_owned()));
/// # Ok::<(), read::TextError>(())
/// ```
///
/// # Errors
/// The place of the first fault. A label is a fault, too.
pub fn position(text: &str) -> Result<Game, TextError> {
    without_label(text, Convention::default())
}

/// As [`position`], with what the text does not tell.
///
/// # Errors
/// As for [`position`].
pub fn without_label(text: &str, convention: Convention) -> Result<Game, TextError> {
    let read = labelled(text, convention)?;
    match read.label {
        None => Ok(read.game),
        Some(label) => Err(error(text, unexpected(text, label, "the end of the text"))),
    }
}

/// Reads a position or a game in any form, and the label behind it, if there is one.
///
/// ```
/// use claimeven::game::read::{self, Convention};
///
/// let read = read::labelled("4453\tmy opening", Convention::default())?;
/// assert_eq!((read.input, read.label), ("4453", Some("my opening")));
/// assert_eq!(read::labelled("4453 -2", Convention::default())?.label, Some("-2"));
/// # Ok::<(), read::TextError>(())
/// ```
///
/// # Errors
/// The place of the first fault.
pub fn labelled(text: &str, convention: Convention) -> Result<Labelled<'_>, TextError> {
    let is_drawn = text.trim_end().contains('\n');
    let tab = text.find('\t').filter(|_| !is_drawn);
    let head = &text[..tab.unwrap_or(text.len())];
    let (game, label) = read(head, convention).map_err(|fault| error(text, fault))?;
    let behind_tab = tab.map(|tab| &text[tab + 1..]);
    Ok(match label {
        None => Labelled {
            game,
            input: head,
            label: behind_tab,
        },
        Some((input, label)) => Labelled {
            game,
            input,
            // Nothing is lost: what a tab divides from the label belongs to it.
            label: behind_tab.map_or(Some(label), |_| text.get(offset(text, label)..)),
        },
    })
}

/// A position, and the label behind it.
type Parts<'a> = (&'a str, &'a str);

/// Reads a text; if it has a label without a tab, returns its parts, too.
fn read(text: &str, convention: Convention) -> Result<(Game, Option<Parts<'_>>), ErrorAt> {
    if let Some(zero) = text.find('\0') {
        return Err((zero, TextErrorKind::ZeroByte));
    }
    let trimmed = inner_list(unquoted(text.trim()).trim());
    let command = trimmed.strip_prefix("position ").map(str::trim_start);
    let trimmed = command
        .filter(|setup| setup::begins(setup))
        .unwrap_or(trimmed);
    if trimmed.is_empty() {
        return Ok((Game::default(), None));
    }
    let shape = Shape::of(trimmed);
    let part = shape.part().unwrap_or(trimmed);
    let game = shape.read(part, convention);
    let game = game.map_err(|(at, fault)| (offset(text, part) + at, fault))?;
    let label = trimmed[offset(trimmed, part) + part.len()..].trim_start_matches(is_separator);
    let has_label = shape.has_label() && !label.is_empty();
    Ok((game, has_label.then_some((part, label))))
}

/// What a text is, as its shape tells.
#[derive(Debug, Clone, Copy)]
enum Shape<'a> {
    /// What follows `position`.
    Setup,
    /// An address with these columns.
    Address(&'a str),
    Board,
    Fen,
    /// A line of the UCI data set, with these cells.
    DataSet(&'a str),
    /// One word of columns or files.
    Packed(&'a str),
    /// A move a word.
    Moves,
}

impl<'a> Shape<'a> {
    fn of(text: &'a str) -> Shape<'a> {
        if setup::begins(text) {
            Shape::Setup
        } else if let Some(columns) = parameter(text) {
            Shape::Address(columns)
        } else if text.contains('\n') {
            Shape::Board
        } else if text.contains('/') {
            if is_fen(text) {
                Shape::Fen
            } else {
                Shape::Board
            }
        } else if let Some(cells) = cells::data_set(text) {
            Shape::DataSet(cells)
        } else if cells::is_flat(text) {
            Shape::Board
        } else if let Some(columns) = moves::packed_part(text) {
            Shape::Packed(columns)
        } else {
            Shape::Moves
        }
    }

    /// The part of the text that is read, if not all of it.
    fn part(self) -> Option<&'a str> {
        match self {
            Shape::Address(part) | Shape::DataSet(part) | Shape::Packed(part) => Some(part),
            _ => None,
        }
    }

    /// Whether what stands behind that part is a label.
    fn has_label(self) -> bool {
        matches!(self, Shape::DataSet(_) | Shape::Packed(_))
    }

    fn read(self, part: &str, convention: Convention) -> Result<Game, ErrorAt> {
        match self {
            Shape::Setup => setup::game(part, convention),
            Shape::Address(_) | Shape::Packed(_) => moves::packed(part, convention),
            Shape::Board => cells::read(part, convention).map(Game::from),
            Shape::Fen => read_fen(part).map(Game::from),
            Shape::DataSet(_) => cells::read_data_set(part, convention).map(Game::from),
            Shape::Moves => moves::separated(part, convention),
        }
    }
}

/// What stands between a position and its label.
fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || [',', ';'].contains(&sign)
}

/// A text without the quotes around it.
fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    ['"', '\'', '`']
        .into_iter()
        .find_map(quoted)
        .unwrap_or(text)
}

/// The text with the place of a fault in lines and characters.
fn error(text: &str, (at, kind): ErrorAt) -> TextError {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    TextError {
        line: before.matches('\n').count() + 1,
        character: before[line..].chars().count() + 1,
        kind,
    }
}

/// The most characters of a word that are shown in a message.
const SHOWN: usize = 32;

/// The fault that a part of a text stands where something else was expected.
fn unexpected(text: &str, part: &str, wanted: &'static str) -> ErrorAt {
    let word = part.split_whitespace().next().unwrap_or_default();
    let found: String = word.chars().take(SHOWN).collect();
    let fault = match &*found {
        "" => TextErrorKind::Unfinished { wanted },
        _ => TextErrorKind::Unexpected { wanted, found },
    };
    (offset(text, part), fault)
}

/// The list in `array([...], dtype=int8)`, as numpy writes it; any other text as it is.
fn inner_list(text: &str) -> &str {
    let list = || {
        let (name, _) = text.split_once("([")?;
        let is_name = name
            .chars()
            .all(|sign| sign.is_alphanumeric() || sign == '.');
        let end = text.rfind(']')?;
        (is_name && !name.is_empty()).then(|| &text[name.len() + 1..=end])
    };
    list().unwrap_or(text)
}

/// The columns in `pos=4453`, alone or as a part of an address.
fn parameter(text: &str) -> Option<&str> {
    let (before, columns) = text.split_once("pos=")?;
    if !(before.is_empty() || before.ends_with(['?', '&'])) {
        return None;
    }
    Some(columns.split(['&', '#']).next().unwrap_or_default())
}

/// Whether a text with a `/` is a FEN, however faulty, and not six rows of marks.
fn is_fen(text: &str) -> bool {
    let ranks = text.split([' ', '[']).next().unwrap_or_default();
    let cells = |sign: char| match sign {
        'P' | 'p' => Some(1),
        '1'..='7' => sign.to_digit(10),
        _ => None,
    };
    let is_rank = |rank: &str| rank.chars().map(cells).sum::<Option<u32>>() == Some(7);
    ranks.split('/').all(is_rank) || !cells::holds_cells_only(text)
}

/// Reads a FEN; a fault is placed in bytes.
fn read_fen(text: &str) -> Result<Position, ErrorAt> {
    fen::parse(text).map_err(|error| {
        let byte = text.char_indices().nth(error.at - 1);
        let at = byte.map_or(text.len(), |(byte, _)| byte);
        (at, error.fault.into())
    })
}

#[cfg(test)]
mod tests;
