//! A test set as text: a position and its score a line.

use crate::game::fen::{self, FenFault};
use crate::game::notation::{self, MovesError};
use crate::game::{Position, Score};
use crate::lines::BYTE_ORDER_MARK;

/// Words of a FEN.
const FEN_FIELDS: usize = 6;

/// Positions with their exact scores, in the order in which they are solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSet {
    /// What the set is called.
    pub name: String,
    /// Its positions: at least one.
    pub cases: Vec<Case>,
}

/// One position and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Its line in the text it was read from, counted from 1.
    pub line: usize,
    /// The position to solve: not over yet.
    pub position: Position,
    /// Its exact score.
    pub score: Score,
}

/// Why a text is not a test set, and where: counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {character}: {fault}")]
pub struct TestSetError {
    /// The line.
    pub line: usize,
    /// The character of the line.
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
    Moves(#[from] MovesError),
    #[error(transparent)]
    Fen(#[from] FenFault),
    #[error("the game is over here, expected a position to solve")]
    Over,
    #[error("found {found:?}, expected a score from -18 to 18")]
    NotAScore { found: String },
    #[error("found the end of the line, expected a score from -18 to 18")]
    NoScore,
    #[error("found {found:?}, expected the end of the line")]
    Excess { found: String },
    #[error("found no position, expected lines of moves and a score such as \"4453 2\"")]
    Empty,
}

impl TestSet {
    /// Reads lines of moves and a score, such as `4453 2`, or of all six fields of a
    /// FEN and a score. Empty lines and those that begin with `#` are skipped; a byte order
    /// mark before a line is dropped, for files may have been put together.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(name: &str, text: &str) -> Result<TestSet, TestSetError> {
        let cases = text
            .lines()
            .map(|line| line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line))
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .map(|(index, line)| {
                Case::parse(line, index + 1).map_err(|(character, fault)| TestSetError {
                    line: index + 1,
                    character,
                    fault,
                })
            })
            .collect::<Result<Vec<Case>, TestSetError>>()?;
        if cases.is_empty() {
            return Err(TestSetError {
                line: 1,
                character: 1,
                fault: TestSetFault::Empty,
            });
        }
        Ok(TestSet {
            name: name.to_owned(),
            cases,
        })
    }
}

impl Case {
    /// One line: moves or a FEN, and the score; a fault comes with its character.
    fn parse(text: &str, line: usize) -> Result<Case, (usize, TestSetFault)> {
        let (at, first) = words(text).next().unwrap_or((1, ""));
        let is_fen = first.contains('/');
        let mut rest = words(text).skip(if is_fen { FEN_FIELDS } else { 1 });
        let end = text.trim_end().chars().count() + 1;
        let score = rest.next();
        let position = if is_fen {
            let before_score = score.map_or(end, |(at, _)| at) - 1;
            let fields: String = text.chars().take(before_score).collect();
            fen::parse(&fields).map_err(|error| (error.at, error.fault.into()))?
        } else {
            notation::replay(first).map_err(|error| (at + error.ply() - 1, error.into()))?
        };
        if position.is_over() {
            return Err((at, TestSetFault::Over));
        }
        let (at, word) = score.ok_or((end, TestSetFault::NoScore))?;
        let score = word.parse().ok().and_then(Score::new);
        let score = score.ok_or_else(|| {
            let found = excerpt(word);
            (at, TestSetFault::NotAScore { found })
        })?;
        if let Some((at, word)) = rest.next() {
            let found = excerpt(word);
            return Err((at, TestSetFault::Excess { found }));
        }
        Ok(Case {
            line,
            position,
            score,
        })
    }
}

/// The words of a line, each with the place of its first character.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| {
        let before = word.as_ptr().addr() - line.as_ptr().addr();
        (line[..before].chars().count() + 1, word)
    })
}

/// As much of a word as a message can bear.
fn excerpt(word: &str) -> String {
    word.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
                "line 3, character 5: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "4453 2\n 7/7/7/7/7/8 w - - 0 1 1",
                "line 2, character 12: rank 1 is too long: expected 7 cells",
            ),
            (
                "7/7/7/7/7/7 w - - 0 1",
                "line 1, character 22: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "7/7/7/7/7/7 w - - 1",
                "line 1, character 20: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "4453 19",
                "line 1, character 6: found \"19\", expected a score from -18 to 18",
            ),
            (
                "4453 2 é",
                "line 1, character 8: found \"é\", expected the end of the line",
            ),
            (
                "4453 -2 a/b",
                "line 1, character 9: found \"a/b\", expected the end of the line",
            ),
            (
                "\u{fffd} 2",
                "line 1, character 1: ply 1: '\u{fffd}' is not a column (1-7)",
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
}
