//! What each move of a node comes to, all columns in one pass.
//!
//! The pass works on vectors, a lane a column from the centre outwards, without
//! a branch between lanes; `arch` compiles it once for each kind of vector and
//! picks one at run time.

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::ops::ControlFlow;

#[cfg(test)]
use super::arch::Portable;
use super::arch::{Addresses, Lines};
use super::best_move::BestMove;
use super::bounds::LINES_MAY_BE_GONE;
use super::killers::Suspects;
use super::known::Known;
use super::lanes::{LANES, Lanes, lanes, spread};
use super::lineup::Lineup;
use super::node::Node;
use super::order::{self, CENTRE_FIRST, Order};
use super::policy::Advice;
use super::positions::{Nodes, Played, Positions};
use super::table::{self, Slot, Table};
use super::turn::Turn;
use super::vector::{Full, Packed, Vector};
use super::weights::Weights;
use super::window::Window;
use crate::game::Column;
use crate::game::bitboard::playable;

/// The positions that the moves of a node lead to once every forced reply is
/// played: a lane a move; lanes without a move have no meaning.
pub(super) struct Children<'a> {
    /// Which column's move each lane is.
    lineup: &'static Lineup,
    weights: &'a Weights,
    nodes: Nodes,
    /// Where the table remembers the position.
    lines: Lines<'a>,
    /// The mixed key of the position or of its mirror image, and what its line holds of it.
    hash: Lanes,
    remainders: Lanes,
    /// What the value is at least and at most, for the side to move: signed.
    lower: Lanes,
    upper: Lanes,
    /// The best column that the table remembers for the position, counted from one, or 0.
    replies: [u8; LANES],
    /// Lanes whose key is the mirror image's, as bits.
    mirrored: u8,
    /// Lanes in which the side that made the move is to move again, as bits.
    again: u8,
    /// The best move by what is proven of it without search.
    pub(super) best: BestMove,
    /// Lanes that may exceed the window and have to be searched, as bits.
    pub(super) open: u8,
    /// Those lanes, the most promising first.
    pub(super) order: Order,
}

impl Children<'_> {
    /// The position of a lane, for its side to move.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> Node {
        self.nodes.node(lane)
    }

    /// The cell of a lane's move in `node`.
    #[inline]
    pub(super) fn cell(&self, node: &Node, lane: usize) -> u64 {
        node.moves & self.lineup.columns().0[lane]
    }

    /// A lane's move as the best one.
    #[inline]
    pub(super) fn best_by(&self, value: i8, lane: usize) -> BestMove {
        BestMove::new(value, lane, self.lineup)
    }

    /// The place of a lane's position in the table.
    #[inline]
    pub(super) fn slot(&self, lane: usize) -> Slot {
        Slot::of_hash(
            self.hash.0[lane],
            self.mirrored >> lane & 1 != 0,
            self.nodes.stones.0[lane],
        )
    }

    /// The places in its line where the table may remember the position of each lane left
    /// to search: a byte of bits a lane.
    ///
    /// All lanes that `M` has are looked at where that is fast, so that no branch hangs on
    /// how many there are or on which of them the table knows.
    #[inline(always)]
    pub(super) fn matches<V: Full, M: Vector>(&self) -> u64 {
        let mut all = 0;
        for lane in 0..M::MOVES.min(CENTRE_FIRST.len()) {
            if V::IS_FAST || self.open >> lane & 1 != 0 {
                all |= u64::from(self.matches_of::<V>(lane)) << (u8::BITS as usize * lane);
            }
        }
        all & spread(self.open)
    }

    #[inline(always)]
    fn matches_of<V: Full>(&self, lane: usize) -> u8 {
        table::matches::<V>(self.lines.line(lane), &self.remainders.0[lane])
    }

    /// Adds to what is proven of a lane what the table tells, which may remember the
    /// position in the places `matches`.
    #[inline(always)]
    pub(super) fn recall(&mut self, lane: usize, matches: u8) {
        let told = table::recall(self.lines.line(lane), matches, self.slot(lane));
        if let Some(told) = told {
            let Known { lower, upper, best } = self.known(lane).with(told);
            self.lower.0[lane] = i64::from(lower).cast_unsigned();
            self.upper.0[lane] = i64::from(upper).cast_unsigned();
            self.replies[lane] = best;
        }
    }

    /// As [`Children::recall`], with another look at the table.
    #[inline(always)]
    pub(super) fn recall_again<V: Full>(&mut self, lane: usize) {
        self.recall(lane, self.matches_of::<V>(lane));
    }

    /// What is proven of a lane's position by the rules and by what the table told, for its
    /// side to move.
    #[inline]
    pub(super) fn known(&self, lane: usize) -> Known {
        let (lower, upper) = (self.lower.0[lane], self.upper.0[lane]);
        Known {
            best: self.replies[lane],
            ..Known::between(lower.cast_signed(), upper.cast_signed())
        }
    }

    /// Who is to move in a lane's position, seen from the node.
    #[inline]
    pub(super) fn turn(&self, lane: usize) -> Turn {
        Turn::same_if(self.again >> lane & 1 != 0)
    }

    /// The moves left to search: their columns and what each promises.
    pub(super) fn promises(&self) -> impl Iterator<Item = (Column, i64)> {
        lanes(self.open).filter_map(|lane| {
            let column = Column::from_number(self.lineup.number(lane))?;
            Some((column, self.order.promised(lane)))
        })
    }

    /// Lets moves pass others by as much as their columns promise more than the others'.
    #[cold]
    pub(super) fn take_advice(&mut self, advice: &Advice) {
        for lane in lanes(self.open) {
            let column = usize::from(self.lineup.number(lane)) - 1;
            self.order.prefer(lane, advice[column].into());
        }
    }

    /// A lane's move of `node` failed, against an opponent whose best column, counted
    /// from one, was this: that cell may be a good one to take. (Nodes of Begin-Medium:
    /// 3 % less.)
    pub(super) fn heed(&mut self, node: &Node, lane: usize, column: u8) {
        let refutation = self.node(lane).move_in(column);
        if self.turn(lane) == Turn::Other && refutation & node.moves != 0 {
            let lane = self.lineup.lane(Column::of_cell(refutation).number());
            self.order.prefer(lane, self.weights.refutation);
        }
    }

    /// As [`BestMove::improve`]. Moves of a shared node are searched in any order: of equal ones
    /// the most promising is the best, as if it had been the first.
    #[inline]
    pub(super) fn improve(&self, best: &mut BestMove, value: i8, lane: usize, is_shared: bool) {
        let other = self.best_by(value, lane);
        if is_shared && value == best.value {
            let found = self.lineup.lane(best.column);
            if self.order.promises_more(lane, found) {
                *best = other;
            }
        }
        best.improve(other);
    }

    /// Whether the likeliest move to exceed `alpha`, of those that were left to search, is
    /// known not to.
    pub(super) fn has_failed(&self, alpha: i8) -> bool {
        let fails = |lane| self.at_most(lane) <= alpha;
        self.order.is_begun() || self.order.likeliest().is_some_and(fails)
    }

    /// What a lane's move is worth at least to the side that makes it.
    #[inline]
    pub(super) fn at_least(&self, lane: usize) -> i8 {
        let known = self.known(lane);
        // Written out: as in `at_most` Middle-Medium would take 7 % longer.
        match self.turn(lane) {
            Turn::Same => known.lower,
            Turn::Other => -known.upper,
        }
    }

    /// What it is worth at most.
    fn at_most(&self, lane: usize) -> i8 {
        self.turn(lane).known(self.known(lane)).upper
    }
}

