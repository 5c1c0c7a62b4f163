//! Positions as cfour FENs, the form in which chess managers pass them.
//!
//! Pure. `7/7/7/7/3p3/3P3[PP..pp..] w - - 0 2`: the ranks from the top, `P` the
//! first player's stones and `p` the second's, a number for so many empty
//! cells; in brackets the stones in hand, which may be left out; the side to
//! move; two fields that chess needs; two counters that are read and not used. Everything
//! after the ranks may be left out.

mod reader;

use std::fmt::Write;

use super::bitboard::{BOTTOM, HEIGHT};
use super::position::{Column, Position};
use super::side::Side;
use super::stones::{Stones, StonesError};
use reader::Reader;

/// Stones of each side.
const OF_EACH: u32 = 21;

/// Why a text is not the FEN of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("char {at}: {fault}")]
pub struct FenError {
    /// Where: characters of the FEN, 1 the first.
    pub at: usize,
    /// What is wrong there.
    pub fault: FenFault,
}

impl From<(usize, StonesError)> for FenError {
    fn from((at, fault): (usize, StonesError)) -> FenError {
        FenError {
            at,
            fault: fault.into(),
        }
    }
}

/// What is wrong with a FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum FenFault {
    #[error("expected {wanted}; found {found:?}")]
    Unexpected { wanted: &'static str, found: char },
    #[error("expected {wanted}; the FEN ends here")]
    Unfinished { wanted: &'static str },
    #[error("rank {rank} is too long: expected 7 cells")]
    LongRank { rank: u8 },
    #[error("rank {rank} has {cells} cells; expected 7")]
    ShortRank { rank: u8, cells: usize },
    #[error(transparent)]
    Stones(#[from] StonesError),
    #[error("{found} stones {stone} in hand; expected {wanted}, as the board has the rest")]
    Hand {
        stone: char,
        found: u32,
        wanted: u32,
    },
    #[error("{found} to move; expected {wanted}, as the stones on the board say")]
    Side { found: char, wanted: char },
}

/// The position a FEN describes, if a game can hold it.
///
/// ```
/// use claimeven::game::fen;
///
/// let position = fen::parse("7/7/7/7/3p3/3P3 w - - 0 2")?;
/// assert_eq!(position.stones(), 2);
/// let floating = fen::parse("7/7/7/7/3p3/7 b - - 0 1").map_err(|error| error.to_string());
/// assert_eq!(floating, Err("char 10: the stone on d2 has nothing below it".to_owned()));
/// # Ok::<(), fen::FenError>(())
/// ```
///
/// # Errors
/// The first fault, with its place. Whether a sequence of moves leads to the
/// position is decided only as far as the variants of [`FenFault`] say.
pub fn parse(text: &str) -> Result<Position, FenError> {
    let mut reader = Reader::new(text);
    reader.skip_space();
    let stones = read_ranks(&mut reader)?;
    stones.check_grounded()?;
    stones.check_counts()?;
    if reader.next_is('[') {
        read_hand(&mut reader, &stones)?;
    }
    read_side(&mut reader, &stones)?;
    read_rest(&mut reader)?;
    Ok(stones.check_winner()?)
}

/// The FEN of a position, with the stones in hand.
#[must_use]
pub fn write(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.stones_of(side));
    let ranks: Vec<String> = (0..HEIGHT)
        .rev()
        .map(|row| write_rank(first, second, row))
        .collect();
    let hand = |stone: &str, stones: u64| stone.repeat((OF_EACH - stones.count_ones()) as usize);
    format!(
        "{}[{}{}] {} - - 0 {}",
        ranks.join("/"),
        hand("P", first),
        hand("p", second),
        letter(position.side_to_move()),
        position.stones() / 2 + 1
    )
}

/// What a FEN calls the side to move.
const fn letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

fn write_rank(first: u64, second: u64, row: u8) -> String {
    let mut rank = String::new();
    let mut empty = 0;
    for column in Column::ALL {
        let cell = column.cells() & (BOTTOM << row);
        if (first | second) & cell == 0 {
            empty += 1;
            continue;
        }
        write_gap(&mut rank, empty);
        empty = 0;
        rank.push(if first & cell == 0 { 'p' } else { 'P' });
    }
    write_gap(&mut rank, empty);
    rank
}

fn write_gap(rank: &mut String, empty: u8) {
    if empty > 0 {
        write!(rank, "{empty}").expect("a string takes everything");
    }
}

/// The six ranks, from the top.
fn read_ranks(reader: &mut Reader) -> Result<Stones, FenError> {
    let mut stones = Stones::NONE;
    for row in (0..HEIGHT).rev() {
        read_rank(reader, &mut stones, row)?;
        if row > 0 && !reader.next_is('/') {
            return Err(reader.unexpected("a rank's end '/'"));
        }
    }
    Ok(stones)
}

fn read_rank(reader: &mut Reader, stones: &mut Stones, row: u8) -> Result<(), FenError> {
    let rank = row + 1;
    let mut columns = Column::ALL.into_iter();
    while let Some(found) = reader.peek() {
        let (cells, stone) = match found {
            'P' => (1, Some(Side::First)),
            'p' => (1, Some(Side::Second)),
            '1'..='9' => (found as usize - '0' as usize, None),
            '/' | '[' => break,
            _ if found.is_whitespace() => break,
            _ => return Err(reader.unexpected("P, p, a number of empty cells, or '/'")),
        };
        if cells > columns.len() {
            return Err(reader.fault(FenFault::LongRank { rank }));
        }
        for column in columns.by_ref().take(cells) {
            stones.put(column, row, stone, reader.at());
        }
        reader.advance();
    }
    match Column::ALL.len() - columns.len() {
        7 => Ok(()),
        0 if reader.peek().is_none() => Err(reader.unexpected("six ranks")),
        cells => Err(reader.fault(FenFault::ShortRank { rank, cells })),
    }
}

/// The stones in hand, after their opening bracket.
fn read_hand(reader: &mut Reader, stones: &Stones) -> Result<(), FenError> {
    let (mut first, mut second) = (0, 0);
    loop {
        match reader.peek() {
            Some('P') => first += 1,
            Some('p') => second += 1,
            Some(']') => break,
            _ => return Err(reader.unexpected("P, p or ']'")),
        }
        reader.advance();
    }
    for (stone, found, played) in [('P', first, stones.first), ('p', second, stones.second)] {
        // Counted boards hold at most 21 stones of a side.
        let wanted = OF_EACH - played.count_ones();
        if found != wanted {
            return Err(reader.fault(FenFault::Hand {
                stone,
                found,
                wanted,
            }));
        }
    }
    reader.advance();
    Ok(())
}

/// The side to move, which may be left out, as it follows from the stones.
fn read_side(reader: &mut Reader, stones: &Stones) -> Result<(), FenError> {
    const WANTED: &str = "the side to move, w or b";
    reader.field_start("a space and the side to move, w or b")?;
    if reader.peek().is_none() {
        return Ok(());
    }
    let Some(found @ ('w' | 'b')) = reader.peek() else {
        return Err(reader.unexpected(WANTED));
    };
    let wanted = letter(stones.side_to_move());
    if found != wanted {
        return Err(reader.fault(FenFault::Side { found, wanted }));
    }
    reader.advance();
    Ok(())
}

/// The fields after the side to move; any number of them may be missing.
fn read_rest(reader: &mut Reader) -> Result<(), FenError> {
    const FIELDS: [(&str, bool); 4] = [
        ("'-': there is no castling", false),
        ("'-': there is no square to pass", false),
        ("the number of half moves", true),
        ("the number of moves", true),
    ];
    for (wanted, is_number) in FIELDS {
        reader.field_start(wanted)?;
        if reader.peek().is_none() {
            return Ok(());
        }
        let read = if is_number {
            reader.skip_while(|c| c.is_ascii_digit())
        } else {
            usize::from(reader.next_is('-'))
        };
        if read == 0 {
            return Err(reader.unexpected(wanted));
        }
    }
    reader.field_start("the end of the FEN")?;
    match reader.peek() {
        None => Ok(()),
        Some(_) => Err(reader.unexpected("the end of the FEN")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    fn message(text: &str) -> String {
        parse(text).map_or_else(|error| error.to_string(), |_| "a position".to_owned())
    }

    #[test]
    fn the_start_reads_and_writes_itself() {
        assert_eq!(parse(START), Ok(Position::EMPTY));
        assert_eq!(write(&Position::EMPTY), START);
    }

    #[test]
    fn what_may_be_left_out_may_be_left_out() {
        for text in [
            "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2",
            "7/7/7/7/3p3/3P3 w - - 0 2",
            "7/7/7/7/3p3/3P3 w - -",
            " 7/7/7/7/3p3/21P12\tw ",
            "7/7/7/7/3p3/3P3 w - - 17 99",
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

    #[test]
    fn every_fault_names_its_place() {
        for (text, wanted) in [
            ("", "char 1: expected six ranks; the FEN ends here"),
            (
                "7/7/x",
                "char 5: expected P, p, a number of empty cells, or '/'; found 'x'",
            ),
            ("7/7/7/7/7/6 w", "char 12: rank 1 has 6 cells; expected 7"),
            ("7/8/7", "char 3: rank 5 is too long: expected 7 cells"),
            (
                "7/7/7/7/7[] w",
                "char 10: expected a rank's end '/'; found '['",
            ),
            (
                "7/7/7/7/2p4/7 b",
                "char 10: the stone on c2 has nothing below it",
            ),
            (
                "7/7/7/7/7/2p4 b",
                "char 1: the first player has 0 and the second 1 stones; expected as many or one more for the first",
            ),
            (
                "7/7/7/7/7/2P4[Pp] b",
                "char 17: 1 stones P in hand; expected 20, as the board has the rest",
            ),
            (
                "7/7/7/7/7/2P4[P w",
                "char 16: expected P, p or ']'; found ' '",
            ),
            (
                "7/7/7/7/7/2P4 w",
                "char 15: w to move; expected b, as the stones on the board say",
            ),
            (
                "7/7/7/7/7/2P4x",
                "char 14: expected P, p, a number of empty cells, or '/'; found 'x'",
            ),
            (
                "7/7/7/7/7/2P4[]b",
                "char 15: 0 stones P in hand; expected 20, as the board has the rest",
            ),
            (
                "7/7/7/7/7/2P4 x",
                "char 15: expected the side to move, w or b; found 'x'",
            ),
            (
                "7/7/7/7/7/2P4 b KQ",
                "char 17: expected '-': there is no castling; found 'K'",
            ),
            (
                "7/7/7/7/7/2P4 b - - 0 1 1",
                "char 25: expected the end of the FEN; found '1'",
            ),
            (
                "7/7/Pp5/Pp5/Pp5/Pp5 w",
                "char 5: both sides have four in a row",
            ),
            (
                "7/7/P6/P6/P3p2/Pp1pp2 w",
                "char 5: the first player has four in a row, yet the other one moved last",
            ),
            (
                "7/7/7/4p2/PPPPppp/PPPPppp b - - 0 8",
                "char 11: the first player has fours that no single last stone completes",
            ),
        ] {
            assert_eq!(message(text), wanted, "{text}");
        }
    }

    #[test]
    fn one_last_stone_may_complete_several_fours() {
        // d1 joins a1-c1 with e1-g1: seven in a row.
        let text = "7/7/7/7/ppp1ppp/PPPPPPP b - - 0 7";
        assert!(parse(text).expect("explained by d1").is_lost());
    }

    proptest! {
        #[test]
        fn positions_survive_the_round_trip(choices in prop::collection::vec(0_usize..7, 0..42)) {
            let position = choices.into_iter().fold(Position::EMPTY, |position, choice| {
                let legal: Vec<Column> = position.legal_columns().iter().collect();
                match legal.len() {
                    0 => position,
                    count => position.play(legal[choice % count]),
                }
            });
            prop_assert_eq!(parse(&write(&position)), Ok(position));
        }

        #[test]
        fn any_text_is_read_or_refused_within_it(text in "[Pp1-9/\\[\\] wb-]{0,60}|.{0,40}") {
            if let Err(error) = parse(&text) {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}");
            }
        }
    }
}
