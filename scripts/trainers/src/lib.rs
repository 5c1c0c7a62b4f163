//! Code that the trainers share.
//!
//! A trainer is a program that makes a file of numbers for the engine:
//!
//! | Trainer | File | Use |
//! |-|-|-|
//! | `estimate` | `src/solver/eval/network.bin`, `opening.bin` | the static evaluation |
//! | `policy` | `src/solver/ordering/policy.bin` | a network that scores moves |
//! | `weights` | `src/solver/ordering/weights.bin` | the other parts of a move's score |

pub mod descent;
pub mod draw;
pub mod opening;
pub mod random;

use std::error::Error;

/// The error that ends a trainer.
pub type Failure = Box<dyn Error + Send + Sync>;
