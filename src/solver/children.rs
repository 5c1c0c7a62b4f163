//! What each move of a node comes to, all columns in one pass.
//!
//! The pass is made of loops over lanes without branches, a lane a column from
//! the centre outwards, so that the compiler turns them into the machine's
//! vectors; `arch` compiles it once for each kind of vector and picks one at run
//! time.

use super::bounds::Board;
use super::node::Node;
use super::order::{self, CENTRE_FIRST};
use super::table::{self, Known, Slot};
use crate::game::bitboard::{column_mask, playable, winning_cells};

/// Seven columns and one idle lane.
pub(super) const LANES: usize = 8;

/// One value a lane.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lanes([u64; LANES]);

impl Lanes {
    const ZERO: Lanes = Lanes([0; LANES]);

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled into each kind of vector code"
    )]
    fn any(&self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) != 0
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

/// The positions that the moves of a node lead to once every forced reply is
/// played: a lane a move; lanes without a move have no meaning.
pub(super) struct Children {
    /// Stones of the side to move, as in [`Node`]; likewise the following.
    mover: Lanes,
    mask: Lanes,
    mine: Lanes,
    theirs: Lanes,
    moves: Lanes,
    stones: Lanes,
    /// The mixed key of the position or of its mirror image.
    hash: Lanes,
    /// Not zero where the key is the mirror image's.
    mirrored: Lanes,
    /// How promising the move looks.
    promise: Lanes,
    /// What the value is at least and at most, for the side to move.
    lower: [i64; LANES],
    upper: [i64; LANES],
    /// All ones where there is a move, else zero; likewise the following.
    played: Lanes,
    /// Where the side that moved is to move again.
    turns: Lanes,
    /// Lanes whose value the forced moves have decided, as bits.
    pub(super) decided: u8,
    pub(super) wins: bool,
    /// Lanes after which there is a choice, as bits.
    pub(super) open: u8,
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

impl Children {
    fn stones(&self, lane: usize) -> u8 {
        self.stones.0[lane] as u8
    }

