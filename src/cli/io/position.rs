//! Positions and games in arguments and in lines of files, in every form that `game::read` accepts,
//! with an optional label.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use super::advice::{UNSCORED, advice};
use super::inputs::{STANDARD, check_input};
use super::json::{self, Reader};
use super::lines::refuse_compressed;
use super::text::{PositionText, ReadText};
use crate::cli::error::{CliError, in_file, within};
use crate::game::read::{self, Convention};
use crate::game::{Expected, TextError, TextErrorKind, excerpt};
use crate::system::lines::{self, InputLine};
use crate::system::retry::Retrying;

/// Reads the position on a line of a file.
pub(in crate::cli) fn read_line<R: Reader>(line: &InputLine, reader: R) -> ReadText<R::Game> {
    match line {
        InputLine::Whole(text) => read_text(text, reader),
        InputLine::TooLong(text) => {
            let most = json::max_length(text);
            let error = TextError::new(1, 1, TextErrorKind::LongLine { most });
            (PositionText::new(&excerpt(text), None), Err(error))
        }
    }
}

/// Reads the games on a line of a file. A JSON object may contain several.
pub(super) fn read_games(line: &InputLine, convention: Convention) -> Vec<ReadText> {
    match line {
        InputLine::Whole(text) if json::is_json(text) => json::games(text, convention),
        line => vec![read_line(line, convention)],
    }
}

/// Reads a line of a file with a score at its end, which becomes the label.
pub(in crate::cli) fn read_scored_line<R: Reader>(
    line: &InputLine,
    reader: R,
) -> ReadText<R::Game> {
    let text = match line {
        InputLine::Whole(text) if !json::is_json(text) => text,
        line => return read_line(line, reader),
    };
    match read::scored(text, reader.size(), |text| reader.labelled(text)) {
        Ok((read, score)) => {
            let label = score.to_string();
            (PositionText::new(read.input, Some(&label)), Ok(read.game))
        }
        Err(error) => (PositionText::new(text, None), Err(error)),
    }
}

/// Reads a text of one or more lines.
pub(in crate::cli) fn read_text<R: Reader>(text: &str, reader: R) -> ReadText<R::Game> {
    if json::is_json(text) {
        return json::position(text, reader);
    }
    match reader.labelled(text) {
        Ok(read) => (PositionText::new(read.input, read.label), Ok(read.game)),
        Err(error) => {
            let (input, label) = read::split_label(text, Convention::default());
            (PositionText::new(input, label), Err(error))
        }
    }
}

/// Reads the words of an argument as one position or game, for a command that also has `--input`.
/// If they look like the name of a file instead, the error names the option.
pub(in crate::cli) fn argument<R: Reader>(
    words: &[String],
    reader: R,
) -> Result<(PositionText, R::Game), CliError> {
    position(words, reader).map_err(|error| match words {
        [path] if Path::new(path).is_file() => {
            CliError::Message(format!("{error}; to read the file use --input {path}"))
        }
        [path] if is_file_name(path) => CliError::Message(format!(
            "{error}; there is no file {path}; to read a file use --input"
        )),
        _ => error,
    })
}

/// Returns whether a text ends like the name of a file, such as `.txt`, and not like a row of cells.
fn is_file_name(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| {
        let is_cell = |c: char| "borxy".contains(c.to_ascii_lowercase());
        ending.len() > 1
            && ending.chars().all(|c| c.is_ascii_alphabetic())
            && !ending.chars().all(is_cell)
    })
}

/// Reads the words of an argument as one position or game.
pub(in crate::cli) fn position<R: Reader>(
    words: &[String],
    reader: R,
) -> Result<(PositionText, R::Game), CliError> {
    let words = words.join(" ");
    let (text, read) = read_text(&words, reader);
    let is_json = json::is_json(&words);
    let read = read.and_then(|game| {
        if !is_json {
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

/// Rejects a score after the columns. In a file it is a label, but in an argument it may be meant
/// as a move.
fn refuse_score(words: &str, text: &PositionText) -> Result<(), TextError> {
    let label = text.label.as_deref().unwrap_or_default();
    let before = &words[..words.rfind(label).unwrap_or(words.len())];
    // Only moves in one word have a score as their label: a board has other labels.
    let is_packed = text.input.chars().all(char::is_alphanumeric);
    if before.ends_with('\t') || label.parse::<i8>().is_err() || !is_packed {
        return Ok(());
    }
    let character = before.chars().count() + 1;
    Err(TextError::new(1, character, Expected::new(UNSCORED, label)))
}

/// Reads one position or game from the words of an argument, or from standard input.
pub(in crate::cli) fn argument_or_stdin<R: Reader>(
    words: &[String],
    reader: R,
) -> Result<(PositionText, R::Game), CliError> {
    if is_stdin(words) {
        return argument(&[read_stdin()?], reader);
    }
    argument(words, reader)
}

/// Returns whether to read standard input: the argument is `-`, or it is missing and standard input
/// is not a terminal.
pub(in crate::cli) fn is_stdin(words: &[String]) -> bool {
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
    refuse_compressed(&bytes, stdin)?;
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
