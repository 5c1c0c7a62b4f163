//! Plays a game against a level. You move first: type a column and Enter.
//!
//!     cargo run --release --example play 8

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::{env, io};

use claimeven::game::{Column, Diagram, Game, GameResult, Side};
use claimeven::play::levels::{self, Level};

fn main() -> Result<(), Box<dyn Error>> {
    let number = env::args().nth(1).unwrap_or("8".into()).parse()?;
    let level = Level::numbered(number).ok_or("expected a level from 0 to 19")?;
    println!("level {number}, Elo {}", level.elo());

    let seed = 1; // another number for another game
    let mut game = Game::default();
    let mut lines = io::stdin().lines();
    while !game.position().is_over() {
        if game.position().side_to_move() == Side::Second {
            let column = levels::choose(&game, level, seed).ok_or("the game is over")?;
            println!("level {number} plays column {column}");
            game.play(column)?;
        } else {
            println!("{}", Diagram::new(&game));
            let Some(line) = lines.next() else { break };
            if let Err(error) = play(&mut game, &line?) {
                println!("{error}");
            }
        }
    }
    println!("{}", Diagram::new(&game));
    match game.position().result() {
        Some(GameResult::Won(side)) => println!("the {side} player wins: {game}"),
        Some(GameResult::Draw) => println!("a draw: {game}"),
        None => println!("not over: {game}"),
    }
    Ok(())
}

/// Plays the column that a person typed.
fn play(game: &mut Game, typed: &str) -> Result<(), Box<dyn Error>> {
    Ok(game.play(typed.trim().parse::<Column>()?)?)
}
