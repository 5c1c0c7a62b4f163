//! Wins by threats alone: kinds 1 and 4 to 6. Pure.

use super::WhyKind;
use crate::game::bitboard::{self, CELLS};
use crate::game::{Column, Position};

/// A win of the attacker that the defender cannot prevent, because each move of the attacker
/// threatens to complete a four.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Combination {
    pub(super) kind: WhyKind,
    /// The moves of both sides, until the attacker can complete either of two cells.
    pub(super) moves: Vec<Column>,
    /// The cells that the attacker can complete at the end, the lower ones first.
    pub(super) cells: u64,
}

/// The most positions that a search for a sequence visits.
const VISITS: u32 = 20_000;

impl Combination {
    /// Returns the shortest combination of the side to move.
    pub(super) fn of(position: &Position) -> Option<Combination> {
        let wins = position.winning_move_cells();
        if wins != 0 {
            let (kind, moves) = (WhyKind::WinsAtOnce, Vec::new());
            return Some(Combination {
                kind,
                moves,
                cells: wins,
            });
        }
        let mut visits = VISITS;
        let longest = usize::from(CELLS - position.stones()).div_ceil(2);
        (1..=longest).find_map(|length| sequence(position, length, &mut visits))
    }

    /// Returns the number of moves from the position to the four.
    pub(super) fn plies(&self) -> usize {
        // One more reply cannot prevent the four.
        match self.kind {
            WhyKind::WinsAtOnce => 1,
            _ => self.moves.len() + 2,
        }
    }

    /// Returns the combination of the opponent, whose threats are there before its next move.
    pub(super) fn against(position: &Position) -> Option<Combination> {
        if let Some((kind, cells)) = standing(position) {
            return Some(Combination {
                kind,
                moves: Vec::new(),
                cells,
            });
        }
        let block = only_reply(position)?;
        let mut combination = Combination::of(&position.play(block))?;
        combination.kind = WhyKind::ForcedSequence;
        combination.moves.insert(0, block);
        Some(combination)
    }
}

/// Returns the kind and the cells of threats of the opponent that the side to move cannot meet.
pub(super) fn standing(position: &Position) -> Option<(WhyKind, u64)> {
    let theirs = position.opponent_winning_cells();
    let threats = theirs & bitboard::playable(position.mask());
    if position.winning_move_cells() != 0 {
        return None;
    }
    match threats.count_ones() {
        0 => None,
        1 if theirs & threats << 1 == 0 => None,
        1 => Some((WhyKind::StackedThreats, threats | threats << 1)),
        _ => Some((WhyKind::TwoThreats, threats)),
    }
}

/// Returns the reply that blocks a four, if the side to move cannot win.
fn only_reply(position: &Position) -> Option<Column> {
    let threats = position.opponent_winning_cells() & bitboard::playable(position.mask());
    let is_only = threats.is_power_of_two() && position.winning_move_cells() == 0;
    is_only.then(|| Column::of_cell(threats))
}

/// Returns a sequence of at most `length` moves of the side to move, which cannot win at once.
fn sequence(position: &Position, length: usize, visits: &mut u32) -> Option<Combination> {
    *visits = visits.checked_sub(1)?;
    // If the opponent threatens a four, only a move that blocks it leads on.
    let columns = position.safe_moves();
    if length == 1 {
        // Two playable cells are simpler to see than two in one column.
        let ends = columns.centre_first().filter_map(|column| {
            let (kind, cells) = standing(&position.play(column))?;
            Some(Combination {
                kind,
                moves: vec![column],
                cells,
            })
        });
        return ends.min_by_key(|combination| combination.kind);
    }
    columns.centre_first().find_map(|column| {
        let threatened = position.play(column);
        let reply = only_reply(&threatened)?;
        let mut rest = sequence(&threatened.play(reply), length - 1, visits)?;
        rest.kind = WhyKind::ForcedSequence;
        rest.moves.splice(0..0, [column, reply]);
        Some(rest)
    })
}
