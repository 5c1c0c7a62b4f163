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
    let mut lines = text.lines();
    let steps = lines.next().ok_or("FILE is empty")?.parse()?;
    let mut point = Point {
        steps,
        ..Point::first()
    };
    let expected = || format!("FILE: expected two numbers in each of {WEIGHTS} lines");
    for (now, mean) in point.now.iter_mut().zip(&mut point.mean) {
        let line = lines.next().ok_or_else(expected)?;
        let (first, second) = line.split_once(' ').ok_or_else(expected)?;
        (*now, *mean) = (first.parse()?, second.parse()?);
    }
    Ok(Some(point))
}

/// Writes the state of a run.
pub(crate) fn write(path: &Path, point: &Point) -> Result<(), Failure> {
    let numbers = point.now.iter().zip(&point.mean);
    let lines = numbers.map(|(now, mean)| format!("{now} {mean}\n"));
    let text = format!("{}\n{}", point.steps, lines.collect::<String>());
    Ok(write_whole(path, text.as_bytes())?)
}
