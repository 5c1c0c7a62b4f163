//! Prints records as JSON lines or CSV.

use std::io;
use std::slice;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use serde_json::Value;

/// A format of the output. Each command has some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Records, one JSON object per line
    #[value(name = "jsonl", alias = "json")]
    JsonLines,
    /// Records as a table of comma-separated values
    Csv,
    /// Games in PGN
    Pgn,
    /// A page for a browser
    Html,
    /// A picture of one position or game
    Svg,
}

/// The formats of records, which every command has.
pub(in crate::cli) const RECORDS: [Format; 2] = [Format::JsonLines, Format::Csv];

/// Returns a parser of some formats.
pub(in crate::cli) fn one_of(formats: &[Format]) -> impl TypedValueParser<Value = Format> {
    let values = formats.iter().filter_map(Format::to_possible_value);
    let names = PossibleValuesParser::new(values);
    names.map(|name| Format::from_str(&name, false).expect("one of the names"))
}

impl Format {
    pub(in crate::cli) fn name(self) -> &'static str {
        ["jsonl", "csv", "pgn", "html", "svg"][self as usize]
    }
}

/// A printer of records.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Printer {
    pub(in crate::cli) format: Format,
    /// The names of the fields in a table, between commas.
    pub(in crate::cli) fields: &'static str,
}

impl Printer {
    /// Returns the line before the first record: the names of all fields, or nothing if each record
    /// names its fields.
    pub(in crate::cli) fn header(self) -> String {
        match self.format {
            Format::Csv => self.fields.to_owned() + "\n",
            _ => String::new(),
        }
    }

    /// Formats records, with the line before the first one.
    pub(in crate::cli) fn all<R: Serialize>(
        self,
        records: impl IntoIterator<Item = R>,
    ) -> io::Result<Vec<u8>> {
        let mut bytes = self.header().into_bytes();
        for record in records {
            bytes.extend(self.lines(&record)?);
        }
        Ok(bytes)
    }

    /// Returns the header of a table in which other columns take the place of `label`.
    pub(in crate::cli) fn header_with(self, others: Option<&[String]>) -> io::Result<Vec<u8>> {
        let mut header = Vec::new();
        if self.format == Format::Csv {
            let mut writer = csv::Writer::from_writer(&mut header);
            writer.write_record(self.row(others, str::to_owned))?;
            writer.flush()?;
        }
        Ok(header)
    }

    /// Formats a record: one line of JSON, or its rows of CSV.
    pub(in crate::cli) fn lines(self, record: &impl Serialize) -> io::Result<Vec<u8>> {
        self.lines_with(record, None)
    }

    /// Formats a record. In CSV, the values `others` take the place of the label.
    pub(in crate::cli) fn lines_with(
        self,
        record: &impl Serialize,
        others: Option<&[String]>,
    ) -> io::Result<Vec<u8>> {
        // Most records fit, so that the text does not move while it grows.
        let mut lines = Vec::with_capacity(512);
        if self.format == Format::Csv {
            let record = serde_json::to_value(record)?;
            let moves = record["annotations"].as_array();
            let mut writer = csv::Writer::from_writer(&mut lines);
            for part in moves.map_or(slice::from_ref(&record), Vec::as_slice) {
                writer.write_record(self.row(others, |name| field(&record, part, name)))?;
            }
            writer.flush()?;
        } else {
            serde_json::to_writer(&mut lines, record)?;
            lines.push(b'\n');
        }
        Ok(lines)
    }

    /// Returns a row: what `field` returns for each field, but `others` in place of the label.
    fn row<'a>(
        self,
        others: Option<&'a [String]>,
        field: impl Fn(&'static str) -> String + 'a,
    ) -> impl Iterator<Item = String> + 'a {
        self.fields.split(',').flat_map(move |name| match others {
            Some(others) if name == "label" => others.iter().map(|other| plain(other)).collect(),
            _ => vec![field(name)],
        })
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
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => plain(text),
        // A reason in a sentence.
        Value::Object(fields) => fields.get("text").map_or(String::new(), text),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        // Without the `.0` of a whole number.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
        other => other.to_string(),
    }
}

/// Returns a text as it is written in CSV.
///
/// NUL characters are replaced, because other programs do not read CSV with them; a power cut may
/// leave such bytes in a file. Line ends between the rows of a board are replaced, because each
/// record is on one line.
fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}").replace('\n', "/")
}
