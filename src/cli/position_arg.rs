//! Positions and games as arguments and lines of files give them: packed columns, a cfour
//! FEN, or whatever the protocol's `position` takes after its first word.

use super::CliError;
use crate::game::{Game, fen};
use crate::lines::Line;
use crate::protocol::{self, Command, CommandError, Fault};
use crate::record::{BadLine, Subject};

/// A line of a file: a position or a game and, behind a tab, perhaps a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labelled(String);

impl Labelled {
    /// The whole text.
    pub(super) fn line(&self) -> &str {
        &self.0
    }

    /// The text before the first tab.
    pub(super) fn input(&self) -> &str {
        self.0.split('\t').next().unwrap_or_default()
    }

    /// The text behind the first tab.
    pub(super) fn label(&self) -> Option<&str> {
        self.0.split_once('\t').map(|(_, label)| label)
    }

    /// The line with the position or game that it means.
    pub(super) fn subject<'a, T>(&'a self, meaning: &'a T) -> Subject<'a, T> {
        Subject {
            input: self.input(),
            label: self.label(),
            meaning,
        }
    }

    /// The record of a line that means nothing; `line` is its number in its file.
    pub(super) fn bad(&self, line: u64, error: &CommandError) -> BadLine<'_> {
        BadLine {
            input: self.input(),
            label: self.label(),
            line,
            char: error.at,
            error: error.fault.to_string(),
        }
    }
}

/// How many characters are kept of a line that is too long.
const SHOWN: usize = 32;

/// Reads a line of a file.
pub(super) fn read_line(line: Line) -> (Labelled, Result<Game, CommandError>) {
    match line {
        Line::Whole(text) => {
            let text = Labelled(text);
            let read = read(text.input());
            (text, read)
        }
        Line::TooLong(text) => {
            let fault = Fault::Unexpected {
                wanted: "a line of at most 65536 bytes",
                found: "a longer one".to_owned(),
            };
            let head = text.chars().take(SHOWN).collect();
            (Labelled(head), Err(CommandError { at: 1, fault }))
        }
    }
}

/// Reads a position or a game; the empty text is the empty board.
pub(super) fn read(text: &str) -> Result<Game, CommandError> {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    if ["startpos", "fen", "moves"].contains(&first_word) {
        return read_setup(text);
    }
    if text.contains('/') {
        let position = fen::parse(text).map_err(|error| CommandError {
            at: error.at,
            fault: error.fault.into(),
        })?;
        return Ok(position.into());
    }
    read_packed(text)
}

/// Reads a position or a game of the command line.
pub(super) fn argument(text: &str) -> Result<Game, CliError> {
    read(text).map_err(|error| CliError::Position {
        input: text.to_owned(),
        error,
    })
}

/// Reads packed columns. Spaces between columns would be ambiguous, because many files have
/// a score after the columns.
fn read_packed(text: &str) -> Result<Game, CommandError> {
    let before = text.chars().take_while(|sign| sign.is_whitespace()).count();
    let game = Game::default().with_moves(text.trim());
    game.map_err(|fault| CommandError {
        at: before + fault.ply(),
        fault: fault.into(),
    })
}

/// Reads what may follow `position` in the protocol.
fn read_setup(text: &str) -> Result<Game, CommandError> {
    const WORD: &str = "position ";
    let line = format!("{WORD}{text}");
    let game = protocol::parse(&line).and_then(|command| match command {
        Some(Command::Position(setup)) => setup.play(),
        _ => unreachable!("a line that begins with position sets one or is refused"),
    });
    game.map_err(|error| CommandError {
        at: error.at - WORD.len(),
        ..error
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;
    use crate::lines::MAX_LINE;

    #[test]
    fn a_position_is_read_in_every_form() {
        let wanted = notation::replay("4453").expect("a game");
        let fen = fen::write(&wanted);
        for text in [
            "4453",
            " 4453 ",
            "startpos moves 4 4 5 3",
            "moves d1 d2 e1 c1",
            &fen,
            &format!("fen {fen}"),
            "7/7/7/7/3p3/3P3 w",
        ] {
            let game = read(text).expect(text);
            let stones = if text.contains("3p3/3P3") { 2 } else { 4 };
            assert_eq!(game.position().stones(), stones, "{text}");
        }
        assert_eq!(read("4453").map(|game| *game.position()), Ok(wanted));
        for empty in ["", "startpos", "moves"] {
            let game = read(empty).expect("the empty board");
            assert_eq!(game, Game::default(), "{empty:?}");
        }
        let game = read("fen 7/7/7/7/3p3/3P3 w moves d3").expect("a game");
        assert_eq!(game.moves().len(), 1);
        assert_eq!(game.start().stones(), 2);
    }

    #[test]
    fn a_fault_names_its_place_in_the_text() {
        for (text, message) in [
            ("448", "char 3: ply 3: '8' is not a column (1-7)"),
            ("  448", "char 5: ply 3: '8' is not a column (1-7)"),
            ("4453 2", "char 5: ply 5: ' ' is not a column (1-7)"),
            ("4444444", "char 7: ply 7: column 4 is full"),
            ("12121214", "char 8: ply 8: the game is over"),
            ("é", "char 1: ply 1: 'é' is not a column (1-7)"),
            (
                "7/7/7/7/2p4/7 b",
                "char 10: the stone on c2 has nothing below it",
            ),
            (
                "startpos moves d1 d1",
                "char 19: ply 2: a stone in column 4 lands on row 2, not 1",
            ),
            ("startpos 44", "char 10: expected moves; found \"44\""),
        ] {
            let error = read(text).map_err(|error| error.to_string());
            assert_eq!(error, Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_line_too_long_is_refused_and_cut() {
        assert_eq!(MAX_LINE, 65536, "the message says so");
        let (text, read) = read_line(Line::TooLong("4".repeat(MAX_LINE)));
        assert_eq!(text.input(), "4".repeat(SHOWN));
        let fault = read.expect_err("refused").to_string();
        assert!(fault.contains("at most 65536 bytes"), "{fault}");
    }

    #[test]
    fn a_label_is_what_follows_the_first_tab() {
        for (line, input, label) in [
            ("4453", "4453", None),
            ("4453\tmine", "4453", Some("mine")),
            ("4453\t", "4453", Some("")),
            ("44x\ta\tb", "44x", Some("a\tb")),
            ("\tstart", "", Some("start")),
        ] {
            let (text, read) = read_line(Line::Whole(line.to_owned()));
            assert_eq!((text.input(), text.label()), (input, label));
            assert_eq!(read.is_err(), input.contains('x'));
        }
    }
}
