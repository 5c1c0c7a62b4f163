//! Reads positions and games in any form in which people and programs write them.
//!
//! Pure: the input is a text, the output a [`Game`] or an error. The first of these forms that
//! matches decides how a text is read. An error refers to that form:
//!
//! 1. The first word is `startpos`, `fen`, `moves` or `board`: the arguments of `position` in the
//!    protocol.
//! 2. The text contains `pos=`, as in `https://connect4.gamesolver.org/?pos=4453`: the columns
//!    after it.
//! 3. There are several lines: a drawn or printed board. The reader takes six rows of seven cells
//!    from it. It skips numbers of columns and rows, frames, and anything above and below the
//!    board; between bars, a blank is an empty cell.
//! 4. The text contains a `/`: a cfour FEN, or six rows of seven cells.
//! 5. There are 42 cells, the top row first, as one word or with separators: `0 1 2`, `0 1 -1`,
//!    `. x o`, `. r y`, or discs. `1`, `x`, `r` and the red disc are the first player's. Cells
//!    `b`, `x`, `o` between commas are a line of the UCI data set connect-4, in which the cells go
//!    by columns from `a1` upwards and a label `win`, `loss` or `draw` may follow. After 42 separate
//!    cells, a label may follow, too: one of these words or a number.
//! 6. There is one word: columns such as `4453` or files such as `ddec`. A number from -18 to 18
//!    after two or more columns or files is the label of the position.
//! 7. There are several words, each one move: `4`, `d`, `d1`, `P@d1`, with or without move numbers
//!    such as `1.`.
//!
//! A [`Convention`] can change the marks, their owners and the order of the rows.
//!
//! In a text of one line, a tab ends the position, and a label may follow, unless the tabs separate
//! the cells of a board. The empty text is the empty board.
//
// | File | Contents |
// |-|-|
// | `setup` | the arguments of `position` |
// | `moves` | moves, all in one word or one per word |
// | `board` | boards of 42 cells, in one line or in rows |
// | `cells`, `marks` | the cells of a board; the marks for them |
// | `rows`, `tabs` | boards in rows; boards with tabs between the cells |
// | `scored` | positions with a score after them |
// | `foreign` | names formats that are not positions, for errors |

mod board;
mod cells;
mod foreign;
mod marks;
mod moves;
mod rows;
mod scored;
mod setup;
mod tabs;

pub use super::side::MarkOwner;
pub(crate) use board::read_sized;
pub(crate) use foreign::format_name;
pub use marks::Marks;
pub(crate) use scored::scored;
pub(crate) use setup::setup;

use super::error::{ErrorAt, Expected, TextError, rest, unexpected};
use super::{Game, fen};

/// Conventions that a text does not show: the number of the first column, and the owners of the
/// marks on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Convention {
    /// Whether columns are numbered from 0 to 6 instead of 1 to 7.
    pub zero_based: bool,
    /// The owner of the first mark of a board: `1`, `x`, `r` or a red disc.
    pub first_mark: MarkOwner,
    /// The marks of boards, unless they are those that the reader knows.
    pub marks: Option<Marks>,
    /// Whether the first row of a board is the ground instead of the top.
    pub bottom_up: bool,
}

impl Convention {
    setters!(zero_based: bool, first_mark: MarkOwner, marks: impl Into<Option<Marks>>, bottom_up: bool);

    /// Returns the number of the leftmost column.
    pub(crate) const fn first_column(self) -> u8 {
        if self.zero_based { 0 } else { 1 }
    }
}

/// A position or a game, and the label after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labelled<'a, G = Game> {
    /// The game. If the text is a board or a FEN, it has no moves.
    pub game: G,
    /// The text of the position.
    pub input: &'a str,
    /// The label as it is in the text: the rest after a tab, a score after packed columns, or the
    /// class of a line of a data set.
    pub label: Option<&'a str>,
}

