//! Heuristic value of a quiet position, where the horizon cuts the search.
//!
//! Built on zugzwang: when neither side breaks the pairing of columns, the first
//! player gets the odd rows and the second player the even ones, so a winning
//! cell in a row of one's own parity decides, unless the opponent's lies below it
//! in the same column. An odd threat of the first player outweighs even threats
//! elsewhere (Allis, "A Knowledge-based Approach of Connect-Four").

use super::node::Node;
use crate::game::Position;
use crate::game::bitboard::{self, BOARD, EVEN_ROWS, ODD_ROWS};

/// A heuristic value never reaches a thousand, where proven ones begin.
pub(super) const LARGEST: i32 = 999;

/// One winning cell more of the kind that zugzwang favours.
const FAVOURED: i32 = 60;
/// One winning cell more of the other kind.
const OTHER: i32 = 15;
/// Zugzwang is on one's side.
const ZUGZWANG: i32 = 250;

/// For each number of lines through a cell, the cells that have at least as
/// many: counting stones on them weighs a stone by its lines.
const LINES_AT_LEAST: [u64; 6] = lines_at_least([4, 5, 7, 8, 10, 11]);

const fn lines_at_least(counts: [u32; 6]) -> [u64; 6] {
    let mut layers = [0; 6];
    let mut cell = 0;
    while cell < 64 {
        if BOARD & 1 << cell != 0 {
            let lines = lines_through(1 << cell);
            let mut layer = 0;
            while layer < counts.len() {
                if lines >= counts[layer] {
                    layers[layer] |= 1 << cell;
                }
                layer += 1;
            }
        }
        cell += 1;
    }
    layers
}

/// How many of the board's 69 lines hold a cell.
const fn lines_through(cell: u64) -> u32 {
    let mut lines = 0;
    let mut start = 0;
    while start < 64 {
        let mut direction = 0;
        while direction < 4 {
            let step = [1, 7, 6, 8][direction];
            let last = start + 3 * step;
            if last < 64 {
                let line =
                    1_u64 << start | 1 << (start + step) | 1 << (start + 2 * step) | 1 << last;
                if line & BOARD == line && line & cell != 0 {
                    lines += 1;
                }
            }
            direction += 1;
        }
        start += 1;
    }
    lines
}

/// Heuristic value for the side to move, in hundredths: within `-999..=999`,
/// never 0, and only a guess.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    value(&Node {
        mover: position.mover(),
        mask: position.mask(),
        mine: position.winning_cells(),
        theirs: position.opponent_winning_cells(),
        moves: 0,
        stones: position.stones(),
    })
}

/// As [`evaluate`], for a node whose winning cells are known.
pub(super) fn value(node: &Node) -> i32 {
    let opponent = node.mask ^ node.mover;
    let placed = lines(node.mover) - lines(opponent);
    let first_to_move = node.stones.is_multiple_of(2);
    let zugzwang = if first_to_move {
        zugzwang(node.mine, node.theirs, node.mask)
    } else {
        -zugzwang(node.theirs, node.mine, node.mask)
    };
    let value = (placed + zugzwang).clamp(-LARGEST, LARGEST);
    if value == 0 { 1 } else { value }
}

fn count(cells: u64) -> i32 {
    cells.count_ones().cast_signed()
}

/// The lines through a side's stones, counted with each stone.
fn lines(stones: u64) -> i32 {
    LINES_AT_LEAST
        .iter()
        .map(|layer| count(stones & layer))
        .sum()
}

/// Every cell above one of `cells`.
fn above(cells: u64) -> u64 {
    bitboard::upwards(cells) << 1 & BOARD
}

/// What the winning cells promise the first player.
fn zugzwang(first: u64, second: u64, mask: u64) -> i32 {
    // A cell right above a playable one falls before the board fills up.
    let later = BOARD & !mask & !bitboard::playable(mask);
    let odd = first & ODD_ROWS & later;
    let even = second & EVEN_ROWS & later;
    // Only the lowest decisive cell of a column is ever reached.
    let first_odd = odd & !above(even | odd);
    let second_even = even & !above(odd | even);
    let second_odd = second & ODD_ROWS & later & !above(odd | even);
    let first_even = first & EVEN_ROWS & later & !above(odd | even);
    let balance = count(first_odd) - count(second_odd);
    let decided = if balance > 0 {
        ZUGZWANG
    } else if second_even != 0 {
        -ZUGZWANG
    } else {
        // With nothing else to decide it, the second player gets the last cells.
        -10 * balance.signum().abs() - 10
    };
    decided
        + FAVOURED * (count(first_odd) - count(second_even))
        + OTHER * (count(first_even) - count(second_odd))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Column;

    fn played(columns: &str) -> Position {
        columns.bytes().fold(Position::EMPTY, |position, digit| {
            position.play(Column::from_number(digit - b'0').expect("a digit from 1 to 7"))
        })
    }

    #[test]
    fn the_board_has_sixty_nine_lines() {
        let through: u32 = (0..49)
            .filter(|cell| BOARD & 1 << cell != 0)
            .map(|cell| lines_through(1 << cell))
            .sum();
        assert_eq!(through, 4 * 69);
    }

    #[test]
    fn a_stone_in_the_centre_is_worth_more_than_one_at_the_edge() {
        assert!(evaluate(&played("4")) < evaluate(&played("1")));
    }

    #[test]
    fn a_value_is_never_zero_nor_as_large_as_a_proven_one() {
        for moves in ["", "44", "1212", "4444", "443526"] {
            let position = played(moves);
            let value = evaluate(&position);
            assert!(value != 0 && value.abs() <= LARGEST, "{moves}: {value}");
            assert_eq!(value, evaluate(&position.mirror()), "{moves}");
        }
    }
}
