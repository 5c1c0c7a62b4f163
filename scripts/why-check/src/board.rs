//! A board and a solver that share no code with the engine. Plain, and as slow as that.

/// The cells of a side, eight bits per column; the upper two rows of each column are always empty.
type Cells = u64;

/// All cells, and those of the bottom row.
const BOARD: Cells = 0x003f_3f3f_3f3f_3f3f;
const BOTTOM: Cells = 0x0001_0101_0101_0101;
/// Every second cell from the top.
const UPPER: Cells = 0x002a_2a2a_2a2a_2a2a;

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

    /// Whether a stone of the side on an empty cell makes a four.
    pub(crate) fn completes(&self, side: usize, at: At) -> bool {
        let [stones, others] = [self.stones[side], self.stones[1 - side]];
        completing(stones, stones | others) & bit(at) != 0
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| has_four(self.stones[side]))
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

fn has_four(stones: Cells) -> bool {
    [1, 7, 8, 9].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty cells with which these stones make a four.
fn completing(s: Cells, taken: Cells) -> Cells {
    let ends = [1, 7, 8, 9].into_iter().fold(0, |cells, d| {
        let (after, before) = (s << d & s << (2 * d), s >> d & s >> (2 * d));
        cells | after & (s << (3 * d) | s >> d) | before & (s >> (3 * d) | s << d)
    });
    ends & BOARD & !taken
}

/// A position as the solver sees it: the mover's side first.
#[derive(Clone, Copy)]
struct Node {
    own: Cells,
    other: Cells,
    /// The cells that count for nothing, for each side.
    dead: [Cells; 2],
    /// The void cell as a number, in the byte above the columns.
    tag: u64,
}

impl Node {
    fn new(board: &Board, void: Void) -> Node {
        let mover = board.mover();
        let side = |side: usize| {
            let dead = void
                .filter(|&(owner, _)| owner == side)
                .map(|(_, at)| bit(at));
            (board.stones[side], dead.unwrap_or(0))
        };
        let ((own, own_dead), (other, other_dead)) = (side(mover), side(1 - mover));
        let number = |(owner, (column, row)): (usize, At)| {
            2 + owner as u64 * 64 + u64::from(8 * column + row)
        };
        let (dead, tag) = ([own_dead, other_dead], void.map_or(1, number) << 56);
        Node {
            own,
            other,
            dead,
            tag,
        }
    }

    fn taken(&self) -> Cells {
        self.own | self.other
    }

    /// A number that no other position has: a column of its sum has at most seven bits.
    fn key(&self) -> u64 {
        (self.own + self.taken()) | self.tag
    }

    fn wins(&self) -> Cells {
        completing(self.own & !self.dead[0], self.taken()) & !self.dead[0]
    }

    fn play(&self, cell: Cells) -> Node {
        let (own, other, dead) = (self.other, self.own | cell, [self.dead[1], self.dead[0]]);
        Node {
            own,
            other,
            dead,
            ..*self
        }
    }

    /// The same position, the other side to move.
    fn passed(&self) -> Node {
        self.play(0)
    }

    /// A bound of the mover's score: 21 if nothing is known, 0 if the other side does not lose, -1 if it
    /// wins, because it has an answer to each stone.
    ///
    /// The other side closes columns from below its winning cells on, each where the cell below is its
    /// gate. If the number of the other empty cells is even, it answers a stone in the lower cell of a
    /// pair by the upper one, counted from the top, in a single cell by another single cell, and in a
    /// gate by the win above it. So the mover gets no upper cell, and in the end fills a gate.
    fn most(&self, playable: Cells, theirs: Cells) -> i8 {
        let mut gates = Vec::new();
        for column in 0..7 {
            let wins = theirs & !playable & 0xff << (8 * column);
            gates.extend((wins != 0).then(|| (wins & wins.wrapping_neg()) >> 1));
        }
        let mut most = 21;
        for left_out in std::iter::once(0).chain(gates.iter().copied()) {
            let (mut closed, mut entrances, mut upper) = (0, 0, UPPER);
            for &gate in gates.iter().filter(|&&gate| gate != left_out) {
                let column = 0x3f << (gate.trailing_zeros() & !7);
                closed |= column & !(gate - 1);
                entrances |= gate;
                upper ^= if gate & UPPER == 0 { 0 } else { column };
            }
            let open = BOARD & !self.taken() & !closed;
            let uppers = open & upper & !playable;
            let reach = self.own | open & !uppers | entrances;
            if open.count_ones().is_multiple_of(2) && !has_four(reach & !self.dead[0]) {
                let wins = entrances != 0 || has_four((self.other | uppers) & !self.dead[1]);
                most = most.min(-i8::from(wins));
            }
        }
        most
    }
}

/// The error of a question that takes too long.
#[derive(Debug)]
pub(crate) struct Slow;

/// A solver of scores: half the stones left, rounded, from the mover's side.
pub(crate) struct Solver {
    /// Keys, and the least and the greatest possible score.
    table: Vec<(u64, i8, i8)>,
    /// How often a stone on a cell was good enough.
    good: [u64; 64],
    left: u64,
    most: u64,
}

impl Solver {
    /// Creates a solver that visits at most `most` positions for a question.
    pub(crate) fn new(most: u64) -> Solver {
        let (table, good) = (vec![(0, 0, 0); 1 << 23], [0; 64]);
        Solver {
            table,
            good,
            left: 0,
            most,
        }
    }

    /// The outcome for the side to move, 1, 0 or -1.
    pub(crate) fn outcome(&mut self, board: &Board, void: Void) -> Result<i8, Slow> {
        for outcome in [1, 0] {
            if self.is_at_least(board, void, outcome)? {
                return Ok(outcome);
            }
        }
        Ok(-1)
    }

    /// Whether the score for the side to move is at least `score`.
    pub(crate) fn is_at_least(
        &mut self,
        board: &Board,
        void: Void,
        score: i8,
    ) -> Result<bool, Slow> {
        if let Some(winner) = board.winner() {
            let won = i8::midpoint(board.left(), 2);
            return Ok(if winner == board.mover() { won } else { -won } >= score);
        }
        self.left = self.most;
        self.search(&Node::new(board, void), score)
    }

    fn search(&mut self, node: &Node, score: i8) -> Result<bool, Slow> {
        self.left = self.left.checked_sub(1).ok_or(Slow)?;
        let playable = (node.taken() + BOTTOM) & BOARD;
        let left = (BOARD & !node.taken()).count_ones();
        let left = i8::try_from(left).expect("at most 42");
        if node.wins() & playable != 0 {
            return Ok((left + 1) / 2 >= score);
        }
        let theirs = node.passed().wins();
        let threats = theirs & playable;
        let safe = if threats == 0 { playable } else { threats } & !(theirs >> 1);
        if playable == 0 || safe == 0 || threats.count_ones() > 1 {
            return Ok(-(left / 2) >= score);
        }
        // Neither side wins with its next stone, and a side without a possible four never wins.
        let can_win = has_four(BOARD & !node.other & !node.dead[0]);
        let can_lose = has_four(BOARD & !node.own & !node.dead[1]);
        if score > if can_win { (left - 1) / 2 } else { 0 } {
            return Ok(false);
        }
        if score <= if can_lose { -((left - 2) / 2) } else { 0 } {
            return Ok(true);
        }
        if score >= 0 && node.most(playable, theirs) < score {
            return Ok(false);
        }
        let known = self.known(node);
        if known.0 >= score || known.1 < score {
            return Ok(known.0 >= score);
        }
        let mut next = Vec::with_capacity(7);
        for column in [3, 2, 4, 1, 5, 0, 6] {
            let cell = safe & 0xff << (8 * column);
            let after = node.play(cell);
            let (least, most) = self.known(&after);
            if cell != 0 && -most >= score {
                return Ok(self.store(node, (score, known.1), true));
            }
            if cell != 0 && -least >= score {
                let threats = after.passed().wins().count_ones();
                next.push((threats, self.good[cell.trailing_zeros() as usize], after));
            }
        }
        next.sort_by_key(|&(threats, good, _)| std::cmp::Reverse((threats, good)));
        for (_, _, after) in next {
            if !self.search(&after, 1 - score)? {
                let cell = after.other ^ node.own;
                self.good[cell.trailing_zeros() as usize] += 1;
                return Ok(self.store(node, (score, known.1), true));
            }
        }
        Ok(self.store(node, (known.0, score - 1), false))
    }

    fn slot(&self, node: &Node) -> usize {
        (node.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 41) as usize % self.table.len()
    }

    /// The least and the greatest possible score.
    fn known(&self, node: &Node) -> (i8, i8) {
        match self.table[self.slot(node)] {
            (key, least, most) if key == node.key() => (least, most),
            _ => (-21, 21),
        }
    }

    /// Stores bounds, and returns the answer that they give.
    fn store(&mut self, node: &Node, (least, most): (i8, i8), answer: bool) -> bool {
        let slot = self.slot(node);
        self.table[slot] = (node.key(), least, most);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score by trying all moves.
    fn plain(node: &Node, left: i8) -> i8 {
        let playable = (node.taken() + BOTTOM) & BOARD;
        if node.wins() & playable != 0 {
            return (left + 1) / 2;
        }
        let columns = (0..7).map(|column| playable & 0xff << (8 * column));
        let scores = columns.filter(|&cell| cell != 0);
        let scores = scores.map(|cell| -plain(&node.play(cell), left - 1));
        scores.max().unwrap_or(0)
    }

    #[test]
    fn the_solver_finds_the_scores_of_min_max_also_with_a_void_cell() {
        let (mut solver, mut random, mut changed) = (Solver::new(100_000), 1_u64, 0);
        for _ in 0..1000 {
            let mut board = Board::EMPTY;
            while board.left() > 9 && board.winner().is_none() {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let playable = board.playable();
                let chosen = (random >> 33) % playable.len() as u64;
                board = board.play(playable[usize::try_from(chosen).expect("small")].0);
            }
            if board.winner().is_some() {
                continue;
            }
            let cells = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
            let cells: Vec<At> = cells.collect();
            let voids = (0..2).flat_map(|side| cells.iter().map(move |&at| (side, at)));
            let voids = voids.filter(|&(side, at)| board.completes(side, at));
            let with = plain(&Node::new(&board, None), board.left());
            for void in std::iter::once(None).chain(voids.map(Some)) {
                let score = plain(&Node::new(&board, void), board.left());
                changed += usize::from(score != with);
                for asked in -5..=5 {
                    let found = solver.is_at_least(&board, void, asked);
                    assert_eq!(
                        found.ok(),
                        Some(score >= asked),
                        "{board:?} {void:?} {asked}"
                    );
                }
            }
        }
        assert!(changed > 20, "{changed}");
    }
}
