//! Trains the policy network, which scores moves for the exact search.
//!
//!     cargo run --release -p trainers --bin policy -- samples FILE NUMBER
//!     cargo run --release -p trainers --bin policy -- fit FILE [OUTPUT]
//!
//! `samples` measures the nodes of the present engine if it tries one move or another first, until
//! FILE contains NUMBER positions. It uses all cores and resumes a stopped run; the result depends
//! on neither.
//!
//! `fit` fits the network in OUTPUT (`src/solver/ordering/policy.bin`), or a new one if there is
//! none, to these positions. It keeps a twentieth of them apart. For these it prints the average
//! logarithm of the ratio between the nodes of a search that tries first the best move by ordering
//! and network together, and those of a search that tries the best move first.

#![expect(clippy::print_stdout, reason = "a program")]

mod file;
mod fit;
mod samples;

use std::io::ErrorKind;
use std::path::Path;

use trainers::Failure;

const OUTPUT: &str = "src/solver/ordering/policy.bin";
/// The least number of positions for training.
const LEAST: usize = 1_000;
const USAGE: &str = "expected `samples FILE NUMBER` or `fit FILE [OUTPUT]`";

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["samples", file, number] => samples::gather(Path::new(file), number.parse()?),
        ["fit", file] => fit(file, OUTPUT),
        ["fit", file, output] => fit(file, output),
        _ => Err(USAGE.into()),
    }
}

fn fit(path: &str, output: &str) -> Result<(), Failure> {
    let mut samples = file::read(Path::new(path))?;
    if samples.len() < LEAST {
        let found = samples.len();
        return Err(format!("{path}: expected {LEAST} positions or more; found {found}").into());
    }
    let apart = samples.split_off(samples.len() - samples.len() / 20);
    println!("ordering alone: {:.4}", fit::regret_of_order(&apart));
    let network = match std::fs::read(output) {
        Ok(bytes) => {
            Some(fit::of_bytes(&bytes).ok_or("OUTPUT is not a policy network of this size")?)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let weights = fit::fit(samples, network, |epoch, weights| {
        println!("epoch {epoch}: {:.4}", fit::regret_of(weights, &apart));
    });
    std::fs::write(output, fit::bytes(&weights))?;
    println!("{output}");
    Ok(())
}
