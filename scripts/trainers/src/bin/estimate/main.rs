//! Trains the network behind the engine's heuristic values.
//!
//!     cargo run --release -p trainers --bin estimate -- [POSITIONS] [OUTPUT]
//!
//! The engine as it is plays games, POSITIONS (1,000,000) quiet ones of them are
//! solved, a network is fitted to their outcomes and written to OUTPUT
//! (`src/solver/eval/network.bin`). A tenth of the positions is kept apart: of
//! these it prints how often the network tells the winner. The games are played on
//! all cores and do not depend on how many there are; what is learnt from them may in
//! its last digits, on how a machine's mathematics round.

#![expect(clippy::print_stdout, reason = "a program")]

mod fit;
mod games;

use trainers::Failure;

/// Positions from which anything can be learnt.
const LEAST: usize = 1_000;
const OUTPUT: &str = "src/solver/eval/network.bin";

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let positions: usize = match arguments.next() {
        Some(number) => number.parse()?,
        None => 1_000_000,
    };
    if positions < LEAST {
        return Err(format!("found {positions} positions, expected {LEAST} or more").into());
    }
    let output = arguments.next().unwrap_or_else(|| OUTPUT.to_owned());
    let mut samples = games::play(positions)?;
    let apart = samples.split_off(samples.len() - samples.len() / 10);
    let network = fit::fit(samples, |epoch, network| {
        let told = 100.0 * network.told(&apart);
        println!(
            "epoch {epoch}: the winner told of {told:.2} % of the decided positions kept apart"
        );
    });
    std::fs::write(&output, network.bytes())?;
    println!("{output}");
    Ok(())
}
