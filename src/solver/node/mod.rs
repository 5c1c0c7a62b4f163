//! A node: a position as the search sees it, all forced moves played.
//!
//! A position whose side to move has no choice costs no node and no table access, however long
//! the forced sequence is. No other idea here is worth as much.
//!
//! | File | What it holds |
//! |-|-|
//! | `mod` | [`Node`], and [`Settled`]: what a position comes to once forced moves are played |
//! | [`positions`] | the positions after all moves of a node, a lane each |
//! | [`static_proofs`] | bounds that need no search |
//! | [`short_wins`] | wins within the next two or three stones |
//!
//! Knows `game`, `types`, `simd` and `tt` (where a node is in the table).

#![expect(clippy::inline_always, reason = "as in `simd`")]

mod positions;
mod short_wins;
mod static_proofs;

use crate::game::bitboard::{self, BOARD, CELLS, column_mask};
use crate::game::{Column, Position, Score};
use crate::solver::tt::TtKey;
use crate::solver::types::{NodeBounds, Perspective};
pub(crate) use positions::{Nodes, Positions, Successors, safe_moves};
pub(crate) use short_wins::{asks_for_third_stone, win_with_second_stone, win_with_third_stone};

/// A quiet position: the side to move cannot win at once, need not stop a win, and has at least
/// two moves that do not lose at once.
///
/// Until [`Node::settle`] has made it quiet it may be any unfinished position, with `moves` 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// Stones of the side to move.
    pub(crate) mover: u64,
    /// Stones of both sides.
    pub(crate) mask: u64,
    /// Empty cells with which the opponent would complete four: cells, not the opponent's stones.
    /// None is playable once the node is quiet.
    pub(crate) opponent_winning_cells: u64,
    /// The moves that do not lose at once.
    pub(crate) moves: u64,
    /// Stones on the board.
    pub(crate) stones: u8,
}

/// What a position comes to once all forced moves are played.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Settled {
    /// The game is decided: the position's score, for its side to move.
    Decided(i8),
    /// The forced moves lead to a quiet position.
    Quiet {
        node: Node,
        /// The side to move in `node`, seen from the position.
        perspective: Perspective,
    },
}

impl Settled {
    /// Settles the position after a move of an unfinished position, for the opponent.
    pub(crate) fn after(position: &Position, column: Column) -> Settled {
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
    pub(crate) fn of(position: &Position) -> Settled {
        let stones = position.stones();
        if position.winning_moves() != 0 {
            return Settled::Decided(Score::win_in(1, stones).get());
        }
        Node::of(position).settle()
    }

    /// Where the node is in the table; `None` if the position is decided.
    pub(crate) fn tt_key(&self) -> Option<TtKey> {
        match self {
            Settled::Decided(_) => None,
            Settled::Quiet { node, .. } => Some(node.tt_key()),
        }
    }
}

impl Node {
    /// Returns an unfinished position as a node that is not settled yet.
    pub(crate) fn of(position: &Position) -> Node {
        Node {
            mover: position.mover(),
            mask: position.mask(),
            opponent_winning_cells: position.opponent_winning_cells(),
            moves: 0,
            stones: position.stones(),
        }
    }

    /// The position after the move to `cell`; its moves are not computed yet.
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

    /// The move in a column counted from one; 0 for none.
    #[inline]
    pub(crate) fn move_in(&self, column: u8) -> u64 {
        self.moves & column.checked_sub(1).map_or(0, column_mask)
    }

    pub(crate) fn tt_key(&self) -> TtKey {
        TtKey::new(self.mover, self.mask, self.stones)
    }

    /// What is proven of the node without search, for its side to move.
    pub(crate) fn static_bounds(&self) -> NodeBounds {
        let (lower, upper) = Positions::of_node(self).bounds();
        NodeBounds::between(lower, upper)
    }

    /// Plays the forced moves of a position whose side to move cannot win at once. After each of
    /// them the next side cannot either: a safe move leaves no win.
    #[inline]
    pub(crate) fn settle(mut self) -> Settled {
        let mut perspective = Perspective::Same;
        loop {
            let moves = safe_moves(self.mask, self.opponent_winning_cells);
            if moves == 0 {
                let score = if self.mask == BOARD {
                    0
                } else {
                    Score::loss_in(1, self.stones).get()
                };
                return Settled::Decided(perspective.value(score));
            }
            if !moves.is_power_of_two() {
                self.moves = moves;
                return Settled::Quiet {
                    node: self,
                    perspective,
                };
            }
            debug_assert!(self.stones < CELLS);
            self = self.after(moves);
            perspective = perspective.next();
        }
    }
}
