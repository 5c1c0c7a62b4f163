//! What a search is asked, what it proves, and what it tells: plain data.
//!
//! Knows `game`.

mod best_move;
mod bounds;
mod node_bounds;
mod perspective;
mod report;
mod stop;
mod task;
mod window;

pub(crate) use best_move::BestMove;
pub use bounds::Bounds;
pub(crate) use node_bounds::NodeBounds;
pub(crate) use perspective::Perspective;
pub use report::{Line, Observer, Report, Silent, Solution};
pub use stop::StopFlag;
pub(crate) use stop::Stopped;
pub use task::{Limits, Task};
pub(crate) use window::Window;
