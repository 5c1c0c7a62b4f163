//! Tunes the weights by which the exact search scores moves.
//!
//!     cargo run --release -p trainers --bin weights -- FILE STEPS [OUTPUT]
//!
//! The trainer begins with the built-in weights and makes STEPS steps in all, in rounds of a
//! hundred. Each step tries two sets of weights on a few random positions and moves a little
//! towards the set that takes fewer nodes. FILE contains the state, so that a run that was stopped
//! can resume. The mean of the last steps becomes OUTPUT (`src/solver/ordering/weights.bin`). The
//! trainer uses all cores; their number does not change the result.

#![expect(clippy::print_stdout, reason = "a program")]

mod file;
mod step;

use std::path::Path;

use trainers::{Failure, cores};

use step::{Player, Point, step};

const OUTPUT: &str = "src/solver/ordering/weights.bin";
/// The number of steps after which the trainer saves the state and prints the mean logarithm of the
/// ratio between the nodes of the two sets.
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
    let mut players = cores::states(Player::new)?;
    while point.steps < steps {
        let mut difference = 0.0;
        for _ in 0..ROUND {
            difference += step(&mut players, &mut point)?.abs();
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
