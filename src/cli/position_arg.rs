//! Positions and games as arguments and lines of files give them, in any form that the game
//! reads, with a label behind them.

use std::io::{self, IsTerminal, Read};
use std::ops::Range;
use std::path::Path;

use clap::Args;
use same_file::Handle;

use super::{CliError, in_file};
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, Score, TextError, TextErrorKind};
use crate::record::{BadLine, Subject};
use crate::system::lines::{self, InputLine, MAX_LINE};
use crate::system::retry::Retrying;

/// The options that tell how columns are counted and whose marks are whose.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ConventionArguments {
    /// Columns are numbered from 0 to 6
    #[arg(long)]
    zero_based: bool,
    /// The marks of a board are the other way round: 2, -1, o and y began
    #[arg(long)]
    swap_sides: bool,
}

impl ConventionArguments {
    pub(super) fn convention(self) -> Convention {
        Convention {
            zero_based: self.zero_based,
            swap_sides: self.swap_sides,
        }
    }
}

/// A text with a position or a game and, behind it, perhaps a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PositionText {
    text: String,
    /// Where the position stands.
    input: Range<usize>,
    /// Where the label stands.
    label: Option<Range<usize>>,
}

impl PositionText {
    /// A position and a label that come from different places.
    pub(super) fn new(input: &str, label: Option<&str>) -> PositionText {
        let text = format!("{input}{}", label.unwrap_or_default());
        PositionText {
            input: 0..input.len(),
            label: label.map(|_| input.len()..text.len()),
            text,
        }
    }

    /// Refuses a score behind the columns, which is a label in a file: in an argument it may be
    /// meant as a move.
    fn refuse_score(&self) -> Result<(), TextError> {
        let label = self.label.clone().filter(|label| {
            let is_behind_tab = self.text[..label.start].ends_with('\t');
            !is_behind_tab && self.text[label.clone()].parse::<i8>().is_ok()
        });
        let Some(label) = label else { return Ok(()) };
        Err(TextError {
            line: 1,
            character: self.text[..label.start].chars().count() + 1,
            kind: Expected::new(
                "one move per word, or all columns in one word",
                &self.text[label],
            )
            .into(),
        })
    }

    /// The score that is the last field of the label.
    pub(super) fn score(&self) -> Result<Score, TextError> {
        let label = self.label().unwrap_or_default();
        let last = label
            .rsplit([' ', ',', ';', '\t'])
            .find(|field| !field.is_empty());
        last.and_then(Score::parse).ok_or_else(|| self.no_score())
    }

    /// The fault that no score stands where the position ends.
    pub(super) fn no_score(&self) -> TextError {
        let last = self.input().lines().next_back().unwrap_or_default();
        let wanted = "a score from -18 to 18 behind the position";
        let found = self.label().unwrap_or_default();
        TextError {
            line: self.input().lines().count().max(1),
            character: last.chars().count() + 1,
            kind: Expected::new(wanted, found).into(),
        }
    }

    /// The whole text.
    pub(super) fn line(&self) -> &str {
        &self.text
    }

    /// The text of the position.
    pub(super) fn input(&self) -> &str {
        &self.text[self.input.clone()]
    }

    /// The label.
    pub(super) fn label(&self) -> Option<&str> {
        self.label.clone().map(|place| &self.text[place])
    }

    /// The text with the position or game that it means.
    pub(super) fn subject<'a, T>(&'a self, meaning: &'a T) -> Subject<'a, T> {
        Subject {
            input: self.input(),
            label: self.label(),
            meaning,
        }
    }

    /// The record of a text that means nothing; `line` is the number of its first line in its
    /// file.
    pub(super) fn bad(&self, line: u64, error: &TextError) -> BadLine<'_> {
        BadLine {
            input: self.input(),
            label: self.label(),
            line,
            char: error.character,
            error: fault_within(error),
        }
    }
}

/// What is wrong with a text; of several lines, with the one in which it is.
pub(super) fn fault_within(error: &TextError) -> String {
    match error.line {
        1 => error.kind.to_string(),
        line => format!("in its line {line}: {}", error.kind),
    }
}

/// How many characters are kept of a line that is too long.
const SHOWN: usize = 32;

