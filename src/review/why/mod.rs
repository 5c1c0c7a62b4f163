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

use crate::game::{Column, Mode, Move, Outcome, Position, Score, Side};
use crate::review::annotate::{Annotated, Annotation, Mark};
pub use crate::review::reason::{Why, WhyKind};
use crate::solver::{AnalysisOptions, Scores, Solver, StopFlag};
use combination::Combination;
use sentence::Subject;
use threat::{ThreatEnd, ThreatFinder};

/// The error of a search that was stopped.
#[derive(Debug)]
struct Stopped;

/// A finder of reasons. It keeps a small table.
#[derive(Debug, Default)]
pub struct Explainer {
    threats: ThreatFinder,
}

impl Explainer {
    /// Returns why a side wins; `None` for a draw or a finished game, and if the search is stopped.
    ///
    /// ```
    /// use claimeven::game::Mode;
    /// use claimeven::review::why::{Explainer, WhyKind};
    /// use claimeven::solver::{Solver, StopFlag};
    ///
    /// let (mut solver, stop) = (Solver::without_book(16)?, StopFlag::default());
    /// let why = Explainer::default().why(&mut solver, &"4455".parse()?, Mode::Strong, &stop);
    /// let why = why.expect("a win");
    /// assert_eq!(why.kind, WhyKind::TwoThreats);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(
        &mut self,
        solver: &mut Solver,
        position: &Position,
        mode: Mode,
        stop: &StopFlag,
    ) -> Option<Why> {
        let mut finder = self.finder(solver, mode, stop);
        finder.position(position).ok().flatten()
    }

    /// Returns what an annotated move gave away; `None` for a move without a mark, and if the search
    /// is stopped.
    pub fn why_move(
        &mut self,
        solver: &mut Solver,
        played: &Annotation,
        mode: Mode,
        stop: &StopFlag,
    ) -> Option<Why> {
        let mark = played.mark?;
        let mut finder = self.finder(solver, mode, stop);
        finder.played(played, mark).ok().flatten()
    }

    /// Adds the reasons to the moves of a game, from the last to the first, as they were annotated.
    pub fn explain(
        &mut self,
        solver: &mut Solver,
        annotated: &mut Annotated,
        mode: Mode,
        stop: &StopFlag,
    ) {
        for played in annotated.annotations.iter_mut().rev() {
            played.why = self.why_move(solver, played, mode, stop);
        }
    }

    fn finder<'a>(
        &'a mut self,
        solver: &'a mut Solver,
        mode: Mode,
        stop: &'a StopFlag,
    ) -> Finder<'a> {
        Finder {
            threats: &mut self.threats,
            solver,
            mode,
            stop,
        }
    }
}

/// Best play from a position that is not over.
#[derive(Debug, Clone)]
struct Line {
    /// The positions, from the first to the last.
    positions: Vec<Position>,
    moves: Vec<Column>,
    /// The value of the first position.
    score: Score,
    /// Whether the moves also win as soon, or lose as late, as possible.
    mode: Mode,
}

impl Line {
    /// Returns whether the line ends in zugzwang: the loser has no move but the one below the cell.
    fn ends_in_zugzwang(&self, winner: Side, cell: u64) -> bool {
        let [.., before, last, won] = &self.positions[..] else {
            return false;
        };
        let only = before.legal_columns().len() == 1
            && before.landing_cell(Column::of_cell(cell)) == cell >> 1;
        self.mode == Mode::Strong
            && won.is_lost()
            && last.side_to_move() == winner
            && won.mask() ^ last.mask() == cell
            && only
    }
}

/// The search for one reason.
struct Finder<'a> {
    threats: &'a mut ThreatFinder,
    solver: &'a mut Solver,
    mode: Mode,
    stop: &'a StopFlag,
}

