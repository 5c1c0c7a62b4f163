//! The two formats of an output, JSON lines and CSV: how records are written, and how they
//! are recognised when a run is resumed.

use std::io;

use clap::ValueEnum;

use crate::cli::position_arg::PositionText;
use crate::record::{CSV_HEADER, Row};

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    #[value(name = "jsonl")]
    JsonLines,
    Csv,
}

impl Format {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Format::JsonLines => "jsonl",
            Format::Csv => "csv",
        }
    }

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
            Format::Csv => row.write_csv(lines),
        }
    }

    /// Whether a record is that of a bad line.
    pub(super) fn is_bad(self, record: &[u8]) -> bool {
        match self {
            // Quotes within a text are escaped, so this cannot be part of a text.
            Format::JsonLines => record.windows(9).any(|part| part == b",\"error\":"),
            Format::Csv => !record.ends_with(b",,,\n"),
        }
    }

    /// Whether a record is that of a position with this text and label.
    pub(super) fn is_of(self, record: &[u8], text: &PositionText) -> io::Result<bool> {
        let mut begin = Vec::new();
        self.append(&text.given(), &mut begin)?;
        let end: &[u8] = match self {
            Format::JsonLines => b"}\n",
            Format::Csv => b"\n",
        };
        let begin = begin.strip_suffix(end).expect("it ends like a record");
        let rest = record.strip_prefix(begin);
        Ok(rest.is_some_and(|rest| rest.starts_with(b",")))
    }
}
