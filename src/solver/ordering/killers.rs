//! Killer moves, countermoves and continuations: moves that cut recently in similar nodes.
//!
//! A move is likely to cut in a node if it cut recently in another node with the same number of
//! stones (a *killer*) or after the same last move (a *countermove*). It is even more likely to cut
//! if the move before the last one was also in the same column in both nodes (a *continuation*). A
//! move is remembered only if it cut after a move with a better score had failed (`search::negamax`
//! checks this); a move that cuts at once is found anyway. Each alpha class has its own killers,
//! because a defender needs other moves than an attacker.
//!
//! (Killers save 1 % of the nodes of Begin-Medium, countermoves 5 % and continuations 1 %.
//! Remembering the moves that cut at once too would take 1 % more nodes. A history heuristic does no
//! better.)

use super::weights::{ALPHA_CLASSES, alpha_class};
use crate::game::bitboard::STRIDE;

/// A cell's number, counted from one, or 0 for no cell.
type Number = u8;

/// The numbers of cells and of columns, rounded up to powers of two so that no index is too large.
const NUMBERS: u16 = 64;
const COLUMNS: u16 = 8;

/// The last two moves that were not forced. Countermoves and continuations are looked up by them.
/// They are packed into one number: the column of the move before last, times [`NUMBERS`], plus the
/// number of the last move's cell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LastMoves(u16);

impl LastMoves {
    /// Returns the last moves after the move to `cell`.
    #[inline]
    pub(crate) fn after(self, cell: u64) -> LastMoves {
        let column = self.0 % NUMBERS / u16::from(STRIDE);
        LastMoves(column % COLUMNS * NUMBERS + u16::from(number(cell)))
    }
}

/// The key of nodes in which the same moves may cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KillerKey {
    alpha_class: usize,
    stones: u8,
    pub(crate) last_moves: LastMoves,
}

impl KillerKey {
    /// Creates the key of a node with `stones` stones, searched with `alpha`.
    #[inline]
    pub(crate) fn new(stones: u8, alpha: i8, last_moves: LastMoves) -> KillerKey {
        KillerKey {
            alpha_class: alpha_class(alpha),
            stones,
            last_moves,
        }
    }

    /// Returns the indices of the killer, the countermove and the continuation among the moves of
    /// an alpha class: by the number of stones, by the last move, and by the last two moves.
    #[inline]
    fn indices(&self) -> [usize; 3] {
        let (stones, moves) = (u16::from(self.stones), self.last_moves.0);
        [
            usize::from(stones % NUMBERS),
            usize::from(NUMBERS + moves % NUMBERS),
            usize::from(2 * NUMBERS + moves % (COLUMNS * NUMBERS)),
        ]
    }
}

/// The moves of an alpha class that cut last, see [`KillerKey::indices`].
type Moves = [Number; ((2 + COLUMNS) * NUMBERS) as usize];

/// The move that cut last for each key. It takes no memory until the first move is remembered,
/// because many searches end before that.
#[derive(Clone, Default)]
pub(crate) struct Killers(Option<Box<[Moves; ALPHA_CLASSES]>>);

impl Killers {
    /// Returns the cells of the moves that cut last in nodes with this key, 0 for none: the killer,
    /// the countermove and the continuation.
    #[inline]
    pub(crate) fn get(&self, key: &KillerKey) -> [u64; 3] {
        let mut cells = [0; 3];
        if let Some(moves) = &self.0 {
            for (kind, index) in key.indices().into_iter().enumerate() {
                cells[kind] = cell(moves[key.alpha_class][index]);
            }
        }
        cells
    }

    /// Remembers that the move to `cell` cut in a node with this key.
    #[inline]
    pub(crate) fn update(&mut self, key: &KillerKey, cell: u64) {
        let none = || Box::new([[0; _]; ALPHA_CLASSES]);
        let moves = &mut self.0.get_or_insert_with(none)[key.alpha_class];
        for index in key.indices() {
            moves[index] = number(cell);
        }
    }
}

#[inline]
fn number(cell: u64) -> Number {
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let number = (u64::BITS - cell.leading_zeros()) as Number;
    number
}

#[inline]
fn cell(number: Number) -> u64 {
    1 << number >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const A1: u64 = 1;
    const D2: u64 = 1 << 22;
    const D3: u64 = 1 << 23;
    const G6: u64 = 1 << 47;

    fn killer_moves(killers: &Killers, stones: u8, alpha: i8, moves: &[u64]) -> [u64; 3] {
        killers.get(&key(stones, alpha, moves))
    }

    fn key(stones: u8, alpha: i8, moves: &[u64]) -> KillerKey {
        let start = LastMoves::default();
        let last_moves = moves
            .iter()
            .fold(start, |last_moves, &cell| last_moves.after(cell));
        KillerKey::new(stones, alpha, last_moves)
    }

    #[test]
    fn a_move_is_a_killer_in_nodes_like_the_one_where_it_cut() {
        let mut killers = Killers::default();
        let line = [A1, G6, D2];
        assert_eq!(killer_moves(&killers, 10, 0, &line), [0, 0, 0]);
        killers.update(&key(10, 0, &line), D3);
        assert_eq!(killer_moves(&killers, 10, 0, &line), [D3, D3, D3]);
        assert_eq!(killer_moves(&killers, 10, 0, &[A1]), [D3, 0, 0]);
        assert_eq!(killer_moves(&killers, 12, 0, &[D3, D2]), [0, D3, 0]);
        // Of the move before last, the column counts but not the row.
        assert_eq!(killer_moves(&killers, 12, 0, &[G6 >> 5, D2]), [0, D3, D3]);
        // A defender needs other moves than an attacker.
        assert_eq!(killer_moves(&killers, 10, -1, &line), [0, 0, 0]);
    }

    #[test]
    fn the_last_move_to_cut_is_the_killer() {
        let mut killers = Killers::default();
        let line = [D2, D3];
        killers.update(&key(8, 3, &line), A1);
        killers.update(&key(8, 9, &line), G6);
        assert_eq!(killer_moves(&killers, 8, 3, &line), [G6, G6, G6]);
    }
}