    /// The position of a lane, for its side to move.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        Node {
            mover: self.mover.0[lane],
            mask: self.mask.0[lane],
            mine: self.mine.0[lane],
            theirs: self.theirs.0[lane],
            moves: self.moves.0[lane],
            stones: self.stones(lane),
        }
    }

    /// The place of a lane's position in the table.
    #[inline]
    pub(super) fn slot(&self, lane: usize) -> Slot {
        Slot::of_hash(
            self.hash.0[lane],
            self.mirrored.0[lane] != 0,
            self.stones(lane),
        )
    }

    /// What is proven of a lane's value without search, for its side to move.
    #[inline]
    pub(super) fn known(&self, lane: usize) -> Known {
        Known {
            lower: self.lower[lane] as i8,
            upper: self.upper[lane] as i8,
            best: 0,
        }
    }

    #[inline]
    pub(super) fn promise(&self, lane: usize) -> u64 {
        self.promise.0[lane]
    }

    /// Whether the side that made a lane's move is to move again in it.
    #[inline]
    pub(super) fn again(&self, lane: usize) -> bool {
        self.turns.0[lane] != 0
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

    /// Plays the moves of `node`, each in its lane.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled into each kind of vector code"
    )]
    fn play(node: &Node) -> Children {
        let mut children = Children {
            mover: Lanes([node.mask ^ node.mover; LANES]),
            mask: Lanes::ZERO,
            mine: Lanes::ZERO,
            theirs: Lanes::ZERO,
            moves: Lanes::ZERO,
            stones: Lanes([u64::from(node.stones) + 1; LANES]),
            hash: Lanes::ZERO,
            mirrored: Lanes::ZERO,
            promise: Lanes::ZERO,
            lower: [0; LANES],
            upper: [0; LANES],
            played: Lanes::ZERO,
            turns: Lanes::ZERO,
            decided: 0,
            wins: false,
            open: 0,
        };
        for lane in 0..LANES {
            let cell = node.moves & COLUMNS.0[lane];
            let mask = node.mask | cell;
            let theirs = winning_cells(node.mover | cell, mask);
            children.mask.0[lane] = mask;
            children.mine.0[lane] = node.theirs & !cell;
            children.theirs.0[lane] = theirs;
            children.moves.0[lane] = safe_moves(mask, theirs);
            children.promise.0[lane] = order::promise(theirs, node.theirs, playable(mask));
            children.played.0[lane] = if cell == 0 { 0 } else { u64::MAX };
        }
        children
    }

    /// The lanes in play whose side to move has exactly one move.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled into each kind of vector code"
    )]
    fn forced(&self) -> Lanes {
        let mut forced = Lanes::ZERO;
        for lane in 0..LANES {
            let moves = self.moves.0[lane];
            let single = moves != 0 && moves & moves.wrapping_sub(1) == 0;
            forced.0[lane] = if single { self.played.0[lane] } else { 0 };
        }
        forced
    }

    /// Plays the forced move of each lane in `forced`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled into each kind of vector code"
    )]
    fn play_forced(&mut self, forced: &Lanes) {
        for lane in 0..LANES {
            let chosen = forced.0[lane];
            let cell = self.moves.0[lane] & chosen;
            let mask = self.mask.0[lane] | cell;
            let mover = self.mover.0[lane] | cell;
            let (mine, theirs) = (self.mine.0[lane], self.theirs.0[lane]);
            let turned = (theirs & !cell, winning_cells(mover, mask));
            let theirs = turned.1 & chosen | theirs & !chosen;
            self.mover.0[lane] = mover ^ mask & chosen;
            self.mask.0[lane] = mask;
            self.mine.0[lane] = turned.0 & chosen | mine & !chosen;
            self.theirs.0[lane] = theirs;
            self.moves.0[lane] = safe_moves(mask, theirs);
            self.turns.0[lane] ^= chosen;
            self.stones.0[lane] += chosen & 1;
        }
    }

    /// Proves what can be proven of each lane without search.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled into each kind of vector code"
    )]
    fn bound(&mut self) {
        for lane in 0..LANES {
            let stones = self.stones.0[lane];
            let board = Board {
                mover: self.mover.0[lane],
                mask: self.mask.0[lane],
                theirs: self.theirs.0[lane],
                stones,
            };
            let decided = board.decided();
            let is_decided = self.moves.0[lane] == 0;
            let (lower, upper) = board.bounds();
            self.lower[lane] = if is_decided { decided } else { lower };
            self.upper[lane] = if is_decided { decided } else { upper };
            let (hash, mirrored) = table::hash(board.mover, board.mask);
            self.hash.0[lane] = hash;
            self.mirrored.0[lane] = u64::from(mirrored);
        }
    }
}

/// The moves that do not lose at once, for a side that cannot win at once and
/// whose opponent has the winning cells `theirs`.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled into each kind of vector code"
)]
pub(super) fn safe_moves(mask: u64, theirs: u64) -> u64 {
    let playable = playable(mask);
    let threats = theirs & playable;
    let safe = playable & !(theirs >> 1);
    // No threat: what is safe. One: the stone that stops it, if safe. More: none.
    let several = threats & threats.wrapping_sub(1) != 0;
    let stops = if several { 0 } else { safe & threats };
    if threats == 0 { safe } else { stops }
}

/// Looks at all moves of a node.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled into each kind of vector code"
)]
pub(super) fn look(node: &Node) -> Children {
    let mut children = Children::play(node);
    let mut lost = 0;
    for lane in 0..LANES {
        let is_lost = children.moves.0[lane] == 0 && children.played.0[lane] != 0;
        lost |= u8::from(is_lost) << lane;
    }
    if lost != 0 {
        children.decided = lost;
        children.wins = true;
        return children;
    }
    let mut forced = children.forced();
    for lane in 0..LANES {
        children.promise.0[lane] += forced.0[lane] & order::FORCING;
    }
    while forced.any() {
        children.play_forced(&forced);
        forced = children.forced();
    }
    children.bound();
    for lane in 0..LANES {
        let played = children.played.0[lane] != 0;
        let is_open = children.moves.0[lane] != 0;
        children.open |= u8::from(played && is_open) << lane;
        children.decided |= u8::from(played && !is_open) << lane;
    }
    children
}
