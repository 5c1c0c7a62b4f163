//! Positions and games in arguments and in lines of files, in every form that `game::read` accepts,
//! with an optional label.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use clap::Args;

use super::advice::advice;
use super::files::inputs::{STANDARD, check_input};
use super::{CliError, in_file, json, within};
use crate::game::read::{self, Convention, MarkOwner, Marks};
use crate::game::{Expected, Game, Score, TextError, TextErrorKind, excerpt};
use crate::review::record::{BadText, Given};
use crate::system::lines::{self, InputLine};
use crate::system::retry::Retrying;

/// Options for the numbers of columns and for boards.
#[derive(Debug, Clone, Copy, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(super) struct ConventionArguments {
    /// Number columns from 0 to 6
    #[arg(long)]
    zero_based: bool,
    /// Read 2, -1, o and y on a board as stones of the first player
    #[arg(long)]
    swap_sides: bool,
    /// Read the first mark of a board as stones of the side to move
    #[arg(long, conflicts_with = "swap_sides")]
    mover_first: bool,
    /// Read boards with these marks for an empty cell, the first and the second player, as in .XO
    #[arg(long, value_name = "MARKS", allow_hyphen_values = true)]
    marks: Option<Marks>,
    /// Read the first row of a board as the ground
    #[arg(long)]
    bottom_up: bool,
}

impl ConventionArguments {
    pub(super) fn convention(self) -> Convention {
        Convention {
            zero_based: self.zero_based,
            first_mark: match (self.swap_sides, self.mover_first) {
                (true, _) => MarkOwner::SecondPlayer,
                (false, true) => MarkOwner::SideToMove,
                (false, false) => MarkOwner::FirstPlayer,
            },
            marks: self.marks,
            bottom_up: self.bottom_up,
        }
    }
}

/// The text of a position or a game, with its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PositionText {
    pub(super) input: String,
    pub(super) label: Option<String>,
    /// The text of the score, if it has a field of its own.
    pub(super) score: Option<String>,
    /// The names of the first and the second player of a game, if the text has them.
    pub(super) players: Option<[String; 2]>,
    /// The number of moves of a game that its players did not choose.
    pub(super) opening: usize,
}

/// The text of a position or a game, and what was read from it.
pub(super) type ReadText = (PositionText, Result<Game, TextError>);

impl PositionText {
    pub(super) fn new(input: &str, label: Option<&str>) -> PositionText {
        PositionText {
            input: input.to_owned(),
            label: label.map(str::to_owned),
            score: None,
            players: None,
            opening: 0,
        }
    }

    /// Returns the score in its own field or in the last field of the label.
    pub(super) fn score(&self) -> Result<Score, TextError> {
        let label = self.label.as_deref().unwrap_or_default();
        let fields = label.rsplit([' ', ',', ';', '\t']);
        let last = || fields.into_iter().find(|field| !field.is_empty());
        let score = self.score.as_deref().or_else(last);
        let score = score.and_then(|score| score.parse().ok());
        score.ok_or_else(|| self.no_score())
    }

    /// Returns the error of a position without a score.
    fn no_score(&self) -> TextError {
        let last = self.input.lines().next_back().unwrap_or_default();
        let wanted = "a score from -18 to 18 after the position";
        let found = self.label.as_deref().unwrap_or_default();
        let (line, character) = (self.input.lines().count().max(1), last.chars().count() + 1);
        TextError::new(line, character, Expected::new(wanted, found))
    }

    /// Returns the text for a record.
    pub(super) fn given(&self) -> Given<'_> {
        Given {
            input: Some(&self.input),
            label: self.label.as_deref(),
        }
    }

    /// Returns the record of a text with an error. `line` is the number of its first line in its
    /// file.
    pub(super) fn bad(&self, line: u64, error: &TextError) -> BadText<'_> {
        BadText {
            given: self.given(),
            game: None,
            line,
            char: error.character,
            error: error_within(error),
        }
    }
}

/// Formats an error of a text, and the advice for it. Names the line of the error unless it is the
/// first.
pub(super) fn error_within(TextError { line, kind, .. }: &TextError) -> String {
    let advice = advice(kind);
    match line {
        1 => format!("{kind}{advice}"),
        line => format!("in its line {line}: {kind}{advice}"),
    }
}

/// Reads the position on a line of a file.
pub(super) fn read_line(line: &InputLine, convention: Convention) -> ReadText {
    match line {
        InputLine::Whole(text) => read_text(text, convention),
        InputLine::TooLong(text) => {
            let most = json::max_length(text);
            let error = TextError::new(1, 1, TextErrorKind::LongLine { most });
            (PositionText::new(&excerpt(text), None), Err(error))
        }
    }
}

/// Reads the games on a line of a file. A JSON object, or an array of objects, may contain several.
pub(super) fn read_games(line: InputLine, convention: Convention) -> Vec<ReadText> {
    let games = |line| match &line {
        InputLine::Whole(text) if json::is_json(text) => json::games(text, convention),
        line => vec![read_line(line, convention)],
    };
    json::objects(line).into_iter().flat_map(games).collect()
}

/// Reads a text that cannot have a label: a field of a table, or a value of a JSON object.
pub(super) fn read_field(text: &str, convention: Convention) -> ReadText {
    if json::is_json(text) {
        return json::position(text, convention);
    }
    let read = read::game_with(text, convention);
    (PositionText::new(text, None), read)
}

