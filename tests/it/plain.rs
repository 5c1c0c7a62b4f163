//! A plain solver: the referee for scores.
//!
//! An array board, alpha-beta from the centre outwards and one table that holds
//! whole keys. Knows no threats, no forced moves, no heuristics, and shares no
//! code with the crate. Scores are those of Pons's tutorial: for the side to
//! move, 0 a draw, 1 a win with one's last stone, 2 with the last but one.

const WIDTH: usize = 7;
const HEIGHT: usize = 6;
const CELLS: i8 = 42;
const CENTRE_FIRST: [usize; WIDTH] = [3, 2, 4, 1, 5, 0, 6];
const EMPTY: u8 = 0;

/// A position, played and taken back in place, and what was found of others.
pub(crate) struct Plain {
    /// `cells[column][row]`: 0 empty, 1 the first player, 2 the second.
    cells: [[u8; HEIGHT]; WIDTH],
    heights: [usize; WIDTH],
    stones: i8,
    /// The cells read as digits in base 3: no two positions share it.
    key: u128,
    table: Vec<Entry>,
    powers: [[u128; HEIGHT]; WIDTH],
}

/// Proven bounds of the position with this key.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    lower: i8,
    upper: i8,
}

const NO_ENTRY: Entry = Entry {
    key: u128::MAX,
    lower: -21,
    upper: 21,
};

impl Plain {
    /// The empty board, with a table of `entries`.
    pub(crate) fn new(entries: usize) -> Plain {
        let mut powers = [[0; HEIGHT]; WIDTH];
        for (place, power) in powers.iter_mut().flatten().enumerate() {
            *power = (0..place).fold(1, |power, _| power * 3);
        }
        Plain {
            cells: [[EMPTY; HEIGHT]; WIDTH],
            heights: [0; WIDTH],
            stones: 0,
            key: 0,
            table: vec![NO_ENTRY; entries],
            powers,
        }
    }

    /// The exact score after these columns, counted from zero; the game must
    /// not be over.
    pub(crate) fn score(&mut self, moves: &[usize]) -> i8 {
        self.set_up(moves);
        self.solve()
    }

    /// The exact score of each column for the side to move; `None` where it is
    /// full. The game must not be over.
    pub(crate) fn columns(&mut self, moves: &[usize]) -> [Option<i8>; WIDTH] {
        self.set_up(moves);
        std::array::from_fn(|column| {
            if self.heights[column] == HEIGHT {
                return None;
            }
            if self.makes_four(column) {
                return Some(win_now(self.stones));
            }
            self.play(column);
            let score = -self.solve();
            self.take_back(column);
            Some(score)
        })
    }

    fn set_up(&mut self, moves: &[usize]) {
        self.cells = [[EMPTY; HEIGHT]; WIDTH];
        self.heights = [0; WIDTH];
        self.stones = 0;
        self.key = 0;
        for &column in moves {
            assert!(!self.makes_four(column), "the game is over: {moves:?}");
            self.play(column);
        }
    }

    /// Halves the range of scores until one is left.
    fn solve(&mut self) -> i8 {
        let (mut low, mut high) = (-(CELLS - self.stones) / 2, win_now(self.stones));
        while low < high {
            let mut middle = low + (high - low) / 2;
            // Ask about small scores first: their trees are the smaller ones.
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.negamax(middle, middle + 1);
            if score <= middle {
                high = score;
            } else {
                low = score;
            }
        }
        low
    }

