//! Takes the numbers further by which the exact search weighs moves.
//!
//!     cargo run --release -p trainers --bin weights -- FILE STEPS [OUTPUT]
//!
//! begins with the engine's own and makes so many steps in all, by the hundred; each tries
//! two sets of numbers on a few random positions and goes a little towards the one with
//! fewer nodes. FILE keeps what was reached, so that a run may be stopped and goes on where
//! it was; the mean of the last steps becomes OUTPUT (`src/solver/ordering/weights.bin`). It
//! works on all cores, and what it finds does not depend on how many there are.

#![expect(clippy::print_stdout, reason = "a program")]

mod file;
mod step;

use std::path::Path;

use trainers::Failure;

use step::{Players, Point};

const OUTPUT: &str = "src/solver/ordering/weights.bin";
/// After so many steps what was reached is kept, and told by how much the nodes of the two
/// sets differ on average, as a logarithm.
const ROUND: u16 = 100;
const USAGE: &str = "expected `FILE STEPS [OUTPUT]`";

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [file, steps] => run(Path::new(file), steps.parse()?, OUTPUT),
        [file, steps, output] => run(Path::new(file), steps.parse()?, output),
        _ => Err(USAGE.into()),
    }
}

fn run(path: &Path, steps: u64, output: &str) -> Result<(), Failure> {
    let mut point = file::read(path)?.unwrap_or_else(Point::first);
    let mut players = Players::new()?;
    while point.steps < steps {
        let mut difference = 0.0;
        for _ in 0..ROUND {
            difference += players.step(&mut point)?.abs();
        }
        file::write(path, &point)?;
        println!(
            "{} steps, {:.4}",
            point.steps,
            difference / f32::from(ROUND)
        );
    }
    let bytes = point.numbers().map(i16::to_le_bytes).concat();
    std::fs::write(output, bytes)?;
    println!("{output}");
    Ok(())
}
