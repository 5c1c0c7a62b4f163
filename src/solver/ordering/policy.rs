//! The policy network: scores the moves of nodes with few stones.
//!
//! There are few nodes early in the game, but there it costs most to search another move before the
//! one that cuts. For these nodes a small neural network adds to the score of each move. It sees
//! the whole board, including what [`move_score`](super::move_score) cannot count.
//!
//! Its inputs are one bit for each plane and cell, and `alpha`. So the sums of its one hidden layer
//! are sums of rows of weights. Each player has a network, because odd and even rows have different
//! values for the two. All arithmetic is in whole numbers, so every machine computes the same
//! scores.
//!
//! The weights are in `policy.bin`, as little-endian `i16`, for the first player and then for the
//! second:
//!
//! | Count | Weights |
//! |-|-|
//! | 5 x 49 x [`UNITS`] | of each unit, for each bit of each plane |
//! | 12 x [`UNITS`] | of each unit, for each `alpha` |
//! | 7 x [`UNITS`] | of each unit, in the score of each column |
//! | 7 | the bias of the score of each column |
//!
//! The stones and the playable cell of a column are up to six inputs. The compiler sums their rows
//! for all contents of each half of a column, so a node adds two rows per column. (With one row per
//! whole column, the sums would take half a megabyte. That is too much for the program's file, and
//! to compute them would take the first search a third of a millisecond.)
//!
//! The weights of an earlier network with 64 units were fitted further to 1.7 million nodes that
//! cut, in searches of random positions. For each of these nodes and each of its moves, it was
//! measured how many nodes the search takes if it tries this move first. The measurement was made in
//! the middle of the search, with a copy of its table. (With an empty table, other moves are the
//! cheapest. A network fitted to such measurements saves less.) The scores are added to the other
//! terms of the move score. Without those terms, fewer moves would fail before the one that cuts, but
//! similar positions would order their moves so differently that the search takes more nodes.
//!
//! The trainer `policy` finds such nodes and fits this network or a new one to them. A million nodes
//! take an hour on two cores. (The last 793,000 saved 0.6 % of the nodes of Middle-Medium, 1 % of
//! Begin-Medium and 5 % of 300 random positions of 8 to 13 stones.)
//!
//! (The network saves 9 % of the nodes of Middle-Medium and 36 % of those of Begin-Medium. With 64
//! units, Begin-Medium would take 6 % more nodes than with 128, and with 256 units no fewer. For
//! nodes with 20 stones and more, a network of their own with 32 units is worse than this one.)

#![expect(clippy::inline_always, reason = "as in `simd`")]

use crate::game::bitboard::{BOTTOM, HEIGHT, STRIDE, WIDTH, winning_cells};
use crate::solver::eval::layer::{PLACES, Rows, WeightReader, add_row, units};
use crate::solver::node::Node;
use crate::solver::simd::Isa;

/// Units of the hidden layer.
pub(crate) const UNITS: usize = 128;
/// The least and the greatest `alpha` that the network distinguishes. An `alpha` outside this range
/// counts as the nearer of the two.
pub(crate) const LEAST_ALPHA: i8 = -6;
const GREATEST_ALPHA: i8 = 5;
/// The number of values of `alpha` that the network distinguishes.
pub(crate) const ALPHAS: usize = (GREATEST_ALPHA - LEAST_ALPHA) as usize + 1;
/// Log2 of the number that represents a score of 1 in the last layer.
const SCORE_BITS: u8 = 12;

/// A node is scored if it has at most this number of stones plus one for each of its moves.
///
/// (If all nodes with fewer than 20 stones are scored and no others, Middle-Medium takes 3 % more
/// nodes and random positions of 14 to 22 stones 5 % more.)
const POLICY_STONES: u8 = 16;

const COLUMNS: usize = WIDTH as usize;
/// A column consists of two parts with this many cells each, the lower and the upper one.
const PART_CELLS: usize = HEIGHT as usize / 2;
/// The number of different contents of a part. In binary, contents are a one for each stone of the
/// side to move, from the bottom, with another one above all stones; 0 is a part without support.
const CONTENTS: usize = 2 << PART_CELLS;

