//! Short wins: proofs for windows that ask only whether a side wins with one of its next two or
//! three stones.
//!
//! A later win is worth less. Therefore the deeper a node is, the sooner a win must come to exceed
//! `alpha`, and the sooner a loss must come to fall below `beta`. In the end, only a win with the
//! second or third stone of the side to move counts, or a loss to the second stone of the opponent.
//! Near the end of the game, half of all nodes have such a window. Within so few stones, only
//! threats and the answers to them matter. Therefore this module plays these positions out, without
//! bounds, move ordering or table. A position that is decided by a win with a second stone does not
//! even count as a node. (Middle-Medium takes 25 % fewer nodes.)
//!
//! ```text
//! win_with_second_stone  a move wins   if the opponent has no safe reply
//!                        a move holds  if no reply of the opponent wins like that
//! win_with_third_stone   a move wins   if after every safe reply some second move wins like that
//! ```

use super::Node;
use super::one_by_one::OneByOne;
use super::positions::{FirstWin, Nodes, Successors};
use crate::game::Score;
use crate::solver::simd::{Isa, LANES, LaneMap, Portable, Vector, VectorIsa, lanes_in};
use crate::solver::types::{BestMove, Window};

/// How the code for an instruction set plays the moves of a node.
pub(crate) trait NodeIsa: Isa {
    /// Whether some move leaves the opponent no safe reply.
    fn is_won(self, node: &Node) -> bool;
}

impl<I: VectorIsa> NodeIsa for I {
    #[inline(always)]
    fn is_won(self, node: &Node) -> bool {
        if I::has_few(node.moves) {
            Successors::<I::Few>::of(self, node).is_won()
        } else {
            Successors::<I::Full>::of(self, node).is_won()
        }
    }
}

impl NodeIsa for Portable {
    #[inline(always)]
    fn is_won(self, node: &Node) -> bool {
        OneByOne.won(node).is_some()
    }
}

/// Returns the value of a node if the window asks only whether a side wins with its second stone
/// from now, otherwise `None`.
///
/// The window asks this of the side to move if a win with its third stone would not exceed `alpha`,
/// and of the opponent if a loss to the opponent's third stone would reach `beta`. Neither side
/// wins with its next stone, because the position is quiet and has safe moves.
#[inline(always)]
pub(crate) fn win_with_second_stone<I: NodeIsa>(
    isa: I,
    node: &Node,
    successors: &impl FirstWin,
    window: Window<i8>,
) -> Option<BestMove> {
    let win = Score::win_in(2, node.stones).get();
    let loss = Score::loss_in(2, node.stones).get();
    let (no_win, no_loss) = (a_stone_later(win), -a_stone_later(-loss));
    if window.alpha >= no_win {
        let unknown = BestMove::without_column(no_win);
        Some(successors.won(node).unwrap_or(unknown))
    } else if window.beta <= no_loss {
        let value = if can_hold(isa, node) { no_loss } else { loss };
        Some(BestMove::without_column(value))
    } else {
        None
    }
}

/// Whether the window only asks if the side to move wins with its third stone from now or sooner.
#[inline(always)]
pub(crate) fn asks_for_third_stone(node: &Node, window: Window<i8>) -> bool {
    window.alpha >= a_stone_later(win_with_third(node))
}

/// Returns the value of a node in a window for which [`asks_for_third_stone`] is true.
///
/// A first move wins with the second stone if the opponent has no safe reply. It wins with the
/// third stone if after each safe reply some second move leaves the opponent no safe reply.
#[inline(always)]
pub(crate) fn win_with_third_stone<V: Vector>(
    isa: V::Isa,
    node: &Node,
    successors: Successors<V>,
) -> BestMove {
    if let Some(best) = successors.won(node) {
        return best;
    }
    let win = win_with_third(node);
    let Successors {
        lane_map,
        played,
        mut positions,
        ..
    } = successors;
    let winning = |lane: usize| BestMove::new(win, lane_map.column(lane));
    // Where there is only one safe reply, it is played in the vector.
    let answered = positions.forced() & played;
    let mut open = 0;
    if V::any(answered) {
        positions.play_forced(answered);
        let forced = positions.forced() & answered;
        if V::any(forced) {
            // Where there is only one safe second move, it is played in the vector, too.
            positions.play_forced(forced);
            let won = positions.without_safe_move() & forced;
            if V::any(won) {
                return winning(V::movemask(won).trailing_zeros() as usize);
            }
        }
        open = V::movemask(answered & !forced & !positions.without_safe_move());
    }
    let unanswered = V::movemask(played & !answered);
    let nodes = positions.nodes();
    third_stone(isa, &nodes, open, unanswered, lane_map, win)
}

/// Returns the value of a node like [`win_with_third_stone`], but plays one move after the other.
/// Of several moves that win, it returns the same one.
#[inline(always)]
pub(crate) fn win_with_third_stone_one_by_one(
    node: &Node,
    lane_map: &LaneMap,
    afters: &mut Nodes,
    count: usize,
) -> BestMove {
    let win = win_with_third(node);
    let winning = |lane: usize| BestMove::new(win, lane_map.column(lane));
    let (mut open, mut unanswered) = (0, 0);
    for lane in 0..count.min(LANES) {
        let after = afters.node(lane);
        if after.is_forced() {
            let second = after.play(after.moves);
            if !second.is_forced() {
                afters.set(lane, &second);
                open |= 1 << lane;
            } else if second.play(second.moves).moves == 0 {
                return winning(lane);
            }
        } else {
            unanswered |= 1 << lane;
        }
    }
    third_stone(Portable, afters, open, unanswered, lane_map, win)
}

