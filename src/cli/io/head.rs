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
    match notation::tokens(name).as_deref() {
        Ok(&[MoveToken { column, row }]) => row.map(|row| (column, row)),
        _ => None,
    }
}

/// Returns whether names are words, of which one or more can be neither moves nor cells.
fn are_words(names: &[String]) -> bool {
    let is_mark = |c: char| "abcdefgprxoy".contains(c.to_ascii_lowercase());
    let is_letter = |c: char| c.is_alphanumeric() || "_- .".contains(c);
    let is_part = |word: &str| word.len() == 1 || notation::tokens(word).is_ok();
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

    /// Returns the kind of a first line, in one word.
    fn kind(line: &str) -> &'static str {
        match head(line) {
            Ok(None) => "entry",
            Ok(Some(Head::Table(_))) => "table",
            Ok(Some(Head::Cells { by_columns: true })) => "columns",
            Ok(Some(Head::Cells { by_columns: false })) => "rows",
            Err(error) if error.ends_with("use --column") => "names",
            Err(error) if error.ends_with("choose with --column") => "several",
            Err(error) if error.ends_with("before them") => "before",
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_first_line_is_an_entry_or_has_names() {
        let square = |column: usize, row: usize| format!("{}{row}", char::from(b"abcdefg"[column]));
        let by_rows: Vec<String> = (0..42).map(|cell| square(cell % 7, 6 - cell / 7)).collect();
        let by_columns: Vec<String> = (0..42).map(|cell| square(cell / 6, cell % 6 + 1)).collect();
        let mut mixed = by_columns.clone();
        mixed.swap(0, 6);
        let named: Vec<String> = mixed.iter().map(|name| format!("pos_{name}")).collect();
        let numbers = (0..42).map(|cell| cell.to_string()).collect::<Vec<_>>();
        for (line, wanted) in [
            (by_rows.join(","), "rows"),
            (by_columns.join(","), "columns"),
            // They may be moves.
            (mixed.join(","), "entry"),
            (mixed.join(",") + ",class", "rows"),
            (named.join(","), "rows"),
            (named.join(",") + ",class", "rows"),
            (named[..41].join(","), "names"),
            (numbers.join("\t"), "rows"),
            (format!("target,{}", named.join(",")), "before"),
            (format!(",{}", numbers.join(",")), "before"),
            (format!("{}q,win", "0,".repeat(41)), "entry"),
            (format!("{}q,win", "empty,".repeat(41)), "entry"),
        ] {
            assert_eq!(kind(&line), wanted, "{line}");
        }
        for (wanted, lines) in [
            (
                "entry",
                "4453,2|4,4,5,3|moves|moves d1 d2||7/7/7/7/7/7 w|d1,d2,h1|b,b,x,o,wn|4453,x",
            ),
            (
                "entry",
                "game|x,y,name|1,name|d1 d2\tmine|{\"a\": 1,\"b\": 2}",
            ),
            (
                "table",
                "id\tmoves|moves\tname|\"moves\"\t\"label\"|moves\t|id;moves;x, if any|fen",
            ),
            (
                "names",
                "game,score|id;sequence|name\tresult|Game Id,,\"first move\"",
            ),
            ("several", "Position,moves,x"),
        ] {
            for line in lines.split('|') {
                assert_eq!(kind(line), wanted, "{line}");
            }
        }
        for line in ["moves", "id\tmoves", "MOVES", "id;moves;x, if any"] {
            let named = Head::of(line, Some("moves"), || false);
            assert!(matches!(named, Ok(Some(Head::Table(_)))), "{line}");
        }
        assert_eq!(Head::of(&by_rows.join(","), None, || true), Ok(None));
    }
}
