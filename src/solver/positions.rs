//! The positions that the moves of a node lead to: a lane a column, in vectors as
//! long as something is done with all of them, in memory once one is picked.

#![expect(clippy::inline_always, reason = "see `arch`")]

use super::best_move::BestMove;
use super::lanes::Lanes;
use super::lineup::Lineup;
use super::node::Node;
use super::vector::{Choice, Vector};
use crate::game::Score;
use crate::game::bitboard::{playable, winning_cells};

/// The positions of all lanes, as in [`Node`].
pub(super) struct Positions<V> {
    pub(super) mover: V,
    pub(super) mask: V,
    pub(super) theirs: V,
    pub(super) moves: V,
    pub(super) stones: V,
}

impl Positions<u64> {
    /// A node's alone.
    pub(super) fn alone(node: &Node) -> Positions<u64> {
        Positions {
            mover: node.mover,
            mask: node.mask,
            theirs: node.theirs,
            moves: node.moves,
            stones: node.stones.into(),
        }
    }
}

impl<V: Vector> Positions<V> {
    /// Plays the moves of `node` in `cells`, each in its lane.
    #[inline(always)]
    pub(super) fn after(node: &Node, cells: V) -> Positions<V> {
        let mask = V::all_at(&node.mask) | cells;
        let theirs = winning_cells(V::all_at(&node.mover) | cells, mask);
        Positions {
            mover: V::all(node.mask ^ node.mover),
            mask,
            theirs,
            moves: safe_moves(mask, theirs),
            stones: V::all(u64::from(node.stones) + 1),
        }
    }

    /// The lanes whose side to move has no move that does not lose at once, those without
    /// a move of the node among them.
    #[inline(always)]
    pub(super) fn lost(&self) -> V::Mask {
        self.moves.is_zero()
    }

    /// The lanes whose side to move has exactly one move.
    #[inline(always)]
    pub(super) fn forced(&self) -> V::Mask {
        self.moves.without_lowest().is_zero() & !self.moves.is_zero()
    }

    /// Plays the forced moves of the lanes in `chosen`.
    #[inline(always)]
    pub(super) fn play_forced(&mut self, chosen: V::Mask) {
        let cell = self.moves.only(chosen);
        let mover = self.mover | cell;
        self.mask = self.mask | cell;
        // Where a stone was played the sides change places.
        let gained = winning_cells(mover, self.mask);
        self.mover = V::select(chosen, mover ^ self.mask, mover);
        self.theirs = V::select(chosen, gained, self.theirs);
        self.moves = safe_moves(self.mask, self.theirs);
        self.stones = self.stones + V::all(1).only(chosen);
    }

    /// Plays all forced moves of the lanes in `played`.
    #[inline(always)]
    pub(super) fn settle(&mut self, played: V::Mask) {
        let mut forced = self.forced() & played;
        while V::any(forced) {
            self.play_forced(forced);
            forced = self.forced() & played;
        }
    }

    #[inline(always)]
    pub(super) fn nodes(&self) -> Nodes {
        Nodes {
            mover: self.mover.lanes(),
            mask: self.mask.lanes(),
            theirs: self.theirs.lanes(),
            moves: self.moves.lanes(),
            stones: self.stones.lanes(),
        }
    }
}

/// All moves of a node, played.
pub(super) struct Played<V: Vector> {
    pub(super) lineup: &'static Lineup,
    /// The lanes that have a move.
    pub(super) lanes: V::Mask,
    pub(super) positions: Positions<V>,
    /// The lanes whose move leaves the opponent no way to stop the next stone from winning.
    won: V::Mask,
}

impl<V: Vector> Played<V> {
    #[inline(always)]
    pub(super) fn of(node: &Node) -> Played<V> {
        let lineup = Lineup::of::<V>(node.moves);
        let cells = V::all_at(&node.moves) & V::load(lineup.columns());
        let lanes = !cells.is_zero();
        let positions = Positions::after(node, cells);
        let won = positions.lost() & lanes;
        Played {
            lineup,
            lanes,
            positions,
            won,
        }
    }

    /// The first move of `node` that wins with the next stone but one, if there is any.
    #[inline(always)]
    pub(super) fn won(&self, node: &Node) -> Option<BestMove> {
        V::any(self.won).then(|| {
            let lane = V::bits(self.won).trailing_zeros() as usize;
            BestMove::new(Score::win_in(2, node.stones).get(), lane, self.lineup)
        })
    }
}

/// Positions in memory.
pub(super) struct Nodes {
    mover: Lanes,
    mask: Lanes,
    theirs: Lanes,
    moves: Lanes,
    pub(super) stones: Lanes,
}

impl Nodes {
    /// The position of a lane, for its side to move.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        #[expect(clippy::cast_possible_truncation, reason = "at most 42")]
        let stones = self.stones.0[lane] as u8;
        Node {
            mover: self.mover.0[lane],
            mask: self.mask.0[lane],
            theirs: self.theirs.0[lane],
            moves: self.moves.0[lane],
            stones,
        }
    }
}

/// The moves that do not lose at once, for a side that cannot win at once and
/// whose opponent has the winning cells `theirs`.
#[inline(always)]
pub(super) fn safe_moves<V: Choice>(mask: V, theirs: V) -> V {
    let playable = playable(mask);
    let threats = theirs & playable;
    let safe = playable & !(theirs >> 1);
    // No threat: what is safe. One: the stone that stops it, if safe. More: none.
    let is_no_more_than_one = threats.without_lowest().is_zero();
    V::select(threats.is_zero(), safe, safe & threats).only(is_no_more_than_one)
}
