//! Wins by threats alone: kinds 1 to 6. Pure.

use super::WhyKind;
use crate::game::bitboard::{self, CELLS};
use crate::game::{Column, Game, Position, Side};

/// A win of the attacker that the defender cannot prevent, because each move of the attacker
/// threatens to complete a four.
#[derive(Debug)]
pub(super) struct Combination {
    pub(super) kind: WhyKind,
    /// The moves of both sides, until the attacker can complete one of the cells.
    pub(super) moves: Vec<Column>,
    /// The cells that the attacker can complete at the end.
    pub(super) cells: u64,
}

/// The most positions that a search for a sequence visits.
const VISITS: u32 = 20_000;

impl Combination {
    /// Returns the shortest combination of the attacker in the last position of a game. If the game has
    /// a move, this is the move that allows the combination. If the attacker is not to move, its threats
    /// are already on the board.
    pub(super) fn of(game: &Game, attacker: Side) -> Option<Combination> {
        let (position, mut visits) = (game.position(), VISITS);
        let (wins, is_to_move) = (
            position.winning_move_cells(),
            attacker == position.side_to_move(),
        );
        if is_to_move && wins != 0 {
            let open = wins & bitboard::playable(game.start().mask());
            return Some(match (game.moves(), open) {
                ([], _) => Combination::new(WhyKind::WinsAtOnce, wins),
                (_, 0) => Combination::new(WhyKind::OpensFour, wins),
                _ => Combination::new(WhyKind::DoesNotBlock, open),
            });
        }
        let search = if is_to_move { attack } else { defend };
        let mut lengths = 0..usize::from(CELLS - position.stones()).div_ceil(2);
        lengths.find_map(|replies| search(position, replies, &mut visits))
    }

    fn new(kind: WhyKind, cells: u64) -> Combination {
        let moves = Vec::new();
        Combination { kind, moves, cells }
    }

    /// Returns the number of moves from the position to the four. One more reply cannot prevent it.
    pub(super) fn plies(&self) -> usize {
        self.moves.len() + 1 + usize::from(self.kind > WhyKind::OpensFour)
    }

    fn after(mut self, column: Column) -> Combination {
        self.moves.insert(0, column);
        self
    }
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
    let above = theirs & threats << 1;
    Some(match (replies, threats.is_power_of_two()) {
        (0, false) => Combination::new(WhyKind::TwoThreats, threats),
        (0, true) if above != 0 => Combination::new(WhyKind::StackedThreats, threats | above),
        (0, true) | (_, false) => return None,
        (_, true) => {
            let block = Column::of_cell(threats);
            let found = attack(&position.play(block), replies - 1, visits)?.after(block);
            let kind = WhyKind::ForcedSequence;
            Combination { kind, ..found }
        }
    })
}
