//! Puzzles: positions in which a single column keeps the win or the draw.
//!
//! Pure.

use crate::game::random::Random;
use crate::game::{Column, Game, Mode, Outcome, Position};
use crate::play::levels::{self, Level, RANDOM_ELO};
use crate::review::why::{Explainer, Why, WhyKind, only_move};
use crate::solver::many::Answer;
use crate::solver::{AnalysisOptions, EndedEarly, Scores, Solver, StopFlag, Until};

/// The rating of a puzzle before its first game.
const FIRST_RATING: u16 = 1200;
/// The number of games that rate a puzzle, half of which only lead to the right part of the scale.
const RATED_GAMES: u16 = 48;
/// The difference of the rating between a won and a lost first game. It shrinks with the square root
/// of the number of games.
const WIDEST_CHANGE: u16 = 500;

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
    /// A game that ends in the position to solve.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub game: Game,
    /// The win or the draw that the side to move can keep.
    pub outcome: Outcome,
    /// The moves of the side to move, at most six, with a reply after each but the last one.
    ///
    /// Each own move is the only one that keeps the outcome. Each reply is best play: of equal
    /// replies, one after which another own move is the only one, and of these the most central.
    #[cfg_attr(feature = "serde", serde(with = "crate::game::serial::packed"))]
    pub solution: Vec<Column>,
    /// The theme: the kind of a reason. If the side to move wins by threats alone, the reason of that.
    /// Otherwise what the most central other move gives away, if that is of the first eight kinds;
    /// otherwise [`WhyKind::Zugzwang`] or [`WhyKind::OnlyMove`].
    pub theme: WhyKind,
    /// The Elo of a level that finds all own moves half the time, from 400 to 2150, which means 2150
    /// or more; `None` if it was not computed.
    pub rating: Option<u16>,
}

impl Puzzle {
    /// The fields in a table.
    pub(crate) const FIELDS: &'static str = "start,moves,outcome,solution,theme,rating";
    /// The most own moves of a solution.
    pub const MOST_MOVES: usize = 6;
    /// The highest rating, two steps above the strongest level. Puzzles beyond it have it, too.
    pub const HIGHEST_RATING: u16 = 2150;

    /// Returns the puzzle that begins in a position, without a rating. There is none if several
    /// columns keep the best outcome, if the position is lost, or if only one column can be played.
    ///
    /// # Errors
    /// Fails if the search ends early.
    pub fn find<'a>(
        solver: &mut Solver,
        position: &Position,
        until: impl Into<Until<'a>>,
    ) -> Result<Option<Puzzle>, EndedEarly> {
        let until = until.into();
        let only = only_move(solver, position, until)?;
        let Some((outcome, mut column)) = only.filter(|_| position.legal_columns().len() > 1)
        else {
            return Ok(None);
        };
        let (mut solution, mut after) = (vec![column], *position);
        'moves: while solution.len() < 2 * Puzzle::MOST_MOVES - 1 {
            after = after.play(column);
            let options = AnalysisOptions::default().scores(Scores::Ties);
            let best = solver.analyze_until(&after, options, until)?.ties;
            for reply in best.centre_first() {
                if let Some((_, next)) = only_move(solver, &after.play(reply), until)? {
                    (after, column) = (after.play(reply), next);
                    solution.extend([reply, column]);
                    continue 'moves;
                }
            }
            break;
        }
        Ok(Some(Puzzle {
            game: Game::from(*position),
            outcome,
            theme: theme(solver, position, solution[0], until.stop),
            solution,
            rating: None,
        }))
    }

    /// Describes the task, such as `X to move and win`.
    pub(crate) fn task(&self) -> String {
        let mover = self.game.position().side_to_move().letter();
        format!("{mover} to move and {}", self.outcome)
    }

    /// Returns the solution as a game that begins in the position.
    pub(crate) fn solved(&self) -> Game {
        let solved = Game::from(*self.game.position()).with_line(&self.solution);
        solved.expect("a solution follows the rules")
    }

    /// Returns the positions in which the side to move has a move of the solution.
    pub(crate) fn own_positions(&self) -> impl Iterator<Item = Position> + use<> {
        self.solved().positions().into_iter().step_by(2)
    }

    /// Computes the rating: the puzzle plays against levels near its own rating and is rated as
    /// players are. It wins if the level errs. The rating depends on the position alone.
    pub fn rate(&mut self) {
        let mut random = Random(self.game.position().key());
        let (mut rating, mut sum) = (FIRST_RATING, 0);
        for game in 1..=RATED_GAMES {
            let level = Level::of_elo(rating);
            let change = WIDEST_CHANGE / game.isqrt();
            // A puzzle above the strongest level is expected to win more than half the games: by one in
            // 695 / 4 for each 4 Elo, the slope of the Elo scale.
            let ahead = rating.saturating_sub(level.elo()) / 4;
            rating += change / 2 - change * ahead / 174;
            if self.is_found(level, random.next()) {
                rating -= change;
            }
            rating = rating.clamp(RANDOM_ELO, Puzzle::HIGHEST_RATING);
            sum += u32::from(rating) * u32::from(game > RATED_GAMES / 2);
        }
        let mean = sum / u32::from(RATED_GAMES / 2);
        self.rating = u16::try_from(mean).ok();
    }

    /// Returns whether a level finds all own moves.
    fn is_found(&self, level: Level, seed: u64) -> bool {
        let mut moves = self.solution.iter().step_by(2).copied();
        let chosen = |position| levels::choose(&Game::from(position), level, seed);
        self.own_positions()
            .map(chosen)
            .all(|column| column == moves.next())
    }
}

/// Answers whether a puzzle begins in a position. Of two columns as near to the centre, the first one is
/// the reply and decides the theme, so a mirror image is another question.
impl Answer for Option<Puzzle> {
    type Position = Position;
}

/// Returns the theme of a position in which a move is the only one.
fn theme(solver: &mut Solver, position: &Position, only: Column, stop: &StopFlag) -> WhyKind {
    let mut explainer = Explainer::new(solver, Mode::Strong, stop);
    let kind = |why: Option<Why>| why.map_or(WhyKind::OnlyMove, |why| why.kind);
    let win = kind(explainer.why(position)).min(WhyKind::OnlyMove);
    let mut others = position.legal_columns().centre_first();
    let other = others.find(|&column| column != only);
    let game = Game::from(*position).with_line(other.as_slice()).ok();
    let given = kind(game.and_then(|game| explainer.why_move(&game)));
    let is_win = win <= WhyKind::ForcedSequence || given >= WhyKind::OnlyMove;
    if is_win { win } else { given }
}
