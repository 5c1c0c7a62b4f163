//! A plain solver: the referee for scores.
//!
//! An array board, alpha-beta from the centre outwards, and one table that holds whole keys. It
//! knows no threats, forced moves or heuristics, and shares no code with the crate. Scores are
//! those of Pons's tutorial: for the side to move, 0 is a draw, 1 a win with its last stone, 2 a
//! win with its last but one.

const WIDTH: usize = 7;
const HEIGHT: usize = 6;
const CELLS: i8 = 42;
const CENTRE_FIRST: [usize; WIDTH] = [3, 2, 4, 1, 5, 0, 6];

const EMPTY: u8 = 0;
const WALL: u8 = 3;
/// The distance between neighbouring cells of a row: a column and the walls at its ends.
const STRIDE: usize = HEIGHT + 2;

/// A game in which moves are played and taken back.
#[derive(Clone)]
pub(crate) struct Game {
    /// Column by column, with walls around the board: 1 is the first player, 2 the second.
    cells: [u8; (WIDTH + 2) * STRIDE],
    heights: [usize; WIDTH],
    stones: i8,
    /// Two bits per cell of the board: no two positions share a key.
    key: u128,
}

/// Returns the index of a cell among the cells and walls.
fn index(column: usize, row: usize) -> usize {
    (column + 1) * STRIDE + row + 1
}

impl Game {
    pub(crate) fn new() -> Game {
        let mut cells = [WALL; (WIDTH + 2) * STRIDE];
        for column in 0..WIDTH {
            cells[index(column, 0)..index(column, HEIGHT)].fill(EMPTY);
        }
        Game {
            cells,
            heights: [0; WIDTH],
            stones: 0,
            key: 0,
        }
    }

    /// Returns the game after these columns, counted from zero. It must not be over.
    fn after(moves: &[usize]) -> Game {
        let mut game = Game::new();
        for &column in moves {
            assert!(!game.wins(column), "the game is over: {moves:?}");
            game.play(column);
        }
        game
    }

    pub(crate) fn has_room(&self, column: usize) -> bool {
        self.heights[column] < HEIGHT
    }

    pub(crate) fn play(&mut self, column: usize) {
        self.set(column, self.heights[column], self.side_to_move());
        self.heights[column] += 1;
        self.stones += 1;
    }

    pub(crate) fn take_back(&mut self, column: usize) {
        self.heights[column] -= 1;
        self.stones -= 1;
        self.set(column, self.heights[column], EMPTY);
    }

    fn set(&mut self, column: usize, row: usize, stone: u8) {
        let old = std::mem::replace(&mut self.cells[index(column, row)], stone);
        self.key ^= u128::from(old ^ stone) << (2 * (column * HEIGHT + row));
    }

    fn side_to_move(&self) -> u8 {
        if self.stones % 2 == 0 { 1 } else { 2 }
    }

    /// Returns whether the side to move wins with a stone in this column.
    pub(crate) fn wins(&self, column: usize) -> bool {
        const DIRECTIONS: [isize; 4] = {
            let across = STRIDE.cast_signed();
            [1, across, across + 1, across - 1]
        };
        let (cell, side) = (index(column, self.heights[column]), self.side_to_move());
        let neighbours = |step: isize| {
            let cells = (1..).map(|distance| self.cells[cell.wrapping_add_signed(step * distance)]);
            cells.take_while(|&stone| stone == side).count()
        };
        let is_four = |&step: &isize| neighbours(step) + neighbours(-step) >= 3;
        self.has_room(column) && DIRECTIONS.iter().any(is_four)
    }

    /// Returns whether the side to move wins with its next stone.
    pub(crate) fn can_win(&self) -> bool {
        (0..WIDTH).any(|column| self.wins(column))
    }
}

/// The position to solve, and the bounds proven of others.
pub(crate) struct Plain {
    game: Game,
    table: Vec<Entry>,
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
    /// Creates a solver with a table of `entries`.
    pub(crate) fn new(entries: usize) -> Plain {
        Plain {
            game: Game::new(),
            table: vec![NO_ENTRY; entries],
        }
    }

