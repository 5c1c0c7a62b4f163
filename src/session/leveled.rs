//! The game in which the engine plays at a level. Pure.

use crate::game::random::Random;
use crate::game::{Position, Side};
use crate::play::levels::Level;

/// The game in which the engine plays at a level. It has one seed from its first move to its last.
#[derive(Debug)]
pub(super) struct LeveledGame {
    /// The source of seeds.
    seeds: Random,
    seed: u64,
    /// The position of the last move; `None` before the first move of a game.
    last: Option<Position>,
    /// The level of the last move.
    level: Option<Level>,
}

impl LeveledGame {
    /// Creates the state before the first game. The seeds of all games follow from `entropy`.
    pub(super) fn new(entropy: u64) -> LeveledGame {
        LeveledGame {
            seeds: Random(entropy),
            seed: 0,
            last: None,
            level: None,
        }
    }

    /// Ends the game. The next move begins another one.
    pub(super) fn end(&mut self) {
        self.last = None;
    }

    /// Notes a move in `position`. If the position does not contain all stones of that of the last
    /// move, it begins another game. Returns the seed of the game, and whether the game or the level
    /// is new.
    pub(super) fn note_move(&mut self, position: &Position, level: Level) -> (u64, bool) {
        let goes_on = self.last.is_some_and(|last| contains(position, &last));
        if !goes_on {
            self.seed = self.seeds.next();
        }
        let is_new = !goes_on || self.level != Some(level);
        self.last = Some(*position);
        self.level = Some(level);
        (self.seed, is_new)
    }
}

/// Returns whether a position has all stones of another one.
fn contains(position: &Position, other: &Position) -> bool {
    let mut sides = Side::BOTH.into_iter();
    sides.all(|side| other.stones_of(side) & !position.stones_of(side) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    fn played(moves: &str) -> Position {
        replay(moves).expect("a game")
    }

    #[test]
    fn a_position_without_the_last_stones_begins_a_game() {
        let level = Level::STRONGEST;
        let mut game = LeveledGame::new(1);
        let (seed, is_new) = game.note_move(&played("44"), level);
        assert!(is_new);
        assert_eq!(game.note_move(&played("4453"), level), (seed, false));
        assert_eq!(game.note_move(&played("4453"), level), (seed, false));
        let (second, is_new) = game.note_move(&played("4455"), level);
        assert!(is_new && second != seed);
        game.end();
        let (third, is_new) = game.note_move(&played("445566"), level);
        assert!(is_new && third != second);
    }
}
