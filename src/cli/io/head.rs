//! First lines: they may name the columns of a table, or the cells of the boards below. Pure.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::table::{DELIMITERS, TableLayout, names};
use crate::game::notation::{self, MoveToken};
use crate::game::{Column, Expected, TextError};

/// The meaning of a first line that is not an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// The line names the columns of a table.
    Table(TableLayout),
    /// The line names the 42 cells of a board, and perhaps a class after them.
    Cells {
        /// Whether the cells go by columns: `a1`, `a2` and so on.
        by_columns: bool,
    },
}

impl Head {
    /// Returns the meaning of a first line, or `None` if the line is an entry. A table has the
    /// column `wanted` or, without `wanted`, any column of positions. `is_entry` returns whether the
    /// line can be read as an entry.
    ///
    /// # Errors
    /// Fails if it is not clear which column contains the positions, or if the names of cells are
    /// not the first names.
    pub(super) fn of(
        line: &str,
        wanted: Option<&str>,
        is_entry: impl FnOnce() -> bool,
    ) -> Result<Option<Head>, String> {
        let readings = DELIMITERS.map(|delimiter| (delimiter, names(line, delimiter)));
        for (delimiter, names) in &readings {
            if let Some(table) = TableLayout::of(*delimiter, names, wanted)? {
                return Ok(Some(Head::Table(table)));
            }
        }
        if let Some(wanted) = wanted {
            return Err(format!(
                "expected a first line that names the column {wanted:?}; found {line:?}"
            ));
        }
        if is_entry() {
            return Ok(None);
        }
        let mut lists = readings.iter().map(|(_, names)| names);
        let named = lists.find_map(|names| named_cells(line, names).transpose());
        named.transpose()
    }
}

/// Returns the meaning of the names in a first line that is not an entry, or `None` if they do not
/// look like names. Names differ from each other, unlike the marks of a board.
fn named_cells(line: &str, names: &[String]) -> Result<Option<Head>, String> {
    if names.iter().collect::<HashSet<_>>().len() < names.len() {
        return Ok(None);
    }
    let squares = names.iter().take(42).map(|name| square(name));
    let squares: Vec<(Column, u8)> = squares.collect::<Option<_>>().unwrap_or_default();
    let by_columns = !squares.is_empty() && squares.is_sorted();
    let by_rows = squares.is_sorted_by_key(|&(column, row)| (Reverse(row), column));
    // Squares in another order may be a game.
    let may_be_game = names.len() == 42 && !by_columns && !by_rows;
    let may_be_cells = (42..=43).contains(&names.len()) && !names.iter().any(String::is_empty);
    let form = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.len(), stem.len() == name.len())
    };
    match names {
        [name, first, ..] if names.len() == 43 && form(name) != form(first) => Err(format!(
            "expected a first line that names 42 cells and perhaps a class after them; found \
             {name:?} before them"
        )),
        [..] if may_be_cells && !may_be_game => Ok(Some(Head::Cells { by_columns })),
        [_, _, ..] if are_words(names) => Err(format!(
            "expected a first line that names a column position, pos, moves, fen, board or input; \
             found {line:?}; use --column"
        )),
        _ => Ok(None),
    }
}

/// Returns the column and the row of a square such as `a1`.
fn square(name: &str) -> Option<(Column, u8)> {
    match notation::tokens(name, 1).as_deref() {
        Ok(&[MoveToken { column, row, .. }]) => row.map(|row| (column, row)),
        _ => None,
    }
}

/// Returns whether names are words, of which one or more can be neither moves nor cells.
fn are_words(names: &[String]) -> bool {
    let is_mark = |c: char| "abcdefgprxoy".contains(c.to_ascii_lowercase());
    let is_letter = |c: char| c.is_alphanumeric() || "_- .".contains(c);
    let is_part = |word: &str| word.len() == 1 || notation::tokens(word, 1).is_ok();
    let is_word = |name: &String| {
        let begins_well = name.is_empty() || name.starts_with(char::is_alphabetic);
        begins_well && name.chars().all(is_letter) && !name.split(' ').any(is_part)
    };
    names.iter().all(is_word) && names.iter().any(|name| !name.chars().all(is_mark))
}

