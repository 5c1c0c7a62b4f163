//! The two formats of an output, JSON lines and CSV: how records are written, and how they
//! are recognised when a run is resumed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};

use clap::ValueEnum;

use crate::record::{CSV_HEADER, Row};

/// Size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

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

    /// The kind of record on a line; `None` if the line is not a whole record.
    fn kind(self, line: &[u8]) -> Option<Kind> {
        let line = line.strip_suffix(b"\n")?;
        // No record holds a zero byte: those are left by a power cut.
        if line.contains(&0) {
            return None;
        }
        let (whole, bad) = match self {
            // Quotes within a text are escaped, so these cannot be part of a text.
            Format::JsonLines => (
                line.starts_with(b"{\"input\":\"") && line.ends_with(b"}"),
                line.windows(9).rev().any(|part| part == b",\"error\":"),
            ),
            Format::Csv => (!line.is_empty(), !line.ends_with(b",,,")),
        };
        whole.then_some(if bad { Kind::Bad } else { Kind::Good })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Good,
    Bad,
}

/// Counts of the records that an earlier run has left, and of bad lines among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kept {
    pub(super) records: u64,
    pub(super) bad: u64,
}

/// Counts the whole records at the beginning of a file, and the bytes they take.
pub(super) fn scan(file: &mut File, format: Format) -> io::Result<(Kept, u64)> {
    let mut kept = Kept::default();
    file.rewind()?;
    let mut source = BufReader::with_capacity(BUFFER, file);
    let mut line = Vec::new();
    let header = format.header();
    let mut length = 0;
    if !header.is_empty() {
        source.read_until(b'\n', &mut line)?;
        if line != header.as_bytes() {
            return Ok((kept, 0));
        }
        length += line.len() as u64;
        line.clear();
    }
    while source.read_until(b'\n', &mut line)? > 0 {
        let Some(kind) = format.kind(&line) else {
            break;
        };
        kept.records += 1;
        kept.bad += u64::from(kind == Kind::Bad);
        length += line.len() as u64;
        line.clear();
    }
    Ok((kept, length))
}
