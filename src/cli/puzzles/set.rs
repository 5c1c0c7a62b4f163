//! The puzzles found, without twins.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::game::{Column, Game, Position};
use crate::review::puzzle::Puzzle;
use crate::review::record::PuzzleRecord;
use crate::solver::many::Answer;
use crate::solver::{Solver, StopFlag};

/// A position of a game.
#[derive(Debug)]
pub(super) struct Asked {
    /// The number of the game, counted from 1.
    pub(super) number: usize,
    /// The game up to the position.
    pub(super) game: Game,
    /// The next move of the game, if there is one.
    pub(super) played: Option<Column>,
    /// Whether the position is the first of its game. It is asked last.
    pub(super) is_first: bool,
}

/// What was found about a position.
#[derive(Debug, Clone)]
pub(super) struct Finding(Option<(Puzzle, Option<u16>)>);

/// The puzzles of a game, as an entry of the journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GamePuzzles {
    /// The number of the game, counted from 1.
    game: usize,
    puzzles: Vec<PuzzleRecord>,
}

/// The puzzles of all games so far. No two of them share a position of their side to move, nor its
/// mirror image, so that none is the end of another one.
#[derive(Debug, Default)]
pub(super) struct PuzzleSet {
    pub(super) puzzles: Vec<PuzzleRecord>,
    /// The number of the last game.
    pub(super) games: usize,
    /// The keys of all positions in which a solution has an own move, or of their mirror images.
    taken: HashSet<u64>,
    /// Findings about the game at hand, from its end to its start.
    found: Vec<(Asked, Option<Finding>)>,
}

impl Finding {
    /// Finds the puzzle that begins in a position. Returns `None` if the flag is set.
    pub(super) fn of(
        solver: &mut Solver,
        position: &Position,
        is_rated: bool,
        stop: &StopFlag,
    ) -> Option<Finding> {
        let puzzle = Puzzle::find(solver, position, stop).ok()?;
        let rated = puzzle.map(|puzzle| {
            let rating = is_rated.then(|| puzzle.rating(stop));
            (puzzle, rating)
        });
        (!stop.is_stopped()).then_some(Finding(rated))
    }
}

impl Answer for Finding {
    fn mirror(&self) -> Finding {
        let mirror = |(puzzle, rating): &(Puzzle, _)| (puzzle.mirror(), *rating);
        Finding(self.0.as_ref().map(mirror))
    }
}

impl PuzzleSet {
    /// Adds puzzles that an earlier run has found.
    pub(super) fn add(&mut self, earlier: Vec<GamePuzzles>) {
        for GamePuzzles { game, puzzles } in earlier {
            self.games = game;
            self.taken.extend(puzzles.iter().flat_map(own_positions));
            self.puzzles.extend(puzzles);
        }
    }

    /// Takes what was found about a position, or nothing if it is not wanted. After the first position
    /// of a game, which comes last, adds the puzzles of the game, at most `most` in all, and returns
    /// them.
    pub(super) fn take(
        &mut self,
        asked: Asked,
        finding: Option<Finding>,
        mistakes: bool,
        most: usize,
    ) -> Option<GamePuzzles> {
        let (game, is_first) = (asked.number, asked.is_first);
        self.found.push((asked, finding));
        if !is_first {
            return None;
        }
        let before = self.puzzles.len();
        for (asked, finding) in std::mem::take(&mut self.found).into_iter().rev() {
            let Some(Finding(Some((puzzle, rating)))) = finding else {
                continue;
            };
            let found = asked
                .played
                .is_none_or(|played| played == puzzle.solution[0]);
            if mistakes && found || self.puzzles.len() == most {
                continue;
            }
            let record = PuzzleRecord::new(asked.game, puzzle, rating);
            let own = own_positions(&record);
            if own.iter().all(|key| !self.taken.contains(key)) {
                self.taken.extend(own);
                self.puzzles.push(record);
            }
        }
        self.games = game;
        let puzzles = self.puzzles[before..].to_vec();
        Some(GamePuzzles { game, puzzles })
    }
}

/// Returns the key of each position in which the solution has an own move, or of its mirror image.
fn own_positions(puzzle: &PuzzleRecord) -> Vec<u64> {
    let mut position = *puzzle.game.position();
    let mut keys = Vec::new();
    for (ply, &column) in puzzle.solution.iter().enumerate() {
        if ply % 2 == 0 {
            keys.push(position.canonical().0.key());
        }
        position = position.play(column);
    }
    keys
}