type Row = [i16; UNITS];

/// A score for each column.
pub(crate) type PolicyScores = [i32; COLUMNS];

/// The network of one player.
#[repr(C, align(64))]
struct Policy {
    /// For each part of each column and its contents, the sum of the weights of its stones and its
    /// playable cell: one row to add in place of up to three.
    parts: [[Row; CONTENTS]; 2 * COLUMNS],
    /// The weights of the cells that complete a four of the side to move, then of the opponent.
    wins: [Row; 2 * PLACES],
    /// The weights of each alpha.
    alphas: [Row; ALPHAS],
    scores: [Row; COLUMNS],
    score_biases: [i16; COLUMNS],
}

/// The networks, indexed by the player to move.
static POLICIES: [Policy; 2] = [const { Policy::built_in(0) }, const { Policy::built_in(1) }];

/// Whether the network scores the moves of a node with `stones` stones. `open` has one bit per
/// move. The search of a node with few moves is short.
#[inline(always)]
pub(crate) fn is_scored(stones: u8, open: u8) -> bool {
    // The first comparison saves most nodes the count, which the baseline x86-64 has to emulate.
    stones <= POLICY_STONES + WIDTH
        && u32::from(stones) <= u32::from(POLICY_STONES) + open.count_ones()
        && !open.is_power_of_two()
}

/// Returns the network's scores for a node searched with `alpha`. Only their differences matter.
#[inline(always)]
pub(crate) fn policy_scores<I: Isa>(isa: I, node: &Node, alpha: i8) -> PolicyScores {
    let policy = &POLICIES[usize::from(node.stones % 2)];
    let units = policy.units(node, alpha);
    let mut scores = [0; COLUMNS];
    for (column, score) in scores.iter_mut().enumerate() {
        let product = isa.dot(&units, &policy.scores[column]);
        *score = (product >> SCORE_BITS) + i32::from(policy.score_biases[column]);
    }
    scores
}

impl Policy {
    /// Returns the network of a player.
    #[expect(clippy::large_stack_arrays, reason = "only the compiler calls it")]
    const fn built_in(player: usize) -> Policy {
        let weights = include_bytes!("policy.bin");
        let (_, weights) = weights.split_at(weights.len() / 2 * player);
        let mut reader = WeightReader(weights);
        let cells: Rows<UNITS> = reader.rows();
        let mut policy = Policy {
            parts: [[[0; UNITS]; CONTENTS]; 2 * COLUMNS],
            wins: [[0; UNITS]; 2 * PLACES],
            alphas: reader.rows(),
            scores: reader.rows(),
            score_biases: reader.row(),
        };
        let mut part = 0;
        while part < 2 * COLUMNS {
            let bottom = part / 2 * STRIDE as usize + part % 2 * PART_CELLS;
            let mut contents = 1;
            while contents < CONTENTS {
                policy.parts[part][contents] = part_row(&cells, bottom, contents);
                contents += 1;
            }
            part += 1;
        }
        let mut place = 0;
        while place < 2 * PLACES {
            policy.wins[place] = cells[2 * PLACES + place];
            place += 1;
        }
        policy
    }

    /// Returns the values of the hidden layer's units for a node searched with `alpha`.
    #[inline(always)]
    fn units(&self, node: &Node, alpha: i8) -> Row {
        let alpha = alpha.clamp(LEAST_ALPHA, GREATEST_ALPHA);
        let mut sums = self.alphas[usize::from(alpha.abs_diff(LEAST_ALPHA))];
        let mut columns = node.mover + node.mask + BOTTOM;
        for [lower, upper] in self.parts.as_chunks().0 {
            let contents = usize::from(columns.to_le_bytes()[0]) % (CONTENTS << PART_CELLS);
            // If the upper part has support, the lower one is full.
            let full = CONTENTS / 2;
            add_row(&mut sums, &lower[contents.min(full + contents % full)]);
            add_row(&mut sums, &upper[contents / full]);
            columns >>= STRIDE;
        }
        let mine = winning_cells(node.mover, node.mask);
        units(sums, &self.wins, [mine, node.opponent_winning_cells])
    }
}

