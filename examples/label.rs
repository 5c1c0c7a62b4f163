//! Labels a file of positions with their scores, on all cores: prints each line and its score.
//!
//!     cargo run --release --example label positions.txt > labelled.txt

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::{env, fs};

use claimeven::game::Position;
use claimeven::solver::{AnalysisOptions, Scores, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = match env::args().nth(1) {
        Some(path) => fs::read_to_string(path)?,
        None => "4453\n445332\n411335344264\n".into(),
    };
    let positions = text.lines().zip(1..).map(|(line, number)| {
        let position = line.parse::<Position>();
        position.map_err(|error| format!("line {number}: {error}"))
    });
    let positions = positions.collect::<Result<Vec<_>, _>>()?;

    let options = AnalysisOptions::default().scores(Scores::Best);
    let analyses = Solver::new(64)?.analyze_all(&positions, options)?;
    for (line, analysis) in text.lines().zip(analyses) {
        let score = analysis.score().ok_or("strong mode proves the score")?;
        println!("{line} {score}");
    }
    Ok(())
}
