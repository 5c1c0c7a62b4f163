//! Tables: rows of separated values below a first line that names the columns. Pure.

use crate::cli::position_arg::PositionText;
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, TextError};

/// Names of columns that contain positions.
const NAMES: [&str; 4] = ["position", "moves", "fen", "board"];

/// The delimiter of a table, and its column of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableLayout {
    delimiter: char,
    /// The index of the column of positions.
    column: usize,
    /// The number of columns.
    columns: usize,
}

impl TableLayout {
    /// Returns the layout that a first line gives, or `None` if the line does not name the column
    /// `wanted` or, without `wanted`, any column of positions.
    ///
    /// # Errors
    /// Fails with the names if several columns may contain the positions.
    pub(super) fn of(head: &str, wanted: Option<&str>) -> Result<Option<TableLayout>, Vec<String>> {
        for delimiter in [',', ';', '\t'] {
            let names: Vec<String> = fields(head, delimiter).into_iter().map(unquoted).collect();
            let columns: Vec<usize> = (0..names.len())
                .filter(|&column| match wanted {
                    Some(wanted) => names[column].eq_ignore_ascii_case(wanted),
                    None => NAMES
                        .iter()
                        .any(|name| names[column].eq_ignore_ascii_case(name)),
                })
                .collect();
            match columns[..] {
                [] => {}
                // `moves` alone, or with a label after a tab, is the empty board.
                [0] if wanted.is_none() && names[0] == "moves" && !head.contains([',', ';']) => {}
                [column] => {
                    return Ok(Some(TableLayout {
                        delimiter,
                        column,
                        columns: names.len(),
                    }));
                }
                _ => {
                    let names = columns.into_iter().map(|column| names[column].clone());
                    return Err(names.collect());
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a row continues on the next line, because a quote is open.
    pub(super) fn continues(row: &str) -> bool {
        row.matches('"').count() % 2 == 1
    }

    /// Returns whether the last field of a row can be its score: the row has all fields, and the last
    /// one is not the position.
    pub(super) fn has_score(self, row: &str) -> bool {
        fields(row, self.delimiter).len() == self.columns && self.column + 1 < self.columns
    }

    /// Reads the position in a row. The rest of the row, unchanged, is its label.
    pub(super) fn read(
        self,
        row: &str,
        convention: Convention,
    ) -> (PositionText, Result<Game, TextError>) {
        let fields = fields(row, self.delimiter);
        let Some(&field) = fields.get(self.column) else {
            let found = fields.len();
            let wanted = format!("a row of {} fields", self.columns);
            let kind = Expected::count(wanted, found).into();
            let (line, character) = (1, row.chars().count() + 1);
            let whole = PositionText::new(row, None);
            return (
                whole,
                Err(TextError {
                    line,
                    character,
                    kind,
                }),
            );
        };
        let before = field.as_ptr().addr() - row.as_ptr().addr();
        let position = unquoted(field);
        // A field has no label: the rest of the row is the label.
        let read = read::game_with(&position, convention);
        let blanks = field.len() - field.trim_start().len();
        let quote = usize::from(field.trim_start().starts_with('"'));
        let read = read.map_err(|error| match error.line {
            1 => TextError {
                character: row[..before + blanks + quote].chars().count() + error.character,
                ..error
            },
            _ => error,
        });
        let label = (self.columns > 1).then(|| {
            let mut others = fields.clone();
            others.remove(self.column);
            others.join(&*self.delimiter.to_string())
        });
        (PositionText::new(&position, label.as_deref()), read)
    }
}

/// Returns the fields of a row, unchanged, with their quotes. A delimiter between quotes is text.
fn fields(row: &str, delimiter: char) -> Vec<&str> {
    let mut quoted = false;
    row.split(|character: char| {
        quoted ^= character == '"';
        character == delimiter && !quoted
    })
    .collect()
}

/// Returns the text of a field, without the blanks and the quotes around it.
fn unquoted(field: &str) -> String {
    let field = field.trim();
    let inner = field
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.map_or_else(|| field.to_owned(), |inner| inner.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(head: &str, row: &str) -> (String, Option<String>, Option<String>) {
        let table = TableLayout::of(head, None).expect(head).expect(head);
        let (text, read) = table.read(row, Convention::default());
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
            ("position,x", ",", "", Some("")),
        ] {
            let wanted = (input.to_owned(), label.map(str::to_owned), None);
            assert_eq!(read(head, row), wanted, "{head}: {row}");
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
        let (_, _, error) = read("id,moves", "7");
        let message = "char 2: expected a row of 2 fields; found 1";
        assert_eq!(error.as_deref(), Some(message));
    }

    #[test]
    fn only_a_line_of_names_begins_a_table() {
        for head in [
            "4453,2",
            "4,4,5,3",
            "moves",
            "moves\tlabel",
            "moves d1 d2",
            "",
            "7/7/7/7/7/7 w",
        ] {
            assert_eq!(TableLayout::of(head, None), Ok(None), "{head}");
        }
        for head in [
            "moves",
            "id\tmoves",
            "x,moves",
            "MOVES",
            "id;moves;x, if any",
        ] {
            assert!(
                matches!(TableLayout::of(head, Some("moves")), Ok(Some(_))),
                "{head}"
            );
        }
        for head in ["id\tmoves", "position\tscore", "id;moves;x, if any", "fen"] {
            assert!(matches!(TableLayout::of(head, None), Ok(Some(_))), "{head}");
        }
        let two = vec!["Position".to_owned(), "moves".to_owned()];
        assert_eq!(TableLayout::of("Position,moves,x", None), Err(two));
    }

    #[test]
    fn the_score_is_a_last_field_after_the_position() {
        for (head, row, wanted) in [
            ("moves,score", "44,1", true),
            ("id,moves", "1,44", false),
            ("id,moves,score", "1,44", false),
            ("id,moves,score", "1,44,2", true),
        ] {
            let table = TableLayout::of(head, None).expect(head).expect(head);
            assert_eq!(table.has_score(row), wanted, "{head}: {row}");
        }
    }
}
