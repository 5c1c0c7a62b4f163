//! Tables: rows of separated values below a first line that names the columns. Pure.

use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};

use super::json;
use super::text::{self, PositionText, ReadText};
use crate::game::error::offset;
use crate::game::read::Convention;
use crate::game::{Expected, TextError};

/// Names of columns that contain positions. The last one is that of this program's own tables.
const NAMES: [&str; 6] = ["position", "pos", "moves", "fen", "board", "input"];

/// Delimiters of tables.
pub(super) const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// The delimiter of a table, and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableLayout {
    delimiter: char,
    names: Vec<String>,
    /// The index of the column of positions.
    column: usize,
    /// The index of the column of labels in a table of this program. In other tables, the label
    /// consists of all other fields.
    label: Option<usize>,
    /// The index of the column of scores.
    score: Option<usize>,
}

impl TableLayout {
    /// Returns the layout of a table with these names, or `None` if none of them is the name of the
    /// wanted column or, without it, of a column of positions.
    ///
    /// # Errors
    /// Fails if several columns may contain the positions.
    pub(super) fn of(
        delimiter: char,
        names: &[String],
        wanted: Option<&str>,
    ) -> Result<Option<TableLayout>, String> {
        let columns_of = |wanted: &[&str]| -> Vec<usize> {
            let is_wanted = |name: &String| wanted.iter().any(|one| name.eq_ignore_ascii_case(one));
            let indices = (0..names.len()).filter(|&index| is_wanted(&names[index]));
            indices.collect()
        };
        let columns = columns_of(wanted.as_ref().map_or(&NAMES[..], std::slice::from_ref));
        let column = match columns[..] {
            [] => return Ok(None),
            // `moves` alone is the empty board.
            [0] if wanted.is_none() && *names == ["moves"] => return Ok(None),
            [column] => column,
            _ => {
                let found: Vec<&str> = columns.iter().map(|&column| &*names[column]).collect();
                let found = found.join(" and ");
                return Err(format!(
                    "the first line names {found}; choose with --column"
                ));
            }
        };
        let is_own = names[column].eq_ignore_ascii_case("input");
        let last = Some(names.len() - 1).filter(|&last| column < last);
        Ok(Some(TableLayout {
            delimiter,
            names: names.to_vec(),
            column,
            label: columns_of(&["label"]).first().copied().filter(|_| is_own),
            score: columns_of(&["score"]).first().copied().or(last),
        }))
    }

    /// Returns whether a row continues on the next line, because a quote is open.
    pub(super) fn continues(&self, row: &str) -> bool {
        fields(row, self.delimiter).is_err()
    }

    /// Reads the position in a row.
    pub(super) fn read(&self, row: &str, convention: Convention) -> ReadText {
        let bad = |at: usize, kind: Expected| {
            let error = TextError::new(1, row[..at].chars().count() + 1, kind);
            (PositionText::new(row, None), Err(error))
        };
        let fields = match fields(row, self.delimiter) {
            Ok(fields) => fields,
            Err(at) => return bad(at, Expected::new("a closing quote of this field", "")),
        };
        let (found, wanted) = (fields.len(), self.names.len());
        if found != wanted {
            let extra = fields.get(wanted);
            let end = extra.map_or(row.len(), |extra| offset(row, extra.written));
            return bad(
                end,
                Expected::named(format!("a row of {wanted} fields"), found),
            );
        }
        let Field { begin, text, .. } = &fields[self.column];
        let (mut position, read) = json::read_field(text, convention);
        let read = text::refuse_empty(&self.names[self.column], text)
            .map_err(|kind| TextError::new(1, 1, kind))
            .and(read);
        let read = read.map_err(|error| match error.line {
            1 => TextError {
                character: row[..*begin].chars().count() + error.character,
                ..error
            },
            // A row of several lines counts as one.
            _ => error,
        });
        position.label = self.label(&fields);
        let score = self.score.map(|score| fields[score].text.clone());
        position.score = Some(score.unwrap_or_default());
        (position, read)
    }

    fn label(&self, fields: &[Field]) -> Option<String> {
        if let Some(label) = self.label {
            return Some(fields[label].text.clone()).filter(|label| !label.is_empty());
        }
        let mut others: Vec<&str> = fields.iter().map(|field| field.written).collect();
        others.remove(self.column);
        (!others.is_empty()).then(|| others.join(&*self.delimiter.to_string()))
    }
}

/// A field of a row.
#[derive(Default)]
struct Field<'a> {
    /// The field as it is in the row, with blanks and quotes.
    written: &'a str,
    /// The offset of the text in the row.
    begin: usize,
    /// The text, without the blanks and the quotes around it.
    text: String,
}

/// Splits a row into its fields. A quote begins a quoted field if only blanks are before it.
///
/// # Errors
/// Fails if a quoted field does not end in this row. The error is the offset of the field.
fn fields(row: &str, delimiter: char) -> Result<Vec<Field<'_>>, usize> {
    let mut reader = ReaderBuilder::new()
        .delimiter(u8::try_from(delimiter).expect("delimiters are ASCII"))
        .terminator(Terminator::Any(b'\n'))
        .build();
    let (line, mut text) = (format!("{row}\n"), vec![0; row.len() + 1]);
    let (mut fields, mut at) = (Vec::new(), 0);
    while at <= row.len() {
        let is_blank = |c: char| c.is_whitespace() && c != delimiter;
        let inner = row[at..].trim_start_matches(is_blank);
        let before = offset(row, inner);
        let (result, read, length) = reader.read_field(&line.as_bytes()[before..], &mut text);
        let end = before + read - 1;
        match result {
            ReadFieldResult::Field { .. } => {}
            // The reader skips an empty row.
            _ if inner.is_empty() => {}
            _ => return Err(at),
        }
        let written = &row[at..end];
        let blanks = written.len() - written.trim_end().len().max(before - at);
        let text = String::from_utf8_lossy(&text[..length - blanks]).into_owned();
        let begin = before + usize::from(inner.starts_with('"'));
        fields.push(Field {
            written,
            begin,
            text,
        });
        at = end + 1;
    }
    Ok(fields)
}

