//! The answers to `d` and `query`. Pure.

use crate::game::diagram::Notes;
use crate::game::{Diagram, Game, GameResult, Move, Notation, Position, Side, fen};
use crate::session::protocol::Query;

/// Describes the game for people: the board with a word below each column, the side to move, the
/// moves so far, the FEN.
pub(super) fn describe(game: &Game, notation: Notation, words: [String; 7]) -> String {
    let position = game.position();
    let next = position.side_to_move();
    let side = match position.result() {
        Some(GameResult::Won(side)) => format!("none, {} has won", side.letter()),
        Some(GameResult::Draw) => "none, the game is drawn".to_owned(),
        None => format!("{}, the {next} player", next.letter()),
    };
    let moves: Vec<String> = Move::line(game.start(), game.moves())
        .into_iter()
        .map(|played| notation.show(played))
        .collect();
    let notes = Notes {
        words: words.into(),
        ..Notes::default()
    };
    let mut lines = vec![
        Diagram::with_notes(game, &notes).to_string(),
        format!("side to move: {side}"),
        format!("moves: {}", moves.join(" ")),
        format!("fen: {}", fen::write(position)),
    ];
    if *game.start() != Position::EMPTY {
        lines.push(format!("from: {}", fen::write(game.start())));
    }
    lines.join("\n")
}

/// Answers a query. Without a position the game counts as over, so that a manager that asks until
/// the game is over stops asking.
pub(super) fn answer(game: Option<&Game>, query: Query) -> String {
    let position = game.map(Game::position);
    let answer = match query {
        Query::GameOver => position.is_none_or(Position::is_over).to_string(),
        Query::FirstToMove => {
            let is_first = |position: &Position| position.side_to_move() == Side::First;
            position.is_none_or(is_first).to_string()
        }
        Query::Result => match position.and_then(Position::result) {
            Some(GameResult::Won(Side::First)) => "p1win".to_owned(),
            Some(GameResult::Won(Side::Second)) => "p2win".to_owned(),
            Some(GameResult::Draw) => "draw".to_owned(),
            None => "none".to_owned(),
        },
        Query::Fen => position.map_or_else(|| "none".to_owned(), fen::write),
    };
    format!("response {answer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(packed: &str) -> Game {
        Game::default().with_moves(packed).expect("a legal line")
    }

    #[test]
    fn the_result_is_the_side_with_four_in_a_row() {
        for (moves, over, result) in [
            (Some(""), "false", "none"),
            (Some("4453"), "false", "none"),
            (Some("1212121"), "true", "p1win"),
            (Some("71212121"), "true", "p2win"),
            // No position counts as a finished game without a result.
            (None, "true", "none"),
        ] {
            let game = moves.map(game);
            for (query, wanted) in [(Query::GameOver, over), (Query::Result, result)] {
                let answer = answer(game.as_ref(), query);
                assert_eq!(answer, format!("response {wanted}"), "{moves:?}");
            }
        }
        assert_eq!(answer(None, Query::Fen), "response none");
    }

    #[test]
    fn the_board_is_drawn_from_the_top() {
        let text = describe(&game("44535"), Notation::Column, Default::default());
        assert!(
            text.contains("\n  .   .   .   O  [X]  .   .\n  .   .   O   X   X   .   .\n"),
            "{text}"
        );
        assert!(
            text.contains("\nside to move: O, the second player\nmoves: 4 4 5 3 5\nfen: "),
            "{text}"
        );
        assert!(!text.contains("from: "), "{text}");
    }

    #[test]
    fn the_result_and_the_start_of_a_game_are_described() {
        for (moves, side) in [
            ("1212121", "none, X has won"),
            ("71212121", "none, O has won"),
            (
                "445332674335567567444356356767711222221111",
                "none, the game is drawn",
            ),
        ] {
            let text = describe(&game(moves), Notation::Column, Default::default());
            assert!(
                text.contains(&format!("\nside to move: {side}\n")),
                "{text}"
            );
        }
        let start = *game("44").position();
        let text = describe(&Game::from(start), Notation::Column, Default::default());
        let from = format!("\nfrom: {}", fen::write(&start));
        assert!(text.ends_with(&from), "{text}");
    }
}
