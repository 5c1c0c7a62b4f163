//! Searches a position for at most a second and a number of nodes, and shows what is proven by then.
//!
//!     cargo run --release --example limit 44 100000

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::env;
use std::error::Error;
use std::time::Duration;

use claimeven::game::{Mode, Position};
use claimeven::solver::{Limits, Silent, Solver, StopFlag, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let position: Position = arguments.next().unwrap_or("44".into()).parse()?;
    let nodes: u64 = arguments.next().unwrap_or("100000".into()).parse()?;

    let limits = Limits::default().nodes(nodes);
    let task = Task::new(position, Mode::Strong).limits(limits);
    // Without a book, there is something to search. The flag is set after a second.
    let mut solver = Solver::without_book(64)?;
    let report = solver.search(&task, &StopFlag::after(Duration::from_secs(1)), &mut Silent);

    println!("{} nodes, solved: {}", report.nodes, report.solved);
    for line in &report.lines {
        println!("play column {}, score {}", line.column, line.bounds);
    }
    for (column, bounds) in &report.columns {
        println!("column {column}: {bounds}");
    }
    Ok(())
}
