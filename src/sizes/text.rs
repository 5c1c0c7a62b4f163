//! Positions on boards of any size as texts: moves or a drawing in, a drawing or moves out. Pure.
//!
//! The first of these forms that matches decides how a text is read:
//!
//! 1. The text is empty or `startpos`: the empty board.
//! 2. It has several lines, a `/` or lists in a list: a board, whose rows are read as those of a 7x6
//!    board.
//! 3. It is one word of digits, if no column has a number of two digits, or of letters: one column
//!    per character, such as `4453` or `ddec`. A score may follow as the label.
//! 4. It has words between blanks, commas, semicolons or brackets: one move each, such as `10`, `d`
//!    or `d1`.

use std::fmt;

use super::Position;
use crate::game::cursor::words;
use crate::game::diagram::{Diagram, Notes};
use crate::game::error::{ErrorAt, Expected};
use crate::game::read::{self, Convention, Labelled, is_separator};
use crate::game::{MovesError, Side, Size, TextError};

/// A game on a board of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Game {
    start: Position,
    /// The columns played, counted from 1.
    moves: Vec<u8>,
    position: Position,
}

impl From<Position> for Game {
    fn from(start: Position) -> Game {
        Game {
            start,
            moves: Vec::new(),
            position: start,
        }
    }
}

impl Game {
    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn moves(&self) -> &[u8] {
        &self.moves
    }

    /// Plays the next move. `claimed` is the row on which the stone lands according to a text.
    ///
    /// # Errors
    /// Fails if the game is over, the column is full or the stone lands on another row.
    pub(crate) fn play(&mut self, column: u8, claimed: Option<u8>) -> Result<(), MovesError> {
        let ply = self.moves.len() + 1;
        if self.position.result().is_some() {
            return Err(MovesError::GameOver { ply });
        }
        let full = MovesError::ColumnFull { ply, column };
        let landing = self.position.landing_row(column).ok_or(full)?;
        if let Some(claimed) = claimed.filter(|&row| row != landing) {
            return Err(MovesError::WrongRow {
                ply,
                column,
                landing,
                claimed,
            });
        }
        self.position = self.position.play(column).expect("the column has room");
        self.moves.push(column);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub(crate) fn take_back(&mut self) {
        self.moves.pop();
        let replay = |position: Position, &column| position.play(column).expect("played before");
        self.position = self.moves.iter().fold(self.start, replay);
    }
}

/// Prints the moves, or the position if the start is not the empty board.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start.stones() == 0 {
            f.pad(&line(&self.moves, self.start.size()))
        } else {
            self.position.fmt(f)
        }
    }
}

impl Position {
    /// Reads a position on a board of a size: moves such as `4453`, `10 3 12`, `ddec` or `d1 e1`, or
    /// a drawing.
    ///
    /// ```
    /// use claimeven::sizes::Position;
    ///
    /// let position = Position::parse("10x6".parse()?, "10 3 10")?;
    /// assert_eq!(Position::parse("10x6".parse()?, &position.to_string())?, position);
    /// let error = Position::parse("10x6".parse()?, "10 11").map_err(|error| error.to_string());
    /// assert_eq!(error, Err("char 4: expected a column (1-10); found \"11\"".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the text cannot be read or has a label.
    pub fn parse(size: Size, text: &str) -> Result<Position, TextError> {
        let read = labelled(text, size, Convention::default());
        read::unlabelled(text, read).map(|game| game.position)
    }
}

/// Prints the rows from the top, with a `/` between them.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.size().width(), self.size().height());
        let mark = |column, row| self.side_at(column, row).map_or('.', Side::letter);
        let row = |row| (1..=width).map(|column| mark(column, row)).collect();
        let rows: Vec<String> = (1..=height).rev().map(row).collect();
        f.pad(&rows.join("/"))
    }
}

/// Returns columns as text: packed digits or, if there are ten columns and more, separate numbers.
pub(crate) fn line(columns: &[u8], size: Size) -> String {
    let numbers: Vec<String> = columns.iter().map(u8::to_string).collect();
    numbers.join(if size.width() > 9 { " " } else { "" })
}

/// Draws the board with words below its columns.
pub(crate) fn diagram(game: &Game, words: Vec<String>) -> Diagram {
    let stones = Side::BOTH.map(|side| game.position.stones_of(side));
    let notes = Notes {
        words,
        ..Notes::default()
    };
    let last = game.moves.last().copied();
    Diagram::of(game.position.size(), stones, last, &notes)
}

