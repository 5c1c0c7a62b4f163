//! Annotates the games of a PGN file: each bad move gets its mark and a comment. Prints PGN.
//!
//!     cargo run --release --example annotate games.pgn

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::{env, fs};

use claimeven::game::{Mode, pgn};
use claimeven::review::annotate::annotate;
use claimeven::solver::Solver;

/// The game without an argument.
const GAME: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. a1 d1 2. d2 d3 3. d4 c1 *";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match env::args().nth(1) {
        Some(path) => fs::read_to_string(path)?,
        None => GAME.into(),
    };
    let mut solver = Solver::new(64)?;
    for game in pgn::games(text.lines()) {
        let mut game = game?;
        for annotation in annotate(&mut solver, &game.game, Mode::Strong).annotations {
            if let Some(mark) = annotation.mark {
                let note = &mut game.notes[annotation.ply - 1];
                note.nags.push(mark.nag());
                note.comment = format!("{} to {}", annotation.before, annotation.after);
            }
        }
        print!("{game}");
    }
    Ok(())
}
