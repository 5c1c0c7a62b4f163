//! The ladder: how a solver becomes fast, one step at a time.
//!
//! Each step is a complete solver, strong (who wins, and when) and weak (who wins). All are one
//! generic [`Search`], put together from a board, a look-ahead, an order of moves,
//! a transposition table and windows.
//!
//! | File | Contents |
//! |-|-|
//! | [`steps`] | the steps; each changes one thing in the one before |
//! | [`search`] | the search of all steps, and its windows |
//! | [`board`] | the board as a search sees it |
//! | [`worthless`] | a board on which cells are worthless for one side |
//! | [`lookahead`] | what a search knows before it plays a move |
//! | [`order`] | the order in which moves are tried |
//! | [`tt`] | the transposition table |
//! | [`measure`] | measures a step on a test set |
//!
//! Start with [`steps::MinMax`] and climb:
//!
//! | step | solver | new in it |
//! |-|-|-|
//! | 3 | [`steps::MinMax`] | the rule of the game, played to its end |
//! | 4 | [`steps::AlphaBeta`] | bounds: skips what cannot change the score |
//! | 5 | [`steps::CentreFirst`] | the middle column first: skips more |
//! | 6 | [`steps::Bitboard`] | the board as two numbers: the same tree, faster |
//! | 7 | [`steps::Transpositions`] | a table of bounds |
//! | 8 | [`steps::NullWindow`] | questions with two answers |
//! | 9 | [`steps::Foresight`] | moves that lose at once are not played |
//! | 10 | [`steps::ThreatOrder`] | moves that threaten come first |
//! | 11 | [`steps::SmallTable`] | a smaller table, still without false hits |
//! | 12 | [`steps::LowerBounds`] | lower bounds in the table |
//! | 13 | [`crate::sizes`] | the same search on any board, with ideas of the engine |
//! | full | [`crate::solver`] | today's engine |
//!
//! `claimeven bench --ladder` measures them.
//!
//! ```
//! use claimeven::game::{Mode, replay};
//! use claimeven::internals::measure::ladder::{Resources, Step};
//! use claimeven::solver::StopFlag;
//!
//! let position = replay("16223414344371252143533416765565772276")?;
//! for step in Step::all() {
//!     let mut solver = step.solver(Resources { slots: 1 << 17, ..Resources::default() })?;
//!     let (bounds, _) = solver.solve(&position, Mode::Strong, (&StopFlag::default()).into());
//!     assert_eq!(bounds.exact(), Some(0), "{step}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The effect of each step
//!
//! Positions that each step explores per solved position, averaged over ten positions of each kind.
//! `-` means that the ten positions take more than ten seconds:
//!
//! | step | end-easy | middle-easy | middle-medium | begin-easy | begin-medium | begin-hard |
//! |-|-|-|-|-|-|-|
//! | 3 | 283 | - | - | - | - | - |
//! | 4 | 55 | 536,777 | - | - | - | - |
//! | 5 | 32 | 16,242 | 6,621,802 | - | - | - |
//! | 6 | 32 | 16,242 | 6,621,802 | - | - | - |
//! | 7 | 29 | 3,687 | 406,114 | 18,739,354 | - | - |
//! | 8 | 50 | 891 | 430,222 | 127,990 | 14,137,739 | - |
//! | 9 | 26 | 360 | 249,825 | 59,696 | 8,209,972 | - |
//! | 10 | 25 | 172 | 44,172 | 1,878 | 763,053 | - |
//! | 11 | 25 | 172 | 44,191 | 1,879 | 764,517 | - |
//! | 12 | 25 | 163 | 36,687 | 1,743 | 643,874 | - |
//! | 13 | 4 | 15 | 5,477 | 115 | 84,667 | - |
//! | full | 2 | 7 | 2,726 | 40 | 42,128 | 2,756,565 |
//!
//! `claimeven bench --ladder --limit 10` measures these numbers and the times. Steps 7
//! to 12 have a table of 8 million slots, like the tutorial's programs; `--hash` sets the size of
//! the table of steps 13 and full.
//!
//! # Referees
//!
//! The steps are oracles for the engine. They share with it only the board and the bit operations
//! of [`crate::game`]; the first steps do not share even these. Steps count explored positions like
//! the tutorial ([`Search`]); the engine counts nodes as its documentation defines them.

pub mod board;
pub mod lookahead;
#[cfg(feature = "cli")]
pub mod measure;
pub mod order;
pub mod search;
pub mod steps;
pub mod tt;
pub mod worthless;

use std::fmt;

use crate::game::Size;
use crate::measure::bench::Contender;
use crate::sizes;
use crate::solver::{Solver, TableError};
pub use search::{Resources, Search};

/// A step of the ladder. Steps are ordered, the simplest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(usize);

/// A function that creates the solver of a step. It fails if a table cannot be allocated.
type NewSolver = fn(Resources) -> Result<Box<dyn Contender>, TableError>;

/// The name, the title and the solver of each step.
const STEPS: [(&str, &str, NewSolver); 12] = [
    ("3", "min-max", steps::MinMax::boxed),
    ("4", "alpha-beta", steps::AlphaBeta::boxed),
    ("5", "centre first", steps::CentreFirst::boxed),
    ("6", "bitboard", steps::Bitboard::boxed),
    ("7", "table", steps::Transpositions::boxed),
    ("8", "null windows", steps::NullWindow::boxed),
    ("9", "losing moves", steps::Foresight::boxed),
    ("10", "threat order", steps::ThreatOrder::boxed),
    ("11", "small table", steps::SmallTable::boxed),
    ("12", "lower bounds", <steps::LowerBounds>::boxed),
    ("13", "any size", |with| {
        Ok(Box::new(sizes::Solver::new(Size::USUAL, with.hash_mib)?))
    }),
    ("full", "the engine", |with| {
        Ok(Box::new(Solver::without_book(with.hash_mib)?))
    }),
];

impl Step {
    /// Returns all steps, the simplest first.
    pub fn all() -> impl Iterator<Item = Step> {
        (0..STEPS.len()).map(Step)
    }

    /// Returns the step with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Step> {
        Step::all().find(|step| step.name() == name)
    }

    /// Returns the number of the tutorial's part, `3` to `12`, or `13` or `full`.
    #[must_use]
    pub fn name(self) -> &'static str {
        STEPS[self.0].0
    }

    /// Returns what the step adds, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        STEPS[self.0].1
    }

    /// Creates a solver of this step.
    ///
    /// # Errors
    /// Fails if the engine's table cannot be allocated.
    pub fn solver(self, resources: Resources) -> Result<Box<dyn Contender>, TableError> {
        STEPS[self.0].2(resources)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.title())
    }
}
