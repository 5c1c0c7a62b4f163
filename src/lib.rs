//! An exact Connect Four engine: the score of every column, the best line to the end of the game,
//! and the book of openings, in a few lines of Rust.
//!
//! Everything about one position:
//!
//! ```
//! # fn main() -> Result<(), claimeven::AnalyzeError> {
//! let scores = claimeven::analyze("445332")?.scores;
//! assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -4, 2, 2, -2, 2, 2]);
//! # Ok(())
//! # }
//! ```
//!
//! A score is for the side to move and counts stones: 1 wins with one's last (21st) stone, 2 with
//! the last but one, up to 18; 0 draws; negative scores are the opponent's wins
//! ([`game::Score`]).
//!
//! One value, with a table that is kept from position to position. A `Solver` looks nothing up
//! unless [`set_book`](solver::Solver::set_book) gives it a book:
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
//! Positions in whatever form people have them, and games in PGN, are read by [`game::read`] and
//! [`game::pgn`].
//!
//! A search with a limit and with news on the way:
//!
//! ```
//! use claimeven::game::{Mode, notation};
//! use claimeven::solver::{Limits, Observer, Report, Solver, StopFlag, Task};
//!
//! /// Prints every new line; any thread that holds the flag can stop the search.
//! struct News;
//!
//! impl Observer for News {
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
//! let report = solver.search(&task, &StopFlag::default(), &mut News);
//! assert!(report.nodes <= 2_000 && !report.solved);
//! # Ok(())
//! # }
//! ```
//!
//! The book alone, which answers at once and with up to 12 stones for every position:
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
//! The search needs an optimised build. A dependent package that is itself built for debugging
//! gets it with these lines in the `Cargo.toml` of its workspace's root; without them a search
//! takes about a hundred times as long:
//!
//! ```toml
//! [profile.dev.package.claimeven]
//! opt-level = 3
//! ```
//!
//! # Features
//!
//! Each of these holds the one before it, and all are on by default. A library needs none of them: with
//! `default-features = false` it brings ten crates with it in place of sixty.
//!
//! | Feature | What it adds |
//! |-|-|
//! | `session` | `protocol` and `session`: the conversation with a manager, without input, output, threads or a clock of its own |
//! | `daemon` | `session`, and the process that managers talk to, on tokio |
//! | `cli` | `daemon`, the command line, `bulk` and `ladder` |
//!
//! # Modules
//!
//! - [`game`]: board, rules, notations, PGN, scores.
//! - [`solver`]: exact values by search.
//! - [`book`]: exact scores of all openings: file format and lookup.
//! - [`makebook`]: builds, deepens, merges and verifies books.
//! - [`mod@annotate`]: what every move of a game was worth.
//! - `protocol`: what is said on the wire, as data and as lines.
//! - `session`: the state of a conversation, which decides what to do.
//! - `bulk`: a stream of positions to a stream of answers, on all cores.
//! - `ladder`: the steps from plain min-max to today's engine, each a solver.

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

pub use analyze::{AnalyzeError, ExactAnalysis, analyze};
