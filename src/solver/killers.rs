//! Moves that cut before, in places like this one.
//!
//! Beyond what is seen on the board, a move is likely to cut that did so lately: with
//! as many stones on the board, a *killer*, or after the same move, a *countermove*,
//! the more so if that move answered the same column, a *follow-up*. Only a move is
//! remembered that cut where one that looked better had failed: the others are found
//! anyway.
//!
//! (Nodes of Begin-Medium: 1 % less by killers, 5 % by countermoves and 1 % by
//! follow-ups; 1 % more if the moves that cut at once were remembered too. A history,
//! which counts and forgets gradually, does no better.)

use super::weights::{GOALS, goal};
use crate::game::bitboard::{CELLS, STRIDE};

/// A cell's number, counted from one, or 0.
type Number = u8;

/// How many numbers and columns there are, rounded up so that no index is too large.
const NUMBERS: u16 = 64;
const COLUMNS: u16 = 8;
const STONES: usize = CELLS as usize + 1;

/// The last two moves, forced ones left out: the column of the one before last, times
/// [`NUMBERS`], and the number of the last one's cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trail(u16);

impl Trail {
    /// What it is after one more move.
    #[inline]
    pub(super) fn after(self, cell: u64) -> Trail {
        let column = self.0 % NUMBERS / u16::from(STRIDE);
        Trail(column % COLUMNS * NUMBERS + u16::from(number(cell)))
    }

    /// The number of the last move's cell.
    #[inline]
    fn last(self) -> usize {
        usize::from(self.0 % NUMBERS)
    }

    /// One for both moves.
    #[inline]
    fn both(self) -> usize {
        usize::from(self.0 % (COLUMNS * NUMBERS))
    }
}

/// What the places have in common in which the same moves may cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    goal: usize,
    stones: usize,
    pub(super) trail: Trail,
}

impl Place {
    /// That of a node with so many stones, of which is asked whether it exceeds
    /// `alpha`.
    #[inline]
    pub(super) fn new(stones: u8, alpha: i8, trail: Trail) -> Place {
        Place {
            goal: goal(alpha),
            stones: usize::from(stones),
            trail,
        }
    }
}

/// The cells of moves that may cut, or 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suspects {
    pub(super) killer: u64,
    pub(super) countermove: u64,
    pub(super) follow_up: u64,
}

impl Suspects {
    pub(super) const NONE: Suspects = Suspects {
        killer: 0,
        countermove: 0,
        follow_up: 0,
    };
}

/// The moves that cut last in each place: none until the first is remembered, for many a
/// search is over before that.
pub(super) struct Killers(Option<Moves>);

/// A move's cell for each place.
struct Moves {
    at_stones: [[Number; STONES]; GOALS],
    after_one: [[Number; NUMBERS as usize]; GOALS],
    after_two: [[Number; (COLUMNS * NUMBERS) as usize]; GOALS],
}

impl Killers {
    pub(super) fn new() -> Killers {
        Killers(None)
    }

    /// What may cut in a place.
    #[inline]
    pub(super) fn suspects(&self, place: &Place) -> Suspects {
        let Place {
            goal,
            stones,
            trail,
        } = *place;
        let Some(moves) = &self.0 else {
            return Suspects::NONE;
        };
        Suspects {
            killer: cell(moves.at_stones[goal][stones]),
            countermove: cell(moves.after_one[goal][trail.last()]),
            follow_up: cell(moves.after_two[goal][trail.both()]),
        }
    }

    /// The move to `cell` cut.
    #[inline]
    pub(super) fn learn(&mut self, place: &Place, cell: u64) {
        let Place {
            goal,
            stones,
            trail,
        } = *place;
        let number = number(cell);
        let moves = self.0.get_or_insert_with(Moves::none);
        moves.at_stones[goal][stones] = number;
        moves.after_one[goal][trail.last()] = number;
        moves.after_two[goal][trail.both()] = number;
    }
}

impl Moves {
    fn none() -> Moves {
        Moves {
            at_stones: [[0; STONES]; GOALS],
            after_one: [[0; NUMBERS as usize]; GOALS],
            after_two: [[0; (COLUMNS * NUMBERS) as usize]; GOALS],
        }
    }
}

#[inline]
fn number(cell: u64) -> Number {
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let number = (u64::BITS - cell.leading_zeros()) as Number;
    number
}

#[inline]
fn cell(number: Number) -> u64 {
    1 << number >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const A1: u64 = 1;
    const D2: u64 = 1 << 22;
    const D3: u64 = 1 << 23;
    const G6: u64 = 1 << 47;

    fn suspects(killers: &Killers, stones: u8, alpha: i8, moves: &[u64]) -> [u64; 3] {
        let Suspects {
            killer,
            countermove,
            follow_up,
        } = killers.suspects(&place(stones, alpha, moves));
        [killer, countermove, follow_up]
    }

    fn place(stones: u8, alpha: i8, moves: &[u64]) -> Place {
        let start = Trail::default();
        let trail = moves.iter().fold(start, |trail, &cell| trail.after(cell));
        Place::new(stones, alpha, trail)
    }

    #[test]
    fn a_move_is_suspected_in_places_like_the_one_where_it_cut() {
        let mut killers = Killers::new();
        let line = [A1, G6, D2];
        assert_eq!(suspects(&killers, 10, 0, &line), [0, 0, 0]);
        killers.learn(&place(10, 0, &line), D3);
        assert_eq!(suspects(&killers, 10, 0, &line), [D3, D3, D3]);
        assert_eq!(suspects(&killers, 10, 0, &[A1]), [D3, 0, 0]);
        assert_eq!(suspects(&killers, 12, 0, &[D3, D2]), [0, D3, 0]);
        // The column of the move before counts, its row does not.
        assert_eq!(suspects(&killers, 12, 0, &[G6 >> 5, D2]), [0, D3, D3]);
        // Who has to hold a draw looks for other moves than who is to win.
        assert_eq!(suspects(&killers, 10, -1, &line), [0, 0, 0]);
    }

    #[test]
    fn the_last_move_to_cut_is_suspected() {
        let mut killers = Killers::new();
        let line = [D2, D3];
        killers.learn(&place(8, 3, &line), A1);
        killers.learn(&place(8, 9, &line), G6);
        assert_eq!(suspects(&killers, 8, 3, &line), [G6, G6, G6]);
    }
}
