//! The bit masks of the solver, drawn as grids of characters. Pure.

use crate::game::bitboard::{self, HEIGHT};
use crate::game::{Column, Position, Side};

/// The number of characters from the left edge of one grid to the left edge of the next.
const WIDTH: usize = 20;

/// Draws three grids of stones and three of moves. Three numbers follow: the stones of the side to
/// move, all stones, and the key of the position.
pub(super) fn masks(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.stones_of(side));
    let [first_wins, second_wins] =
        [first, second].map(|stones| bitboard::winning_cells(stones, position.mask()));
    let playable = playable(position);
    let safe = position.safe_moves() | position.winning_moves();
    let stones = row([
        grid("stones", owners(first, second)),
        grid("side to move", bits(position.mover())),
        grid("all stones", bits(position.mask())),
    ]);
    let moves = row([
        grid("possible moves", bits(playable)),
        grid("winning cells", owners(first_wins, second_wins)),
        grid("non-losing moves", bits(playable & safe)),
    ]);
    format!(
        "{stones}\n\n{moves}\n\nmover {:#x}, mask {:#x}, key {:#x}",
        position.mover(),
        position.mask(),
        position.key()
    )
}

/// Returns the cells that the side to move may play; none if the game is over.
fn playable(position: &Position) -> u64 {
    let columns = position.legal_columns().iter();
    columns.fold(0, |cells, column| cells | position.landing_cell(column))
}

/// Returns a function that draws `1` for the cells of a mask and `0` for all others.
fn bits(mask: u64) -> impl Fn(u64) -> char {
    move |cell| if mask & cell == 0 { '0' } else { '1' }
}

/// Returns a function that draws `X` for the first player's cells, `O` for the second player's and
/// `*` for cells of both.
fn owners(first: u64, second: u64) -> impl Fn(u64) -> char {
    move |cell| match (first & cell != 0, second & cell != 0) {
        (true, true) => '*',
        (true, false) => Side::First.letter(),
        (false, true) => Side::Second.letter(),
        (false, false) => '.',
    }
}

/// Draws a grid, one line after the other: the title, the cells from the top row, the numbers of the
/// columns.
fn grid(title: &str, character: impl Fn(u64) -> char) -> Vec<String> {
    let line = |row| Column::ALL.map(|column| character(column.cell(row)).to_string());
    let rows = (0..HEIGHT).rev().map(|row| line(row).join(" "));
    let numbers = Column::ALL.map(|column| column.to_string()).join(" ");
    [title.to_owned()]
        .into_iter()
        .chain(rows)
        .chain([numbers])
        .collect()
}

/// Puts grids side by side.
fn row([left, middle, right]: [Vec<String>; 3]) -> String {
    let lines = left.iter().zip(&middle).zip(&right);
    let lines = lines.map(|((left, middle), right)| format!("{left:WIDTH$}{middle:WIDTH$}{right}"));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn the_masks_are_drawn_side_by_side() {
        let position = notation::replay("445353").expect("a game");
        let text = masks(&position);
        let wanted = "\
stones              side to move        all stones
. . . . . . .       0 0 0 0 0 0 0       0 0 0 0 0 0 0
. . . . . . .       0 0 0 0 0 0 0       0 0 0 0 0 0 0
. . . . . . .       0 0 0 0 0 0 0       0 0 0 0 0 0 0
. . . . . . .       0 0 0 0 0 0 0       0 0 0 0 0 0 0
. . O O X . .       0 0 0 0 1 0 0       0 0 1 1 1 0 0
. . O X X . .       0 0 0 1 1 0 0       0 0 1 1 1 0 0
1 2 3 4 5 6 7       1 2 3 4 5 6 7       1 2 3 4 5 6 7
";
        assert!(text.starts_with(wanted), "{text}");
    }

    #[test]
    fn the_wins_of_both_sides_are_drawn_and_losing_moves_are_left_out() {
        // Each side has three in a column; the first player is to move.
        let open = notation::replay("121212").expect("a game");
        let text = masks(&open);
        let third = text.lines().nth(12).unwrap_or_default();
        assert_eq!(
            third,
            "1 1 0 0 0 0 0       X O . . . . .       1 1 0 0 0 0 0"
        );
        // The second player is to move and must block column 1.
        let moves = |moves| {
            let text = masks(&notation::replay(moves).expect("a game"));
            let rows = text.lines().skip(10).take(6);
            rows.map(str::to_owned).collect::<Vec<_>>()
        };
        let forced = moves("12121");
        let fourth = "1 0 0 0 0 0 0       X . . . . . .       1 0 0 0 0 0 0";
        let non_losing = |row: &&String| !row.ends_with(" 0 0 0 0 0 0 0");
        let left: Vec<&String> = forced.iter().filter(non_losing).collect();
        assert_eq!(left, [fourth]);
        let over = moves("1212121");
        let nothing = "0 0 0 0 0 0 0";
        let is_empty = |row: &String| row.starts_with(nothing) && row.ends_with(nothing);
        assert!(over.iter().all(is_empty), "{over:#?}");
    }
}
