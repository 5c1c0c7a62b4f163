//! Random games, the same on every machine. Pure.

use std::ops::RangeInclusive;

use crate::game::random::Random;
use crate::game::{Column, Position};

/// Plays random games until `fits` accepts the last position of one. Returns the moves of that game
/// and its last position. All numbers of stones in the range are equally likely.
pub(super) fn game(
    random: &mut Random,
    stones: &RangeInclusive<u8>,
    fits: impl Fn(&Position) -> bool,
) -> (Vec<Column>, Position) {
    let number = random.below(stones.len());
    let stones = stones.clone().nth(number).expect("below their number");
    loop {
        if let Some((moves, position)) = play(random, stones)
            && fits(&position)
        {
            return (moves, position);
        }
    }
}

/// Plays `stones` random moves that do not win. Returns the moves and the position, or `None` if
/// the side to move has no such move at some point.
fn play(random: &mut Random, stones: u8) -> Option<(Vec<Column>, Position)> {
    let mut moves = Vec::new();
    let mut position = Position::EMPTY;
    for _ in 0..stones {
        let columns = position.legal_columns().iter();
        let columns: Vec<Column> = columns.filter(|&column| !position.wins(column)).collect();
        if columns.is_empty() {
            return None;
        }
        let column = columns[random.below(columns.len())];
        moves.push(column);
        position = position.play(column);
    }
    Some((moves, position))
}

/// Returns whether the side to move cannot win with its next stone.
pub(super) fn is_winless(position: &Position) -> bool {
    position.winning_move_cells() == 0
}

/// Returns whether neither player can win within two plies: the side to move cannot win with its
/// next stone and can prevent a win with the opponent's next stone.
pub(super) fn is_quiet(position: &Position) -> bool {
    is_winless(position) && position.safe_move_cells() != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn a_position_is_quiet_unless_a_player_wins_within_two_plies() {
        for (moves, quiet) in [
            ("", true),
            // Three in a row. The side to move wins with its own three. It can stop three of the
            // opponent with one open end, but not with two.
            ("112233", false),
            ("1122337", true),
            ("223344", false),
            ("2233447", false),
            // The last cells, where neither player wins.
            ("16223414344371252143533416765565772276", true),
        ] {
            let position = replay(moves).expect("a game");
            assert_eq!(is_quiet(&position), quiet, "{moves}");
        }
    }
}
