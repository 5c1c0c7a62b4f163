//! A board and a solver that share no code with the engine. Plain, and as slow as that.

/// The cells of a side, eight bits per column; the upper two rows of each column are always empty.
type Cells = u64;

/// All cells, and those of the bottom row.
const BOARD: Cells = 0x003f_3f3f_3f3f_3f3f;
const BOTTOM: Cells = 0x0001_0101_0101_0101;

/// A cell: its column and its row, both from 0.
pub(crate) type At = (u32, u32);

/// A position. `stones[0]` are those of the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    stones: [Cells; 2],
}

/// A cell that counts for nothing for one side.
pub(crate) type Void = Option<(usize, At)>;

const fn bit((column, row): At) -> Cells {
    1 << (8 * column + row)
}

/// All fours, each with its cells.
fn fours() -> Vec<Cells> {
    let mut fours = Vec::new();
    for column in 0..7_i32 {
        for row in 0..6_i32 {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = (0..4).map(|step| (column + right * step, row + up * step));
                let cells: Vec<_> = cells.collect();
                if cells
                    .iter()
                    .all(|&(c, r)| (0..7).contains(&c) && (0..6).contains(&r))
                {
                    let bits = cells
                        .iter()
                        .map(|&(c, r)| bit((c.unsigned_abs(), r.unsigned_abs())));
                    fours.push(bits.fold(0, |all, one| all | one));
                }
            }
        }
    }
    fours
}

impl Board {
    pub(crate) const EMPTY: Board = Board { stones: [0; 2] };

    /// The number of empty cells.
    pub(crate) fn left(&self) -> i8 {
        i8::try_from(42 - self.count()).expect("at most 42")
    }

    pub(crate) fn count(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    /// The side to move: 0 or 1.
    pub(crate) fn mover(&self) -> usize {
        (self.count() % 2) as usize
    }

    pub(crate) fn height(&self, column: u32) -> u32 {
        ((self.stones[0] | self.stones[1]) >> (8 * column) & 0xff).count_ones()
    }

    /// The playable cells.
    pub(crate) fn playable(&self) -> Vec<At> {
        let open = [3, 2, 4, 1, 5, 0, 6].into_iter();
        open.map(|column| (column, self.height(column)))
            .filter(|at| at.1 < 6)
            .collect()
    }

    pub(crate) fn is_playable(&self, at: At) -> bool {
        at.1 < 6 && self.height(at.0) == at.1
    }

    pub(crate) fn is_empty(&self, at: At) -> bool {
        (self.stones[0] | self.stones[1]) & bit(at) == 0
    }

    /// The board after a stone of the side to move.
    pub(crate) fn play(&self, column: u32) -> Board {
        let mut next = *self;
        next.stones[self.mover()] |= bit((column, self.height(column)));
        next
    }

    fn has_four(stones: Cells) -> bool {
        [1, 7, 8, 9].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The empty cells with which a side wins.
    fn completing(&self, side: usize, void: Void) -> Cells {
        let ours = |cell: Void| cell.filter(|&(owner, _)| owner == side);
        let dead = ours(void).map_or(0, |(_, cell)| bit(cell));
        let s = self.stones[side] & !dead;
        let ends = [1, 7, 8, 9].into_iter().fold(0, |cells, d| {
            let (after, before) = (s << d & s << (2 * d), s >> d & s >> (2 * d));
            cells | after & (s << (3 * d) | s >> d) | before & (s >> (3 * d) | s << d)
        });
        ends & BOARD & !(self.stones[0] | self.stones[1]) & !dead
    }

    /// Whether a stone of the side on an empty cell makes a four.
    pub(crate) fn completes(&self, side: usize, at: At) -> bool {
        self.completing(side, None) & bit(at) != 0
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| Self::has_four(self.stones[side]))
    }

    /// Whether a side can still make a four through a cell.
    pub(crate) fn is_alive(&self, side: usize, at: At) -> bool {
        let theirs = self.stones[1 - side];
        fours()
            .iter()
            .any(|four| four & bit(at) != 0 && four & theirs == 0)
    }

    /// The cells in fours of a side, column by column.
    pub(crate) fn in_fours(&self, side: usize) -> Vec<At> {
        let own = self.stones[side];
        let fours = fours().into_iter().filter(|four| four & own == *four);
        let all = fours.fold(0, |all, four| all | four);
        let cells = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
        cells.filter(|&at| all & bit(at) != 0).collect()
    }
}

/// What is known of a position: its score is in `lower..=upper`.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    void: Void,
    lower: i8,
    upper: i8,
}

