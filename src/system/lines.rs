//! Lines from any source of bytes, read in bounded memory. Pure, except for the source.

use std::io::{self, BufRead, ErrorKind};

/// The maximum number of bytes in a line. Even a position with all its moves has fewer than 400.
pub const MAX_LINE: usize = 64 << 10;

/// The character with which some programs begin a text, mostly on Windows.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputLine {
    /// A line without its end and without a byte order mark before it. Bytes that are not UTF-8 are
    /// replaced.
    Whole(String),
    /// The first bytes of a longer line, as many as a line may have. The rest is discarded.
    TooLong(String),
}

#[cfg(feature = "cli")]
impl InputLine {
    /// Returns the bytes that were kept, as text.
    pub(crate) fn text(&self) -> &str {
        let (InputLine::Whole(text) | InputLine::TooLong(text)) = self;
        text
    }

    /// Removes the blanks at the end.
    pub(crate) fn trim_end(self) -> InputLine {
        match self {
            InputLine::Whole(text) => InputLine::Whole(text.trim_end().to_owned()),
            long @ InputLine::TooLong(_) => long,
        }
    }

    /// Returns a line that may have `most` bytes.
    pub(crate) fn limit(self, most: usize) -> InputLine {
        match self {
            InputLine::Whole(text) if text.len() > most => InputLine::TooLong(text),
            line => line,
        }
    }

    /// Appends the next line, after a line end. Both together may have `most` bytes.
    pub(crate) fn join(self, next: &InputLine, most: usize) -> InputLine {
        match (self, next) {
            (InputLine::Whole(text), InputLine::Whole(next)) if text.len() + next.len() < most => {
                InputLine::Whole(text + "\n" + next)
            }
            (InputLine::Whole(text) | InputLine::TooLong(text), _) => InputLine::TooLong(text),
        }
    }
}

/// Reads the next line. Returns `None` at the end.
///
/// # Errors
/// Fails if the source cannot be read.
pub fn read_line(source: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    read_line_of(source, MAX_LINE)
}

/// Reads the next line, which may have `most` bytes. Returns `None` at the end.
pub(crate) fn read_line_of(
    source: &mut impl BufRead,
    most: usize,
) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() && line.is_empty() && !too_long {
            return Ok(None);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        // Keep one byte more than a line may have, because the last byte may be the `\r` of the
        // line end.
        let room = most + 1 - line.len();
        too_long |= text.len() > room;
        line.extend_from_slice(&text[..text.len().min(room)]);
        let finished = end.is_some() || chunk.is_empty();
        let used = end.map_or(chunk.len(), |end| end + 1);
        source.consume(used);
        if finished {
            if !too_long && line.ends_with(b"\r") {
                line.pop();
            }
            return Ok(Some(finish(line, most)));
        }
    }
}

fn finish(mut line: Vec<u8>, most: usize) -> InputLine {
    if line.len() > most {
        line.truncate(most);
        return InputLine::TooLong(text_of(line));
    }
    InputLine::Whole(text_of(line))
}

/// Converts the bytes of a line to the text of [`InputLine::Whole`].
pub(crate) fn text_of(bytes: Vec<u8>) -> String {
    // Valid UTF-8, which is the usual case, is not copied.
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    // Any line may begin with a byte order mark, because files may have been concatenated.
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(bytes: &[u8]) -> Vec<InputLine> {
        // A tiny buffer, so that every line is read in pieces.
        let mut source = io::BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| read_line(&mut source).expect("a slice cannot fail")).collect()
    }

    fn line(text: &str) -> InputLine {
        InputLine::Whole(text.to_owned())
    }

    #[test]
    fn lines_end_with_either_ending_or_with_the_input() {
        assert_eq!(
            lines_of(b"uci\r\n\nisready\ngo"),
            [line("uci"), line(""), line("isready"), line("go")]
        );
        assert_eq!(lines_of(b""), []);
    }

    #[test]
    fn a_byte_order_mark_before_a_line_is_not_part_of_it() {
        let lines = "\u{feff}uci\n\u{feff}isready\ngo\u{feff}\n\u{feff}";
        assert_eq!(
            lines_of(lines.as_bytes()),
            [line("uci"), line("isready"), line("go\u{feff}"), line("")]
        );
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        assert_eq!(lines_of(b"go \xff\xfe\n"), [line("go \u{fffd}\u{fffd}")]);
    }

    #[test]
    fn the_end_of_a_line_does_not_count_as_part_of_it() {
        for end in ["\n", "\r\n", ""] {
            let text = "x".repeat(MAX_LINE);
            assert_eq!(lines_of((text.clone() + end).as_bytes()), [line(&text)]);
            let longer = text.clone() + "\r" + end;
            let expected = if end == "\r\n" {
                InputLine::TooLong(text)
            } else {
                line(&text)
            };
            assert_eq!(lines_of(longer.as_bytes()), [expected]);
        }
    }

    #[test]
    fn the_rest_of_a_line_too_long_is_discarded() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\n");
        bytes.extend(vec![b'y'; MAX_LINE + 1]);
        bytes.extend(b"\nuci\n");
        bytes.extend(vec![b'z'; 3 * MAX_LINE]);
        let lines = lines_of(&bytes);
        assert_eq!(lines.len(), 4);
        assert!(matches!(&lines[0], InputLine::Whole(text) if text.len() == MAX_LINE));
        let too_long = |letter: &str| InputLine::TooLong(letter.repeat(MAX_LINE));
        assert_eq!(lines[1..], [too_long("y"), line("uci"), too_long("z")]);
    }
}