/// Returns the first lane of `open` whose side to move wins with a second move, or else the first
/// lane of `unanswered` whose side to move cannot keep the opponent from that, with the value `win`.
#[inline(always)]
fn third_stone<I: NodeIsa>(
    isa: I,
    nodes: &Nodes,
    open: u8,
    unanswered: u8,
    lane_map: &LaneMap,
    win: i8,
) -> BestMove {
    let winning = |lane: usize| BestMove::new(win, lane_map.column(lane));
    for lane in lanes_in(open) {
        if isa.is_won(&nodes.node(lane)) {
            return winning(lane);
        }
    }
    for lane in lanes_in(unanswered) {
        if !can_hold(isa, &nodes.node(lane)) {
            return winning(lane);
        }
    }
    BestMove::without_column(a_stone_later(win))
}

/// Returns the value of a win with the third stone from now.
#[inline(always)]
fn win_with_third(node: &Node) -> i8 {
    a_stone_later(Score::win_in(2, node.stones).get())
}

/// Returns the value of a win one stone later than a win with the value `win`, or of a draw if that
/// stone is not left.
#[inline(always)]
fn a_stone_later(win: i8) -> i8 {
    (win - 1).max(0)
}

/// Whether the side to move can keep the opponent from winning with its second stone from now.
#[inline(always)]
fn can_hold<I: NodeIsa>(isa: I, node: &Node) -> bool {
    let mut left = node.moves;
    while left != 0 {
        if !isa.is_won(&node.play(left & left.wrapping_neg())) {
            return true;
        }
        left &= left - 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;
    use crate::solver::tests::sample;

    /// Whether the side to move wins with one of its next `stones` stones, by a plain search.
    fn wins(position: Position, stones: u8) -> bool {
        let columns = position.legal_columns();
        columns.iter().any(|column| position.wins(column))
            || stones > 1
                && columns
                    .iter()
                    .any(|column| loses(position.play(column), stones - 1))
    }

    /// Whether the side to move loses to one of the next `stones` stones of the opponent.
    fn loses(position: Position, stones: u8) -> bool {
        let columns = position.legal_columns();
        let is_lost = |column| !position.wins(column) && wins(position.play(column), stones);
        !columns.is_empty() && columns.iter().all(is_lost)
    }

    /// Returns the value of a win with the last of the side's next `stones` stones, and the value
    /// that `search` finds in the null window that asks for such a win or a sooner one.
    fn found(
        node: &Node,
        stones: u8,
        search: impl Fn(&Node, Window<i8>) -> Option<BestMove>,
    ) -> (i8, Option<i8>) {
        let win = Score::win_in(stones, node.stones).get();
        let window = Window::null(win - 1);
        (win, search(node, window).map(|best| best.value))
    }

    #[test]
    fn short_wins_are_those_of_a_plain_search() {
        let second = |node: &Node, window| win_with_second_stone(Portable, node, &OneByOne, window);
        let third = |node: &Node, window| {
            asks_for_third_stone(node, window).then(|| {
                let (mut afters, lane_map) = (Nodes::NONE, LaneMap::of_moves(node.moves));
                match afters.play_moves(node, lane_map) {
                    Ok(count) => {
                        win_with_third_stone_one_by_one(node, lane_map, &mut afters, count)
                    }
                    Err(best) => best,
                }
            })
        };
        let (mut won, mut held, mut lost, mut slowly) = (0, 0, 0, 0);
        for node in sample::nodes(400_000) {
            let position = Position::from_bits(node.mover, node.mask).expect("from play");
            let is_won = wins(position, 2);
            if let (win, Some(value)) = found(&node, 2, second)
                && win > 0
            {
                assert_eq!(value, if is_won { win } else { win - 1 }, "{node:?}");
                won += usize::from(is_won);
            }
            let defeat = Score::loss_in(2, node.stones).get();
            if defeat < 0 {
                let window = Window::null(defeat);
                let value = second(&node, window).map(|best| best.value);
                let is_lost = loses(position, 2);
                let expected = if is_lost { defeat } else { defeat + 1 };
                assert_eq!(value, Some(expected), "{node:?}");
                lost += usize::from(is_lost);
                held += usize::from(!is_lost);
            }
            if node.stones % 3 == 0
                && node.stones < 38
                && let (win, Some(value)) = found(&node, 3, third)
            {
                let is_won_slowly = !is_won && wins(position, 3);
                let expected = win + i8::from(is_won) - i8::from(!is_won && !is_won_slowly);
                assert_eq!(value, expected, "{node:?}");
                slowly += usize::from(is_won_slowly);
            }
        }
        assert!(won > 20_000, "won {won} times");
        assert!(held > 300_000, "held {held} times");
        assert!(lost > 1_000, "lost {lost} times");
        assert!(slowly > 2_000, "won with the third stone {slowly} times");
    }
}
