//! What each move of a node comes to, all columns in one pass.
//!
//! The pass is one loop over lanes without branches, a lane a column from the
//! centre outwards, so that the compiler turns it into the machine's vectors;
//! `arch` compiles it once for each kind of vector and picks one at run time.

use super::bounds::Board;
use super::node::{self, Node};
use super::order::CENTRE_FIRST;
use super::table::{self, Known, Slot};
use crate::game::bitboard::{self, BOARD, BOTTOM, column_mask};

/// Seven columns and one idle lane.
pub(super) const LANES: usize = 8;

/// One value a lane.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [u64; LANES]);

impl std::ops::Index<usize> for Lanes {
    type Output = u64;

    #[inline]
    fn index(&self, lane: usize) -> &u64 {
        &self.0[lane]
    }
}

/// The cells of each lane's column; the idle lane has none.
const COLUMNS: Lanes = {
    let mut columns = [0; LANES];
    let mut lane = 0;
    while lane < CENTRE_FIRST.len() {
        columns[lane] = column_mask(CENTRE_FIRST[lane]);
        lane += 1;
    }
    Lanes(columns)
};

/// The positions after each move: lanes that hold no move have no meaning.
pub(super) struct Children {
    /// Stones of the side to move, as in [`Node`]; likewise the following.
    mover: Lanes,
    mask: Lanes,
    mine: Lanes,
    theirs: Lanes,
    moves: Lanes,
    stones: [u8; LANES],
    /// The mixed key of the position or of its mirror image.
    hash: Lanes,
    /// Not zero where the key is the mirror image's.
    mirrored: Lanes,
    /// How promising the move looks.
    promise: Lanes,
    /// What the value is at least and at most, for the side to move.
    lower: [i8; LANES],
    upper: [i8; LANES],
    /// Lanes after which the side that moved is to move again, as bits; likewise
    /// the following.
    again: u8,
    /// Lanes after which the opponent has no move that does not lose at once.
    pub(super) lost: u8,
    /// Lanes after which the opponent has exactly one.
    pub(super) forced: u8,
    /// Lanes after which there is a choice.
    pub(super) open: u8,
}

impl Children {
    /// The position of a lane, for its side to move.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        Node {
            mover: self.mover[lane],
            mask: self.mask[lane],
            mine: self.mine[lane],
            theirs: self.theirs[lane],
            moves: self.moves[lane],
            stones: self.stones[lane],
        }
    }

    /// The place of a lane's position in the table.
    #[inline]
    pub(super) fn slot(&self, lane: usize) -> Slot {
        Slot::of_hash(self.hash[lane], self.mirrored[lane] != 0, self.stones[lane])
    }

    /// What is proven of a lane's value without search, for its side to move.
    #[inline]
    pub(super) fn known(&self, lane: usize) -> Known {
        Known {
            lower: self.lower[lane],
            upper: self.upper[lane],
            best: 0,
        }
    }

    #[inline]
    pub(super) fn promise(&self, lane: usize) -> u64 {
        self.promise[lane]
    }

    /// Whether the side that made a lane's move is to move again in it.
    #[inline]
    pub(super) fn again(&self, lane: usize) -> bool {
        self.again & 1 << lane != 0
    }

    /// What a lane's move is worth at least to the side that makes it, when
    /// `known` is proven of the position it leads to.
    #[inline]
    pub(super) fn at_least(&self, lane: usize, known: Known) -> i8 {
        if self.again(lane) {
            known.lower
        } else {
            -known.upper
        }
    }

    /// Opens a forced lane: `node` is where its forced moves end.
    #[inline]
    pub(super) fn open(&mut self, lane: usize, node: &Node, again: bool) {
        self.mover.0[lane] = node.mover;
        self.mask.0[lane] = node.mask;
        self.mine.0[lane] = node.mine;
        self.theirs.0[lane] = node.theirs;
        self.moves.0[lane] = node.moves;
        self.stones[lane] = node.stones;
        let (hash, mirrored) = table::hash(node.mover, node.mask);
        self.hash.0[lane] = hash;
        self.mirrored.0[lane] = u64::from(mirrored);
        let known = node.known();
        self.lower[lane] = known.lower;
        self.upper[lane] = known.upper;
        self.again |= u8::from(again) << lane;
        self.open |= 1 << lane;
    }
}

/// The lanes in a set of bits.
#[inline]
pub(super) fn lanes(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Looks at all moves of a node.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled into each kind of vector code"
)]
pub(super) fn look(node: &Node) -> Children {
    let zero = Lanes([0; LANES]);
    let mut children = Children {
        mover: Lanes([node.mask ^ node.mover; LANES]),
        mask: zero,
        mine: zero,
        theirs: zero,
        moves: zero,
        stones: [node.stones + 1; LANES],
        hash: zero,
        mirrored: zero,
        promise: zero,
        lower: [0; LANES],
        upper: [0; LANES],
        again: 0,
        lost: 0,
        forced: 0,
        open: 0,
    };
    let (floor, ceiling) = (node::floor(node.stones + 1), node::ceiling(node.stones + 1));
    for lane in 0..LANES {
        let cell = node.moves & COLUMNS[lane];
        let mask = node.mask | cell;
        let theirs = bitboard::winning_cells(node.mover | cell, mask);
        let playable = (mask + BOTTOM) & BOARD;
        let threats = theirs & playable;
        let safe = playable & !(theirs >> 1);
        // No threat: what is safe. One: the stone that stops it, if safe. More: none.
        let several = threats & threats.wrapping_sub(1) != 0;
        let stops = if several { 0 } else { safe & threats };
        children.mask.0[lane] = mask;
        children.mine.0[lane] = node.theirs & !cell;
        children.theirs.0[lane] = theirs;
        children.moves.0[lane] = if threats == 0 { safe } else { stops };
        let (hash, mirrored) = table::hash(node.mask ^ node.mover, mask);
        children.hash.0[lane] = hash;
        children.mirrored.0[lane] = u64::from(mirrored);
        let board = Board {
            mover: node.mask ^ node.mover,
            mask,
            theirs,
            first: !node.stones.is_multiple_of(2),
        };
        children.lower[lane] = if board.is_safe() { 0 } else { floor };
        children.upper[lane] = board.upper().min(ceiling);
        children.promise.0[lane] = promise(theirs, node.theirs, playable);
    }
    let mut played = 0;
    let mut single = 0;
    for lane in 0..LANES {
        let moves = children.moves[lane];
        played |= u8::from(node.moves & COLUMNS[lane] != 0) << lane;
        children.lost |= u8::from(moves == 0) << lane;
        single |= u8::from(moves & moves.wrapping_sub(1) == 0) << lane;
    }
    children.lost &= played;
    children.forced = played & single & !children.lost;
    children.open = played & !single;
    children
}

/// What a move gained: the more winning cells it leaves to its side, and the
/// sooner they bind the opponent, the better.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled into each kind of vector code"
)]
fn promise(winning: u64, opponents: u64, playable: u64) -> u64 {
    // Above a winning cell of the opponent's no stone will be played in time.
    let useful = winning & !(bitboard::upwards(opponents) << 1);
    let count = |cells: u64| u64::from(cells.count_ones());
    8 * count(useful & playable << 1) + 5 * count(useful & playable << 2) + 3 * count(useful)
}
