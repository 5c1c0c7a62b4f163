//! Trains the networks of the static evaluation.
//!
//!     cargo run --release -p trainers --bin estimate -- [POSITIONS] [OUTPUT]
//!     cargo run --release -p trainers --bin estimate -- opening [GAMES] [OUTPUT]
//!
//! The first command trains the network for later boards. It plays games of the present engine,
//! solves POSITIONS (1,000,000) of their quiet positions, fits a network to the outcomes and writes
//! it to OUTPUT (`src/solver/eval/network.bin`). It plays on all cores; their number does not
//! change the games.
//!
//! The second command trains the network for the opening, on the positions of GAMES (1,000,000) by
//! the book. Its OUTPUT is `src/solver/eval/opening.bin`.
//!
//! The trainer keeps a tenth of the positions apart and prints how often the network predicts their
//! winner. The last digits of the weights may depend on how the machine rounds.

#![expect(clippy::print_stdout, reason = "a program")]

mod booked;
mod fit;
mod games;

use trainers::Failure;

/// The least number of positions or games for training.
const LEAST: usize = 1_000;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_opening = arguments.next_if_eq("opening").is_some();
    let count: usize = match arguments.next() {
        Some(number) => number.parse()?,
        None => 1_000_000,
    };
    if count < LEAST {
        return Err(format!("expected {LEAST} or more; found {count}").into());
    }
    let (mut samples, output) = if is_opening {
        (booked::play(count), "src/solver/eval/opening.bin")
    } else {
        (games::play(count)?, "src/solver/eval/network.bin")
    };
    let output = arguments.next().unwrap_or_else(|| output.to_owned());
    println!("{} positions", samples.len());
    let apart = samples.split_off(samples.len() - samples.len() / 10);
    let weights = fit::fit(samples, |epoch, weights| {
        let right = 100.0 * fit::predicted(weights, &apart);
        println!("epoch {epoch}: predicts {right:.2} % of the winners of the positions kept apart");
    });
    std::fs::write(&output, fit::bytes(&weights))?;
    println!("{output}");
    Ok(())
}
