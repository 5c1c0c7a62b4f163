//! Tables: rows of separated values below a first line that names the columns. Pure.

use std::sync::Arc;

use super::json::{self, Reader};
use super::text::{self, PositionText, ReadText};
use crate::game::error::offset;
use crate::game::{Expected, TextError};
use crate::review::record::Record;

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
    /// The indices of the columns that the output keeps: all others. Of a table of this program, only
    /// those that came from its input.
    others: Vec<usize>,
    /// Their names in the output.
    pub(super) other_names: OtherNames,
}

/// The names in the output of the other columns of a table.
pub(in crate::cli) type OtherNames = Arc<[String]>;

/// The prefix for the name of a column in the output that is already there.
const PREFIX: &str = "input_";

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
            (0..names.len())
                .filter(|&index| is_wanted(&names[index]))
                .collect()
        };
        let columns = columns_of(wanted.as_ref().map_or(&NAMES[..], std::slice::from_ref));
        let column = match columns[..] {
            [] => return Ok(None),
            // `moves` alone is the empty board.
            [0] if wanted.is_none() && *names == ["moves"] => return Ok(None),
            [column] => column,
            [first, second, ..] => {
                let (first, second) = (&names[first], &names[second]);
                return Err(format!(
                    "the first line names {first} and {second}; choose with --column"
                ));
            }
        };
        let is_own = names[column].eq_ignore_ascii_case("input");
        let last = Some(names.len() - 1).filter(|&last| column < last);
        let others = others(names, column);
        Ok(Some(TableLayout {
            delimiter,
            names: names.to_vec(),
            column,
            label: columns_of(&["label"]).first().copied().filter(|_| is_own),
            score: columns_of(&["score"]).first().copied().or(last),
            other_names: output_names(others.iter().map(|&other| &names[other])),
            others,
        }))
    }

    /// Returns whether a row continues on the next line, because a quote is open.
    pub(super) fn continues(&self, row: &str) -> bool {
        fields(row, self.delimiter).is_err()
    }

    /// Reads the position in a row.
    pub(super) fn read<R: Reader>(&self, row: &str, reader: R) -> ReadText<R::Game> {
        let bad = |at: usize, kind: Expected| {
            let error = kind.at(&row[at..]).in_text(row);
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
        let (mut position, read) = json::read_field(text, reader);
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
        let others = self.others.iter().map(|&other| fields[other].text.clone());
        position.others = others.collect();
        position.score = Some(
            self.score
                .map_or(String::new(), |score| fields[score].text.clone()),
        );
        (position, read)
    }

    fn label(&self, fields: &[Field]) -> Option<String> {
        if let Some(label) = self.label {
            return Some(fields[label].text.clone()).filter(|label| !label.is_empty());
        }
        let others = self.others.iter().map(|&other| fields[other].written);
        let others: Vec<&str> = others.collect();
        (!others.is_empty()).then(|| others.join(&*self.delimiter.to_string()))
    }
}

/// Returns the fields of records that do not come from a table.
fn own_fields() -> impl Iterator<Item = &'static str> {
    Record::FIELDS.split(',').filter(|&name| name != "label")
}

/// Returns the indices of the columns that the output keeps.
fn others(names: &[String], column: usize) -> Vec<usize> {
    let is_own = own_fields().all(|own| names.iter().any(|name| name == own));
    let is_dropped = |name: &String| is_own && own_fields().any(|own| name == own);
    let others = (0..names.len()).filter(|&index| index != column && !is_dropped(&names[index]));
    others.collect()
}

/// Returns the names in the output of columns with these names. All names there differ, also for
/// programs that ignore case.
fn output_names<'a>(names: impl Iterator<Item = &'a String>) -> OtherNames {
    let mut taken: Vec<String> = own_fields().map(str::to_owned).collect();
    let unique = names.map(|name| {
        let mut name = name.clone();
        while taken.contains(&name.to_lowercase()) {
            name.insert_str(0, PREFIX);
        }
        taken.push(name.to_lowercase());
        name
    });
    unique.collect()
}

/// A field of a row.
struct Field<'a> {
    /// The field as it is in the row, with blanks and quotes.
    written: &'a str,
    /// The offset of the text in the row.
    begin: usize,
    /// The text, without the blanks and the quotes around it.
    text: String,
}

