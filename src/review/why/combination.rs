//! Wins by threats alone: kinds 1 and 4 to 6. Pure.

use super::WhyKind;
use crate::game::bitboard::{self, CELLS};
use crate::game::{Column, Position};

/// A win of the attacker that the defender cannot prevent, because each move of the attacker
/// threatens to complete a four.
#[derive(Debug)]
pub(super) struct Combination {
    pub(super) kind: WhyKind,
    /// The moves of both sides, until the attacker can complete either of two cells.
    pub(super) moves: Vec<Column>,
    /// The cells that the attacker can complete at the end.
    pub(super) cells: u64,
}

/// The most positions that a search for a sequence visits.
const VISITS: u32 = 20_000;

impl Combination {
    /// Returns the shortest combination of the side to move.
    pub(super) fn of(position: &Position) -> Option<Combination> {
        let (wins, moves) = (position.winning_move_cells(), Vec::new());
        if wins != 0 {
            return Some(Combination {
                kind: WhyKind::WinsAtOnce,
                moves,
                cells: wins,
            });
        }
        let mut visits = VISITS;
        lengths(position).find_map(|replies| attack(position, replies, &mut visits))
    }

    /// Returns the combination of the opponent, whose threats are there before its next move.
    pub(super) fn against(position: &Position) -> Option<Combination> {
        let mut visits = VISITS;
        lengths(position).find_map(|replies| defend(position, replies, &mut visits))
    }

    /// Returns the number of moves from the position to the four.
    pub(super) fn plies(&self) -> usize {
        // One more reply cannot prevent the four.
        match self.kind {
            WhyKind::WinsAtOnce => 1,
            _ => self.moves.len() + 2,
        }
    }

    fn after(mut self, column: Column) -> Combination {
        self.moves.insert(0, column);
        self
    }
}

/// Returns the possible numbers of forced replies.
fn lengths(position: &Position) -> impl Iterator<Item = usize> + use<> {
    0..usize::from(CELLS - position.stones()).div_ceil(2)
}

/// Returns a combination of the side to move, which cannot win at once, with this number of replies.
fn attack(position: &Position, replies: usize, visits: &mut u32) -> Option<Combination> {
    *visits = visits.checked_sub(1)?;
    // If the opponent threatens a four, only a move that blocks it leads on.
    let columns = position.safe_moves().centre_first();
    let mut found = columns.filter_map(|column| {
        let found = defend(&position.play(column), replies, visits);
        found.map(|found| found.after(column))
    });
    match replies {
        // Two playable cells are simpler to see than two in one column.
        0 => found.min_by_key(|combination| combination.kind),
        _ => found.next(),
    }
}

/// Returns a combination of the opponent of the side to move, with this number of replies.
fn defend(position: &Position, replies: usize, visits: &mut u32) -> Option<Combination> {
    let theirs = position.opponent_winning_cells();
    let threats = theirs & bitboard::playable(position.mask());
    if threats == 0 || position.winning_move_cells() != 0 {
        return None;
    }
    let (is_single, above) = (threats.is_power_of_two(), theirs & threats << 1);
    let (kind, cells) = match (replies, is_single) {
        (0, false) => (WhyKind::TwoThreats, threats),
        (0, true) if above != 0 => (WhyKind::StackedThreats, threats | above),
        (0, true) | (_, false) => return None,
        (_, true) => {
            let block = Column::of_cell(threats);
            let mut found = attack(&position.play(block), replies - 1, visits)?.after(block);
            found.kind = WhyKind::ForcedSequence;
            return Some(found);
        }
    };
    let moves = Vec::new();
    Some(Combination { kind, moves, cells })
}
