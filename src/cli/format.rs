//! The formats of records: JSON lines and CSV.

use std::io;
use std::slice;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;

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

    /// Formats a record: one line of JSON, or its rows of CSV. `names` is the header of the table.
    pub(super) fn lines(self, names: &str, record: &impl Serialize) -> io::Result<Vec<u8>> {
        // Most records fit, so that the text does not move while it grows.
        let mut lines = Vec::with_capacity(512);
        match self {
            Format::JsonLines => {
                serde_json::to_writer(&mut lines, record)?;
                lines.push(b'\n');
            }
            Format::Csv => {
                let record = serde_json::to_value(record)?;
                let moves = record["annotations"].as_array();
                let mut writer = csv::Writer::from_writer(&mut lines);
                for part in moves.map_or(slice::from_ref(&record), Vec::as_slice) {
                    let names = names.trim_end().split(',');
                    writer.write_record(names.map(|name| field(&record, part, name)))?;
                }
                writer.flush()?;
            }
        }
        Ok(lines)
    }
}

/// Returns the field of a table with this name: of a part of the record or, if it has none, of the
/// record itself. `first.moves` is the field `moves` of the record's object `first`.
fn field(record: &Value, part: &Value, name: &str) -> String {
    let column = name.strip_prefix("score").and_then(|end| end.parse().ok());
    if let Some(column @ 1_usize..) = column {
        return text(&record["scores"][column - 1]);
    }
    let within = || record.pointer(&format!("/{}", name.replace('.', "/")));
    part.get(name).or_else(within).map_or(String::new(), text)
}

/// Returns a value as text.
///
/// NUL characters are replaced, because other programs do not read CSV with them; a power cut may
/// leave such bytes in a file. Line ends between the rows of a board are replaced, because each
/// record is on one line.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.replace('\0', "\u{fffd}").replace('\n', "/"),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        // Without the `.0` of a whole number.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
        other => other.to_string(),
    }
}
