//! A naive board, the referee for the rules: a table of cells.
//!
//! Its code is simple rather than fast, and shared with no part of the crate.

/// The two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    First,
    Second,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

pub(crate) const WIDTH: usize = 7;
pub(crate) const HEIGHT: usize = 6;

/// The board: `cells[row][column]`, with row 0 at the bottom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) cells: [[Option<Side>; WIDTH]; HEIGHT],
}

impl Board {
    pub(crate) fn empty() -> Board {
        Board {
            cells: [[None; WIDTH]; HEIGHT],
        }
    }

    /// Returns the board after these columns, counted from zero. All must be legal.
    pub(crate) fn after(moves: &[usize]) -> Board {
        moves.iter().fold(Board::empty(), |board, &column| {
            board.play(column).expect("a legal move")
        })
    }

    pub(crate) fn stones(&self) -> usize {
        self.cells.iter().flatten().flatten().count()
    }

    pub(crate) fn side_to_move(&self) -> Side {
        if self.stones().is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Returns the lowest empty row of a column.
    pub(crate) fn landing_row(&self, column: usize) -> Option<usize> {
        (0..HEIGHT).find(|&row| self.cells[row][column].is_none())
    }

    /// Returns the board after a stone in a column, `None` if the game is over or the column full.
    pub(crate) fn play(&self, column: usize) -> Option<Board> {
        if self.is_over() {
            return None;
        }
        let row = self.landing_row(column)?;
        Some(self.with(row, column, self.side_to_move()))
    }

    /// Returns the board with a stone in any cell, floating or not.
    pub(crate) fn with(&self, row: usize, column: usize, side: Side) -> Board {
        let mut board = self.clone();
        board.cells[row][column] = Some(side);
        board
    }

    pub(crate) fn legal_columns(&self) -> Vec<usize> {
        if self.is_over() {
            return Vec::new();
        }
        let has_room = |&column: &usize| self.landing_row(column).is_some();
        (0..WIDTH).filter(has_room).collect()
    }

    /// Returns whether `side` has four in a row anywhere.
    pub(crate) fn has_four(&self, side: Side) -> bool {
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..HEIGHT).any(|row| {
            (0..WIDTH).any(|column| {
                steps
                    .iter()
                    .any(|&step| self.run_from(row, column, step, side) >= 4)
            })
        })
    }

    /// Returns the number of stones of `side` in a row from a cell on.
    fn run_from(&self, row: usize, column: usize, step: (isize, isize), side: Side) -> usize {
        let mut length = 0;
        let mut cell = Some((row, column));
        while let Some((row, column)) = cell {
            if row >= HEIGHT || column >= WIDTH || self.cells[row][column] != Some(side) {
                break;
            }
            length += 1;
            cell = row
                .checked_add_signed(step.0)
                .zip(column.checked_add_signed(step.1));
        }
        length
    }

    pub(crate) fn is_over(&self) -> bool {
        self.stones() == WIDTH * HEIGHT || self.has_four(Side::First) || self.has_four(Side::Second)
    }

    /// Returns whether the side to move wins with a stone in a column.
    pub(crate) fn wins(&self, column: usize) -> bool {
        self.play(column)
            .is_some_and(|next| next.has_four(self.side_to_move()))
    }

    pub(crate) fn mirror(&self) -> Board {
        let mut board = self.clone();
        for row in &mut board.cells {
            row.reverse();
        }
        board
    }

    /// Returns whether no stone floats.
    pub(crate) fn is_grounded(&self) -> bool {
        (1..HEIGHT).all(|row| {
            (0..WIDTH).all(|column| {
                self.cells[row][column].is_none() || self.cells[row - 1][column].is_some()
            })
        })
    }

    /// Returns the number of stones of one side.
    pub(crate) fn count(&self, side: Side) -> usize {
        self.cells
            .iter()
            .flatten()
            .filter(|&&cell| cell == Some(side))
            .count()
    }

    /// Returns the number of games of exactly `plies` more moves.
    pub(crate) fn perft(&self, plies: usize) -> u64 {
        if plies == 0 || self.is_over() {
            return u64::from(plies == 0);
        }
        let side = self.side_to_move();
        let rows = (0..WIDTH).filter_map(|column| Some((self.landing_row(column)?, column)));
        rows.map(|(row, column)| self.with(row, column, side).perft(plies - 1))
            .sum()
    }
}

/// The board as a drawing, the top row first.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.cells.iter().rev() {
            let row = row.iter().map(|cell| match cell {
                None => '.',
                Some(Side::First) => 'X',
                Some(Side::Second) => 'O',
            });
            writeln!(f, "{}", row.collect::<String>())?;
        }
        Ok(())
    }
}

#[test]
fn the_naive_board_finds_fours_in_all_four_directions() {
    for (moves, over) in [
        (&[0, 1, 0, 1, 0, 1, 0][..], true),
        (&[0, 0, 1, 1, 2, 2, 3][..], true),
        (&[0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3][..], true),
        (&[6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3][..], true),
        (&[0, 0, 1, 1, 2, 2][..], false),
    ] {
        assert_eq!(Board::after(moves).is_over(), over, "{moves:?}");
    }
}
