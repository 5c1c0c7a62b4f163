//! Boards whose cells have tabs between them, as spreadsheets write them.

use super::{Convention, board, unquoted};
use crate::game::bitboard::CELLS;
use crate::game::cursor::words;
use crate::game::error::{ErrorAt, Expected};
use crate::game::{Game, notation};

/// Returns whether a text is one line with tabs.
pub(super) fn are_in(text: &str) -> bool {
    text.contains('\t') && !text.trim_end().contains('\n')
}

/// Returns whether the tabs of a line separate the cells of a board, or single moves, so that none
/// of them ends a position. The first three fields show it: others may be damaged.
pub(super) fn separate(line: &str, convention: Convention) -> bool {
    let fields = line.split('\t').map(|field| unquoted(field.trim()));
    let fields: Vec<&str> = fields.collect();
    let is_single = |field: &&str| {
        let moves = notation::tokens_from(convention.first_column(), field);
        let is_move = moves.is_ok_and(|moves| moves.len() == 1);
        field.is_empty() || is_move || convention.is_cell(field)
    };
    let has_more = fields.len() > 2 && fields[1..].iter().any(|field| !field.is_empty());
    has_more && fields[..3].iter().all(is_single)
}

/// Reads 42 cells. A score sheet, or a board that lacks cells, is an error.
pub(super) fn board(line: &str, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let fields = words(line, char::is_whitespace).count();
    if fields != usize::from(CELLS) {
        let wanted = "42 cells between tabs, or a position before the first tab";
        return Err(Expected::named(wanted, format!("{fields} cells or moves")).at(line));
    }
    board::read(line, convention).map(Game::from)
}
