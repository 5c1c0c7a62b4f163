//! Texts that are read piece by piece.

use std::borrow::Cow;

use super::error::{ErrorAt, unexpected};

/// Splits a text at separators into words.
pub(crate) fn words(text: &str, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// A text, and the part of it that is not yet read.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, rest: text }
    }

    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) const fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next `bytes` bytes, which must be whole characters.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// Takes characters up to the first that is not `wanted`.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|character| !wanted(character));
        self.take(end.unwrap_or(self.rest.len()))
    }

    pub(crate) fn take_rest(&mut self) -> &'a str {
        self.take(self.rest.len())
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes the next character if `meaning` returns a value for it, and returns that value.
    pub(crate) fn next_if<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let next = self.peek()?;
        let found = meaning(next)?;
        self.take(next.len_utf8());
        Some(found)
    }

    /// Takes the next character if it is `wanted`, and returns whether it was.
    pub(crate) fn next_is(&mut self, wanted: char) -> bool {
        self.next_if(|next| (next == wanted).then_some(()))
            .is_some()
    }

    /// Returns the error that `wanted` was expected at the next character.
    pub(crate) fn expected(&self, wanted: impl Into<Cow<'static, str>>) -> ErrorAt<'a> {
        unexpected(self.rest, wanted)
    }
}
