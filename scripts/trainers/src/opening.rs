//! Random moves.

use claimeven::game::{Column, Columns, Position};

use crate::random::Random;

/// So many random moves, unless one of them ends the game.
pub fn opening(dice: &mut Random, length: usize) -> Option<Position> {
    (0..length).try_fold(Position::EMPTY, |position, _| {
        let column = choose(dice, position.legal_columns());
        (!position.wins(column)).then(|| position.play(column))
    })
}

/// One of some columns.
///
/// # Panics
/// There are none.
pub fn choose(dice: &mut Random, columns: Columns) -> Column {
    let number = dice.below(columns.len());
    columns
        .iter()
        .nth(number)
        .expect("fewer than there are columns")
}