/// Fails if the text of a position is empty, and `name` is the name of a field that contains more
/// than moves.
pub(super) fn refuse_empty(name: &str, text: &str) -> Result<(), TextErrorKind> {
    let names = ["position", "fen", "board"];
    let must_be_full = names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if must_be_full && text.trim().is_empty() {
        let wanted = format!("a position as {name:?}");
        return Err(Expected::new(wanted, "").into());
    }
    Ok(())
}

/// Reads a line of a file with a score at its end, which becomes the label.
pub(super) fn read_scored_line(line: &InputLine, convention: Convention) -> ReadText {
    let text = match line {
        InputLine::Whole(text) if !json::is_json(text) => text,
        line => return read_line(line, convention),
    };
    match read::scored(text, convention) {
        Ok(read) => {
            let label = read.score.to_string();
            (PositionText::new(read.input, Some(&label)), Ok(read.game))
        }
        Err(error) => (PositionText::new(text, None), Err(error)),
    }
}

/// Reads a text of one or more lines.
pub(super) fn read_text(text: &str, convention: Convention) -> ReadText {
    if json::is_json(text) {
        return json::position(text, convention);
    }
    match read::labelled(text, convention) {
        Ok(read) => (PositionText::new(read.input, read.label), Ok(read.game)),
        Err(error) => {
            let (input, label) = read::split_label(text, convention);
            (PositionText::new(input, label), Err(error))
        }
    }
}

/// Reads the words of an argument as one position or game, for a command that also has `--input`.
/// If they name a file instead, the error says so.
pub(super) fn argument(
    words: &[String],
    convention: Convention,
) -> Result<(PositionText, Game), CliError> {
    position(words, convention).map_err(|error| match words {
        [path] if Path::new(path).is_file() => {
            CliError::Message(format!("{error}; to read the file use --input {path}"))
        }
        _ => error,
    })
}

/// Reads the words of an argument as one position or game.
pub(super) fn position(
    words: &[String],
    convention: Convention,
) -> Result<(PositionText, Game), CliError> {
    let words = words.join(" ");
    let (text, read) = read_text(&words, convention);
    let is_json = json::is_json(&words);
    let read = read.and_then(|game| {
        if !is_json && !game.moves().is_empty() {
            refuse_score(&words, &text)?;
        }
        Ok(game)
    });
    match read {
        Ok(game) => Ok((text, game)),
        // An error in a value of a JSON object is counted in the value.
        Err(error) => {
            let input = excerpt(if is_json { &text.input } else { &words });
            let error = format!("{error}{}", advice(&error.kind));
            Err(within(&format!("position {input:?}"))(error))
        }
    }
}

/// The words for an argument without a score in error messages.
pub(super) const UNSCORED: &str = "the end of the position";

/// Rejects a score after the columns. In a file it is a label, but in an argument it may be meant
/// as a move.
fn refuse_score(words: &str, text: &PositionText) -> Result<(), TextError> {
    let label = text.label.as_deref().unwrap_or_default();
    let before = &words[..words.rfind(label).unwrap_or(words.len())];
    if before.ends_with('\t') || label.parse::<i8>().is_err() {
        return Ok(());
    }
    let character = before.chars().count() + 1;
    Err(TextError::new(1, character, Expected::new(UNSCORED, label)))
}

/// Reads one position or game from the words of an argument, or from standard input.
pub(super) fn argument_or_stdin(
    words: &[String],
    convention: Convention,
) -> Result<(PositionText, Game), CliError> {
    if is_stdin(words) {
        return argument(&[read_stdin()?], convention);
    }
    argument(words, convention)
}

/// Returns whether to read standard input: the argument is `-`, or it is missing and standard input
/// is not a terminal.
pub(super) fn is_stdin(words: &[String]) -> bool {
    words == ["-"] || words.is_empty() && !io::stdin().is_terminal()
}

/// Reads all of standard input, without the end of its last line.
fn read_stdin() -> Result<String, CliError> {
    check_input(Path::new(STANDARD))?;
    let stdin = Path::new("standard input");
    let mut bytes = Vec::new();
    let mut source = Retrying(io::stdin()).take(json::MAX_JSON as u64 + 1);
    source.read_to_end(&mut bytes).map_err(in_file(stdin))?;
    if bytes.is_empty() {
        let error = "expected a position; found nothing; use \"\" for the empty board";
        return Err(in_file(stdin)(error));
    }
    let length = bytes.len();
    let text = lines::text_of(bytes);
    if length > json::max_length(&text) {
        let error = "expected one position; to solve one position per line use --input -";
        return Err(in_file(stdin)(error));
    }
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::lines::MAX_LINE;

    #[test]
    fn a_line_too_long_is_rejected_and_cut() {
        let line = InputLine::TooLong("4".repeat(MAX_LINE));
        let (text, read) = read_line(&line, Convention::default());
        assert_eq!(text.input, "4".repeat(100) + "...");
        let error = read.expect_err("rejected").to_string();
        assert!(error.contains("at most 65536 bytes"), "{error}");
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
            let (text, read) = read_text(line, Convention::default());
            assert_eq!((&*text.input, text.label.as_deref()), (input, label));
            assert_eq!(read.is_err(), input.contains('x'));
        }
    }
}