/// Reads a position and the label after it, if there is one.
///
/// # Errors
/// Fails if the text cannot be read.
pub(crate) fn labelled(
    text: &str,
    size: Size,
    convention: Convention,
) -> Result<Labelled<'_, Game>, TextError> {
    let is_line = !text.trim_end().contains('\n');
    let (input, label) = match text.split_once('\t').filter(|_| is_line) {
        Some((input, label)) => (input, Some(label)),
        None => scored_word(text, size, convention).map_or((text, None), |(a, b)| (a, Some(b))),
    };
    let game = read(input.trim(), size, convention).map_err(|error| error.in_text(text))?;
    Ok(Labelled { game, input, label })
}

/// Returns the packed columns and the score of a text that consists of both.
fn scored_word(text: &str, size: Size, convention: Convention) -> Option<(&str, &str)> {
    let mut words = words(text, is_separator);
    let (columns, score) = (words.next()?, words.next()?);
    let is_score = size.score(score).is_some() && words.next().is_none();
    let is_packed = columns.len() > 1 && is_packed(columns, size, convention);
    (is_score && is_packed).then_some((columns, score))
}

/// Returns whether a text is one word with one column per character, perhaps with errors.
fn is_packed(text: &str, size: Size, convention: Convention) -> bool {
    let last = convention.first_column() + size.width() - 1;
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    let by_digits = first.is_some_and(|c| c.is_ascii_digit()) && last <= 9;
    let by_letters = first.is_some_and(is_letter) && second.is_none_or(is_letter);
    (by_digits || by_letters) && !text.contains(is_separator)
}

fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic()
}

fn read(text: &str, size: Size, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let empty = Position::empty(size);
    if text.is_empty() || text == "startpos" {
        return Ok(Game::from(empty));
    }
    // A list of lists is a board, too.
    if text.contains(['\n', '/']) || text.matches('[').count() > 1 {
        let [mover, mask] = read::read_sized(text, convention, size)?.checked()?;
        return Ok(Game::from(Position::from_bits(size, mover, mask)));
    }
    let packed = is_packed(text, size, convention);
    let by_letters = text.starts_with(is_letter);
    let character = |(start, c): (usize, char)| &text[start..start + c.len_utf8()];
    let moves: Vec<&str> = if packed {
        text.char_indices().map(character).collect()
    } else {
        words(text, |c| is_separator(c) || "[]".contains(c)).collect()
    };
    let (first, columns) = (convention.first_column(), size.width());
    let mut game = Game::from(empty);
    for word in moves {
        if by_letters != word.starts_with(is_letter) && !packed {
            let wanted = ["a column", "a move with a letter"][usize::from(by_letters)];
            let wanted = format!("{wanted}, like the moves before it");
            return Err(Expected::new(wanted, word).at(word));
        }
        let ply = game.moves.len() + 1;
        let read = one_move(word, size, first).map_err(|error| match word.chars().next() {
            Some(found) if packed && !by_letters && first == 1 => {
                ErrorAt::new(word, MovesError::not_a_column(ply, found, columns))
            }
            _ => error,
        });
        let (column, row) = read?;
        let played = game.play(column, row);
        played.map_err(|error| ErrorAt::new(word, error))?;
    }
    Ok(game)
}

