//! `claimeven puzzles`: makes puzzles from games of the inputs, or from games of the levels.
//!
//! ```text
//! games ~> reader thread ~> solver threads ~> this thread: puzzles, journal ~> output
//! ```

use std::collections::HashSet;
use std::io;
use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;

use super::arguments::{GamesArguments, whole};
use super::error::{CliError, within};
use super::io::answers::answer_all;
use super::io::entries::Reading;
use super::io::games::{self, Counts, InputGame};
use super::io::input::{self, Input};
use super::io::interrupt::Interrupt;
use super::io::journal::{self, Journal, JournalHead, not_resumable};
use super::io::output::Target;
use super::io::text::PositionText;
use super::print::numbers::counted;
use super::print::records::{Format, Printer, one_of};
use crate::game::pgn::PgnGame;
use crate::game::random::Random;
use crate::game::{Column, Game, Position};
use crate::play::levels::{self, Level};
use crate::review::puzzle::Puzzle;
use crate::review::report::Sheets;
use crate::solver::many::{Feed, Question, start};
use crate::solver::{Solver, StopFlag};

const USAGE: &str = "\
claimeven puzzles [OPTIONS] --seed <N>
       claimeven puzzles [OPTIONS] [--input <FILE>...]";

const EXAMPLES: &str = "\
Examples:
  Make 10 puzzles from games of the levels, the same on every machine:
    claimeven puzzles --seed 1 --count 10
  Make puzzles from the mistakes of a player:
    claimeven puzzles --mistakes Ann --input games.pgn
  Make a page to print:
    claimeven puzzles --seed 1 --count 12 -o puzzles.html --format html";

/// The formats of puzzles.
const FORMATS: [Format; 4] = [Format::JsonLines, Format::Csv, Format::Pgn, Format::Html];

/// The name of a journal. The head of the journal contains it.
const JOURNAL: &str = "claimeven puzzles journal";

/// The number of puzzles from games of the levels.
const COUNT: u64 = 100;

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
#[command(mut_arg("format", |format| format.value_parser(one_of(&FORMATS))))]
pub(crate) struct Arguments {
    /// Take the positions of games between levels; N is the seed
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Make N puzzles [default: 100 with --seed, otherwise all]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u32::MAX.into()))]
    count: Option<u64>,
    /// Take only positions in which PLAYER erred: a name, or "first" or "second" if it has none
    #[arg(long, value_name = "PLAYER", conflicts_with = "seed")]
    mistakes: Option<String>,
    /// Do not compute the ratings
    #[arg(long)]
    no_rating: bool,
    /// Resume an earlier run with the same arguments
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    games: GamesArguments,
}

/// The number of a game, counted from 1, the game up to a position, and the move in which an error is
/// looked for.
type Asked = (usize, Game, Option<Column>);

/// The puzzles made. No two share a position of their side to move or its mirror image, so none is
/// the end of another.
#[derive(Default)]
struct Made {
    puzzles: Vec<Puzzle>,
    taken: HashSet<Position>,
    /// The journal; `None` if the run cannot be resumed.
    journal: Option<Journal>,
    /// The number of the last game with a puzzle.
    last: usize,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let arguments = &self.games;
        let from_levels = self.seed.map(|_| Vec::new());
        let paths = from_levels.unwrap_or_else(|| arguments.paths("puzzles"));
        let target = arguments.output.open(&arguments.book, &paths)?;
        let format = arguments.output.format.format();
        let mut inputs = Input::open_all(&paths)?;
        let mut solver = arguments.table.solver()?;
        solver.set_book(arguments.book.open()?);
        // A signal must not come while the journal is made.
        let interrupt = Interrupt::listen()?;
        let mut made = self.begin(&target, &mut inputs)?;
        let most = self.count.or(self.seed.map(|_| COUNT));
        let done = made.puzzles.len() as u64;
        let bar = arguments.progress.count("puzzles", most, done);
        let is_full = |made: &Made| most == Some(made.puzzles.len() as u64);
        let is_rated = !self.no_rating;
        let find = move |solver: &mut Solver, position: &Position, stop: &StopFlag| {
            let mut found = Puzzle::find(solver, position, stop).ok()?;
            let rated = found.iter_mut().filter(|_| is_rated);
            rated.for_each(Puzzle::rate);
            Some(found)
        };
        let started = start(&solver, find, arguments.threads.number(), &interrupt.stop);
        let started = started.map_err(within("cannot start a thread"))?;
        let read = self.reader(inputs, made.last, (interrupt.stop.clone(), bar.clone()));
        let ending = answer_all(started, read, |answered| {
            if is_full(&made) {
                interrupt.stop.stop();
            } else if let Some(found) = answered
                && let ((number, game, played), Some((_, Some(puzzle)))) = (found.tag, found.solved)
                && played != Some(puzzle.solution[0])
            {
                made.add(number, Puzzle { game, ..puzzle })?;
                bar.set_position(made.puzzles.len() as u64);
            }
            Ok(())
        });
        bar.finish_and_clear();
        let full = is_full(&made).then_some(Counts { all: 1, bad: 0 });
        let Some(games) = ending?.or(full) else {
            let made_so_far = counted(made.puzzles.len() as u64, "puzzle");
            let done = match made.journal {
                Some(_) => format!("{made_so_far} made; use --resume to continue"),
                None => target.leave(show(format, &made.puzzles)?)?,
            };
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        };
        arguments.check_games(&games)?;
        target.write(show(format, &made.puzzles)?)?;
        made.journal.map_or(Ok(()), Journal::remove)?;
        let result = ExitCode::from(u8::from(games.bad > 0));
        Ok(interrupt.exit_code(result, "the result is written"))
    }

    /// Begins a run, with the puzzles of an earlier one if it is resumed. Only an output file made
    /// from games that can be read again has a journal.
    fn begin(&self, target: &Target, inputs: &mut [Input]) -> Result<Made, CliError> {
        let (mut made, convention) = (Made::default(), self.games.convention.convention());
        let digest = input::digest_all(inputs, &Reading::default(), convention)?;
        let digest = digest.filter(|_| target.is_file());
        let Some((digest, _)) = digest else {
            let path = inputs.first().map_or(target.path(), Input::path);
            let error = not_resumable("files as input and output", path);
            return if self.resume { Err(error) } else { Ok(made) };
        };
        let facts = [
            ("input", digest),
            ("--seed", journal::option(self.seed)),
            ("--count", journal::option(self.count)),
            ("--mistakes", journal::option(self.mistakes.as_ref())),
            ("--no-rating", self.no_rating.to_string()),
        ];
        let facts = facts.into_iter().chain(self.games.convention.facts());
        let head = JournalHead::new(JOURNAL, facts);
        let (journal, earlier) = Journal::open(target.beside("journal"), &head, self.resume)?;
        for (number, puzzle) in earlier {
            made.add(number, puzzle)?;
        }
        made.journal = Some(journal);
        Ok(made)
    }

    /// Returns a function that feeds the positions of all games from the one with the number `first`
    /// on. It returns the numbers of games.
    fn reader(
        &self,
        inputs: Vec<Input>,
        first: usize,
        (stop, bar): (StopFlag, ProgressBar),
    ) -> impl FnOnce(Feed<Asked, Option<Puzzle>>) -> Result<Counts, CliError> + use<> {
        let (seed, player) = (self.seed, self.mistakes.clone());
        let convention = self.games.convention.convention();
        let of_game = move |number, game: &InputGame| {
            let asked = ask(number, game, player.as_ref()).into_iter();
            asked.filter(|_| number >= first).collect()
        };
        move |mut feed| match seed {
            None => games::feed(inputs, convention, &stop, &bar, feed, of_game),
            Some(seed) => {
                // Ends once the answers are dropped.
                let games = first.max(1)..;
                let mut games = games.map(|number| ask(number, &level_game(seed, number), None));
                games.all(|asked| feed.push(asked).is_ok());
                Ok(Counts::default())
            }
        }
    }
}

