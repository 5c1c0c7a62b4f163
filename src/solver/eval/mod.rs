//! Static evaluation: the heuristic value of a quiet position, for the depth-limited search.
//!
//! Who wins a quiet position hangs on zugzwang: which winning cells of the two players will
//! still be playable for them when the other columns are full, given that the first player gets
//! the odd rows and the second one the even rows unless somebody breaks the pairing of the
//! columns (Allis, "A Knowledge-based Approach of Connect-Four"). A small [`network`] has learnt
//! that from positions with known outcomes. (Counted by hand and weighed by a regression, such
//! cells and the lines still open tell the winner of 83 of 100 decided positions of games; a
//! network of this size tells it of 91.) In the opening, where there are hardly any such cells,
//! the network has other weights.
//!
//! Knows `game` and `node`.

pub(crate) mod inputs;
pub(crate) mod network;
mod rows;

use crate::game::Position;
use crate::solver::node::Node;
use inputs::Inputs;
use network::{LATER, Network};

pub(crate) use rows::{add_row, add_rows, read_i16s};

/// A heuristic value never reaches a thousand, where proven ones begin.
pub(crate) const LARGEST: i32 = 999;

/// What a unit of the network's value, half the logarithm of the odds, is worth.
const SCALE: i32 = 200;

/// Static evaluation for the side to move, a hundred times the logarithm of the odds of winning,
/// a draw counting half: within `-999..=999`, never 0, and only a guess.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    value(Network::of(position.stones()), &Inputs::of(position))
}

/// As [`evaluate`], for a node.
pub(crate) fn evaluate_node(node: &Node) -> i32 {
    value(Network::of(node.stones), &Inputs::of_node(node))
}

/// As [`evaluate`], but by the network for later boards, whatever the stage of the game.
pub(crate) fn evaluate_as_later(position: &Position) -> i32 {
    value(&LATER, &Inputs::of(position))
}

fn value(network: &Network, inputs: &Inputs) -> i32 {
    let value = network.value(inputs) * SCALE / Network::UNIT;
    let value = value.clamp(-LARGEST, LARGEST);
    let value = if inputs.first_to_move { value } else { -value };
    if value == 0 { 1 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    fn played(moves: &str) -> Position {
        notation::replay(moves).expect("a game")
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
