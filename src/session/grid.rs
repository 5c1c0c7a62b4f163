//! The masks that the solver computes with, drawn as grids of signs. Pure.

use crate::game::bitboard::{self, BOTTOM, HEIGHT};
use crate::game::{Column, Position, Side};

/// Characters from the left edge of a grid to the left edge of the next.
const WIDTH: usize = 20;

/// Draws three grids of stones and three of moves, and prints the three numbers that make up
/// the position.
pub(super) fn masks(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.stones_of(side));
    let [first_wins, second_wins] =
        [first, second].map(|stones| bitboard::winning_cells(stones, position.mask()));
    let lines = [
        row(&[
            Grid::stones("stones", first, second),
            Grid::mask("side to move", position.mover()),
            Grid::mask("all stones", position.mask()),
        ]),
        row(&[
            Grid::mask("possible moves", playable(position)),
            Grid::stones("winning cells", first_wins, second_wins),
            Grid::mask(
                "non-losing moves",
                playable(position) & (position.safe_moves() | position.winning_moves()),
            ),
        ]),
        format!(
            "mover {:#x}, mask {:#x}, key {:#x}",
            position.mover(),
            position.mask(),
            position.key()
        ),
    ];
    lines.join("\n\n")
}

/// The cells that the side to move may play; none when the game is over.
fn playable(position: &Position) -> u64 {
    let columns = position.legal_columns().iter();
    columns.fold(0, |cells, column| cells | position.landing_cell(column))
}

/// A title above one sign for each cell.
struct Grid {
    title: &'static str,
    sign: Box<dyn Fn(u64) -> char>,
}

impl Grid {
    /// A grid of `1` for each cell in the mask and `0` for each other cell.
    fn mask(title: &'static str, mask: u64) -> Grid {
        let sign = move |cell| if mask & cell == 0 { '0' } else { '1' };
        Grid {
            title,
            sign: Box::new(sign),
        }
    }

    /// A grid of `X` for the first player's cells, `O` for the second's, `*` for cells of both.
    fn stones(title: &'static str, first: u64, second: u64) -> Grid {
        let sign = move |cell| match (first & cell != 0, second & cell != 0) {
            (true, true) => '*',
            (true, false) => Side::First.letter(),
            (false, true) => Side::Second.letter(),
            (false, false) => '.',
        };
        Grid {
            title,
            sign: Box::new(sign),
        }
    }

    /// One line of the grid: line 0 is the title, the last line the columns' numbers.
    fn line(&self, line: u8) -> String {
        let signs: Vec<String> = Column::ALL
            .into_iter()
            .map(|column| match HEIGHT.checked_sub(line) {
                Some(row) => (self.sign)(column.cells() & (BOTTOM << row)).to_string(),
                None => column.number().to_string(),
            })
            .collect();
        match line {
            0 => self.title.to_owned(),
            _ => signs.join(" "),
        }
    }
}

/// Draws grids side by side.
fn row(grids: &[Grid; 3]) -> String {
    let lines = (0..HEIGHT + 2).map(|line| {
        let [first, second, third] = grids.each_ref().map(|grid| grid.line(line));
        format!("{first:WIDTH$}{second:WIDTH$}{third}")
    });
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
    fn wins_are_those_of_either_side_and_losing_moves_are_left_out() {
        // Each side has three in a column, the first player is to move.
        let open = notation::replay("121212").expect("a game");
        let text = masks(&open);
        let third = text.lines().nth(12).unwrap_or_default();
        assert_eq!(
            third,
            "1 1 0 0 0 0 0       X O . . . . .       1 1 0 0 0 0 0"
        );
        // The second player is to move and has to stop column 1.
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
