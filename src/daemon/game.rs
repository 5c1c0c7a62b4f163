//! The position under discussion, how it came about, and what can be asked of it.
//!
//! Pure.

use crate::game::notation::{self, Move, Notation};
use crate::game::{Column, GameResult, MovesError, Position, Side, bitboard, fen};
use crate::protocol::{MoveToken, Query, Response, Setup};

/// A position with the moves that led to it from where a peer began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Game {
    start: Position,
    moves: Vec<Column>,
    position: Position,
}

/// A move list that cannot be played out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("char {at}: {fault}")]
pub(super) struct SetupError {
    at: usize,
    fault: MovesError,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            start: Position::EMPTY,
            moves: Vec::new(),
            position: Position::EMPTY,
        }
    }
}

impl Game {
    /// Plays out what a peer has set up.
    pub(super) fn new(setup: &Setup) -> Result<Game, SetupError> {
        let mut position = setup.start;
        for (index, token) in setup.moves.iter().enumerate() {
            position = notation::advance(&position, index + 1, token.column, token.row).map_err(
                |fault| SetupError {
                    at: token.at,
                    fault,
                },
            )?;
        }
        Ok(Game {
            start: setup.start,
            moves: setup.moves.iter().map(|token| token.column).collect(),
            position,
        })
    }

    /// The position reached.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Whether a move that a peer wrote can be played now.
    pub(super) fn check(&self, token: &MoveToken) -> Result<Column, SetupError> {
        notation::advance(
            &self.position,
            self.moves.len() + 1,
            token.column,
            token.row,
        )
        .map(|_| token.column)
        .map_err(|fault| SetupError {
            at: token.at,
            fault,
        })
    }

    /// The board for people: stones, side to move, moves so far, FEN.
    pub(super) fn describe(&self, notation: Notation) -> String {
        let side = match (self.position.result(), self.position.side_to_move()) {
            (Some(GameResult::Won(Side::First)), _) => "none, the first player (x) has won",
            (Some(GameResult::Won(Side::Second)), _) => "none, the second player (o) has won",
            (Some(GameResult::Draw), _) => "none, the game is drawn",
            (None, Side::First) => "first player (x)",
            (None, Side::Second) => "second player (o)",
        };
        let moves: Vec<String> = Move::line(&self.start, &self.moves)
            .into_iter()
            .map(|played| notation.show(played).to_string())
            .collect();
        let mut lines = vec![
            board(&self.position),
            format!("side to move: {side}"),
            format!("moves: {}", moves.join(" ")),
            format!("fen: {}", fen::write(&self.position)),
        ];
        if self.start != Position::EMPTY {
            lines.push(format!("from: {}", fen::write(&self.start)));
        }
        lines.join("\n")
    }
}

/// Answers a question; without a position the game counts as over, so that a
/// manager which goes on asking comes to an end.
pub(super) fn answer(game: Option<&Game>, question: Query) -> Response {
    match (question, game) {
        (Query::GameOver, game) => Response::Truth(game.is_none_or(|game| game.position.is_over())),
        (Query::FirstToMove, game) => {
            let is_first = |game: &Game| game.position.side_to_move() == Side::First;
            Response::Truth(game.is_none_or(is_first))
        }
        (Query::Result, game) => Response::Result(game.and_then(|game| game.position.result())),
        (Query::Fen, game) => Response::Fen(game.map(|game| game.position)),
    }
}

/// Six rows from the top, `x` the first player's stones, and the columns' numbers.
fn board(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.stones_of(side));
    let stone = |column: Column, row: u8| match column.cells() & (bitboard::BOTTOM << row) {
        cell if first & cell != 0 => 'x',
        cell if second & cell != 0 => 'o',
        _ => '.',
    };
    let mut text = String::new();
    for row in (0..bitboard::HEIGHT).rev() {
        for column in Column::ALL {
            text.push(stone(column, row));
            text.push(' ');
        }
        text.pop();
        text.push('\n');
    }
    text.push_str("1 2 3 4 5 6 7");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(packed: &str) -> Result<Game, SetupError> {
        let moves = notation::columns(packed).expect("digits of columns");
        Game::new(&Setup {
            start: Position::EMPTY,
            moves: (1..)
                .zip(moves)
                .map(|(at, column)| MoveToken {
                    column,
                    row: None,
                    at,
                })
                .collect(),
        })
    }

    #[test]
    fn results_are_told_by_who_has_four() {
        for (moves, over, result) in [
            ("", false, None),
            ("4453", false, None),
            ("1212121", true, Some(GameResult::Won(Side::First))),
            ("71212121", true, Some(GameResult::Won(Side::Second))),
        ] {
            let game = game(moves).expect("legal");
            assert_eq!(
                answer(Some(&game), Query::GameOver),
                Response::Truth(over),
                "{moves}"
            );
            assert_eq!(
                answer(Some(&game), Query::Result),
                Response::Result(result),
                "{moves}"
            );
        }
    }

    #[test]
    fn no_position_counts_as_a_game_over_without_result() {
        assert_eq!(answer(None, Query::GameOver), Response::Truth(true));
        assert_eq!(answer(None, Query::Result), Response::Result(None));
        assert_eq!(answer(None, Query::Fen), Response::Fen(None));
    }

    #[test]
    fn a_move_that_cannot_be_played_names_its_place() {
        let error = game("12121214").expect_err("the game is over after seven");
        assert_eq!(error.to_string(), "char 8: ply 8: the game is over");
    }

    #[test]
    fn the_board_is_drawn_from_the_top() {
        let text = game("44535").expect("legal").describe(Notation::Column);
        assert!(
            text.contains("\n. . . o x . .\n. . o x x . .\n1 2 3 4 5 6 7\n"),
            "{text}"
        );
        assert!(
            text.contains("\nside to move: second player (o)\nmoves: 4 4 5 3 5\nfen: "),
            "{text}"
        );
        assert!(!text.contains("from: "), "{text}");
    }

    #[test]
    fn the_end_of_a_game_and_where_it_began_are_told() {
        for (moves, told) in [
            ("1212121", "none, the first player (x) has won"),
            ("71212121", "none, the second player (o) has won"),
            (
                "445332674335567567444356356767711222221111",
                "none, the game is drawn",
            ),
        ] {
            let text = game(moves).expect("legal").describe(Notation::Column);
            assert!(
                text.contains(&format!("\nside to move: {told}\n")),
                "{text}"
            );
        }
        let start = *game("44").expect("legal").position();
        let setup = Setup {
            start,
            moves: Vec::new(),
        };
        let text = Game::new(&setup).expect("legal").describe(Notation::Column);
        let from = format!("\nfrom: {}", fen::write(&start));
        assert!(text.ends_with(&from), "{text}");
    }
}
