//! Which move to try first near the root: a small neural network's advice.
//!
//! Near the root there are few nodes, and a move that fails before another one cuts
//! costs most. There a network looks at the whole board for what [`order`](super::order)
//! cannot count, and adds to what each move promises.
//!
//! Its inputs are cells that hold something or not, and how much is asked for, so that
//! the sums of its one hidden layer are sums of rows of weights. Each player has a
//! network, for odd and even rows are not the same to both. All of it is in whole
//! numbers: every machine finds the same.
//!
//! The weights are in `policy.bin`, little-endian `i16`, for the first player and then
//! for the second:
//!
//! | Count | What |
//! |-|-|
//! | 5 x 49 x [`UNITS`] | for each kind of input, each bit of the board, each unit its weight |
//! | 12 x [`UNITS`] | for each goal the same |
//! | [`UNITS`] | what the units begin with |
//! | 7 x [`UNITS`] | for each column the weights of the units in its promise |
//! | 7 | for each column what its promise begins with |
//!
//! They were fitted to four million nodes that cut, of searches from random positions: to
//! how many nodes it took with one move or another tried first.
//! Several larger networks learnt that, each from other nodes or for another measure, and
//! this one what they advise together. What is advised counts beside what the order
//! promises: instead of it, moves fail less often, but equal positions are searched in so
//! many orders that all in all it takes more nodes.
//!
//! The example `policy` finds such nodes and fits a network to them, the present one or a new
//! one: from two million, which take an hour on two cores, comes a new one with which searches
//! take from 1 % fewer to 4 % more nodes than with this one.
//!
//! (Nodes: Begin-Hard 34 % less, the empty board 35 %, Begin-Medium 14 %, Middle-Medium
//! 3 %. With 128 units 1 to 2 % less again, at twice the time.)

#![expect(clippy::inline_always, reason = "see `arch`")]

use super::node::Node;
use super::rows::{add, add_all, numbers};
use crate::game::bitboard::{STRIDE, WIDTH, playable, winning_cells};

/// Positions with fewer stones than this are looked at: with up to 22 there would be 1 to
/// 3 % fewer nodes, but what follows them is too short to be worth a look.
pub(super) const ADVISED_STONES: u8 = 18;

/// Units of the hidden layer.
pub const UNITS: usize = 64;
/// Kinds of cells: stones of the side to move and of the other one, cells that give
/// either of them four, and playable ones.
pub const KINDS: usize = 5;
/// Bits of a board.
const PLACES: usize = STRIDE as usize * WIDTH as usize;
/// The least and the greatest `alpha` to exceed of those told apart; those beyond count as
/// these.
const LOSS: i8 = -6;
const WIN: i8 = 5;
/// The goals told apart.
pub const GOALS: usize = (WIN - LOSS) as usize + 1;
/// A unit is open between 0 and this, a weight of one.
const ONE: i16 = 256;
/// Log2 of what a promise of one is in the last layer.
const PROMISE_BITS: u8 = 12;

const PLAYERS: usize = 2;
const COLUMNS: usize = WIDTH as usize;

type Row = [i16; UNITS];

/// What the network is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The cells of each kind: stones of the side to move and of the other one, cells that
    /// give either of them four, and playable ones, in the layout of
    /// [`bitboard`](crate::game::bitboard).
    pub cells: [u64; KINDS],
    /// Which of the goals, by how much is to be exceeded.
    pub goal: usize,
    /// Who is to move: 0 the first player, 1 the second.
    pub player: usize,
}

impl Question {
    /// Which move of a node to try first so as to exceed `alpha`.
    #[inline(always)]
    pub(super) fn new(node: &Node, alpha: i8) -> Question {
        Question {
            cells: [
                node.mover,
                node.mask ^ node.mover,
                winning_cells(node.mover, node.mask),
                node.theirs,
                playable(node.mask),
            ],
            goal: usize::from(alpha.clamp(LOSS, WIN).abs_diff(LOSS)),
            player: usize::from(node.stones % 2),
        }
    }
}

/// A number for each column.
pub(super) type Advice = [i32; COLUMNS];

/// The weights for one player.
struct Policy {
    cells: [[Row; PLACES]; KINDS],
    goals: [Row; GOALS],
    begin: Row,
    promises: [Row; COLUMNS],
    first_promises: [i16; COLUMNS],
}

/// By the player to move.
static POLICIES: [Policy; PLAYERS] = {
    let bytes = include_bytes!("policy.bin");
    [read(bytes, 0), read(bytes, 1)]
};

const ROW_BYTES: usize = 2 * UNITS;
const ROWS: usize = KINDS * PLACES + GOALS + 1 + COLUMNS;
const PLAYER_BYTES: usize = ROWS * ROW_BYTES + 2 * COLUMNS;

