//! The plain data of a search.
//!
//! | File | Contents |
//! |-|-|
//! | [`task`] | a task, its limits and reports, the observer of a search, the flag that stops it |
//! | [`bounds`] | the bounds of a value, and the windows that ask for them |
//! | `column_value` | the value of a column as a word |
//! | [`node_value`] | the value of a node: its bounds, its best move, whose value it is |
//!
//! This folder depends on `game`.

mod bounds;
mod column_value;
mod node_value;
mod task;

pub use bounds::Bounds;
pub(crate) use bounds::Window;
pub use column_value::ColumnValue;
pub(crate) use node_value::{BestMove, NodeBounds, Perspective};
pub(crate) use task::Unfinished;
pub use task::{Limits, Line, Observer, Report, Silent, Solution, StopFlag, Task, Until};
