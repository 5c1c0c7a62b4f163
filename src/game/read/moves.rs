//! Reads moves, all in one word or one per word.

use super::Convention;
use crate::game::bitboard::WIDTH;
use crate::game::cursor::Cursor;
use crate::game::error::{ErrorAt, Expected, TextErrorKind, rest, unexpected};
use crate::game::notation::{column_from, column_of_letter, column_range};
use crate::game::pgn::Marker;
use crate::game::pgn::numbering::Numbering;
use crate::game::pgn::word::{self, MoveForm, Word};
use crate::game::{Game, MovesError, Score};

/// The words for all forms of a text in error messages.
pub(super) const FORMS: &str = "a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of \
    42 cells";

/// The words for what is between two moves in error messages.
pub(super) const SEPARATOR: &str = "one separator between two moves, the same between all";

/// The brackets and quotes that may be around a list of moves.
const BRACKETS: [&str; 6] = ["[]", "()", "{}", "\"\"", "''", "``"];

/// The quotes that may be around moves.
pub(super) const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Returns whether a word consists of columns or files, perhaps with errors, and is not a square
/// such as `d1` or a move number.
fn is_packed(text: &str) -> bool {
    let is_file = |c: Option<char>| c.is_some_and(|c| column_of_letter(c).is_some());
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    let by_digits = first.is_some_and(|first| first.is_ascii_digit()) && !text.contains('.');
    let by_files = is_file(first) && (second.is_none() || is_file(second));
    (by_digits || by_files) && !text.contains(|c| is_separator(c) || "-[](){}".contains(c))
}

/// Returns the first word of a text if it consists of columns or files, perhaps with errors. Only a
/// score may follow the word, and only if it has two or more columns or files.
pub(super) fn packed_part(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let (columns, score) = (words.next()?, words.next());
    let is_whole = match score {
        None => true,
        Some(score) => {
            words.next().is_none() && columns.len() > 1 && score.parse::<Score>().is_ok()
        }
    };
    (is_whole && is_packed(columns)).then_some(columns)
}

/// Reads one word of columns or files.
pub(super) fn packed(text: &str, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let mut game = Game::default();
    let first = convention.first_column();
    let by_file = text.starts_with(|first: char| first.is_ascii_alphabetic());
    for (ply, (offset, found)) in (1..).zip(text.char_indices()) {
        let rest = &text[offset..];
        let column = if by_file {
            column_of_letter(found).ok_or_else(|| unexpected(rest, "a file (a-g)"))
        } else {
            column_from(first, found).ok_or_else(|| match first {
                0 => unexpected(rest, column_range(first)),
                _ => ErrorAt::new(rest, MovesError::not_a_column(ply, found, WIDTH)),
            })
        };
        let played = game.play(column?);
        played.map_err(|error| ErrorAt::new(rest, error))?;
    }
    Ok(game)
}

/// Reads the columns after `pos=` in an address.
pub(super) fn parameter(text: &str, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let end = text.find(['&', '#']).unwrap_or(text.len());
    match text[end..].find("&pos=") {
        Some(second) => {
            let rest = &text[end + second + 1..];
            Err(Expected::named("one position", "a second pos=").at(rest))
        }
        None => packed(&text[..end], convention),
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || QUOTES.contains(&character)
}

fn is_separator(character: char) -> bool {
    is_blank(character) || [',', ';', '-'].contains(&character)
}

/// Returns a list of moves without the brackets and quotes around it.
///
/// # Errors
/// Fails if one of them is not closed: the list may be cut.
fn unwrapped(text: &str) -> Result<&str, ErrorAt<'_>> {
    let mut inner = text;
    while let Some(pair) = BRACKETS.iter().find(|pair| inner.starts_with(&pair[..1])) {
        let (end, close) = (&rest(text, inner)[inner.len()..], &pair[1..]);
        let list = inner[1..].strip_suffix(close);
        let unclosed = || unexpected(end, format!("a closing {close}"));
        inner = list.ok_or_else(unclosed)?.trim();
    }
    Ok(inner)
}

/// Returns a list of moves without the result of the game, which may follow moves with numbers.
fn without_result(list: &str) -> &str {
    let parts = list.rsplit_once(char::is_whitespace);
    let has_result = |(_, last): &(_, &str)| list.contains('.') && last.parse::<Marker>().is_ok();
    parts.filter(has_result).map_or(list, |(moves, _)| moves)
}

