//! Positions as cfour FENs, the form in which chess managers pass them.
//!
//! Pure. `7/7/7/7/3p3/3P3[PP..pp..] w - - 0 2`: the ranks from the top, `P` the
//! first player's stones and `p` the second's, a number for so many empty
//! cells; in brackets the stones in hand, which may be left out; the side to
//! move; two fields that chess needs; two counters that are read and not used.

use std::fmt::Write;

use super::bitboard::{self, BOTTOM, HEIGHT, STRIDE, WIDTH};
use super::position::{Column, Position};

/// Stones of each side.
const STONES: u32 = 21;

/// Why a text is not the FEN of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("char {at}: {fault}")]
pub struct FenError {
    /// Where: characters of the FEN, 1 the first.
    pub at: usize,
    /// What is wrong there.
    pub fault: FenFault,
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
    ShortRank { rank: u8, cells: u8 },
    #[error("the stone on {file}{rank} has nothing below it")]
    Floating { file: char, rank: u8 },
    #[error("{first} stones P against {second} p; expected as many or one P more")]
    Counts { first: u32, second: u32 },
    #[error("{found} stones {stone} in hand; expected {wanted}, as the board has the rest")]
    Hand {
        stone: char,
        found: u32,
        wanted: u32,
    },
    #[error("{found} to move; expected {wanted}, as the stones on the board say")]
    Side { found: char, wanted: char },
    #[error("both sides have four in a row")]
    TwoWinners,
    #[error("{winner} has four in a row, yet the other side moved last")]
    PlayedOn { winner: char },
    #[error("{winner} has fours that no single last stone completes")]
    NoLastStone { winner: char },
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
    let board = Board::read(&mut reader)?;
    board.check_grounded()?;
    board.check_counts()?;
    if reader.next_is('[') {
        read_hand(&mut reader, &board)?;
    }
    read_side(&mut reader, &board)?;
    read_rest(&mut reader)?;
    board.check_winner()
}

/// The FEN of a position, with the stones in hand.
#[must_use]
pub fn write(position: &Position) -> String {
    let (first, second) = sides(position);
    let ranks: Vec<String> = (0..HEIGHT)
        .rev()
        .map(|row| write_rank(first, second, row))
        .collect();
    let hand = |stone: &str, stones: u64| stone.repeat((STONES - stones.count_ones()) as usize);
    format!(
        "{}[{}{}] {} - - 0 {}",
        ranks.join("/"),
        hand("P", first),
        hand("p", second),
        side_to_move(position.first_to_move()),
        position.stones() / 2 + 1
    )
}

/// The first player's stones and the second's.
fn sides(position: &Position) -> (u64, u64) {
    if position.first_to_move() {
        (position.mover(), position.opponent())
    } else {
        (position.opponent(), position.mover())
    }
}

