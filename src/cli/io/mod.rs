//! What the commands read and write: inputs, outputs, progress and signals.
//!
//! | Module | Contents |
//! |-|-|
//! | `input`, `inputs` | files and streams that are read; a run does not write to them |
//! | `entries`, `head`, `table` | the positions of an input |
//! | `lines` | the lines of an input, perhaps read on a separate thread |
//! | `games` | the games of an input |
//! | `position`, `json`, `text`, `advice` | one position or game, its text, and the options that help with an error |
//! | `shard` | one of several equal parts of the work |
//! | `answers` | solves the positions of an input in order |
//! | `output`, `lock`, `atomic` | files that one run at a time writes, whole or not at all |
//! | `journal` | the file next to an output from which a later run resumes |
//! | `stdout`, `stderr`, `progress`, `interrupt` | the terminal and its signals |

mod advice;
pub(super) mod answers;
mod atomic;
pub(super) mod entries;
pub(super) mod games;
mod head;
pub(super) mod input;
pub(super) mod inputs;
pub(super) mod interrupt;
pub(super) mod journal;
pub(super) mod json;
pub(super) mod lines;
mod lock;
pub(super) mod output;
pub(super) mod position;
pub(super) mod progress;
pub(super) mod shard;
pub(super) mod stderr;
pub(super) mod stdout;
pub(super) mod table;
pub(super) mod text;
