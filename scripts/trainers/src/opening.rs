//! Random moves.

use claimeven::game::{Column, Columns, Position};

use crate::random::Random;

/// Plays `length` random moves. Returns `None` if one of them ends the game.
pub fn opening(dice: &mut Random, length: usize) -> Option<Position> {
    (0..length).try_fold(Position::EMPTY, |position, _| {
        let column = choose(dice, position.legal_columns());
        (!position.wins(column)).then(|| position.play(column))
    })
}

/// Chooses one of some columns.
///
/// # Panics
/// Panics if there are no columns.
pub fn choose(dice: &mut Random, columns: Columns) -> Column {
    let number = dice.below(columns.len());
    columns
        .iter()
        .nth(number)
        .expect("the number is below that of the columns")
}
