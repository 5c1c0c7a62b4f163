//! A position as the search sees it: forced replies played, the opponent's winning
//! cells known.
//!
//! Deciding a position before it becomes a node is worth more than any other
//! idea here: a position whose side to move has no choice costs no node and no
//! table access, however long the forced sequence is.

use super::known::Known;
use super::positions::{Positions, safe_moves};
use super::table::Slot;
use super::turn::Turn;
use crate::game::bitboard::{self, BOARD, CELLS, column_mask};
use crate::game::{Column, Position, Score};

/// A quiet position: the side to move cannot win at once, need not stop a win,
/// and has at least two moves that do not lose at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
    /// Empty cells that give the opponent four; none is playable.
    pub(super) theirs: u64,
    /// The moves that do not lose at once.
    pub(super) moves: u64,
    /// Stones on the board.
    pub(super) stones: u8,
}

/// What a position comes to once every forced move is played.
#[derive(Debug, Clone, Copy)]
pub(super) enum Settled {
    /// Its score, for the side to move in it.
    Decided(i8),
    /// A quiet position.
    Open {
        /// Where the forced moves end.
        node: Node,
        /// Who is to move there.
        turn: Turn,
    },
}

impl Settled {
    /// Settles what a move of an unfinished position leads to, for the opponent.
    pub(super) fn after(position: &Position, column: Column) -> Settled {
        let after = position.play(column);
        if position.wins(column) {
            Settled::Decided(-Score::win_in(1, position.stones()).get())
        } else if after.is_over() {
            Settled::Decided(0)
        } else {
            Settled::of(&after)
        }
    }

    /// Settles any unfinished position.
    pub(super) fn of(position: &Position) -> Settled {
        let stones = position.stones();
        if position.winning_moves() != 0 {
            return Settled::Decided(Score::win_in(1, stones).get());
        }
        Node {
            mover: position.mover(),
            mask: position.mask(),
            theirs: position.opponent_winning_cells(),
            moves: 0,
            stones,
        }
        .settle()
    }

    /// The place in the table of a position that is not decided.
    pub(super) fn slot(&self) -> Option<Slot> {
        match self {
            Settled::Decided(_) => None,
            Settled::Open { node, .. } => Some(node.slot()),
        }
    }
}

impl Node {
    /// The position after the move to `cell`, the moves in it not looked at yet.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> Node {
        let mask = self.mask | cell;
        Node {
            mover: self.mask ^ self.mover,
            mask,
            theirs: bitboard::winning_cells(self.mover | cell, mask),
            moves: 0,
            stones: self.stones + 1,
        }
    }

    /// The move in a column counted from one; 0 for none.
    #[inline]
    pub(super) fn move_in(&self, column: u8) -> u64 {
        self.moves & column.checked_sub(1).map_or(0, column_mask)
    }

    pub(super) fn slot(&self) -> Slot {
        Slot::new(self.mover, self.mask, self.stones)
    }

    /// What is proven of its value without search, for the side to move.
    pub(super) fn known(&self) -> Known {
        let (lower, upper) = Positions::alone(self).bounds(true);
        Known::between(lower.cast_signed(), upper.cast_signed())
    }

    /// Plays the forced moves of a position whose side to move cannot win at once.
    ///
    /// That stays so along the way: a safe move is one after which the opponent cannot.
    #[inline]
    pub(super) fn settle(mut self) -> Settled {
        let mut turn = Turn::Same;
        loop {
            let moves = safe_moves(self.mask, self.theirs);
            if moves == 0 {
                let score = if self.mask == BOARD {
                    0
                } else {
                    Score::loss_in(1, self.stones).get()
                };
                return Settled::Decided(turn.value(score));
            }
            if !moves.is_power_of_two() {
                self.moves = moves;
                return Settled::Open { node: self, turn };
            }
            debug_assert!(self.stones < CELLS);
            self = self.after(moves);
            turn = turn.next();
        }
    }
}
