//! `claimeven grade`: counts the good and bad moves of each player in files of games.
//!
//! ```text
//! inputs ~> reader thread ~> solver threads ~> this thread: tally ~> output
//! ```
//!
//! | File | Contents |
//! |-|-|
//! | `reader` | a game as positions to solve |
//! | `tally` | the grades of all players |

mod reader;
mod tally;

use std::process::ExitCode;

use clap::Args;

use super::arguments::GamesArguments;
use super::error::{CliError, within};
use super::io::answers::answer_all;
use super::io::games;
use super::io::input::Input;
use super::io::interrupt::Interrupt;
use super::io::stderr;
use crate::game::Position;
use crate::review::grade::Grade;
use crate::review::record::PlayerRecord;
use crate::solver::Analysis;
use crate::solver::many::{self as solvers, Answered};
use reader::{Tag, questions};
use tally::Tally;

const USAGE: &str = "claimeven grade [OPTIONS] [--input <FILE>...]";

const EXAMPLES: &str = "\
Examples:
  Show how well the players of a tournament played:
    claimeven grade --input games.pgn
  Print one record per player, for other programs:
    claimeven grade --json < games.pgn
  Write a table with one row per player:
    claimeven grade -i games.pgn -o grades.csv --format csv";

/// Arguments of `grade`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    games: GamesArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let paths = &self.games.paths("grade");
        let inputs = Input::open_all(paths)?;
        let target = self.games.output.open(&self.games.book, paths)?;
        let mut solver = self.games.table.solver()?;
        solver.set_book(self.games.book.open()?);
        let interrupt = Interrupt::listen()?;
        let started = solvers::start(
            &solver,
            solvers::analyzing(Grade::options),
            self.games.threads.number(),
            &interrupt.stop,
        );
        let started = started.map_err(within("cannot start a thread"))?;
        let bar = self.games.progress.count("games", None, 0);
        let (stop, shown) = (interrupt.stop.clone(), bar.clone());
        let convention = self.games.convention.convention();
        let read = move |feed| games::feed(inputs, convention, &stop, &shown, feed, questions);
        let (mut tally, mut game) = (Tally::default(), Vec::new());
        let ending = answer_all(started, read, |answered| {
            if let Some(players) = answered.and_then(|answered| game_of(answered, &mut game)) {
                game.reverse();
                tally.add(players, Grade::of_game(&game));
                game.clear();
                bar.inc(1);
            }
            Ok(())
        });
        bar.finish_and_clear();
        let ending = match ending {
            Ok(ending) => ending,
            Err(error) => {
                if tally.games() > 0 && target.is_file() {
                    stderr::print_line(target.leave(self.show(&tally)?)?);
                }
                return Err(error);
            }
        };
        let Some(games) = ending else {
            let done = match tally.games() {
                0 => "no game is graded".to_owned(),
                _ => target.leave(self.show(&tally)?)?,
            };
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        };
        self.games.check_games(&games)?;
        target.write(self.show(&tally)?)?;
        let result = ExitCode::from(u8::from(games.bad > 0));
        Ok(interrupt.exit_code(result, "the result is written"))
    }

    /// Formats the grades of all players.
    fn show(&self, tally: &Tally) -> Result<Vec<u8>, CliError> {
        match self.games.output.format.printer(PlayerRecord::FIELDS) {
            Some(printer) => Ok(tally.records(printer)?),
            None => Ok(tally.to_string().into_bytes()),
        }
    }
}

/// Appends a position to those of the game at hand, which come from its end to its start. Returns
/// the players if the position is the first one.
fn game_of(answered: Answered<Tag>, game: &mut Vec<(Position, Analysis)>) -> Tag {
    game.extend(answered.solved);
    answered.tag
}
