//! Static proofs: bounds of a position that need no search.
//!
//! All of it is arithmetic without branches, so that the expansion of a node does it for every
//! column at once.

use super::positions::Positions;
use crate::game::bitboard::{BOARD, HEIGHT, ODD_ROWS, TOPS, lowest, lowest_of_fours, playable};
use crate::solver::simd::Simd;

/// Above every score: nothing is proven.
const NO_BOUND: u64 = 100;

impl<V: Simd> Positions<V> {
    /// The least and the greatest value that the rules leave to a side that cannot win
    /// at once.
    ///
    /// Not tested: whether a side has no four left that it could complete, so that it cannot win.
    /// (From 28 stones on the test would save up to 2 % of the nodes, 8 % on End-Easy, but no
    /// time.)
    #[inline(always)]
    pub(crate) fn bounds(&self) -> (V, V) {
        // With a move that does not lose at once, either side wins with its second stone at
        // the earliest.
        let lower = (self.stones.sub_from(40) >> 1).neg();
        let upper = self.stones.sub_from(41) >> 1;
        let bound = self.follow_up_bound();
        let upper = V::select(bound.gt(upper), upper, bound);
        // Without one the opponent wins with the next stone, or the board is full: then this
        // is 0.
        let decided = (self.stones.sub_from(42) >> 1).neg();
        let is_decided = self.moves.is_zero();
        (
            V::select(is_decided, decided, lower),
            V::select(is_decided, decided, upper),
        )
    }

    /// The follow-up bound: a score that the side to move cannot exceed because its opponent
    /// has an answer to every move.
    ///
    /// This is zugzwang control: Allis' follow-up and claimeven, with the threats that decide
    /// who runs out of moves.
    ///
    /// | Term | Is |
    /// |-|-|
    /// | leader | the side to move ("he") |
    /// | follower | the opponent ("she") |
    /// | `W` | in each column, the lowest empty cell with which the follower wins |
    /// | gate `G` | the cell under a `W` |
    /// | closed `#` | the gate and all cells above it; there are `m` closed cells in all |
    /// | room | the empty cells that are not closed |
    /// | pair `l`, `f` | two cells of the room, `f` above `l`; they are cut off from the top down |
    /// | loose `?` | the lowest cell of a column's room if their number is odd |
    /// | reach | the leader's stones, all `l`, all `?` and all `G` |
    ///
    /// A worked board, after `342642564663333`: `X` moved first, so `O` is the leader.
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
    /// 15 stones leave 27 cells empty. Column b has 4 closed cells and column e 5: `m` is 9.
    /// The room has 27 - 9 = 18 cells, an even number: 8 pairs and 2 loose ones. The reach
    /// holds no four. So `O` fills a gate with stone 34 at the latest, and `X` wins with stone
    /// 35, her fourth from the end: the bound is -4, which is the score.
    ///
    /// **The follower always has an answer, if the room is even in number.** She answers `l`
    /// by the `f` above it, `?` by another `?`, `G` by `W`. Whenever the leader is to move,
    /// every pair is filled or empty as a whole and the empty loose cells are even in number:
    /// at first because pairs leave an even rest of an even room, later because an answer
    /// keeps both. He plays the lowest empty cell of a column, so `?`, `l` or, above a full
    /// room, `G`. Over `l` its `f` is playable. If he took a `?`, an odd number of others is
    /// left, so at least one; it is the lowest empty cell of its column, so playable.
    ///
    /// **The leader never gets an `f`.** It becomes playable when the `l` under it is filled;
    /// only he fills an `l`, and she takes the `f` at once. He gets nothing above a gate
    /// either, for she wins by `W` first. So his stones stay within the reach: if that holds
    /// no four, he never wins, not by a gate either.
    ///
    /// **The bound.**
    ///
    /// - Without a gate the board fills up: his score is at most 0. She gets all `f`: if they
    ///   and her stones hold a four, she wins with her last stone at the latest, and his score
    ///   is at most -1.
    /// - With gates he is to move when the room is full, as it is even: with `42 - m` stones on
    ///   the board he fills a gate with the next, and she wins with stone `44 - m`. This and
    ///   the `m - 2` stones that would follow are hers in turn with his, she first: `m / 2` of
    ///   hers, rounded down. A score counts these, so his is at most `-m / 2`.
    ///
    /// If he fills a gate earlier, or an answer of hers completes a four, she wins with more
    /// stones left: his score is lower still.
    ///
    /// **When the room is even.** A `W` in row `r` closes the rows from `r - 1` to 6: `8 - r`
    /// cells, an odd number if `r` is odd. The room has the `42 - stones` empty cells but
    /// these, so it is even if stones and `W` in odd rows are both even or both odd in number.
    /// The first player leads with an even number of stones and needs an even number of these
    /// `W` (the follow-up of claimeven); the second player leads with an odd number and needs
    /// an odd number (the first player's odd threat). Otherwise one column with such a `W` is
    /// left open, as if it had no `W`: its odd number of closed cells joins the room, which
    /// becomes even. No step above needs that `W`: if she gets it, she wins the earlier.
    /// Where there is none to leave open, nothing is proven.
    ///
    /// **The rows of `f`.** The top cell of a column's room is `f`, and so is every second one
    /// below it but a loose one. The top is row 6 without a gate, and row `r - 2` under a `W`
    /// in row `r`: `f` stands in odd rows under a `W` in an odd row, in even rows elsewhere.
    /// The code swaps the rows with the bit above the column, which survives a subtraction
    /// only where there is no such `W`. A column, its highest bit first:
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
    /// A cell of these rows that is playable has no `l` under it: it is loose.
    ///
    /// Giving the leader only one loose cell of each pair, or one gate in a four,
    /// is as sound, and proves one bound in a hundred more: not worth its time.
    #[inline(always)]
    fn follow_up_bound(&self) -> V {
        let isa = self.mask.isa();
        let (leader, follower) = (self.mover, self.mask ^ self.mover);
        let w = lowest(self.opponent_winning_cells);
        let odd_w = w & ODD_ROWS;
        // 0 or 1, whose negative is no bit or every bit.
        let room_is_odd = ((odd_w.count_ones() ^ self.stones) & 1).black_box();
        let left_open = odd_w & odd_w.neg() & room_is_odd.neg();
        let gates = (w ^ left_open) >> 1;
        // Without a gate, the bit above the column.
        let from_gate = gates.sub_from(TOPS);
        let closed = from_gate & BOARD;
        let room = !self.mask & BOARD & !from_gate;
        let tops = (odd_w ^ left_open).sub_from(TOPS) & TOPS;
        let f_rows = (tops - (tops >> HEIGHT)) ^ ODD_ROWS;
        let f = room & f_rows & !playable(self.mask);
        let reach = leader | gates | room & !f;
        let is_even = room_is_odd.is_zero() | !odd_w.is_zero();
        let proven = lowest_of_fours(reach).is_zero() & is_even;
        let f_holds_no_four = lowest_of_fours(follower | f).is_zero();
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
    use crate::game::{Position, Score, fen, notation};
    use crate::solver::node::{Node, Settled};
    use crate::solver::sample;
    use crate::solver::types::{NodeBounds, Perspective};

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
        /// The follow-up bound: that the leader does not win, and that the first or the
        /// second player loses as the leader.
        no_win: usize,
        losses: [usize; 2],
    }

    /// Checks every rule on `count` nodes with a number of stones within `stones`.
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
    fn the_worked_board_has_the_bound_that_is_counted_out() {
        let position = notation::replay("342642564663333").expect("a legal game");
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
