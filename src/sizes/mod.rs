//! Boards of other sizes: 4 to 12 columns and 4 to 12 rows, and their exact solver.
//!
//! The engine of the 7x6 board knows nothing of this; it is several times as fast. This solver
//! is step 13 of the ladder (`measure::ladder`): its search is the tutorial's, with
//! the ideas of the engine that pay on every board.
//!
//! | File | Contents |
//! |-|-|
//! | `position` | a position on a board of any size |
//! | `solver` | the solver: scores, best columns and best play |
//! | `analysis` | what the solver finds |
//! | `text` | positions as texts and as drawings |
//! | `usual` | positions, games and analyses of the usual board as those of a size |
//! | `grid` | the bit layout of a board, in 64 or 128 bits |
//! | `node` | a position as the search sees it: forced moves, bounds without search |
//! | `table` | the transposition table |
//! | `search` | negamax with null windows |
//!
//! A score counts stones of the winner as on the 7x6 board: 1 is a win with the winner's last
//! stone. If the number of cells is odd, the first player has one stone more than the second.
//!
//! ```
//! use claimeven::sizes::{Position, Size, Solver};
//!
//! let size: Size = "6x5".parse()?;
//! let played = [3, 3, 4, 4].into_iter();
//! let position = played.fold(Position::empty(size), |position, column| {
//!     position.play(column).expect("the column is open")
//! });
//! assert_eq!(Solver::new(size, 16)?.solve(&position), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod grid;
mod node;
mod position;
mod search;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod usual;

pub use crate::game::Size;
pub use analysis::{Analysis, Bounds};
pub use position::Position;
pub use solver::Solver;
pub(crate) use text::{Game, diagram, labelled, line, one_move};
