//! Test sets as text: each line has a position and its score.

use std::io::{self, BufRead, Read as _};

use crate::game::read::{self, Convention, TextErrorKind};
use crate::game::{Position, Score};
use crate::system::lines::{InputLine, MAX_LINE, read_line};

/// Positions with their exact scores, in the order in which they are solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSet {
    /// The set's name.
    pub name: String,
    /// At least one position.
    pub cases: Vec<Case>,
}

/// One position and its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The number of its line, counted from 1.
    pub line: usize,
    /// The position, which is not over.
    pub position: Position,
    /// Its exact score.
    pub score: Score,
}

/// Why a text is not a test set, and at which place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {character}: {fault}")]
pub struct TestSetError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub character: usize,
    /// What is wrong there.
    pub fault: TestSetFault,
}

/// What is wrong with a test set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TestSetFault {
    #[error(transparent)]
    Position(#[from] TextErrorKind),
    #[error("the game is over here, expected a position to solve")]
    Over,
    #[error("found no position, expected lines of moves and a score such as \"4453 2\"")]
    Empty,
    #[error("found a line of more than {MAX_LINE} bytes, expected moves and a score")]
    TooLong,
}

/// Why no test set could be read from a source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum ReadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Text(#[from] TestSetError),
}

impl TestSet {
    /// Reads a set from a text.
    ///
    /// A line has a position in any form and a score, such as `4453 -2`, see [`read::scored`].
    /// Empty lines and lines that begin with `#` are skipped. A byte order mark before any line
    /// is dropped, because files may have been put together.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(name: &str, text: &str) -> Result<TestSet, TestSetError> {
        TestSet::read(name, text.as_bytes()).map_err(|error| match error {
            ReadError::Text(error) => error,
            ReadError::Io(_) => unreachable!("memory can be read"),
        })
    }

    /// Reads a set from a source of any size and kind, in the form of [`TestSet::parse`].
    /// Nothing is read behind the first fault, nor more of a line than a line may have.
    ///
    /// # Errors
    /// The first fault, with its place; or the source cannot be read.
    pub fn read(name: &str, mut source: impl BufRead) -> Result<TestSet, ReadError> {
        let mut cases = Vec::new();
        for line in 1.. {
            // The longest line and its end.
            let mut longest = source.by_ref().take(MAX_LINE as u64 + 2);
            let Some(text) = read_line(&mut longest)? else {
                break;
            };
            let case = match text {
                InputLine::TooLong(_) => Err((1, TestSetFault::TooLong)),
                InputLine::Whole(text) if is_skipped(&text) => continue,
                InputLine::Whole(text) => Case::parse(&text, line),
            };
            cases.push(case.map_err(|(character, fault)| TestSetError {
                line,
                character,
                fault,
            })?);
        }
        if cases.is_empty() {
            let (line, character, fault) = (1, 1, TestSetFault::Empty);
            let error = TestSetError {
                line,
                character,
                fault,
            };
            return Err(error.into());
        }
        let name = name.to_owned();
        Ok(TestSet { name, cases })
    }
}

fn is_skipped(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#')
}

impl Case {
    /// Reads one line; a fault comes with its character.
    fn parse(text: &str, line: usize) -> Result<Case, (usize, TestSetFault)> {
        let read = read::scored(text, Convention::default());
        let read = read.map_err(|error| (error.character, error.kind.into()))?;
        let position = *read.game.position();
        if position.is_over() {
            let before = text.chars().take_while(|sign| sign.is_whitespace()).count();
            return Err((before + 1, TestSetFault::Over));
        }
        Ok(Case {
            line,
            position,
            score: read.score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn a_fault_is_found_at_its_line_and_character() {
        for (text, message) in [
            (
                "",
                "line 1, character 1: found no position, expected lines of moves and a score such as \"4453 2\"",
            ),
            (
                "4453 2\n 448 1",
                "line 2, character 4: ply 3: '8' is not a column (1-7)",
            ),
            (
                "1212121 1",
                "line 1, character 1: the game is over here, expected a position to solve",
            ),
            (
                "# made by hand\n\n4453 ",
                "line 3, character 5: expected a score from -18 to 18; the line ends here",
            ),
            (
                "4453 2\n 7/7/7/7/7/8 w - - 0 1 1",
                "line 2, character 12: rank 1 is too long: expected 7 cells",
            ),
            (
                "7/7/7/7/7/7",
                "line 1, character 12: expected a score from -18 to 18; the line ends here",
            ),
            (
                "7/7/7/7/7/7 w - - x",
                "line 1, character 19: expected a score from -18 to 18; found \"x\"",
            ),
            (
                "4453 19",
                "line 1, character 6: expected a score from -18 to 18; found \"19\"",
            ),
            (
                "4453 2 é",
                "line 1, character 6: expected the score behind the position; found \"2\"",
            ),
            (
                "4453 -2 a/b",
                "line 1, character 6: expected the score behind the position; found \"-2\"",
            ),
            (
                "\u{fffd} 2",
                "line 1, character 1: expected a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of 42 cells; found \"\u{fffd}\"",
            ),
        ] {
            let error = TestSet::parse("test", text).map_err(|error| error.to_string());
            assert_eq!(error, Err(message.to_owned()));
        }
    }

    #[test]
    fn a_position_is_given_by_its_moves_or_by_its_fen() {
        let text =
            "445 1\n\u{feff}7/7/7/3P3/3p3/3P3 b - - 0 2 -1\n # late\n 7/7/7/7/7/7 w - - 0 1 1\n";
        let set = TestSet::parse("test", text).expect("three positions");
        let read: Vec<_> = set
            .cases
            .iter()
            .map(|case| (case.line, case.position, case.score.get()))
            .collect();
        let moves = |packed| notation::replay(packed).expect("a game");
        let expected = [
            (1, moves("445"), 1),
            (2, moves("444"), -1),
            (4, Position::EMPTY, 1),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn nothing_is_read_behind_the_first_fault_or_of_a_line_without_an_end() {
        let read = |head: &str, rest: u8| {
            let mut source = io::BufReader::new(head.as_bytes().chain(io::repeat(rest)));
            TestSet::read("endless", &mut source).map_err(|error| error.to_string())
        };
        let too_long = "found a line of more than 65536 bytes, expected moves and a score";
        for (head, rest, message) in [
            (
                "44 1\nx\n",
                b'\n',
                "line 2, character 2: expected a score from -18 to 18; the line ends here",
            ),
            ("44 1\n#", 0, &format!("line 2, character 1: {too_long}")),
            ("", 0, &format!("line 1, character 1: {too_long}")),
        ] {
            assert_eq!(read(head, rest), Err(message.to_owned()));
        }
        let longest = format!("44 1{}\r\n", " ".repeat(MAX_LINE - 4));
        let set = TestSet::parse("long", &longest.repeat(2)).expect("two positions");
        assert_eq!(set.cases.len(), 2);
    }
}
