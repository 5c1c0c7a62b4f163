//! Positions of searches, and the cost of trying each of their moves first.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::thread::{self, ScopedJoinHandle};

use claimeven::solver::Solver;
use trainers::Failure;
use trainers::opening::opening;
use trainers::random::Random;

use crate::file::{SERIES, complete_series, write_line};

/// The roots of the searches: how many of a thousand there are, the least and the greatest number
/// of their random moves, and a factor of [`share`]. A search of an opening has many nodes, and
/// those of one search are much alike.
const ROOTS: [(usize, [usize; 2], f32); 4] = [
    (2, [0, 4], 0.03),
    (5, [3, 7], 0.12),
    (370, [7, 14], 1.0),
    (623, [14, 20], 3.0),
];

/// Returns the share of the nodes with this number of stones whose moves are tried. There are few
/// nodes with few stones, but trying their moves takes longest.
pub(crate) fn share(stones: u32) -> f32 {
    match stones {
        0..=7 => 0.03,
        8..=9 => 0.06,
        10 => 0.1,
        11..=12 => 0.15,
        13 => 0.12,
        14..=15 => 0.08,
        16..=17 => 0.05,
        18..=19 => 0.02,
        20..=21 => 0.012,
        22..=23 => 0.006,
        _ => 0.0,
    }
}

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
    let [mut solver, trials] = [Solver::without_book(64)?, Solver::without_book(64)?];
    loop {
        let next = missing.lock().map_err(|_| "a thread panicked")?.next();
        let Some(series) = next else {
            return Ok(());
        };
        let block = block(&mut solver, &trials, series);
        let mut file = file.lock().map_err(|_| "a thread panicked")?;
        file.write_all(block.as_bytes())?;
        eprintln!("series {series}");
    }
}

/// Returns the lines of a series.
fn block(solver: &mut Solver, trials: &Solver, series: usize) -> String {
    let mut dice = Random(series as u64 + 1);
    let mut lines = String::new();
    let mut count = 0;
    while count < SERIES {
        let (length, factor) = root(&mut dice);
        let Some(root) = opening(&mut dice, length) else {
            continue;
        };
        let mut choose = |stones: u8| dice.fraction() < factor * share(stones.into());
        let samples = solver.ordering_samples(trials, &root, &mut choose);
        for sample in samples.into_iter().take(SERIES - count) {
            write_line(&mut lines, series, &sample);
            count += 1;
        }
    }
    lines
}

/// Draws the number of random moves of a root, with the factor of [`share`].
fn root(dice: &mut Random) -> (usize, f32) {
    let mut drawn = dice.below(ROOTS.iter().map(|(count, _, _)| count).sum());
    for (count, lengths, factor) in ROOTS {
        if drawn < count {
            let [least, most] = lengths;
            return (least + dice.below(most - least + 1), factor);
        }
        drawn -= count;
    }
    unreachable!("a number below the sum of the counts")
}