/// Reads moves of one word each, all by column or all by file.
pub(super) fn separated(text: &str, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let list = without_result(unwrapped(text)?);
    let (mut game, mut numbering) = (Game::default(), Numbering::of_list());
    let (mut form, mut separator, mut is_open) = (None, None, false);
    let mut cursor = Cursor::new(list);
    loop {
        let between = cursor.take_while(is_separator);
        let word = cursor.take_while(|c| !is_separator(c));
        let found = one_separator(between, game.moves().is_empty());
        let found = found.ok_or_else(|| {
            let is_first = game.moves().is_empty();
            let rest = rest(text, between.trim_start());
            unexpected(rest, if is_first { FORMS } else { SEPARATOR })
        })?;
        if word.is_empty() {
            break;
        }
        let (number, written) = word::split_number(word).unzip();
        if let Some(number) = number {
            let checked = numbering.check(number, &game, "-");
            checked.map_err(|error| error.at(word))?;
            is_open = true;
        } else if form == Some(MoveForm::Numbers)
            && *separator.get_or_insert(found) != found
            && !is_open
        {
            // Columns with two kinds of separators may be pairs, such as rows and columns.
            return Err(unexpected(between, SEPARATOR));
        }
        let written = written.unwrap_or(word);
        if written.is_empty() {
            continue;
        }
        if number.is_some() && written.starts_with(word::is_digit) {
            let wanted = "a blank between a move number and a column";
            return Err(unexpected(word, wanted));
        }
        match one_move(text, written, form, &game, convention)? {
            Word::Move(found) => {
                (form, is_open) = (Some(found.form), false);
                let played = game.play_claimed(found.column, found.row);
                played.map_err(|error| ErrorAt::new(written, error))?;
            }
            Word::Number(..) => return Err(unexpected(written, word::LETTERS)),
            Word::Marker(_) => return Err(unexpected(written, "a move")),
        }
    }
    if is_open {
        return Err(unexpected(&text[text.len()..], "a move"));
    }
    if game.moves().is_empty() && !["[]", "()", "{}"].contains(&text) {
        return Err(unexpected(text, FORMS));
    }
    Ok(game)
}

/// Returns the separator between two moves, which is empty if there are only blanks. Returns `None`
/// if there are several, before the first move, or if a dash is a minus sign.
fn one_separator(between: &str, is_first: bool) -> Option<&str> {
    let separator = between.trim_matches(is_blank);
    let is_minus = between.starts_with(is_blank) && between.ends_with('-');
    let is_one = !is_first && !is_minus && separator.len() == 1;
    (separator.is_empty() || is_one).then_some(separator)
}

/// Reads a word that must be one move after those of `game`.
fn one_move<'a>(
    text: &'a str,
    word: &'a str,
    form: Option<MoveForm>,
    game: &Game,
    convention: Convention,
) -> Result<Word<'a>, ErrorAt<'a>> {
    let first = convention.first_column();
    // Results have dashes, which are separators elsewhere.
    let whole = rest(text, word).split(is_blank).next();
    if whole.is_some_and(|whole| whole.parse::<Marker>().is_ok()) {
        return Err(unexpected(rest(text, word), "a move"));
    }
    if word == "0" && first == 1 {
        let error = MovesError::not_a_column(game.moves().len() + 1, '0', WIDTH);
        return Err(ErrorAt::new(word, error));
    }
    if form != Some(MoveForm::Letters) && word.len() > 1 && word.chars().all(word::is_digit) {
        let wanted = "one move per word, or all columns in one word";
        return Err(unexpected(word, wanted));
    }
    word::parse(word, form, first).map_err(|error| {
        // The user may have meant a position of any form.
        let is_first = error.rest.as_ptr() == word.as_ptr();
        if form.is_none() && is_first && !word.starts_with(word::is_digit) {
            return unexpected(word, FORMS);
        }
        match error.kind {
            // The word ends there, but the text may go on.
            TextErrorKind::Expected(Expected { wanted, found }) if found.is_empty() => {
                unexpected(rest(text, error.rest), wanted)
            }
            _ => error,
        }
    })
}
