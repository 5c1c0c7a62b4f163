//! Cuts an input into entries: lines, JSON objects, blocks of lines, or rows of a table. Each entry
//! should be a position and gives one record.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::head::{self, Head};
use super::json::{self, Documents, NumberedLine, Reader};
use super::lines::Lines;
use super::position;
use super::table::{OtherNames, TableLayout};
use super::text::PositionText;
use crate::cli::error::{CliError, in_file};
use crate::game::TextError;
use crate::solver::many::Question;
use crate::system::lines::{InputLine, MAX_LINE};

/// The options for reading an input.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Many positions")]
pub(in crate::cli) struct Reading {
    /// Read boards of several lines, each ended by an empty line
    #[arg(long, requires = "input", conflicts_with_all = ["column", "position"])]
    pub(in crate::cli) blocks: bool,
    /// Read a table whose column NAME contains the positions
    #[arg(
        long,
        value_name = "NAME",
        requires = "input",
        conflicts_with = "position"
    )]
    pub(in crate::cli) column: Option<String>,
    /// Check the score after each position; exit with 1 if one is wrong
    #[arg(long, requires = "input", conflicts_with_all = ["resume", "position"])]
    pub(in crate::cli) expect_scores: bool,
    /// Whether all inputs must have the same other columns.
    #[arg(skip)]
    pub(in crate::cli) same_columns: bool,
}

impl Reading {
    /// Returns whether a line is left out: among positions with scores, comments and empty lines are.
    fn skips(&self, line: &InputLine) -> bool {
        let text = line.text().trim();
        self.expect_scores && (text.is_empty() || text.starts_with('#'))
    }
}

/// An entry that was read. The solver of many positions returns it with the answer.
#[derive(Debug)]
pub(in crate::cli) struct Asked {
    /// Its file, if there are several inputs.
    pub(super) file: Option<Arc<Path>>,
    /// The number of its first line in the input, counted from 1.
    pub(in crate::cli) line: u64,
    pub(in crate::cli) text: PositionText,
    /// The names in the output of the other columns, if the input is a table.
    other_names: Option<OtherNames>,
    /// The score that the input gives.
    pub(in crate::cli) expected: Option<i8>,
    /// The error if the entry is not a position.
    pub(in crate::cli) error: Option<TextError>,
}

impl Asked {
    /// Returns the text before an error of the entry: its file, if there are several inputs.
    pub(in crate::cli) fn place(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(String::new, |file| format!("{}: ", file.display()))
    }

    /// Returns the names and the values of the other columns, if the input is a table.
    pub(in crate::cli) fn others(&self) -> Option<(&OtherNames, Vec<String>)> {
        let names = self.other_names.as_ref()?;
        let mut values = self.text.others.clone();
        // A row that cannot be cut has none.
        values.resize(names.len(), String::new());
        Some((names, values))
    }
}

/// The entries of an input, not yet parsed: texts that should each contain one position, with the
/// number of their first line.
pub(super) struct Entries<R, C> {
    documents: Documents<Lines<R>>,
    reading: Reading,
    /// The way in which each position is read.
    reader: C,
    /// The meaning of the first line, if it consists of names.
    head: Option<Head>,
}

impl<R: Read, C: Reader> Iterator for Entries<R, C> {
    type Item = Result<NumberedLine, CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

impl<R: Read, C: Reader> Entries<R, C> {
    /// Returns the entries of `source`. `path` is the path of the input.
    pub(super) fn new(path: &Path, source: R, reading: Reading, reader: C) -> Entries<R, C> {
        let lines = Lines::new(path.to_owned(), source, json::MAX_JSON);
        Entries {
            documents: Documents::new(lines),
            reading,
            reader,
            head: None,
        }
    }

    /// Reads the next entry. Returns `None` at the end.
    ///
    /// # Errors
    /// Fails if the source cannot be read or lacks the wanted column.
    fn read(&mut self) -> Result<Option<NumberedLine>, CliError> {
        if self.reading.blocks {
            return self.block();
        }
        let mut line = self.line()?;
        if let Some((1, InputLine::Whole(head))) = &line
            && self.take_head(head)?
        {
            line = self.line()?;
        }
        line.map(|(first, text)| Ok((first, self.row(text)?)))
            .transpose()
    }

    /// Returns whether the first line consists of names and is not an entry. Stores its meaning.
    fn take_head(&mut self, line: &str) -> Result<bool, CliError> {
        let column = self.reading.column.as_deref();
        if column.is_none() && line.trim_start().starts_with(['{', '[']) {
            return Ok(false);
        }
        let is_entry = || position::read_text(line, self.reader).1.is_ok();
        let head = Head::of(line, column, is_entry);
        self.head = head.map_err(in_file(&self.documents.lines.path))?;
        Ok(self.head.is_some())
    }

    /// Returns the layout of the table, if the input is one.
    fn table(&self) -> Option<&TableLayout> {
        match &self.head {
            Some(Head::Table(table)) => Some(table),
            _ => None,
        }
    }

    /// Returns the names in the output of the other columns, if the input is a table.
    pub(super) fn other_names(&self) -> Option<OtherNames> {
        self.table().map(|table| table.other_names.clone())
    }

    /// Returns the whole row that begins with `row`. A quoted field may extend over several lines.
    fn row(&mut self, mut row: InputLine) -> Result<InputLine, CliError> {
        while let InputLine::Whole(begin) = &row
            && self.table().is_some_and(|table| table.continues(begin))
            && let Some((_, next)) = self.line()?
        {
            row = row.join(&next, MAX_LINE);
        }
        Ok(row)
    }

