//! A file of samples: one line per position, one block of lines per series.
//!
//! ```text
//! SERIES MOVER MASK ALPHA COLUMN:SCORE:NODES ...
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use claimeven::game::Column;
use claimeven::solver::training::{OrderingSample, SampleMove};
use trainers::Failure;

/// The number of positions in a series; each series has its own random numbers.
pub(crate) const SERIES: usize = 1_000;

/// Returns the blocks of a file that are complete. Fails if the file contains anything but samples,
/// because the user then probably meant another file.
pub(crate) fn complete_series(path: &Path) -> Result<BTreeMap<usize, String>, Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let mut blocks: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let unexpected = || format!("{}:{number}: not a sample: {line:?}", path.display());
        let Some(whole) = line.strip_suffix('\n') else {
            // An incomplete last line is where a run was stopped.
            if line.contains(|character| !"0123456789 :-".contains(character)) {
                return Err(unexpected().into());
            }
            break;
        };
        let (series, _) = read_line(whole).ok_or_else(unexpected)?;
        let (lines, block) = blocks.entry(series).or_default();
        *lines += 1;
        block.push_str(line);
    }
    blocks.retain(|_, (lines, _)| *lines == SERIES);
    let blocks = blocks.into_iter();
    Ok(blocks.map(|(series, (_, block))| (series, block)).collect())
}

/// Appends a sample of a series.
pub(crate) fn write_line(lines: &mut String, series: usize, sample: &OrderingSample) {
    let OrderingSample {
        mover,
        mask,
        alpha,
        moves,
    } = sample;
    // Writing into a string cannot fail.
    let _ = write!(lines, "{series} {mover} {mask} {alpha}");
    for SampleMove {
        column,
        score,
        nodes,
    } in moves
    {
        let _ = write!(lines, " {}:{score}:{nodes}", column.number());
    }
    lines.push('\n');
}

/// Reads the samples of a file's complete series.
pub(crate) fn read(path: &Path) -> Result<Vec<OrderingSample>, Failure> {
    let blocks = complete_series(path)?;
    let lines = blocks.values().flat_map(|block| block.lines());
    // `complete_series` has checked every line.
    let read = lines.filter_map(read_line);
    Ok(read.map(|(_, sample)| sample).collect())
}

/// Reads a sample and the number of its series.
fn read_line(line: &str) -> Option<(usize, OrderingSample)> {
    let mut words = line.split(' ');
    let series = words.next()?.parse().ok()?;
    let mover = words.next()?.parse().ok()?;
    let mask = words.next()?.parse().ok()?;
    let alpha = words.next()?.parse().ok()?;
    let tried = words.map(|word| {
        let mut numbers = word.split(':');
        let column = Column::from_number(numbers.next()?.parse().ok()?)?;
        let score = numbers.next()?.parse().ok()?;
        let nodes = numbers.next()?.parse().ok()?;
        Some(SampleMove {
            column,
            score,
            nodes,
        })
    });
    let sample = OrderingSample {
        mover,
        mask,
        alpha,
        moves: tried.collect::<Option<_>>()?,
    };
    Some((series, sample))
}