/// The best of the moves in `lanes` by their `worth`.
#[inline(always)]
fn best<V: Vector>(worth: V, lanes: V::Mask, lineup: &Lineup) -> BestMove {
    let worth = V::select(lanes, worth, V::number(BestMove::NONE.value));
    let (lane, short) = (V::number(i8::MAX) - worth).packed().least();
    #[expect(clippy::cast_possible_truncation, reason = "below 256")]
    let value = i8::MAX.wrapping_sub_unsigned(short as u8);
    BestMove::new(value, lane, lineup)
}

/// Where positions are looked up, if anywhere.
pub(super) trait Memory<V: Vector> {
    /// What they are looked up by, still in vectors.
    type Keys;

    /// That of each position; lanes that are not in `asked` need none.
    fn keys(self, positions: &Positions<V>, asked: V::Mask) -> Self::Keys;
}

/// The place of each position in a table.
pub(super) struct Keys<'a, V: Vector> {
    lines: Addresses<'a, V>,
    hash: V,
    mirrored: V::Mask,
}

impl<'a, V: Vector> Memory<V> for &'a Table {
    type Keys = Keys<'a, V>;

    /// Lanes without a position ask for a tier's first line, so that no branch hangs
    /// on how many there are.
    #[inline(always)]
    fn keys(self, positions: &Positions<V>, asked: V::Mask) -> Keys<'a, V> {
        let (hash, mirrored) = table::hash(positions.mover, positions.mask);
        let hash = hash.only(asked);
        let lines = self.prefetch(hash, positions.stones);
        Keys {
            lines,
            hash,
            mirrored,
        }
    }
}

/// The moves of a node that the rules do not decide, still in vectors.
pub(super) struct Undecided<'a, V: Vector, K> {
    lineup: &'static Lineup,
    pub(super) positions: Positions<V>,
    promise: V,
    weights: &'a Weights,
    keys: K,
    pub(super) lower: V,
    pub(super) upper: V,
    pub(super) again: V::Mask,
    pub(super) open: V::Mask,
    pub(super) best: BestMove,
}