/// Splits a row into its fields. A quote begins a quoted field if only blanks are before it. The
/// label keeps fields as they are written, so the row is not read by the crate `csv`.
///
/// # Errors
/// Fails if a quoted field does not end in this row. The error is the offset of the field.
fn fields(row: &str, delimiter: char) -> Result<Vec<Field<'_>>, usize> {
    let is_blank = |c: char| c.is_whitespace() && c != delimiter;
    let (mut fields, mut rest) = (Vec::new(), Some(row));
    while let Some(field) = rest {
        let inner = field.trim_start_matches(is_blank);
        let quoted = quoted(inner).map_err(|()| offset(row, field))?;
        let after = &inner[quoted.len()..];
        let (after, next) = after
            .split_once(delimiter)
            .map_or((after, None), |(after, next)| (after, Some(next)));
        let is_quoted = usize::from(!quoted.is_empty());
        let text = &quoted[is_quoted..quoted.len() - is_quoted];
        fields.push(Field {
            written: &field[..offset(field, after) + after.len()],
            begin: offset(row, inner) + is_quoted,
            text: text.replace("\"\"", "\"") + after.trim_end(),
        });
        rest = next;
    }
    Ok(fields)
}

/// Returns the quoted text at the start of a field, with its quotes; empty if there is none. Two
/// quotes in it are one quote of the text.
fn quoted(field: &str) -> Result<&str, ()> {
    if !field.starts_with('"') {
        return Ok("");
    }
    let mut end = 1;
    loop {
        end += field[end..].find('"').ok_or(())? + 1;
        if !field[end..].starts_with('"') {
            return Ok(&field[..end]);
        }
        end += 1;
    }
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
    use crate::game::Size;
    use crate::game::read::Convention;

    /// Returns the layout of the table that has this first line.
    fn table(line: &str) -> TableLayout {
        match Head::of(line, None, || false) {
            Ok(Some(Head::Table(table))) => table,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// First lines, rows, and the input, the label and the score of their positions, or an error.
    const ROWS: &str = r#"
moves,score => 4453,-2 => 4453 | -2 | -2
id,Moves,score => 7,4453,-2 => 4453 | 7,-2 | -2
id,moves => "a,b",4453 => 4453 | "a,b" | -
id;board => 7;"4,4,5,3" => 4,4,5,3 | 7 | -
"fen",x => 7/7/7/7/7/7 w - - 0 1,"""" => 7/7/7/7/7/7 w - - 0 1 | """" | -
position => 4453 => 4453 | - | -
moves,x => , =>  |  | -
input,x,label => 44,1,"a, ""b""" => 44 | a, "b" | -
input,label,side => 44,, => 44 | - | -
moves,x => 4453,6" board => 4453 | 6" board | -
moves,x => 4453,"a""b,c" => 4453 | "a""b,c" | -
moves,x => 4453, "a,b" => 4453 |  "a,b" | -
moves,score,time => 44,1,9 => 44 | 1,9 | 1
moves,time,x => 44,9,1 => 44 | 9,1 | 1
FIELDS => 44,,first,2,1,,,,,,,,,,,,,,,,, => 44 | - | 1
moves,x => "4453,b => char 1: expected a closing quote of this field; the text ends here
moves,x => 4453,"b => char 6: expected a closing quote of this field; the text ends here
id,moves,x => 7, 448,y => char 6: ply 3: '8' is not a column (1-7)
id,moves,x => 7,4453 2,y => char 8: expected the end of the text; found "2"
id,moves => 7 => char 2: expected a row of 2 fields; found 1
id,moves =>  => char 1: expected a row of 2 fields; found 1
moves,x => 44,y,z => char 6: expected a row of 2 fields; found 3
id,FEN => 7, => char 3: expected a position as "FEN"; the text ends here
board;x => " ";1 => char 2: expected a position as "board"; the text ends here
"#;

    #[test]
    fn a_row_has_a_position_with_a_label_and_a_score_or_an_error() {
        for case in ROWS.lines().skip(1) {
            let parts: Vec<&str> = case.split(" => ").collect();
            let head = parts[0].replace("FIELDS", Record::FIELDS);
            let (text, read) = table(&head).read(parts[1], Convention::default());
            let score = text
                .score(Size::USUAL)
                .map_or("-".to_owned(), |score| score.to_string());
            let label = text.label.as_deref().unwrap_or("-");
            let shown = match read {
                Ok(_) => format!("{} | {label} | {score}", text.input),
                Err(error) => error.to_string(),
            };
            assert_eq!(shown, parts[2], "{case}");
        }
    }
}