/// Reads a position or a game in any form.
///
/// ```
/// use claimeven::game::read;
///
/// for text in ["4453", "d1 d2 e1 c1", "[4, 4, 5, 3]", "https://connect4.gamesolver.org/?pos=4453"] {
///     assert_eq!(read::game(text)?.position().stones(), 4);
/// }
/// let error = read::game("4458").map_err(|error| error.to_string());
/// assert_eq!(error, Err("char 4: ply 4: '8' is not a column (1-7)".to_owned()));
/// # Ok::<(), claimeven::game::TextError>(())
/// ```
///
/// # Errors
/// Fails if the text cannot be read or has a label.
pub fn game(text: &str) -> Result<Game, TextError> {
    game_with(text, Convention::default())
}

/// Reads a position or a game in any form, like [`game`], but under `convention`.
///
/// # Errors
/// Fails if the text cannot be read or has a label.
pub fn game_with(text: &str, convention: Convention) -> Result<Game, TextError> {
    unlabelled(text, labelled(text, convention))
}

/// Returns the game that was read from a text, or an error if it has a label.
pub(crate) fn unlabelled<G>(
    text: &str,
    read: Result<Labelled<'_, G>, TextError>,
) -> Result<G, TextError> {
    let read = read?;
    match read.label {
        None => Ok(read.game),
        Some(label) => Err(unexpected(label, "the end of the text").in_text(text)),
    }
}

/// Reads a position or a game in any form, and the label after it, if there is one.
///
/// # Errors
/// Fails if the text cannot be read.
pub(crate) fn labelled(text: &str, convention: Convention) -> Result<Labelled<'_>, TextError> {
    labelled_at(text, convention).map_err(|error| error.in_text(text))
}

/// Reads a position or a game like [`labelled`].
pub(crate) fn labelled_at(text: &str, convention: Convention) -> Result<Labelled<'_>, ErrorAt<'_>> {
    let (head, after) = split_label(text, convention);
    let (game, label) = read(head, convention).map_err(|error| {
        let begin = text.trim_start();
        let foreign = format_name(text).map(|name| Expected::named(moves::FORMS, name).at(begin));
        foreign.unwrap_or(error)
    })?;
    let (input, label) = match label {
        None => (head, after),
        // The text after a tab also belongs to the label.
        Some((input, label)) if after.is_some() => (input, Some(rest(text, label))),
        Some((input, label)) => (input, Some(label)),
    };
    Ok(Labelled { game, input, label })
}

/// Splits a text at the tab that ends its position, and returns the label after it. In a text of
/// several lines, and between single cells or moves, a tab does not end the position.
pub(crate) fn split_label(text: &str, convention: Convention) -> (&str, Option<&str>) {
    let has_label = tabs::are_in(text) && !tabs::separate(text, convention);
    let parts = text.split_once('\t').filter(|_| has_label);
    parts.map_or((text, None), |(head, label)| (head, Some(label)))
}

/// The words for an array of numpy in an error message.
const NUMPY_FILE: &str = "a .npy file of NumPy; write it with numpy.savetxt(file, \
    boards.reshape(-1, 42), fmt='%d')";

/// The text of a position, and the label after it.
type Parts<'a> = (&'a str, &'a str);

