//! Static proofs: what a position cannot exceed, and why.
//!
//! All of it is arithmetic without branches, so that the pass over the children
//! can do it for every column at once.

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

use super::positions::Positions;
use crate::game::bitboard::{BOARD, HEIGHT, ODD_ROWS, TOPS, lowest, lowest_of_fours, playable};
use crate::solver::simd::Simd;

/// Above every score: nothing is proven.
const NO_BOUND: u64 = 100;

/// With fewer stones a side without any line left is too rare to be looked for.
pub(crate) const LINES_MAY_BE_GONE: u8 = 28;

impl<V: Simd> Positions<V> {
    /// A word in every lane.
    #[inline(always)]
    fn splat(&self, word: u64) -> V {
        self.mask.splat(word)
    }

    /// The least and the greatest value that the rules leave to a side that cannot win
    /// at once. That a side has no line left, and so cannot win, is looked for if
    /// `lines_may_be_gone`.
    #[inline(always)]
    pub(crate) fn bounds(&self, lines_may_be_gone: bool) -> (V, V) {
        // With a move that does not lose at once, either side wins with its second stone at
        // the earliest.
        let mut lower = ((self.splat(40) - self.stones) >> 1).neg();
        let mut upper = (self.splat(41) - self.stones) >> 1;
        if lines_may_be_gone {
            let empty = self.splat(BOARD) ^ self.mask;
            let cannot_lose = lowest_of_fours(self.mask ^ self.mover | empty).is_zero();
            let cannot_win = lowest_of_fours(self.mover | empty).is_zero();
            (lower, upper) = (lower.and_mask(!cannot_lose), upper.and_mask(!cannot_win));
        }
        let followed = self.followed();
        upper = V::select(followed.gt(upper), upper, followed);
        // Without one the opponent wins with the next stone, or the board is full: then this
        // is 0.
        let decided = ((self.splat(42) - self.stones) >> 1).neg();
        let is_decided = self.moves.is_zero();
        (
            V::select(is_decided, decided, lower),
            V::select(is_decided, decided, upper),
        )
    }

