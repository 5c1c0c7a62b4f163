//! The solver of boards of any size.

use std::fmt;

pub(crate) use super::analysis::Observer;
use super::analysis::{Analysis, Bounds};
use super::position::Position;
use super::search::{Engine, Search, Stopped};
use crate::game::{Mode, Size};
use crate::solver::{AnalysisOptions, Scores, StopFlag, TableError, Until};

/// A solver of positions on boards of one size. It finds exact values, and keeps its proofs in a
/// table. It has no book and uses one thread.
pub struct Solver {
    size: Size,
    engine: Box<dyn Engine>,
}

/// Leaves out the contents of the table.
impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// Returns the engine of a size: the shifts of the search are compiled for each height, for both
/// words if both occur.
fn engine(size: Size, hash_mib: usize) -> Result<Box<dyn Engine>, TableError> {
    macro_rules! compiled {
        ($($height:literal)*) => {
            match (size.height(), size.width() * size.stride() <= 64) {
                $(
                    ($height, true) => Box::new(Search::<u64, $height>::new(size.width(), hash_mib)?),
                    ($height, false) => Box::new(Search::<u128, $height>::new(size.width(), hash_mib)?),
                )*
                _ => unreachable!("no size has other heights"),
            }
        };
    }
    Ok(compiled!(4 5 6 7 8 9 10 11 12))
}

impl Solver {
    /// Creates a solver with a table of `hash_mib` MiB. Late positions have another one, of up to 4 MiB.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated.
    pub fn new(size: Size, hash_mib: usize) -> Result<Solver, TableError> {
        let engine = engine(size, hash_mib)?;
        Ok(Solver { size, engine })
    }

    /// Returns the size of its boards.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Sets a function that follows the search.
    pub(crate) fn set_observer(&mut self, observer: Option<Observer>) {
        self.engine.watch().observer = observer;
    }

    /// Returns the exact score of a position.
    ///
    /// # Panics
    /// Panics if the position is of another size.
    pub fn solve(&mut self, position: &Position) -> i8 {
        let stop = StopFlag::default();
        let (bounds, _) = self.solve_until(position, Mode::Strong, &stop);
        bounds.lower
    }