/// Returns the names of the columns in a first line.
pub(super) fn names(head: &str, delimiter: char) -> Vec<String> {
    let fields = fields(head, delimiter).unwrap_or_default();
    fields.into_iter().map(|field| field.text).collect()
}

#[cfg(test)]
mod tests {
    use super::super::head::Head;
    use super::*;
    use crate::game::Score;
    use crate::review::record::Record;

    /// Returns the layout of the table that has this first line.
    fn table(line: &str) -> TableLayout {
        match Head::of(line, None, || false) {
            Ok(Some(Head::Table(table))) => table,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn read(head: &str, row: &str) -> (String, Option<String>, Option<String>) {
        let (text, read) = table(head).read(row, Convention::default());
        let error = read.err().map(|error| error.to_string());
        (text.input, text.label, error)
    }

    #[test]
    fn the_rest_of_a_row_is_the_label_of_its_position() {
        for (head, row, input, label) in [
            ("moves,score", "4453,-2", "4453", Some("-2")),
            ("id,Moves,score", "7,4453,-2", "4453", Some("7,-2")),
            ("id,moves", "\"a,b\",4453", "4453", Some("\"a,b\"")),
            ("id;board", "7;\"4,4,5,3\"", "4,4,5,3", Some("7")),
            (
                "\"fen\",x",
                "7/7/7/7/7/7 w - - 0 1,\"\"\"\"",
                "7/7/7/7/7/7 w - - 0 1",
                Some("\"\"\"\""),
            ),
            ("position", "4453", "4453", None),
            ("moves,x", ",", "", Some("")),
            (
                "input,x,label",
                "44,1,\"a, \"\"b\"\"\"",
                "44",
                Some("a, \"b\""),
            ),
            ("input,label,side", "44,,", "44", None),
        ] {
            let wanted = (input.to_owned(), label.map(str::to_owned), None);
            assert_eq!(read(head, row), wanted, "{head}: {row}");
        }
    }

    #[test]
    fn a_quote_inside_a_field_is_text() {
        for (row, label) in [
            ("4453,6\" board", "6\" board"),
            ("4453,\"a\"\"b,c\"", "\"a\"\"b,c\""),
            ("4453,\"\"\"\"", "\"\"\"\""),
            ("4453, \"a,b\"", " \"a,b\""),
        ] {
            let wanted = ("4453".to_owned(), Some(label.to_owned()), None);
            assert_eq!(read("moves,x", row), wanted, "{row}");
        }
        for (row, at) in [("\"4453,b\n445,c", 1), ("4453,\"b\n445,c", 6)] {
            let (_, _, error) = read("moves,x", row);
            let wanted = "expected a closing quote of this field; the text ends here";
            assert_eq!(error, Some(format!("char {at}: {wanted}")), "{row}");
        }
    }

    #[test]
    fn an_error_has_its_character_in_the_row() {
        let (_, label, error) = read("id,moves,x", "7,448,y");
        assert_eq!(label.as_deref(), Some("7,y"));
        let message = "char 5: ply 3: '8' is not a column (1-7)";
        assert_eq!(error.as_deref(), Some(message));
        let (_, _, error) = read("id,moves,x", "7, 448,y");
        let message = "char 6: ply 3: '8' is not a column (1-7)";
        assert_eq!(error.as_deref(), Some(message));
        let (_, _, error) = read("id,moves,x", "7,4453 2,y");
        let message = "char 8: expected the end of the text; found \"2\"";
        assert_eq!(error.as_deref(), Some(message));
        for (head, row, message) in [
            (
                "id,moves",
                "7",
                "char 2: expected a row of 2 fields; found 1",
            ),
            (
                "id,moves",
                "",
                "char 1: expected a row of 2 fields; found 1",
            ),
            (
                "moves,x",
                "44,y,z",
                "char 6: expected a row of 2 fields; found 3",
            ),
            (
                "id,FEN",
                "7,",
                "char 3: expected a position as \"FEN\"; the text ends here",
            ),
            (
                "board;x",
                "\" \";1",
                "char 2: expected a position as \"board\"; the text ends here",
            ),
        ] {
            let (_, _, error) = read(head, row);
            assert_eq!(error.as_deref(), Some(message), "{head}: {row}");
        }
    }

    #[test]
    fn the_score_is_in_its_column_or_in_the_last_field() {
        for (head, row, wanted) in [
            ("moves,score", "44,1", Some(1)),
            ("moves,score,time", "44,1,9", Some(1)),
            ("moves,time,x", "44,9,1", Some(1)),
            ("id,moves", "1,44", None),
            (Record::FIELDS, "44,,first,2,1,,,,,,,,,,,,,,,,", Some(1)),
        ] {
            let (text, _) = table(head).read(row, Convention::default());
            let score = text.score().ok().map(Score::get);
            assert_eq!(score, wanted, "{head}: {row}");
        }
    }
}
