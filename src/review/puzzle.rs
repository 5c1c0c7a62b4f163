//! Puzzles: positions in which a single column keeps the win or the draw.
//!
//! Pure.

use crate::game::random::Random;
use crate::game::{Column, Game, Mode, Outcome, Position};
use crate::play::levels::{Level, RANDOM_ELO, Turn};
use crate::solver::{AnalysisOptions, EndedEarly, Scores, Silent, Solver, StopFlag, Until};

/// The rating of a puzzle before its first game.
const FIRST_RATING: f64 = 1200.0;
/// The number of games that rate a puzzle.
const RATED_GAMES: u32 = 48;
/// The most by which the first game changes the rating. Later changes shrink with the square root
/// of the number of games.
const WIDEST_CHANGE: f64 = 500.0;

/// A position to solve, and its solution.
///
/// ```
/// use claimeven::game::Outcome;
/// use claimeven::review::puzzle::Puzzle;
/// use claimeven::solver::{Solver, StopFlag};
///
/// let (position, mut solver) = ("232".parse()?, Solver::new(16)?);
/// let puzzle = Puzzle::find(&mut solver, &position, &StopFlag::default())?.unwrap();
/// assert_eq!(puzzle.outcome, Outcome::Win);
/// let numbers = puzzle.solution.iter().map(|column| column.number());
/// assert_eq!(numbers.collect::<Vec<_>>(), [2, 3, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The win or the draw that the side to move has to keep.
    pub outcome: Outcome,
    /// The moves of the side to move, at most six, with a reply after each but the last one.
    ///
    /// Each own move is the only one that keeps the outcome. Each reply is best play: of equal
    /// replies, one after which another own move is the only one, and of these the most central.
    #[cfg_attr(feature = "serde", serde(with = "crate::game::serial::packed"))]
    pub solution: Vec<Column>,
}

impl Puzzle {
    /// The most own moves of a solution.
    pub const MOST_MOVES: usize = 6;
    /// The lowest rating, that of a player of random moves.
    pub const LOWEST_RATING: u16 = RANDOM_ELO;
    /// The highest rating, two steps above the strongest level. Puzzles beyond it have it, too.
    pub const HIGHEST_RATING: u16 = 2150;

    /// Returns the puzzle that begins in a position. There is none if several columns keep the best
    /// outcome, if the position is lost, or if only one column can be played.
    ///
    /// # Errors
    /// Fails if the search ends early.
    pub fn find<'a>(
        solver: &mut Solver,
        position: &Position,
        until: impl Into<Until<'a>>,
    ) -> Result<Option<Puzzle>, EndedEarly> {
        let until = until.into();
        let Some((outcome, column)) = only_move(solver, position, until)? else {
            return Ok(None);
        };
        if position.legal_columns().len() == 1 {
            return Ok(None);
        }
        let mut solution = vec![column];
        let mut after = position.play(column);
        while solution.len() < 2 * Puzzle::MOST_MOVES - 1
            && let Some((reply, column)) = reply(solver, &after, until)?
        {
            solution.extend([reply, column]);
            after = after.play(reply).play(column);
        }
        Ok(Some(Puzzle {
            position: *position,
            outcome,
            solution,
        }))
    }

    /// Returns the mirror image of the puzzle.
    #[must_use]
    pub fn mirror(&self) -> Puzzle {
        Puzzle {
            position: self.position.mirror(),
            outcome: self.outcome,
            solution: self.solution.iter().map(|column| column.mirror()).collect(),
        }
    }

    /// Returns the Elo of a level that finds all own moves half the time.
    ///
    /// The puzzle plays against levels near its own rating, with a new seed each time, and is rated
    /// as players are: it wins if the level errs. The result depends on the position alone. It has
    /// no meaning if `stop` is set.
    #[must_use]
    pub fn rating(&self, stop: &StopFlag) -> u16 {
        let [lowest, highest] = [Puzzle::LOWEST_RATING, Puzzle::HIGHEST_RATING].map(f64::from);
        let mut random = Random(self.position.key());
        let (mut rating, mut sum) = (FIRST_RATING, 0.0);
        for game in 1..=RATED_GAMES {
            let level = Level::of_elo(whole(rating));
            let ahead = (rating - f64::from(level.elo())) / 400.0;
            let expected = 1.0 / (1.0 + 10_f64.powf(ahead));
            let found = u8::from(self.is_found(level, random.next(), stop));
            let change = WIDEST_CHANGE / f64::from(game).sqrt();
            rating = (rating + change * (expected - f64::from(found))).clamp(lowest, highest);
            // The first games only lead to the right part of the scale.
            sum += if game > RATED_GAMES / 2 { rating } else { 0.0 };
        }
        whole(sum / f64::from(RATED_GAMES / 2))
    }

    /// Returns whether a level finds all own moves.
    fn is_found(&self, level: Level, seed: u64, stop: &StopFlag) -> bool {
        let mut game = Game::from(self.position);
        self.solution.chunks(2).all(|moves| {
            let turn = Turn::new(game.clone(), level, seed);
            let report = turn.think(stop, &mut Silent);
            let found = report.lines.first().map(|line| line.column) == Some(moves[0]);
            let mut moves = moves.iter();
            moves.all(|&column| game.play(column).is_ok()) && found
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between the ends of the scale"
)]
fn whole(rating: f64) -> u16 {
    rating.round() as u16
}

/// Returns the outcome of a position that is not lost and the column that keeps it, if it is the
/// only one.
fn only_move(
    solver: &mut Solver,
    position: &Position,
    until: Until,
) -> Result<Option<(Outcome, Column)>, EndedEarly> {
    let options = ties(Mode::Weak);
    let found = solver.analyze_until(position, options, until)?;
    let outcome = found
        .bounds
        .outcome()
        .filter(|&outcome| outcome != Outcome::Loss);
    let only = found.ties.iter().next().filter(|_| found.ties.len() == 1);
    Ok(outcome.zip(only))
}

/// Returns the best reply after which a single column keeps the outcome, and that column.
fn reply(
    solver: &mut Solver,
    position: &Position,
    until: Until,
) -> Result<Option<(Column, Column)>, EndedEarly> {
    let best = solver.analyze_until(position, ties(Mode::Strong), until)?;
    for reply in best.ties.centre_first() {
        if let Some((_, column)) = only_move(solver, &position.play(reply), until)? {
            return Ok(Some((reply, column)));
        }
    }
    Ok(None)
}

fn ties(mode: Mode) -> AnalysisOptions {
    AnalysisOptions {
        mode,
        scores: Scores::Ties,
        line: false,
    }
}
