//! The lines of four cells that a player is aware of, and how many plies ahead.
//!
//! For each line and side, the player has a *horizon*: it reckons with a four on this line if it
//! can be completed within this number of plies. The horizon is longer
//!
//! - for vertical lines than for horizontal ones, and shortest for diagonal ones,
//! - the more of its stones are on the board,
//! - if the opponent's last stone is part of it,
//!
//! and each line is overlooked a little or a lot at random. This luck belongs to the line and the
//! game, so a horizon of the player's own lines never gets shorter while the line can be completed:
//! a win that the player has seen stays in sight.

use super::strength::Strength;
use crate::game::Game;
use crate::game::bitboard::{BOARD, DIRECTIONS, STRIDE, WIDTH};
use crate::game::random::Random;

const BITS: usize = STRIDE as usize * WIDTH as usize;

/// How much shorter the horizon is by the direction of the line, in 16ths of a ply. The directions
/// are those of [`DIRECTIONS`].
const HARDER: [i32; 4] = [0, 12, 24, 24];
/// How much shorter the horizon is for each stone that the line still needs after the next one.
const UNPREPARED: i32 = 16;
/// How much longer the horizon is if the opponent's last stone is part of the line.
const NEAR: i32 = 16;
/// The horizon that sees everything.
const ALL: u8 = 42;

/// The horizons of one side: for each direction and each lowest cell of a line, in plies from the
/// root.
type Horizons = [[u8; BITS]; DIRECTIONS.len()];

/// The awareness of a player at the root of its search.
#[derive(Debug)]
pub(super) struct Attention {
    /// For the side to move at the root, and for the opponent.
    horizons: [Horizons; 2],
}

impl Attention {
    /// Returns the attention of a player that overlooks nothing.
    pub(super) const fn full() -> Attention {
        Attention {
            horizons: [[[ALL; BITS]; DIRECTIONS.len()]; 2],
        }
    }

    /// Returns the attention of a player who is to move in a game.
    pub(super) fn of(game: &Game, strength: &Strength, seed: u64) -> Attention {
        let position = game.position();
        let own = horizons(strength, seed, position.mover(), 0);
        let others = horizons(strength, !seed, position.opponent(), last_stone(game));
        Attention {
            horizons: [own, others],
        }
    }

    /// Returns those of `cells` that complete a four of `stones` on a line that the player sees
    /// from `plies` away. `owner` is 0 for the side to move at the root.
    pub(super) fn seen(&self, owner: usize, stones: u64, mut cells: u64, plies: u8) -> u64 {
        let mut seen = 0;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            if self.sees(owner, stones | cell, cell, plies) {
                seen |= cell;
            }
            cells ^= cell;
        }
        seen
    }

    fn sees(&self, owner: usize, stones: u64, cell: u64, plies: u8) -> bool {
        let place = cell.trailing_zeros() as usize;
        let directions = DIRECTIONS.iter().zip(&self.horizons[owner]).enumerate();
        directions
            .into_iter()
            .any(|(direction, (&step, horizons))| {
                (0..4).any(|back| {
                    place
                        .checked_sub(back * usize::from(step))
                        .filter(|&lowest| horizons[lowest] >= plies)
                        .and_then(|lowest| line(direction, lowest))
                        .is_some_and(|cells| cells & !stones == 0)
                })
            })
    }
}

/// Returns the horizons for the lines of a side with these stones. `last` is its last stone, if
/// that makes its lines easier to see.
fn horizons(strength: &Strength, seed: u64, stones: u64, last: u64) -> Horizons {
    let mut random = Random(seed);
    let mut horizons = [[0; BITS]; DIRECTIONS.len()];
    for (direction, horizons) in horizons.iter_mut().enumerate() {
        for (lowest, horizon) in horizons.iter_mut().enumerate() {
            let luck = overlooked(random.next());
            let Some(cells) = line(direction, lowest) else {
                continue;
            };
            let missing = 3 - (stones & cells).count_ones().min(3).cast_signed();
            let near = if last & cells == 0 { 0 } else { NEAR };
            let hidden = HARDER[direction] + UNPREPARED * missing + luck * strength.slips / 16;
            let horizon_16ths = strength.sight + near - hidden;
            let always = i32::from(missing == 0) * strength.always_seen;
            *horizon = u8::try_from(always.max(horizon_16ths / 16)).unwrap_or(0);
        }
    }
    horizons
}

/// Returns the line in a direction whose lowest cell has this bit; `None` if it leaves the board.
fn line(direction: usize, lowest: usize) -> Option<u64> {
    let step = DIRECTIONS[direction];
    let pattern = 1 | 1 << step | 1 << (2 * step) | 1 << (3 * step);
    let cells: u64 = pattern << lowest;
    (cells & !BOARD == 0).then_some(cells)
}

/// Returns the cell of the last stone of a game, or no cell if the game has no moves.
fn last_stone(game: &Game) -> u64 {
    let Some(&column) = game.moves().last() else {
        return 0;
    };
    let column = game.position().mask() & column.cells();
    column & !(column >> 1)
}

/// Returns a number of an exponential distribution with a mean of 16 / ln 2: half of all numbers are
/// below 16, a quarter of them between 16 and 32, and so on.
#[expect(clippy::cast_possible_wrap, reason = "at most 64")]
fn overlooked(random: u64) -> i32 {
    let halvings = random.leading_zeros() as i32;
    16 * halvings + (random & 15) as i32
}
