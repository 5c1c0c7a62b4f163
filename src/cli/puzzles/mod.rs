//! `claimeven puzzles`: makes puzzles from games.
//!
//! ```text
//! games ~> reader thread ~> solver threads ~> this thread: set, journal ~> output
//! ```
//!
//! | File | Contents |
//! |-|-|
//! | `games` | the games: those of the inputs, or games of the levels |
//! | `set` | the puzzles found, without twins |

mod games;
mod set;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::error::ErrorKind;
use indicatif::ProgressBar;

use super::arguments::{
    BookArguments, ConventionArguments, OutputArguments, TableArguments, ThreadsArgument,
    exit_wrong, whole,
};
use super::error::{CliError, within};
use super::io::answers::answer_all;
use super::io::entries::Reading;
use super::io::games::Counts;
use super::io::input::{self, Input};
use super::io::inputs::STANDARD;
use super::io::interrupt::Interrupt;
use super::io::journal::{self, Journal, JournalHead, not_resumable};
use super::io::output::Target;
use super::io::position;
use super::io::progress::Progress;
use super::io::stderr;
use super::print::numbers::counted;
use super::print::records::{Format, Printer, one_of};
use crate::book::Book;
use crate::game::pgn::PgnGame;
use crate::game::{Game, Position};
use crate::review::record::PuzzleRecord;
use crate::review::report::{Sheets, words};
use crate::solver::many::{self, Answered, Answers, Feed};
use crate::solver::{Solver, StopFlag};
use games::{Choice, GameReader, feed_levels};
use set::{Asked, Finding, PuzzleSet};

const USAGE: &str = "\
claimeven puzzles [OPTIONS] --seed <N>
       claimeven puzzles [OPTIONS] [--input <FILE>...]";

const EXAMPLES: &str = "\
Examples:
  Make 10 puzzles from games of the levels, the same on every machine:
    claimeven puzzles --seed 1 --count 10
  Make puzzles from the mistakes of a player:
    claimeven puzzles --mistakes --player Ann --input games.pgn
  Make a page to print:
    claimeven puzzles --seed 1 --count 12 -o puzzles.html --format html";

const FORMAT_HELP: &str = "Print this format instead of JSON lines";

/// The formats of puzzles.
const FORMATS: [Format; 4] = [Format::JsonLines, Format::Csv, Format::Pgn, Format::Html];

/// The name of a journal. The head of the journal contains it.
const JOURNAL: &str = "claimeven puzzles journal";

/// The number of puzzles from games of the levels.
const COUNT: u32 = 100;

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
#[command(mut_arg("format", |format| format.value_parser(one_of(&FORMATS)).help(FORMAT_HELP)))]
pub(crate) struct Arguments {
    /// Take the positions of the games in each FILE: PGN, JSON objects, or one game per line
    ///
    /// Without --input and --seed, the games are read from standard input.
    #[arg(short, long, value_name = "FILE", num_args = 1.., conflicts_with = "seed")]
    input: Vec<PathBuf>,
    /// Take the positions of games between levels; N is the seed
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Make N puzzles [default: 100 with --seed, otherwise all]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    count: Option<u32>,
    #[command(flatten)]
    choice: Choice,
    /// Do not compute the ratings
    #[arg(long)]
    no_rating: bool,
    /// Resume an earlier run with the same arguments
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    convention: ConventionArguments,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    progress: Progress,
}

/// Both ends of the solver threads.
type Started = (Feed<Asked, Finding>, Answers<Asked, Finding>);

