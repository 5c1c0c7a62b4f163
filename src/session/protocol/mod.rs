//! The protocol: the commands of clients as data, and the replies of the engine as lines.
//!
//! Pure: reads and writes text, without the solver, a clock or I/O. `protocol.md` specifies what
//! these types read and write.
//!
//! | File | Contents |
//! |-|-|
//! | `command` | the commands of a client |
//! | [`options`] | the options, with their types, ranges and defaults |
//! | `parse` | reads a line into a command |
//! | [`reply`] | the replies of the engine |

mod command;
pub mod options;
mod parse;
pub mod reply;

pub use command::{BenchArgs, Clock, Command, GoArgs, Query};
pub use options::Setting;
pub(super) use parse::position_command;
pub use parse::{parse, sets_position};
