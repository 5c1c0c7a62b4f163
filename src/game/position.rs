//! A position, its legal moves and its key.

use std::fmt;

use super::bitboard::{self, BOARD, BOTTOM, CELLS, STRIDE, WIDTH};
use super::side::{GameResult, Side};

/// One of the seven columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "u8", try_from = "u8")
)]
pub struct Column(u8);

/// Shows the number of the column, as `Display` does, and not its index.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Column").field(&self.number()).finish()
    }
}

impl Column {
    /// All columns from left to right.
    pub const ALL: [Column; WIDTH as usize] = [
        Column(0),
        Column(1),
        Column(2),
        Column(3),
        Column(4),
        Column(5),
        Column(6),
    ];

    /// Returns the column with this number, or `None` if the number is not in `1..=7`.
    #[must_use]
    #[inline]
    pub const fn from_number(number: u8) -> Option<Column> {
        if number >= 1 && number <= WIDTH {
            Some(Column(number - 1))
        } else {
            None
        }
    }

    /// Returns the column of a cell, given as a bitboard with that one bit.
    #[must_use]
    #[inline]
    pub const fn of_cell(cell: u64) -> Column {
        debug_assert!(cell.is_power_of_two() && cell & BOARD != 0);
        #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
        Column(cell.trailing_zeros() as u8 / STRIDE)
    }

    /// Returns the number of the column, `1..=7`.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Returns the letter of the column, `a..=g`.
    #[must_use]
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Returns the index of the column from the left, counted from zero.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell in a row counted from zero, as a bitboard.
    #[must_use]
    #[inline]
    pub const fn cell(self, row: u8) -> u64 {
        self.cells() & (BOTTOM << row)
    }

    /// Returns every cell of this column, as a bitboard.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> u64 {
        bitboard::column_mask(self.0)
    }

    /// Returns the mirror image of the column: column 1 becomes column 7.
    #[must_use]
    #[inline]
    pub const fn mirror(self) -> Column {
        Column(WIDTH - 1 - self.0)
    }
}

/// A set of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Columns(u8);

impl Columns {
    /// No column.
    pub const NONE: Columns = Columns(0);
    /// All seven columns.
    pub const ALL: Columns = Columns((1 << WIDTH) - 1);

    /// Returns whether the set contains `column`.
    #[must_use]
    #[inline]
    pub const fn contains(self, column: Column) -> bool {
        self.0 & (1 << column.0) != 0
    }

    /// Returns the set with `column` added.
    #[must_use]
    #[inline]
    pub const fn with(self, column: Column) -> Columns {
        Columns(self.0 | 1 << column.0)
    }

    /// Returns the columns that are in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Columns) -> Columns {
        Columns(self.0 & other.0)
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of columns in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the column, if it is the only one.
    pub(crate) fn only(self) -> Option<Column> {
        self.iter().next().filter(|_| self.len() == 1)
    }

    /// Iterates over the columns from left to right.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Column> {
        let all = Column::ALL.into_iter();
        all.filter(move |&column| self.contains(column))
    }

    /// Iterates over the columns from the centre outwards.
    #[inline]
    pub fn centre_first(self) -> impl Iterator<Item = Column> {
        let all = bitboard::CENTRE_FIRST.map(Column).into_iter();
        all.filter(move |&column| self.contains(column))
    }
}

impl FromIterator<Column> for Columns {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Column>>(columns: I) -> Columns {
        columns.into_iter().fold(Columns::NONE, Columns::with)
    }
}

/// A position: the stones on the board.
///
/// The side to move follows from the number of stones: with an even number, it is the first
/// player. A position is copied, never changed in place. The default is the empty board.
///
/// ```
/// use claimeven::game::{Column, Position};
///
/// let centre = Column::from_number(4).expect("a column of the board");
/// let position = Position::EMPTY.play(centre).play(centre);
/// assert_eq!(position.stones(), 2);
/// assert!(position.can_play(centre));
/// assert_eq!("44".parse(), Ok(position));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// The stones of the side to move.
    mover: u64,
    /// The stones of both sides.
    mask: u64,
}

impl Position {
    /// The board before the first move.
    pub const EMPTY: Position = Position { mover: 0, mask: 0 };

    /// Creates a position from the stones of the side to move and the stones of both sides.
    ///
    /// Returns `None` if a stone has nothing below it, if one side has too many stones, or if the
    /// side to move has four in a row. The function does not check that a sequence of moves leads
    /// to the position.
    #[must_use]
    #[inline]
    pub fn from_bits(mover: u64, mask: u64) -> Option<Position> {
        // In a column filled from the ground, adding one carries past every stone.
        let grounded = mask & !BOARD == 0 && (mask + BOTTOM) & mask == 0;
        let other = mask ^ mover;
        let fitting =
            mover & !mask == 0 && other.count_ones() == mover.count_ones() + mask.count_ones() % 2;
        if !grounded || !fitting || bitboard::has_four(mover) {
            return None;
        }
        Some(Position { mover, mask })
    }

