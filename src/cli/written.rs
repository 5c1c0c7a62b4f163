//! Positions and games as people and files write them: packed columns, a cfour
//! FEN, or whatever the protocol's `position` takes after its first word.

use arrayvec::ArrayVec;

use super::CliError;
use crate::game::bitboard::CELLS;
use crate::game::{Column, Position, fen, notation};
use crate::lines::Line;
use crate::protocol::{self, Command, Fault, Setup};

/// A game as it was written: where it began and what was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) start: Position,
    pub(super) moves: ArrayVec<Column, { CELLS as usize }>,
    /// Where the moves lead.
    pub(super) position: Position,
}

/// Why a text is neither a position nor a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("char {at}: {fault}")]
pub struct Misread {
    /// Where: characters of the text, 1 the first.
    pub at: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// A line of a file: a position or a game, then, if there is a tab, a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labelled(String);

impl Labelled {
    /// What stands before the first tab.
    pub(super) fn input(&self) -> &str {
        self.0.split('\t').next().unwrap_or_default()
    }

    /// What stands behind it.
    pub(super) fn label(&self) -> Option<&str> {
        self.0.split_once('\t').map(|(_, label)| label)
    }
}

/// Characters that are kept of a line too long.
const SHOWN: usize = 32;

/// Reads a line of a file.
pub(super) fn read_line(line: Line) -> (Labelled, Result<Written, Misread>) {
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
            (Labelled(head), Err(Misread { at: 1, fault }))
        }
    }
}

/// Reads a text; an empty one is the empty board.
pub(super) fn read(text: &str) -> Result<Written, Misread> {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    if ["startpos", "fen", "moves"].contains(&first_word) {
        return read_setup(text);
    }
    if text.contains('/') {
        let position = fen::parse(text).map_err(|error| Misread {
            at: error.at,
            fault: error.fault.into(),
        })?;
        return Ok(Written::new(position));
    }
    read_packed(text)
}

/// Reads a position given on the command line.
pub(super) fn argument(text: &str) -> Result<Written, CliError> {
    read(text).map_err(|error| CliError::Position {
        input: text.to_owned(),
        error,
    })
}

/// Columns without anything between them. Spaces would be ambiguous: many files
/// have a score after the columns.
fn read_packed(text: &str) -> Result<Written, Misread> {
    let before = text.chars().take_while(|sign| sign.is_whitespace()).count();
    let mut written = Written::new(Position::EMPTY);
    for (ply, found) in (1..).zip(text.trim().chars()) {
        let column =
            notation::column_of_digit(found).ok_or(notation::MovesError::NotAColumn { ply, found });
        let played = column.and_then(|column| written.play(ply, column, None));
        played.map_err(|fault| Misread {
            at: before + ply,
            fault: fault.into(),
        })?;
    }
    Ok(written)
}

/// What may follow `position` in the protocol.
fn read_setup(text: &str) -> Result<Written, Misread> {
    const WORD: &str = "position ";
    let line = format!("{WORD}{text}");
    let misread = |at: usize, fault| Misread {
        at: at - WORD.len(),
        fault,
    };
    let command = protocol::parse(&line).map_err(|error| misread(error.at, error.fault))?;
    let Some(Command::Position(Setup { start, moves })) = command else {
        unreachable!("a line that begins with position sets one or is refused");
    };
    let mut written = Written::new(start);
    for (ply, token) in (1..).zip(moves) {
        written
            .play(ply, token.column, token.row)
            .map_err(|fault| misread(token.at, fault.into()))?;
    }
    Ok(written)
}

impl Written {
    fn new(start: Position) -> Written {
        Written {
            start,
            moves: ArrayVec::new(),
            position: start,
        }
    }

    fn play(
        &mut self,
        ply: usize,
        column: Column,
        row: Option<u8>,
    ) -> Result<(), notation::MovesError> {
        self.position = notation::advance(&self.position, ply, column, row)?;
        self.moves.push(column);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let written = read(text).expect(text);
            let stones = if text.contains("3p3/3P3") { 2 } else { 4 };
            assert_eq!(written.position.stones(), stones, "{text}");
        }
        assert_eq!(read("4453").map(|written| written.position), Ok(wanted));
        for empty in ["", "startpos", "moves"] {
            let written = read(empty).expect("the empty board");
            assert_eq!(written.position, Position::EMPTY, "{empty:?}");
        }
        let written = read("fen 7/7/7/7/3p3/3P3 w moves d3").expect("a game");
        assert_eq!(written.moves.len(), 1);
        assert_eq!(written.start.stones(), 2);
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
