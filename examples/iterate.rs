//! Iterates over all positions with a number of stones, mirror images counted once, and counts the
//! wins, draws and losses of the side to move.
//!
//!     cargo run --release --example iterate 4

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::collections::HashSet;
use std::env;
use std::error::Error;

use claimeven::game::{Outcome, Position};
use claimeven::solver::Solver;

fn main() -> Result<(), Box<dyn Error>> {
    let stones: u8 = env::args().nth(1).unwrap_or("4".into()).parse()?;
    let mut positions = HashSet::from([Position::EMPTY]);
    for _ in 0..stones {
        let next = positions.iter().flat_map(|position| {
            let columns = position.legal_columns();
            columns
                .iter()
                .map(|column| position.play(column).canonical().0)
                .collect::<Vec<_>>()
        });
        positions = next.collect();
    }

    let mut solver = Solver::new(64)?; // keeps its table, so each search helps the next ones
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for position in &positions {
        match solver.solve(position).outcome() {
            Outcome::Win => wins += 1,
            Outcome::Draw => draws += 1,
            Outcome::Loss => losses += 1,
        }
    }
    println!("{} positions with {stones} stones", positions.len());
    println!("{wins} won, {draws} drawn, {losses} lost");
    Ok(())
}
