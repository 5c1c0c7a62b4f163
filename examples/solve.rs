//! Solves a position: the score of each column, and best play to the end of the game.
//!
//!     cargo run --release --example solve 445332

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::env;
use std::error::Error;

use claimeven::game::Column;

fn main() -> Result<(), Box<dyn Error>> {
    let moves = env::args().nth(1).unwrap_or("445332".into());
    let analysis = claimeven::analyze(&moves)?;
    for (column, score) in Column::ALL.into_iter().zip(analysis.scores()) {
        match score {
            Some(score) => println!("column {column}: {score}"),
            None => println!("column {column}: cannot be played"),
        }
    }
    if let Some(best) = analysis.best {
        let line: String = analysis.line.iter().map(Column::to_string).collect();
        println!("best: column {best}, then the game goes {line}");
    }
    Ok(())
}
