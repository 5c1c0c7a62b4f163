//! Turns the games of the inputs into positions to solve.

use indicatif::ProgressBar;

use crate::cli::error::CliError;
use crate::cli::io::games::{self, Games};
use crate::cli::io::input::Input;
use crate::cli::io::stderr;
use crate::game::Game;
use crate::game::read::Convention;
use crate::solver::StopFlag;
use crate::solver::many::{Feed, Question};

/// The tag of a position: its game if it is the first position to solve, which comes last. A game
/// without moves to grade has a tag alone.
pub(super) type Tag = Option<PlayedGame>;

/// A game without its moves.
#[derive(Debug)]
pub(super) struct PlayedGame {
    pub(super) players: [String; 2],
    /// The number of stones before the first move that counts.
    pub(super) stones: u8,
}

/// The reader of the inputs.
pub(super) struct Reader {
    pub(super) convention: Convention,
    pub(super) stop: StopFlag,
    pub(super) bar: ProgressBar,
}

impl Reader {
    /// Feeds the positions of all games to the solvers, and prints the errors of texts that are not
    /// games. Returns the numbers of games.
    pub(super) fn read(self, inputs: Vec<Input>, mut feed: Feed<Tag>) -> Result<Games, CliError> {
        let mut games = Games::default();
        for input in inputs {
            let stop = self.stop.clone();
            let read = games::read(input, self.convention, &stop, |read| {
                match read {
                    Ok(game) => {
                        let warnings = game.warnings.iter();
                        self.bar.suspend(|| warnings.for_each(stderr::print_line));
                        let questions =
                            questions(named(game.players), game.given.game, game.opening);
                        // If the answers were dropped, the run ends and needs no more of them.
                        let _ = feed.push(questions);
                    }
                    Err(bad) => self.bar.suspend(|| stderr::print_line(bad.message)),
                }
                Ok(())
            })?;
            games.all += read.all;
            games.bad += read.bad;
        }
        Ok(games)
    }
}

/// Returns the names of both players. A player whose name is not known is called by the side.
fn named(players: Option<[String; 2]>) -> [String; 2] {
    let mut players = players.unwrap_or_default();
    for (name, side) in players.iter_mut().zip(["first", "second"]) {
        let known = Some(name.trim()).filter(|name| !["", "?"].contains(name));
        *name = known.unwrap_or(side).to_owned();
    }
    players
}

/// Returns the positions of a game after its opening, from the last to the first: the early ones
/// take longest, and by then the table has the bounds of the later ones.
fn questions(players: [String; 2], game: &Game, opening: usize) -> Vec<Question<Tag>> {
    let positions = &game.positions()[opening..];
    let played = PlayedGame {
        players,
        stones: positions[0].stones(),
    };
    let question = |&position| Question {
        tag: None,
        position: Some(position),
    };
    let mut questions: Vec<Question<Tag>> = positions.iter().map(question).collect();
    questions[0].tag = Some(played);
    if let [only] = &mut questions[..] {
        only.position = None;
    }
    questions.reverse();
    questions
}
