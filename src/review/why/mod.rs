//! Reasons: why a side wins, and what a bad move gave away, from exact play.
//!
//! | Kind | Meaning for a side that wins, "she"; "he" is the other side |
//! |-|-|
//! | [`WinsAtOnce`](WhyKind::WinsAtOnce) | she completes a four with her next stone |
//! | [`DoesNotBlock`](WhyKind::DoesNotBlock) | he left her four open, which was playable before his move |
//! | [`OpensFour`](WhyKind::OpensFour) | he filled the cell below her winning cell |
//! | [`TwoThreats`](WhyKind::TwoThreats) | after the move named she can win on two playable cells, and he cannot win first |
//! | [`StackedThreats`](WhyKind::StackedThreats) | after the move named she can win on a cell, and on the one above it when he blocks |
//! | [`ForcedSequence`](WhyKind::ForcedSequence) | each of her moves threatens a four and leaves him one reply, until two threats |
//! | [`Zugzwang`](WhyKind::Zugzwang) | one winning cell of hers, not yet playable, decides: if her stone there completed nothing, she would not win |
//! | [`GivesUpThreat`](WhyKind::GivesUpThreat) | a better move had such a cell, and after the move it is filled, dead, or above a winning cell of the other side |
//! | [`OnlyMove`](WhyKind::OnlyMove) | one move alone keeps the outcome, or loses as late |
//! | [`ByForce`](WhyKind::ByForce) | nothing of this holds: she wins by force, as the line shows |
//!
//! The first kind that holds is the reason. A move has one if its mark says that it gave something
//! away: if it loses, the opponent's win after it; otherwise the win that it missed. Every claim is
//! checked before it is made. The cell of a zugzwang is looked for in the position and after the
//! first moves of best play, and checked by a search of the position in which the cell is worthless.
//! Where too many plies are left for such a search, the reason is a later kind.
//
// | File | Contents |
// |-|-|
// | `combination` | wins by threats alone |
// | `threat` | outcomes that hang on one threat |
// | `sentence` | the reasons in words |

mod combination;
mod sentence;
#[cfg(test)]
mod tests;
mod threat;

use crate::game::{Column, Game, GameResult, Mode, Outcome, Position, Side};
use crate::measure::ladder::worthless::Worthless;
use crate::measure::ladder::{Resources, steps::LowerBounds};
use crate::review::annotate::{Annotated, Annotation, annotate_until};
pub use crate::review::reason::{Why, WhyKind};
use crate::solver::{AnalysisOptions, EndedEarly, Scores, Solver, StopFlag, Until};
use sentence::Subject;

/// A finder of reasons. It keeps a small table.
///
/// ```
/// use claimeven::game::Mode;
/// use claimeven::review::why::{Explainer, WhyKind};
/// use claimeven::solver::{Solver, StopFlag};
///
/// let (mut solver, stop) = (Solver::without_book(16)?, StopFlag::default());
/// let mut explainer = Explainer::new(&mut solver, Mode::Strong, &stop);
/// let why = explainer.why(&"4455".parse()?).expect("a win");
/// assert_eq!(why.kind, WhyKind::TwoThreats);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explainer<'a> {
    solver: &'a mut Solver,
    mode: Mode,
    stop: &'a StopFlag,
    /// The search of boards with a worthless cell: the last step of the ladder.
    worthless: LowerBounds<Worthless>,
    /// The owner and the cell of the board whose values its table holds.
    searched: Option<(Side, u64)>,
    /// The number of positions that it may still visit for this reason.
    left: u64,
}

