//! A file of samples: one line per position.
//!
//! ```text
//! MOVER MASK ALPHA COLUMN:SCORE:NODES ...
//! ```

use std::fs;
use std::io;
use std::path::Path;

use claimeven::game::Column;
use claimeven::solver::training::{OrderingSample, SampleMove};
use trainers::Failure;

/// The number of positions in a series; each series has its own random numbers.
pub(crate) const SERIES: usize = 1_000;

/// Returns the text of a file up to its last complete series, and the number of series. Fails if
/// the file contains anything but samples, because the user then probably meant another file.
pub(crate) fn complete_series(path: &Path) -> Result<(String, usize), Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    // An incomplete last line is where a run was stopped.
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    for (number, line) in (1..).zip(whole.lines()) {
        if read_line(line).is_none() {
            let path = path.display();
            return Err(format!("{path}:{number}: not a sample: {line:?}").into());
        }
    }
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let series = lines.len() / SERIES;
    Ok((lines[..series * SERIES].concat(), series))
}

/// Returns the line of a sample.
pub(crate) fn line(sample: &OrderingSample) -> String {
    let OrderingSample {
        mover,
        mask,
        alpha,
        moves,
    } = sample;
    let tried = moves.iter().map(|tried| {
        let number = tried.column.number();
        format!(" {number}:{}:{}", tried.score, tried.nodes)
    });
    format!("{mover} {mask} {alpha}{}\n", tried.collect::<String>())
}

/// Reads the samples of a file's complete series.
pub(crate) fn read(path: &Path) -> Result<Vec<OrderingSample>, Failure> {
    let (text, _) = complete_series(path)?;
    Ok(text.lines().filter_map(read_line).collect())
}

fn read_line(line: &str) -> Option<OrderingSample> {
    let mut words = line.split(' ');
    Some(OrderingSample {
        mover: words.next()?.parse().ok()?,
        mask: words.next()?.parse().ok()?,
        alpha: words.next()?.parse().ok()?,
        moves: words.map(read_move).collect::<Option<_>>()?,
    })
}

fn read_move(word: &str) -> Option<SampleMove> {
    let mut numbers = word.split(':');
    Some(SampleMove {
        column: Column::from_number(numbers.next()?.parse().ok()?)?,
        score: numbers.next()?.parse().ok()?,
        nodes: numbers.next()?.parse().ok()?,
    })
}
