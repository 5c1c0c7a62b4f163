//! The formats of records: JSON lines and CSV.

use std::io;

use clap::ValueEnum;

use crate::record::Rows;

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    #[value(name = "jsonl", alias = "json")]
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

    /// Returns the line before the first record: `names`, the names of all fields, or an empty text
    /// if each record names its fields.
    pub(super) const fn header(self, names: &'static str) -> &'static str {
        match self {
            Format::JsonLines => "",
            Format::Csv => names,
        }
    }

    /// Formats a record: one line of JSON, or its rows of CSV.
    pub(super) fn lines(self, record: &impl Rows) -> io::Result<Vec<u8>> {
        let mut lines = Vec::new();
        match self {
            Format::JsonLines => {
                serde_json::to_writer(&mut lines, record)?;
                lines.push(b'\n');
            }
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new()
                    .has_headers(false)
                    .buffer_capacity(1 << 10)
                    .from_writer(&mut lines);
                for row in record.rows() {
                    writer.serialize(row).map_err(io::Error::from)?;
                }
                writer.flush()?;
            }
        }
        Ok(lines)
    }
}