/// Reads a line of a file.
pub(super) fn read_line(
    line: InputLine,
    convention: Convention,
) -> (PositionText, Result<Game, TextError>) {
    match line {
        InputLine::Whole(text) => read_text(text, convention),
        InputLine::TooLong(text) => {
            let kind = TextErrorKind::LongLine { most: MAX_LINE };
            let (line, character) = (1, 1);
            let text: String = text.chars().take(SHOWN).collect();
            (
                PositionText::new(&text, None),
                Err(TextError {
                    line,
                    character,
                    kind,
                }),
            )
        }
    }
}

/// Reads a line of a file that ends in a score, which becomes the label.
pub(super) fn read_scored_line(
    line: InputLine,
    convention: Convention,
) -> (PositionText, Result<Game, TextError>) {
    let InputLine::Whole(text) = line else {
        return read_line(line, convention);
    };
    match read::scored(&text, convention) {
        Ok(read) => {
            let label = read.score.to_string();
            (PositionText::new(read.input, Some(&label)), Ok(read.game))
        }
        Err(error) => (PositionText::new(&text, None), Err(error)),
    }
}

/// Reads a text of one or more lines.
pub(super) fn read_text(
    text: String,
    convention: Convention,
) -> (PositionText, Result<Game, TextError>) {
    let place = |part: &str| {
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        start..start + part.len()
    };
    let (input, label, read) = match read::labelled(&text, convention) {
        Ok(read) => (place(read.input), read.label.map(place), Ok(read.game)),
        Err(error) => {
            let tab = text.split_once('\t');
            let input = tab.map_or(&*text, |(input, _)| input);
            (place(input), tab.map(|(_, label)| place(label)), Err(error))
        }
    };
    (PositionText { text, input, label }, read)
}

/// Reads the words of an argument that are one position or game.
pub(super) fn argument(
    words: &[String],
    convention: Convention,
) -> Result<(PositionText, Game), CliError> {
    let (text, read) = read_text(words.join(" "), convention);
    match read.and_then(|game| text.refuse_score().map(|()| game)) {
        Ok(game) => Ok((text, game)),
        Err(error) => Err(CliError::Position {
            input: text.input().chars().take(MOST_SHOWN).collect(),
            error,
        }),
    }
}

/// The most characters of a position that a message repeats.
const MOST_SHOWN: usize = 100;

/// Reads one position or game from its argument; from standard input if the argument is `-`, or
/// if there is none and somebody has put a pipe or a file there.
pub(super) fn argument_or_stdin(
    words: &[String],
    convention: Convention,
) -> Result<(PositionText, Game), CliError> {
    match words {
        [word] if word == "-" => argument(&[read_stdin()?], convention),
        [] if is_piped() => argument(&[read_stdin()?], convention),
        words => argument(words, convention),
    }
}

/// All of standard input, without the end of its last line.
fn read_stdin() -> Result<String, CliError> {
    let unread = in_file(Path::new("standard input"));
    let mut bytes = Vec::new();
    let mut source = Retrying(io::stdin()).take(MAX_LINE as u64 + 1);
    source.read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() > MAX_LINE {
        return Err(CliError::TooMuchInput);
    }
    let text = lines::text_of(bytes);
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// Whether standard input is a pipe or a file, and not a terminal or `/dev/null`.
fn is_piped() -> bool {
    let Ok(stdin) = Handle::stdin() else {
        return false;
    };
    match stdin.as_file().metadata() {
        Ok(metadata) => metadata.is_file() || is_pipe(&metadata),
        // On Windows a pipe has no metadata.
        Err(_) => !io::stdin().is_terminal(),
    }
}

#[cfg(unix)]
fn is_pipe(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_refused_and_cut() {
        assert_eq!(MAX_LINE, 65536, "the message says so");
        let line = InputLine::TooLong("4".repeat(MAX_LINE));
        let (text, read) = read_line(line, Convention::default());
        assert_eq!(text.input(), "4".repeat(SHOWN));
        let fault = read.expect_err("refused").to_string();
        assert!(fault.contains("at most 65536 bytes"), "{fault}");
    }

    #[test]
    fn a_label_is_kept_whether_the_position_is_read_or_not() {
        for (line, input, label) in [
            ("4453", "4453", None),
            ("4453\tmine", "4453", Some("mine")),
            ("4453\t", "4453", Some("")),
            ("44x\ta\tb", "44x", Some("a\tb")),
            ("\tstart", "", Some("start")),
            ("4453 -2", "4453", Some("-2")),
        ] {
            let (text, read) = read_line(InputLine::Whole(line.to_owned()), Convention::default());
            assert_eq!((text.input(), text.label()), (input, label));
            assert_eq!(read.is_err(), input.contains('x'));
        }
    }
}