/// Reads a text that ends before the first tab. If the text itself contains a label, also returns the
/// text of the position and that label.
fn read(text: &str, convention: Convention) -> Result<(Game, Option<Parts<'_>>), ErrorAt<'_>> {
    if let Some(zero) = text.find('\0') {
        let error = if text.starts_with("\u{fffd}NUMPY") {
            Expected::named("a text", NUMPY_FILE)
        } else {
            Expected::named("a text in UTF-8", "a zero byte, as in UTF-16")
        };
        return Err(error.at(&text[zero..]));
    }
    if rows::names_columns(text) {
        let wanted = "moves with one blank between them, or a drawing of six rows";
        return Err(Expected::named(wanted, "only the names of columns").at(text));
    }
    let trimmed = text.trim();
    let before = trimmed.strip_suffix([',', ';']).map(str::trim_end);
    // One separator may follow the last move, and so a whole list of moves.
    let trimmed = before
        .filter(|before| !before.is_empty() && !before.ends_with([',', ';']))
        .unwrap_or(trimmed);
    let trimmed = inner_list(unquoted(trimmed).trim());
    let command = trimmed.strip_prefix("position ").map(str::trim_start);
    let trimmed = command
        .filter(|setup| setup::begins(setup))
        .unwrap_or(trimmed);
    if trimmed.is_empty() {
        return Ok((Game::default(), None));
    }
    let (part, reader): (_, ReadPart) = if tabs::are_in(text) {
        (classed(trimmed, convention).unwrap_or(trimmed), tabs::board)
    } else {
        form(trimmed, convention)
    };
    let game = reader(part, convention)?;
    let label = rest(trimmed, part)[part.len()..].trim_start_matches(is_separator);
    Ok((game, (!label.is_empty()).then_some((part, label))))
}

type ReadPart = fn(&str, Convention) -> Result<Game, ErrorAt<'_>>;

/// Finds the first form that matches a text. Returns the part of the text to read, and the function
/// that reads it. The text after the part is a label.
fn form(text: &str, convention: Convention) -> (&str, ReadPart) {
    let board: ReadPart = |text, convention| board::read(text, convention).map(Game::from);
    // A game may end in the result `1/2-1/2`.
    let has_rows = text.contains('/') && !text.ends_with("1/2-1/2");
    if setup::begins(text) {
        (text, setup)
    } else if let Some(columns) = parameter(text) {
        (columns, moves::parameter)
    } else if has_rows && !text.contains('\n') && has_ranks(text, convention) {
        (text, |text, _| fen::read(text).map(Game::from))
    } else if has_rows || text.contains('\n') {
        (text, board)
    } else if let Some(cells) = board::data_set(text) {
        (cells, |text, convention| {
            board::read_data_set(text, convention).map(Game::from)
        })
    } else if let Some(cells) = classed(text, convention) {
        (cells, board)
    } else if board::is_flat(text, convention) {
        (text, board)
    } else if let Some(columns) = moves::packed_part(text) {
        (columns, moves::packed)
    } else {
        (text, moves::separated)
    }
}

/// Returns the cells of a board of 42 words before a class, if the text has one.
fn classed(text: &str, convention: Convention) -> Option<&str> {
    let (cells, class) = board::separate(text, convention)?;
    class.map(|_| cells)
}

/// Returns whether a text with a `/` is a FEN, perhaps with errors: it has characters that are only
/// in ranks.
fn has_ranks(text: &str, convention: Convention) -> bool {
    // A FEN of the empty board may have only numbers that are also marks.
    let is_empty = || convention.marks.is_none() && fen::read(text).is_ok();
    text.contains(|c| "Pp7".contains(c) && convention.mark(c).is_none()) || is_empty()
}

/// Returns whether a character separates a position from its label.
pub(crate) fn is_separator(character: char) -> bool {
    character.is_whitespace() || [',', ';'].contains(&character)
}

/// Returns a text without the quotes around it.
fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    moves::QUOTES.into_iter().find_map(quoted).unwrap_or(text)
}

/// Returns the list in `array([...], dtype=int8)`, as numpy prints it. Returns any other text
/// unchanged.
fn inner_list(text: &str) -> &str {
    let list = || {
        let (name, _) = text.split_once("([")?;
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '.');
        let end = text.rfind(']')?;
        (is_name && !name.is_empty()).then(|| &text[name.len() + 1..=end])
    };
    list().unwrap_or(text)
}

/// Returns the text after `pos=`, as in `pos=4453`, alone or as a part of an address.
fn parameter(text: &str) -> Option<&str> {
    let (before, columns) = text.split_once("pos=")?;
    if !(before.is_empty() || before.ends_with(['?', '&'])) {
        return None;
    }
    Some(columns)
}

#[cfg(test)]
mod tests;