    /// Reads the next line or JSON object.
    fn line(&mut self) -> Result<Option<NumberedLine>, CliError> {
        loop {
            let read = if self.reading.blocks || self.table().is_some() {
                self.documents.line()?
            } else {
                self.documents.next().transpose()?
            };
            match read {
                Some((_, line)) if self.reading.skips(&line) => {}
                read => return Ok(read),
            }
        }
    }

    /// Reads the next block: lines that are not empty.
    fn block(&mut self) -> Result<Option<NumberedLine>, CliError> {
        let mut block: Option<NumberedLine> = None;
        while let Some((number, line)) = self.line()? {
            let is_empty = line.text().trim_end().is_empty();
            if is_empty && block.is_some() {
                break;
            }
            if !is_empty {
                let line = line.trim_end();
                block = Some(match block {
                    Some((first, text)) => (first, text.join(&line, MAX_LINE)),
                    None => (number, line),
                });
            }
        }
        Ok(block)
    }

    /// Reads the position of an entry.
    pub(super) fn question(&self, (line, entry): NumberedLine) -> Question<Asked, C::Position> {
        let reader = self.reader;
        let has_score = self.reading.expect_scores;
        let (text, read) = match (self.table(), entry) {
            (Some(table), InputLine::Whole(row)) => table.read(&row, reader),
            (None, text) if has_score && !self.reading.blocks => {
                position::read_scored_line(&text, reader)
            }
            (_, text) => position::read_line(&text, reader),
        };
        let read = match self.head {
            Some(Head::Cells { by_columns: true }) => head::check_marks(&text.input).and(read),
            _ => read,
        };
        let read = read.and_then(|game| {
            let score = || text.score(reader.size());
            let expected = has_score.then(score).transpose()?;
            Ok((C::position(&game), expected))
        });
        let (position, expected, error) = match read {
            Ok((position, expected)) => (Some(position), expected, None),
            Err(error) => (None, None, Some(error)),
        };
        Question {
            tag: Asked {
                file: None,
                line,
                text,
                other_names: self.other_names(),
                expected,
                error,
            },
            position,
        }
    }

    /// Returns whether a whole entry is in the buffer, so that reading it neither waits nor fails.
    pub(super) fn has_arrived(&self) -> bool {
        let buffered = self.documents.lines.buffered();
        let mut lines = buffered.split_inclusive(|&byte| byte == b'\n');
        if self.reading.blocks {
            let is_empty = |line: &&[u8]| line.trim_ascii().is_empty();
            let mut block = lines.skip_while(is_empty);
            block.any(|line| is_empty(&line) && line.ends_with(b"\n"))
        } else {
            // An object that begins with a brace alone has more lines, and so may an array.
            lines.next().is_some_and(|line| {
                line.ends_with(b"\n") && !line.starts_with(b"[") && line.trim_ascii() != b"{"
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read::Convention;

    /// Returns the line and the text of each entry.
    fn entries(text: &str, reading: Reading) -> Vec<(u64, String)> {
        Entries::new(
            Path::new("input"),
            text.as_bytes(),
            reading,
            Convention::default(),
        )
        .map(|entry| match entry.expect("memory can be read") {
            (line, InputLine::Whole(text)) => (line, text),
            (line, InputLine::TooLong(text)) => (line, text[..8].to_owned()),
        })
        .collect()
    }

    fn entry(line: u64, text: &str) -> (u64, String) {
        (line, text.to_owned())
    }

    #[test]
    fn each_line_is_an_entry_even_an_empty_one() {
        let wanted = [entry(1, "44"), entry(2, ""), entry(3, "45")];
        assert_eq!(entries("44\r\n\n45", Reading::default()), wanted);
    }

    #[test]
    fn each_block_between_empty_lines_is_one_entry() {
        let reading = Reading {
            blocks: true,
            ..Reading::default()
        };
        let wanted = [entry(3, "a\n b"), entry(7, "c"), entry(9, "d")];
        let text = "\n \na\r\n b \n\n\t\nc\n\nd";
        assert_eq!(entries(text, reading.clone()), wanted);
        let long = format!("{}\n{}\n\nx", "y".repeat(MAX_LINE), "z");
        let wanted = [entry(1, "yyyyyyyy"), entry(4, "x")];
        assert_eq!(entries(&long, reading), wanted);
    }

    #[test]
    fn a_first_line_that_names_a_column_is_not_an_entry() {
        let plain = Reading::default();
        let wanted = [entry(2, "1,44"), entry(3, "2,45")];
        assert_eq!(entries("id,Moves\n1,44\n2,45\n", plain.clone()), wanted);
        let named = Reading {
            column: Some("line".to_owned()),
            ..plain.clone()
        };
        assert_eq!(entries("id;line\n1,44\n2,45\n", named.clone()), wanted);
        assert_eq!(entries("id,moves", plain.clone()), []);
        // The word `moves` alone is a position: the empty board.
        assert_eq!(entries("moves", plain), [entry(1, "moves")]);
        let wanted = [entry(2, "\"a\nb\",44"), entry(4, "2,45")];
        assert_eq!(
            entries("id,moves\n\"a\nb\",44\n2,45\n", Reading::default()),
            wanted
        );
        let lines = &b"id,moves\n"[..];
        let refused = Entries::new(Path::new("input"), lines, named, Convention::default()).read();
        let message =
            "input: expected a first line that names the column \"line\"; found \"id,moves\"";
        assert_eq!(
            refused.err().map(|error| error.to_string()),
            Some(message.to_owned())
        );
    }
}
