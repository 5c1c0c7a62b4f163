//! Turns a game into positions to solve.

use crate::cli::io::games::InputGame;
use crate::solver::many::Question;

/// The tag of a position: the players of its game if it is the first position to solve, which comes
/// last. A game without moves to grade has a tag alone.
pub(super) type Tag = Option<[String; 2]>;

/// Returns the positions of a game after its opening, from the last to the first: the early ones
/// take longest, and by then the table has the bounds of the later ones.
pub(super) fn questions(_: usize, game: &InputGame) -> Vec<Question<Tag>> {
    let positions = &game.pgn.game.positions()[game.opening()..];
    let question = |&position| Question {
        tag: None,
        position: Some(position),
    };
    let mut questions: Vec<Question<Tag>> = positions.iter().map(question).collect();
    questions[0].tag = Some(game.players());
    if let [only] = &mut questions[..] {
        only.position = None;
    }
    questions.reverse();
    questions
}
