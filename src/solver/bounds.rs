//! Static proofs: what a position cannot exceed, and why.
//!
//! All of it is arithmetic without branches, so that the pass over the children
//! can do it for every column at once.

#![expect(clippy::inline_always, reason = "see `arch`")]

use super::node::Node;
use super::vector::Choice;
use crate::game::bitboard::{BOARD, HEIGHT, ODD_ROWS, TOPS, lowest, lowest_of_fours, playable};

/// Above every score: nothing is proven.
const NO_BOUND: i8 = 100;

/// With fewer stones a side without any line left is too rare to be looked for.
pub(super) const LINES_MAY_BE_GONE: u8 = 28;

/// A position as the rules see it, or a vector of them.
#[derive(Clone, Copy)]
pub(super) struct Board<V> {
    /// Stones of the side to move.
    pub(super) mover: V,
    /// Stones of both sides.
    pub(super) mask: V,
    /// Winning cells of the opponent, none of them playable.
    pub(super) theirs: V,
    /// Stones on the board.
    pub(super) stones: V,
}

impl Board<u64> {
    pub(super) fn of(node: &Node) -> Board<u64> {
        Board {
            mover: node.mover,
            mask: node.mask,
            theirs: node.theirs,
            stones: u64::from(node.stones),
        }
    }
}

impl<V: Choice> Board<V> {
    /// The value when no move avoids an immediate loss: a loss to the opponent's
    /// next stone, or a draw on the full board.
    #[inline(always)]
    pub(super) fn decided(self) -> V {
        // On the full board this is 0.
        ((V::all(42) - self.stones) >> 1).negated()
    }

    /// The least and the greatest value that the rules leave when there are moves
    /// that do not lose at once, and none that wins at once. A side without a line
    /// left, which cannot win, is looked for if `lines_may_be_gone`.
    #[inline(always)]
    pub(super) fn bounds(self, lines_may_be_gone: bool) -> (V, V) {
        let mut lower = ((V::all(40) - self.stones) >> 1).negated();
        let mut upper = (V::all(41) - self.stones) >> 1;
        if lines_may_be_gone {
            let empty = V::all(BOARD) ^ self.mask;
            let cannot_lose = lowest_of_fours(self.mask ^ self.mover | empty).is_zero();
            let cannot_win = lowest_of_fours(self.mover | empty).is_zero();
            (lower, upper) = (lower.only(!cannot_lose), upper.only(!cannot_win));
        }
        let followed = self.followed();
        (lower, V::select(followed.exceeds(upper), upper, followed))
    }

    /// **The follower's bound.** What the side to move, the *leader*, cannot exceed
    /// because the opponent, the *follower*, can answer in the same column.
    ///
    /// Let some columns in which the follower has a winning cell be *closed* from
    /// the cell under the lowest such cell, the *gate*, up to the top; a leader who
    /// fills a gate without winning by it loses to the stone above it. Let the
    /// other empty cells, the *room*, be even in number. The follower answers above
    /// the leader's stone or, where the room of a column is odd and he takes its
    /// lowest cell, with the lowest cell of another such column: these *loose* cells
    /// are even in number. So she always has an answer in the room, and gets in
    /// each column the topmost cell of its room and every second one below it,
    /// except for the loose ones.
    ///
    /// Let the leader's *reach* be his stones, all other cells of the room, the
    /// loose ones among them, and the gates. If it holds no four he cannot win while
    /// there is room, and then:
    ///
    /// - without a gate the board is full: his score is at most 0, and at most -1
    ///   if the follower has a four on her stones and the cells she is sure of;
    /// - with gates he has to open one. With `m` closed cells, her winning stone is
    ///   the second of the last `m`, and his score is at most `-m / 2`.
    ///
    /// The room is even for the first player as leader if the lowest winning cells
    /// in odd rows are even in number, for the second player if they are odd in
    /// number; if need be, one such column is not closed. The former is the
    /// follow-up behind Allis' claimeven, the latter the first player's odd threat.
    ///
    /// Giving the leader only one loose cell of each pair, or one gate in a four,
    /// is as sound, and proves one bound in a hundred more: not worth its time.
    #[inline(always)]
    fn followed(self) -> V {
        let follower = self.mask ^ self.mover;
        let lowest = lowest(self.theirs);
        let odd = lowest & V::all(ODD_ROWS);
        let parity = ((odd.count_ones() ^ self.stones) & V::all(1)).opaque();
        let left_out = odd & odd.negated() & parity.negated();
        let gates = (lowest ^ left_out) >> 1;
        // A gate's negative is the gate and what lies above it.
        let above = V::all(TOPS) - gates;
        let closed = above & V::all(BOARD);
        let room = V::all(BOARD) & !self.mask & !above;
        // Under a winning cell in an odd row the follower gets the odd rows.
        let tops = (V::all(TOPS) - (odd ^ left_out)) & V::all(TOPS);
        let hers = V::all(ODD_ROWS) ^ (tops - (tops >> HEIGHT));
        let hers = hers & !playable(self.mask);
        let sure = room & hers;
        let reach = self.mover | gates | room & !hers;
        let room_is_even = parity.is_zero();
        let is_even = room_is_even | !odd.is_zero();
        let proven = lowest_of_fours(reach).is_zero() & is_even;
        let has_no_sure_four = lowest_of_fours(follower | sure).is_zero();
        let without_gates = V::select(has_no_sure_four, V::all(0), V::number(-1));
        let with_gates = (closed.count_ones() >> 1).negated();
        let bound = V::select(gates.is_zero(), without_gates, with_gates);
        V::select(proven, bound, V::number(NO_BOUND))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::{Position, Score};
    use crate::solver::sample;
    use crate::solver::table::Known;

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

    /// Checks every rule on `count` nodes with a number of stones within `stones`:
    /// how often the follower's bound and a missing line decided something.
    fn check(count: usize, stones: std::ops::RangeInclusive<u8>) -> (usize, usize) {
        let (mut followed, mut no_line) = (0, 0);
        let nodes = sample::nodes(usize::MAX).filter(|node| stones.contains(&node.stones));
        for node in nodes.take(count) {
            let board = Board::of(&node);
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
            followed += usize::from(board.followed() != u64::number(NO_BOUND));
            no_line += usize::from(lower == 0);
        }
        (followed, no_line)
    }

    #[test]
    fn no_bound_is_wrong_late_in_the_game() {
        let (followed, no_line) = check(150_000, 27..=38);
        assert!(
            followed > 20_000,
            "the follower's bound fired {followed} times"
        );
        assert!(no_line > 1_000, "no line was left {no_line} times");
    }

    #[test]
    fn no_bound_is_wrong_earlier() {
        let (followed, _) = check(6_000, 20..=26);
        assert!(
            followed > 100,
            "the follower's bound fired {followed} times"
        );
    }
}