/// Checks that a row of cells by columns has the marks of the UCI data set.
pub(super) fn check_marks(row: &str) -> Result<(), TextError> {
    let is_empty = |field: &str| field.trim().eq_ignore_ascii_case("b");
    if row.split(DELIMITERS).any(is_empty) {
        return Ok(());
    }
    let wanted = "b, x and o in cells that go by columns, as the first line names them";
    Err(TextError::new(1, 1, Expected::named(wanted, "other marks")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the meaning of a first line that is not an entry.
    fn head(line: &str) -> Result<Option<Head>, String> {
        Head::of(line, None, || false)
    }

    /// Returns whether a line has names, but none of a column that contains positions.
    fn has_other_names(line: &str) -> bool {
        head(line).is_err_and(|error| error.ends_with("use --column"))
    }

    /// Returns whether a line names the cells of a board, and if so whether they go by columns.
    fn names_cells(line: &str) -> Option<bool> {
        match head(line) {
            Ok(Some(Head::Cells { by_columns })) => Some(by_columns),
            _ => None,
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
            let found = name.map(|name| format!("found {name:?} before them"));
            let error = head(&line).err();
            let end = error.as_deref().and_then(|error| error.split("; ").last());
            assert_eq!(end, found.as_deref(), "{line}");
        }
    }

    #[test]
    fn only_a_line_of_names_begins_a_table() {
        for line in [
            "4453,2",
            "4,4,5,3",
            "moves",
            "moves d1 d2",
            "",
            "7/7/7/7/7/7 w",
        ] {
            assert_eq!(head(line), Ok(None), "{line}");
        }
        for line in [
            "moves",
            "id\tmoves",
            "x,moves",
            "MOVES",
            "id;moves;x, if any",
        ] {
            let named = Head::of(line, Some("moves"), || false);
            assert!(matches!(named, Ok(Some(Head::Table(_)))), "{line}");
        }
        for line in [
            "id\tmoves",
            "moves\tname",
            "\"moves\"\t\"label\"",
            "moves\t",
            "position\tscore",
            "id;moves;x, if any",
            "fen",
        ] {
            assert!(matches!(head(line), Ok(Some(Head::Table(_)))), "{line}");
        }
        let two = "the first line names Position and moves; choose with --column".to_owned();
        assert_eq!(head("Position,moves,x"), Err(two));
    }

    #[test]
    fn a_line_of_other_names_is_a_head_too() {
        for line in [
            "game,score",
            "id;sequence",
            "name\tresult",
            "Game Id,,\"first move\"",
        ] {
            assert!(has_other_names(line), "{line}");
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
            assert_eq!(head(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn a_line_of_the_names_of_cells_is_a_head() {
        let join = |names: &[String]| names.join(",");
        let file = |index: usize| char::from(b"abcdefg"[index]);
        let by_rows = (0..42).map(|cell| format!("{}{}", file(cell % 7), 6 - cell / 7));
        let by_rows: Vec<String> = by_rows.collect();
        assert_eq!(names_cells(&join(&by_rows)), Some(false));
        assert_eq!(Head::of(&join(&by_rows), None, || true), Ok(None));
        let squares = (0..42).map(|cell| format!("{}{}", file(cell / 6), cell % 6 + 1));
        let mut names: Vec<String> = squares.collect();
        assert_eq!(names_cells(&join(&names)), Some(true));
        names.swap(0, 6);
        assert_eq!(names_cells(&join(&names)), None, "they may be moves");
        names.push("class".to_owned());
        assert_eq!(names_cells(&join(&names)), Some(false));
        for name in &mut names[..42] {
            name.insert_str(0, "pos_");
        }
        assert!(names_cells(&join(&names[..42])).is_some() && names_cells(&join(&names)).is_some());
        assert!(has_other_names(&join(&names[..41])));
        let numbers = (0..42).map(|cell| cell.to_string()).collect::<Vec<_>>();
        assert!(names_cells(&numbers.join("\t")).is_some());
        for cell in ["0", "-1.0", "x", "empty", "null"] {
            let marks = format!("{}q,win", format!("{cell},").repeat(41));
            assert_eq!(head(&marks), Ok(None), "{marks}");
        }
    }
}
