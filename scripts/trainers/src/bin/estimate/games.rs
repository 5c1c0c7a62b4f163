//! Quiet positions with their outcomes, from games of the engine with some random moves. (A network
//! trained on positions of perfect play, or of mostly random moves, chooses worse moves, because a
//! search meets other positions.)

use std::ops::RangeInclusive;

use claimeven::game::{Column, Columns, Mode, Outcome, Position};
use claimeven::internals::bitboard::playable;
use claimeven::solver::training::EvalInput;
use claimeven::solver::{Silent, Solver, StopFlag, Task};
use trainers::random::Random;
use trainers::{Failure, cores};

/// The input of the network for a position, and the outcome for the first player: 1, 0 or -1.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) inputs: EvalInput,
    pub(crate) outcome: f32,
}

impl Sample {
    /// Creates the sample of a position from the outcome for its side to move.
    pub(crate) fn new(position: &Position, outcome: Outcome) -> Sample {
        let inputs = EvalInput::of(position);
        let worth = match outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        };
        let outcome = if inputs.first_to_move { worth } else { -worth };
        Sample { inputs, outcome }
    }
}

/// The number of series of games, each with its own random numbers.
const SERIES: usize = 64;
/// The least and the greatest number of random moves at the beginning of a game.
const OPENING: RangeInclusive<usize> = 4..=8;
/// The numbers of stones of the samples.
const STONES: RangeInclusive<u8> = 13..=28;
/// The upper limit of the chance in a hundred with which the moves of a game are random.
const MOST_RANDOM: usize = 35;
/// The limits of the engine for one of the other moves.
const NODES: u64 = 600;
const DEPTH: u8 = 6;

/// Plays until there are `positions` positions.
pub(crate) fn play(positions: usize) -> Result<Vec<Sample>, Failure> {
    let mut players = cores::states(Players::new)?;
    let series = cores::work(&mut players, 0..SERIES, |players, number| {
        let samples = play_series(players, number, positions.div_ceil(SERIES));
        eprintln!("series {number}: {} positions", samples.len());
        samples
    })?;
    Ok(series.into_iter().flatten().take(positions).collect())
}

fn play_series(players: &mut Players, number: usize, positions: usize) -> Vec<Sample> {
    players.judge.clear();
    let mut dice = Random(number as u64 + 1);
    let mut samples = Vec::new();
    while samples.len() < positions {
        let length = dice.between(&OPENING);
        if let Some(opening) = dice.opening(length) {
            players.play(&mut dice, opening, &mut samples);
        }
    }
    samples.truncate(positions);
    samples
}

/// The engine that plays and the one that finds the outcome. They share nothing, so that the games
/// do not depend on which positions were taken.
struct Players {
    engine: Solver,
    judge: Solver,
}

impl Players {
    fn new() -> Result<Players, Failure> {
        Ok(Players {
            engine: Solver::without_book(16)?,
            judge: Solver::without_book(64)?,
        })
    }

    /// Plays a game to its end, and takes about every second quiet position.
    fn play(&mut self, dice: &mut Random, mut position: Position, samples: &mut Vec<Sample>) {
        self.engine.clear();
        let random = dice.below(MOST_RANDOM);
        while !position.is_over() && position.stones() <= *STONES.end() {
            let quiet = quiet_columns(&position);
            let taken = STONES.contains(&position.stones()) && dice.below(2) == 0;
            if taken && quiet.is_some() {
                samples.push(self.judged(&position));
            }
            let is_random = dice.below(100) < random;
            let column = match quiet.filter(|_| is_random) {
                Some(columns) => dice.choose(columns),
                None => self.chosen(position),
            };
            position = position.play(column);
        }
    }

    fn judged(&mut self, position: &Position) -> Sample {
        let solution = self
            .judge
            .solve_until(position, Mode::Weak, &StopFlag::default());
        let outcome = solution.bounds.outcome().expect("nothing stops the search");
        Sample::new(position, outcome)
    }

    /// Returns the engine's move.
    fn chosen(&mut self, position: Position) -> Column {
        let mut task = Task::new(position, Mode::Strong);
        task.limits.nodes = Some(NODES);
        task.limits.depth = Some(DEPTH);
        let report = self.engine.search(&task, &StopFlag::default(), &mut Silent);
        report.lines[0].column
    }
}

/// Returns the safe columns of a quiet position, for which the engine needs an estimate: neither
/// side can win at once, and several moves do not let the opponent win.
pub(crate) fn quiet_columns(position: &Position) -> Option<Columns> {
    let playable = playable(position.mask());
    let theirs = position.opponent_winning_cells();
    let safe = playable & !(theirs >> 1);
    let holds = |column: &Column| column.cells() & safe != 0;
    let columns: Columns = Column::ALL.into_iter().filter(holds).collect();
    let nobody_wins = (position.winning_cells() | theirs) & playable == 0;
    (nobody_wins && columns.len() > 1).then_some(columns)
}
