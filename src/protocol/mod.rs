//! What peers say and what we answer, as data and as lines.
//!
//! Pure: reads and writes text, and knows no solver, no clock and no I/O. `protocol.md`
//! specifies what these types read and write.

mod command;
pub mod options;
mod parse;
mod reply;

pub use command::{BenchArgs, Clock, Command, CommandError, Fault, GoArgs, Picture, Query};
pub use options::{NotationChoice, OptionError, Setting};
pub use parse::{parse, sets_position};
pub use reply::{
    Analysis, Bound, ColumnValue, Info, PROVEN_CP, Reply, Response, ScoreText, Value, Wdl,
};
