//! One step of the tuning, by Spall's simultaneous perturbation (1992): it moves all weights at
//! random up or down, compares the nodes with those of the opposite move, and then moves the
//! weights a little towards fewer nodes. One step says hardly anything about a single weight, but
//! thousands of steps do.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use std::array;
use std::ops::RangeInclusive;

use claimeven::game::{Mode, Position};
use claimeven::solver::training::{BUILT_IN_WEIGHTS, WEIGHTS};
use claimeven::solver::{Solver, StopFlag};
use trainers::random::Random;
use trainers::{Failure, cores};

/// A kind of positions.
struct Kind {
    /// The number of random moves before them.
    moves: RangeInclusive<usize>,
    /// The nodes of their search.
    nodes: RangeInclusive<u64>,
}

/// The middle game, whose nodes are like those of any search.
const MIDDLE: Kind = Kind {
    moves: 14..=24,
    nodes: 200..=20_000,
};
/// The opening. One such position takes as long as all others of a step.
const OPENING: Kind = Kind {
    moves: 9..=13,
    nodes: 10_000..=150_000,
};
/// The number of positions of a step. The last one is of the opening.
const LOTS: usize = 41;
/// One position in this many is searched in weak mode.
const WEAK: usize = 6;
/// The reach of a step: this part of a weight, and at least the second number.
const REACH: f32 = 0.09;
const LEAST_REACH: f32 = 2.2;
/// The part of the reach by which a step moves, per unit of the logarithm of the nodes' ratio.
const RATE: f32 = 0.3;
/// The number of steps over which the mean is taken.
const MEMORY: u64 = 4_000;
/// The cost of a search in addition to its nodes, in nodes.
const BASE: f32 = 30.0;

/// The state of a run.
pub(crate) struct Point {
    pub(crate) steps: u64,
    pub(crate) now: Vec<f32>,
    /// The recent means of the weights.
    pub(crate) mean: Vec<f32>,
}

impl Point {
    /// Returns the state with the built-in weights.
    pub(crate) fn first() -> Point {
        let now: Vec<f32> = BUILT_IN_WEIGHTS.map(f32::from).to_vec();
        let mean = now.clone();
        Point {
            steps: 0,
            now,
            mean,
        }
    }

    /// Returns the means as whole numbers.
    pub(crate) fn numbers(&self) -> [i16; WEIGHTS] {
        array::from_fn(|index| self.mean[index].round() as i16)
    }

    /// Returns by how much a step moves each weight, up or down at random.
    fn directions(&self, dice: &mut Random) -> Vec<f32> {
        let numbers = self.now.iter();
        let directions = numbers.map(|number| {
            let reach = (number.abs() * REACH).max(LEAST_REACH);
            if dice.below(2) == 0 { reach } else { -reach }
        });
        directions.collect()
    }

    /// Returns the weights moved by `sign * by`, as whole numbers.
    fn moved(&self, by: &[f32], sign: f32) -> [i16; WEIGHTS] {
        array::from_fn(|index| (self.now[index] + sign * by[index]).round() as i16)
    }

    fn go(&mut self, by: &[f32], how_far: f32) {
        self.steps += 1;
        let share = 1.0 / self.steps.min(MEMORY) as f32;
        for (index, by) in by.iter().enumerate() {
            self.now[index] += how_far * by;
            self.mean[index] += share * (self.now[index] - self.mean[index]);
        }
    }
}

/// A solver that finds positions, and two that compare two sets of weights on them.
pub(crate) struct Player {
    judge: Solver,
    solvers: [Solver; 2],
}

impl Player {
    pub(crate) fn new() -> Result<Player, Failure> {
        Ok(Player {
            judge: Solver::without_book(4)?,
            solvers: [Solver::without_book(4)?, Solver::without_book(4)?],
        })
    }
}

/// Makes a step. Returns the difference between its two sets of weights.
pub(crate) fn step(players: &mut [Player], point: &mut Point) -> Result<f32, Failure> {
    let mut dice = Random(point.steps);
    let by = point.directions(&mut dice);
    let sets = [1.0, -1.0].map(|sign| point.moved(&by, sign));
    for player in &mut *players {
        player.weigh_by(&sets);
    }
    let seed = dice.next_u64();
    let nodes = cores::work(players, 0..LOTS, |player, lot| player.compare(seed, lot))?;
    let difference = difference(&nodes);
    point.go(&by, -RATE * difference);
    Ok(difference)
}

/// Returns the difference between two sets of weights on some positions: the logarithm of the ratio
/// of their nodes. Large positions count more, but less than in proportion to their nodes, because
/// there are few of them.
fn difference(nodes: &[[f32; 2]]) -> f32 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for [first, second] in nodes {
        let counts = (first + second).powf(0.25);
        sum += counts * ((first + BASE) / (second + BASE)).ln();
        weight += counts;
    }
    sum / weight
}

impl Player {
    fn weigh_by(&mut self, sets: &[[i16; WEIGHTS]; 2]) {
        for (solver, numbers) in self.solvers.iter_mut().zip(sets) {
            solver.set_weights(numbers);
        }
    }

    /// Returns the nodes of a random position with each set of weights.
    fn compare(&mut self, seed: u64, lot: usize) -> [f32; 2] {
        let mut dice = Random(seed.wrapping_add(lot as u64));
        let kind = if lot + 1 < LOTS { MIDDLE } else { OPENING };
        let mode = if dice.below(WEAK) == 0 {
            Mode::Weak
        } else {
            Mode::Strong
        };
        let position = loop {
            let length = dice.between(&kind.moves);
            let Some(position) = dice.opening(length) else {
                continue;
            };
            let nodes = nodes(&mut self.judge, &position, Mode::Strong);
            if kind.nodes.contains(&nodes) {
                break position;
            }
        };
        self.solvers
            .each_mut()
            .map(|solver| nodes(solver, &position, mode) as f32)
    }
}

fn nodes(solver: &mut Solver, position: &Position, mode: Mode) -> u64 {
    solver.clear();
    solver
        .solve_until(position, mode, &StopFlag::default())
        .nodes
}
