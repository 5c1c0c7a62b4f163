//! A line read piece by piece, with the place in it.

use super::PgnFault;

/// The most characters of a text that a message repeats.
const SHOWN: usize = 32;

/// What is left of a line.
pub(super) struct Cursor<'a> {
    rest: &'a str,
    read: usize,
}

/// A fault with its place in the line.
pub(super) type Found<T> = Result<T, (usize, PgnFault)>;

impl<'a> Cursor<'a> {
    pub(super) const fn new(line: &'a str) -> Cursor<'a> {
        Cursor {
            rest: line,
            read: 0,
        }
    }

    /// The place of the next character, counted from 1.
    pub(super) const fn at(&self) -> usize {
        self.read + 1
    }

    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes so many bytes, which end with a character.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.read += taken.chars().count();
        self.rest = rest;
        taken
    }

    /// Takes characters up to the first that is not `wanted`.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|sign| !wanted(sign));
        self.take(end.unwrap_or(self.rest.len()))
    }

    pub(super) fn take_rest(&mut self) -> &'a str {
        self.take(self.rest.len())
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes the next character if it is the wanted one.
    pub(super) fn next_is(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take(wanted.len_utf8());
        }
        found
    }

    /// The fault of what comes next.
    pub(super) fn unexpected<T>(&self, wanted: &'static str) -> Found<T> {
        let fault = match self.peek() {
            Some(found) => unexpected(wanted, found.encode_utf8(&mut [0; 4])),
            None => PgnFault::Unfinished { wanted },
        };
        Err((self.at(), fault))
    }
}

/// The fault of a text, of which a message repeats only the beginning.
pub(super) fn unexpected(wanted: &'static str, found: &str) -> PgnFault {
    let found = found.chars().take(SHOWN).collect();
    PgnFault::Unexpected { wanted, found }
}
