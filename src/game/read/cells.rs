//! Splits texts into the cells of boards.

use super::Convention;
use super::marks::{self, Cell, INVISIBLE, Marks, SEPARATORS, known};
use crate::game::cursor::words;
use crate::game::error::{ErrorAt, Expected, TextErrorKind};

impl Convention {
    /// Returns the mark that a character is.
    pub(super) fn mark(self, character: char) -> Option<char> {
        match self.marks {
            None => known(character),
            Some(marks) => marks.meaning(character),
        }
    }

    /// Returns whether a character is between cells. This engine prints `?` and `!` after stones.
    fn is_between_cells(self, character: char) -> bool {
        character.is_whitespace()
            || SEPARATORS.contains(&character)
            || INVISIBLE.contains(&character)
            || "?!".contains(character) && self.mark(character).is_none()
    }

    /// Splits a part of a text into cells. A number is one cell; in every other word, each
    /// character is a cell.
    pub(super) fn cells_of(self, part: &str) -> Vec<Cell<'_>> {
        let mut cells = Vec::new();
        for text in words(part, |character| self.is_between_cells(character)) {
            let number = marks::number(text).filter(|_| self.marks.is_none());
            if let mark @ Some(_) = number {
                cells.push(Cell { text, mark });
                continue;
            }
            cells.extend(text.char_indices().map(|(before, c)| Cell {
                text: &text[before..before + c.len_utf8()],
                mark: self.mark(c),
            }));
        }
        cells
    }

    /// Returns whether a word is one cell.
    pub(super) fn is_cell(self, word: &str) -> bool {
        let cells = self.cells_of(word);
        matches!(cells[..], [cell] if cell.mark.is_some() && cell.text == word)
    }
}

/// Checks that every cell has a mark, of `named` if the user has named the marks.
///
/// # Errors
/// Fails at the first one that has not. If there are several, the user should name the marks.
pub(super) fn check_known<'a>(cells: &[Cell<'a>], named: Option<Marks>) -> Result<(), ErrorAt<'a>> {
    let mut unknown = cells.iter().filter(|cell| cell.mark.is_none());
    let Some(first) = unknown.next() else {
        return Ok(());
    };
    let wanted = match named {
        None => "a cell such as 0, 1, 2, -1, '.', x or o".to_owned(),
        Some(marks) => format!("a cell with one of the marks {marks}"),
    };
    let error = Expected::new(wanted, first.text);
    let are_several = unknown.next().is_some() && named.is_none();
    let kind = if are_several {
        TextErrorKind::Marks(error)
    } else {
        error.into()
    };
    Err(ErrorAt::new(first.text, kind))
}