    /// Finds the exact score of a position, or its outcome in weak mode. If the search ends early, the
    /// bounds are those proven by then. Returns the nodes visited, too.
    ///
    /// # Panics
    /// Panics if the position is of another size.
    pub fn solve_until<'a>(
        &mut self,
        position: &Position,
        mode: Mode,
        until: impl Into<Until<'a>>,
    ) -> (Bounds, u64) {
        let mut bounds = self.begin(position, until.into());
        let _ = self.narrow(position, mode, &mut bounds, true);
        (bounds, self.engine.watch().nodes)
    }

    /// Analyzes a position. If the search ends early, the analysis has what was proven by then.
    ///
    /// # Panics
    /// Panics if the position is of another size.
    pub fn analyze_until<'a>(
        &mut self,
        position: &Position,
        options: AnalysisOptions,
        until: impl Into<Until<'a>>,
    ) -> Analysis {
        let mut analysis = Analysis {
            bounds: self.begin(position, until.into()),
            columns: vec![None; self.size.width().into()],
            best: None,
            line: Vec::new(),
            nodes: 0,
        };
        let _ = self.fill(position, options, &mut analysis);
        analysis.nodes = self.engine.watch().nodes;
        analysis
    }

    /// Begins a search. Returns the bounds of the value that are known without it.
    fn begin(&mut self, position: &Position, until: Until) -> Bounds {
        assert_eq!(position.size(), self.size, "the solver is for this size");
        let watch = self.engine.watch();
        watch.stop = until.stop.clone();
        watch.limit = until.nodes.unwrap_or(u64::MAX);
        watch.nodes = 0;
        possible(position)
    }

    /// Fills in an analysis, as far as the search gets.
    fn fill(
        &mut self,
        position: &Position,
        options: AnalysisOptions,
        analysis: &mut Analysis,
    ) -> Result<(), Stopped> {
        let all = options.scores == Scores::All;
        let moves = centre_first(position);
        if all {
            for &(column, after) in &moves {
                analysis.columns[usize::from(column - 1)] = Some(possible(&after).reverse());
            }
        }
        let narrowed = self.narrow(position, options.mode, &mut analysis.bounds, true);
        self.engine.watch().bounds = analysis.bounds;
        for bounds in analysis.columns.iter_mut().flatten() {
            bounds.upper = bounds.upper.min(analysis.bounds.upper);
        }
        narrowed?;
        if moves.is_empty() {
            return Ok(());
        }
        analysis.best = Some(self.best_of(&moves, analysis.bounds)?);
        for &(column, after) in moves.iter().filter(|_| all) {
            let Some(bounds) = &mut analysis.columns[usize::from(column - 1)] else {
                continue;
            };
            let mut reversed = bounds.reverse();
            let done = self.narrow(&after, options.mode, &mut reversed, false);
            *bounds = reversed.reverse();
            done?;
        }
        if options.line {
            self.follow(*position, analysis)?;
        }
        Ok(())
    }

    /// Plays best moves from `position` to the end of the game.
    fn follow(&mut self, mut position: Position, analysis: &mut Analysis) -> Result<(), Stopped> {
        let mut bounds = analysis.bounds;
        loop {
            let moves = centre_first(&position);
            if moves.is_empty() {
                return Ok(());
            }
            let best = self.best_of(&moves, bounds)?;
            analysis.line.push(best);
            position = position.play(best).expect("a legal move");
            bounds = bounds.reverse();
        }
    }

    /// Returns the first of the moves with the best value, which is within `bounds`.
    fn best_of(&mut self, moves: &[(u8, Position)], bounds: Bounds) -> Result<u8, Stopped> {
        let (last, others) = moves.split_last().expect("a position that is not over");
        for (column, after) in others {
            let value = match after.result() {
                Some(_) => possible(after).lower,
                None => self.engine.ask(after, -bounds.lower)?,
            };
            if -value >= bounds.lower {
                return Ok(*column);
            }
        }
        Ok(last.0)
    }

    /// Narrows the bounds of a position's value until they prove what `mode` asks for.
    ///
    /// Null windows halve the range. The first ones are halfway between 0 and its ends: a score far
    /// from 0 means a short game, which is cheap to search. (With windows at 0 first, hard openings
    /// take 3 to 10 % fewer nodes, but positions with such scores up to 27 times as many.)
    fn narrow(
        &mut self,
        position: &Position,
        mode: Mode,
        bounds: &mut Bounds,
        is_root: bool,
    ) -> Result<(), Stopped> {
        while !bounds.is_solved(mode) {
            let Bounds { lower, upper } = *bounds;
            let middle = lower + (upper - lower) / 2;
            let asked = match (mode, middle.signum()) {
                (Mode::Weak, _) if upper > 0 => 0,
                (Mode::Weak, _) => -1,
                (_, -1 | 0) if lower / 2 < middle => lower / 2,
                (_, 0 | 1) if upper / 2 > middle => upper / 2,
                _ => middle,
            };
            if is_root {
                self.engine.watch().bounds = *bounds;
            }
            let value = self.engine.ask(position, asked)?;
            if value <= asked {
                bounds.upper = bounds.upper.min(value);
            } else {
                bounds.lower = bounds.lower.max(value);
            }
        }
        Ok(())
    }
}

/// Returns the bounds of a value that follow from the number of stones, or the value if the game is
/// over.
fn possible(position: &Position) -> Bounds {
    let (cells, stones) = (position.size().cells(), position.stones());
    let to_the_end = |stones: u8| ((cells + 1 - stones) / 2).cast_signed();
    match position.result() {
        Some(_) if position.is_lost() => Bounds::exactly(-to_the_end(stones - 1)),
        Some(_) => Bounds::exactly(0),
        None => {
            // No side wins before its fourth stone, with 6 or 7 stones on the board.
            let soonest = |stones: u8| to_the_end(stones.max(6 + stones % 2));
            Bounds {
                lower: -soonest(stones + 1),
                upper: soonest(stones),
            }
        }
    }
}

/// Returns the legal moves, the most central first, and the positions after them.
fn centre_first(position: &Position) -> Vec<(u8, Position)> {
    let width = position.size().width();
    let mut columns: Vec<u8> = position.legal_columns().collect();
    if position.result().is_some() {
        columns.clear();
    }
    columns.sort_by_key(|column| (2 * column).abs_diff(width + 1));
    let after = |column| Some((column, position.play(column)?));
    columns.into_iter().filter_map(after).collect()
}
