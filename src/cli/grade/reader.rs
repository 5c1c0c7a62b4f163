//! Turns the games of the inputs into positions to solve.

use indicatif::ProgressBar;

use crate::cli::error::CliError;
use crate::cli::io::games::{self, Counts, InputGame};
use crate::cli::io::input::Input;
use crate::cli::io::stderr;
use crate::game::pgn::PgnGame;
use crate::game::read::Convention;
use crate::solver::StopFlag;
use crate::solver::many::{Feed, Question};

/// The tag of a position: the players of its game if it is the first position to solve, which comes
/// last. A game without moves to grade has a tag alone.
pub(super) type Tag = Option<[String; 2]>;

/// Feeds the positions of all games to the solvers, and prints the errors of texts that are not
/// games. Returns the numbers of games.
pub(super) fn feed_games(
    inputs: Vec<Input>,
    convention: Convention,
    stop: &StopFlag,
    bar: &ProgressBar,
    mut feed: Feed<Tag>,
) -> Result<Counts, CliError> {
    let mut counts = Counts::default();
    for input in inputs {
        for read in games::read(input, counts.all, convention, stop)? {
            let read = read?;
            counts.add(&read);
            match read {
                Ok(game) => {
                    let warnings = game.warnings.iter();
                    bar.suspend(|| warnings.for_each(stderr::print_line));
                    // If the answers were dropped, the run ends and needs no more of them.
                    let _ = feed.push(questions(&game));
                }
                Err(bad) => bar.suspend(|| stderr::print_line(bad.message)),
            }
        }
    }
    Ok(counts)
}

/// Returns the name of a player. A player whose name is not known is called by the side.
fn name(game: &PgnGame, tag: &str, side: &str) -> String {
    let name = game.tag(tag).map(str::trim);
    let known = name.filter(|name| !["", "?"].contains(name));
    known.unwrap_or(side).to_owned()
}

/// Returns the positions of a game after its opening, from the last to the first: the early ones
/// take longest, and by then the table has the bounds of the later ones.
fn questions(game: &InputGame) -> Vec<Question<Tag>> {
    let pgn = &game.pgn;
    let positions = &pgn.game.positions()[game.opening()..];
    let players = [name(pgn, "White", "first"), name(pgn, "Black", "second")];
    let question = |&position| Question {
        tag: None,
        position: Some(position),
    };
    let mut questions: Vec<Question<Tag>> = positions.iter().map(question).collect();
    questions[0].tag = Some(players);
    if let [only] = &mut questions[..] {
        only.position = None;
    }
    questions.reverse();
    questions
}
