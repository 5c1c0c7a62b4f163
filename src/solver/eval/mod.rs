//! Static evaluation: the heuristic value of a quiet position, for the depth-limited search.
//!
//! Zugzwang decides who wins a quiet position. What matters is which of its winning cells each
//! player can still play once the other columns are full. The first player gets the odd rows and
//! the second one the even rows, unless a player breaks the pairing of the columns (Allis, "A
//! Knowledge-based Approach of Connect-Four"). A small network has learnt this from positions
//! with known outcomes. For 91 of 100 won or lost positions from games, it names the right winner.
//! (A regression on counts of such cells and of open lines does so for 83.) In the opening, where
//! there are hardly any such cells, the network has other weights.
//!
//! | File | Contents |
//! |-|-|
//! | [`network`] | guesses the outcome of a position |
//! | [`inputs`] | the input of the network |
//! | [`layer`] | input planes, weights and first layer, shared with the policy network |
//!
//! This folder depends on `game` and `node`.

pub(crate) mod inputs;
pub(crate) mod layer;
pub(crate) mod network;

use crate::game::Position;
use crate::solver::node::Node;
pub(crate) use inputs::EvalInput;
use network::LATER;
pub(crate) use network::Network;

/// The greatest heuristic value. Proven values begin at 1000.
pub(crate) const LARGEST: i32 = 999;

/// The evaluation for a network value of 1. The network's value is half the logarithm of the odds.
const SCALE: i32 = 200;

/// Returns the static evaluation for the side to move: a hundred times the logarithm of the odds of
/// winning, counting a draw as half a win. It is only a guess, within `-999..=999` and never 0.
#[must_use]
pub(crate) fn evaluate(position: &Position) -> i32 {
    evaluate_node(&Node::of(position))
}

/// Returns the static evaluation of a node, like [`evaluate`].
pub(crate) fn evaluate_node(node: &Node) -> i32 {
    value(Network::of(node.stones), node)
}

/// Returns the static evaluation by the network for later boards, whatever the stage of the game.
pub(crate) fn evaluate_as_later(position: &Position) -> i32 {
    value(&LATER, &Node::of(position))
}

fn value(network: &Network, node: &Node) -> i32 {
    let inputs = EvalInput::of_node(node);
    let value = network.value(&inputs) * SCALE / Network::UNIT;
    let value = value.clamp(-LARGEST, LARGEST);
    let value = if inputs.first_to_move { value } else { -value };
    if value == 0 { 1 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    fn played(moves: &str) -> Position {
        replay(moves).expect("a game")
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
