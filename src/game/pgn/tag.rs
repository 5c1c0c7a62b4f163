//! Tag pairs: `[White "Ann"]`.

use crate::game::cursor::Cursor;
use crate::game::error::ErrorAt;

/// A tag pair.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    /// The line from the value on.
    pub(super) rest: &'a str,
}

/// Returns whether the name of a tag may contain this character.
pub(super) fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Returns the name of the tag pair at the start of a text, after white space. Returns `None` if no
/// quote follows the name.
pub(super) fn name(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix('[')?.trim_start();
    let end = text.find(|c| !is_in_name(c))?;
    let (name, rest) = text.split_at(end);
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && rest.trim_start().starts_with('"')).then_some(name)
}

/// Reads a tag pair, which begins with `[`.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Result<Tag<'a>, ErrorAt<'a>> {
    cursor.next_is('[');
    cursor.skip_space();
    let name = cursor.take_while(is_in_name);
    if name.is_empty() {
        return Err(cursor.expected("the name of a tag"));
    }
    cursor.skip_space();
    if !cursor.next_is('"') {
        return Err(cursor.expected("'\"' and the value of the tag"));
    }
    let rest = cursor.rest();
    let Some((value, length)) = value(rest) else {
        cursor.take_rest();
        return Err(cursor.expected("'\"]' after the value of the tag"));
    };
    cursor.take(length);
    cursor.skip_space();
    cursor.next_is(']');
    Ok(Tag { name, value, rest })
}

/// Reads the value of a tag, from the character after its opening quote. Returns the value and
/// its length in bytes, including the closing quote.
///
/// PGN writes a quote in a value as `\"` and a backslash as `\\`, but Cute Chess escapes neither.
/// So only a quote before a bracket closes the value. An escaped quote closes it only if no other
/// quote does.
fn value(text: &str) -> Option<(String, usize)> {
    let mut escaped = false;
    let mut last = None;
    for (index, character) in text.char_indices() {
        if character == '"' && text[index + 1..].trim_start().starts_with(']') {
            if !escaped {
                return Some((unescaped(&text[..index]), index + 1));
            }
            last = Some(index);
        }
        escaped = character == '\\' && !escaped;
    }
    last.map(|index| (text[..index].to_owned(), index + 1))
}

fn unescaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_escaped = |&next: &char| character == '\\' && (next == '"' || next == '\\');
        value.push(characters.next_if(is_escaped).unwrap_or(character));
    }
    value
}

/// Returns a value as it is written between quotes.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}