impl<'a> Explainer<'a> {
    /// Creates a finder that solves positions with this solver, until `stop` is set.
    pub fn new(solver: &'a mut Solver, mode: Mode, stop: &'a StopFlag) -> Explainer<'a> {
        let (slots, hash_mib) = (0, 0);
        Explainer {
            solver,
            mode,
            stop,
            worthless: LowerBounds::new(Resources { slots, hash_mib }),
            searched: None,
            left: 0,
        }
    }

    /// Returns why a side wins; `None` for a draw or a finished game, and if the search is stopped.
    pub fn why(&mut self, position: &Position) -> Option<Why> {
        let subject = self.subject(Game::from(*position), false);
        let subject = subject.filter(|subject| subject.outcome() == Outcome::Win)?;
        let found = subject.combination(|_| true);
        let found = found.or_else(|| self.zugzwang(&subject));
        let found = found.unwrap_or_else(|| subject.by_force());
        Some(found).filter(|_| !self.stop.is_stopped())
    }

    /// Returns what the last move of a game gave away; `None` for a move without a mark, without a
    /// move, and if the search is stopped.
    pub fn why_move(&mut self, game: &Game) -> Option<Why> {
        let mut before = game.clone();
        let last = before.take_back()?;
        let game = Game::from(*before.position()).with_line(&[last]).ok()?;
        let mut annotated = annotate_until(self.solver, &game, self.mode, self.stop, || ());
        self.explain(&mut annotated);
        annotated.annotations.pop()?.why
    }

    /// Adds the reasons to the moves of a game, from the last to the first, as they were annotated.
    pub fn explain(&mut self, annotated: &mut Annotated) {
        for played in annotated.annotations.iter_mut().rev() {
            let found = self.of_move(played);
            played.why = found.filter(|_| !self.stop.is_stopped());
        }
    }

    fn of_move(&mut self, played: &Annotation) -> Option<Why> {
        let (is_blunder, before) = (played.mark?.is_blunder(), &played.position);
        let after = Game::from(*before).with_line(&[played.column]).ok()?;
        let better = self.subject(Game::from(*before), true)?;
        let reply = self.subject(after, true)?;
        let loses = reply.winner != before.side_to_move() && before.winning_moves().is_empty();
        let subject = if loses { &reply } else { &better };
        // If the outcome is the same, only a combination that is as fast as best play is the reason.
        let found = subject.combination(|plies| is_blunder || plies == subject.line.moves().len());
        if found.is_some() || !is_blunder {
            let only = played.best.only().filter(|_| loses);
            return found.or_else(|| Some(better.only_move(only?, Outcome::Loss)));
        }
        let zugzwang = loses.then(|| self.zugzwang(&reply)).flatten();
        let found = zugzwang.or_else(|| {
            let threat = self.deciding(&better, 1)?;
            let wins = || (better.outcome() == Outcome::Win).then(|| better.zugzwang(threat));
            better.given_up(&reply, threat).or_else(wins)
        });
        if found.is_some() {
            return found;
        }
        let only = only_move(self.solver, before, self.stop.into()).ok()?;
        let only = only.map(|(outcome, only)| better.only_move(only, outcome));
        Some(only.unwrap_or_else(|| subject.by_force()))
    }

    /// Returns the reason that one threat of the winner decides.
    fn zugzwang(&mut self, subject: &Subject) -> Option<Why> {
        Some(subject.zugzwang(self.deciding(subject, 0)?))
    }

    /// Solves the end of a game that is not over.
    fn subject(&mut self, game: Game, is_move: bool) -> Option<Subject> {
        let (mode, scores, line) = (self.mode, Scores::Best, true);
        let options = AnalysisOptions { mode, scores, line };
        let position = game.position();
        let found = self.solver.analyze_until(position, options, self.stop);
        let line = Game::from(*position).with_line(&found.ok()?.line).ok()?;
        let winner = match line.position().result() {
            _ if line.moves().is_empty() => return None,
            Some(GameResult::Won(winner)) => winner,
            _ => game.start().side_to_move(),
        };
        Some(Subject {
            game,
            is_move,
            line,
            winner,
            mode,
        })
    }
}

/// Returns the outcome of a position that is not lost and the column that keeps it, if it is the
/// only one.
pub(crate) fn only_move(
    solver: &mut Solver,
    position: &Position,
    until: Until,
) -> Result<Option<(Outcome, Column)>, EndedEarly> {
    let options = AnalysisOptions::default()
        .mode(Mode::Weak)
        .scores(Scores::Ties);
    let found = solver.analyze_until(position, options, until)?;
    let outcome = found.bounds.outcome().unwrap_or(Outcome::Loss);
    let only = found.ties.only().filter(|_| outcome > Outcome::Loss);
    Ok(only.map(|only| (outcome, only)))
}
