//! The words of a line, and the errors at them.

use std::borrow::Cow;

use crate::game::{Expected, TextError, offset};

/// A line, and the rest of it that is not read yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Words<'a> {
        let rest = line.trim();
        Words { line, rest }
    }

    /// Returns all words that are left.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.trim_start()
    }

    /// Takes the next word: everything up to white space. It is empty at the end of the line.
    pub(super) fn next(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Returns the next word without taking it.
    pub(super) fn peek(mut self) -> &'a str {
        self.next()
    }

    /// Takes the next word if it is `wanted`. Returns whether it is.
    pub(super) fn takes(&mut self, wanted: &str) -> bool {
        let is_wanted = self.peek() == wanted;
        if is_wanted {
            self.next();
        }
        is_wanted
    }

    /// Takes one of some words and returns its value.
    pub(super) fn choice<T: Copy>(
        &mut self,
        wanted: &'static str,
        choices: &[(&str, T)],
    ) -> Result<T, TextError> {
        let chosen = choices.iter().find(|(word, _)| self.takes(word));
        let chosen = chosen.map(|&(_, value)| value);
        chosen.ok_or_else(|| self.expected(wanted))
    }

    /// Takes a number. Rounds a fraction such as `1000.5` down. If a number does not fit in 64 bits,
    /// returns the nearest number that does.
    pub(super) fn number(&mut self) -> Result<i64, TextError> {
        let number = round_down(self.peek()).ok_or_else(|| self.expected("a number"))?;
        self.next();
        Ok(number)
    }

    /// Checks that no word is left.
    pub(super) fn end(&self) -> Result<(), TextError> {
        match self.peek() {
            "" => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    /// Returns the error that `wanted` was expected at the next word.
    pub(super) fn expected(&self, wanted: impl Into<Cow<'static, str>>) -> TextError {
        self.error(self.rest(), Expected::new(wanted, self.peek()))
    }

    /// Locates an error at a part of the line.
    pub(super) fn error(&self, part: &str, error: Expected) -> TextError {
        TextError::locate(self.line, error.at(offset(self.line, part)))
    }

    /// Returns the number of characters before the next word.
    pub(super) fn characters_read(&self) -> usize {
        let read = offset(self.line, self.rest());
        self.line[..read].chars().count()
    }
}

fn round_down(word: &str) -> Option<i64> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    if digits.is_empty() || !is_digits(digits) || !is_digits(fraction) {
        return None;
    }
    let is_negative = whole.starts_with('-');
    let nearest = if is_negative { i64::MIN } else { i64::MAX };
    let number: i64 = whole.parse().unwrap_or(nearest);
    let is_between = fraction.bytes().any(|digit| digit != b'0');
    Some(number.saturating_sub(i64::from(is_negative && is_between)))
}