/// Looks at all moves of a node for its value in a window: breaks off with the best one
/// if none has to be searched.
#[inline(always)]
pub(super) fn look<'a, V: Vector, M: Memory<V>>(
    node: &Node,
    moves: Played<V>,
    window: Window<i8>,
    weights: &'a Weights,
    memory: M,
) -> ControlFlow<BestMove, Undecided<'a, V, M::Keys>> {
    if let Some(best) = moves.won(node) {
        return ControlFlow::Break(best);
    }
    let Played {
        lineup,
        lanes: played,
        mut positions,
        ..
    } = moves;
    let promise = order::promise(
        positions.theirs,
        V::all(node.theirs),
        playable(positions.mask),
        weights,
    );
    let forcing = V::weight(weights.forcing).only(positions.forced() & played);
    positions.settle(played);

    // The table's lines take about as long to come as all that follows.
    let keys = memory.keys(&positions, played & !positions.lost());

    let (lower, upper) = positions.bounds(node.stones >= LINES_MAY_BE_GONE);
    let plies = positions.stones ^ V::all(u64::from(node.stones));
    let again = (plies & V::all(1)).is_zero();
    let least = V::select(again, lower, upper.negated());
    let most = V::select(again, upper, lower.negated());
    let sure = if window.is_null() {
        BestMove::NONE
    } else {
        best(least, played, lineup)
    };
    let alpha = window.alpha.max(sure.value);
    let exceeds = least.exceeds(V::number(window.beta - 1));
    let open = !exceeds & most.exceeds(V::number(alpha)) & played;
    let best = if sure.value > window.alpha {
        sure
    } else {
        best(V::select(exceeds, least, most), played & !open, lineup)
    };
    // The machine knows the lanes sooner than the best value.
    if V::any(exceeds & played) || !V::any(open) {
        return ControlFlow::Break(best);
    }
    ControlFlow::Continue(Undecided {
        lineup,
        positions,
        promise: promise + forcing,
        weights,
        keys,
        lower,
        upper,
        again,
        open,
        best,
    })
}

impl<V: Vector, K> Undecided<'_, V, K> {
    /// The cell of each lane's move in `node`.
    #[inline(always)]
    fn cells(&self, node: &Node) -> V {
        V::all(node.moves) & V::load(self.lineup.columns())
    }

    /// What each move of `node` promises by what is on the board.
    #[inline(always)]
    pub(super) fn promise(&self, node: &Node) -> V {
        let (cells, weights) = (self.cells(node), self.weights);
        let is_on_own_stone = !(cells >> 1 & V::all(node.mover)).is_zero();
        self.promise
            + order::liking(cells, weights, self.lineup)
            + V::weight(weights.on_own_stone).only(is_on_own_stone)
            + self.positions.moves.count_ones().weighed(weights.replies)
    }
}

impl<'a, V: Vector> Undecided<'a, V, Keys<'a, V>> {
    /// The moves in order; `favourite` is the column that the table remembers for the
    /// node, counted from one, or 0.
    #[inline(always)]
    pub(super) fn children(self, node: &Node, favourite: u8, suspects: &Suspects) -> Children<'a> {
        let (cells, weights) = (self.cells(node), self.weights);
        let promise = self.promise(node)
            + V::weight(weights.table_move).only(cells.equals(node.move_in(favourite)))
            + V::weight(weights.killer).only(cells.equals(suspects.killer))
            + V::weight(weights.countermove).only(cells.equals(suspects.countermove))
            + V::weight(weights.follow_up).only(cells.equals(suspects.follow_up));
        Children {
            lineup: self.lineup,
            weights,
            nodes: self.positions.nodes(),
            lines: self.keys.lines.lines(),
            hash: self.keys.hash.lanes(),
            remainders: table::remainder(self.keys.hash).lanes(),
            lower: self.lower.lanes(),
            upper: self.upper.lanes(),
            replies: [0; LANES],
            mirrored: V::bits(self.keys.mirrored),
            again: V::bits(self.again),
            best: self.best,
            open: V::bits(self.open),
            order: Order::new(promise, self.open),
        }
    }
}

#[cfg(test)]
impl Children<'_> {
    /// All that a search reads: the best move known, if there is one, and every move left
    /// to it.
    pub(super) fn summary(mut self) -> (BestMove, Vec<String>) {
        let order: Vec<_> = std::iter::from_fn(|| self.order.next::<Portable>()).collect();
        let open = order.into_iter().map(|lane| {
            let (node, slot, known) = (self.node(lane), self.slot(lane), self.known(lane));
            let turn = self.turn(lane);
            let column = self.lineup.number(lane);
            format!("{column} {node:?} {slot:?} {known:?} {turn:?}")
        });
        // Without one its column has no meaning.
        let best = if self.best.value == BestMove::NONE.value {
            BestMove::NONE
        } else {
            self.best
        };
        (best, open.collect())
    }
}
