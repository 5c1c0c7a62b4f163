//! The root of a search: from a task to its report, and the solver's other entry points.
//!
//! | File | Contents |
//! |-|-|
//! | [`driver`] | a search with reports: rounds of depth-limited and of exact search |
//! | [`solve`](mod@solve) | the value of a position, without its moves |
//! | [`analysis`] | the value of a position, of every column or of the best columns |
//! | [`schedule`] | the choice of the next null window |
//! | [`root_moves`] | the moves of the root and the bounds proven on them |
//! | [`pv`] | the best move and principal variations |
//!
//! This folder depends on `game` and all other folders of the solver.

mod analysis;
mod driver;
mod pv;
mod root_moves;
mod schedule;
mod solve;

pub(crate) use analysis::analyze;
pub use analysis::{Analysis, AnalysisOptions, EndedEarly, Scores};
pub(crate) use driver::{Driver, Findings};
pub(crate) use pv::guessed_move;
pub(crate) use schedule::WindowPolicy;
pub(crate) use schedule::WindowSchedule;
pub(crate) use solve::solve;
