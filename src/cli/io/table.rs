//! Tables: rows of separated values below a first line that names the columns. Pure.

use std::collections::HashSet;

use super::json;
use super::text::{self, PositionText, ReadText};
use crate::game::cursor::offset;
use crate::game::read::Convention;
use crate::game::{Expected, TextError, TextErrorKind, notation};

/// Names of columns that contain positions. The last one is that of this program's own tables.
const NAMES: [&str; 6] = ["position", "pos", "moves", "fen", "board", "input"];

/// Delimiters of tables.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

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
    /// Returns the layout that a first line gives, or `None` if the line does not name the column
    /// `wanted` or, without `wanted`, any column of positions.
    ///
    /// # Errors
    /// Fails if several columns may contain the positions.
    pub(super) fn of(head: &str, wanted: Option<&str>) -> Result<Option<TableLayout>, String> {
        for delimiter in DELIMITERS {
            let names = names(head, delimiter);
            let is_named = |column: usize, name: &str| names[column].eq_ignore_ascii_case(name);
            let columns: Vec<usize> = (0..names.len())
                .filter(|&column| match wanted {
                    Some(wanted) => is_named(column, wanted),
                    None => NAMES.iter().any(|name| is_named(column, name)),
                })
                .collect();
            let other = |name: &str| (0..names.len()).find(|&column| is_named(column, name));
            match columns[..] {
                [] => {}
                // `moves` alone is the empty board.
                [0] if wanted.is_none() && *names == ["moves"] => {}
                [column] => {
                    let last = names.len() - 1;
                    return Ok(Some(TableLayout {
                        delimiter,
                        column,
                        label: other("label").filter(|_| is_named(column, "input")),
                        score: other("score").or((column < last).then_some(last)),
                        names,
                    }));
                }
                _ => {
                    let found: Vec<&str> = columns.iter().map(|&column| &*names[column]).collect();
                    let found = found.join(" and ");
                    return Err(format!(
                        "the first line names {found}; choose with --column"
                    ));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a row continues on the next line, because a quote is open.
    pub(super) fn continues(&self, row: &str) -> bool {
        let mut quotes = Quotes::default();
        row.chars()
            .for_each(|c| _ = quotes.ends_field(c, self.delimiter));
        quotes.is_open
    }

    /// Reads the position in a row.
    pub(super) fn read(&self, row: &str, convention: Convention) -> ReadText {
        let fields = fields(row, self.delimiter);
        let (found, wanted) = (fields.len(), self.names.len());
        if let Some(last) = fields.last().filter(|_| self.continues(row)) {
            let kind = Expected::new("a closing quote of this field", "").into();
            let error = error_at(row, offset(row, last), kind);
            return (PositionText::new(row, None), Err(error));
        }
        if found != wanted {
            let end = fields
                .get(wanted)
                .map_or(row.len(), |extra| offset(row, extra));
            let kind = Expected::named(format!("a row of {wanted} fields"), found).into();
            let whole = PositionText::new(row, None);
            return (whole, Err(error_at(row, end, kind)));
        }
        let field = fields[self.column];
        let position = unquoted(field);
        let (mut text, read) = json::read_field(&position, convention);
        let read = text::refuse_empty(&self.names[self.column], &position)
            .map_err(|kind| error_at("", 0, kind))
            .and(read);
        let inner = field.trim_start();
        let before = offset(row, inner) + usize::from(inner.starts_with('"'));
        let read = read.map_err(|error| match error.line {
            1 => TextError {
                character: row[..before].chars().count() + error.character,
                ..error
            },
            _ => error,
        });
        text.label = self.label(&fields);
        let score = self.score.map(|score| unquoted(fields[score]));
        text.score = Some(score.unwrap_or_default());
        (text, read)
    }

    fn label(&self, fields: &[&str]) -> Option<String> {
        if let Some(label) = self.label {
            return Some(unquoted(fields[label])).filter(|label| !label.is_empty());
        }
        let mut others = fields.to_vec();
        others.remove(self.column);
        (!others.is_empty()).then(|| others.join(&*self.delimiter.to_string()))
    }
}

/// Returns an error at an offset in a row. A row of several lines counts as one.
fn error_at(row: &str, offset: usize, kind: TextErrorKind) -> TextError {
    TextError::new(1, row[..offset].chars().count() + 1, kind)
}

/// Returns whether a line consists of names of columns, and none of them contains positions. The
/// names are different words, of which one or more can be neither moves nor cells.
pub(super) fn is_head(line: &str) -> bool {
    let is_mark = |c: char| "abcdefgprxoy".contains(c.to_ascii_lowercase());
    let is_letter = |c: char| c.is_alphanumeric() || "_- .".contains(c);
    let is_part = |word: &str| word.len() == 1 || is_move(word);
    let is_word = |name: &String| {
        let begins_well = name.is_empty() || name.starts_with(char::is_alphabetic);
        begins_well && name.chars().all(is_letter) && !name.split(' ').any(is_part)
    };
    DELIMITERS.into_iter().any(|delimiter| {
        let names = names(line, delimiter);
        names.len() > 1
            && names.iter().all(is_word)
            && names.iter().any(|name| !name.chars().all(is_mark))
            && differ(&names)
            && !names_cells(line)
    })
}

/// Returns whether a line names the 42 cells of a board, and perhaps a class after them. The other
/// lines are then boards. Names differ from each other, unlike the marks of a board. 42 squares are
/// in order, unlike those of a game.
pub(super) fn names_cells(line: &str) -> bool {
    DELIMITERS.into_iter().any(|delimiter| {
        let names = names(line, delimiter);
        let are_moves = names.iter().all(|name| is_move(name));
        let may_be_game = names.len() == 42 && are_moves && !names.is_sorted();
        let are_names = differ(&names) && !names.contains(&String::new());
        (42..=43).contains(&names.len()) && are_names && !may_be_game
    })
}

/// Returns whether the names of cells in a line go by columns: `a1`, `a2` and so on.
pub(super) fn goes_by_columns(line: &str) -> bool {
    let squares = ('a'..='g').flat_map(|file| (1..=6).map(move |row| format!("{file}{row}")));
    let squares: Vec<String> = squares.collect();
    DELIMITERS.into_iter().any(|delimiter| {
        let names = names(&line.to_ascii_lowercase(), delimiter);
        names.starts_with(&squares)
    })
}

/// Returns the error of a row of cells by columns that has other marks than the UCI data set.
pub(super) fn other_marks(row: &str) -> Option<TextError> {
    let is_empty = |field: &str| field.trim().eq_ignore_ascii_case("b");
    let wanted = "b, x and o in cells that go by columns, as the first line names them";
    let error = || TextError::new(1, 1, Expected::named(wanted, "other marks"));
    (!row.split(DELIMITERS).any(is_empty)).then(error)
}

/// Returns the first of 43 names if it does not look like the second, which names a cell. The field
/// besides the cells must be the last one.
pub(super) fn name_before_cells(line: &str) -> Option<String> {
    let form = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.len(), stem.len() == name.len())
    };
    DELIMITERS.into_iter().find_map(|delimiter| {
        let names = names(line, delimiter);
        let is_before = names.len() == 43 && form(&names[0]) != form(&names[1]);
        (is_before && differ(&names)).then(|| names[0].clone())
    })
}

fn is_move(word: &str) -> bool {
    notation::tokens(word, 1).is_ok()
}

/// Returns whether all names differ.
fn differ(names: &[String]) -> bool {
    names.iter().collect::<HashSet<_>>().len() == names.len()
}

/// The state of a walk through the characters of a row. A field is quoted if it begins with a quote.
/// Two quotes in a quoted field are one that is text. A quote inside any other field is text.
#[derive(Default)]
struct Quotes {
    /// Whether the last character is in a quoted field.
    is_open: bool,
    /// Whether the field has more than blanks.
    has_begun: bool,
    /// Whether the last character closed a quote.
    has_closed: bool,
}

impl Quotes {
    /// Takes the next character. Returns whether it ends a field.
    fn ends_field(&mut self, character: char, delimiter: char) -> bool {
        let counts = self.is_open || !self.has_begun || self.has_closed;
        let is_quote = character == '"' && counts;
        self.is_open ^= is_quote;
        self.has_closed = is_quote && !self.is_open;
        let is_end = character == delimiter && !self.is_open;
        self.has_begun = !is_end && (self.has_begun || !character.is_whitespace());
        is_end
    }
}

/// Returns the fields of a row, unchanged, with their quotes. A delimiter between quotes is text.
fn fields(row: &str, delimiter: char) -> Vec<&str> {
    let mut quotes = Quotes::default();
    row.split(|c: char| quotes.ends_field(c, delimiter))
        .collect()
}

/// Returns the names of the columns in a first line.
fn names(head: &str, delimiter: char) -> Vec<String> {
    fields(head, delimiter).into_iter().map(unquoted).collect()
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
    use crate::game::Score;
    use crate::review::record::Record;

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
    fn a_name_before_those_of_the_cells_is_found() {
        let cells = |stem: &str| {
            let names: Vec<String> = (0..42).map(|cell| format!(",{stem}{cell}")).collect();
            names.concat()
        };
        for (line, name) in [
            (format!("target{}", cells("c")), Some("target")),
            (cells(""), Some("")),
            (format!("x{}", cells("c")), Some("x")),
            (format!("{},winner", &cells("c")[1..]), None),
            (cells("c")[1..].to_owned(), None),
        ] {
            assert_eq!(name_before_cells(&line).as_deref(), name, "{line}");
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
    fn only_a_line_of_names_begins_a_table() {
        for head in [
            "4453,2",
            "4,4,5,3",
            "moves",
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
        for head in [
            "id\tmoves",
            "moves\tname",
            "\"moves\"\t\"label\"",
            "moves\t",
            "position\tscore",
            "id;moves;x, if any",
            "fen",
        ] {
            assert!(matches!(TableLayout::of(head, None), Ok(Some(_))), "{head}");
        }
        let two = "the first line names Position and moves; choose with --column".to_owned();
        assert_eq!(TableLayout::of("Position,moves,x", None), Err(two));
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
            let table = TableLayout::of(head, None).expect(head).expect(head);
            let (text, _) = table.read(row, Convention::default());
            let score = text.score().ok().map(Score::get);
            assert_eq!(score, wanted, "{head}: {row}");
        }
    }

    #[test]
    fn a_line_of_other_names_is_a_head_too() {
        for line in [
            "game,score",
            "id;sequence",
            "name\tresult",
            "Game Id,,\"first move\"",
        ] {
            assert!(is_head(line), "{line}");
        }
        for line in [
            "d1,d2,h1",
            "b,b,x,o,wn",
            "4453,x",
            "game",
            "x,y,name",
            "1,name",
            "d1 d2\tmine",
            "{\"a\": 1,\"b\": 2}",
        ] {
            assert!(!is_head(line), "{line}");
        }
        let join = |names: &[String]| names.join(",");
        let squares = (0..42).map(|cell| {
            format!(
                "{}{}",
                ["a", "b", "c", "d", "e", "f", "g"][cell / 6],
                cell % 6 + 1
            )
        });
        let mut names: Vec<String> = squares.collect();
        assert!(names_cells(&join(&names)));
        names.swap(0, 6);
        assert!(!names_cells(&join(&names)), "they may be moves");
        names.push("class".to_owned());
        assert!(names_cells(&join(&names)));
        for name in &mut names[..42] {
            name.insert_str(0, "pos_");
        }
        assert!(names_cells(&join(&names[..42])) && names_cells(&join(&names)));
        assert!(!is_head(&join(&names)) && is_head(&join(&names[..41])));
        let numbers = (0..42).map(|cell| cell.to_string()).collect::<Vec<_>>();
        assert!(names_cells(&numbers.join("\t")));
        for cell in ["0", "-1.0", "x", "empty", "null"] {
            let marks = format!("{}q,win", format!("{cell},").repeat(41));
            assert!(!names_cells(&marks) && !is_head(&marks), "{marks}");
        }
    }
}
