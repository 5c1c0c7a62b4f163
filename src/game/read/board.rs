//! Reads a board in any form: in rows, or as 42 cells.

use super::cells::{CellSyntax, flat};
use super::{Convention, rows};
use crate::game::Position;
use crate::game::error::{ErrorAt, offset};

/// Reads a board in any form.
pub(super) fn read(text: &str, convention: Convention) -> Result<Position, ErrorAt> {
    const OPENING: [char; 3] = ['[', '(', '{'];
    let is_list = text.starts_with(OPENING);
    let is_drawing = text.contains('\n') && !is_list;
    let syntax = CellSyntax {
        convention,
        is_drawing,
    };
    let ends: &[char] = if is_list && text.matches(OPENING).count() > 1 {
        &[']', ')', '}']
    } else if is_drawing {
        &['\n']
    } else if text.contains('/') {
        &['/']
    } else {
        return flat(text, syntax);
    };
    let parts = text.split(ends).map(|part| (offset(text, part), part));
    let parts = parts.filter(|(_, part)| !part.trim_matches([' ', ',', '\r', '\n']).is_empty());
    let parts = parts.map(|(offset, part)| (offset, part.trim_end_matches('\r')));
    rows::read(&parts.collect::<Vec<_>>(), syntax)
}
