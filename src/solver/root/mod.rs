//! The root of a search: from a task to a report, and the solver's other entry points.
//!
//! | File | What it holds |
//! |-|-|
//! | [`driver`] | a search with news on the way: rounds of depth-limited and exact search |
//! | [`last_report`] | its reports |
//! | [`complete_lines`] | its last step: the best move, and lines to the end of the game |
//! | [`solve`](mod@solve) | the value of a position, window after window |
//! | [`analysis`] | the value of every column, or the best columns, and the line |
//! | [`schedule`] | which null window to search next |
//! | [`root_moves`], [`root_move`] | the moves of the root and what is known of them |
//! | [`pv`] | principal variations |
//! | [`move_choice`] | which move is the best where several keep the value |
//!
//! Knows `game` and all other folders of the solver.

mod analysis;
mod complete_lines;
mod driver;
mod last_report;
mod move_choice;
mod pv;
mod root_move;
mod root_moves;
mod schedule;
mod solve;

pub(crate) use analysis::analyse;
pub use analysis::{Analysis, AnalysisOptions, Scores};
pub(crate) use driver::Driver;
pub use schedule::WindowPolicy;
pub(crate) use schedule::WindowSchedule;
pub(crate) use solve::solve;