/// A solver of scores: half the stones left, rounded, from the mover's side.
pub(crate) struct Solver {
    table: Vec<Entry>,
    left: u64,
    most: u64,
}

impl Solver {
    /// Creates a solver that visits at most `most` positions for a question.
    pub(crate) fn new(most: u64) -> Solver {
        let entry = Entry {
            board: Board {
                stones: [u64::MAX; 2],
            },
            void: None,
            lower: 0,
            upper: 0,
        };
        Solver {
            table: vec![entry; 1 << 22],
            left: 0,
            most,
        }
    }

    /// The outcome for the side to move, 1, 0 or -1; `None` if it takes too long.
    pub(crate) fn outcome(&mut self, board: &Board, void: Void) -> Option<i8> {
        Some(self.bounded(board, void, -1, 1)?.signum())
    }

    /// Whether the score for the side to move is at least `score`.
    pub(crate) fn is_at_least(&mut self, board: &Board, score: i8) -> Option<bool> {
        Some(self.bounded(board, None, score - 1, score)? >= score)
    }

    fn bounded(&mut self, board: &Board, void: Void, alpha: i8, beta: i8) -> Option<i8> {
        if let Some(winner) = board.winner() {
            let score = i8::midpoint(board.left(), 2);
            return Some(if winner == board.mover() {
                score
            } else {
                -score
            });
        }
        self.left = self.most;
        self.negamax(board, void, alpha, beta)
    }

    fn slot(&self, board: &Board, void: Void) -> usize {
        let hash = board.stones[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ board.stones[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            ^ void.map_or(0, |(side, cell)| {
                bit(cell).wrapping_mul(side as u64 + 0x1656_67B1)
            });
        (hash >> 37) as usize % self.table.len()
    }

    fn negamax(&mut self, board: &Board, void: Void, mut alpha: i8, mut beta: i8) -> Option<i8> {
        self.left = self.left.checked_sub(1)?;
        let taken = board.stones[0] | board.stones[1];
        let playable = (taken + BOTTOM) & BOARD;
        let (mover, other) = (board.mover(), 1 - board.mover());
        let left = board.left();
        if board.completing(mover, void) & playable != 0 {
            return Some((left + 1) / 2);
        }
        if playable == 0 {
            return Some(0);
        }
        let theirs = board.completing(other, void);
        let threats = theirs & playable;
        let forced = if threats == 0 { playable } else { threats };
        let safe = forced & !(theirs >> 1);
        if safe == 0 || threats.count_ones() > 1 {
            return Some(-(left / 2));
        }
        let (slot, mut known) = (self.slot(board, void), (-21, 21));
        let entry = &self.table[slot];
        if entry.board == *board && entry.void == void {
            known = (entry.lower, entry.upper);
        }
        alpha = alpha.max(known.0);
        beta = beta.min(known.1);
        if alpha >= beta {
            return Some(if known.0 >= beta { known.0 } else { known.1 });
        }
        let columns = [3, 2, 4, 1, 5, 0, 6].into_iter();
        let columns = columns.filter(|column| safe >> (8 * column) & 0xff != 0);
        let next = columns.map(|column| board.play(column));
        let mut next: Vec<Board> = next.collect();
        let threats = |next: &Board| next.completing(mover, void).count_ones();
        next.sort_by_key(|next| std::cmp::Reverse(threats(next)));
        let (first, mut best) = (alpha, i8::MIN);
        for next in next {
            best = best.max(-self.negamax(&next, void, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if best > first {
            known.0 = known.0.max(best);
        }
        if best < beta {
            known.1 = known.1.min(best);
        }
        let (board, (lower, upper)) = (*board, known);
        self.table[slot] = Entry {
            board,
            void,
            lower,
            upper,
        };
        Some(best)
    }
}