/// The state of a run.
struct Run {
    set: PuzzleSet,
    /// The journal; `None` if the run cannot be resumed.
    journal: Option<Journal>,
    /// The number of puzzles to make at most.
    most: usize,
    mistakes: bool,
    bar: ProgressBar,
    stop: StopFlag,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let paths = self.paths();
        let target = self.output.open(&self.book, &paths)?;
        let mut inputs = Input::open_all(&paths)?;
        let book = self.book.open()?;
        let head = self.head(&target, &mut inputs, book.as_deref())?;
        let mut solver = self.table.solver()?;
        solver.set_book(book);
        let interrupt = Interrupt::listen()?;
        let mut run = self.begin(&target, head, &interrupt.stop)?;
        let started = self.start(&solver, &run.stop)?;
        let read = self.reader(inputs, &run);
        let ending = answer_all(started, read, |answered| run.take(answered));
        run.bar.finish_and_clear();
        let games = match ending {
            Ok(None) if run.is_full() => Counts::default(),
            Ok(Some(games)) => games,
            Ok(None) => {
                let done = self.leave(&run, target)?;
                return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
            }
            Err(error) => {
                if !run.set.puzzles.is_empty() && target.is_file() {
                    stderr::print_line(self.leave(&run, target)?);
                }
                return Err(error);
            }
        };
        if games.all + run.set.games == 0 && self.input.is_empty() && self.seed.is_none() {
            let wanted = "expected games on standard input; found nothing";
            return Err(CliError::Message(wanted.to_owned()));
        }
        target.write(self.show(&run.set.puzzles)?)?;
        run.journal.map_or(Ok(()), Journal::remove)?;
        let result = ExitCode::from(u8::from(games.bad > 0));
        Ok(interrupt.exit_code(result, "the result is written"))
    }

    /// Returns the paths of the inputs. Games of the levels have none.
    fn paths(&self) -> Vec<PathBuf> {
        match &self.input[..] {
            [] if self.seed.is_some() => Vec::new(),
            [] if position::is_stdin(&[]) => vec![PathBuf::from(STANDARD)],
            [] => exit_wrong(
                "puzzles",
                ErrorKind::MissingRequiredArgument,
                "expected --seed, --input or games on standard input",
            ),
            paths => paths.to_vec(),
        }
    }

    /// Returns everything that the puzzles depend on, or `None` if the run cannot be resumed: only an
    /// output file made from games that can be read again is.
    fn head(
        &self,
        target: &Target,
        inputs: &mut [Input],
        book: Option<&Book>,
    ) -> Result<Option<JournalHead>, CliError> {
        let stream = inputs.iter().find(|input| input.is_stream());
        let unfit = if target.is_file() {
            stream.map(|input| ("an input file", input.path()))
        } else {
            Some(("an output file", target.path()))
        };
        match unfit {
            Some((wanted, found)) if self.resume => return Err(not_resumable(wanted, found)),
            Some(_) => return Ok(None),
            None => {}
        }
        let reading = Reading {
            convention: self.convention.convention(),
            ..Reading::default()
        };
        let text = |option: Option<String>| option.unwrap_or_else(journal::none);
        let digest = input::digest_all(inputs, &reading)?.map(|(digest, _)| digest);
        let facts = [
            ("input", text(digest)),
            (
                "book",
                text(book.map(|book| format!("{:08x}", book.checksum()))),
            ),
            ("--seed", text(self.seed.map(|seed| seed.to_string()))),
            ("--count", text(self.count.map(|count| count.to_string()))),
            ("--mistakes", self.choice.mistakes.to_string()),
            ("--player", text(self.choice.player.clone())),
            ("--no-rating", self.no_rating.to_string()),
        ];
        let facts = facts.into_iter().chain(self.convention.facts());
        Ok(Some(JournalHead::new(JOURNAL, facts)))
    }

    /// Begins a run, with the puzzles of an earlier one if it is resumed.
    fn begin(
        &self,
        target: &Target,
        head: Option<JournalHead>,
        stop: &StopFlag,
    ) -> Result<Run, CliError> {
        let path = target.beside("journal");
        let opened = head.map(|head| Journal::open(path, &head, self.resume));
        let (journal, earlier) = opened.transpose()?.unzip();
        let mut set = PuzzleSet::default();
        set.add(earlier.unwrap_or_default());
        let most = self.count.or(self.seed.map(|_| COUNT));
        let bar = self
            .progress
            .count("puzzles", most.map(u64::from), set.puzzles.len() as u64);
        let run = Run {
            set,
            journal,
            most: most.map_or(usize::MAX, |most| most as usize),
            mistakes: self.choice.mistakes,
            bar,
            stop: stop.clone(),
        };
        run.stop_if_full();
        Ok(run)
    }

    /// Starts the solver threads.
    fn start(&self, solver: &Solver, stop: &StopFlag) -> Result<Started, CliError> {
        let threads = 0..self.threads.number().get();
        let solvers = threads
            .map(|_| solver.sharing())
            .collect::<Result<_, _>>()?;
        let is_rated = !self.no_rating;
        let find = move |solver: &mut Solver, position: &Position, stop: &StopFlag| {
            Finding::of(solver, position, is_rated, stop)
        };
        many::start_with(solvers, find, stop).map_err(within("cannot start a thread"))
    }

    /// Returns a function that feeds the positions of all games. It returns the numbers of games.
    fn reader(
        &self,
        inputs: Vec<Input>,
        run: &Run,
    ) -> impl FnOnce(Feed<Asked, Finding>) -> Result<Counts, CliError> + use<> {
        let (seed, skipped) = (self.seed, run.set.games);
        let reader = GameReader {
            convention: self.convention.convention(),
            player: self.choice.player.clone(),
            skipped,
            stop: run.stop.clone(),
            bar: run.bar.clone(),
        };
        move |feed| match seed {
            Some(seed) => {
                feed_levels(seed, skipped, feed);
                Ok(Counts::default())
            }
            None => reader.feed(inputs, feed),
        }
    }

    /// Keeps the puzzles of a run that ends early. Returns a text that says where they are.
    fn leave(&self, run: &Run, target: Target) -> Result<String, CliError> {
        let puzzles = &run.set.puzzles;
        match run.journal {
            Some(_) => {
                let made = counted(puzzles.len() as u64, "puzzle");
                Ok(format!("{made} made; use --resume to continue"))
            }
            None if puzzles.is_empty() => Ok("no puzzle is made".to_owned()),
            None => target.leave(self.show(puzzles)?),
        }
    }

    /// Formats the puzzles.
    fn show(&self, puzzles: &[PuzzleRecord]) -> Result<Vec<u8>, CliError> {
        let format = self.output.format.format().unwrap_or(Format::JsonLines);
        let fields = PuzzleRecord::FIELDS;
        let printer = Printer { format, fields };
        match format {
            Format::Pgn => Ok((1..).zip(puzzles).map(pgn).collect::<String>().into_bytes()),
            Format::Html => Ok(Sheets { puzzles }.to_string().into_bytes()),
            _ => {
                let mut bytes = printer.header().into_bytes();
                for puzzle in puzzles {
                    bytes.extend(printer.lines(puzzle)?);
                }
                Ok(bytes)
            }
        }
    }
}

