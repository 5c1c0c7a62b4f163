//! Random positions for tests, the same on every machine. Pure.

use crate::game::random::Random;
use crate::game::{Column, Position};

/// Returns a position with this many stones, reached by random play. It may be over.
pub(crate) fn position(random: &mut Random, stones: u8) -> Position {
    let mut position = Position::EMPTY;
    while position.stones() < stones {
        position = next(random, &position);
    }
    position
}

/// Plays a random move. If the game is over, starts another one.
fn next(random: &mut Random, position: &Position) -> Position {
    let columns: Vec<Column> = position.legal_columns().iter().collect();
    match columns.len() {
        0 => Position::EMPTY,
        count => position.play(columns[random.below(count)]),
    }
}

/// Returns unfinished positions from random games, always the same ones.
pub(crate) fn positions() -> impl Iterator<Item = Position> {
    let mut random = Random(1);
    let mut position = Position::EMPTY;
    std::iter::from_fn(move || {
        loop {
            position = next(&mut random, &position);
            if position.stones() > 0 && !position.is_over() {
                return Some(position);
            }
        }
    })
}
