//! Wins that hang on one threat: kinds 7 and 8. Pure.

use std::collections::HashSet;

use super::Stopped;
use crate::game::bitboard::{self, BOARD, DIRECTIONS};
use crate::game::{Column, Mode, Outcome, Position, Side};
use crate::measure::bench::Contender;
use crate::measure::ladder::worthless::Worthless;
use crate::measure::ladder::{Resources, steps::LowerBounds};
use crate::solver::{StopFlag, Until};

/// The most positions that the search without a cell visits for one question, and for one reason.
const QUESTION: u64 = 8_000;
const REASON: u64 = 24_000;
/// The most moves of best play after which a threat is named: more are no help to a reader.
const FARTHEST: usize = 24;

/// A cell that decides the outcome, not yet playable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Threat {
    /// The number of moves of the line after which the owner has the threat.
    pub(super) after: usize,
    pub(super) cell: u64,
}

/// The solver of positions in which a cell is worthless: the last step of the ladder.
#[derive(Debug)]
pub(super) struct Threats {
    search: LowerBounds<Worthless>,
    /// The owner and the cell of the table's notes.
    noted: Option<(Side, u64)>,
    left: u64,
}

impl Threats {
    pub(super) fn new() -> Threats {
        let smallest = Resources {
            slots: 0,
            ..Resources::default()
        };
        Threats {
            search: LowerBounds::new(smallest),
            noted: None,
            left: 0,
        }
    }

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
    pub(super) fn decides(
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
        if self.noted.replace((owner, cell)) != Some((owner, cell)) {
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

/// How a cell is lost for the side that would win with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// It has a stone.
    Filled,
    /// Every four through it has a stone of the other side.
    Dead,
    /// The other side wins with this cell below it, so that it is never reached.
    Above(u64),
}

impl Loss {
    /// Returns how a cell is lost in a position; `None` if it is not.
    pub(super) fn of(position: &Position, owner: Side, cell: u64) -> Option<Loss> {
        let theirs = position.stones_of(owner.other());
        if position.mask() & cell != 0 {
            return Some(Loss::Filled);
        }
        if !is_in_four(BOARD & !theirs, cell) {
            return Some(Loss::Dead);
        }
        let below =
            bitboard::winning_cells(theirs, position.mask()) & Column::of_cell(cell).cells();
        let below = below & (cell - 1);
        (below != 0).then(|| Loss::Above(below & below.wrapping_neg()))
    }
}

/// Returns whether one of the fours that `cells` contain has this cell.
fn is_in_four(cells: u64, cell: u64) -> bool {
    DIRECTIONS.into_iter().any(|step| {
        let starts = bitboard::fours_along(cells, step);
        (0..4).any(|before| starts << (before * step) & cell != 0)
    })
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
