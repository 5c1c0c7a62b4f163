//! A position as the search sees it: after all forced moves, with bounds that need no search. Pure.

#![expect(clippy::inline_always, reason = "as in `grid`")]

use super::grid::{Grid, Word};
use crate::solver::{NodeBounds, Perspective};

/// A position whose side to move cannot win at once.
///
/// It is quiet if the side to move has at least two safe moves: the search counts only quiet
/// positions. Forced moves cost no node and no look into the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<W> {
    /// Stones of the side to move.
    pub(super) mover: W,
    /// Stones of both sides.
    pub(super) mask: W,
    /// The opponent's winning cells.
    pub(super) theirs: W,
    /// The moves after which the opponent cannot win at once.
    pub(super) moves: W,
    /// Stones on the board.
    pub(super) stones: u8,
}

/// A position after all forced moves.
#[derive(Debug, Clone, Copy)]
pub(super) enum Settled<W> {
    /// The score is known, for the side to move before the forced moves.
    Decided(i8),
    /// The forced moves lead to a quiet node, seen from this perspective.
    Quiet(Node<W>, Perspective),
}

impl<W: Word, const HEIGHT: u8> Grid<W, HEIGHT> {
    /// Returns the score of a win with the next stone if `stones` are on the board.
    #[inline(always)]
    pub(super) fn win_next(&self, stones: u8) -> i8 {
        ((self.cells + 1 - stones) / 2).cast_signed()
    }

    /// Returns the node of a position whose side to move cannot win at once.
    #[inline(always)]
    pub(super) fn node(&self, mover: W, mask: W, stones: u8) -> Node<W> {
        let theirs = self.winning_cells(mask ^ mover, mask);
        Node {
            mover,
            mask,
            theirs,
            moves: self.safe_moves(mask, theirs),
            stones,
        }
    }

    /// Returns the node after a safe move to `cell`.
    #[inline(always)]
    pub(super) fn play(&self, node: &Node<W>, cell: W) -> Node<W> {
        self.node(node.mask ^ node.mover, node.mask | cell, node.stones + 1)
    }

    /// Plays the forced moves of a node.
    #[inline(always)]
    pub(super) fn settle(&self, mut node: Node<W>) -> Settled<W> {
        let mut perspective = Perspective::Same;
        while !node.moves.is_none() {
            if !node.moves.is_single() {
                return Settled::Quiet(node, perspective);
            }
            node = self.play(&node, node.moves);
            perspective = perspective.next();
        }
        let is_full = node.stones == self.cells;
        let score = if is_full {
            0
        } else {
            -self.win_next(node.stones + 1)
        };
        Settled::Decided(perspective.value(score))
    }

    /// Returns the bounds of a quiet node's value. Either side wins with its second stone at the
    /// earliest.
    #[inline(always)]
    pub(super) fn bounds(&self, node: &Node<W>) -> NodeBounds {
        let upper = self.win_next(node.stones + 2);
        NodeBounds {
            lower: -self.win_next(node.stones + 3),
            upper: self
                .follow_up_bound(node)
                .map_or(upper, |bound| bound.min(upper)),
            table_move: 0,
        }
    }

    /// Returns the follow-up bound: a score that the side to move cannot exceed, because its
    /// opponent has an answer to every move.
    ///
    /// The comment of the same function of the 7x6 engine, in `solver::node::static_proofs`, has the
    /// terms, the rule and its proof. None of the steps needs seven columns or six rows. On a board
    /// of another height, "rows of `f`" are those of the top row's parity, and a `W` makes the room
    /// odd if it is an odd number of rows below the top row (`off_rows`).
    #[inline(always)]
    pub(super) fn follow_up_bound(&self, node: &Node<W>) -> Option<i8> {
        let (leader, follower) = (node.mover, node.mask ^ node.mover);
        let w = self.lowest(node.theirs);
        let off_w = w & self.off_rows;
        let room_is_odd = (off_w.count() ^ (self.cells - node.stones)) & 1 == 1;
        if room_is_odd && off_w.is_none() {
            return None;
        }
        let left_open = if room_is_odd {
            off_w & (!off_w + W::from(1))
        } else {
            W::NONE
        };
        let gates = (w ^ left_open) >> 1;
        // The cells from the gate up; in a column without a gate, the bit above the column.
        let from_gate = self.tops - gates;
        let closed = from_gate & self.board;
        let room = !node.mask & self.board & !from_gate;
        let tops = (self.tops - (off_w ^ left_open)) & self.tops;
        let f_rows = (tops - (tops >> HEIGHT)) ^ self.off_rows;
        let f = room & f_rows & !self.playable(node.mask);
        let reach = leader | gates | room & !f;
        if Self::has_four(reach) {
            return None;
        }
        Some(if gates.is_none() {
            -i8::from(Self::has_flat_four(follower | f))
        } else {
            -(closed.count() / 2).cast_signed()
        })
    }
}
