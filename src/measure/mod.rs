//! The solver measured: how many nodes, how fast, and whether its scores are right.
//!
//! | Module | Contents |
//! |-|-|
//! | [`bench`](mod@bench) | the benchmark and its node signature |
//! | [`testset`] | positions with known scores: reading, checking, making |
//! | `ladder` | a solver for each step of the tutorial |
//! | `work_clock` | the clock of the benchmark |

pub mod bench;
pub mod ladder;
pub mod testset;
#[cfg(feature = "cli")]
pub(crate) mod work_clock;