/// Reads a move such as `4`, `d`, `d1` or `P@d1`: its column, counted from 1, and the row that it names.
/// The leftmost column has the number `first`.
pub(crate) fn one_move(word: &str, size: Size, first: u8) -> Result<(u8, Option<u8>), ErrorAt<'_>> {
    let (width, height) = (size.width(), size.height());
    let expected = |wanted: String, rest| Err(Expected::new(wanted, rest).at(rest));
    let dropped = word.strip_prefix("P@").or(word.strip_prefix("p@"));
    let word = dropped.unwrap_or(word);
    if !word.starts_with(is_letter) {
        let number = word.parse().ok();
        let column = number.and_then(|number: u8| number.checked_sub(first));
        return match column {
            Some(column) if column < width => Ok((column + 1, None)),
            _ => expected(format!("a column ({first}-{})", first + width - 1), word),
        };
    }
    let column = word.as_bytes()[0].to_ascii_lowercase() - b'a' + 1;
    if column > width {
        let last = char::from(b'a' + width - 1);
        return expected(format!("a file (a-{last})"), word);
    }
    let row = &word[1..];
    match row.parse() {
        _ if row.is_empty() => Ok((column, None)),
        Ok(number) if (1..=height).contains(&number) => Ok((column, Some(number))),
        _ => expected(format!("a row (1-{height})"), row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;

    /// Sizes, texts, and the moves or the drawing that they describe with a label, or an error.
    const TEXTS: &str = "
9x7 | 4453 => 4453
9x7 | startpos => 
9x7 |  => 
9x7 | 4 4, 5;3 => 4453
9x7 | ddec => 4453
9x7 | [4, 4, 5, 3] => 4453
9x7 | D d1 => char 3: ply 2: a stone in column 4 lands on row 2, not 1
9x7 | d1 d2 e1 C => 4453
9x7 | 4453 -2 => 4453 (-2)
9x7 | ddec 29 => 4453 (29)
9x7 | 4453 30 => char 1: expected a column (1-9); found \"4453\"
9x7 | 4453\tmine, 7 => 4453 (mine, 7)
9x7 | 8 => 8
6x5 | 4478 => char 3: ply 3: '7' is not a column (1-6)
6x5 | 4444444 => char 6: ply 6: column 4 is full
6x5 | 12121212 => char 8: ply 8: the game is over
6x5 | ddg => char 3: expected a file (a-f); found \"g\"
6x5 | d1 d6 => char 5: expected a row (1-5); found \"6\"
6x5 | d 4 => char 3: expected a move with a letter, like the moves before it; found \"4\"
6x5 | 4 d => char 3: expected a column, like the moves before it; found \"d\"
12x9 | 10 3 12 => 10 3 12
12x9 | 10,13 => char 4: expected a column (1-12); found \"13\"
12x9 | 44 => char 1: expected a column (1-12); found \"44\"
12x9 | l l => 12 12
12x9 | lla 47 => 12 12 1 (47)
9x5 | ......... ......... => char 1: expected a column (1-9); found \".........\"
4x4 | ..../..../.x../.o.. => ..../..../.O../.X.. swapped
4x4 | ..../..../.o../.x.. => ..../..../.O../.X..
4x4 | ..../.o../..../.x.. => char 7: the stone on b3 has nothing below it
4x4 | ..../..../.o../.o.. => char 1: the first player has 0 and the second 2 stones; expected equal numbers or one more for the first
9x5 | ..../..../.o../.x.. => char 1: expected a board of 9x5; found one of 4x4
4x4 | [[0, 0, 0, 0], [0, 0, 0, 0], [0, 2, 0, 0], [0, 1, 0, 0]] => ..../..../.O../.X..
9x5 | ........./...x => char 11: expected a row of nine cells, written like all other rows; found \"...x\"
";

    #[test]
    fn every_form_is_read_and_errors_say_where() {
        let mut wrong = Vec::new();
        for case in TEXTS.lines().filter(|line| !line.is_empty()) {
            let (size, rest) = case.split_once(" | ").expect(case);
            let (text, wanted) = rest.split_once(" => ").unwrap_or((rest, ""));
            let size = size.parse().expect(case);
            let mut convention = Convention::default();
            if wanted.ends_with(" swapped") {
                convention.first_mark = read::MarkOwner::SecondPlayer;
            }
            let found = match labelled(text, size, convention) {
                Ok(Labelled { game, label, .. }) => {
                    let moves = if game.moves.is_empty() && game.position.stones() > 0 {
                        game.position.to_string()
                    } else {
                        line(&game.moves, size)
                    };
                    moves + &label.map_or(String::new(), |label| format!(" ({label})"))
                }
                Err(error) => error.to_string(),
            };
            let wanted = wanted.trim_end_matches(" swapped").trim();
            if found != wanted {
                wrong.push(format!("{case}\n  is read as {found}"));
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }

    #[test]
    fn what_is_printed_is_read_back_on_every_size() {
        let mut random = Random(3);
        for size in Size::all() {
            for plies in 0..=size.cells() {
                let mut game = Game::from(Position::empty(size));
                for _ in 0..plies {
                    let legal: Vec<u8> = game.position.legal_columns().collect();
                    if legal.is_empty() {
                        break;
                    }
                    let column = legal[random.below(legal.len())];
                    game.play(column, None).expect("a legal move");
                }
                let words = vec!["-11".to_owned(); size.width().into()];
                let position = game.position;
                for text in [
                    line(&game.moves, size),
                    position.to_string(),
                    diagram(&game, Vec::new()).to_string(),
                    diagram(&game, words).to_string(),
                ] {
                    assert_eq!(Position::parse(size, &text), Ok(position), "{text}");
                }
            }
        }
    }
}
