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
//! A [`Column`](game::Column) is made from its number, as in `Column::from_number(4)`, from its
//! text, as in `"d".parse()`, or taken from `Column::ALL`. A finished game is a position like any
//! other: its analysis has a score, and no best column, line or column scores.
//!
//! A [`Solver`](solver::Solver) keeps its table from position to position. Here it plays a perfect
//! game:
//!
//! ```
//! use claimeven::game::{Game, GameResult, Side};
//! use claimeven::solver::{AnalysisOptions, Scores, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut solver = Solver::new(64)?; // MiB
//! let options = AnalysisOptions::default().scores(Scores::Best);
//! let mut game = Game::default();
//! while let Some(best) = solver.analyze(game.position(), options).best {
//!     game.play(best)?;
//! }
//! assert_eq!(game.position().result(), Some(GameResult::Won(Side::First)));
//! assert_eq!(game.moves().len(), 41);
//! # Ok(())
//! # }
//! ```
//!
//! [`analyze_all`](solver::Solver::analyze_all) solves many positions on all cores, and
//! [`analyze_all_until`](solver::Solver::analyze_all_until) with a stop and progress:
//!
//! ```
//! use claimeven::game::Position;
//! use claimeven::solver::{AnalysisOptions, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "4453\n445332\n411335344264"; // or std::fs::read_to_string("positions.txt")?
//! let positions = text.lines().map(str::parse).collect::<Result<Vec<Position>, _>>()?;
//! let analyses = Solver::new(64)?.analyze_all(&positions, AnalysisOptions::default())?;
//! for (position, analysis) in positions.iter().zip(&analyses) {
//!     if let (Some(best), Some(score)) = (analysis.best, analysis.score()) {
//!         println!("{position}: column {best}, score {score}");
//!     }
//! }
//! # assert_eq!(analyses[2].score().map(|score| score.get()), Some(14));
//! # Ok(())
//! # }
//! ```
//!
//! [`game::read`] reads positions and games in many forms, and [`game::pgn`] reads games in PGN.
//! Values are printed as in the protocol. With the feature `serde`, positions, games, scores and
//! columns are written and read as in the records of the command line, and
//! `review::record::Record` is such a record. (A whole `Analysis` has the names of its own fields.)
//! This example also needs the crate `serde_json`:
//!
//! ```
//! use std::collections::HashSet;
//! use claimeven::game::{Game, Position};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position: Position = "4453".parse()?; // also d1 d2 e1 c1, a FEN, or a drawn board
//! let same: Position = position.to_string().parse()?; // Display prints the FEN
//! assert!(HashSet::from([position]).contains(&same));
//! # #[cfg(feature = "serde")] {
//! let game: Game = serde_json::from_str(r#"{"moves": "4453"}"#)?;
//! assert_eq!(serde_json::to_string(game.position())?, format!("\"{position}\""));
//! # }
//! # Ok(())
//! # }
//! ```
//!
//! [`analyze_until`](solver::Solver::analyze_until) is an analysis that can be stopped. Its error
//! has the bounds proven by then. A search can also have limits, and any thread can stop it: give
//! that thread a clone of the [`StopFlag`](solver::StopFlag), because all clones are one flag. An
//! [`Observer`](solver::Observer) receives the reports of a search:
//!
//! ```
//! use std::time::Duration;
//! use claimeven::game::{Mode, Position};
//! use claimeven::solver::{Limits, Silent, Solver, StopFlag, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let limits = Limits::default().nodes(100_000);
//! let task = Task::new(Position::EMPTY, Mode::Strong).limits(limits);
//! let stop = StopFlag::after(Duration::from_secs(1)); // any clone of it can `stop()` too
//! let report = Solver::without_book(16)?.search(&task, &stop, &mut Silent);
//! println!("column {}: {}", report.lines[0].column, report.lines[0].bounds);
//! assert!(report.nodes <= 100_000 && !report.solved);
//! # Ok(())
//! # }
//! ```
//!
//! [`annotate`](review::annotate) finds the bad moves of a game:
//!
//! ```
//! use claimeven::review::annotate::annotate;
//! use claimeven::game::{Game, Mode};
//! use claimeven::solver::Solver;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game: Game = "2252576253462244111563365343671351441".parse()?;
//! let annotations = annotate(&mut Solver::new(64)?, &game, Mode::Strong).annotations;
//! for (ply, annotation) in (1..).zip(&annotations) {
//!     if let Some(mark) = annotation.mark {
//!         println!("{ply}. {}{mark}: {} to {}", annotation.column, annotation.before, annotation.after);
//!     }
//! }
//! # assert_eq!(annotations.len(), 37);
//! # Ok(())
//! # }
//! ```
//!
//! The book alone answers at once. It has every position with up to 12 stones that play can reach:
//!
//! ```
//! use claimeven::book::Book;
//!
//! # fn main() -> Result<(), claimeven::game::TextError> {
//! let book = Book::embedded();
//! assert_eq!(book.lookup(&"".parse()?).map(|score| score.get()), Some(1));
//! assert_eq!(book.lookup(&"121212".parse()?).map(|score| score.get()), Some(18));
//! # Ok(())
//! # }
//! ```
//!
//! # Speed
//!
//! The search needs an optimised build without checks. In a debug build of your own package, these
//! lines in the `Cargo.toml` of the workspace root give it one. Without them, a search takes some
//! 250 times as long; with the first one alone, some 20 times:
//!
//! ```toml
//! [profile.dev.package.claimeven]
//! opt-level = 3
//! debug-assertions = false
//! overflow-checks = false
//! ```
//!
//! # Features
//!
//! All features are on by default. With `default-features = false`, the crate depends
//! on ten others instead of some eighty.
//!
//! | Feature | Adds |
//! |-|-|
//! | `book` | the built-in book, 6 MB: [`Solver::new`](solver::Solver::new) uses it, and `Book::embedded` returns it |
//! | `serde` | `Serialize` and `Deserialize` for the data of [`game`], [`solver`] and [`review`] |
//! | `cli` | `book`, `serde` and the command line, whose only public item is its `main` |
//! | `internals` | the module `internals`: what only our own programs use. Any version may change it |
//!
//! # Systems
//!
//! The library needs `std`: it allocates, and it uses threads. It compiles for
//! `wasm32-unknown-unknown` with `default-features = false`, also with `book` and `serde`. There,
//! nothing sets a flag after a time (`StopFlag::after`), and `analyze_all` and its kin are missing.
//!
//! # Modules
//!
//! - [`game`]: board, rules, notations, PGN and scores.
//! - [`solver`]: exact values by search, of one position or of many.
//! - [`book`]: the opening book: file format and lookup.
//! - [`play`]: players weaker than the engine, with a known Elo, and the choice of a move in lost and
//!   drawn positions.
//! - [`review`]: the score of every move of a game, how well a player plays, and JSON records.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "cli", feature = "internals")),
    allow(
        dead_code,
        unfulfilled_lint_expectations,
        unreachable_pub,
        unused_imports,
        clippy::option_option,
        reason = "`cli` and `internals` use the rest"
    )
)]

/// Writes methods that return options with another value of a field.
macro_rules! setters {
    ($($field:ident: $type:ty),*) => {$(
        #[doc = concat!("Returns `self` with this value of the field `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(self, $field: $type) -> Self {
            Self { $field: $field.into(), ..self }
        }
    )*};
}

pub mod book;
pub mod game;
pub mod play;
pub mod review;
pub mod sizes;
pub mod solver;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "internals")]
pub mod internals;

#[cfg(feature = "cli")]
mod daemon;
mod measure;
#[cfg(feature = "session")]
mod session;
mod system;

/// The size of a transposition table in MiB unless the user asks for another.
pub const DEFAULT_HASH_MIB: usize = 64;

pub use solver::{AnalyzeError, analyze};