    /// Returns the exact score after these columns, counted from zero. The game must not be over.
    pub(crate) fn score(&mut self, moves: &[usize]) -> i8 {
        self.game = Game::after(moves);
        self.solve()
    }

    /// Returns the exact score of each column for the side to move, `None` where it is full. The
    /// game must not be over.
    pub(crate) fn columns(&mut self, moves: &[usize]) -> [Option<i8>; WIDTH] {
        self.game = Game::after(moves);
        std::array::from_fn(|column| {
            if self.game.wins(column) {
                return Some(win_now(self.game.stones));
            }
            self.game.has_room(column).then(|| {
                self.game.play(column);
                let score = -self.solve();
                self.game.take_back(column);
                score
            })
        })
    }

    /// Halves the range of scores until one is left.
    fn solve(&mut self) -> i8 {
        let stones = self.game.stones;
        let (mut low, mut high) = (-(CELLS - stones) / 2, win_now(stones));
        while low < high {
            let mut middle = low + (high - low) / 2;
            // Small scores first: their trees are smaller.
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

    /// Returns a bound of the score: exact if it lies between `alpha` and `beta`, an upper bound
    /// if it is at most `alpha`, a lower bound if it is at least `beta`.
    fn negamax(&mut self, mut alpha: i8, mut beta: i8) -> i8 {
        let stones = self.game.stones;
        if stones == CELLS {
            return 0;
        }
        if self.game.can_win() {
            return win_now(stones);
        }
        let known = self.probe();
        alpha = alpha.max(known.lower);
        // Without a win now, the best is one with the stone after the next.
        beta = beta.min(known.upper).min(win_now(stones + 2));
        if alpha >= beta {
            // The bound that closed the window is the answer.
            return if alpha == known.lower { alpha } else { beta };
        }
        let asked = alpha;
        let mut best = i8::MIN;
        for column in CENTRE_FIRST {
            if !self.game.has_room(column) {
                continue;
            }
            self.game.play(column);
            let score = -self.negamax(-beta, -alpha.max(best));
            self.game.take_back(column);
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        self.store(best, asked, beta);
        best
    }

    fn slot(&self) -> usize {
        // Any spread will do: the entry holds the whole key.
        let key = self.game.key;
        let mixed = (key ^ (key >> 61)).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060);
        usize::try_from(mixed >> 64 & 0xffff_ffff).expect("32 bits") % self.table.len()
    }

    fn probe(&self) -> Entry {
        let entry = self.table[self.slot()];
        if entry.key == self.game.key {
            entry
        } else {
            NO_ENTRY
        }
    }

    fn store(&mut self, score: i8, alpha: i8, beta: i8) {
        let mut entry = self.probe();
        entry.key = self.game.key;
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

/// Returns the score of a win with the next stone, with `stones` on the board.
fn win_now(stones: i8) -> i8 {
    (CELLS + 1 - stones) / 2
}

#[test]
fn the_plain_solver_finds_scores_that_can_be_counted_by_hand() {
    let mut plain = Plain::new(1 << 10);
    // Only the last column is left, in which neither side can make four.
    let drawn = [
        0, 0, 0, 0, 0, 0, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 5, 4, 4, 4, 4, 4,
        4, 5, 5, 5, 5, 5,
    ];
    assert_eq!(plain.score(&drawn), 0);
    let full = None;
    let scores = [full, full, full, full, full, full, Some(0)];
    assert_eq!(plain.columns(&drawn), scores);
    // Three on three: the side to move wins with its fourth stone.
    assert_eq!(plain.score(&[0, 1, 0, 1, 0, 1]), 18);
    // Three in the middle of the bottom row: the opponent wins with its fourth.
    assert_eq!(plain.score(&[2, 2, 3, 3, 4]), -18);
}
