//! One step: all numbers at once are moved up or down by lot and, the other time, the other
//! way, and then a little towards what took fewer nodes (Spall's simultaneous perturbation,
//! 1992). A step tells hardly anything of any one number; thousands of them do.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "learning is not exact"
)]

use std::array;
use std::ops::RangeInclusive;
use std::thread::{self, ScopedJoinHandle};

use claimeven::game::{Mode, Position};
use claimeven::solver::training::{BUILT_IN_WEIGHTS, WEIGHTS};
use claimeven::solver::{Solver, StopFlag};
use trainers::Failure;
use trainers::opening::opening;
use trainers::random::Random;

/// A kind of positions, and how many a step takes.
struct Kind {
    count: usize,
    /// Random moves that lead to them.
    moves: RangeInclusive<usize>,
    /// Nodes that they take.
    nodes: RangeInclusive<u64>,
}

/// Most of a step's positions are of the middle game, whose nodes are like those of any
/// search; one of the opening takes as long as all of them.
const KINDS: [Kind; 2] = [
    Kind {
        count: 40,
        moves: 14..=24,
        nodes: 200..=20_000,
    },
    Kind {
        count: 1,
        moves: 9..=13,
        nodes: 10_000..=150_000,
    },
];
/// One position in so many is asked only who wins.
const WEAK: usize = 6;
/// How far a step looks: so much of a number, and at least so far.
const REACH: f32 = 0.09;
const LEAST_REACH: f32 = 2.2;
/// How much of that a step moves, for each one of the logarithm of the nodes' ratio.
const RATE: f32 = 0.3;
/// Over so many steps the mean is taken.
const MEMORY: u64 = 4_000;
/// What a search takes beside its nodes, in nodes.
const BASE: f32 = 30.0;

/// How far a run has come.
pub(crate) struct Point {
    pub(crate) steps: u64,
    pub(crate) now: Vec<f32>,
    /// What the numbers were on average lately.
    pub(crate) mean: Vec<f32>,
}

impl Point {
    /// The engine's own numbers.
    pub(crate) fn first() -> Point {
        let now: Vec<f32> = BUILT_IN_WEIGHTS.map(f32::from).to_vec();
        let mean = now.clone();
        Point {
            steps: 0,
            now,
            mean,
        }
    }

    /// The mean in whole numbers.
    pub(crate) fn numbers(&self) -> [i16; WEIGHTS] {
        array::from_fn(|index| self.mean[index].round() as i16)
    }

    /// By how much a step moves each number, up or down by lot.
    fn directions(&self, dice: &mut Random) -> Vec<f32> {
        let numbers = self.now.iter();
        let directions = numbers.map(|number| {
            let reach = (number.abs() * REACH).max(LEAST_REACH);
            if dice.below(2) == 0 { reach } else { -reach }
        });
        directions.collect()
    }

    /// The numbers moved by so much, in whole numbers.
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

/// Solvers that measure sets of numbers, one a core.
pub(crate) struct Players(Vec<Player>);

/// One that finds positions, and two that compare two sets of numbers on them.
struct Player {
    judge: Solver,
    solvers: [Solver; 2],
}

impl Players {
    pub(crate) fn new() -> Result<Players, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let player = |_| {
            Ok(Player {
                judge: Solver::new(4)?,
                solvers: [Solver::new(4)?, Solver::new(4)?],
            })
        };
        (0..cores)
            .map(player)
            .collect::<Result<_, _>>()
            .map(Players)
    }

    /// Makes a step, and tells by how much its two sets of numbers differ.
    pub(crate) fn step(&mut self, point: &mut Point) -> Result<f32, Failure> {
        let mut dice = Random(point.steps);
        let by = point.directions(&mut dice);
        let sets = [1.0, -1.0].map(|sign| point.moved(&by, sign));
        let difference = difference(&self.compare(&sets, dice.next_u64())?);
        point.go(&by, -RATE * difference);
        Ok(difference)
    }

    /// The nodes that each position of a step takes with either set of numbers.
    fn compare(&mut self, sets: &[[i16; WEIGHTS]; 2], seed: u64) -> Result<Vec<[f32; 2]>, Failure> {
        let cores = self.0.len();
        let mut found: Vec<(usize, [f32; 2])> = thread::scope(|scope| {
            let work = move |(core, player): (usize, &mut Player)| {
                player.weigh_by(sets);
                let mine = (core..lots()).step_by(cores);
                mine.map(|lot| (lot, player.compare(seed, lot)))
                    .collect::<Vec<_>>()
            };
            let players = self.0.iter_mut().enumerate();
            let threads: Vec<_> = players
                .map(|player| scope.spawn(move || work(player)))
                .collect();
            let ended = threads.into_iter().map(ScopedJoinHandle::join);
            let parts: Result<Vec<_>, _> = ended.collect();
            parts.map(|parts| parts.concat())
        })
        .map_err(|_| "a thread panicked")?;
        // In one order, however many cores there are: sums depend on it.
        found.sort_by_key(|(lot, _)| *lot);
        Ok(found.into_iter().map(|(_, nodes)| nodes).collect())
    }
}

/// By how much two sets of numbers differ on some positions: the logarithm of the ratio of
/// their nodes. Positions count by size, but not as much as their nodes: of the large ones
/// there are few.
fn difference(nodes: &[[f32; 2]]) -> f32 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for [first, second] in nodes {
        let counts = (first + second).powf(0.25);
        sum += counts * ((first + BASE) / (second + BASE)).ln();
        weight += counts;
    }
    sum / weight
}

/// How many positions a step takes.
fn lots() -> usize {
    KINDS.iter().map(|kind| kind.count).sum()
}

/// The kind of a step's position of that number.
fn kind(lot: usize) -> &'static Kind {
    if lot < KINDS[0].count {
        &KINDS[0]
    } else {
        &KINDS[1]
    }
}

impl Player {
    fn weigh_by(&mut self, sets: &[[i16; WEIGHTS]; 2]) {
        for (solver, numbers) in self.solvers.iter_mut().zip(sets) {
            solver.set_weights(numbers);
        }
    }

    /// The nodes that a position drawn by lot takes with either set of numbers.
    fn compare(&mut self, seed: u64, lot: usize) -> [f32; 2] {
        let mut dice = Random(seed.wrapping_add(lot as u64));
        let kind = kind(lot);
        let mode = if dice.below(WEAK) == 0 {
            Mode::Weak
        } else {
            Mode::Strong
        };
        let position = loop {
            let (first, last) = (*kind.moves.start(), *kind.moves.end());
            let length = first + dice.below(last - first + 1);
            let Some(position) = opening(&mut dice, length) else {
                continue;
            };
            if kind
                .nodes
                .contains(&nodes(&mut self.judge, &position, Mode::Strong))
            {
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
    solver.solve(position, mode, &StopFlag::default()).nodes
}
