//! A text read character by character.

use super::{FenError, FenFault};

/// A text with a place in it.
pub(super) struct Reader<'a> {
    rest: std::str::Chars<'a>,
    read: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader {
            rest: text.chars(),
            read: 0,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.read + 1
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    pub(super) fn advance(&mut self) {
        self.rest.next();
        self.read += 1;
    }

    pub(super) fn next_is(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        let before = self.read;
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
        self.read - before
    }

    pub(super) fn skip_space(&mut self) -> usize {
        self.skip_while(char::is_whitespace)
    }

    /// Space or the end must stand between two fields.
    pub(super) fn field_start(&mut self, wanted: &'static str) -> Result<(), FenError> {
        if self.skip_space() == 0 && self.peek().is_some() {
            return Err(self.unexpected(wanted));
        }
        Ok(())
    }

    pub(super) fn fault(&self, fault: FenFault) -> FenError {
        FenError {
            at: self.at(),
            fault,
        }
    }

    pub(super) fn unexpected(&self, wanted: &'static str) -> FenError {
        self.fault(match self.peek() {
            Some(found) => FenFault::Unexpected { wanted, found },
            None => FenFault::Unfinished { wanted },
        })
    }
}