    /// A bound of the score, exact when it lies between `alpha` and `beta`:
    /// at least the score when at most `alpha`, at most the score when at least
    /// `beta`.
    fn negamax(&mut self, mut alpha: i8, mut beta: i8) -> i8 {
        if self.stones == CELLS {
            return 0;
        }
        if (0..WIDTH).any(|column| self.heights[column] < HEIGHT && self.makes_four(column)) {
            return win_now(self.stones);
        }
        let known = self.probe();
        alpha = alpha.max(known.lower);
        // No win now, so at best one with the stone after the next.
        beta = beta.min(known.upper).min(win_now(self.stones + 2));
        if alpha >= beta {
            // Whichever bound closed the window is the answer.
            return if alpha == known.lower { alpha } else { beta };
        }
        let asked = alpha;
        let mut best = i8::MIN;
        for column in CENTRE_FIRST {
            if self.heights[column] == HEIGHT {
                continue;
            }
            self.play(column);
            let score = -self.negamax(-beta, -alpha.max(best));
            self.take_back(column);
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        self.store(best, asked, beta);
        best
    }

    fn play(&mut self, column: usize) {
        let row = self.heights[column];
        let side = self.side_to_move();
        self.cells[column][row] = side;
        self.key += self.powers[column][row] * u128::from(side);
        self.heights[column] += 1;
        self.stones += 1;
    }

    fn take_back(&mut self, column: usize) {
        self.heights[column] -= 1;
        self.stones -= 1;
        let row = self.heights[column];
        self.cells[column][row] = EMPTY;
        self.key -= self.powers[column][row] * u128::from(self.side_to_move());
    }

    fn side_to_move(&self) -> u8 {
        if self.stones % 2 == 0 { 1 } else { 2 }
    }

    /// Whether a stone of the side to move in a column makes four.
    fn makes_four(&self, column: usize) -> bool {
        let row = self.heights[column];
        let side = self.side_to_move();
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            self.run((column, row), (dx, dy), side) + self.run((column, row), (-dx, -dy), side) >= 3
        })
    }

    /// Stones of `side` in a row next to a cell in one direction.
    fn run(&self, cell: (usize, usize), step: (isize, isize), side: u8) -> usize {
        let (mut column, mut row) = cell;
        let mut length = 0;
        loop {
            // Below zero wraps round to a number that is off the board as well.
            column = column.wrapping_add_signed(step.0);
            row = row.wrapping_add_signed(step.1);
            if column >= WIDTH || row >= HEIGHT || self.cells[column][row] != side {
                return length;
            }
            length += 1;
        }
    }

    fn slot(&self) -> usize {
        // Any spread will do: the entry holds the whole key.
        let mixed = (self.key ^ (self.key >> 61)).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060);
        usize::try_from((mixed >> 64) % self.table.len() as u128).expect("below a usize")
    }

    fn probe(&self) -> Entry {
        let entry = self.table[self.slot()];
        if entry.key == self.key {
            entry
        } else {
            NO_ENTRY
        }
    }

    fn store(&mut self, score: i8, alpha: i8, beta: i8) {
        let mut entry = self.probe();
        entry.key = self.key;
        if score > alpha {
            entry.lower = entry.lower.max(score);
        }
        if score < beta {
            entry.upper = entry.upper.min(score);
        }
        let slot = self.slot();
        self.table[slot] = entry;
    }
}

/// What winning with the next stone scores, with `stones` on the board.
fn win_now(stones: i8) -> i8 {
    (CELLS + 1 - stones) / 2
}

#[test]
fn the_plain_solver_knows_what_can_be_counted_by_hand() {
    let mut plain = Plain::new(1 << 10);
    // Only the last column is left, where nobody can make four.
    let drawn = [
        0, 0, 0, 0, 0, 0, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 5, 4, 4, 4, 4, 4,
        4, 5, 5, 5, 5, 5,
    ];
    assert_eq!(plain.score(&drawn), 0);
    let full = None;
    let scores = [full, full, full, full, full, full, Some(0)];
    assert_eq!(plain.columns(&drawn), scores);
    // Three on three: the mover wins with his fourth stone.
    assert_eq!(plain.score(&[0, 1, 0, 1, 0, 1]), 18);
    // Three in the middle of the ground: the opponent wins with his fourth.
    assert_eq!(plain.score(&[2, 2, 3, 3, 4]), -18);
}
