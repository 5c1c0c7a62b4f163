//! The traits that print and read the types of this module: `Display`, `FromStr` and, with the
//! feature `serde`, `Serialize` and `Deserialize`. All use the words of the protocol and of records.
//!
//! What a value prints is read back as the same value.

use std::fmt;
use std::str::FromStr;

use super::notation::{column_of_digit, column_of_letter, column_range};
use super::score::SCORE;
use super::{
    Column, Expected, Game, GameResult, Mode, Move, Outcome, Position, Score, Side, Size, TextError,
};
use super::{fen, notation, pgn::Marker, read};

/// Prints the position as a FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&fen::write(self))
    }
}

/// Reads a position in any form of [`read`]: moves, a FEN or a board.
impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        read::game(text).map(|game| *game.position())
    }
}

/// Prints the columns of a game from the empty board, such as `4453`, or `startpos` if there are
/// none. The moves of another game follow the FEN of its start: `fen ... moves 4453`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, moves) = (self.start(), notation::packed(self.moves()));
        match (*start == Position::EMPTY, moves.is_empty()) {
            (true, true) => f.pad("startpos"),
            (true, false) => f.pad(&moves),
            (false, true) => start.fmt(f),
            (false, false) => f.pad(&format!("fen {start} moves {moves}")),
        }
    }
}

/// Reads a game in any form of [`read`]. A board or a FEN is a game without moves.
impl FromStr for Game {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Game, TextError> {
        read::game(text)
    }
}

/// Prints the cell of the stone, such as `d4`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.column.letter(), self.row))
    }
}

/// Reads a cell such as `d4`.
impl FromStr for Move {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Move, Expected> {
        match notation::square(text) {
            Ok((column, Some(row))) if text.len() == 2 => Ok(Move { column, row }),
            _ => Err(Expected::new("a cell such as d4", text)),
        }
    }
}

/// Prints the columns and the rows, such as `9x7`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width(), self.height()))
    }
}

/// Reads a size such as `9x7`.
impl FromStr for Size {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Size, Expected> {
        const SIZE: &str = "a size such as 9x7: 4 to 12 columns, then 4 to 12 rows, with columns * \
            (rows + 1) at most 128";
        let size = text.split_once(['x', 'X']).and_then(|(width, height)| {
            Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
        });
        size.ok_or_else(|| Expected::new(SIZE, text))
    }
}

/// Reads the number or the letter of a column.
impl FromStr for Column {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Column, Expected> {
        let mut characters = text.chars();
        let only = characters.next().filter(|_| characters.next().is_none());
        only.and_then(|c| column_of_digit(c).or_else(|| column_of_letter(c)))
            .ok_or_else(|| Expected::new("a column (1-7 or a-g)", text))
    }
}

impl FromStr for Score {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Score, Expected> {
        let score = text.parse().ok().and_then(Score::new);
        score.ok_or_else(|| Expected::new(SCORE, text))
    }
}

/// Implements the traits for types whose values are numbers.
macro_rules! numbers {
    ($($type:ident, $number:ty, $new:ident, $get:ident, $wanted:expr;)*) => {$(
        /// Prints the number.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$get().fmt(f)
            }
        }

        impl From<$type> for $number {
            fn from(value: $type) -> $number {
                value.$get()
            }
        }

        impl TryFrom<$number> for $type {
            type Error = Expected;

            fn try_from(number: $number) -> Result<$type, Expected> {
                $type::$new(number).ok_or_else(|| Expected::new($wanted, &number.to_string()))
            }
        }
    )*};
}

numbers! {
    Column, u8, from_number, number, column_range(1);
    Score, i8, new, get, SCORE;
}

/// Implements the traits for types whose values are words.
macro_rules! words {
    ($($type:ty, $wanted:literal: $([$($value:tt)+] $word:literal),+;)*) => {$(
        /// Prints the word.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $($($value)+ => $word,)+
                })
            }
        }

        /// Reads the word.
        impl FromStr for $type {
            type Err = Expected;

            fn from_str(text: &str) -> Result<$type, Expected> {
                match text {
                    $($word => Ok($($value)+),)+
                    _ => Err(Expected::new($wanted, text)),
                }
            }
        }
    )*};
}

words! {
    Side, "first or second": [Side::First] "first", [Side::Second] "second";
    Mode, "strong or weak": [Mode::Strong] "strong", [Mode::Weak] "weak";
    Outcome, "win, draw or loss":
        [Outcome::Win] "win", [Outcome::Draw] "draw", [Outcome::Loss] "loss";
    GameResult, "first, second or draw":
        [GameResult::Won(Side::First)] "first", [GameResult::Won(Side::Second)] "second",
        [GameResult::Draw] "draw";
    Marker, "a result of PGN":
        [Marker::Over(GameResult::Won(Side::First))] "1-0",
        [Marker::Over(GameResult::Won(Side::Second))] "0-1",
        [Marker::Over(GameResult::Draw)] "1/2-1/2", [Marker::Open] "*";
}

