//! The extension module `claimeven._native`: the engine for Python.
//!
//! ```text
//! position forms ~> read ~> Position ~> solve, many, games ~> numbers, tuples, bytes
//! ```
//!
//! The Python in `../lib/claimeven` turns these into its classes and arrays, and has the documentation
//! for users. Work that takes time runs on threads of its own, without the lock of the interpreter
//! (`interrupt.rs`).

mod command;
mod errors;
mod games;
mod interrupt;
mod many;
mod position;
mod read;
mod settings;
mod solve;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::games::{annotate, grade, play, why};
    #[pymodule_export]
    use crate::many::{Positions, analyze_many_sized};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::solve::{analyze, analyze_sized, score};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
