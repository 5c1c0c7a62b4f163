//! Static proofs: what a position cannot exceed, and why.
//!
//! All of it is arithmetic without branches, so that the pass over the children
//! does it for every column at once.

use super::node::Node;
use crate::game::bitboard::{
    BOARD, BOTTOM, EVEN_ROWS, HEIGHT, ODD_ROWS, has_four, playable, upwards,
};

/// Above every score: nothing is proven.
const NO_BOUND: i64 = 100;

/// A position as the rules see it.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// Stones of the side to move.
    pub(super) mover: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
    /// Winning cells of the opponent, none of them playable.
    pub(super) theirs: u64,
    /// Stones on the board.
    pub(super) stones: u64,
}

impl Board {
    pub(super) fn of(node: &Node) -> Board {
        Board {
            mover: node.mover,
            mask: node.mask,
            theirs: node.theirs,
            stones: u64::from(node.stones),
        }
    }

    /// The value when no move avoids an immediate loss: a loss to the opponent's
    /// next stone, or a draw on the full board.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn decided(self) -> i64 {
        // On the full board this is 0.
        -((42 - self.stones.cast_signed()) / 2)
    }

    /// The least and the greatest value that the rules leave when there are moves
    /// that do not lose at once, and none that wins at once.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn bounds(self) -> (i64, i64) {
        let stones = self.stones.cast_signed();
        let empty = BOARD ^ self.mask;
        let can_lose = has_four(self.mask ^ self.mover | empty);
        let can_win = has_four(self.mover | empty);
        let lower = if can_lose { -((40 - stones) / 2) } else { 0 };
        let upper = if can_win { (41 - stones) / 2 } else { 0 };
        (lower, upper.min(self.followed()))
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
    #[expect(clippy::inline_always, reason = "see `arch`")]
    fn followed(self) -> i64 {
        let follower = self.mask ^ self.mover;
        let from_wins = upwards(self.theirs);
        let lowest = from_wins & !(from_wins << 1);
        let odd = lowest & ODD_ROWS;
        let room_is_even = (odd.count_ones() & 1 == 0) == self.stones.is_multiple_of(2);
        let left_out = if room_is_even {
            0
        } else {
            odd & odd.wrapping_neg()
        };
        let gates = (lowest ^ left_out) >> 1;
        let closed = upwards(gates);
        let room = BOARD & !self.mask & !closed;
        // Under a winning cell in an odd row the follower gets the odd rows.
        let turned = upwards(gates & EVEN_ROWS) >> (HEIGHT - 1) & BOTTOM;
        let hers = room & (EVEN_ROWS ^ ((turned << HEIGHT) - turned));
        let sure = hers & !playable(self.mask);
        let reach = self.mover | room & !sure | gates;
        let proven = !has_four(reach) && (room_is_even || odd != 0);
        let cells = i64::from(closed.count_ones());
        let wins = has_four(follower | sure);
        let bound = if gates != 0 {
            -(cells / 2)
        } else {
            -i64::from(wins)
        };
        if proven { bound } else { NO_BOUND }
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
            let (lower, upper) = board.bounds();
            let known = Known::between(lower, upper);
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
            followed += usize::from(board.followed() < NO_BOUND);
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