const fn side_to_move(first: bool) -> char {
    if first { 'w' } else { 'b' }
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

/// The stones as read, not yet known to be a position.
struct Board {
    first: u64,
    second: u64,
    /// Which character of the FEN speaks of a cell, by its bit.
    places: [usize; (WIDTH * STRIDE) as usize],
}

impl Board {
    fn read(reader: &mut Reader) -> Result<Board, FenError> {
        let mut board = Board {
            first: 0,
            second: 0,
            places: [0; (WIDTH * STRIDE) as usize],
        };
        for row in (0..HEIGHT).rev() {
            board.read_rank(reader, row)?;
            if row > 0 && !reader.next_is('/') {
                return Err(reader.unexpected("a rank's end '/'"));
            }
        }
        Ok(board)
    }

    fn read_rank(&mut self, reader: &mut Reader, row: u8) -> Result<(), FenError> {
        let rank = row + 1;
        let mut column = 0;
        while let Some(found) = reader.peek() {
            let cells = match found {
                'P' | 'p' => 1,
                '1'..='9' => found as u8 - b'0',
                '/' | '[' => break,
                _ if found.is_whitespace() => break,
                _ => return Err(reader.unexpected("P, p, a number of empty cells, or '/'")),
            };
            if cells > WIDTH - column {
                return Err(reader.fault(FenFault::LongRank { rank }));
            }
            self.fill(found, column, row, cells, reader.at());
            column += cells;
            reader.advance();
        }
        match column {
            WIDTH => Ok(()),
            0 if reader.peek().is_none() => Err(reader.unexpected("six ranks")),
            cells => Err(reader.fault(FenFault::ShortRank { rank, cells })),
        }
    }

    fn fill(&mut self, found: char, column: u8, row: u8, cells: u8, at: usize) {
        for bit in (column..column + cells).map(|column| column * STRIDE + row) {
            self.places[usize::from(bit)] = at;
            match found {
                'P' => self.first |= 1 << bit,
                'p' => self.second |= 1 << bit,
                _ => {}
            }
        }
    }

    fn check_grounded(&self) -> Result<(), FenError> {
        let mask = self.first | self.second;
        let floating = mask & !BOTTOM & !(mask << 1);
        if floating == 0 {
            return Ok(());
        }
        let file = Column::of_cell(floating & floating.wrapping_neg()).letter();
        #[expect(clippy::cast_possible_truncation, reason = "below seven")]
        let rank = (floating.trailing_zeros() % u32::from(STRIDE)) as u8 + 1;
        Err(self.fault_on(floating, FenFault::Floating { file, rank }))
    }

    fn check_counts(&self) -> Result<(), FenError> {
        let (first, second) = (self.first.count_ones(), self.second.count_ones());
        if first == second || first == second + 1 {
            return Ok(());
        }
        // Nothing is wrong at one place: the board as a whole is.
        Err(FenError {
            at: self.places[usize::from(HEIGHT - 1)],
            fault: FenFault::Counts { first, second },
        })
    }

    fn first_to_move(&self) -> bool {
        self.first.count_ones() == self.second.count_ones()
    }

    fn check_winner(&self) -> Result<Position, FenError> {
        let (mover, last, moved_last) = if self.first_to_move() {
            (self.first, self.second, 'p')
        } else {
            (self.second, self.first, 'P')
        };
        let winner = if moved_last == 'P' { 'p' } else { 'P' };
        match (bitboard::fours(mover), bitboard::fours(last)) {
            (0, 0) => {}
            (0, fours) if completed_last(last, fours, mover | last) => {}
            (0, fours) => {
                let fault = FenFault::NoLastStone { winner: moved_last };
                return Err(self.fault_on(fours, fault));
            }
            (fours, 0) => return Err(self.fault_on(fours, FenFault::PlayedOn { winner })),
            (fours, _) => return Err(self.fault_on(fours, FenFault::TwoWinners)),
        }
        Ok(Position::from_bits(mover, mover | last)
            .expect("grounded, counted, and only the side that moved last has four"))
    }

    /// A fault at the place of the first of some cells.
    fn fault_on(&self, cells: u64, fault: FenFault) -> FenError {
        let at = self.places[cells.trailing_zeros() as usize];
        FenError { at, fault }
    }
}

/// Whether one stone on top of its column, taken away, takes every four along.
fn completed_last(stones: u64, fours: u64, mask: u64) -> bool {
    let tops = bits(fours & !(mask >> 1));
    tops.into_iter()
        .any(|top| !bitboard::has_four(stones & !top))
}

fn bits(mut cells: u64) -> Vec<u64> {
    let mut single = Vec::new();
    while cells != 0 {
        single.push(cells & cells.wrapping_neg());
        cells &= cells - 1;
    }
    single
}

/// The stones in hand, after their opening bracket.
fn read_hand(reader: &mut Reader, board: &Board) -> Result<(), FenError> {
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
    for (stone, found, played) in [('P', first, board.first), ('p', second, board.second)] {
        // Counted boards hold at most 21 stones of a side.
        let wanted = STONES - played.count_ones();
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

fn read_side(reader: &mut Reader, board: &Board) -> Result<(), FenError> {
    const WANTED: &str = "the side to move, w or b";
    if reader.skip_space() == 0 {
        return Err(reader.unexpected("a space and the side to move, w or b"));
    }
    let Some(found @ ('w' | 'b')) = reader.peek() else {
        return Err(reader.unexpected(WANTED));
    };
    let wanted = side_to_move(board.first_to_move());
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

/// A text with a place in it.
struct Reader<'a> {
    rest: std::str::Chars<'a>,
    read: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            rest: text.chars(),
            read: 0,
        }
    }

    fn at(&self) -> usize {
        self.read + 1
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn advance(&mut self) {
        self.rest.next();
        self.read += 1;
    }

    fn next_is(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        let before = self.read;
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
        self.read - before
    }

    fn skip_space(&mut self) -> usize {
        self.skip_while(char::is_whitespace)
    }

    /// Space or the end must stand between two fields.
    fn field_start(&mut self, wanted: &'static str) -> Result<(), FenError> {
        if self.skip_space() == 0 && self.peek().is_some() {
            return Err(self.unexpected(wanted));
        }
        Ok(())
    }

    fn fault(&self, fault: FenFault) -> FenError {
        FenError {
            at: self.at(),
            fault,
        }
    }

    fn unexpected(&self, wanted: &'static str) -> FenError {
        self.fault(match self.peek() {
            Some(found) => FenFault::Unexpected { wanted, found },
            None => FenFault::Unfinished { wanted },
        })
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
        ] {
            let position = parse(text).expect(text);
            assert_eq!(
                (position.stones(), position.first_to_move()),
                (2, true),
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
                "char 1: 0 stones P against 1 p; expected as many or one P more",
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
                "7/7/7/7/7/2P4",
                "char 14: expected a space and the side to move, w or b; the FEN ends here",
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
                "char 17: both sides have four in a row",
            ),
            (
                "7/7/P6/P6/P3p2/Pp1pp2 w",
                "char 16: P has four in a row, yet the other side moved last",
            ),
            (
                "7/7/7/4p2/PPPPppp/PPPPppp b - - 0 8",
                "char 19: P has fours that no single last stone completes",
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
