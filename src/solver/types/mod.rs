//! The plain data of a search: tasks, bounds, windows and reports.
//!
//! This folder depends on `game`.

mod best_move;
mod bounds;
mod node_bounds;
mod perspective;
mod task;

pub(crate) use best_move::BestMove;
pub use bounds::Bounds;
pub(crate) use bounds::Window;
pub(crate) use node_bounds::NodeBounds;
pub(crate) use perspective::Perspective;
pub(crate) use task::Stopped;
pub use task::{Limits, Line, Observer, Report, Silent, Solution, StopFlag, Task};
