//! Quiet positions of openings with their outcomes, from games by the book.
//!
//! In each game a move is random with a chance drawn for this game, otherwise it is one of the
//! best. No engine plays, so the result does not depend on earlier weights. (A network trained on
//! positions of mostly random moves chooses worse moves.)

use std::collections::HashSet;

use claimeven::book::Book;
use claimeven::game::{Column, Columns, Position, Score};
use claimeven::solver::training::OPENING_STONES;
use trainers::random::Random;

use crate::games::{Sample, quiet_columns};

/// Plays `games` games and returns their quiet positions, shuffled.
///
/// Each position counts once: all games pass through the first boards, and the network would fit
/// mainly these. (With repetitions it loses 4 % more outcomes of positions of 4 to 12 stones, at
/// 8,000 nodes per move.)
pub(crate) fn play(games: usize) -> Vec<Sample> {
    let book = Book::embedded();
    let mut dice = Random(0);
    let mut seen = HashSet::new();
    let mut samples = Vec::new();
    for _ in 0..games {
        let random = dice.below(100 + 1);
        let mut position = Position::EMPTY;
        while !position.is_over() {
            if quiet_columns(&position).is_some() && seen.insert(position) {
                let score = score(&book, &position);
                samples.push(Sample::new(&position, score.outcome()));
            }
            if position.stones() == OPENING_STONES {
                break;
            }
            let is_random = dice.below(100) < random;
            let columns = if is_random {
                position.legal_columns()
            } else {
                best(&book, &position)
            };
            position = position.play(dice.choose(columns));
        }
    }
    dice.shuffle(&mut samples);
    samples
}

/// Returns the columns that keep the score.
fn best(book: &Book, position: &Position) -> Columns {
    let columns = position.legal_columns();
    let wins: Columns = columns
        .iter()
        .filter(|&column| position.wins(column))
        .collect();
    if !wins.is_empty() {
        return wins;
    }
    let kept = score(book, position);
    let keeps = |column: &Column| -score(book, &position.play(*column)) == kept;
    columns.iter().filter(keeps).collect()
}

fn score(book: &Book, position: &Position) -> Score {
    let score = book.lookup(position);
    score.expect("the book has every unfinished position of an opening")
}
