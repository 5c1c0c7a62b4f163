//! The records of an analysis in the two formats of an output: JSON lines and CSV.

use std::io;

use crate::cli::arguments::Format;
use crate::record::{CSV_HEADER, Row, write_row};

impl Format {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Format::JsonLines => "jsonl",
            Format::Csv => "csv",
        }
    }

    /// Returns the line before the first record; empty if there is none.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Format::JsonLines => "",
            Format::Csv => CSV_HEADER,
        }
    }

    /// Appends a record to `lines`.
    pub(super) fn append(self, row: &impl Row, lines: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Format::JsonLines => {
                serde_json::to_writer(&mut *lines, row)?;
                lines.push(b'\n');
                Ok(())
            }
            Format::Csv => write_row(lines, row.row()),
        }
    }

    /// Returns a record as the whole content of an output.
    pub(in crate::cli) fn only(self, row: &impl Row) -> io::Result<Vec<u8>> {
        let mut lines = self.header().as_bytes().to_vec();
        self.append(row, &mut lines)?;
        Ok(lines)
    }

    /// Returns whether a record is the record of a bad line.
    pub(super) fn is_bad(self, record: &[u8]) -> bool {
        match self {
            // These bytes are not part of a text, because quotes in a text are escaped.
            Format::JsonLines => record.windows(9).any(|part| part == b",\"error\":"),
            Format::Csv => !record.ends_with(b",,,\n"),
        }
    }
}
