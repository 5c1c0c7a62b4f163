//! `claimeven analyze`: one position, for people or as a JSON record.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::number::{duration, grouped};
use super::progress::Thinking;
use super::{CliError, INTERRUPTED, SolverArguments, board, stop_on_interrupt};
use crate::game::{Column, Outcome, Position, fen, notation};
use crate::protocol::ColumnValue;
use crate::record::Record;
use crate::solver::Task;

/// Arguments of `analyze`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Columns played from the empty board, such as 4453, or a cfour FEN
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
    #[command(flatten)]
    solver: SolverArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let game = Game::read(&self.position)?;
        let mode = self.solver.mode();
        let mut solver = self.solver.table.solver()?;
        let stop = stop_on_interrupt()?;
        let task = Task::all_columns(game.position, mode);
        let start = Instant::now();
        let report = solver.search(&task, &stop, &mut Thinking::new(mode));
        let time = start.elapsed();
        let record = Record::new(&self.position, &game.position, mode, &report, time);
        if self.solver.json {
            let line = serde_json::to_string(&record).map_err(io::Error::from)?;
            writeln!(io::stdout().lock(), "{line}")?;
        } else {
            show(&mut anstream::stdout().lock(), &game, &record, time)?;
        }
        Ok(if report.solved {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(INTERRUPTED)
        })
    }
}

/// A position and, where the input tells it, the move that led there.
struct Game {
    position: Position,
    last: Option<Column>,
}

impl Game {
    /// Reads packed columns, or a FEN, which has slashes.
    fn read(input: &str) -> Result<Game, CliError> {
        let input = input.trim();
        if input.contains('/') {
            let position = fen::parse(input).map_err(|error| CliError::Fen {
                input: input.to_owned(),
                error,
            })?;
            return Ok(Game {
                position,
                last: None,
            });
        }
        let position = notation::replay(input).map_err(|error| CliError::Moves {
            input: input.to_owned(),
            error,
        })?;
        let last = input.chars().last().and_then(notation::column_of_digit);
        Ok(Game { position, last })
    }
}

fn show(out: &mut impl Write, game: &Game, record: &Record, time: Duration) -> io::Result<()> {
    let words = record.scores.map(|value| match value {
        ColumnValue::Unplayable => String::new(),
        value => value.to_string(),
    });
    board::draw(out, &game.position, game.last, &words)?;
    writeln!(out, "\n{}", verdict(&game.position, record))?;
    if let Some(best) = record.best {
        writeln!(out, "best column {best}, best line {}", record.pv)?;
        let (nodes, time) = (grouped(record.nodes), duration(time));
        writeln!(out, "{nodes} nodes in {time}")?;
    }
    out.flush()
}

/// What the position is worth, in words.
fn verdict(position: &Position, record: &Record) -> String {
    let mover = board::stone_name(position.first_to_move());
    if position.is_lost() {
        let winner = board::stone_name(!position.first_to_move());
        return format!("{winner} has won");
    }
    if position.is_over() {
        return "drawn: the board is full".to_owned();
    }
    let end = match record.outcome {
        Some(Outcome::Win) => "wins",
        Some(Outcome::Draw) => "draws",
        Some(Outcome::Loss) => "loses",
        None => return format!("{mover} to move, stopped before the proof"),
    };
    match (record.score, record.plies) {
        (Some(score), Some(1)) => format!("{mover} to move {end} in 1 ply, score {score}"),
        (Some(score), Some(plies)) => {
            format!("{mover} to move {end} in {plies} plies, score {score}")
        }
        _ => format!("{mover} to move {end}"),
    }
}