    /// Returns the stones of the side to move.
    #[must_use]
    #[inline]
    pub const fn mover(&self) -> u64 {
        self.mover
    }

    /// Returns the stones of the side that is not to move.
    #[must_use]
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.mask ^ self.mover
    }

    /// Returns the stones of both sides.
    #[must_use]
    #[inline]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// Returns the number of stones on the board, `0..=42`.
    #[must_use]
    #[inline]
    pub const fn stones(&self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 42")]
        let stones = self.mask.count_ones() as u8;
        stones
    }

    /// Returns the side to move. In a finished game, this is the side that would move next.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        Side::BOTH[(self.stones() % 2) as usize]
    }

    /// Returns the stones of one side.
    #[must_use]
    #[inline]
    pub fn stones_of(&self, side: Side) -> u64 {
        if side == self.side_to_move() {
            self.mover
        } else {
            self.opponent()
        }
    }

    /// Returns the side that has a stone on a cell, given as a bitboard with that one bit.
    #[must_use]
    #[inline]
    pub fn side_at(&self, cell: u64) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.stones_of(side) & cell != 0)
    }

    /// Returns the cell on which a stone in `column` lands, as a bitboard. The bitboard is empty if
    /// the column is full.
    #[must_use]
    #[inline]
    pub fn landing_cell(&self, column: Column) -> u64 {
        bitboard::playable(self.mask) & column.cells()
    }

    /// Returns whether `column` has room. The game may be over nevertheless.
    #[must_use]
    #[inline]
    pub fn can_play(&self, column: Column) -> bool {
        self.landing_cell(column) != 0
    }

    /// Returns the columns in which the side to move may play. There are none once the game is
    /// over.
    #[must_use]
    #[inline]
    pub fn legal_columns(&self) -> Columns {
        if self.is_lost() {
            return Columns::NONE;
        }
        let all = Column::ALL.into_iter();
        all.filter(|&column| self.can_play(column)).collect()
    }

    /// Returns the position after a stone in `column`. Like [`can_play`](Self::can_play), it does
    /// not check whether the game is over.
    ///
    /// # Panics
    /// Panics if the column is full.
    #[must_use]
    #[inline]
    pub fn play(&self, column: Column) -> Position {
        let cell = self.landing_cell(column);
        assert!(cell != 0, "column {} is full", column.number());
        Position {
            mover: self.opponent(),
            mask: self.mask | cell,
        }
    }

    /// Returns the position after a legal move in `column`, or `None` if the column is full or the
    /// game is over.
    ///
    /// ```
    /// use claimeven::game::{Column, Position};
    ///
    /// let won: Position = "1212121".parse()?;
    /// assert_eq!(won.try_play(Column::ALL[3]), None);
    /// # Ok::<(), claimeven::game::TextError>(())
    /// ```
    #[must_use]
    pub fn try_play(&self, column: Column) -> Option<Position> {
        let is_legal = self.can_play(column) && !self.is_over();
        is_legal.then(|| self.play(column))
    }

    /// Returns whether a stone in `column` completes four in a row.
    #[must_use]
    #[inline]
    pub fn wins(&self, column: Column) -> bool {
        self.winning_cells() & self.landing_cell(column) != 0
    }

    /// Returns the empty cells, playable now or not, that complete a four of the side to move.
    #[must_use]
    #[inline]
    pub fn winning_cells(&self) -> u64 {
        bitboard::winning_cells(self.mover, self.mask)
    }

    /// Returns the empty cells, playable now or not, that complete a four of the opponent.
    #[must_use]
    #[inline]
    pub fn opponent_winning_cells(&self) -> u64 {
        bitboard::winning_cells(self.opponent(), self.mask)
    }

    /// Returns the columns that win at once.
    #[must_use]
    pub fn winning_moves(&self) -> Columns {
        self.legal_among(self.winning_move_cells())
    }

    /// Returns the columns that block every immediate win of the opponent and do not let the
    /// opponent win on the cell above. If no move wins, these are the moves after which the opponent
    /// cannot win at once.
    ///
    /// ```
    /// use claimeven::game::Position;
    ///
    /// let position: Position = "4455".parse()?;
    /// assert!(position.winning_moves().is_empty());
    /// let columns = position.safe_moves().iter().map(|column| column.number());
    /// assert!(columns.eq(1..=7));
    /// # Ok::<(), claimeven::game::TextError>(())
    /// ```
    #[must_use]
    pub fn safe_moves(&self) -> Columns {
        self.legal_among(self.safe_move_cells())
    }

    /// Returns the legal columns whose moves are among these cells.
    fn legal_among(&self, cells: u64) -> Columns {
        let legal = self.legal_columns();
        legal
            .iter()
            .filter(|column| column.cells() & cells != 0)
            .collect()
    }

    /// Returns [`winning_moves`](Self::winning_moves) as cells. They have no meaning once the game
    /// is over.
    #[inline]
    pub(crate) fn winning_move_cells(&self) -> u64 {
        self.winning_cells() & bitboard::playable(self.mask)
    }

    /// Returns [`safe_moves`](Self::safe_moves) as cells. They have no meaning once the game is
    /// over.
    #[inline]
    pub(crate) fn safe_move_cells(&self) -> u64 {
        bitboard::safe_moves(bitboard::playable(self.mask), self.opponent_winning_cells())
    }

    /// Returns whether the side that moved last has four in a row.
    #[must_use]
    #[inline]
    pub fn is_lost(&self) -> bool {
        bitboard::has_four(self.opponent())
    }

    /// Returns whether the game has ended: four in a row or a full board.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.stones() == CELLS || self.is_lost()
    }

    /// Returns the result of the game if it is over.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<GameResult> {
        if self.is_lost() {
            Some(GameResult::Won(self.side_to_move().other()))
        } else {
            self.is_over().then_some(GameResult::Draw)
        }
    }

    /// Returns the position seen from behind the board: column 1 becomes column 7.
    #[must_use]
    #[inline]
    pub fn mirror(&self) -> Position {
        Position {
            mover: bitboard::mirror(self.mover),
            mask: bitboard::mirror(self.mask),
        }
    }

    /// Returns this position or its mirror image, whichever has the smaller key, and whether it
    /// is the mirror image.
    #[must_use]
    #[inline]
    pub fn canonical(&self) -> (Position, bool) {
        let mirror = self.mirror();
        let is_mirror = mirror.key() < self.key();
        (if is_mirror { mirror } else { *self }, is_mirror)
    }

    /// Returns a number below 2^49 that no other position shares (Tromp).
    ///
    /// In each column, the mask plus the lowest cell is a single bit just above the stones. The
    /// bits below it are the stones of the side to move.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.mover + self.mask + BOTTOM
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;

    #[test]
    fn a_full_column_cannot_be_played() {
        let full: Position = "444444".parse().expect("a position");
        let [.., sixth, seventh] = Column::ALL;
        assert_eq!(full.try_play(Column::ALL[3]), None);
        assert_eq!(full.try_play(seventh), Some(full.play(seventh)));
        let over: Position = "1212121".parse().expect("a position");
        assert_eq!(over.try_play(sixth), None);
        let played = std::panic::catch_unwind(|| full.play(Column::ALL[3]));
        assert!(played.is_err());
    }

    #[test]
    fn a_set_of_columns_is_iterated_from_left_to_right() {
        for bits in 0..=Columns::ALL.0 {
            let set = Columns(bits);
            let wanted: Vec<Column> = Column::ALL
                .into_iter()
                .filter(|c| set.contains(*c))
                .collect();
            assert_eq!(set.len(), wanted.len());
            assert_eq!(set.iter().collect::<Vec<_>>(), wanted);
            assert_eq!(wanted.into_iter().collect::<Columns>(), set);
        }
    }

    #[test]
    fn winning_and_safe_moves_agree_with_play() {
        let mut random = Random(7);
        let (mut winning, mut unsafe_ones) = (0, 0);
        for _ in 0..500 {
            let mut position = Position::EMPTY;
            while !position.is_over() {
                let columns: Vec<Column> = position.legal_columns().iter().collect();
                for &column in &columns {
                    let next = position.play(column);
                    let wins = position.winning_moves().contains(column);
                    assert_eq!(wins, next.is_lost());
                    let is_safe = next.legal_columns().iter().all(|reply| !next.wins(reply));
                    let safe = wins || position.safe_moves().contains(column);
                    assert_eq!(safe, is_safe, "{position:?}");
                    winning += usize::from(next.is_lost());
                    unsafe_ones += usize::from(!is_safe);
                }
                position = position.play(columns[random.below(columns.len())]);
            }
            assert!(position.winning_moves().is_empty() && position.safe_moves().is_empty());
        }
        assert!(
            winning > 500 && unsafe_ones > 5000,
            "{winning} {unsafe_ones}"
        );
    }
}
