//! Trains the network that advises the exact search which move to try first.
//!
//!     cargo run --release -p trainers --bin policy -- samples FILE NUMBER
//!     cargo run --release -p trainers --bin policy -- fit FILE [OUTPUT]
//!
//! `samples` looks what it costs the engine as it is to try one move or another first, until
//! FILE holds so many positions. It works on all cores and goes on where it was when it was
//! stopped; what it finds depends on neither. `fit` goes on from the network in OUTPUT
//! (`src/solver/ordering/policy.bin`), or begins anew where there is none, and fits it to them. A
//! twentieth of the positions is kept apart: of these it prints how much longer, as a
//! logarithm, a search takes that tries first what the order and the network together
//! promise most, than one that tries the best move.

#![expect(clippy::print_stdout, reason = "a program")]

mod file;
mod fit;
mod samples;

use std::io::ErrorKind;
use std::path::Path;

use trainers::Failure;

use fit::Network;

const OUTPUT: &str = "src/solver/ordering/policy.bin";
/// Positions from which anything can be learnt.
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
        return Err(format!("{path} holds {found} positions, expected {LEAST} or more").into());
    }
    let apart = samples.split_off(samples.len() - samples.len() / 20);
    println!("the order alone: {:.4}", fit::regret_of_order(&apart));
    let network = match std::fs::read(output) {
        Ok(bytes) => Some(Network::of_bytes(&bytes).ok_or("OUTPUT is no network of this kind")?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let network = fit::fit(samples, network, |epoch, network| {
        println!("epoch {epoch}: {:.4}", network.regret(&apart));
    });
    std::fs::write(output, network.bytes())?;
    println!("{output}");
    Ok(())
}
