//! Static proofs: what a position cannot exceed, and why.

use super::node::Node;
use crate::game::bitboard::{BOARD, EVEN_ROWS, ODD_ROWS, has_four, playable, upwards};

/// Stones from which on a side may have run out of lines.
const LINES_LAST_UNTIL: u8 = 18;

/// Narrows what is known of a node's value by the rules below.
#[inline]
pub(super) fn narrow(node: &Node, lower: &mut i8, upper: &mut i8) {
    if node.stones >= LINES_LAST_UNTIL {
        no_line_left(node, lower, upper);
    }
    if node.stones.is_multiple_of(2)
        && let Some(bound) = followed(node)
    {
        *upper = bound.min(*upper);
    }
}

/// **No line left.** A side whose stones and all empty cells together hold no
/// four cannot win any more.
fn no_line_left(node: &Node, lower: &mut i8, upper: &mut i8) {
    let empty = BOARD ^ node.mask;
    if !has_four(node.mover | empty) {
        *upper = 0.min(*upper);
    }
    if !has_four(node.mask ^ node.mover | empty) {
        *lower = 0.max(*lower);
    }
}

/// **The follower's bound.** What the first player, who is to move, cannot
/// exceed because the second player can follow him.
///
/// The follower answers above the leader's stone or, when the leader takes a
/// playable cell of an even row, with another such cell: their number is even,
/// for a column filled to an odd height has one and the stones are even in
/// number. So she always has an answer, gets every even cell that is not playable
/// now, and of the playable ones one of each pair, the pairs being hers to choose.
/// Let the leader's *reach* be his stones, the odd cells and one playable even
/// cell of each pair. If it holds no four:
///
/// - he cannot win, so his score is at most 0;
/// - if the follower has a four on her stones and the even cells that she is sure
///   of, she wins with her last stone at the latest: at most -1;
/// - let some of these cells complete a four of hers already. In each such column
///   take the lowest; the odd cell under it is a *gate*. A leader who fills a gate
///   without winning by it loses to the stone above it. So a gate counts for him
///   only as the last cell of a four, at most one in a four, and nothing above a
///   gate counts. If that reach holds no four either, he runs out of other moves
///   and opens a gate: with `m` cells from the gates up, her winning stone is the
///   second of the last `m`, and his score is at most `-m / 2`.
fn followed(node: &Node) -> Option<i8> {
    let leader = node.mover;
    let follower = node.mask ^ leader;
    let empty = BOARD ^ node.mask;
    let loose = playable(node.mask) & EVEN_ROWS;
    let sure = empty & EVEN_ROWS & !loose;
    let wins = node.theirs & sure;
    if wins == 0 {
        let reach = leader | empty & ODD_ROWS;
        if reaches_four(reach, 0, loose) {
            return None;
        }
        return Some(if has_four(follower | sure) { -1 } else { 0 });
    }
    let from_wins = upwards(wins);
    let closed = from_wins | from_wins >> 1;
    let gates = closed ^ from_wins;
    let reach = leader | empty & ODD_ROWS & !closed;
    if reaches_four(reach, gates, loose) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 42")]
    let cells = (closed & empty).count_ones() as i8;
    Some(-(cells / 2))
}

/// Whether `reach` with at most one cell of `gates`, and at most one of each pair
/// of `loose` cells, holds a four, the follower choosing the pairs.
fn reaches_four(reach: u64, gates: u64, loose: u64) -> bool {
    let holds_four = |cells: u64| {
        if has_four(cells) {
            return true;
        }
        let mut rest = gates;
        while rest != 0 {
            let gate = rest & rest.wrapping_neg();
            if has_four(cells | gate) {
                return true;
            }
            rest ^= gate;
        }
        false
    };
    if loose == 0 {
        return holds_four(reach);
    }
    if !holds_four(reach | loose) {
        return false;
    }
    let mut cells = [0; 6];
    let mut count = 0;
    let mut rest = loose;
    while rest != 0 {
        cells[count] = rest & rest.wrapping_neg();
        rest ^= cells[count];
        count += 1;
    }
    !some_pairing(&mut cells[..count], 0, &|pairs| {
        selections(pairs).all(|taken| !holds_four(reach | taken))
    })
}

/// Whether `holds` is true of some way to put `cells` into pairs: each pair stands
/// side by side when it is asked. The first `paired` cells are settled.
fn some_pairing(cells: &mut [u64], paired: usize, holds: &impl Fn(&[u64]) -> bool) -> bool {
    if paired == cells.len() {
        return holds(cells);
    }
    (paired + 1..cells.len()).any(|partner| {
        cells.swap(paired + 1, partner);
        let found = some_pairing(cells, paired + 2, holds);
        cells.swap(paired + 1, partner);
        found
    })
}

/// All ways to take one cell of each pair.
fn selections(pairs: &[u64]) -> impl Iterator<Item = u64> {
    (0..1_usize << (pairs.len() / 2)).map(|choice| {
        pairs
            .chunks_exact(2)
            .enumerate()
            .fold(0, |taken, (place, pair)| taken | pair[choice >> place & 1])
    })
}