impl Run {
    /// Takes an answer. After the last one about a game, records the puzzles of the game.
    fn take(&mut self, answered: Option<Answered<Asked, Finding>>) -> Result<(), CliError> {
        let Some(Answered { tag, solved, .. }) = answered else {
            return Ok(());
        };
        let finding = solved.map(|(_, finding)| finding);
        if let Some(made) = self.set.take(tag, finding, self.mistakes, self.most) {
            self.bar.set_position(self.set.puzzles.len() as u64);
            if let Some(journal) = &mut self.journal {
                journal.append(&[made])?;
            }
            self.stop_if_full();
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.set.puzzles.len() >= self.most
    }

    /// Stops all threads once no more puzzles are wanted.
    fn stop_if_full(&self) {
        if self.is_full() {
            self.stop.stop();
        }
    }
}

/// Returns a puzzle as a game that begins in its position and has the solution as its moves.
fn pgn((number, puzzle): (usize, &PuzzleRecord)) -> String {
    let mut game = Game::from(*puzzle.game.position());
    for &column in &puzzle.solution {
        game.play(column).expect("a solution follows the rules");
    }
    let mut pgn = PgnGame::from(game);
    pgn.set_tag("Event", &format!("Puzzle {number}"));
    if let Some(rating) = puzzle.rating {
        pgn.set_tag("Rating", &words::rating(rating));
    }
    pgn.intro = words::task(puzzle.game.position(), puzzle.outcome);
    pgn.to_string()
}
