//! Positions as cfour FENs, the form in which chess managers pass them.
//!
//! Pure. An example is `7/7/7/7/3p3/3P3[PP..pp..] w - - 0 2`. Its fields are:
//!
//! - the ranks from the top: `P` for a stone of the first player, `p` for one of the second, a
//!   number for that many empty cells;
//! - in brackets, the stones in hand, which may be left out;
//! - the side to move, `w` or `b`;
//! - castling, en passant and two counters of chess, which are ignored.
//!
//! Everything after the ranks may be left out.

use super::bitboard::HEIGHT;
use super::cursor::Cursor;
use super::error::{ErrorAt, Expected, TextError, unexpected};
use super::notation;
use super::position::{Column, Position};
use super::side::Side;
use super::size::Size;
use super::stones::Stones;

/// Stones of each side.
const STONES_PER_SIDE: u32 = 21;

/// The symbol for a stone of each side.
const SYMBOLS: [(Side, &str); 2] = [(Side::First, "P"), (Side::Second, "p")];

/// Reads a FEN.
///
/// ```
/// use claimeven::game::fen;
///
/// let position = fen::parse("7/7/7/7/3p3/3P3 w - - 0 2")?;
/// assert_eq!(position.stones(), 2);
/// let floating = fen::parse("7/7/7/7/3p3/7 b - - 0 1").map_err(|error| error.to_string());
/// assert_eq!(floating, Err("char 10: the stone on d2 has nothing below it".to_owned()));
/// # Ok::<(), claimeven::game::TextError>(())
/// ```
///
/// # Errors
/// Fails if the text is not a FEN, or for one of the reasons in
/// [`StonesError`](super::StonesError). The function does not check that a sequence of moves leads
/// to the position.
pub fn parse(text: &str) -> Result<Position, TextError> {
    read(text).map_err(|error| error.in_text(text))
}

/// Reads a FEN like [`parse`].
pub(super) fn read(text: &str) -> Result<Position, ErrorAt<'_>> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let position = read_ranks(&mut cursor)?.position()?;
    if cursor.next_is('[') {
        read_hand(&mut cursor, &position)?;
    }
    read_fields(cursor.rest(), position.side_to_move())?;
    Ok(position)
}

/// Returns the FEN of a position, with the stones in hand.
#[must_use]
pub fn write(position: &Position) -> String {
    let ranks: Vec<String> = (0..HEIGHT)
        .rev()
        .map(|row| write_rank(position, row))
        .collect();
    let hand = SYMBOLS.map(|(side, symbol)| symbol.repeat(in_hand(position, side)));
    format!(
        "{}[{}] {} - - 0 {}",
        ranks.join("/"),
        hand.concat(),
        letter(position.side_to_move()),
        position.stones() / 2 + 1
    )
}

/// Returns the number of a side's stones that are not on the board.
fn in_hand(position: &Position, side: Side) -> usize {
    (STONES_PER_SIDE - position.stones_of(side).count_ones()) as usize
}

/// Returns the letter of the side to move.
const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "w",
        Side::Second => "b",
    }
}

fn write_rank(position: &Position, row: u8) -> String {
    let cells = Column::ALL.map(|column| position.side_at(column.cell(row)));
    let runs = cells.chunk_by(|left, right| left.is_none() && right.is_none());
    let texts = runs.map(|run| match run[0] {
        Some(Side::First) => "P".to_owned(),
        Some(Side::Second) => "p".to_owned(),
        None => run.len().to_string(),
    });
    texts.collect()
}

/// Reads the six ranks, from the top.
fn read_ranks<'a>(cursor: &mut Cursor<'a>) -> Result<Stones<'a>, ErrorAt<'a>> {
    let mut stones = Stones::none(Size::USUAL);
    for row in (0..HEIGHT).rev() {
        read_rank(cursor, &mut stones, row)?;
        if row > 0 && !cursor.next_is('/') {
            return Err(cursor.expected("'/' at the end of the rank"));
        }
    }
    Ok(stones)
}

fn read_rank<'a>(
    cursor: &mut Cursor<'a>,
    stones: &mut Stones<'a>,
    row: u8,
) -> Result<(), ErrorAt<'a>> {
    let wrong_length = |rest, found| {
        let wanted = format!("seven cells in rank {}", row + 1);
        Expected::named(wanted, found).at(rest)
    };
    let mut columns = Column::ALL.into_iter();
    while let Some(found) = cursor.peek() {
        let (cells, stone) = match found {
            'P' => (1, Some(Side::First)),
            'p' => (1, Some(Side::Second)),
            '1'..='9' => (found as usize - '0' as usize, None),
            '/' | '[' => break,
            _ if found.is_whitespace() => break,
            _ => return Err(cursor.expected("P, p, a number of empty cells, or '/'")),
        };
        if cells > columns.len() {
            let found = Column::ALL.len() - columns.len() + cells;
            return Err(wrong_length(cursor.rest(), found));
        }
        for column in columns.by_ref().take(cells) {
            stones.put(column.cell(row).into(), stone, cursor.rest());
        }
        cursor.take(1);
    }
    match Column::ALL.len() - columns.len() {
        7 => Ok(()),
        0 if cursor.peek().is_none() => Err(cursor.expected("six ranks")),
        cells => Err(wrong_length(cursor.rest(), cells)),
    }
}

