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

use crate::game::{Column, Game, Mode, Outcome, Position, Score, Side};
use crate::measure::ladder::worthless::Worthless;
use crate::measure::ladder::{Resources, steps::LowerBounds};
use crate::review::annotate::{Annotated, Annotation, annotate_until};
pub use crate::review::reason::{Why, WhyKind};
use crate::solver::{AnalysisOptions, EndedEarly, Scores, Solver, StopFlag, Until};
use combination::Combination;
use sentence::{About, Subject};

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

/// Best play from a position that is not over.
#[derive(Debug)]
struct Line {
    /// The positions, from the first to the last.
    positions: Vec<Position>,
    moves: Vec<Column>,
    /// The outcome of the first position.
    outcome: Outcome,
    /// Whether the moves also win as soon, or lose as late, as possible.
    mode: Mode,
}

impl Line {
    /// Returns whether the line ends in zugzwang: the loser has no move but the one below the cell.
    fn ends_in_zugzwang(&self, cell: u64) -> bool {
        let [.., forced, filled, won] = &self.positions[..] else {
            return false;
        };
        let is_forced = forced.legal_columns().len() == 1;
        let stones = [won.mask() ^ filled.mask(), filled.mask() ^ forced.mask()];
        self.mode == Mode::Strong && is_forced && stones == [cell, cell >> 1]
    }
}

impl<'a> Explainer<'a> {
    /// Creates a finder that solves positions with this solver, until `stop` is set.
    pub fn new(solver: &'a mut Solver, mode: Mode, stop: &'a StopFlag) -> Explainer<'a> {
        let (slots, hash_mib) = (0, 0);
        let worthless = LowerBounds::new(Resources { slots, hash_mib });
        Explainer {
            solver,
            mode,
            stop,
            worthless,
            searched: None,
            left: 0,
        }
    }

    /// Returns why a side wins; `None` for a draw or a finished game, and if the search is stopped.
    pub fn why(&mut self, position: &Position) -> Option<Why> {
        let found = self.of_position(position);
        found.filter(|_| !self.stop.is_stopped())
    }

    /// Returns what the last move of a game gave away; `None` for a move without a mark, without a
    /// move, and if the search is stopped.
    pub fn why_move(&mut self, game: &Game) -> Option<Why> {
        let mut before = game.clone();
        let last = before.take_back()?.to_string();
        let game = Game::from(*before.position()).with_moves(&last).ok()?;
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

    fn of_position(&mut self, position: &Position) -> Option<Why> {
        if position.is_over() {
            return None;
        }
        let (line, side) = (self.line(position)?, position.side_to_move());
        let (winner, combination) = match line.outcome {
            Outcome::Draw => return None,
            Outcome::Win => (side, Combination::of(position)),
            Outcome::Loss => (side.other(), Combination::against(position)),
        };
        let subject = Subject::new(position, About::Position, winner);
        if let Some(found) = combination {
            return Some(subject.combination(&found));
        }
        let zugzwang = self.zugzwang(&subject, &line);
        Some(zugzwang.unwrap_or_else(|| subject.by_force(&line)))
    }

    fn of_move(&mut self, played: &Annotation) -> Option<Why> {
        let (mark, before, column) = (played.mark?, &played.position, played.column);
        let (after, mover) = (before.play(column), before.side_to_move());
        let better = Subject::new(before, About::Better, mover);
        let loses = played.after.upper < Score::DRAW && before.winning_moves().is_empty();
        let (subject, value) = if loses {
            let about = About::Loss(column);
            let subject = Subject::new(before, about, mover.other());
            (subject, -played.after.lower)
        } else {
            (better, played.before.lower)
        };
        // If the outcome is the same, only a combination that is as fast as best play is the reason.
        let base = subject.base();
        let plies = usize::from(value.plies(base.stones()));
        let explains = |found: &Combination| mark.is_blunder() || found.plies() == plies;
        if let Some(found) = Combination::of(&base).filter(explains) {
            return Some(subject.combination(&found));
        }
        if !mark.is_blunder() {
            let only = played.best.iter().next()?;
            let is_only = loses && played.best.len() == 1;
            return is_only.then(|| sentence::only_move(before, only, Outcome::Loss));
        }
        let reply = self.line(&after)?;
        if loses && let Some(why) = self.zugzwang(&subject, &reply) {
            return Some(why);
        }
        let line = self.line(before)?;
        if let Some(mut threat) = self.deciding(&line.positions[1..], mover, line.outcome) {
            threat.after += 1;
            let given_up = better.given_up(&line, &reply, threat);
            let wins = || (line.outcome == Outcome::Win).then(|| better.zugzwang(&line, threat));
            if let Some(why) = given_up.or_else(wins) {
                return Some(why);
            }
        }
        let only = only_move(self.solver, before, self.stop.into()).ok()?;
        let only = only.map(|(outcome, only)| sentence::only_move(before, only, outcome));
        Some(only.unwrap_or_else(|| subject.by_force(if loses { &reply } else { &line })))
    }

    /// Returns the reason that one threat of the winner decides.
    fn zugzwang(&mut self, subject: &Subject, line: &Line) -> Option<Why> {
        let threat = self.deciding(&line.positions, subject.winner, Outcome::Win)?;
        Some(subject.zugzwang(line, threat))
    }

    /// Returns best play from a position that is not over.
    fn line(&mut self, position: &Position) -> Option<Line> {
        let (mode, scores, line) = (self.mode, Scores::Best, true);
        let options = AnalysisOptions { mode, scores, line };
        let found = self
            .solver
            .analyze_until(position, options, self.stop)
            .ok()?;
        let mut positions = vec![*position];
        for &column in &found.line {
            positions.push(positions[positions.len() - 1].play(column));
        }
        Some(Line {
            positions,
            moves: found.line,
            outcome: found.bounds.lower.outcome(),
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
    let is_only = found.ties.len() == 1 && outcome > Outcome::Loss;
    let only = found.ties.iter().next().filter(|_| is_only);
    Ok(only.map(|only| (outcome, only)))
}
