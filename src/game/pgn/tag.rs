//! Tag pairs: `[White "Ann"]`.

use super::cursor::{Cursor, Found};

/// A tag pair.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    /// The place of the value's first character in its line.
    pub(super) at: usize,
}

/// Whether a name may have this character.
pub(super) fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// The name of the tag pair with which a text begins, after white space. What begins otherwise
/// is no tag pair, or a torn one.
pub(super) fn name(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix('[')?.trim_start();
    let end = text.find(|sign| !is_of_name(sign))?;
    let (name, rest) = text.split_at(end);
    let begins = name.starts_with(|sign: char| sign.is_ascii_alphabetic());
    (begins && rest.trim_start().starts_with('"')).then_some(name)
}

/// Reads a tag pair, which begins with `[`.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Found<Tag<'a>> {
    cursor.next_is('[');
    cursor.skip_space();
    let name = cursor.take_while(is_of_name);
    if name.is_empty() {
        return cursor.unexpected("the name of a tag");
    }
    cursor.skip_space();
    if !cursor.next_is('"') {
        return cursor.unexpected("'\"' and the value of the tag");
    }
    let at = cursor.at();
    let Some((value, length)) = value(cursor.rest()) else {
        cursor.take_rest();
        return cursor.unexpected("'\"]' behind the value of the tag");
    };
    cursor.take(length);
    cursor.skip_space();
    cursor.next_is(']');
    Ok(Tag { name, value, at })
}

/// The value of a tag, from behind its opening quote, and its length in bytes with the closing
/// one.
///
/// Inside, PGN writes `\"` and `\\` for a quote and a backslash. Cute Chess writes both as they
/// are: so only a quote before a bracket closes the value, and where nothing else closes it, an
/// escaped one does.
fn value(text: &str) -> Option<(String, usize)> {
    let mut escaped = false;
    let mut last = None;
    for (index, sign) in text.char_indices() {
        if sign == '"' && text[index + 1..].trim_start().starts_with(']') {
            if !escaped {
                return Some((unescaped(&text[..index]), index + 1));
            }
            last = Some(index);
        }
        escaped = sign == '\\' && !escaped;
    }
    last.map(|index| (text[..index].to_owned(), index + 1))
}

fn unescaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.next_if(|&next| sign == '\\' && (next == '"' || next == '\\'));
        value.push(next.unwrap_or(sign));
    }
    value
}

/// The value as it stands between quotes.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}