    /// **The follower's bound.** What the side to move, the *leader*, cannot exceed
    /// because the opponent, the *follower*, can answer every move.
    ///
    /// Take the lowest winning cell of the follower's, `W`, in each column that has one.
    /// The cell under it is a *gate*, `G`: a leader who fills it and does not win by it
    /// loses to `W`. The gate and all above it are *closed*; all other empty cells are
    /// the *room*, which is to be even in number. In each column the follower pairs the
    /// cells of the room, `l` and above it `f`, from the top down. Where they are odd in
    /// number the lowest is *loose*, `?`; as the room is even, so is the number of those.
    ///
    /// ```text
    /// row 6   x   x   f
    ///     5   x   W   l      x  closed
    ///     4   W   G   f      o  a stone
    ///     3   G   f   l
    ///     2   f   l   ?
    ///     1   l   ?   o
    /// ```
    ///
    /// She answers `l` by the `f` above it, and `?` by another `?`. So each time he is to
    /// move, whole pairs and an even number of loose cells are left: she has an answer to
    /// all but a gate, and he never gets an `f`. Let his *reach* be his stones, all `l`, all
    /// `?` and all `G`. If it holds no four, he never wins, neither in the room nor by a gate:
    ///
    /// - Without a gate the board fills up: his score is at most 0, and at most -1 if her
    ///   stones and all `f` hold a four.
    /// - With gates he has to fill one at last. With `m` closed cells there are by then
    ///   `42 - m` stones at most, and she wins with her next: his score is at most `-m / 2`.
    ///
    /// If she wins before that, his score is lower still.
    ///
    /// Under a `W` in row `r` the column is closed from row `r - 1` up: `8 - r` cells, an
    /// odd number if `r` is odd. So the room is even for the first player as leader if the
    /// `W` in odd rows are even in number, for the second player if they are odd in number.
    /// If they are not, one of these columns is left open, where there is one. (The former
    /// is the follow-up behind Allis' claimeven, the latter the first player's odd threat.)
    ///
    /// Giving the leader only one loose cell of each pair, or one gate in a four,
    /// is as sound, and proves one bound in a hundred more: not worth its time.
    #[inline(always)]
    fn followed(&self) -> V {
        let follower = self.mask ^ self.mover;
        let lowest = lowest(self.theirs);
        let odd = lowest & self.splat(ODD_ROWS);
        let parity = ((odd.count_ones() ^ self.stones) & self.splat(1)).black_box();
        let left_open = odd & odd.neg() & parity.neg();
        let gates = (lowest ^ left_open) >> 1;
        // In each column the gate and all above it; without a gate, the bit above the column.
        let above = self.splat(TOPS) - gates;
        let closed = above & self.splat(BOARD);
        let room = self.splat(BOARD) & !self.mask & !above;
        // `f` stands in odd rows under a `W` in an odd row, and in even rows elsewhere: of the
        // bits above the columns only the latter's survive the subtraction, and swap the rows.
        let tops = (self.splat(TOPS) - (odd ^ left_open)) & self.splat(TOPS);
        let hers = self.splat(ODD_ROWS) ^ (tops - (tops >> HEIGHT));
        // What is playable is no `f`, but may be loose.
        let hers = hers & !playable(self.mask);
        let sure = room & hers;
        let reach = self.mover | gates | room & !hers;
        let room_is_even = parity.is_zero();
        let is_even = room_is_even | !odd.is_zero();
        let proven = lowest_of_fours(reach).is_zero() & is_even;
        let has_no_sure_four = lowest_of_fours(follower | sure).is_zero();
        let without_gates = V::select(has_no_sure_four, self.splat(0), self.mask.splat_i64(-1));
        let with_gates = (closed.count_ones() >> 1).neg();
        let bound = V::select(gates.is_zero(), without_gates, with_gates);
        V::select(proven, bound, self.splat(NO_BOUND))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::{Position, Score};
    use crate::solver::node::Node;
    use crate::solver::sample;
    use crate::solver::types::Known;

    /// A plain search that knows no rule beyond an immediate win: whether the side
    /// to move gets more than `alpha`.
    fn exceeds(position: Position, alpha: i8, seen: &mut HashMap<(u64, i8), bool>) -> bool {
        let columns = position.legal_columns();
        if columns.iter().any(|column| position.wins(column)) {
            return Score::win_in(1, position.stones()).get() > alpha;
        }
        if columns.is_empty() {
            return 0 > alpha;
        }
        let key = (position.key(), alpha);
        if let Some(&known) = seen.get(&key) {
            return known;
        }
        let value = columns
            .iter()
            .any(|column| !exceeds(position.play(column), -alpha - 1, seen));
        seen.insert(key, value);
        value
    }

    fn position_of(node: &Node) -> Position {
        Position::from_bits(node.mover, node.mask).expect("a node comes from play")
    }

    /// How often a rule told something.
    #[derive(Debug, Default)]
    struct Fired {
        /// The follower's bound: that the leader does not win, and that the first or the
        /// second player loses as the leader.
        no_win: usize,
        losses: [usize; 2],
        no_line: usize,
    }

    /// Checks every rule on `count` nodes with a number of stones within `stones`.
    fn check(count: usize, stones: std::ops::RangeInclusive<u8>) -> Fired {
        let mut fired = Fired::default();
        let nodes = sample::nodes(usize::MAX).filter(|node| stones.contains(&node.stones));
        for node in nodes.take(count) {
            let board = Positions::of_node(&node);
            let (lower, upper) = board.bounds(true);
            let known = Known::between(lower.cast_signed(), upper.cast_signed());
            let position = position_of(&node);
            let mut seen = HashMap::new();
            assert!(
                !exceeds(position, known.upper, &mut seen),
                "{node:?} {known:?}"
            );
            assert!(
                exceeds(position, known.lower - 1, &mut seen),
                "{node:?} {known:?}"
            );
            match board.followed().cast_signed() {
                0 => fired.no_win += 1,
                loss if loss < 0 => fired.losses[usize::from(node.stones % 2)] += 1,
                _ => {}
            }
            fired.no_line += usize::from(lower == 0);
        }
        fired
    }

    #[test]
    fn no_bound_is_wrong_late_in_the_game() {
        let fired = check(150_000, 27..=38);
        assert!(fired.no_win > 5_000, "{fired:?}");
        assert!(
            fired.losses.iter().all(|&losses| losses > 5_000),
            "{fired:?}"
        );
        assert!(fired.no_line > 1_000, "{fired:?}");
    }

    #[test]
    fn no_bound_is_wrong_earlier() {
        let fired = check(6_000, 20..=26);
        assert!(fired.no_win > 10, "{fired:?}");
        assert!(fired.losses.iter().all(|&losses| losses > 50), "{fired:?}");
    }
}
