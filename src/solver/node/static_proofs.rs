//! Static proofs: bounds of a position that need no search.
//!
//! The proofs are arithmetic without branches, so that the expansion of a node computes them for
//! all columns at once.

use super::positions::Positions;
use crate::game::bitboard::{
    BOARD, HEIGHT, ODD_ROWS, TOPS, lowest, lowest_of_fours, non_vertical_fours, playable,
};
use crate::solver::simd::Simd;

/// The bound if nothing is proven: a number above every score.
const NO_BOUND: u64 = 100;

impl<V: Simd> Positions<V> {
    /// Returns the least and the greatest possible value for a side to move that cannot win at
    /// once.
    ///
    /// It does not test whether a side can complete any four at all. (From 28 stones on, such a
    /// test would save up to 2 % of the nodes, but no time.)
    #[inline(always)]
    pub(crate) fn bounds(&self) -> (V, V) {
        // If there is a safe move, either side wins with its second stone at the earliest.
        let lower = (self.stones.sub_from(40) >> 1).neg();
        let upper = self.stones.sub_from(41) >> 1;
        let bound = self.follow_up_bound();
        let upper = V::select(bound.gt(upper), upper, bound);
        // Otherwise the opponent wins with the next stone, or the board is full. For a full board,
        // this number is 0.
        let decided = (self.stones.sub_from(42) >> 1).neg();
        let is_decided = self.moves.is_zero();
        (
            V::select(is_decided, decided, lower),
            V::select(is_decided, decided, upper),
        )
    }

