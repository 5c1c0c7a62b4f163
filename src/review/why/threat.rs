//! Wins that hang on one threat: kinds 7 and 8. Pure.

use std::collections::HashSet;

use super::Stopped;
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Mode, Outcome, Position, Side};
use crate::measure::bench::Contender;
use crate::measure::ladder::worthless::Worthless;
use crate::measure::ladder::{Resources, steps::LowerBounds};
use crate::solver::{StopFlag, Until};

/// The most positions that the search without a cell visits for one question, and for one reason.
const QUESTION: u64 = 8_000;
const REASON: u64 = 24_000;
/// The most moves of best play after which a threat is named. A reader cannot follow more.
const FARTHEST: usize = 24;

/// A cell that decides the outcome, not yet playable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Threat {
    /// The number of moves of the line after which the owner has the threat.
    pub(super) after: usize,
    pub(super) cell: u64,
}

/// Finds the threat that decides, by the last step of the ladder on boards with a worthless cell.
#[derive(Debug)]
pub(super) struct ThreatFinder {
    search: LowerBounds<Worthless>,
    /// The owner and the cell of the search whose values the table holds.
    searched: Option<(Side, u64)>,
    /// The number of positions that may still be visited for this reason.
    left: u64,
}

impl Default for ThreatFinder {
    fn default() -> ThreatFinder {
        let smallest = Resources {
            slots: 0,
            ..Resources::default()
        };
        ThreatFinder {
            search: LowerBounds::new(smallest),
            searched: None,
            left: 0,
        }
    }
}

impl ThreatFinder {
    /// Finds a threat of a side that decides the outcome, as early in a line of best play as it can
    /// be proven. It begins at the end of the line, where a proof is cheap.
    pub(super) fn deciding(
        &mut self,
        positions: &[Position],
        owner: Side,
        outcome: Outcome,
        stop: &StopFlag,
    ) -> Result<Option<Threat>, Stopped> {
        self.left = REASON;
        let mut found: Option<Threat> = None;
        for (after, position) in positions.iter().enumerate().take(FARTHEST + 1).rev() {
            let known = found.map(|threat| threat.cell);
            let cells =
                candidates(position, owner).filter(|&cell| known.is_none_or(|known| known == cell));
            let before = found;
            for cell in cells {
                if self.decides(position, owner, cell, outcome, stop)? {
                    found = Some(Threat { after, cell });
                    break;
                }
            }
            if found.is_some() && found == before {
                break;
            }
        }
        Ok(found)
    }

    /// Returns whether the owner gets less than `outcome` if the cell completes nothing for it.
    fn decides(
        &mut self,
        position: &Position,
        owner: Side,
        cell: u64,
        outcome: Outcome,
        stop: &StopFlag,
    ) -> Result<bool, Stopped> {
        if position.is_over() {
            return Ok(false);
        }
        if self.searched.replace((owner, cell)) != Some((owner, cell)) {
            self.search.clear();
        }
        let until = Until {
            stop,
            nodes: Some(QUESTION.min(self.left)),
        };
        let board = Worthless::new(*position, owner, cell);
        let found = self.search.solve_board(&board, Mode::Weak, until);
        self.left -= found.nodes.min(self.left);
        if stop.is_stopped() {
            return Err(Stopped);
        }
        let found = match found.bounds.outcome() {
            Some(found) if owner != position.side_to_move() => found.reverse(),
            Some(found) => found,
            None => return Ok(false),
        };
        Ok(found < outcome)
    }
}

/// Returns the winning cells of a side that cannot be played yet, the lowest first.
fn candidates(position: &Position, owner: Side) -> impl Iterator<Item = u64> {
    let cells = bitboard::winning_cells(position.stones_of(owner), position.mask());
    let mut cells = cells & !bitboard::playable(position.mask());
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// How the owner of a threat loses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThreatEnd {
    /// The cell has a stone.
    Filled,
    /// Every four through the cell has a stone of the other side.
    Dead,
    /// The other side has a threat at this cell, which is below.
    Above(u64),
}

impl ThreatEnd {
    /// Returns how the owner has lost its threat at `cell`; `None` if it still has it.
    pub(super) fn of(position: &Position, owner: Side, cell: u64) -> Option<ThreatEnd> {
        let theirs = position.stones_of(owner.other());
        if position.mask() & cell != 0 {
            return Some(ThreatEnd::Filled);
        }
        if bitboard::fours(BOARD & !theirs) & cell == 0 {
            return Some(ThreatEnd::Dead);
        }
        let below =
            bitboard::winning_cells(theirs, position.mask()) & Column::of_cell(cell).cells();
        let below = below & (cell - 1);
        (below != 0).then(|| ThreatEnd::Above(below & below.wrapping_neg()))
    }
}

/// Returns whether the side that is not to move wins if it puts a stone on top of each stone of the
/// other side: claimeven.
pub(super) fn wins_by_claimeven(position: &Position) -> bool {
    follows(position, &mut HashSet::new())
}

/// The stones of both sides depend on the heights alone, so each board is looked at once.
fn follows(position: &Position, seen: &mut HashSet<u64>) -> bool {
    let columns = position.legal_columns();
    if !seen.insert(position.mask()) {
        return true;
    }
    let is_answered = |column: Column| {
        let next = position.play(column);
        !position.wins(column) && next.can_play(column) && {
            next.wins(column) || follows(&next.play(column), seen)
        }
    };
    !columns.is_empty() && columns.iter().all(is_answered)
}
