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
//! | [`UNITS`] | the biases of the units |
//! | 7 x [`UNITS`] | of each unit, in the score of each column |
//! | 7 | the bias of the score of each column |
//!
//! The weights of an earlier network with 64 units were fitted further to 877,000 nodes that cut, in
//! searches of random positions. For each of these nodes and each of its moves, it was measured how
//! many nodes the search takes if it tries this move first. The measurement was made in the middle of
//! the search, with a copy of its table. (With an empty table, other moves are the cheapest. A
//! network fitted to such measurements saves less.) The scores are added to the other terms of the
//! move score. Without those terms, fewer moves would fail before the one that cuts, but similar
//! positions would order their moves so differently that the search takes more nodes.
//!
//! The trainer `policy` finds such nodes and fits this network or a new one to them. A million nodes
//! take forty minutes on two cores. More of them still help: with half as many and fewer passes,
//! Begin-Medium took 6 % more nodes.
//!
//! (The network saves 5 % of the nodes of Middle-Medium, 34 % of those of Begin-Medium, 54 % of
//! Begin-Hard and 74 % of the empty board. With 64 units, Begin-Medium would take 6 % more nodes
//! than with 128, and with 256 units no fewer.)

#![expect(clippy::inline_always, reason = "as in `simd`")]
#![cfg_attr(
    not(any(feature = "training", test)),
    expect(unreachable_pub, reason = "public with the feature `training`")
)]

use crate::game::bitboard::WIDTH;
use crate::solver::eval::layer::{PLANES, Rows, WeightReader, add_row, planes, units};
use crate::solver::node::Node;

/// Only nodes with fewer stones than this are scored. (With a limit of 22, Begin-Medium takes 3 %
/// fewer nodes, but asks the network more than twice as often, and that takes as long as a node.)
pub(crate) const POLICY_STONES: u8 = 20;

/// Units of the hidden layer.
pub(crate) const UNITS: usize = 128;
/// The least and the greatest `alpha` that the network distinguishes. An `alpha` outside this range
/// counts as the nearer of the two.
const LEAST_ALPHA: i8 = -6;
const GREATEST_ALPHA: i8 = 5;
/// The number of values of `alpha` that the network distinguishes.
pub(crate) const ALPHAS: usize = (GREATEST_ALPHA - LEAST_ALPHA) as usize + 1;
/// Log2 of the number that represents a score of 1 in the last layer.
const SCORE_BITS: u8 = 12;

const PLAYERS: usize = 2;
const COLUMNS: usize = WIDTH as usize;

type Row = [i16; UNITS];

/// The input of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicyInput {
    /// The planes: stones of the side to move and of the opponent, cells that complete
    /// a four of either, and playable cells, in the layout of [`bitboard`](crate::game::bitboard).
    pub cells: [u64; PLANES],
    /// The `alpha` of the search, counted from the least that the network distinguishes.
    pub alpha_index: usize,
    /// The player to move: 0 for the first, 1 for the second.
    pub player: usize,
}

impl PolicyInput {
    /// Returns the input for a node searched with `alpha`.
    #[inline(always)]
    pub(crate) fn new(node: &Node, alpha: i8) -> PolicyInput {
        PolicyInput {
            cells: planes(node),
            alpha_index: usize::from(
                alpha
                    .clamp(LEAST_ALPHA, GREATEST_ALPHA)
                    .abs_diff(LEAST_ALPHA),
            ),
            player: usize::from(node.stones % 2),
        }
    }
}

/// A score for each column.
pub(crate) type PolicyScores = [i32; COLUMNS];

/// The weights for one player.
struct Policy {
    cells: Rows<UNITS>,
    alphas: [Row; ALPHAS],
    biases: Row,
    scores: [Row; COLUMNS],
    score_biases: [i16; COLUMNS],
}

/// The weights, indexed by the player to move.
static POLICIES: [Policy; PLAYERS] = {
    let mut reader = WeightReader(include_bytes!("policy.bin"));
    [read(&mut reader), read(&mut reader)]
};

const fn read(reader: &mut WeightReader) -> Policy {
    Policy {
        cells: reader.rows(),
        alphas: reader.rows(),
        biases: reader.row(),
        scores: reader.rows(),
        score_biases: reader.row(),
    }
}

/// Returns the network's score for the move in each column of a node searched with `alpha`. The
/// scores are at least 0 and are added to the moves' other scores.
#[inline(always)]
pub(crate) fn policy_scores(node: &Node, alpha: i8) -> PolicyScores {
    let input = PolicyInput::new(node, alpha);
    let policy = &POLICIES[input.player];
    let mut scores = policy.scores(&policy.units(&input));
    let mut least = i32::MAX;
    for score in scores {
        least = least.min(score);
    }
    for score in &mut scores {
        *score -= least;
    }
    scores
}

impl Policy {
    /// Returns the values of the hidden layer's units.
    #[inline(always)]
    fn units(&self, input: &PolicyInput) -> Row {
        let mut sums = self.biases;
        add_row(&mut sums, &self.alphas[input.alpha_index]);
        units(sums, &self.cells, input.cells)
    }

    /// Returns the scores from the values of the units.
    #[inline(always)]
    fn scores(&self, units: &Row) -> PolicyScores {
        let mut scores = [0; COLUMNS];
        for (column, score) in scores.iter_mut().enumerate() {
            let weights = &self.scores[column];
            for unit in 0..UNITS {
                *score += i32::from(units[unit]) * i32::from(weights[unit]);
            }
            *score = (*score >> SCORE_BITS) + i32::from(self.score_biases[column]);
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Mode};
    use crate::solver::eval::layer::PLACES;
    use crate::solver::node::Settled;
    use crate::solver::{AnalysisOptions, Scores, Solver, StopFlag, sample};

    #[test]
    fn no_sum_of_a_unit_overflows() {
        // A cell has a stone of at most one side, but may be set in all other planes.
        for policy in &POLICIES {
            for unit in 0..UNITS {
                for sign in [1, -1] {
                    let signed = |row: &Row| sign * i32::from(row[unit]);
                    let weight =
                        |kind: usize, place: usize| signed(&policy.cells[kind * PLACES + place]);
                    let cell = |place: usize| {
                        let stones = weight(0, place).max(weight(1, place)).max(0);
                        let others = (2..PLANES).map(|kind| weight(kind, place).max(0));
                        stones + others.sum::<i32>()
                    };
                    let alpha = policy.alphas.iter().map(signed).max().unwrap_or(0);
                    let most = (0..PLACES).map(cell).sum::<i32>();
                    let most = most + alpha.max(0) + signed(&policy.biases).max(0);
                    assert!(most <= i32::from(i16::MAX), "{unit}: {most}");
                }
            }
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
            if node.stones != position.stones() || !(14..POLICY_STONES).contains(&node.stones) {
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
            let scores = policy_scores(&node, value - 1);
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
