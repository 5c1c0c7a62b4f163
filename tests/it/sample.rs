//! Seeded random positions, as lists of columns counted from zero.

use crate::naive::{Board, WIDTH};
pub(crate) use crate::random::Random;
use claimeven::game::{Column, Position};

impl Random {
    pub(crate) fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }
}

/// How many random positions a test takes where `usual` will do from day to
/// day: `CLAIMEVEN_EFFORT=50 cargo test exact` takes fifty times as many.
pub(crate) fn count(usual: usize) -> usize {
    let effort = std::env::var("CLAIMEVEN_EFFORT").ok();
    usual * effort.and_then(|effort| effort.parse().ok()).unwrap_or(1)
}

/// How the players of a random game choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    /// Any column that does not end the game.
    Blind,
    /// One that leaves the opponent no win in one, as long as there is any:
    /// fewer of these positions are decided at a glance.
    Careful,
}

/// An unfinished position of exactly `stones` stones.
pub(crate) fn unfinished(random: &mut Random, stones: usize, play: Play) -> Vec<usize> {
    loop {
        if let Some(moves) = try_game(random, stones, play) {
            return moves;
        }
    }
}

/// The same without a win in one for the side to move.
pub(crate) fn undecided(random: &mut Random, stones: usize, play: Play) -> Vec<usize> {
    loop {
        let moves = unfinished(random, stones, play);
        let board = Board::after(&moves);
        if (0..WIDTH).all(|column| !board.wins(column)) {
            return moves;
        }
    }
}

fn try_game(random: &mut Random, stones: usize, play: Play) -> Option<Vec<usize>> {
    let mut board = Board::empty();
    let mut moves = Vec::with_capacity(stones);
    for _ in 0..stones {
        let column = choose(random, &board, play)?;
        board = board.play(column)?;
        moves.push(column);
    }
    Some(moves)
}

/// A column that does not end the game; none when there is no such column.
fn choose(random: &mut Random, board: &Board, play: Play) -> Option<usize> {
    let quiet: Vec<usize> = board
        .legal_columns()
        .into_iter()
        .filter(|&column| !board.wins(column))
        .collect();
    let careful: Vec<usize> = match play {
        Play::Blind => Vec::new(),
        Play::Careful => quiet
            .iter()
            .copied()
            .filter(|&column| {
                let next = board.play(column).expect("a legal column");
                next.legal_columns().iter().all(|&reply| !next.wins(reply))
            })
            .collect(),
    };
    match (careful.is_empty(), quiet.is_empty()) {
        (false, _) => Some(*random.pick(&careful)),
        (true, false) => Some(*random.pick(&quiet)),
        (true, true) => None,
    }
}

/// The crate's position after these columns.
pub(crate) fn position(moves: &[usize]) -> Position {
    moves.iter().fold(Position::EMPTY, |position, &column| {
        position.play(Column::ALL[column])
    })
}

/// The columns as people write them: `4453`.
pub(crate) fn written(moves: &[usize]) -> String {
    moves
        .iter()
        .map(|column| char::from(b'1' + u8::try_from(*column).expect("a column of the board")))
        .collect()
}
