//! Positions of searches, and the cost of trying each of their moves first.

use std::fs::OpenOptions;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use claimeven::solver::Solver;
use trainers::random::Random;
use trainers::{Failure, cores, write_whole};

use crate::file::{SERIES, complete_series, line};

/// The roots of the searches: how many of a thousand there are, the least and the greatest number
/// of their random moves, and a factor of [`share`]. A search of an opening has many nodes, and
/// those of one search are much alike.
const ROOTS: [(usize, RangeInclusive<usize>, f32); 4] = [
    (2, 0..=4, 0.03),
    (5, 3..=7, 0.12),
    (370, 7..=14, 1.0),
    (623, 14..=20, 3.0),
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

/// Measures positions until the file contains `number` of them. Saves some series at a time.
pub(crate) fn gather(path: &Path, number: usize) -> Result<(), Failure> {
    let (text, mut done) = complete_series(path)?;
    write_whole(path, text.as_bytes())?;
    let mut file = OpenOptions::new().append(true).open(path)?;
    let solvers = || Ok([Solver::without_book(64)?, Solver::without_book(64)?]);
    let mut solvers = cores::states(solvers)?;
    let all = number.div_ceil(SERIES);
    while done < all {
        let next = all.min(done + 4 * solvers.len());
        let blocks = cores::work(&mut solvers, done..next, |[solver, trials], series| {
            block(solver, trials, series)
        })?;
        file.write_all(blocks.concat().as_bytes())?;
        eprintln!("{next} of {all} series");
        done = next;
    }
    Ok(())
}

/// Returns the lines of a series.
fn block(solver: &mut Solver, trials: &Solver, series: usize) -> String {
    let mut dice = Random(series as u64 + 1);
    let mut lines = String::new();
    let mut count = 0;
    while count < SERIES {
        let (length, factor) = root(&mut dice);
        let Some(root) = dice.opening(length) else {
            continue;
        };
        let mut choose = |stones: u8| dice.fraction() < factor * share(stones.into());
        let samples = solver.ordering_samples(trials, &root, &mut choose);
        for sample in samples.into_iter().take(SERIES - count) {
            lines += &line(&sample);
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
            return (dice.between(&lengths), factor);
        }
        drawn -= count;
    }
    unreachable!("a number below the sum of the counts")
}
