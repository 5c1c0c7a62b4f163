//! Positions of searches, and the cost of trying each of their moves first.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Mutex;
use std::thread::{self, ScopedJoinHandle};

use claimeven::game::{Mode, Position};
use claimeven::solver::training::OrderingSample;
use claimeven::solver::{Solver, StopFlag};
use trainers::Failure;
use trainers::opening::{choose, opening};
use trainers::random::Random;

use crate::file::{SERIES, complete_series, write_line};

/// The least and the greatest number of random moves before a search.
const ROOT: [usize; 2] = [6, 13];
/// The numbers of stones of the samples.
const STONES: RangeInclusive<u8> = 6..=18;
/// The distances of `alpha` from the value of a root: mostly near, and with this chance in a
/// hundred far.
const NEAR: [i8; 2] = [0, -1];
const FAR: [i8; 8] = [3, 2, 1, 0, -1, -2, -3, -4];
const FAR_CHANCE: usize = 15;
/// The number of paths through the tree of a search.
const WAYS: usize = 300;
/// The chance in a hundred that a path follows a move that suffices; a search tries other moves,
/// too. With fewer than these stones it always does, because other moves take long.
const FOLLOWED: usize = 80;
const FOLLOWED_STONES: u8 = 12;
/// The least and the greatest number of nodes of a sample. With fewer there is little to gain, and
/// with more it takes too long.
const LEAST_NODES: u64 = 50;
const MOST_NODES: u64 = 20_000;

/// Measures positions until the file contains `number` of them.
pub(crate) fn gather(path: &Path, number: usize) -> Result<(), Failure> {
    let found = complete_series(path)?;
    let blocks: String = found.values().map(String::as_str).collect();
    let complete = path.with_extension("complete");
    fs::write(&complete, blocks)?;
    fs::rename(&complete, path)?;
    let file = Mutex::new(OpenOptions::new().append(true).open(path)?);
    let missing = (0..number.div_ceil(SERIES)).filter(|series| !found.contains_key(series));
    let missing = Mutex::new(missing);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let work = || work(&missing, &file);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut ended = threads.into_iter().map(ScopedJoinHandle::join);
        ended.try_for_each(|ended| ended.map_err(|_| "a thread panicked")?)
    })
}

fn work(missing: &Mutex<impl Iterator<Item = usize>>, file: &Mutex<File>) -> Result<(), Failure> {
    let mut players = Players {
        judge: Solver::without_book(16)?,
        solver: Solver::without_book(4)?,
    };
    loop {
        let next = missing.lock().map_err(|_| "a thread panicked")?.next();
        let Some(series) = next else {
            return Ok(());
        };
        let block = players.series(series);
        let mut file = file.lock().map_err(|_| "a thread panicked")?;
        file.write_all(block.as_bytes())?;
        eprintln!("series {series}");
    }
}

/// A solver that finds the values of positions and one that tries moves.
struct Players {
    judge: Solver,
    solver: Solver,
}

impl Players {
    /// Returns the lines of a series.
    fn series(&mut self, series: usize) -> String {
        let mut dice = Random(series as u64 + 1);
        let mut lines = String::new();
        let mut count = 0;
        while count < SERIES {
            for sample in self.tree(&mut dice).into_iter().take(SERIES - count) {
                write_line(&mut lines, series, &sample);
                count += 1;
            }
        }
        lines
    }

    /// Tries the moves of positions in the tree of one search.
    fn tree(&mut self, dice: &mut Random) -> Vec<OrderingSample> {
        let mut samples = Vec::new();
        let length = ROOT[0] + dice.below(ROOT[1] - ROOT[0] + 1);
        let Some(root) = opening(dice, length) else {
            return samples;
        };
        self.judge.clear();
        let solution = self
            .judge
            .solve_until(&root, Mode::Strong, &StopFlag::default());
        let Some(value) = solution.bounds.exact() else {
            return samples;
        };
        let mut seen = HashSet::new();
        for _ in 0..WAYS {
            let alpha = match dice.below(100) {
                chance if chance < FAR_CHANCE => FAR[dice.below(FAR.len())],
                _ => NEAR[dice.below(NEAR.len())],
            };
            self.follow(dice, root, value.get() + alpha, &mut seen, &mut samples);
        }
        samples
    }

    /// Follows one path through a tree: by moves that suffice, and by any move if none does.
    fn follow(
        &mut self,
        dice: &mut Random,
        mut position: Position,
        mut alpha: i8,
        seen: &mut HashSet<(u64, i8)>,
        samples: &mut Vec<OrderingSample>,
    ) {
        while !position.is_over() && position.stones() <= *STONES.end() {
            let (exceeds, best) = self.judge.exceeds(&position, alpha);
            let is_new = exceeds && seen.insert((position.key(), alpha));
            if is_new && STONES.contains(&position.stones()) {
                let sample = self.solver.ordering_sample(&position, alpha, MOST_NODES);
                let is_large = |sample: &OrderingSample| {
                    let mut moves = sample.moves.iter();
                    moves.any(|tried| tried.nodes >= LEAST_NODES)
                };
                samples.extend(sample.filter(is_large));
            }
            let is_early = position.stones() < FOLLOWED_STONES;
            let column = match best {
                Some(best) if exceeds && (is_early || dice.below(100) < FOLLOWED) => best,
                _ => choose(dice, position.legal_columns()),
            };
            position = position.play(column);
            alpha = -alpha - 1;
        }
    }
}
