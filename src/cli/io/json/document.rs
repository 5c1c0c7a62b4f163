//! Cuts an input into lines. A JSON object that begins with a brace alone on its line, as programs
//! print it for people, counts as one line, and so does an array of objects.

use super::{MAX_JSON, begins_array, is_json};
use crate::system::lines::{InputLine, MAX_LINE};

/// Reads the next line, object or array. Also returns the number of its lines. Returns `None` at the end.
/// `next` reads the next line, which may have [`MAX_JSON`] bytes.
///
/// # Errors
/// Fails if a line cannot be read.
pub(in crate::cli) fn read_line<E>(
    mut next: impl FnMut() -> Result<Option<InputLine>, E>,
) -> Result<Option<(u64, InputLine)>, E> {
    let Some(line) = next()? else {
        return Ok(None);
    };
    let brackets = match line.text().trim() {
        "{" => ['{', '}'],
        text if begins_array(text) => ['[', ']'],
        text if text.len() > MAX_LINE && !is_json(text) => {
            return Ok(Some((1, InputLine::TooLong(line.into_text()))));
        }
        _ => return Ok(Some((1, line))),
    };
    whole(line, brackets, next).map(Some)
}

/// Reads the rest of an object or an array. It ends with the line on which its `brackets` are closed.
fn whole<E>(
    mut text: InputLine,
    brackets: [char; 2],
    mut next: impl FnMut() -> Result<Option<InputLine>, E>,
) -> Result<(u64, InputLine), E> {
    let (mut lines, mut depth) = (1, depth_of(text.text(), brackets));
    while depth > 0
        && let Some(line) = next()?
    {
        lines += 1;
        depth += depth_of(line.text(), brackets);
        text = text.join(&line, MAX_JSON);
    }
    Ok((lines, text))
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
    fn an_object_or_an_array_of_several_lines_is_one_line() {
        let array = "[{\"x\": \"]\"}, {\n\"y\": []\n}]";
        let text = "44\n{\n  \"x\": \"}{\\\"}\",\n  \"y\": {\n  }\n}\n45\n{\"z\":\n46\n[4, 4]\n";
        let text = format!("{text}{array}\n[\n4,\n4\n]\n{{\n1");
        // A tiny buffer, so that every line is read in pieces.
        let mut source = io::BufReader::with_capacity(3, text.as_bytes());
        let mut line = || read_line_of(&mut source, MAX_JSON);
        let next = || read_line(&mut line).expect("a slice cannot fail");
        let found: Vec<_> = std::iter::from_fn(next)
            .map(|(count, line)| match line {
                InputLine::Whole(line) => (count, line),
                InputLine::TooLong(line) => panic!("{line}"),
            })
            .collect();
        let object = "{\n  \"x\": \"}{\\\"}\",\n  \"y\": {\n  }\n}";
        let wanted = [
            (1, "44"),
            (5, object),
            (1, "45"),
            (1, "{\"z\":"),
            (1, "46"),
            (1, "[4, 4]"),
            (3, array),
            (4, "[\n4,\n4\n]"),
            (2, "{\n1"),
        ];
        assert_eq!(found, wanted.map(|(count, line)| (count, line.to_owned())));
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
            let line = || read_line_of(&mut source, MAX_JSON);
            let read = read_line(line).expect("a slice cannot fail");
            let (count, line) = read.expect("a line");
            let found = (count, matches!(line, InputLine::Whole(_)));
            assert_eq!(found, (lines, is_whole), "{}", &text[..20]);
            assert_eq!(source, b"44");
        }
    }
}
