//! Trains the networks behind the engine's heuristic values.
//!
//!     cargo run --release -p trainers --bin estimate -- [POSITIONS] [OUTPUT]
//!     cargo run --release -p trainers --bin estimate -- opening [GAMES] [OUTPUT]
//!
//! The first command is for the network of all but the opening. The engine as it is plays
//! games, POSITIONS (1,000,000) quiet ones of them are solved, a network is fitted to their
//! outcomes and written to OUTPUT (`src/solver/eval/network.bin`). The games are played on
//! all cores and do not depend on how many there are.
//!
//! The second command is for the network of the opening: the positions are those of
//! GAMES (1,000,000) between players who know the book, and OUTPUT is
//! `src/solver/eval/opening.bin`.
//!
//! A tenth of the positions is kept apart: of these the trainer prints how often the network
//! tells the winner. What is learnt may in its last digits depend on how a machine's
//! mathematics round.

#![expect(clippy::print_stdout, reason = "a program")]

mod booked;
mod fit;
mod games;

use trainers::Failure;

/// Positions or games from which anything can be learnt.
const LEAST: usize = 1_000;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_opening = arguments.next_if_eq("opening").is_some();
    let count: usize = match arguments.next() {
        Some(number) => number.parse()?,
        None => 1_000_000,
    };
    if count < LEAST {
        return Err(format!("found {count}, expected {LEAST} or more").into());
    }
    let (mut samples, output) = if is_opening {
        (booked::play(count), "src/solver/eval/opening.bin")
    } else {
        (games::play(count)?, "src/solver/eval/network.bin")
    };
    let output = arguments.next().unwrap_or_else(|| output.to_owned());
    println!("{} positions", samples.len());
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
