//! Wins that hang on one threat: kinds 7 and 8.

use std::collections::HashSet;

use super::{Explainer, Subject};
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Mode, Outcome, Position, Side};
use crate::measure::bench::Contender;
use crate::measure::ladder::worthless::Worthless;
use crate::solver::Until;

/// The most positions that the search without a cell visits for one question, and for one reason.
const QUESTION: u64 = 8_000;
const REASON: u64 = 24_000;
/// The most moves of best play after which a threat is named. A reader cannot follow more.
const FARTHEST: usize = 24;

/// A cell that decides the outcome, not yet playable.
#[derive(Debug, Clone, Copy)]
pub(super) struct Threat {
    /// The number of moves of the line after which the owner has the threat.
    pub(super) after: usize,
    pub(super) cell: u64,
}

impl Explainer<'_> {
    /// Finds a threat of the winner that decides the outcome, as early in best play, after at least
    /// `first` moves, as it can be proven. It begins at the end of the line, where a proof is cheap.
    pub(super) fn deciding(&mut self, subject: &Subject, first: usize) -> Option<Threat> {
        let (mut found, owner, outcome) = (None, subject.winner, subject.outcome());
        self.left = REASON;
        let positions = subject.line.positions();
        // The game is over after the last move.
        for after in (first..subject.line.moves().len().min(first + FARTHEST + 1)).rev() {
            let position = &positions[after];
            let known = found.map_or(BOARD, |threat: Threat| threat.cell);
            let cells = bitboard::winning_cells(position.stones_of(owner), position.mask());
            let cells = cells & !bitboard::playable(position.mask()) & known;
            let decides = |&cell: &u64| self.decides(position, owner, cell, outcome);
            let cell = bitboard::each(cells).find(decides);
            if found.is_some() && cell.is_none() {
                break;
            }
            found = cell.map(|cell| Threat { after, cell });
        }
        found
    }

    /// Returns whether the owner gets less than the outcome if the cell completes nothing for it, if
    /// that can be proven in the positions that are left for this reason.
    fn decides(&mut self, position: &Position, owner: Side, cell: u64, outcome: Outcome) -> bool {
        if self.searched.replace((owner, cell)) != Some((owner, cell)) {
            self.worthless.clear();
        }
        let (stop, nodes) = (self.stop, Some(QUESTION.min(self.left)));
        let board = Worthless::new(*position, owner, cell);
        let until = Until { stop, nodes };
        let found = self.worthless.solve_board(&board, Mode::Weak, until);
        self.left -= found.nodes.min(self.left);
        let is_mover = owner == position.side_to_move();
        let bounds = [-found.bounds, found.bounds][usize::from(is_mover)];
        bounds.outcome().is_some_and(|least| least < outcome)
    }
}

/// Returns whether the side that is not to move wins if it puts a stone on top of each stone of the
/// other side: claimeven. The stones of both sides depend on the heights alone, so each board is
/// looked at once, and `seen` contains its cells.
pub(super) fn wins_by_claimeven(position: &Position, seen: &mut HashSet<u64>) -> bool {
    let columns = position.legal_columns();
    let is_known = !seen.insert(position.mask());
    let is_answered = |column: Column| {
        let next = position.play(column);
        !position.wins(column) && next.can_play(column) && {
            next.wins(column) || wins_by_claimeven(&next.play(column), seen)
        }
    };
    is_known || !columns.is_empty() && columns.iter().all(is_answered)
}