impl Made {
    /// Adds a puzzle of a game, unless it has a twin.
    fn add(&mut self, number: usize, puzzle: Puzzle) -> Result<(), CliError> {
        let own = puzzle.own_positions();
        let own: Vec<Position> = own.map(|position| position.canonical().0).collect();
        if own.iter().any(|position| self.taken.contains(position)) {
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            journal.append(&[(number, &puzzle)])?;
        }
        self.taken.extend(own);
        self.puzzles.push(puzzle);
        self.last = number;
        Ok(())
    }
}

/// Asks for the positions of a game after its opening, only for those with a move of the player if
/// one is given.
fn ask(number: usize, game: &InputGame, player: Option<&String>) -> Vec<Question<Asked>> {
    let (names, opening, game) = (game.players(), game.opening(), &game.pgn.game);
    let questions = (opening..=game.moves().len()).filter_map(|ply| {
        let (moves, next) = game.moves().split_at(ply);
        let before = Game::from(*game.start()).with_line(moves).ok()?;
        let position = *before.position();
        let name = &names[position.side_to_move() as usize];
        let next = next.first().copied().filter(|_| player == Some(name));
        let is_asked = player.is_none() || next.is_some();
        let (tag, position) = ((number, before, next), Some(position));
        is_asked.then_some(Question { tag, position })
    });
    questions.collect()
}

/// Formats puzzles.
fn show(format: Option<Format>, puzzles: &[Puzzle]) -> io::Result<Vec<u8>> {
    let fields = Puzzle::FIELDS;
    match format.unwrap_or(Format::JsonLines) {
        Format::Pgn => Ok((1..).zip(puzzles).map(pgn).collect::<String>().into_bytes()),
        Format::Html => Ok(Sheets { puzzles }.to_string().into_bytes()),
        format => Printer { format, fields }.all(puzzles),
    }
}

/// Plays a game between two levels, each as likely as the others.
fn level_game(seed: u64, number: usize) -> InputGame {
    let mut random = Random(Random(seed).next() ^ number as u64);
    let all: Vec<Level> = (0..Level::COUNT).filter_map(Level::numbered).collect();
    let levels = [(); 2].map(|()| all[random.below(all.len())]);
    let (mut game, seed) = (Game::default(), random.next());
    while let Some(column) = levels::choose(&game, levels[game.moves().len() % 2], seed) {
        game.play(column).expect("a level plays by the rules");
    }
    InputGame::new(PositionText::new("", None), game)
}

/// Returns a puzzle as a game that begins in its position and has the solution as its moves.
fn pgn((number, puzzle): (usize, &Puzzle)) -> String {
    let mut pgn = PgnGame::from(puzzle.solved());
    pgn.set_tag("Event", &format!("Puzzle {number}"));
    pgn.set_tag("Theme", &puzzle.theme.to_string());
    if let Some(rating) = puzzle.rating {
        pgn.set_tag("Rating", &rating.to_string());
    }
    pgn.intro = puzzle.task();
    pgn.to_string()
}
