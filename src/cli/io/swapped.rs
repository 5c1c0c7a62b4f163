//! Whether boards read with `--swap-sides` may be those of a program that learns, in which the first
//! mark is always the side to move. Pure.
//!
//! Both readings accept the same numbers of stones. They differ where there are equal numbers.

use crate::game::Position;
use crate::game::read::{self, Convention, MarkOwner};

/// Counts of the positions of a run.
#[derive(Debug, Default)]
pub(in crate::cli) struct SwappedBoards {
    convention: Convention,
    /// Positions with one stone more of one color, which both options read in the same way.
    odd: u64,
    /// Boards that are other positions with `--mover-first`.
    other: u64,
    /// Boards that cannot be read with `--mover-first`.
    unread: u64,
}

impl SwappedBoards {
    pub(in crate::cli) fn new(convention: Convention) -> SwappedBoards {
        SwappedBoards {
            convention,
            ..SwappedBoards::default()
        }
    }

    /// Counts a text that was read as `position`.
    pub(in crate::cli) fn count(&mut self, text: &str, position: &Position) {
        if self.convention.first_mark != MarkOwner::SecondPlayer {
            return;
        }
        let convention = Convention {
            first_mark: MarkOwner::SideToMove,
            ..self.convention
        };
        match read::game_with(text, convention) {
            Err(_) => self.unread += 1,
            Ok(game) if game.position() != position => self.other += 1,
            Ok(_) => self.odd += u64::from(position.stones() % 2 == 1),
        }
    }

    /// Returns the number of boards that `--mover-first` reads as other positions, if all boards
    /// fit that option.
    pub(in crate::cli) fn doubtful(&self) -> Option<u64> {
        let fits = self.odd > 0 && self.other > 0 && self.unread == 0;
        fits.then_some(self.other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_doubtful_if_they_fit_both_options() {
        let board = |stones: &str| format!("{}{stones}", ".".repeat(28));
        let (odd, equal) = (board("..........o..."), board(".........xo..."));
        // The last move completed a four of `x`, so that `o` began.
        let won = board("ooo....xxxxo..");
        let uci = format!("x,o{}", ",b".repeat(40));
        for (texts, doubtful) in [
            (&[&odd, &equal][..], Some(1)),
            (&[&odd, &equal, &equal, &equal], Some(3)),
            (&[&odd], None),
            (&[&equal], None),
            (&[&odd, &equal, &won], None),
            (&[&odd, &"4453".to_owned(), &String::new()], None),
            (&[&equal, &uci], None),
        ] {
            let mut boards = SwappedBoards::new(Convention {
                first_mark: MarkOwner::SecondPlayer,
                ..Convention::default()
            });
            for text in texts {
                let read = read::game_with(text, boards.convention);
                let position = *read.expect(text).position();
                boards.count(text, &position);
            }
            assert_eq!(boards.doubtful(), doubtful, "{texts:?}");
        }
    }
}
