//! Texts that are read piece by piece, and the offsets of their parts.

use std::borrow::Cow;

use super::error::{ErrorAt, TextErrorKind, offset, unexpected};

/// Splits a text at separators into words, each with its offset.
pub(super) fn words(
    text: &str,
    is_separator: impl Fn(char) -> bool,
) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    words.map(|word| (offset(text, word), word))
}

/// A text, and the offset up to which it has been read.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, offset: 0 }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the offset of the next character, in bytes.
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next `bytes` bytes, which must be whole characters.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.offset += bytes;
        taken
    }

    /// Takes characters up to the first that is not `wanted`.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !wanted(character));
        self.take(end.unwrap_or(rest.len()))
    }

    pub(super) fn take_rest(&mut self) -> &'a str {
        self.take(self.rest().len())
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes the next character if `meaning` returns a value for it, and returns that value.
    pub(super) fn next_if<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let next = self.peek()?;
        let found = meaning(next)?;
        self.take(next.len_utf8());
        Some(found)
    }

    /// Takes the next character if it is `wanted`, and returns whether it was.
    pub(super) fn next_is(&mut self, wanted: char) -> bool {
        self.next_if(|next| (next == wanted).then_some(()))
            .is_some()
    }

    /// Returns an error at the next character.
    pub(super) fn error(&self, kind: impl Into<TextErrorKind>) -> ErrorAt {
        (self.offset, kind.into())
    }

    /// Returns the error that `wanted` was expected at the next character.
    pub(super) fn expected(&self, wanted: impl Into<Cow<'static, str>>) -> ErrorAt {
        unexpected(self.text, self.rest(), wanted)
    }
}
