//! The state of a run in a file: the number of its steps, then one line for each weight with its
//! present value and its recent mean.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use claimeven::solver::training::WEIGHTS;
use trainers::{Failure, write_whole};

use crate::step::Point;

/// Reads the state of a run, if there is a file.
pub(crate) fn read(path: &Path) -> Result<Option<Point>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut words = text.split_whitespace();
    let steps = words.next().ok_or("FILE is empty")?.parse()?;
    let numbers: Vec<f32> = words.map(str::parse).collect::<Result<_, _>>()?;
    if numbers.len() != 2 * WEIGHTS {
        return Err(format!("FILE: expected two numbers in each of {WEIGHTS} lines").into());
    }
    let pairs = numbers.chunks(2).map(|pair| (pair[0], pair[1]));
    let (now, mean) = pairs.unzip();
    Ok(Some(Point { steps, now, mean }))
}

/// Writes the state of a run.
pub(crate) fn write(path: &Path, point: &Point) -> Result<(), Failure> {
    let numbers = point.now.iter().zip(&point.mean);
    let lines = numbers.map(|(now, mean)| format!("{now} {mean}\n"));
    let text = format!("{}\n{}", point.steps, lines.collect::<String>());
    Ok(write_whole(path, text.as_bytes())?)
}
