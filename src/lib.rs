//! An exact Connect Four engine. It computes the score of every column and the best line to the end
//! of the game, and it has a book of openings.
//!
//! [`analyze()`] solves one position:
//!
//! ```
//! # fn main() -> Result<(), claimeven::AnalyzeError> {
//! let scores = claimeven::analyze("445332")?.scores();
//! assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -4, 2, 2, -2, 2, 2]);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Score`](game::Score) is given for the side to move. 1 is a win with its last (21st) stone, 2
//! a win with the last but one, and so on up to 18. 0 is a draw. Negative scores are wins for the
//! opponent.
//!
//! A `Solver` finds the value of one position and keeps its table from position to position. It
//! uses no book unless [`set_book`](solver::Solver::set_book) sets one:
//!
//! ```
//! use claimeven::game::{Mode, notation};
//! use claimeven::solver::{Solver, StopFlag};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut solver = Solver::new(64)?; // MiB
//! let position = notation::replay("411335344264")?;
//! let solution = solver.solve(&position, Mode::Strong, &StopFlag::default());
//! assert_eq!(solution.bounds.exact().map(|score| score.get()), Some(14));
//! # Ok(())
//! # }
//! ```
//!
//! [`game::read`] reads positions in many forms, and [`game::pgn`] reads games in PGN.
//!
//! A search can have limits. It sends reports while it runs:
//!
//! ```
//! use claimeven::game::{Mode, notation};
//! use claimeven::solver::{Limits, Observer, Report, Solver, StopFlag, Task};
//!
//! /// Prints the best column of each report.
//! struct Printer;
//!
//! impl Observer for Printer {
//!     fn report(&mut self, report: Report) {
//!         let best = &report.lines[0];
//!         println!("depth {}: column {}", report.depth, best.column.number());
//!     }
//!     fn pulse(&mut self, _nodes: u64, _hashfull: &dyn Fn() -> u16) {}
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut solver = Solver::new(16)?;
//! let task = Task {
//!     limits: Limits { nodes: Some(2_000), ..Limits::default() },
//!     ..Task::new(notation::replay("444")?, Mode::Strong)
//! };
//! // Any thread that has a clone of the flag can stop the search.
//! let report = solver.search(&task, &StopFlag::default(), &mut Printer);
//! assert!(report.nodes <= 2_000 && !report.solved);
//! # Ok(())
//! # }
//! ```
//!
//! The book alone answers at once. It has every position with up to 12 stones:
//!
//! ```
//! use claimeven::book::Book;
//! use claimeven::game::Position;
//!
//! let book = Book::embedded();
//! assert_eq!(book.find(&Position::EMPTY).map(|score| score.get()), Some(1));
//! ```
//!
//! # Speed
//!
//! The search needs an optimised build. In a debug build of your own package, these lines in the
//! `Cargo.toml` of the workspace root optimise it; without them, a search takes about a hundred
//! times as long:
//!
//! ```toml
//! [profile.dev.package.claimeven]
//! opt-level = 3
//! ```
//!
//! # Features
//!
//! All features are on by default, and each includes the one before it. A library needs none of
//! them: with `default-features = false`, it depends on ten crates instead of seventy.
//!
//! | Feature | Adds |
//! |-|-|
//! | `session` | `protocol` and `session`: the conversation with a manager, without input, output, threads or a clock of its own |
//! | `daemon` | `session`, and the process that managers run, on tokio |
//! | `cli` | `daemon`, the command line, `bulk` and `ladder` |
//!
//! # Modules
//!
//! - [`game`]: board, rules, notations, PGN and scores.
//! - [`solver`]: exact values by search.
//! - [`book`]: the opening book: file format and lookup.
//! - [`makebook`]: builds, deepens, merges and verifies books.
//! - [`mod@annotate`]: the score of every move of a game.
//! - `protocol`: the commands and replies of the protocol, as data and as text.
//! - `session`: the state of a conversation, which decides what to do next.
//! - `bulk`: solves a stream of positions on all cores.
//! - `ladder`: a solver for each step from plain min-max to this engine.

mod analyze;
pub mod annotate;
pub mod book;
pub mod game;
pub mod makebook;
pub mod solver;

#[cfg(feature = "session")]
pub mod protocol;
#[cfg(feature = "session")]
pub mod session;
#[cfg(feature = "session")]
mod system;

#[cfg(feature = "daemon")]
#[doc(hidden)]
pub mod bench;
#[cfg(feature = "daemon")]
#[doc(hidden)]
pub mod testset;

#[cfg(feature = "daemon")]
#[doc(hidden)]
pub mod daemon;

#[cfg(feature = "cli")]
pub mod bulk;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
pub mod ladder;
#[cfg(feature = "cli")]
mod record;

/// The size of a transposition table in MiB unless the user asks for another.
pub const DEFAULT_HASH_MIB: usize = 64;

pub use analyze::{AnalyzeError, analyze};