impl Finder<'_> {
    fn position(&mut self, position: &Position) -> Result<Option<Why>, Stopped> {
        if position.is_over() {
            return Ok(None);
        }
        let line = self.line(position)?;
        let side = position.side_to_move();
        let (winner, combination) = match line.score.outcome() {
            Outcome::Draw => return Ok(None),
            Outcome::Win => (side, Combination::of(position)),
            Outcome::Loss => (side.other(), Combination::against(position)),
        };
        if let Some(combination) = combination {
            let why = sentence::combination(Subject::Position, position, winner, &combination);
            return Ok(Some(why));
        }
        let zugzwang = self.zugzwang(Subject::Position, &line, winner)?;
        Ok(Some(zugzwang.unwrap_or_else(|| {
            sentence::by_force(Subject::Position, &line, winner)
        })))
    }

    fn played(&mut self, played: &Annotation, mark: Mark) -> Result<Option<Why>, Stopped> {
        let (before, after) = (played.position, played.position.play(played.column));
        let (mover, opponent) = (before.side_to_move(), after.side_to_move());
        let stone = Move::landing(&before, played.column).expect("a legal move");
        let wins_at_once = !before.winning_moves().is_empty();
        let loses = played.after.upper < Score::DRAW && !wins_at_once;
        let (subject, base, winner) = if loses {
            (Subject::Loss(stone), after, opponent)
        } else {
            (Subject::Miss, before, mover)
        };
        // If the outcome is the same, only a combination that is as fast as best play is the reason.
        let value = if loses {
            -played.after.lower
        } else {
            played.before.lower
        };
        let explains = |combination: &Combination| {
            mark.is_blunder() || combination.plies() == usize::from(value.plies(base.stones()))
        };
        if let Some(combination) = Combination::of(&base).filter(explains) {
            return Ok(Some(match combination.kind {
                WhyKind::WinsAtOnce if loses => {
                    sentence::left_four(&before, stone, combination.cells)
                }
                _ => sentence::combination(subject, &base, winner, &combination),
            }));
        }
        if !mark.is_blunder() {
            let is_only = loses && played.best.len() == 1;
            return Ok(is_only.then(|| sentence::only_move(played)));
        }
        let reply = self.line(&after)?;
        if loses && let Some(why) = self.zugzwang(subject, &reply, winner)? {
            return Ok(Some(why));
        }
        let better = self.line(&before)?;
        if let Some(why) = self.given_up(played, &better, &reply)? {
            return Ok(Some(why));
        }
        if self.is_only(played)? {
            return Ok(Some(sentence::only_move(played)));
        }
        let line = if loses { &reply } else { &better };
        Ok(Some(sentence::by_force(subject, line, winner)))
    }

    /// Returns the reason that one threat of the winner decides.
    fn zugzwang(
        &mut self,
        subject: Subject,
        line: &Line,
        winner: Side,
    ) -> Result<Option<Why>, Stopped> {
        let win = Outcome::Win;
        let found = self
            .threats
            .deciding(&line.positions, winner, win, self.stop)?;
        Ok(found.map(|threat| sentence::zugzwang(subject, line, winner, threat)))
    }

    /// Returns the reason that a better move's outcome hangs on a threat, which the move gives up or
    /// leaves without effect.
    fn given_up(
        &mut self,
        played: &Annotation,
        better: &Line,
        reply: &Line,
    ) -> Result<Option<Why>, Stopped> {
        let (mover, outcome) = (played.position.side_to_move(), better.score.outcome());
        let later = &better.positions[1..];
        let Some(mut threat) = self.threats.deciding(later, mover, outcome, self.stop)? else {
            return Ok(None);
        };
        threat.after += 1;
        let end = reply
            .positions
            .get(1)
            .copied()
            .unwrap_or(reply.positions[0]);
        if let Some(lost) = ThreatEnd::of(&end, mover, threat.cell) {
            return Ok(Some(sentence::given_up(
                played, better, reply, threat, lost,
            )));
        }
        Ok((outcome == Outcome::Win)
            .then(|| sentence::zugzwang(Subject::Miss, better, mover, threat)))
    }

    /// Returns whether the best move alone keeps the outcome.
    fn is_only(&mut self, played: &Annotation) -> Result<bool, Stopped> {
        if played.best.len() > 1 || played.before.lower.outcome() < Outcome::Win {
            return Ok(played.best.len() == 1);
        }
        let options = AnalysisOptions::default()
            .mode(Mode::Weak)
            .scores(Scores::Ties);
        let found = self
            .solver
            .analyze_until(&played.position, options, self.stop);
        Ok(found.map_err(|_| Stopped)?.ties.len() == 1)
    }

    /// Returns best play from a position that is not over.
    fn line(&mut self, position: &Position) -> Result<Line, Stopped> {
        let scores = Scores::Best;
        let options = AnalysisOptions::default()
            .mode(self.mode)
            .scores(scores)
            .line(true);
        let found = self.solver.analyze_until(position, options, self.stop);
        let found = found.map_err(|_| Stopped)?;
        let mut positions = vec![*position];
        for &column in &found.line {
            positions.push(positions[positions.len() - 1].play(column));
        }
        Ok(Line {
            positions,
            moves: found.line,
            score: found.bounds.lower,
            mode: self.mode,
        })
    }
}