/// Returns the sum of the weights of the stones and of the playable cell in the part of a column
/// above the cell `bottom`.
const fn part_row(cells: &Rows<UNITS>, bottom: usize, contents: usize) -> Row {
    let mut sums = [0; UNITS];
    let stones = contents.ilog2() as usize;
    let mut row = 0;
    while row < PART_CELLS && row <= stones {
        let mine = contents >> row & 1;
        let plane = if row == stones { 4 } else { 1 - mine };
        add_row(&mut sums, &cells[plane * PLACES + bottom + row]);
        row += 1;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Mode};
    use crate::solver::eval::layer::planes;
    use crate::solver::node::Settled;
    use crate::solver::simd::Portable;
    use crate::solver::tests::sample;
    use crate::solver::{AnalysisOptions, Scores, Solver, StopFlag};

    #[test]
    fn no_sum_of_a_unit_overflows() {
        for policy in &POLICIES {
            for (unit, sign) in (0..UNITS).flat_map(|unit| [(unit, 1), (unit, -1)]) {
                let signed = |row: &Row| sign * i32::from(row[unit]);
                let most = |rows: &[Row]| rows.iter().map(signed).max().unwrap_or(0);
                let columns = policy.parts.iter().map(|part| most(part));
                let columns: i32 = columns.sum();
                let wins: i32 = policy.wins.iter().map(|row| signed(row).max(0)).sum();
                let most = columns + wins + most(&policy.alphas);
                assert!(most <= i32::from(i16::MAX), "{unit}: {most}");
            }
        }
    }

    #[test]
    fn a_column_adds_the_rows_of_its_stones_and_its_playable_cell() {
        let mut reader = WeightReader(include_bytes!("policy.bin"));
        let cells: Rows<UNITS> = reader.rows();
        let first_player = sample::nodes(2_000).filter(|node| node.stones.is_multiple_of(2));
        for node in first_player {
            let policy = &POLICIES[0];
            let expected = units(policy.alphas[0], &cells, planes(&node));
            assert_eq!(policy.units(&node, LEAST_ALPHA), expected, "{node:?}");
        }
    }

    #[test]
    fn the_networks_move_is_a_best_one_more_often_than_by_chance() {
        let mut solver = Solver::without_book(16).expect("16 MiB can be had");
        let stop = StopFlag::default();
        let (mut asked, mut found, mut by_chance) = (0, 0, 0.0);
        for position in sample::positions() {
            let settled = Settled::of(&position);
            let Settled::Quiet { node, .. } = settled else {
                continue;
            };
            if node.stones != position.stones() || !(14..20).contains(&node.stones) {
                continue;
            }
            let options = AnalysisOptions {
                mode: Mode::Strong,
                scores: Scores::Ties,
                line: false,
            };
            let best = solver.analyze_until(&position, options, &stop);
            let best = best.expect("nobody stops it");
            let good = best.ties.iter().map(Column::cells);
            let good = node.moves & good.fold(0, |cells, column| cells | column);
            if good == node.moves {
                continue;
            }
            let value = best.bounds.exact().expect("strong mode tells").get();
            let scores = policy_scores(Portable, &node, value - 1);
            let chosen = Column::ALL
                .into_iter()
                .filter(|column| node.moves & column.cells() != 0)
                .max_by_key(|column| scores[column.index()])
                .expect("a quiet position has moves");
            asked += 1;
            found += i32::from(good & chosen.cells() != 0);
            by_chance += f64::from(good.count_ones()) / f64::from(node.moves.count_ones());
            if asked == 1_000 {
                break;
            }
        }
        assert!(f64::from(found) > 1.5 * by_chance, "{found}, {by_chance}");
    }
}