/// Reads the stones in hand, after the opening bracket.
fn read_hand<'a>(cursor: &mut Cursor<'a>, position: &Position) -> Result<(), ErrorAt<'a>> {
    let hand = cursor.take_while(|stone| matches!(stone, 'P' | 'p'));
    if cursor.peek() != Some(']') {
        return Err(cursor.expected("P, p or ']'"));
    }
    for (side, symbol) in SYMBOLS {
        let (wanted, found) = (in_hand(position, side), hand.matches(symbol).count());
        if found != wanted {
            let wanted = format!("{wanted} stones {symbol} in hand, those not on the board");
            return Err(Expected::named(wanted, found).at(cursor.rest()));
        }
    }
    cursor.take(1);
    Ok(())
}

/// The words for a field in error messages, and whether a text is valid in it.
type Field<'a> = (&'a str, &'a dyn Fn(&str) -> bool);

/// Reads the fields after the stones. The last fields, or all of them, may be missing. Those of
/// chess are ignored if they have values of chess: moves after a FEN must not be lost.
fn read_fields(text: &str, side_to_move: Side) -> Result<(), ErrorAt<'_>> {
    let letter = letter(side_to_move);
    let side = format!("'{letter}' for the side to move, as the number of stones shows");
    if !text.is_empty() && !text.starts_with(char::is_whitespace) {
        return Err(unexpected(text, "a space before the side to move"));
    }
    let is_number = |field: &str| field.parse::<i64>().is_ok();
    let wanted: [Field; 6] = [
        (&side, &|field| field == letter),
        ("'-' or letters such as KQkq for castling", &|field| {
            field == "-" || field.chars().all(|c| "KQkq".contains(c))
        }),
        ("'-' or a square for en passant", &|field| {
            field == "-" || notation::square(field).is_ok()
        }),
        ("the number of half moves", &is_number),
        ("the number of moves", &is_number),
        ("the end of the FEN", &|_| false),
    ];
    let mut fields = text.split_whitespace().zip(wanted);
    match fields.find(|(field, (_, is_valid))| !is_valid(field)) {
        Some((field, (wanted, _))) => Err(unexpected(field, wanted.to_owned())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    #[test]
    fn the_empty_board_is_read_and_written() {
        assert_eq!(parse(START), Ok(Position::EMPTY));
        assert_eq!(write(&Position::EMPTY), START);
    }

    #[test]
    fn optional_fields_may_be_left_out() {
        for text in [
            "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2",
            "7/7/7/7/3p3/3P3 w - - 0 2",
            "7/7/7/7/3p3/3P3 w - -",
            " 7/7/7/7/3p3/21P12\tw ",
            "7/7/7/7/3p3/3P3 w - - 17 99",
            "7/7/7/7/3p3/3P3 w KQkq e3 -1 1",
            "7/7/7/7/3p3/3P3",
            "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp]",
        ] {
            let position = parse(text).expect(text);
            assert_eq!(
                (position.stones(), position.side_to_move()),
                (2, Side::First),
                "{text}"
            );
        }
    }

    /// Texts and their errors.
    const REFUSED: &str = r#"
 => char 1: expected six ranks; the text ends here
7/7/x => char 5: expected P, p, a number of empty cells, or '/'; found "x"
7/7/7/7/7/6 w => char 12: expected seven cells in rank 1; found 6
7/8/7 => char 3: expected seven cells in rank 5; found 8
7/7/7/7/7[] w => char 10: expected '/' at the end of the rank; found "[]"
7/7/7/7/2p4/7 b => char 10: the stone on c2 has nothing below it
7/7/7/7/7/2p4 b => char 1: the first player has 0 and the second 1 stones; expected equal numbers or one more for the first
7/7/7/7/7/2P4[Pp] b => char 17: expected 20 stones P in hand, those not on the board; found 1
7/7/7/7/7/2P4[P w => char 16: expected P, p or ']'; found " "
7/7/7/7/7/2P4 w => char 15: expected 'b' for the side to move, as the number of stones shows; found "w"
7/7/7/7/7/2P4x => char 14: expected P, p, a number of empty cells, or '/'; found "x"
7/7/7/7/7/2P4[]b => char 15: expected 20 stones P in hand, those not on the board; found 0
7/7/7/7/7/2P4 x => char 15: expected 'b' for the side to move, as the number of stones shows; found "x"
7/7/7/7/7/2P4 b d1 d2 => char 17: expected '-' or letters such as KQkq for castling; found "d1"
7/7/7/7/7/2P4 b - - 1.5 => char 21: expected the number of half moves; found "1.5"
7/7/7/7/7/2P4 b - - 0 1 1 => char 25: expected the end of the FEN; found "1"
7/7/Pp5/Pp5/Pp5/Pp5 w => char 5: both sides have four in a row
7/7/P6/P6/P3p2/Pp1pp2 w => char 5: the first player has four in a row, yet the other one moved last
7/7/7/4p2/PPPPppp/PPPPppp b - - 0 8 => char 11: the first player has fours that no single last stone completes
"#;

    #[test]
    fn every_error_names_its_character() {
        for case in REFUSED.lines().skip(1) {
            let (text, wanted) = case.split_once(" => ").expect(case);
            let error = parse(text).expect_err(case);
            assert_eq!(error.to_string(), wanted, "{case}");
        }
    }

    #[test]
    fn one_last_stone_may_complete_several_fours() {
        // d1 joins a1-c1 with e1-g1: seven in a row.
        let text = "7/7/7/7/ppp1ppp/PPPPPPP b - - 0 7";
        assert!(parse(text).expect("explained by d1").is_lost());
    }
}
