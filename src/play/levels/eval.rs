//! The evaluation of a player: the value of a network, plus noise.
//!
//! The networks have the form of those in `solver::eval`, which computes their values, but weights of
//! their own, which are frozen. They see only the winning cells that the player is aware of.

use crate::game::bitboard;
use crate::game::random::Random;
use crate::game::{Position, Side};
use crate::solver::{EvalInput, Network};

/// The largest evaluation. Wins and losses that a player sees lie beyond.
pub(super) const LARGEST: i32 = 950;

/// The evaluation for a network value of 1.
const SCALE: i32 = 200;
/// Boards with at most this many stones have their own network.
const OPENING_STONES: u8 = 12;

static OPENING: Network = Network::read(include_bytes!("opening.bin"));
static LATER: Network = Network::read(include_bytes!("later.bin"));

/// Returns the evaluation for the side to move: a hundred times the logarithm of the odds of
/// winning, within [`LARGEST`]. `wins` are the winning cells of the side to move and of the opponent
/// that the player is aware of. `noise` is the standard deviation of the noise.
pub(super) fn evaluate(position: &Position, wins: [u64; 2], noise: i32, seed: u64) -> i32 {
    let network = if position.stones() <= OPENING_STONES {
        &OPENING
    } else {
        &LATER
    };
    let first_to_move = position.side_to_move() == Side::First;
    let [own, others] = if first_to_move { [0, 1] } else { [1, 0] };
    let stones = [position.mover(), position.opponent()];
    let playable = bitboard::playable(position.mask());
    let cells = [
        stones[own],
        stones[others],
        wins[own],
        wins[others],
        playable,
    ];
    let input = EvalInput {
        cells,
        first_to_move,
    };
    let value = network.value(&input) * SCALE / Network::UNIT;
    let value = value + noise_of(position, seed) * noise / 256;
    let value = value.clamp(-LARGEST, LARGEST);
    if first_to_move { value } else { -value }
}

/// Returns a number of a triangular distribution for a position and a seed, with mean 0 and standard
/// deviation 256.
fn noise_of(position: &Position, seed: u64) -> i32 {
    let mut random = Random(seed ^ position.key().rotate_left(32));
    // The sum of two uniform numbers has a variance of (2 * 627^2 - 1) / 12.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "below 627"
    )]
    let mut uniform = || random.below(627) as i32;
    uniform() + uniform() - 626
}
