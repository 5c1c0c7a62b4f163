//! Code that the trainers share.
//!
//! A trainer is a program that makes a file of numbers for the engine:
//!
//! | Trainer | File | Use |
//! |-|-|-|
//! | `estimate` | `src/solver/eval/network.bin`, `opening.bin` | the static evaluation |
//! | `policy` | `src/solver/ordering/policy.bin` | a network that scores moves |
//! | `choices` | `src/review/grade/models.bin` | the estimate of a grade |
//! | `weights` | `src/solver/ordering/weights.bin` | the other parts of a move's score |

pub mod cores;
pub mod descent;
pub mod random;
pub mod units;

use std::error::Error;
use std::path::Path;
use std::{fs, io};

/// The error that ends a trainer.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Writes a file; it is complete even if the program is stopped.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let complete = path.with_extension("complete");
    fs::write(&complete, bytes)?;
    fs::rename(&complete, path)
}
