//! Random positions for tests, the same on every machine. Pure.

use crate::game::random::Random;
use crate::game::{Column, Position};

/// A position with so many stones, reached by random play. It may be over.
pub(crate) fn position(random: &mut Random, stones: u8) -> Position {
    let mut position = Position::EMPTY;
    while position.stones() < stones {
        let columns: Vec<Column> = position.legal_columns().iter().collect();
        position = match columns.len() {
            // Over too early: another game.
            0 => Position::EMPTY,
            count => position.play(columns[random.below(count)]),
        };
    }
    position
}

/// Unfinished positions met in random games, the same ones each time.
pub(crate) fn positions() -> impl Iterator<Item = Position> {
    let mut random = Random(1);
    let mut position = Position::EMPTY;
    std::iter::from_fn(move || {
        loop {
            let columns: Vec<Column> = position.legal_columns().iter().collect();
            position = match columns.len() {
                0 => Position::EMPTY,
                count => position.play(columns[random.below(count)]),
            };
            if position.stones() > 0 && !position.is_over() {
                return Some(position);
            }
        }
    })
}
