//! `claimeven play`: a game at the terminal against claimeven, or between two people.
//!
//! This file reads and prints. The file `dialog` contains the state of a game and its commands.

mod dialog;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use super::arguments::{ConventionArguments, whole};
use super::error::CliError;
use super::io::input::Input;
use super::io::inputs::STANDARD;
use super::io::interrupt::Interrupt;
use super::io::json::OfSize;
use super::io::lines::LinesAhead;
use super::io::position;
use super::io::stdout::{print, print_styled};
use crate::DEFAULT_HASH_MIB;
use crate::game::{Expected, Side, Size};
use crate::play::levels::Level;
use crate::review::report::words;
use crate::session::protocol::options::{ELO, PERFECT_LEVEL};
use crate::sizes;
use crate::solver::{Solver, StopFlag};
use crate::system::lines::{InputLine, MAX_LINE};
use dialog::{BoardSolver, Dialog};

const EXAMPLES: &str = "\
Examples:
  Play against level 5:
    claimeven play
  Let claimeven begin, at full strength:
    claimeven play --second --skill 20
  Play the moves of a script from a position, with replies that can be repeated:
    printf '4\\nhint\\n' | claimeven play --elo 800 --seed 7 445332";

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Start from POSITION: columns such as 4453, moves, a FEN or a board
    position: Vec<String>,
    /// Play against level N, from 0 to 20, which is full strength
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u8>(0..=PERFECT_LEVEL.into()))]
    skill: u8,
    /// Play against an Elo rating of N, from 522 to 1975, on the scale of the levels
    ///
    /// These are the ratings of levels 0 and 19. Level 20 is perfect play: --skill 20.
    #[arg(long, value_name = "N", conflicts_with = "skill", value_parser = whole::<u16>(ELO[0].into()..=ELO[1].into()))]
    elo: Option<u16>,
    /// Repeat the replies of earlier games with seed N [default: a new one each game]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=i32::MAX.unsigned_abs().into()))]
    seed: Option<u64>,
    /// Play O, the second player; claimeven plays X
    #[arg(long)]
    second: bool,
    /// Play both sides, for two people
    #[arg(long, conflicts_with_all = ["skill", "elo", "seed", "second"])]
    two_players: bool,
    /// Play on a board of another size, such as 9x7
    #[arg(long, value_name = "SIZE", requires = "two_players")]
    size: Option<Size>,
    #[command(flatten)]
    convention: ConventionArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let interrupt = Interrupt::listen()?;
        talk(self.dialog(&interrupt.stop)?, &interrupt)
    }

    /// Creates the dialog. `stop` ends the hints on a board of another size.
    fn dialog(&self, stop: &StopFlag) -> Result<Dialog, CliError> {
        let convention = self.convention.convention();
        let start = match self.size.filter(|size| *size != Size::USUAL) {
            Some(size) => position::position(&self.position, OfSize { size, convention })?.1,
            None => position::position(&self.position, convention)?.1.into(),
        };
        if let Some(result) = start.position().result() {
            let error =
                Expected::named("a position before the end of a game", words::result(result));
            return Err(CliError::Message(error.to_string()));
        }
        let level = self.elo.map(Level::of_elo);
        // Short enough to be typed again.
        let random_seed = RandomState::new().hash_one(()) % 1_000_000 + 1;
        Ok(Dialog {
            game: start.clone(),
            given: 0,
            resigned: None,
            engine: (!self.two_players).then_some(Side::BOTH[usize::from(!self.second)]),
            level: level.or_else(|| Level::numbered(self.skill)),
            seed: self.seed.unwrap_or(random_seed),
            solver: match start.position().size() {
                // With one thread, the replies repeat.
                Size::USUAL => BoardSolver::Usual(Box::new(Solver::new(DEFAULT_HASH_MIB)?)),
                size => {
                    BoardSolver::Sized(sizes::Solver::new(size, DEFAULT_HASH_MIB)?, stop.clone())
                }
            },
            start,
            is_over: false,
        })
    }
}

/// Passes the lines of standard input to a dialog until it is over, and prints its answers.
fn talk(mut dialog: Dialog, interrupt: &Interrupt) -> Result<ExitCode, CliError> {
    let lines = Input::open(Path::new(STANDARD))?.lines(MAX_LINE);
    let mut lines = LinesAhead::start(lines, interrupt.stop.clone())?;
    let is_prompted = io::stdin().is_terminal();
    print_styled(|out| dialog.begin(out))?;
    while !dialog.is_over {
        if is_prompted {
            print(dialog.prompt())?;
        }
        let line = lines.next().transpose()?;
        let line = line.as_ref().map_or("quit", InputLine::text);
        print_styled(|out| dialog.obey(line, out))?;
    }
    Ok(interrupt.exit_code(ExitCode::SUCCESS, "the moves so far are printed"))
}