#[cfg(test)]
mod tests {
    use std::fmt::{Debug, Display};

    use proptest::prelude::*;

    use super::*;

    /// Checks that a value is printed as `text` and read back from it.
    fn round_trip<T: Display + FromStr<Err: Debug> + Debug + PartialEq>(value: &T, text: &str) {
        assert_eq!(value.to_string(), text);
        assert_eq!(&text.parse::<T>().expect(text), value);
    }

    fn error<T: FromStr<Err: Display> + Debug>(text: &str) -> String {
        text.parse::<T>().expect_err(text).to_string()
    }

    /// Checks that `wanted` is expected in place of `text`.
    fn refuses<T: FromStr<Err: Display> + Debug>(text: &str, wanted: &str) {
        let message = format!("expected {wanted}; found {text:?}");
        assert_eq!(error::<T>(text), message);
    }

    #[test]
    fn every_small_value_is_read_back_from_its_text() {
        for (number, letter) in (1..).zip("abcdefg".chars()) {
            let column = Column::try_from(number).expect("a column");
            assert_eq!(u8::from(column), number);
            assert_eq!(format!("{column:?}"), format!("Column({number})"));
            round_trip(&column, &number.to_string());
            for letter in [letter, letter.to_ascii_uppercase()] {
                assert_eq!(letter.to_string().parse(), Ok(column));
            }
        }
        for number in -18..=18 {
            let score = Score::try_from(number).expect("a score");
            assert_eq!(i8::from(score), number);
            round_trip(&score, &number.to_string());
        }
        let (column, row) = (Column::ALL[3], 6);
        round_trip(&Move { column, row }, "d6");
        round_trip(&Side::Second, "second");
        round_trip(&Mode::Weak, "weak");
        round_trip(&Outcome::Loss, "loss");
        round_trip(&GameResult::Draw, "draw");
        round_trip(&GameResult::Won(Side::First), "first");
        assert_eq!(
            format!(
                "{:>6}|{:3}|{:<5}|",
                Side::First,
                Score::DRAW,
                Column::ALL[3]
            ),
            " first|  0|4    |"
        );
    }

    #[test]
    fn an_error_says_what_was_expected() {
        refuses::<Column>("8", "a column (1-7 or a-g)");
        refuses::<Column>("44", "a column (1-7 or a-g)");
        refuses::<Score>("19", "a score from -18 to 18");
        refuses::<Move>("d7", "a cell such as d4");
        refuses::<Side>("third", "first or second");
        refuses::<Mode>("Weak", "strong or weak");
        refuses::<Outcome>("won", "win, draw or loss");
        refuses::<GameResult>("win", "first, second or draw");
        let end = "expected a column (1-7 or a-g); the text ends here";
        assert_eq!(error::<Column>(""), end);
        let wrong = "char 3: ply 3: '8' is not a column (1-7)";
        assert_eq!(error::<Position>("448"), wrong);
        let over = "char 8: ply 8: the game is over";
        assert_eq!(error::<Game>("12121212"), over);
        let column = Column::try_from(0).map_err(|error| error.to_string());
        assert_eq!(
            column,
            Err("expected a column (1-7); found \"0\"".to_owned())
        );
        let score = Score::try_from(-19).map_err(|error| error.to_string());
        assert_eq!(
            score,
            Err("expected a score from -18 to 18; found \"-19\"".to_owned())
        );
    }

    /// Returns a game of random moves from the position after the first `before` of them.
    fn game(choices: &[usize], before: usize) -> Game {
        let mut game = Game::default();
        for (ply, choice) in choices.iter().enumerate() {
            if ply == before {
                game = Game::from(*game.position());
            }
            let legal: Vec<Column> = game.position().legal_columns().iter().collect();
            if !legal.is_empty() {
                game.play(legal[choice % legal.len()])
                    .expect("a legal move");
            }
        }
        game
    }

    proptest! {
        #[test]
        fn positions_and_games_are_read_back_from_their_text(
            choices in prop::collection::vec(0_usize..7, 0..42),
            before in 0_usize..50,
        ) {
            let game = game(&choices, before);
            prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
            let position = *game.position();
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn a_game_prints_its_start_unless_that_is_empty() {
        let start: Position = "44".parse().expect("a position");
        let after = |moves| Game::from(start).with_moves(moves).expect("a game");
        for (game, text) in [
            (Game::default(), "startpos".to_owned()),
            (
                Game::default().with_moves("4453").expect("a game"),
                "4453".to_owned(),
            ),
            (after(""), start.to_string()),
            (after("53"), format!("fen {start} moves 53")),
        ] {
            round_trip(&game, &text);
        }
    }
}
