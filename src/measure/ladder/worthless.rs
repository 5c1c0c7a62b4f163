//! A board on which some cells are worthless for one side: its stones there are part of no four.
//! Pure.
//!
//! The exact outcome with and without a cell shows whether a win depends on it.

use super::board::{Board, ThreatBoard};
use crate::game::bitboard::{playable, safe_moves, winning_cells};
use crate::game::{Column, Columns, Position, Side};

/// A position and the cells that are worthless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worthless {
    position: Position,
    /// The cells that are worthless for the side to move, and for its opponent.
    cells: [u64; 2],
}

impl Worthless {
    /// Returns the board of a position in which `cells` are worthless for one side.
    #[must_use]
    pub fn new(position: Position, owner: Side, cells: u64) -> Worthless {
        let is_own = owner == position.side_to_move();
        Worthless {
            position,
            cells: if is_own { [cells, 0] } else { [0, cells] },
        }
    }

    /// Returns the empty cells that complete a four of `stones`, none of which is in `worthless`.
    #[inline]
    fn completing(&self, stones: u64, worthless: u64) -> u64 {
        winning_cells(stones & !worthless, self.position.mask()) & !worthless
    }

    #[inline]
    fn playable(&self) -> u64 {
        playable(self.position.mask())
    }
}

impl Board for Worthless {
    fn of(position: &Position) -> Worthless {
        Worthless::new(*position, Side::First, 0)
    }

    #[inline]
    fn stones(&self) -> u8 {
        self.position.stones()
    }

    #[inline]
    fn open_columns(&self) -> Columns {
        self.position.open_columns()
    }

    #[inline]
    fn wins(&self, column: Column) -> bool {
        self.winning_move_cells() & column.cells() != 0
    }

    #[inline]
    fn play(&self, column: Column) -> Worthless {
        let [own, other] = self.cells;
        Worthless {
            position: self.position.play(column),
            cells: [other, own],
        }
    }
}

impl ThreatBoard for Worthless {
    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline]
    fn winning_move_cells(&self) -> u64 {
        self.completing(self.position.mover(), self.cells[0]) & self.playable()
    }

    #[inline]
    fn safe_move_cells(&self) -> u64 {
        let theirs = self.completing(self.position.opponent(), self.cells[1]);
        safe_moves(self.playable(), theirs)
    }

    #[inline]
    fn threats_after(&self, column: Column) -> u32 {
        let stones = self.position.mover() | self.position.landing_cell(column);
        self.completing(stones, self.cells[0]).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::game::tests::sample::positions;
    use crate::measure::bench::Contender;
    use crate::measure::ladder::{Resources, steps::LowerBounds};
    use crate::solver::StopFlag;

    /// A board by columns, with the number of the owner of each stone.
    struct Plain {
        columns: [Vec<usize>; 7],
        owner: usize,
        worthless: (i8, i8),
    }

    impl Plain {
        fn new(position: &Position, owner: Side, cell: u64) -> Plain {
            let columns = Column::ALL.map(|column| {
                let sides = (0..6).map_while(|row| position.side_at(column.cell(row)));
                sides.map(|side| side as usize).collect()
            });
            let bit = i8::try_from(cell.trailing_zeros()).expect("below 64");
            let (owner, worthless) = (owner as usize, (bit / 7, bit % 7));
            Plain {
                columns,
                owner,
                worthless,
            }
        }

        fn has(&self, side: usize, at: (i8, i8)) -> bool {
            let [column, row] = [at.0, at.1].map(|number| usize::try_from(number).unwrap_or(9));
            let stone = self.columns.get(column).and_then(|column| column.get(row));
            stone == Some(&side) && (side, at) != (self.owner, self.worthless)
        }

        fn has_four(&self, side: usize, (column, row): (i8, i8)) -> bool {
            let lines: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
            lines.into_iter().any(|(right, up)| {
                let cell = |step: i8| (column + right * step, row + up * step);
                (-3..=0).any(|first| (first..first + 4).all(|step| self.has(side, cell(step))))
            })
        }

        /// Returns 1, 0 or -1: whether the side to move wins, draws or loses.
        fn outcome(&mut self, mover: usize) -> i8 {
            let mut best = None;
            for column in 0_i8..7 {
                let stones = &mut self.columns[column.unsigned_abs() as usize];
                if stones.len() == 6 || best == Some(1) {
                    continue;
                }
                stones.push(mover);
                let row = i8::try_from(stones.len() - 1).expect("below 6");
                let wins = self.has_four(mover, (column, row));
                let value = if wins { 1 } else { -self.outcome(1 - mover) };
                self.columns[column.unsigned_abs() as usize].pop();
                best = best.max(Some(value));
            }
            best.unwrap_or(0)
        }
    }

    #[test]
    fn stones_on_a_worthless_cell_complete_nothing() {
        let mut solver = LowerBounds::<Worthless>::new(Resources {
            slots: 1,
            ..Resources::default()
        });
        let stop = StopFlag::default();
        let mut outcome = |board| {
            solver.clear();
            let found = solver.solve_board(&board, Mode::Weak, (&stop).into());
            found.bounds.outcome().map(|outcome| outcome as i8 - 1)
        };
        let mut changed = 0;
        for position in positions()
            .filter(|position| position.stones() > 31)
            .take(200)
        {
            let with_all = outcome(Worthless::of(&position));
            for owner in Side::BOTH {
                let theirs = winning_cells(position.stones_of(owner), position.mask());
                for cell in (0..49)
                    .map(|bit| 1 << bit)
                    .filter(|cell| theirs & cell != 0)
                {
                    let found = outcome(Worthless::new(position, owner, cell));
                    let mut plain = Plain::new(&position, owner, cell);
                    let mover = position.side_to_move() as usize;
                    assert_eq!(found, Some(plain.outcome(mover)), "{position} {cell:b}");
                    changed += usize::from(found != with_all);
                }
            }
        }
        assert!(changed > 20, "{changed}");
    }
}
