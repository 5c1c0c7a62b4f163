//! Test sets as text: each line has a position and its score.

use std::io::{self, BufRead, Read as _};

use crate::game::read::{self, Convention};
use crate::game::{Expected, Position, Size, TextError, TextErrorKind};
use crate::sizes;
use crate::system::lines::{InputLine, MAX_LINE, read_line};

/// Positions with their exact scores, in the order in which they are solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSet<P = Position> {
    /// Name of the set in tables.
    pub name: String,
    /// Source of the set in messages: the path of its file, or its name.
    pub source: String,
    /// The positions, at least one.
    pub cases: Vec<Case<P>>,
}

/// A position and its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case<P = Position> {
    /// Number of its line, counted from 1.
    pub line: u64,
    /// The position, which is not over.
    pub position: P,
    /// Its exact score.
    pub score: i8,
}

/// An error in a test set. Lines and characters are counted from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TestSetError {
    #[error("line {line}: {error}")]
    Read { line: u64, error: io::Error },
    #[error("line {line}, {error}")]
    Text { line: u64, error: TextError },
    #[error("expected lines of a position and a score such as \"4453 2\"; found no position")]
    Empty,
}

impl TestSet {
    /// Reads a set from a text.
    ///
    /// A line has a position in any form and a score, such as `4453 -2`.
    /// Empty lines and lines that begin with `#` are skipped. A byte order mark is removed from
    /// every line, because the file may be several files put together.
    ///
    /// # Errors
    /// Fails with the first error if a line is invalid, or if no line has a position.
    pub fn parse(name: &str, text: &str) -> Result<TestSet, TestSetError> {
        TestSet::read(name, text.as_bytes(), read_case)
    }
}

/// Reads a position of the usual board and its score.
///
/// # Errors
/// Fails if the text cannot be read.
pub fn read_case(text: &str) -> Result<(Position, i8), TextError> {
    let labelled = |text| read::labelled(text, Convention::default());
    let (read, score) = read::scored(text, Size::USUAL, labelled)?;
    Ok((*read.game.position(), score))
}

impl<P: Copy + Into<sizes::Position>> TestSet<P> {
    /// Reads a set from a source of any kind, in the form of [`TestSet::parse`]. `read` reads the
    /// position and the score of a line. It stops at the first error, and reads no more of a line than
    /// the longest valid line has.
    ///
    /// # Errors
    /// Fails with the first error if the source cannot be read, if a line is invalid, or if no line has
    /// a position.
    pub fn read(
        name: &str,
        mut source: impl BufRead,
        read: impl Fn(&str) -> Result<(P, i8), TextError>,
    ) -> Result<TestSet<P>, TestSetError> {
        let mut cases = Vec::new();
        for line in 1.. {
            // The longest valid line and its line end.
            let mut longest = source.by_ref().take(MAX_LINE as u64 + 2);
            let text =
                read_line(&mut longest).map_err(|error| TestSetError::Read { line, error })?;
            match text {
                None => break,
                Some(InputLine::Whole(text)) if is_skipped(&text) => {}
                Some(text) => {
                    let case = Case::parse(&text, line, &read);
                    cases.push(case.map_err(|error| TestSetError::Text { line, error })?);
                }
            }
        }
        if cases.is_empty() {
            return Err(TestSetError::Empty);
        }
        Ok(TestSet {
            name: name.to_owned(),
            source: name.to_owned(),
            cases,
        })
    }
}

fn is_skipped(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#')
}

impl<P: Copy + Into<sizes::Position>> Case<P> {
    fn parse(
        text: &InputLine,
        line: u64,
        read: impl Fn(&str) -> Result<(P, i8), TextError>,
    ) -> Result<Case<P>, TextError> {
        let InputLine::Whole(text) = text else {
            let most = MAX_LINE;
            return Err(TextError::new(1, 1, TextErrorKind::LongLine { most }));
        };
        let (position, score) = read(text)?;
        if position.into().result().is_some() {
            let blanks = text.chars().take_while(|c| c.is_whitespace()).count();
            let error = Expected::named("a position to solve", "the end of a game");
            return Err(TextError::new(1, blanks + 1, error));
        }
        Ok(Case {
            line,
            position,
            score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn errors_name_their_line_and_character() {
        for (text, message) in [
            (
                "",
                "expected lines of a position and a score such as \"4453 2\"; found no position",
            ),
            (
                "4453 2\n 448 1",
                "line 2, char 4: ply 3: '8' is not a column (1-7)",
            ),
            (
                "1212121 1",
                "line 1, char 1: expected a position to solve; found the end of a game",
            ),
            (
                "# made by hand\n\n4453 ",
                "line 3, char 5: expected a score from -18 to 18; the text ends here",
            ),
            (
                "4453 2\n 7/7/7/7/7/8 w - - 0 1 1",
                "line 2, char 12: expected seven cells in rank 1; found 8",
            ),
            (
                "7/7/7/7/7/7 w - - x",
                "line 1, char 19: expected a score from -18 to 18; found \"x\"",
            ),
            (
                "4453 19",
                "line 1, char 6: expected a score from -18 to 18; found \"19\"",
            ),
            (
                "4453 2 é",
                "line 1, char 6: expected the score after the position; found \"2\"",
            ),
        ] {
            let error = TestSet::parse("test", text).map_err(|error| error.to_string());
            assert_eq!(error, Err(message.to_owned()));
        }
    }

    #[test]
    fn positions_are_moves_or_fens() {
        let text =
            "445 1\n\u{feff}7/7/7/3P3/3p3/3P3 b - - 0 2 -1\n # late\n 7/7/7/7/7/7 w - - 0 1 1\n";
        let set = TestSet::parse("test", text).expect("three positions");
        let read: Vec<_> = set
            .cases
            .iter()
            .map(|case| (case.line, case.position, case.score))
            .collect();
        let moves = |packed| replay(packed).expect("a game");
        let expected = [
            (1, moves("445"), 1),
            (2, moves("444"), -1),
            (4, Position::EMPTY, 1),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn reading_ends_at_the_first_error_and_at_a_line_without_an_end() {
        let read = |head: &str, rest: u8| {
            let mut source = io::BufReader::new(head.as_bytes().chain(io::repeat(rest)));
            TestSet::read("endless", &mut source, read_case).map_err(|error| error.to_string())
        };
        let too_long = "expected a line of at most 65536 bytes; found a longer one";
        for (head, rest, message) in [
            (
                "44 1\nx\n",
                b'\n',
                "line 2, char 2: expected a score from -18 to 18; the text ends here",
            ),
            ("44 1\n#", 0, &format!("line 2, char 1: {too_long}")),
            ("", 0, &format!("line 1, char 1: {too_long}")),
        ] {
            assert_eq!(read(head, rest), Err(message.to_owned()));
        }
        let longest = format!("44 1{}\r\n", " ".repeat(MAX_LINE - 4));
        let set = TestSet::parse("long", &longest.repeat(2)).expect("two positions");
        assert_eq!(set.cases.len(), 2);
    }
}
