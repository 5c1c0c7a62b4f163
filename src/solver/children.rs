//! What each move of a node comes to, all columns in one pass.
//!
//! The pass is made of loops over lanes without branches, a lane a column from
//! the centre outwards, so that the compiler turns them into the machine's
//! vectors; `arch` compiles it once for each kind of vector and picks one at run
//! time.

use super::bounds::Board;
use super::lanes::{LANES, Lanes};
use super::node::Node;
use super::order::{self, CENTRE_FIRST};
use super::table::{self, Known, Slot};
use crate::game::Score;
use crate::game::bitboard::{playable, winning_cells};

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
    /// Whether the lane holds a move.
    played: Lanes,
    /// Whether the side that made it is to move again.
    again: Lanes,
    /// The best move by what is proven of it without search.
    pub(super) best: Best,
    /// Lanes that may exceed the window and have to be searched, as bits.
    pub(super) open: u8,
}

/// The best value of a node found so far, and its column counted from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) value: i8,
    pub(super) column: u8,
}

impl Best {
    /// Nothing found.
    const NONE: Best = Best {
        value: i8::MIN,
        column: 0,
    };

    #[inline]
    pub(super) fn new(value: i8, lane: usize) -> Best {
        Best {
            value,
            column: CENTRE_FIRST[lane % CENTRE_FIRST.len()] + 1,
        }
    }

    #[inline]
    pub(super) fn improve(&mut self, value: i8, lane: usize) {
        if value > self.value {
            *self = Best::new(value, lane);
        }
    }
}

impl Children {
    fn stones(&self, lane: usize) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 42")]
        let stones = self.stones.0[lane] as u8;
        stones
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
        Known::between(self.lower[lane], self.upper[lane])
    }

    #[inline]
    pub(super) fn promise(&self, lane: usize) -> u64 {
        self.promise.0[lane]
    }

    /// Whether the side that made a lane's move is to move again in it.
    #[inline]
    pub(super) fn again(&self, lane: usize) -> bool {
        self.again.0[lane] != 0
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
    #[expect(clippy::inline_always, reason = "see `arch`")]
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
            again: Lanes::ZERO,
            best: Best::NONE,
            open: 0,
        };
        for lane in 0..LANES {
            let cell = node.moves & Lanes::COLUMNS.0[lane];
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

    /// The lanes in play whose side to move has no move.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    fn lost(&self) -> Lanes {
        let mut lost = Lanes::ZERO;
        for lane in 0..LANES {
            let none = self.moves.0[lane] == 0;
            lost.0[lane] = if none { self.played.0[lane] } else { 0 };
        }
        lost
    }

    /// The lanes in play whose side to move has exactly one move.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
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
    #[expect(clippy::inline_always, reason = "see `arch`")]
    fn play_forced(&mut self, forced: &Lanes) {
        for lane in 0..LANES {
            let chosen = forced.0[lane];
            let cell = self.moves.0[lane] & chosen;
            let mask = self.mask.0[lane] | cell;
            let mover = self.mover.0[lane] | cell;
            let (mine, theirs) = (self.mine.0[lane], self.theirs.0[lane]);
            // Where a stone was played the sides change places.
            let gained = winning_cells(mover, mask);
            let (next_mine, next_theirs) = (
                theirs & !cell & chosen | mine & !chosen,
                gained & chosen | theirs & !chosen,
            );
            self.mover.0[lane] = mover ^ mask & chosen;
            self.mask.0[lane] = mask;
            self.mine.0[lane] = next_mine;
            self.theirs.0[lane] = next_theirs;
            self.moves.0[lane] = safe_moves(mask, next_theirs);
            self.again.0[lane] ^= chosen;
            self.stones.0[lane] += chosen & 1;
        }
    }

    /// Proves what can be proven of each lane without search.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
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

    /// Finds the lanes that have to be searched, and the best of the others: one
    /// that is proven to exceed `alpha`, or else what they are worth at most.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    fn weigh(&mut self, alpha: i8) {
        let none = i64::from(Best::NONE.value);
        let alpha = i64::from(alpha);
        let mut worth = [none; LANES];
        for (lane, worth) in worth.iter_mut().enumerate() {
            let (lower, upper) = (self.lower[lane], self.upper[lane]);
            let again = self.again.0[lane] != 0;
            let least = if again { lower } else { -upper };
            let most = if again { upper } else { -lower };
            let asked = least <= alpha && most > alpha;
            let known = if least > alpha { least } else { most };
            let played = self.played.0[lane] != 0;
            *worth = if asked || !played { none } else { known };
            self.open |= u8::from(asked && played) << lane;
        }
        let best = worth.into_iter().fold(none, i64::max);
        let lanes = Lanes(worth.map(|worth| u64::from(worth == best)));
        #[expect(clippy::cast_possible_truncation, reason = "a score or nothing")]
        let value = best as i8;
        self.best = Best::new(value, lanes.first());
    }
}

/// The moves that do not lose at once, for a side that cannot win at once and
/// whose opponent has the winning cells `theirs`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn safe_moves(mask: u64, theirs: u64) -> u64 {
    let playable = playable(mask);
    let threats = theirs & playable;
    let safe = playable & !(theirs >> 1);
    // No threat: what is safe. One: the stone that stops it, if safe. More: none.
    let several = threats & threats.wrapping_sub(1) != 0;
    let stops = if several { 0 } else { safe & threats };
    if threats == 0 { safe } else { stops }
}

/// Looks at all moves of a node, of which is asked whether it exceeds `alpha`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn look(node: &Node, alpha: i8) -> Children {
    let mut children = Children::play(node);
    let lost = children.lost();
    if lost.any() {
        // The opponent cannot stop the next stone from winning.
        let win = Score::win_in(2, node.stones).get();
        children.best = Best::new(win, lost.first());
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
    children.weigh(alpha);
    children
}

#[cfg(test)]
impl Children {
    /// All that a search reads: the best move known and every lane left to it.
    pub(super) fn summary(&self) -> (Best, Vec<String>) {
        let open = super::lanes::lanes(self.open).map(|lane| {
            let (node, slot, known) = (self.node(lane), self.slot(lane), self.known(lane));
            let (promise, again) = (self.promise(lane), self.again(lane));
            format!("{lane} {node:?} {slot:?} {known:?} {promise} {again}")
        });
        (self.best, open.collect())
    }
}