const fn read(bytes: &[u8; PLAYERS * PLAYER_BYTES], player: usize) -> Policy {
    let begin = player * PLAYER_BYTES;
    let mut policy = Policy::NONE;
    let mut at = 0;
    while at < KINDS * PLACES {
        policy.cells[at / PLACES][at % PLACES] = numbers(bytes, begin + at * ROW_BYTES);
        at += 1;
    }
    let mut goal = 0;
    while goal < GOALS {
        policy.goals[goal] = numbers(bytes, begin + at * ROW_BYTES);
        at += 1;
        goal += 1;
    }
    policy.begin = numbers(bytes, begin + at * ROW_BYTES);
    let mut column = 0;
    while column < COLUMNS {
        at += 1;
        policy.promises[column] = numbers(bytes, begin + at * ROW_BYTES);
        column += 1;
    }
    policy.first_promises = numbers(bytes, begin + ROWS * ROW_BYTES);
    policy
}

/// What each column's move promises to a side that is to exceed `alpha`, to be added to
/// what [`order`](super::order) makes of it; at least 0.
#[inline(always)]
pub(super) fn advise(node: &Node, alpha: i8) -> Advice {
    let question = Question::new(node, alpha);
    let policy = &POLICIES[question.player];
    let mut promises = policy.promises(&policy.units(&question));
    let mut least = i32::MAX;
    for promise in promises {
        least = least.min(promise);
    }
    for promise in &mut promises {
        *promise -= least;
    }
    promises
}

impl Policy {
    #[expect(clippy::large_stack_arrays, reason = "the compiler's stack")]
    const NONE: Policy = Policy {
        cells: [[[0; UNITS]; PLACES]; KINDS],
        goals: [[0; UNITS]; GOALS],
        begin: [0; UNITS],
        promises: [[0; UNITS]; COLUMNS],
        first_promises: [0; COLUMNS],
    };

    /// How far each unit is open.
    #[inline(always)]
    fn units(&self, question: &Question) -> Row {
        let mut sums = self.begin;
        add(&mut sums, &self.goals[question.goal]);
        for (kind, rows) in self.cells.iter().enumerate() {
            add_all(&mut sums, rows, question.cells[kind]);
        }
        for sum in &mut sums {
            *sum = (*sum).clamp(0, ONE);
        }
        sums
    }

    #[inline(always)]
    fn promises(&self, units: &Row) -> Advice {
        let mut promises = [0; COLUMNS];
        for (column, promise) in promises.iter_mut().enumerate() {
            let weights = &self.promises[column];
            for unit in 0..UNITS {
                *promise += i32::from(units[unit]) * i32::from(weights[unit]);
            }
            *promise = (*promise >> PROMISE_BITS) + i32::from(self.first_promises[column]);
        }
        promises
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Mode};
    use crate::solver::node::Settled;
    use crate::solver::{Solver, StopFlag, sample};

    #[test]
    fn no_sum_of_a_unit_overflows() {
        // Of two kinds of stones a cell holds one, of the other kinds it may hold all.
        for policy in &POLICIES {
            for unit in 0..UNITS {
                for sign in [1, -1] {
                    let signed = |row: &Row| sign * i32::from(row[unit]);
                    let weight = |kind: usize, place: usize| signed(&policy.cells[kind][place]);
                    let cell = |place: usize| {
                        let stones = weight(0, place).max(weight(1, place)).max(0);
                        let others = (2..KINDS).map(|kind| weight(kind, place).max(0));
                        stones + others.sum::<i32>()
                    };
                    let goal = policy.goals.iter().map(signed).max().unwrap_or(0);
                    let most = (0..PLACES).map(cell).sum::<i32>();
                    let most = most + goal.max(0) + signed(&policy.begin).max(0);
                    assert!(most <= i32::from(i16::MAX), "{unit}: {most}");
                }
            }
        }
    }

    #[test]
    fn the_move_advised_is_a_best_one_more_often_than_by_chance() {
        let mut solver = Solver::new(16).expect("16 MiB can be had");
        let stop = StopFlag::default();
        let (mut asked, mut found, mut by_chance) = (0, 0, 0.0);
        for position in sample::positions() {
            let settled = Settled::of(&position);
            let Settled::Open { node, .. } = settled else {
                continue;
            };
            if node.stones != position.stones() || !(14..ADVISED_STONES).contains(&node.stones) {
                continue;
            }
            let best = solver.best(&position, Mode::Strong, &stop);
            let best = best.expect("nobody stops it");
            let good = best.columns.iter().map(Column::cells);
            let good = node.moves & good.fold(0, |cells, column| cells | column);
            if good == node.moves {
                continue;
            }
            let value = best.bounds.exact().expect("strong mode tells").get();
            let advice = advise(&node, value - 1);
            let advised = Column::ALL
                .into_iter()
                .filter(|column| node.moves & column.cells() != 0)
                .max_by_key(|column| advice[column.index()])
                .expect("a quiet position has moves");
            asked += 1;
            found += i32::from(good & advised.cells() != 0);
            by_chance += f64::from(good.count_ones()) / f64::from(node.moves.count_ones());
            if asked == 1_000 {
                break;
            }
        }
        assert!(f64::from(found) > 1.5 * by_chance, "{found}, {by_chance}");
    }
}
