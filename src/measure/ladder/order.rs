//! The order in which the moves of a node are tried. Pure.
//!
//! Alpha-beta prunes the moves after a good one, so the order decides how much it prunes.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::board::ThreatBoard;
use crate::game::bitboard::WIDTH;
use crate::game::{Column, Columns};

/// An order of moves.
pub trait Order<B> {
    /// Returns the moves, the most promising first.
    fn order(board: &B, moves: Columns) -> impl Iterator<Item = Column>;
}

/// Steps 3 and 4: from the left to the right.
#[derive(Debug)]
pub struct LeftToRight;

/// Steps 5 to 9: from the centre outwards, because more fours pass through the centre.
#[derive(Debug)]
pub struct FromTheCentre;

/// From step 10 on: the more winning cells, playable or not, a move leaves the mover, the earlier
/// the move is tried. Of moves that leave equally many, the most central one comes first.
#[derive(Debug)]
pub struct ByThreats;

impl<B> Order<B> for LeftToRight {
    #[inline]
    fn order(_: &B, moves: Columns) -> impl Iterator<Item = Column> {
        moves.iter()
    }
}

impl<B> Order<B> for FromTheCentre {
    #[inline]
    fn order(_: &B, moves: Columns) -> impl Iterator<Item = Column> {
        moves.centre_first()
    }
}

impl<B: ThreatBoard> Order<B> for ByThreats {
    /// Sorts by insertion, as the standard library does for so few: equal moves keep their order, so
    /// that the most central stays first.
    #[inline]
    fn order(board: &B, moves: Columns) -> impl Iterator<Item = Column> {
        let columns = FromTheCentre::order(board, moves);
        let counted = columns.map(|column| (board.threats_after(column), column));
        let mut sorted: ArrayVec<(u32, Column), { WIDTH as usize }> = counted.collect();
        sorted.sort_by_key(|&(threats, _)| Reverse(threats));
        sorted.into_iter().map(|(_, column)| column)
    }
}
