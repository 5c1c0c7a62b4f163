//! Reads moves, all in one word or one per word.

use super::{Convention, format_name};
use crate::game::cursor::words;
use crate::game::error::offset;
use crate::game::error::{ErrorAt, Expected, unexpected};
use crate::game::notation::{self, MoveToken, column_from, column_of_letter, column_range};
use crate::game::pgn::Marker;
use crate::game::{Column, Game, MovesError, Score};

/// The words for all forms of a text in error messages.
pub(super) const FORMS: &str = "a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of \
    42 cells";

/// The words for moves of one word each in error messages.
const ONE_PER_WORD: &str = "one move per word, or all columns in one word";

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
pub(super) fn packed(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let mut game = Game::default();
    let first = convention.first_column();
    let by_file = text.starts_with(|first: char| first.is_ascii_alphabetic());
    for (ply, (offset, found)) in (1..).zip(text.char_indices()) {
        let rest = &text[offset..];
        let column = if by_file {
            column_of_letter(found).ok_or_else(|| unexpected(text, rest, "a file (a-g)"))
        } else {
            column_from(first, found).ok_or_else(|| match first {
                0 => unexpected(text, rest, column_range(first)),
                _ => (offset, MovesError::NotAColumn { ply, found }.into()),
            })
        };
        game.play(column?).map_err(|error| (offset, error.into()))?;
    }
    Ok(game)
}

/// Reads the columns after `pos=` in an address.
pub(super) fn parameter(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let end = text.find(['&', '#']).unwrap_or(text.len());
    match text[end..].find("&pos=") {
        Some(second) => Err(Expected::named("one position", "a second pos=").at(end + second + 1)),
        None => packed(&text[..end], convention),
    }
}

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || QUOTES.contains(&character) || [',', ';'].contains(&character)
}

/// Splits a text into words that must be one move each. Dashes also separate moves, but a word
/// that begins with a dash is kept whole: it is a negative number, which is not a column. So is
/// the result `1-0`, unless column 0 exists.
fn move_words(text: &str, convention: Convention) -> impl Iterator<Item = &str> {
    words(text, is_separator).flat_map(move |(_, word)| {
        let is_result = !convention.zero_based && word.parse::<Marker>().is_ok();
        let is_whole = word.starts_with('-') || is_result;
        let is_dash = if is_whole { |_| false } else { |c| c == '-' };
        words(word, is_dash).map(|(_, part)| part)
    })
}

/// Returns the error of a text in another format.
pub(super) fn foreign(text: &str) -> Option<ErrorAt> {
    let begin = text.len() - text.trim_start().len();
    Some(Expected::named(FORMS, format_name(text)?).at(begin))
}

/// Returns whether a text has comments in braces or ends with a draw, as PGN does.
pub(super) fn has_notes(text: &str) -> bool {
    text.contains('{') || text.ends_with("1/2-1/2")
}

/// Returns the name of a part of PGN that is not a move.
fn note_name(text: &str) -> Option<&'static str> {
    match text.chars().next()? {
        '{' | '}' => Some("a comment in braces"),
        '(' => Some("a variation in parentheses"),
        '$' => Some("a glyph"),
        _ => text.parse().ok().map(|_: Marker| "the result of a game"),
    }
}

