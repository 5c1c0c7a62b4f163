//! Heuristic value of a quiet position, where the horizon cuts the search.
//!
//! Built on zugzwang: when neither side breaks the pairing of columns, the first
//! player gets the odd rows and the second player the even ones. So a winning cell in
//! a row of one's own parity decides, unless the opponent's lies below it in the same
//! column; an odd threat of the first player outweighs even threats elsewhere; and the
//! fours that the pairing leaves to the first player count (Allis, "A Knowledge-based
//! Approach of Connect-Four").
//!
//! The weights are those of a linear regression to the outcomes, known exactly, of
//! 300,000 quiet positions of 15 to 28 stones from games with some random moves. Their
//! sign tells who wins 83 of 100 decided ones.

use super::node::Node;
use crate::game::Position;
use crate::game::bitboard::{self, BOARD, DIRECTIONS, EVEN_ROWS, ODD_ROWS, fours_along};

/// A heuristic value never reaches a thousand, where proven ones begin.
pub(super) const LARGEST: i32 = 999;

/// The weights below are told in tenths of the value's unit.
const SCALE: i32 = 10;
/// What it is worth to be the first player, and to be to move as well.
const FIRST_PLAYER: i32 = -1165;
const FIRST_TO_MOVE: i32 = 1124;
/// The first player has a decisive odd threat, or else the second one an even threat.
const ODD_THREAT: i32 = 1939;
const EVEN_THREAT: i32 = -1100;
/// A player's winning cell right above a playable one, which the other cannot take.
const NEXT: [i32; 2] = [592, -912];
/// A line that a player can still fill and has one stone on, or two.
const ONE_STONE: [i32; 2] = [33, -60];
const TWO_STONES: [i32; 2] = [236, -246];
/// A four that the first player can reach if the second one follows up; none.
const REACHED: i32 = 125;
const NONE_REACHED: i32 = -651;

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
    let first_to_move = node.stones.is_multiple_of(2);
    let (mut stones, mut wins) = (
        [node.mover, node.mask ^ node.mover],
        [node.mine, node.theirs],
    );
    if !first_to_move {
        stones.reverse();
        wins.reverse();
    }
    let tempo = if first_to_move { FIRST_TO_MOVE } else { 0 };
    let value = FIRST_PLAYER
        + tempo
        + zugzwang(wins, node.mask)
        + next(wins, node.mask)
        + lines(stones)
        + reach(stones[0], node.mask);
    let value = (value / SCALE).clamp(-LARGEST, LARGEST);
    let value = if first_to_move { value } else { -value };
    if value == 0 { 1 } else { value }
}

fn count(cells: u64) -> i32 {
    cells.count_ones().cast_signed()
}

/// Every cell above one of `cells`.
fn above(cells: u64) -> u64 {
    bitboard::upwards(cells) << 1 & BOARD
}

/// What the winning cells of both players promise the first one in the end.
fn zugzwang([first, second]: [u64; 2], mask: u64) -> i32 {
    // A cell right above a playable one falls before the board fills up.
    let later = BOARD & !mask & !bitboard::playable(mask);
    let odd = first & ODD_ROWS & later;
    let even = second & EVEN_ROWS & later;
    // Only the lowest decisive cell of a column is ever reached.
    let reached = !above(odd | even);
    if odd & reached != 0 {
        ODD_THREAT
    } else if even & reached != 0 {
        EVEN_THREAT
    } else {
        0
    }
}

/// Winning cells that keep the opponent from playing the cell below.
fn next(wins: [u64; 2], mask: u64) -> i32 {
    let above_playable = bitboard::playable(mask) << 1;
    (0..2)
        .map(|player| NEXT[player] * count(wins[player] & above_playable))
        .sum()
}

/// The lines that each player can still fill.
fn lines(stones: [u64; 2]) -> i32 {
    let worth = |player: usize| {
        let [one, two] = begun(stones[player], BOARD ^ stones[1 - player]);
        ONE_STONE[player] * one + TWO_STONES[player] * two
    };
    worth(0) + worth(1)
}

/// How many of the lines within `room` hold one stone, and how many hold two.
fn begun(stones: u64, room: u64) -> [i32; 2] {
    let mut begun = [0; 2];
    for step in DIRECTIONS {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| stones >> (place * step));
        let odd = a ^ b ^ c ^ d;
        let several = a & b | c & d | (a ^ b) & (c ^ d);
        let lines = fours_along(room, step);
        begun[0] += count(lines & odd & !several);
        begun[1] += count(lines & several & !odd);
    }
    begun
}

/// What the first player can still make if the second one answers in the same column.
fn reach(first: u64, mask: u64) -> i32 {
    let followed = EVEN_ROWS & !bitboard::playable(mask);
    let room = first | BOARD & !mask & !followed;
    let fours: i32 = DIRECTIONS
        .into_iter()
        .map(|step| count(fours_along(room, step)))
        .sum();
    if fours == 0 {
        NONE_REACHED
    } else {
        REACHED * fours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Column;
    use crate::game::bitboard::STRIDE;

    fn played(columns: &str) -> Position {
        columns.bytes().fold(Position::EMPTY, |position, digit| {
            position.play(Column::from_number(digit - b'0').expect("a digit from 1 to 7"))
        })
    }

    #[test]
    fn lines_are_counted_by_their_stones() {
        // D1 lies on one vertical line and four horizontal ones, and on two diagonals.
        let position = played("4");
        let stones = position.mask();
        assert_eq!(begun(stones, BOARD), [7, 0]);
        assert_eq!(begun(stones, BOARD ^ Column::ALL[0].cells()), [5, 0]);
        assert_eq!(begun(played("44").mask(), BOARD), [6 + 9, 1]);
        assert_eq!(begun(played("344").mask(), BOARD)[1], 3 + 1 + 1);
    }

    #[test]
    fn the_first_player_wants_odd_threats_and_the_second_even_ones() {
        let (odd, even) = (1 << 2, 1 << 3);
        assert_eq!(zugzwang([odd, 0], 0), ODD_THREAT);
        assert_eq!(zugzwang([even, 0], 0), 0);
        assert_eq!(zugzwang([0, even], 0), EVEN_THREAT);
        assert_eq!(zugzwang([0, odd], 0), 0);
        // Below it in the same column an even threat is met first; elsewhere not.
        assert_eq!(zugzwang([odd << 2, even], 0), EVEN_THREAT);
        assert_eq!(zugzwang([odd, even << STRIDE], 0), ODD_THREAT);
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
