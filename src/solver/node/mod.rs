//! A node: a position of the search, after all forced moves.
//!
//! A position whose side to move has no choice costs no node and no table access, however long
//! the forced sequence is. No other idea here saves as much.
//!
//! | File | Content |
//! |-|-|
//! | `mod` | [`Node`], and [`Settled`]: the result of playing the forced moves of a position |
//! | [`positions`] | the positions after each move of a node, one per lane |
//! | [`one_by_one`] | the same in scalar code, one move after the other |
//! | [`static_proofs`] | bounds that need no search |
//! | [`short_wins`] | wins of a side with one of its next two or three stones |
//!
//! This folder depends on `game`, `types`, `simd` and `tt` (for the key of a node).

#![expect(clippy::inline_always, reason = "as in `simd`")]

mod one_by_one;
mod positions;
mod short_wins;
mod static_proofs;

use crate::game::bitboard::{self, BOARD, CELLS, column_mask};
use crate::game::{Column, Position, Score};
use crate::solver::tt::TtKey;
use crate::solver::types::{NodeBounds, Perspective};
pub(crate) use one_by_one::OneByOne;
pub(crate) use positions::{FirstWin, Nodes, Positions, Successors, safe_moves};
pub(crate) use short_wins::{
    NodeIsa, asks_for_third_stone, win_with_second_stone, win_with_third_stone,
    win_with_third_stone_one_by_one,
};

/// A quiet position: the side to move cannot win at once, need not stop a win, and has at least
/// two moves that do not lose at once.
///
/// Before [`Node::settle`], a `Node` may be any unfinished position, and its `moves` are 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// Stones of the side to move.
    pub(crate) mover: u64,
    /// Stones of both sides.
    pub(crate) mask: u64,
    /// The empty cells that would complete a four of the opponent. None of them is playable if the
    /// node is quiet.
    pub(crate) opponent_winning_cells: u64,
    /// The moves that do not lose at once.
    pub(crate) moves: u64,
    /// Stones on the board.
    pub(crate) stones: u8,
}

/// The result of playing all forced moves of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Settled {
    /// The game is decided. Contains the position's score, for its side to move.
    Decided(i8),
    /// The forced moves lead to a quiet position.
    Quiet {
        node: Node,
        /// The side to move in `node`, relative to the side to move in the position.
        perspective: Perspective,
    },
}

impl Settled {
    /// Plays a move in an unfinished position and settles the resulting position, in which the
    /// opponent is to move.
    pub(crate) fn after(position: &Position, column: Column) -> Settled {
        if position.wins(column) {
            Settled::Decided(-Score::win_in(1, position.stones()).get())
        } else {
            Settled::of(&position.play(column))
        }
    }

    /// Settles any position that no side has won.
    #[inline]
    pub(crate) fn of(position: &Position) -> Settled {
        let stones = position.stones();
        if position.winning_move_cells() != 0 {
            return Settled::Decided(Score::win_in(1, stones).get());
        }
        Node::of(position).settle()
    }

    /// Returns the key of the node in the table, or `None` if the position is decided.
    pub(crate) fn tt_key(&self) -> Option<TtKey> {
        match self {
            Settled::Decided(_) => None,
            Settled::Quiet { node, .. } => Some(node.tt_key()),
        }
    }
}

impl Node {
    /// Returns an unfinished position as a node that is not settled yet.
    #[inline]
    pub(crate) fn of(position: &Position) -> Node {
        Node {
            mover: position.mover(),
            mask: position.mask(),
            opponent_winning_cells: position.opponent_winning_cells(),
            moves: 0,
            stones: position.stones(),
        }
    }

    /// Returns the position after the move to `cell`, as a node that is not settled yet.
    #[inline]
    pub(crate) fn after(&self, cell: u64) -> Node {
        let mask = self.mask | cell;
        Node {
            mover: self.mask ^ self.mover,
            mask,
            opponent_winning_cells: bitboard::winning_cells(self.mover | cell, mask),
            moves: 0,
            stones: self.stones + 1,
        }
    }

    /// Returns the position after the move to `cell`, with its safe moves. Its side to move cannot
    /// win at once.
    #[inline(always)]
    pub(crate) fn play(&self, cell: u64) -> Node {
        let mut after = self.after(cell);
        after.moves = safe_moves(after.mask, after.opponent_winning_cells);
        after
    }

    /// Whether the side to move has exactly one safe move.
    #[inline(always)]
    pub(crate) fn is_forced(&self) -> bool {
        self.moves.is_power_of_two()
    }

    /// Returns the cell of the move in a column, counted from one, or 0 if there is none.
    #[inline]
    pub(crate) fn move_in(&self, column: u8) -> u64 {
        self.moves & column.checked_sub(1).map_or(0, column_mask)
    }

    /// Returns the key of the node in the table.
    #[inline]
    pub(crate) fn tt_key(&self) -> TtKey {
        TtKey::new(self.mover, self.mask, self.stones)
    }

    /// Returns the bounds that are proven without search, for the side to move.
    #[inline]
    pub(crate) fn static_bounds(&self) -> NodeBounds {
        let (lower, upper) = Positions::of_node(self).bounds();
        NodeBounds::between(lower, upper)
    }

    /// Plays the forced moves of a position whose side to move cannot win at once. After each of
    /// them, the next side cannot win at once either, because the move was safe.
    #[inline]
    pub(crate) fn settle(mut self) -> Settled {
        self.moves = safe_moves(self.mask, self.opponent_winning_cells);
        self.play_forced()
    }

    /// Settles a position like [`Node::settle`]. `moves` are its safe moves.
    #[inline(always)]
    pub(crate) fn play_forced(mut self) -> Settled {
        let mut perspective = Perspective::Same;
        while self.is_forced() {
            debug_assert!(self.stones < CELLS);
            self = self.play(self.moves);
            perspective = perspective.next();
        }
        if self.moves != 0 {
            return Settled::Quiet {
                node: self,
                perspective,
            };
        }
        let score = if self.mask == BOARD {
            0
        } else {
            Score::loss_in(1, self.stones).get()
        };
        Settled::Decided(perspective.value(score))
    }
}