/// Returns a list of moves without the brackets and quotes around it.
///
/// # Errors
/// Fails if one of them is not closed: the list may be cut.
fn unwrapped(text: &str) -> Result<&str, ErrorAt> {
    let mut inner = text;
    while let Some(pair) = BRACKETS.iter().find(|pair| inner.starts_with(&pair[..1])) {
        let (end, close) = (offset(text, inner) + inner.len(), &pair[1..]);
        let list = inner[1..].strip_suffix(close);
        let unclosed = || unexpected(text, &text[end..], format!("a closing {close}"));
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

/// Returns the error of numbers in pairs, such as the rows and columns in `6,4; 5,4`: numbers with
/// one separator, and another one between the pairs.
fn pairs(text: &str) -> Option<ErrorAt> {
    let is_blank = |c: char| c.is_whitespace() || QUOTES.contains(&c);
    let pieces = text.split(is_digit);
    let pieces: Vec<&str> = pieces.map(|piece| piece.trim_matches(is_blank)).collect();
    let [_, first, second, others @ .., _] = &pieces[..] else {
        return None;
    };
    let pattern = [first, second].into_iter().cycle();
    let are_pairs = first != second && others.iter().zip(pattern).all(|(one, other)| one == other);
    let is_dash = |c: char| is_separator(c) || c == '-';
    let is_between = |c: char| is_dash(c) || "[](){}".contains(c);
    // A dash after a blank is a minus sign.
    let are_moves =
        !text.contains(" -") && first.chars().all(is_dash) && second.chars().all(is_between);
    let end = offset(text, second);
    let pair = text[..end].trim_start_matches(|c| !is_digit(c)).trim_end();
    let found = Expected::named(
        "one separator between all moves",
        format!("pairs such as {pair}"),
    );
    (are_pairs && are_moves).then(|| found.at(end))
}

/// Returns the error of a comma or semicolon without a move before it: a move may be lost, or a
/// board may have nothing in its empty cells.
fn lost_move(text: &str, list: &str) -> Option<ErrorAt> {
    let (parts, _) = list.rsplit_once([',', ';'])?;
    let is_blank = |c: char| c.is_whitespace() || QUOTES.contains(&c);
    let empty = parts
        .split([',', ';'])
        .find(|part| part.trim_matches(is_blank).is_empty())?;
    let at = offset(text, empty) + empty.len();
    let wanted = "a move before each separator, or a mark in each cell of a board";
    Some(unexpected(text, &text[at..], wanted))
}

/// Reads moves of one word each, all by column or all by file.
pub(super) fn separated(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let mut game = Game::default();
    let mut numbers = MoveNumbers::default();
    let mut by_file = None;
    let list = without_result(unwrapped(text)?);
    if let Some(error) = pairs(text).or_else(|| lost_move(text, list)) {
        return Err(error);
    }
    for word in move_words(list, convention) {
        let ply = game.moves().len() + 1;
        let rest = numbers.strip(word, ply);
        let rest = rest.map_err(|wanted| unexpected(text, word, wanted))?;
        if rest.is_empty() {
            continue;
        }
        let token = one_move(text, ply, rest, convention)?;
        let is_by_file = !rest.starts_with(is_digit);
        if *by_file.get_or_insert(is_by_file) != is_by_file {
            let wanted = "a move like those before it, all by columns (1-7) or all by files (a-g)";
            let number = number_without_dot(text, list, rest, &game);
            return Err(number.unwrap_or_else(|| unexpected(text, rest, wanted)));
        }
        game.play_claimed(token.column, token.row)
            .map_err(|error| (offset(text, rest), error.into()))?;
        numbers.is_open = false;
    }
    if numbers.is_open {
        return Err(unexpected(text, &text[text.len()..], "a move"));
    }
    if game.moves().is_empty() && !["[]", "()", "{}"].contains(&text) {
        return Err(unexpected(text, text, FORMS));
    }
    Ok(game)
}

/// Reads a word that must be one move. It is move number `ply` of its game.
fn one_move(
    text: &str,
    ply: usize,
    word: &str,
    convention: Convention,
) -> Result<MoveToken, ErrorAt> {
    let before = offset(text, word);
    let first = convention.first_column();
    if word == "0" && first == 1 {
        return Err((before, MovesError::NotAColumn { ply, found: '0' }.into()));
    }
    match notation::tokens_from(first, word, 1).as_deref() {
        Ok(&[token]) => Ok(token),
        Ok(_) => Err(unexpected(text, word, ONE_PER_WORD)),
        Err(&(inside, wanted)) => {
            let note = |inside: usize| Some((inside, note_name(&word[inside..])?));
            Err(match note(inside).or_else(|| note(0)) {
                Some((inside, name)) => Expected::named("a move", name).at(before + inside),
                // The user may have meant a position of any form.
                None if ply == 1 && inside == 0 && !word.starts_with(is_digit) => {
                    unexpected(text, word, FORMS)
                }
                None => unexpected(text, &text[before + inside..], wanted),
            })
        }
    }
}

/// Returns the error of a move number without a dot. `game` is the game before the word `rest`,
/// whose form differs from that of the words before it.
fn number_without_dot(text: &str, list: &str, rest: &str, game: &Game) -> Option<ErrorAt> {
    let number = if rest.starts_with(is_digit) {
        let turn = game.moves().len();
        (rest == (turn / 2 + 1).to_string() && turn.is_multiple_of(2)).then_some(rest)
    } else {
        (*game.moves() == [Column::ALL[0]]).then_some(list)
    }?;
    Some(Expected::named("a move", "a move number without a dot").at(offset(text, number)))
}

/// The move numbers of a text, which increase by one. Each counts moves of both players, or single
/// moves, from the start of the game.
#[derive(Default)]
struct MoveNumbers {
    last: usize,
    /// Whether a move must still follow the last number.
    is_open: bool,
}

impl MoveNumbers {
    /// Removes the move number from a word such as `1.`, `1...` or `1.d1`, and returns the rest.
    /// The next move is move number `ply`, counted by single moves.
    fn strip<'a>(&mut self, word: &'a str, ply: usize) -> Result<&'a str, &'static str> {
        let digits = word.trim_start_matches(is_digit);
        let rest = digits.trim_start_matches('.');
        let dots = digits.len() - rest.len();
        if dots == 0 {
            return Ok(word);
        }
        // `2...` is before the second player's move.
        let is_first = dots == 1;
        let next = self.last + usize::from(is_first);
        let is_whole_move = next == ply.div_ceil(2) && is_first != ply.is_multiple_of(2);
        let is_next = is_whole_move || is_first && next == ply;
        if self.is_open {
            return Err("a move after the move number");
        }
        if rest.starts_with(is_digit) {
            return Err("a blank between a move number and a column");
        }
        if !is_next || word[..word.len() - digits.len()].parse() != Ok(next) {
            let wanted = [
                "the next move number",
                "move number 1 at the start of a game",
            ];
            return Err(wanted[usize::from(ply == 1)]);
        }
        (self.last, self.is_open) = (next, true);
        Ok(rest)
    }
}
