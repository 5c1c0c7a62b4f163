//! Cuts an input into lines. A JSON object that begins with a brace alone on its line, as programs
//! print it for people, counts as one line, and so does an array of objects.

use std::collections::VecDeque;

use serde_json::Value;

use super::{MAX_JSON, begins_array, is_json};
use crate::system::lines::{InputLine, MAX_LINE};

/// A line of an input, with its number, counted from 1.
pub(in crate::cli::io) type NumberedLine = (u64, InputLine);

/// The lines and objects of an input, each with the number of its first line. Each object of an array
/// counts on its own. `L` are the lines, which may have [`MAX_JSON`] bytes.
pub(in crate::cli::io) struct Documents<L> {
    pub(in crate::cli::io) lines: L,
    /// The number of lines read.
    number: u64,
    /// The other objects of the array that was read last.
    objects: VecDeque<NumberedLine>,
}

impl<L: Iterator<Item = Result<InputLine, E>>, E> Documents<L> {
    pub(in crate::cli::io) fn new(lines: L) -> Documents<L> {
        Documents {
            lines,
            number: 0,
            objects: VecDeque::new(),
        }
    }

    /// Reads the next line, even if an object or an array begins on it.
    pub(in crate::cli::io) fn line(&mut self) -> Result<Option<NumberedLine>, E> {
        let line = self.read()?;
        Ok(line.map(|line| (self.number, line.limit(MAX_LINE))))
    }

    fn read(&mut self) -> Result<Option<InputLine>, E> {
        let line = self.lines.next().transpose()?;
        self.number += u64::from(line.is_some());
        Ok(line)
    }

    /// Reads the next line, object or array. An object or an array ends with the line on which its
    /// brackets are closed.
    fn document(&mut self) -> Result<Option<NumberedLine>, E> {
        let Some(mut text) = self.read()? else {
            return Ok(None);
        };
        let first = self.number;
        let brackets = match text.text().trim() {
            "{" => ['{', '}'],
            begin if begins_array(begin) => ['[', ']'],
            object if is_json(object) => return Ok(Some((first, text))),
            _ => return Ok(Some((first, text.limit(MAX_LINE)))),
        };
        let mut depth = depth_of(text.text(), brackets);
        while depth > 0
            && let Some(line) = self.read()?
        {
            depth += depth_of(line.text(), brackets);
            text = text.join(&line, MAX_JSON);
        }
        Ok(Some((first, text)))
    }
}

impl<L: Iterator<Item = Result<InputLine, E>>, E> Iterator for Documents<L> {
    type Item = Result<NumberedLine, E>;

    fn next(&mut self) -> Option<Result<NumberedLine, E>> {
        while self.objects.is_empty() {
            let (first, text) = match self.document().transpose()? {
                Ok(document) => document,
                error => return Some(error),
            };
            let Some(objects) = objects_of(text.text()) else {
                return Some(Ok((first, text)));
            };
            self.objects.extend(objects.map(|object| (first, object)));
        }
        self.objects.pop_front().map(Ok)
    }
}

/// Returns each object of an array as a line, or `None` if the text is not an array of objects.
fn objects_of(text: &str) -> Option<impl Iterator<Item = InputLine>> {
    let array = Some(text).filter(|text| begins_array(text))?;
    let objects: Vec<_> = serde_json::from_str(array).ok()?;
    let whole = |object| InputLine::Whole(Value::Object(object).to_string());
    Some(objects.into_iter().map(whole))
}

/// Returns how many more brackets a line of JSON opens than it closes. A string of JSON ends on the
/// line on which it begins.
fn depth_of(line: &str, [open, close]: [char; 2]) -> i64 {
    let (mut depth, mut is_string, mut is_escaped) = (0, false, false);
    for character in line.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            _ if is_string => {}
            _ if character == open => depth += 1,
            _ if character == close => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::system::lines::read_line_of;

    #[test]
    fn an_object_of_several_lines_is_one_line_and_an_array_one_per_object() {
        let array = "[{\"x\": \"]\"}, {\n\"y\": []\n}]";
        let text = "44\n{\n  \"x\": \"}{\\\"}\",\n  \"y\": {\n  }\n}\n45\n{\"z\":\n46\n[4, 4]\n";
        let text = format!("{text}{array}\n[\n4,\n4\n]\n{{\n1");
        // A tiny buffer, so that every line is read in pieces.
        let mut source = io::BufReader::with_capacity(3, text.as_bytes());
        let lines = std::iter::from_fn(|| read_line_of(&mut source, MAX_JSON).transpose());
        let found: Vec<_> = Documents::new(lines)
            .map(|document| match document.expect("a slice cannot fail") {
                (first, InputLine::Whole(line)) => (first, line),
                (_, InputLine::TooLong(line)) => panic!("{line}"),
            })
            .collect();
        let object = "{\n  \"x\": \"}{\\\"}\",\n  \"y\": {\n  }\n}";
        let wanted = [
            (1, "44"),
            (2, object),
            (7, "45"),
            (8, "{\"z\":"),
            (9, "46"),
            (10, "[4, 4]"),
            (11, "{\"x\":\"]\"}"),
            (11, "{\"y\":[]}"),
            (14, "[\n4,\n4\n]"),
            (18, "{\n1"),
        ];
        assert_eq!(found, wanted.map(|(first, line)| (first, line.to_owned())));
    }

    #[test]
    fn an_object_may_be_longer_than_a_line() {
        let long = "x".repeat(2 * MAX_LINE);
        let too_long = "x".repeat(MAX_JSON);
        for (text, lines, is_whole) in [
            (format!("{{\"x\": \"{long}\"}}\n44"), 1, true),
            (format!("\u{feff}{{\"x\": \"{long}\"}}\n44"), 1, true),
            (format!("{{\n\"x\": \"{long}\"\n}}\n44"), 3, true),
            (format!("{{\"x\": \"{too_long}\"}}\n44"), 1, false),
            (format!("{{\n\"x\": \"{too_long}\"\n}}\n44"), 3, false),
            (format!("{long}\n44"), 1, false),
        ] {
            let mut source = text.as_bytes();
            let read = std::iter::from_fn(|| read_line_of(&mut source, MAX_JSON).transpose());
            let read: Result<Vec<_>, _> = Documents::new(read).collect();
            let [(1, line), last] = &read.expect("a slice cannot fail")[..] else {
                panic!("{}", &text[..20]);
            };
            let is_read = matches!(line, InputLine::Whole(_));
            assert_eq!(is_read, is_whole, "{}", &text[..20]);
            assert_eq!(*last, (lines + 1, InputLine::Whole("44".to_owned())));
        }
    }
}
