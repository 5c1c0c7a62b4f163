//! The positions in which puzzles may begin: those of the inputs' games, or of games that the
//! levels play.

use clap::Args;
use indicatif::ProgressBar;

use super::set::{Asked, Finding};
use crate::cli::error::CliError;
use crate::cli::io::games::{self, Counts};
use crate::cli::io::input::Input;
use crate::cli::io::stderr;
use crate::game::Game;
use crate::game::pgn::PgnGame;
use crate::game::random::Random;
use crate::game::read::Convention;
use crate::play::levels::{self, Level};
use crate::solver::StopFlag;
use crate::solver::many::{Closed, Feed, Question};

/// The options that choose positions of the inputs' games.
#[derive(Debug, Clone, Args)]
pub(super) struct Choice {
    /// Take only positions in which the move of the game was a mistake
    #[arg(long, conflicts_with = "seed")]
    pub(super) mistakes: bool,
    /// Take only positions in which the player NAME is to move
    #[arg(long, value_name = "NAME", conflicts_with = "seed")]
    pub(super) player: Option<String>,
}

/// A reader of the inputs' games.
pub(super) struct GameReader {
    pub(super) convention: Convention,
    /// The player to move, if only one is wanted.
    pub(super) player: Option<String>,
    /// The number of first games that an earlier run has taken.
    pub(super) skipped: usize,
    pub(super) stop: StopFlag,
    pub(super) bar: ProgressBar,
}

impl GameReader {
    /// Feeds the positions of all games, and prints the errors of texts that are not games. Returns
    /// the numbers of games.
    pub(super) fn feed(
        &self,
        inputs: Vec<Input>,
        mut feed: Feed<Asked, Finding>,
    ) -> Result<Counts, CliError> {
        let mut counts = Counts::default();
        for input in inputs {
            for read in games::read(input, counts.all, self.convention, &self.stop)? {
                let read = read?;
                counts.add(&read);
                match read {
                    Ok(game) => {
                        let warnings = game.warnings.iter();
                        self.bar.suspend(|| warnings.for_each(stderr::print_line));
                        if counts.all > self.skipped {
                            let asked = positions(counts.all, &game.pgn.game, game.opening());
                            // If the answers were dropped, the run ends and needs no more of them.
                            let _ = push(&mut feed, asked, |asked| self.wants(&game.pgn, asked));
                        }
                    }
                    Err(bad) => self.bar.suspend(|| stderr::print_line(bad.message)),
                }
            }
        }
        Ok(counts)
    }

    /// Returns whether a position of a game is one of the wanted player.
    fn wants(&self, game: &PgnGame, asked: &Asked) -> bool {
        let side = asked.game.position().side_to_move();
        let name = game.tag(["White", "Black"][side as usize]).map(str::trim);
        self.player.is_none() || self.player.as_deref() == name
    }
}

/// Feeds the positions of games between levels, after the first `skipped` games, until the answers
/// are dropped.
pub(super) fn feed_levels(seed: u64, skipped: usize, mut feed: Feed<Asked, Finding>) {
    let mut numbers = skipped + 1..;
    let pushed = numbers.try_for_each(|number| {
        let game = level_game(seed, number as u64);
        push(&mut feed, positions(number, &game, 0), |_| true)
    });
    pushed.expect_err("there is always a next game");
}

/// Plays a game between two levels, each as likely as the others.
fn level_game(seed: u64, number: u64) -> Game {
    let mut random = Random(Random(seed).next() ^ number);
    let all: Vec<Level> = (0..Level::COUNT).filter_map(Level::numbered).collect();
    let levels = [(); 2].map(|()| all[random.below(all.len())]);
    let (mut game, seed) = (Game::default(), random.next());
    while let Some(column) = levels::choose(&game, levels[game.moves().len() % 2], seed) {
        game.play(column).expect("a level plays by the rules");
    }
    game
}

/// Returns the positions of a game after its opening, from the last to the first: the early ones
/// take longest, and by then the table has the bounds of the later ones.
fn positions(number: usize, game: &Game, opening: usize) -> impl Iterator<Item = Asked> {
    let (mut before, mut played) = (game.clone(), None);
    let first = opening.min(game.moves().len());
    (first..=game.moves().len()).rev().map(move |ply| {
        let asked = Asked {
            number,
            game: before.clone(),
            played,
            is_first: ply == first,
        };
        played = before.take_back();
        asked
    })
}

/// Feeds the positions of a game, to be solved if they are wanted.
fn push(
    feed: &mut Feed<Asked, Finding>,
    positions: impl Iterator<Item = Asked>,
    is_wanted: impl Fn(&Asked) -> bool,
) -> Result<(), Closed> {
    let question = |asked: Asked| Question {
        position: is_wanted(&asked).then(|| *asked.game.position()),
        tag: asked,
    };
    feed.push(positions.map(question).collect())
}
