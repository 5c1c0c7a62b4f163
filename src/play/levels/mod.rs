//! Weakened players, from one that is hardly better than random moves to one that rarely errs.
//!
//! A player errs as people and weak programs do:
//!
//! - It looks a few plies ahead.
//! - Of each line of four it reckons only with what is near enough in time. Vertical lines are the
//!   easiest to see, diagonal ones the hardest. A line that it overlooks once, it overlooks until
//!   the line gets more stones or becomes more urgent.
//! - It evaluates a position by a small network, plus noise that belongs to the position and the
//!   game. So a misjudgement lasts.
//
// | File | Contents |
// |-|-|
// | `strength` | the levels, their ratings, and what each player can do |
// | `search` | the look-ahead |
// | `attention` | the lines of four that a player is aware of |
// | `eval` | the network and its noise |
//!
//! How far and how well it sees follows from its [`Level`]. A player searches by
//! itself, and the weights of its network are frozen, so that work on the solver changes no level.
//! All arithmetic is in whole numbers: every machine plays the same moves.
//!
//! ```
//! use claimeven::game::Game;
//! use claimeven::play::levels::{self, Level};
//!
//! let level = Level::numbered(5).unwrap();
//! let mut game = Game::default();
//! while let Some(column) = levels::choose(&game, level, 1) {
//!     game.play(column)?;
//! }
//! assert!(game.position().is_over());
//! # Ok::<(), claimeven::game::MovesError>(())
//! ```

mod attention;
mod eval;
mod search;
mod strength;

pub(crate) use search::LONGEST_MOVE;
pub use search::Turn;
pub(crate) use search::beliefs;
pub use strength::Level;
pub(crate) use strength::RANDOM_ELO;

use crate::game::{Column, Game};
use crate::solver::{Silent, StopFlag};

/// Returns the column that a player of this level plays, or `None` if the game is over. It depends
/// only on the game so far, the level and the seed.
#[must_use]
pub fn choose(game: &Game, level: Level, seed: u64) -> Option<Column> {
    let report = Turn::new(game.clone(), level, seed).think(&StopFlag::default(), &mut Silent);
    report.lines.first().map(|line| line.column)
}