    /// Returns the follow-up bound: a score that the side to move cannot exceed, because its
    /// opponent has an answer to every move.
    ///
    /// This is zugzwang control: Allis's follow-up and claimeven, extended by the threats that
    /// decide who runs out of moves.
    ///
    /// | Term | Meaning |
    /// |-|-|
    /// | leader | the side to move ("he") |
    /// | follower | the opponent ("she") |
    /// | `W` | in each column, the lowest empty cell with which the follower wins |
    /// | gate `G` | the cell under a `W` |
    /// | closed `#` | a gate and all cells above it; `m` is the number of closed cells |
    /// | room | the empty cells that are not closed |
    /// | pair `l`, `f` | two cells of a column's room, `f` above `l`, paired from the top down |
    /// | loose `?` | the lowest cell of a column's room if that room has an odd number of cells |
    /// | reach | the leader's stones, all `l`, all `?` and all `G` |
    ///
    /// A worked board, after `342642564663333`. `X` moved first, so `O` is to move: `O` is the
    /// leader.
    ///
    /// ```text
    /// row 6   . . . . . . .     f # ? f # f f
    ///     5   . . X . . . .     l # X l # l l
    ///     4   . . O . . X .     f W O ? # X f
    ///     3   . . X X . O .     l G X X W O l
    ///     2   . O O X . O .     f O O X G O f
    ///     1   . X X O X O .     l X X O X O l
    ///         a b c d e f g     a b c d e f g
    /// ```
    ///
    /// 15 stones leave 27 empty cells. Column b has 4 closed cells and column e has 5: `m` is 9.
    /// The room has 27 - 9 = 18 cells, an even number: 8 pairs and 2 loose cells. The reach
    /// contains no four. So `O` fills a gate with stone 34 at the latest, and `X` wins with stone
    /// 35, her fourth from the end. The bound is -4, which is the score.
    ///
    /// **The follower always has an answer if the room is even.** She answers `l` with the `f`
    /// above it, `?` with another `?`, and `G` with `W`. Whenever the leader is to move, each pair
    /// is completely filled or completely empty, and the number of empty loose cells is even. This
    /// is true at first, because the pairs leave an even number of cells of an even room; it stays
    /// true, because each answer preserves it. He plays the lowest empty cell of a column, which is
    /// a `?`, an `l` or, above a full room, a `G`. After his `l`, the `f` above it is playable.
    /// After his `?`, the number of empty loose cells is odd, so at least one is left, and it is
    /// playable because it is the lowest empty cell of its column.
    ///
    /// **The leader never gets an `f`.** An `f` becomes playable when the `l` under it is filled.
    /// Only he fills an `l`, and she takes the `f` at once. He does not get a cell above a gate
    /// either, because she wins with `W` first. So his stones stay within the reach. If the reach
    /// contains no four, he never wins.
    ///
    /// **The bound.**
    ///
    /// - Without a gate the board fills up, and his score is at most 0. She gets all `f`. If her
    ///   stones and all `f` contain a four, she wins with her last stone at the latest, and his
    ///   score is at most -1.
    /// - With a gate he is to move when the room is full, because the room is even. The board then
    ///   has `42 - m` stones: he fills a gate with the next stone, and she wins with stone
    ///   `44 - m`. From this stone to the 42nd there would be `m - 1` stones. They are hers and his
    ///   in turn, beginning with hers, so `m / 2` of them, rounded down, are hers. A score counts
    ///   these, so his score is at most `-m / 2`.
    ///
    /// If he fills a gate earlier, or an answer of hers completes a four, she wins with more stones
    /// left, and his score is lower still.
    ///
    /// **When the room is even.** A `W` in row `r` closes the rows from `r - 1` to 6: `8 - r`
    /// cells, an odd number if `r` is odd. The room is the `42 - stones` empty cells without the
    /// closed ones. So it is even if the number of stones and the number of `W` in odd rows are
    /// both even or both odd. The first player leads with an even number of stones and needs an
    /// even number of these `W` (the follow-up of claimeven). The second player leads with an odd
    /// number and needs an odd number (the first player's odd threat). Otherwise one column with
    /// such a `W` is left open, as if it had no `W`: its odd number of closed cells joins the room,
    /// which becomes even. No step above needs that `W`; if she gets it, she wins earlier. If there
    /// is no such `W`, nothing is proven.
    ///
    /// **The rows of `f`.** The top cell of a column's room is an `f`, and so is every second cell
    /// below it, except a loose one. The top is row 6 without a gate, and row `r - 2` under a `W`
    /// in row `r`. So `f` is in odd rows under a `W` in an odd row, and in even rows elsewhere. The
    /// code swaps odd and even rows with the help of the bit above the column. A subtraction clears
    /// this bit if the column has a `W` in an odd row. A column, its highest bit first:
    ///
    /// ```text
    ///                         W in row 3   no W in an odd row
    /// TOPS                    1 000000     1 000000
    /// W in an odd row         0 000100     0 000000
    /// TOPS - W                0 111100     1 000000
    /// tops = that & TOPS      0 000000     1 000000
    /// tops >> HEIGHT          0 000000     0 000001
    /// tops - that             0 000000     0 111111
    /// ODD_ROWS ^ that         0 010101     0 101010
    ///             rows of f      5 3 1      6 4 2
    /// ```
    ///
    /// A playable cell in these rows has no `l` under it, so it is loose and not an `f`.
    ///
    /// The leader gets only one of two loose cells that are paired, and only one gate. Fours with
    /// both could therefore be ruled out. (That would prove 1 % more bounds, but save no time.)
    #[inline(always)]
    fn follow_up_bound(&self) -> V {
        let isa = self.mask.isa();
        let (leader, follower) = (self.mover, self.mask ^ self.mover);
        let w = lowest(self.opponent_winning_cells);
        let odd_w = w & ODD_ROWS;
        // This is 0 or 1, so its negative has no bit set or all bits set.
        let room_is_odd = ((odd_w.parity() ^ self.stones) & 1).black_box();
        let left_open = odd_w & odd_w.neg() & room_is_odd.neg();
        let gates = (w ^ left_open) >> 1;
        // The cells from the gate up; in a column without a gate, the bit above the column.
        let from_gate = gates.sub_from(TOPS);
        let closed = from_gate & BOARD;
        let room = !self.mask & BOARD & !from_gate;
        let tops = (odd_w ^ left_open).sub_from(TOPS) & TOPS;
        let f_rows = (tops - (tops >> HEIGHT)) ^ ODD_ROWS;
        let f = room & f_rows & !playable(self.mask);
        let reach = leader | gates | room & !f;
        let is_even = room_is_odd.is_zero() | !odd_w.is_zero();
        let proven = lowest_of_fours(reach).is_zero() & is_even;
        if !V::any(proven) {
            return V::splat(isa, NO_BOUND);
        }
        // No `f` is on top of a stone, so none is part of a vertical four.
        let f_holds_no_four = non_vertical_fours(follower | f).is_zero();
        let without_gates = V::select(f_holds_no_four, V::splat(isa, 0), V::splat_i64(isa, -1));
        let with_gates = (closed.count_ones() >> 1).neg();
        let bound = V::select(gates.is_zero(), without_gates, with_gates);
        V::select(proven, bound, V::splat(isa, NO_BOUND))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::random::cases;
    use crate::game::{Position, Score, fen, replay};
    use crate::solver::node::{Node, Settled};
    use crate::solver::tests::sample;
    use crate::solver::types::{NodeBounds, Perspective};

    /// Whether the side to move gets more than `alpha`, according to a plain search that uses no
    /// rule except immediate wins.
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

    /// The numbers of nodes for which the follow-up bound proves that the leader cannot win.
    #[derive(Debug, Default)]
    struct Fired {
        /// The number of follow-up bounds of 0, which leave the leader a draw at most.
        no_win: usize,
        /// The numbers of negative follow-up bounds, with which the leader loses: first those for
        /// the first player as leader, then those for the second.
        losses: [usize; 2],
    }

    /// Checks every rule on `count` nodes whose number of stones is within `stones`.
    fn check(count: usize, stones: std::ops::RangeInclusive<u8>) -> Fired {
        let mut fired = Fired::default();
        let nodes = sample::nodes(usize::MAX).filter(|node| stones.contains(&node.stones));
        for node in nodes.take(count) {
            let board = Positions::of_node(&node);
            let (lower, upper) = board.bounds();
            let bounds = NodeBounds::between(lower, upper);
            let position = position_of(&node);
            let mut seen = HashMap::new();
            assert!(
                !exceeds(position, bounds.upper, &mut seen),
                "{node:?} {bounds:?}"
            );
            assert!(
                exceeds(position, bounds.lower - 1, &mut seen),
                "{node:?} {bounds:?}"
            );
            match board.follow_up_bound().cast_signed() {
                0 => fired.no_win += 1,
                loss if loss < 0 => fired.losses[usize::from(node.stones % 2)] += 1,
                _ => {}
            }
        }
        fired
    }

    #[test]
    fn no_bound_is_wrong_late_in_the_game() {
        let fired = check(cases(37_500), 27..=38);
        let enough = cases(1_250);
        assert!(fired.no_win > enough, "{fired:?}");
        assert!(fired.losses.iter().all(|&n| n > enough), "{fired:?}");
    }

    #[test]
    fn no_bound_is_wrong_earlier() {
        let fired = check(6_000, 20..=26);
        assert!(fired.no_win > 10, "{fired:?}");
        assert!(fired.losses.iter().all(|&losses| losses > 50), "{fired:?}");
    }

    #[test]
    fn the_worked_board_has_the_documented_bound() {
        let position = replay("342642564663333").expect("a legal game");
        let fen = "7/2P4/2p2P1/2PP1p1/1ppP1p1/1PPpPp1 b - - 0 8";
        assert_eq!(fen::parse(fen), Ok(position));
        let Settled::Quiet {
            node,
            perspective: Perspective::Same,
        } = Settled::of(&position)
        else {
            panic!("no move is forced in {fen}");
        };
        assert_eq!(
            Positions::of_node(&node).follow_up_bound().cast_signed(),
            -4
        );
    }
}
