//! The game: board, rules, notations and the meaning of a score.
//!
//! Pure: no I/O, no clock, no search.
//
// | File | Contents |
// |-|-|
// | `side`, `mode` | the players and results; strong and weak solving |
// | `size` | the size of a board: 7x6, or another for [`crate::sizes`] |
// | `bitboard` | the bit layout of a board, and functions on it |
// | `position`, `score` | a position with its legal moves; its value |
// | `played` | a game: its start, its moves, its position |
// | `notation` | moves as text: `4453`, `P@d1`, `4` |
// | `fen` | positions as cfour FENs |
// | `diagram` | drawings of the board for people |
// | `read` | reads positions and games in any form |
// | `pgn` | reads and writes games as PGN |
// | `stones` | stones read from a text; whether a game can lead to them |
// | `cursor`, `error` | texts read piece by piece; errors in texts, and their places |
// | `printable` | names and other foreign texts, as output shows them |
// | `text`, `serial` | `Display`, `FromStr` and the feature `serde` for all types |
// | `random` | random numbers |

pub(crate) mod bitboard;
pub(crate) mod cursor;
pub(crate) mod diagram;
pub(crate) mod error;
pub mod fen;
mod mode;
pub(crate) mod notation;
pub mod pgn;
mod played;
mod position;
mod printable;
pub(crate) mod random;
pub mod read;
mod score;
#[cfg(feature = "serde")]
pub(crate) mod serial;
mod side;
mod size;
pub(crate) mod stones;
#[cfg(test)]
pub(crate) mod tests;
mod text;

pub use diagram::Diagram;
pub(crate) use error::excerpt;
pub use error::{Expected, MovesError, StonesError, TextError, TextErrorKind};
pub use mode::Mode;
pub use notation::{Move, MoveToken, Notation};
pub use played::{Game, replay};
pub use position::{Column, Columns, Position};
pub(crate) use printable::printable;
pub use score::{Outcome, Score};
pub use side::{GameResult, Side};
pub use size::Size;
