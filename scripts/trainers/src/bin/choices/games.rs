//! The games of levels, and the choices of their players.

use std::fs;

use claimeven::game::Game;
use claimeven::internals::estimate::Choice;
use claimeven::review::grade::Grade;
use claimeven::solver::{Analysis, Solver};
use serde::Deserialize;
use trainers::{Failure, cores};

/// The strongest level whose games are used: perfect play has no Elo of its own.
const STRONGEST: u8 = 19;

/// The choices of a level in a game.
#[derive(Debug)]
pub(crate) struct Played {
    /// The number of the file.
    pub file: usize,
    /// The number of the pair of games in its match.
    pub number: u64,
    pub level: u8,
    pub opponent: u8,
    pub choices: Vec<Choice>,
}

/// A line of results: two games from an opening. The other player begins in the second one.
#[derive(Debug, Deserialize)]
struct Pair {
    number: u64,
    opening: String,
    players: [String; 2],
    games: [String; 2],
}

/// Reads the games of the files and solves their positions. Prints how many games are done.
///
/// # Errors
/// Fails if a file cannot be read or is not one of results.
pub(crate) fn solved(files: &[String]) -> Result<Vec<Played>, Failure> {
    let mut pairs = Vec::new();
    for (file, path) in files.iter().enumerate() {
        for line in fs::read_to_string(path)?.lines() {
            pairs.push((file, serde_json::from_str::<Pair>(line)?));
        }
    }
    let mut solvers = cores::states(|| Ok(Solver::new(64)?))?;
    let found = cores::work(&mut solvers, 0..pairs.len(), |solver, number| {
        let (file, pair) = &pairs[number];
        let [first, second] = [0, 1].map(|number| played(solver, *file, pair, number));
        Ok::<_, String>([first?, second?])
    })?;
    let found: Result<Vec<_>, String> = found.into_iter().collect();
    let found = found?.into_iter().flatten().flatten();
    Ok(found.filter(|played| played.level <= STRONGEST).collect())
}

/// Returns the choices of both players in a game.
fn played(
    solver: &mut Solver,
    file: usize,
    pair: &Pair,
    number: usize,
) -> Result<[Played; 2], String> {
    let game: Game = pair.games[number]
        .parse()
        .map_err(|error| format!("{error}"))?;
    let [first, second] = [number, 1 - number].map(|player| level(&pair.players[player]));
    let (first, second) = (first?, second?);
    let new = |level, opponent| Played {
        file,
        number: pair.number,
        level,
        opponent,
        choices: vec![],
    };
    let mut played = [new(first, second), new(second, first)];
    let moves = game
        .positions()
        .into_iter()
        .zip(game.moves())
        .skip(pair.opening.len());
    for (position, &column) in moves.collect::<Vec<_>>().into_iter().rev() {
        let found: Analysis = solver.analyze(&position, Grade::options(&position));
        let choice = Choice::new(&position, &found.scores(), column);
        played[usize::from(position.stones() % 2)]
            .choices
            .extend(choice);
    }
    Ok(played)
}

/// Returns the number of the level with this name.
fn level(name: &str) -> Result<u8, String> {
    let number = name
        .split('-')
        .nth(1)
        .and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("expected level-0 to level-20; found {name:?}"))
}
