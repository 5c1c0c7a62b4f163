//! Compares the move numbers of a game with its moves. A lost move shows in the next number.

use super::word::LETTERS;
use crate::game::{Expected, Game};

/// The move numbers that have been read.
#[derive(Debug, Default)]
pub(in crate::game) struct Numbering {
    /// Whether the numbers may count single moves, each with one dot.
    may_be_single: bool,
    is_single: bool,
    /// The number of stones before the first move according to the first number.
    pub(super) begun: Option<usize>,
    /// The number of moves before the latest number.
    latest: usize,
}

impl Numbering {
    /// Creates the numbering of a list of moves without comments.
    pub(in crate::game) fn of_list() -> Numbering {
        Numbering {
            may_be_single: true,
            ..Numbering::default()
        }
    }

    /// Checks that a number belongs to the next move of a game: with one dot to a move of the first
    /// player, with more to one of the second. `rest` is the text after the number on its line.
    pub(in crate::game) fn check(
        &mut self,
        (digits, dots): (&str, usize),
        game: &Game,
        rest: &str,
    ) -> Result<(), Expected> {
        let (stones, moves) = (usize::from(game.start().stones()), game.moves().len());
        if dots == 0 && self.begun.is_some() && self.latest == moves {
            return Err(Expected::new(LETTERS, digits));
        }
        self.latest = moves;
        self.is_single |= self.may_be_single && moves == 1 && (digits, dots) == ("2", 1);
        let number = |stones: usize| (stones / 2 + 1).to_string();
        // A game that begins with stones on the board counts them or begins with move 1.
        let is_counted = digits == number(stones + moves);
        let begun = if is_counted { stones } else { stones % 2 };
        let turn = *self.begun.get_or_insert(begun) + moves;
        let (number, is_second) = if self.is_single {
            ((moves + 1).to_string(), false)
        } else {
            (number(turn), turn % 2 == 1)
        };
        let is_right = match dots {
            // The last word of a text may be incomplete, or the beginning of a result.
            0 => digits == number || rest.trim().is_empty(),
            _ => digits == number && is_second == (dots > 1),
        };
        if is_right {
            return Ok(());
        }
        let wanted_dots = if is_second { "..." } else { "." };
        let found = digits.to_owned() + &".".repeat(dots);
        Err(Expected::new(
            format!("the move number {number}{wanted_dots}"),
            &found,
        ))
    }
}
